"""One SQLite database as two connections: how a statement reaches it, and what a transaction is.

*Writes* go one at a time through the writer's connection: a lock, because a second task's statements inside an open
transaction would share its fate, and a shield, because a task cancelled between two statements would leave the
transaction open. *Reads* go through a second connection which may not write, and never wait for a write: every read
is one statement and one hop to the thread of its connection, begun and ended there, so it sees exactly what was
committed when it began, its own task's commits included.

Which statements there are is said in ``sql/*.sql``; what they mean, in the modules that call them.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import aiosql
import aiosqlite
from aiosql.adapters.aiosqlite import AioSQLiteAdapter

from musbot.app.ports import StoreUnavailable

T = TypeVar("T")
Row: TypeAlias = tuple[Any, ...]
Busy: TypeAlias = Callable[[], AbstractContextManager[object]]
Query: TypeAlias = Callable[..., Any]
BUSY_SECONDS = 5.0

_REASONS = {
    sqlite3.SQLITE_BUSY: "another program keeps it locked",
    sqlite3.SQLITE_LOCKED: "another program keeps it locked",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it cannot be written to",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; do folder and file belong to this user?",
    sqlite3.SQLITE_IOERR: "the disk does not read or write it",
    sqlite3.SQLITE_CORRUPT: "it is damaged; restore a backup",
    sqlite3.SQLITE_NOTADB: "it is not a database, or it is damaged; restore a backup",
}


class _OneHop(AioSQLiteAdapter):
    """Each statement as one hop to the connection's thread instead of one each for execute, fetch and close."""

    async def select(self, conn, _name, sql, parameters, record_class=None):  # type: ignore[no-untyped-def]
        for row in await conn.execute_fetchall(sql, parameters):
            yield row

    async def select_one(self, conn, _name, sql, parameters, record_class=None):  # type: ignore[no-untyped-def]
        return next(iter(await conn.execute_fetchall(sql, parameters)), None)

    async def select_value(self, conn, _name, sql, parameters):  # type: ignore[no-untyped-def]
        return next(iter(await conn.execute_fetchall(sql, parameters)), (None,))[0]

    async def insert_update_delete(self, conn, _name, sql, parameters):  # type: ignore[no-untyped-def]
        await conn.execute_fetchall(sql, parameters)


QUERIES: Any = aiosql.from_path(Path(__file__).with_name("sql"), _OneHop)
"""Every query by its name; each takes a connection and its parameters by keyword."""


class Database:
    """The two connections.

    Args:
        path: the file, for messages.
        writer: the connection that writes, in autocommit mode.
        reader: the connection that reads.
        busy: wraps each stay in the database; a virtual-time loop must not advance meanwhile.
        held: what to let go of when the database is closed (the lock file).
    """

    def __init__(
        self,
        path: Path,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        busy: Busy,
        held: ExitStack,
    ) -> None:
        self._path = path
        self._writer = writer
        self._reader = reader
        self._busy = busy
        self._held = held
        self._lock = asyncio.Lock()
        self._closed = False

    async def one(self, query: Query, **parameters: object) -> Any:
        """What a query for one row or one value gives: the row or value, or None."""
        with self._visit():
            return await query(self._reader, **parameters)

    async def all(self, query: Query, **parameters: object) -> list[Row]:
        """The rows of a query."""
        with self._visit():
            return [row async for row in query(self._reader, **parameters)]

    async def write(self, work: Callable[[aiosqlite.Connection], Awaitable[T]]) -> T:
        """Run `work` on the writer's connection as one transaction.

        It is committed when `work` ends and rolled back when it raises. It runs to its end even when the caller is
        cancelled.

        Raises:
            StoreUnavailable: the database cannot be used, or was closed.
        """
        return await asyncio.shield(self._transaction(work))

    async def write_one(self, query: Query, **parameters: object) -> Any:
        """Run one writing query as a transaction of its own."""

        async def work(connection: aiosqlite.Connection) -> Any:
            return await query(connection, **parameters)

        return await self.write(work)

    async def backup(self, target: Path) -> None:
        """Copy what is committed to another file, which appears only when it is whole.

        Raises:
            StoreUnavailable: the copy cannot be written.
        """
        partial = target.with_name(target.name + ".partial")
        with self._visit():
            try:
                try_to_open(partial)
                async with aiosqlite.connect(partial) as copy:
                    await self._reader.backup(copy)
                partial.replace(target)
            except (OSError, sqlite3.Error) as error:
                partial.unlink(missing_ok=True)
                raise StoreUnavailable(f"{target}: the copy cannot be written: {_line(error)}") from error

    async def close(self) -> None:
        """Wait for the transaction that runs, then close; a second time does nothing."""
        await asyncio.shield(self._close())

    async def _close(self) -> None:
        async with self._lock:
            if self._closed:
                return
            self._closed = True
            with self._busy(), self._held:
                await self._reader.close()
                await self._writer.close()

    async def _transaction(self, work: Callable[[aiosqlite.Connection], Awaitable[T]]) -> T:
        async with self._lock:
            with self._visit():
                await self._writer.execute_fetchall("BEGIN IMMEDIATE")
                try:
                    result = await work(self._writer)
                    await self._writer.execute_fetchall("COMMIT")
                except BaseException:
                    await self._roll_back()
                    raise
                return result

    async def _roll_back(self) -> None:
        try:
            await self._writer.execute_fetchall("ROLLBACK")
        except sqlite3.OperationalError:
            # SQLite itself has rolled back (disk full), or the COMMIT was done when its task was cancelled.
            if self._writer.in_transaction:
                raise

    @contextmanager
    def _visit(self) -> Iterator[None]:
        if self._closed:
            raise StoreUnavailable(f"{self._path}: the store is closed")
        with self._busy(), explained(self._path):
            yield


def try_to_open(path: Path) -> None:
    """Raise what opening a file raises. aiosqlite's thread outlives a failure of its own and then finds no loop."""
    sqlite3.connect(path).close()


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into `StoreUnavailable` with one line; what only a mistake of ours causes passes."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        raise StoreUnavailable(f"{path}: {_REASONS.get(code) or _line(error)}") from error


def _line(error: Exception) -> str:
    return " ".join(str(error).split())
