"""Leads an older database to a newer schema with Alembic. The only module that imports it, and seldom imported itself.

Migrations are ``migrations/versions/NNNN_*.py``, one for each schema number. All the steps of an upgrade are one
transaction: a step that fails leaves the database as it was.
"""

import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from musbot.app.ports import StoreUnavailable

MIGRATIONS = Path(__file__).with_name("migrations")


def upgrade(path: Path, version: int, migrations: Path = MIGRATIONS) -> None:
    """Bring a database file to a schema number; it must not be open elsewhere.

    Args:
        path: the file; an empty or missing one is brought through every step.
        version: the schema number to reach.
        migrations: the folder with Alembic's ``env.py`` and ``versions``.

    Raises:
        StoreUnavailable: a step failed; nothing is changed.
    """
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    event.listen(engine, "begin", _begin)
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, f"{version:04d}")
            connection.exec_driver_sql(f"PRAGMA user_version = {version:d}")
    except (SQLAlchemyError, sqlite3.Error, CommandError) as error:
        reason = str(error).splitlines()[0]
        raise StoreUnavailable(f"{path}: it could not be brought to schema {version}: {reason}") from error
    finally:
        engine.dispose()


def _begin(connection: Connection) -> None:
    """Begin before the first statement: Python's driver would begin with the first one that changes rows."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
