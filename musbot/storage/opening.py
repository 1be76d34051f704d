"""Opening a database file: whose it is, whether it is whole, which schema it has, and what to do about that.

Everything is looked at before anything is written. A database of another program, a damaged one or one of a newer
musbot is left as it is. What an open database does is the business of `musbot.storage.database`.
"""

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from enum import Enum, auto
from pathlib import Path
from typing import TextIO

import aiosqlite

from musbot.app.ports import StoreUnavailable
from musbot.storage.database import BUSY_SECONDS, Busy, Database, explained, try_to_open

VERSION = 1
"""Number of the schema in ``schema.sql``, and of the last migration."""

APPLICATION_ID = 0x6D757362
"""Says in the file's header that it is musbot's ("musb")."""

SCHEMA_FILE = Path(__file__).with_name("schema.sql")


class _Found(Enum):
    FRESH = auto()
    OLDER = auto()
    PRESENT = auto()


async def open_database(path: Path, busy: Busy) -> Database:
    """Open a database, made when there is none and upgraded when it is older.

    Raises:
        StoreUnavailable: in one line, why it cannot be used.
    """
    path = _resolved(path)
    with ExitStack() as held:
        held.enter_context(_claim(path))
        with busy():
            async with _connected(path) as writer:
                match await _inspect(path, writer):
                    case _Found.FRESH:
                        await _create(path, writer)
                    case _Found.OLDER:
                        await _upgrade(path, writer)
                    case _Found.PRESENT:
                        pass
                with explained(path):
                    await _set_up(writer)
                    async with _connected(path) as reader:
                        await _set_up(reader)
                        await reader.execute_fetchall("PRAGMA query_only = ON")
                        return Database(path, writer, reader, busy, held.pop_all())


def _resolved(path: Path) -> Path:
    """The same for every name of one file, so that its lock is the same too."""
    return Path(os.path.realpath(path))


def _claim(path: Path) -> TextIO:
    """Take the lock file beside the database: the kernel lets it go with the process, however that ends."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.with_name(path.name + ".lock").open("a+", encoding="utf-8")
    except OSError as error:
        raise StoreUnavailable(f"{path}: its folder cannot be used: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        with lock:
            lock.seek(0)
            owner = lock.read().strip() or "unknown"
        raise StoreUnavailable(
            f"{path}: another musbot (process {owner}) uses it; stop that one first"
        ) from error
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock


@asynccontextmanager
async def _connected(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """A connection that stays open when the block ends well and is closed when it does not."""
    with explained(path):
        try_to_open(path)
        connection = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
    try:
        yield connection
    except BaseException:
        await connection.close()
        raise


async def _inspect(path: Path, connection: aiosqlite.Connection) -> _Found:
    with explained(path):
        version = await _pragma(connection, "user_version")
        owner = await _pragma(connection, "application_id")
        objects = await connection.execute_fetchall("SELECT count(*) FROM sqlite_master")
        if (version, owner, *objects) == (0, 0, (0,)):
            return _Found.FRESH
        if owner != APPLICATION_ID:
            raise StoreUnavailable(f"{path}: this is the database of another program")
        if int(str(version)) > VERSION:
            raise StoreUnavailable(
                f"{path}: written by a newer musbot (schema {version}, this one knows {VERSION}); "
                "start that one, or restore an older backup"
            )
        if (fault := await _pragma(connection, "quick_check(1)")) != "ok":
            raise StoreUnavailable(
                f"{path}: it is damaged; restore a backup ({' '.join(str(fault).split())})"
            )
        return _Found.OLDER if int(str(version)) < VERSION else _Found.PRESENT


async def _create(path: Path, connection: aiosqlite.Connection) -> None:
    statements = SCHEMA_FILE.read_text(encoding="utf-8")
    with explained(path):
        await connection.executescript(f"BEGIN IMMEDIATE;\n{statements}\nCOMMIT;")


async def _upgrade(path: Path, connection: aiosqlite.Connection) -> None:
    """Keep a copy beside the database, then migrate."""
    from musbot.storage import migrate  # Alembic is slow to import and seldom needed

    with explained(path):
        version = await _pragma(connection, "user_version")
        copy = path.with_name(f"{path.name}.schema{version}")
        async with aiosqlite.connect(copy) as target:
            await connection.backup(target)
    await asyncio.to_thread(migrate.upgrade, path, VERSION)


async def _set_up(connection: aiosqlite.Connection) -> None:
    await connection.execute_fetchall("PRAGMA journal_mode = WAL")
    await connection.execute_fetchall("PRAGMA synchronous = FULL")
    await connection.execute_fetchall("PRAGMA foreign_keys = ON")


async def _pragma(connection: aiosqlite.Connection, name: str) -> object:
    rows = await connection.execute_fetchall(f"PRAGMA {name}")
    return next(iter(rows))[0]
