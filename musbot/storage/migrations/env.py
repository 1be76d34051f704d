"""Run by Alembic for every upgrade; `musbot.storage.migrate` hands in the connection, already in its transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
