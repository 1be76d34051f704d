"""The queries, by subject. `musbot.storage.database` loads them; other SQL is only in the schema and its migrations."""
