"""Opening a database file: whose it is, whether it is whole, which schema it has, and what to do about that.

Everything is looked at before anything is written. A database of another program, a damaged one or one of a newer
musbot is left as it is. What an open database does is the business of `musbot.storage.database`.
"""

import asyncio
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from enum import Enum, auto
from pathlib import Path
from typing import TextIO

import aiosqlite

from musbot.app.ports import StoreUnavailable
from musbot.storage.database import BUSY_SECONDS, Busy, Database, explained

VERSION = 1
"""Number of the schema in ``schema.sql``, and of the last migration."""

APPLICATION_ID = 0x6D757362
"""Says in the file's header that it is musbot's ("musb")."""

SCHEMA_FILE = Path(__file__).with_name("schema.sql")

_SETTINGS = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"


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
        with busy(), explained(path):
            writer = await asyncio.to_thread(_open, path)
            try:
                reader = await _open_reader(path)
            except BaseException:
                writer.close()
                raise
        return Database(path, writer, reader, busy, held.pop_all())


def _open(path: Path) -> sqlite3.Connection:
    """The connection that writes, to a database that is there and as it should be."""
    with _connected(path) as writer:
        match _inspect(path, writer):
            case _Found.FRESH:
                _create(writer)
            case _Found.OLDER:
                _upgrade(path, writer)
            case _Found.PRESENT:
                pass
        writer.executescript(_SETTINGS)
        return writer


async def _open_reader(path: Path) -> aiosqlite.Connection:
    """The connection that reads."""
    reader = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
    try:
        await reader.executescript(f"{_SETTINGS} PRAGMA query_only = ON;")
    except BaseException:
        await reader.close()
        raise
    return reader


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


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection for any thread that stays open when the block ends well and is closed when it does not."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=False)
    try:
        yield connection
    except BaseException:
        connection.close()
        raise


def _inspect(path: Path, connection: sqlite3.Connection) -> _Found:
    version = _pragma(connection, "user_version")
    owner = _pragma(connection, "application_id")
    ((objects,),) = connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    if (version, owner, objects) == (0, 0, 0):
        return _Found.FRESH
    if owner != APPLICATION_ID:
        raise StoreUnavailable(f"{path}: this is the database of another program")
    if int(str(version)) > VERSION:
        raise StoreUnavailable(
            f"{path}: written by a newer musbot (schema {version}, this one knows {VERSION}); "
            "start that one, or restore an older backup"
        )
    if (fault := _pragma(connection, "quick_check(1)")) != "ok":
        raise StoreUnavailable(f"{path}: it is damaged; restore a backup ({' '.join(str(fault).split())})")
    return _Found.OLDER if int(str(version)) < VERSION else _Found.PRESENT


def _create(connection: sqlite3.Connection) -> None:
    statements = SCHEMA_FILE.read_text(encoding="utf-8")
    connection.executescript(f"BEGIN IMMEDIATE;\n{statements}\nCOMMIT;")


def _upgrade(path: Path, connection: sqlite3.Connection) -> None:
    """Keep a copy beside the database, then migrate."""
    from musbot.storage import migrate  # Alembic is slow to import and seldom needed

    version = _pragma(connection, "user_version")
    copy = path.with_name(f"{path.name}.schema{version}")
    with closing(sqlite3.connect(copy)) as target:
        connection.backup(target)
    migrate.upgrade(path, VERSION)


def _pragma(connection: sqlite3.Connection, name: str) -> object:
    return connection.execute(f"PRAGMA {name}").fetchall()[0][0]
