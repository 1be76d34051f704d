"""Looks at a database that a running musbot may have open, and copies it, without that one noticing.

Nothing here writes to the database or keeps its lock: connections are read-only, and in WAL mode a reader neither
waits for the writer nor makes it wait. Opening it to work with it is `musbot.storage.opening`'s business.
"""

import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from musbot.app.ports import StoreUnavailable
from musbot.storage.database import BUSY_SECONDS, explained
from musbot.storage.opening import APPLICATION_ID, VERSION

__all__ = ["OLDEST_SQLITE", "SQLITE", "VERSION", "Facts", "copy", "facts", "meta", "owner"]

SQLITE = sqlite3.sqlite_version
"""Version of the SQLite library in use."""

OLDEST_SQLITE = (3, 37, 0)
"""The first one with STRICT tables."""

COPY_SECONDS = 60.0
"""So long a copy waits for a database that somebody keeps locked."""

_LOCKED = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_OF_THE_TARGET = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR}
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a database holds, for the person who runs the bot; nothing of any game.

    Attributes:
        schema: number of its schema.
        fault: the first thing that SQLite's quick check minds; None when it is whole.
        open_tables: lobbies and games.
        dead_letters: messages that were given up.
        last_dead_letter: when and why the newest of them, if any.
        overdue: how many deadlines are past.
        oldest_due: the earliest of all deadlines, in seconds since 1970.
    """

    schema: int
    fault: str | None
    open_tables: int
    dead_letters: int
    last_dead_letter: tuple[float, str] | None
    overdue: int
    oldest_due: float | None


def owner(path: Path) -> str | None:
    """Which process has the database open to work with it: its number, "unknown", or None when there is none."""
    try:
        lock = path.resolve().with_name(path.resolve().name + ".lock").open(encoding="utf-8")
    except OSError:
        return None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return lock.read().strip() or "unknown"
        return None


def facts(path: Path, now: float) -> Facts:
    """Look into a database of ours.

    Args:
        path: the file.
        now: seconds since 1970; deadlines before it are overdue.

    Raises:
        StoreUnavailable: in one line, why it cannot be read.
    """
    with explained(path), closing(_reading(path)) as connection:
        schema = _ours(path, connection)
        if schema > VERSION:
            raise StoreUnavailable(
                f"{path}: written by a newer musbot (schema {schema}, this one knows {VERSION})"
            )
        fault = _first(connection, "PRAGMA quick_check(1)")
        last = connection.execute(
            "SELECT at, error FROM dead_letters ORDER BY letter_id DESC LIMIT 1"
        ).fetchone()
        (overdue,) = connection.execute("SELECT count(*) FROM deadlines WHERE due < ?", (now,)).fetchone()
        return Facts(
            schema,
            None if fault == "ok" else " ".join(str(fault).split()),
            int(_first(connection, "SELECT count(*) FROM tables WHERE is_open = 1")),
            int(_first(connection, "SELECT count(*) FROM dead_letters")),
            last,
            overdue,
            _first(connection, "SELECT min(due) FROM deadlines"),
        )


def meta(path: Path, key: str) -> str | None:
    """A small fact of the whole bot, as `Store.meta` gives it; None when there is no such fact or no database.

    Raises:
        StoreUnavailable: the database cannot be read.
    """
    if not path.exists():
        return None
    with explained(path), closing(_reading(path)) as connection:
        row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])


def copy(
    source: Path, target: Path, *, force: bool = False, now: Callable[[], float] = time.monotonic
) -> int:
    """Copy everything committed so far to a file that appears only when it is whole and was checked.

    Args:
        source: the database; a running bot goes on meanwhile.
        target: where the copy goes.
        force: take the place of a file that is there.
        now: seconds that only grow.

    Returns:
        Its size in bytes.

    Raises:
        StoreUnavailable: in one line, why there is no copy; a file that was there is as it was.
    """
    _refuse(source, target, force=force)
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        with explained(source), closing(_reading(source)) as reading:
            _ours(source, reading)
            with _own_file(partial):
                _copy_pages(reading, partial, source, target, now)
                size = _synced(partial)
                _refuse(source, target, force=force)
                partial.replace(target)
                _sync(target.parent)
                return size
    except OSError as error:
        raise StoreUnavailable(f"{target}: the copy cannot be written: {error.strerror}") from error


def _refuse(source: Path, target: Path, *, force: bool) -> None:
    if not source.exists():
        raise StoreUnavailable(f"{source}: there is no database yet; `musbot run` makes it")
    if target.is_dir():
        raise StoreUnavailable(f"{target}: this is a folder; name a file in it")
    if not target.parent.is_dir():
        raise StoreUnavailable(f"{target}: there is no folder {target.parent}")
    real = source.resolve()
    if target.resolve() in {real.with_name(real.name + end) for end in ("", "-wal", "-shm", ".lock")}:
        raise StoreUnavailable(f"{target}: this is the database itself")
    if target.exists() and not force:
        raise StoreUnavailable(f"{target}: there is such a file already; --force takes its place")


@contextmanager
def _own_file(partial: Path) -> Iterator[None]:
    """A new file that nobody else may read (it holds names of people), gone after the block."""
    try:
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield
    finally:
        for end in ("", "-journal", "-wal", "-shm"):
            partial.with_name(partial.name + end).unlink(missing_ok=True)


def _copy_pages(
    reading: sqlite3.Connection, partial: Path, source: Path, target: Path, now: Callable[[], float]
) -> None:
    until = now() + COPY_SECONDS

    def patient(status: int, _remaining: int, _total: int) -> None:
        # The library itself would try for ever.
        if status in _LOCKED and now() > until:
            raise StoreUnavailable(f"{source}: another program keeps it locked")

    try:
        with closing(sqlite3.connect(partial, isolation_level=None)) as copied:
            # In one step: one moment of the database, however busy it is.
            reading.backup(copied, progress=patient)
            # One file with nothing beside it; opening it as a store makes it WAL again.
            copied.execute("PRAGMA journal_mode = DELETE")
            fault = _first(copied, "PRAGMA integrity_check(1)")
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_THE_TARGET:
            reason = " ".join(str(error).split())
            raise StoreUnavailable(f"{target}: the copy cannot be written: {reason}") from error
        raise
    if fault != "ok":
        raise StoreUnavailable(
            f"{source}: it is damaged, so no copy was kept ({' '.join(str(fault).split())})"
        )


def _reading(path: Path) -> sqlite3.Connection:
    if not path.exists():
        raise StoreUnavailable(f"{path}: there is no such database")
    address = path.resolve().as_uri() + "?mode=ro"
    return sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


def _ours(path: Path, connection: sqlite3.Connection) -> int:
    """The schema's number of a database of ours."""
    if _first(connection, "PRAGMA application_id") != APPLICATION_ID:
        raise StoreUnavailable(f"{path}: this is not a database of musbot")
    return int(_first(connection, "PRAGMA user_version"))


def _first(connection: sqlite3.Connection, statement: str) -> Any:
    return connection.execute(statement).fetchone()[0]


def _synced(path: Path) -> int:
    _sync(path)
    return path.stat().st_size


def _sync(path: Path) -> None:
    """Have it on the disk before anybody relies on it."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
