"""One SQLite database as two connections in two threads: how a statement reaches it, and what a transaction is.

*Reads* go through aiosqlite and a connection which may not write, and never wait for a write: every read is one
statement and one visit to its thread, so it sees exactly what was committed when it began, its own task's commits
included, and one that is cancelled keeps no old moment open. *Writes* are functions that get the writer's connection
and run in its thread, each as a whole: nothing can come between two of their statements, and a caller that is cancelled
leaves nothing half done. Those that wait while one runs are written together and reach the disk together, each within a
savepoint of its own; nobody is told that his is stored before that.

Which statements there are is said in ``sql/*.sql``; what they mean, in the modules that call them. Why writes have a
thread of our own: docs/decisions/0001-one-sqlite-file-written-in-whole-commits.md.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import aiosql
import aiosqlite
from aiosql.adapters.sqlite3 import SQLite3Adapter
from aiosql.types import QueryFn, SQLOperationType

from musbot.app.ports import StoreUnavailable

T = TypeVar("T")
Row: TypeAlias = tuple[Any, ...]
Busy: TypeAlias = Callable[[], AbstractContextManager[object]]
Work: TypeAlias = Callable[[sqlite3.Connection], Any]
BUSY_SECONDS = 5.0

TOGETHER = 64
"""So many writes at most reach the disk at once."""

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


class _Whole(SQLite3Adapter):
    """Every statement is run to its end: one that gives rows while it writes is not done after its first row."""

    def select(self, conn, query_name, sql, parameters, record_class=None):  # type: ignore[no-untyped-def]
        return conn.execute(sql, parameters).fetchall()

    def select_one(self, conn, query_name, sql, parameters, record_class=None):  # type: ignore[no-untyped-def]
        return next(iter(conn.execute(sql, parameters).fetchall()), None)

    def select_value(self, conn, query_name, sql, parameters):  # type: ignore[no-untyped-def]
        return next(iter(conn.execute(sql, parameters).fetchall()), (None,))[0]

    def insert_update_delete(self, conn, query_name, sql, parameters):  # type: ignore[no-untyped-def]
        conn.execute(sql, parameters)


QUERIES: Any = aiosql.from_path(Path(__file__).with_name("sql"), _Whole)
"""Every query by its name. Within a write each is called with the writer's connection and its parameters by keyword;
reads take its text."""


@dataclass(slots=True)
class _Result:
    value: Any = None
    error: BaseException | None = None


class Writer:
    """The connection that writes and its thread: what is asked for while it works is written in one go after it.

    Args:
        connection: opened for use in any thread, in autocommit mode.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="database-writer")
        self._waiting: list[tuple[Work, asyncio.Future[Any]]] = []
        self._working = False

    def run(self, work: Callable[[sqlite3.Connection], T]) -> "asyncio.Future[T]":
        """What `work` will give, run in the thread; once asked for it is run, whether somebody waits or not."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        self._go_on()
        return done

    async def close(self) -> None:
        """Finish what was asked for, then close the connection and end the thread."""
        await self.run(lambda _: None)  # the last in the line
        await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
        self._thread.shutdown(wait=False)

    def _go_on(self) -> None:
        if self._working or not self._waiting:
            return
        batch, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
        self._working = True
        works = [work for work, _ in batch]
        running = asyncio.get_running_loop().run_in_executor(
            self._thread, write_together, self._connection, works
        )
        running.add_done_callback(lambda ended: self._told(ended, [done for _, done in batch]))

    def _told(self, ended: "asyncio.Future[list[_Result]]", waiting: Sequence["asyncio.Future[Any]"]) -> None:
        self._working = False
        failure = asyncio.CancelledError() if ended.cancelled() else ended.exception()
        results = ended.result() if failure is None else [_Result(error=failure)] * len(waiting)
        for done, result in zip(waiting, results, strict=True):
            if done.cancelled():
                continue
            if result.error is not None:
                done.set_exception(result.error)
            else:
                done.set_result(result.value)
        self._go_on()


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
        writer: sqlite3.Connection,
        reader: aiosqlite.Connection,
        busy: Busy,
        held: ExitStack,
    ) -> None:
        self._path = path
        self._writer = Writer(writer)
        self._reader = reader
        self._busy = busy
        self._held = held
        self._closing = asyncio.Lock()
        self._closed = False

    async def one(self, query: QueryFn, **parameters: object) -> Any:
        """What a query for one row or one value gives: the row or value, or None."""
        rows = await self.all(query, **parameters)
        if not rows:
            return None
        return rows[0][0] if query.operation is SQLOperationType.SELECT_VALUE else rows[0]

    async def all(self, query: QueryFn, **parameters: object) -> list[Row]:
        """The rows of a query."""
        # aiosql's own way over aiosqlite is three visits to the thread: between them the statement would stay open.
        with self._visit():
            return [tuple(row) for row in await self._reader.execute_fetchall(query.sql, parameters)]

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` with the writer's connection as one transaction, in the writer's thread.

        It is stored when this returns, and has left no trace when it raises. It runs to its end even when the caller
        is cancelled. It may be run a second time when the first one came to nothing, so it changes nothing else.

        Raises:
            StoreUnavailable: the database cannot be used, or was closed.
        """
        with self._visit():
            return await asyncio.shield(self._writer.run(work))

    async def write_one(self, query: QueryFn, **parameters: object) -> Any:
        """Run one writing query as a transaction of its own."""
        return await self.write(lambda connection: query(connection, **parameters))

    async def backup(self, target: Path) -> None:
        """Copy what is committed to another file, which appears only when it is whole.

        Raises:
            StoreUnavailable: the copy cannot be written.
        """
        with self._visit():
            await asyncio.shield(self._backup(target))

    async def _backup(self, target: Path) -> None:
        partial = target.with_name(target.name + ".partial")
        try:
            async with aiosqlite.connect(partial) as copy:
                await self._reader.backup(copy)
            partial.replace(target)
        except (OSError, sqlite3.Error) as error:
            partial.unlink(missing_ok=True)
            raise StoreUnavailable(f"{target}: the copy cannot be written: {_line(error)}") from error

    async def close(self) -> None:
        """Wait for what is being written, then close; a second time does nothing."""
        await asyncio.shield(self._close())

    async def _close(self) -> None:
        async with self._closing:
            if self._closed:
                return
            self._closed = True
            with self._busy(), self._held:
                await self._reader.close()
                await self._writer.close()

    @contextmanager
    def _visit(self) -> Iterator[None]:
        if self._closed:
            raise StoreUnavailable(f"{self._path}: the store is closed")
        with self._busy(), explained(self._path):
            yield


def write_together(connection: sqlite3.Connection, works: Sequence[Work]) -> list[_Result]:
    """Write works that wait at the same time in one transaction; one that fails takes no other with it.

    Should that not be possible, because the disk is full or broken, each is tried in a transaction of its own, so that
    everybody hears of his own fate.
    """
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        return [_Result(error=error)] * len(works)
    if len(works) == 1:
        return [_alone(connection, works[0])]
    try:
        return _committed(connection, lambda: [_apart(connection, work) for work in works])
    except sqlite3.Error:  # nothing of it is stored
        return [result for work in works for result in write_together(connection, [work])]


def _alone(connection: sqlite3.Connection, work: Work) -> _Result:
    try:
        return _Result(_committed(connection, lambda: work(connection)))
    except BaseException as error:  # noqa: BLE001 - belongs to who asked for it
        return _Result(error=error)


def _committed(connection: sqlite3.Connection, work: Callable[[], T]) -> T:
    """Do some work in the transaction that is open and commit it, or roll it back."""
    try:
        result = work()
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # where the disk is full SQLite itself has rolled back
            connection.execute("ROLLBACK")
        raise
    return result


def _apart(connection: sqlite3.Connection, work: Work) -> _Result:
    """Run one work of several; its failure leaves the others' writes as they are.

    Raises:
        sqlite3.Error: the transaction is lost.
    """
    connection.execute("SAVEPOINT work")
    try:
        result = _Result(work(connection))
    except BaseException as error:
        if not connection.in_transaction:
            raise sqlite3.OperationalError("the transaction was rolled back") from error
        connection.execute("ROLLBACK TO work")
        result = _Result(error=error)
    connection.execute("RELEASE work")
    return result


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
