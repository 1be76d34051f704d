"""Use cases of the bot: tables, lobbies, what people are shown. No Telegram, SQL or locale files here."""
