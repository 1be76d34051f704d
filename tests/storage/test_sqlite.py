"""What only the database can get wrong: transactions, cancellation, crashes, what is on disk."""

import asyncio
import contextlib
import functools
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from musbot.app.commit import Commit, Notice
from musbot.app.ports import SlotStatus, StoreUnavailable
from musbot.storage import SqliteStore, open_store
from musbot.storage.database import QUERIES, Database
from tests.storage.samples import ANE, GROUP_CHAT, Table, called, person, screen, seats
from tests.support.virtual_time import run_virtual

ROOT = Path(__file__).resolve().parents[2]


def database_of(store: SqliteStore) -> Database:
    return store._db


async def on_the_writer(store: SqliteStore, statement: Callable[[int], str]) -> None:
    """Run a statement outside of any transaction; it is told how many pages the database has."""
    connection = database_of(store)._writer._connection
    ((pages,),) = connection.execute("PRAGMA page_count").fetchall()
    connection.execute(statement(pages)).fetchall()


async def test_everything_is_there_after_a_restart(sqlite: SqliteStore, tmp_path: Path) -> None:
    table = await Table.open(sqlite)
    await table.commit(
        table.board("b"), table.notice("n"), events=(called(),), update_id=9, due=5.0, seats=seats(ANE)
    )
    owed = await table.owed()
    await table.show(7)
    await sqlite.close()
    store = await open_store(tmp_path / "musbot.db")
    try:
        assert await store.load(table.document.table_id) == table.document
        assert await store.events(table.document.table_id) == (called().event,)
        assert await store.seen_update(9)
        assert await store.next_due() == 5.0
        assert await store.open_tables_of(ANE) == (table.document.table_id,)
        assert await store.slot_status(table.document.table_id, "board:1") == SlotStatus(7, 50.0)
        assert await store.owed(table.chat) == replace(owed, slots=())
        assert await store.new_table_id() > table.document.table_id
    finally:
        await store.close()


async def test_numbers_of_merged_places_hold_after_a_restart(sqlite: SqliteStore, tmp_path: Path) -> None:
    table = await Table.open(sqlite)
    await table.commit()
    newer = await sqlite.place(-77, None, "New", "new")
    await sqlite.migrate_chat(GROUP_CHAT, -77)
    await sqlite.close()
    store = await open_store(tmp_path / "musbot.db")
    try:
        assert await store.open_table_at(newer.place_id) == table.document.table_id
        assert await store.place(GROUP_CHAT, None) == await store.place_by_id(newer.place_id)
    finally:
        await store.close()


async def test_a_rollback_takes_no_other_tasks_write_with_it(sqlite: SqliteStore) -> None:
    def fails(connection: sqlite3.Connection) -> None:
        QUERIES.set_meta(connection, key="mine", value="1")
        raise LookupError("no")

    # The first is written by itself; the others wait for it and are written together.
    writing = [
        sqlite.set_meta("first", "1"),
        sqlite.set_meta("before", "1"),
        database_of(sqlite).write(fails),
    ]
    *_, failed, after = await asyncio.gather(*writing, sqlite.set_meta("after", "1"), return_exceptions=True)
    assert isinstance(failed, LookupError)
    assert after is None
    assert await sqlite.meta("mine") is None
    assert [await sqlite.meta(key) for key in ("first", "before", "after")] == ["1", "1", "1"]


async def test_writes_that_wait_reach_the_disk_together_and_in_their_order(sqlite: SqliteStore) -> None:
    statements: list[str] = []
    database_of(sqlite)._writer._connection.set_trace_callback(statements.append)
    order: list[int] = []

    def noted(number: int, connection: sqlite3.Connection) -> int:
        order.append(number)
        QUERIES.set_meta(connection, key="last", value=str(number))
        return number

    count = 40
    writes = [database_of(sqlite).write(functools.partial(noted, number)) for number in range(count)]
    assert await asyncio.gather(*writes) == list(range(count))
    assert order == list(range(count))
    assert await sqlite.meta("last") == str(count - 1)
    assert statements.count("COMMIT") == 2


async def test_nobody_hears_of_his_write_before_it_is_on_the_disk(
    sqlite: SqliteStore, tmp_path: Path
) -> None:
    async def write(number: int) -> int:
        await sqlite.set_meta(str(number), "1")
        with contextlib.closing(sqlite3.connect(tmp_path / "musbot.db")) as other:
            return len(other.execute("SELECT 1 FROM meta WHERE key = ?", (str(number),)).fetchall())

    assert await asyncio.gather(*map(write, range(20))) == [1] * 20


async def test_when_the_disk_is_full_for_one_write_of_several_the_small_ones_are_stored(
    sqlite: SqliteStore,
) -> None:
    await on_the_writer(sqlite, lambda pages: f"PRAGMA max_page_count = {pages + 2}")

    def big(connection: sqlite3.Connection) -> None:
        QUERIES.set_meta(connection, key="big", value="x" * 1_000_000)

    writing = [sqlite.set_meta("first", "1"), sqlite.set_meta("before", "1"), database_of(sqlite).write(big)]
    *_, failed, after = await asyncio.gather(*writing, sqlite.set_meta("after", "1"), return_exceptions=True)
    assert isinstance(failed, StoreUnavailable)
    assert "the disk is full" in str(failed)
    assert after is None
    assert [await sqlite.meta(key) for key in ("big", "before", "after")] == [None, "1", "1"]


async def test_a_read_sees_only_what_is_committed_and_does_not_wait(sqlite: SqliteStore) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def slow(connection: sqlite3.Connection) -> None:
        QUERIES.set_meta(connection, key="a", value="1")
        inside.set()
        assert go_on.wait(20)

    async def reader() -> str | None:
        assert await asyncio.to_thread(inside.wait, 20)
        seen = await sqlite.meta("a")
        go_on.set()
        return seen

    _, seen = await asyncio.gather(database_of(sqlite).write(slow), reader())
    assert seen is None
    assert await sqlite.meta("a") == "1"


async def test_a_read_that_is_cancelled_keeps_no_old_moment_open(sqlite: SqliteStore) -> None:
    for ticks in range(12):
        reading = asyncio.ensure_future(database_of(sqlite).all(QUERIES.merged_places))
        for _ in range(ticks):
            await asyncio.sleep(0)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        await sqlite.set_meta("a", str(ticks))
        assert await sqlite.meta("a") == str(ticks)


async def test_a_query_for_one_row_or_value_may_find_none(sqlite: SqliteStore) -> None:
    await sqlite.set_meta("empty", "")
    database = database_of(sqlite)
    assert await database.one(QUERIES.meta, key="empty") == ""
    assert await database.one(QUERIES.meta, key="none") is None
    assert await database.one(QUERIES.next_due) is None
    assert await database.one(QUERIES.person, person_id=ANE) is None
    await sqlite.remember_person(ANE, "Ane")
    assert await database.one(QUERIES.person, person_id=ANE) == (ANE, "Ane", None, 0)


async def test_closing_waits_for_the_reads_that_were_asked_for(sqlite: SqliteStore) -> None:
    await sqlite.set_meta("a", "1")
    reading = [asyncio.ensure_future(sqlite.meta("a")) for _ in range(5)]
    await asyncio.sleep(0)
    await sqlite.close()
    assert await asyncio.gather(*reading) == ["1"] * 5


async def test_what_a_read_fails_of_is_said_in_one_line(sqlite: SqliteStore, tmp_path: Path) -> None:
    await on_the_writer(sqlite, lambda _: "DROP TABLE meta")
    with pytest.raises(StoreUnavailable, match="no such table: meta") as caught:
        await sqlite.meta("a")
    assert str(tmp_path / "musbot.db") in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_database_s_threads_take_no_virtual_time(tmp_path: Path) -> None:
    async def main() -> float:
        loop = asyncio.get_running_loop()
        loop.call_later(3600, lambda: None)
        store = await open_store(tmp_path / "musbot.db")
        for number in range(20):
            await store.set_meta("a", str(number))
            assert await store.meta("a") == str(number)
        await store.backup(tmp_path / "copy.db")
        await store.close()
        return loop.time()

    assert run_virtual(main) == 0.0


async def test_a_commit_whose_task_is_cancelled_is_whole_and_leaves_nothing_open(sqlite: SqliteStore) -> None:
    table = await Table.open(sqlite)
    await table.commit()
    for ticks in range(40):
        after = replace(table.document, rev=table.document.rev + 1, version=table.document.version + 1)
        commit = Commit(after, (called(),), (table.board(f"b{ticks}"),), (table.notice(f"n{ticks}"),))
        task = asyncio.ensure_future(sqlite.commit(commit))
        for _ in range(ticks):
            await asyncio.sleep(0)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await sqlite.set_meta("next", str(ticks))  # waits for whatever still runs, then works
        loaded = await sqlite.load(after.table_id)
        assert loaded in (table.document, after)
        assert len(await sqlite.events(after.table_id)) == loaded.version
        table.document = loaded
    assert table.document.version > 0


async def test_an_interrupted_transaction_is_rolled_back(sqlite: SqliteStore) -> None:
    """The shield keeps cancellation out of it; a loop that stops cancels even so."""

    def work(connection: sqlite3.Connection) -> None:
        QUERIES.set_meta(connection, key="a", value="1")
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await database_of(sqlite).write(work)
    await sqlite.set_meta("b", "1")
    assert (await sqlite.meta("a"), await sqlite.meta("b")) == (None, "1")


async def test_closing_waits_for_the_write_that_runs(sqlite: SqliteStore, tmp_path: Path) -> None:
    table = await Table.open(sqlite)
    writing = asyncio.gather(*(sqlite.refuse_update(n) for n in range(5)), table.commit())
    await asyncio.sleep(0)
    await sqlite.close()
    await writing
    store = await open_store(tmp_path / "musbot.db")
    assert await store.load(table.document.table_id) == table.document
    await store.close()


async def test_many_tasks_may_use_the_store_at_once(sqlite: SqliteStore) -> None:
    tables = [await Table.open(sqlite, -number) for number in range(1, 9)]

    async def play(table: Table) -> None:
        for number in range(10):
            await table.commit(table.board(f"b{number}"), events=(called(),))
            assert await sqlite.load(table.document.table_id) == table.document

    await asyncio.gather(*map(play, tables))
    for table in tables:
        assert len(await sqlite.events(table.document.table_id)) == 10


async def test_the_pragmas_that_durability_stands_on_are_in_force(sqlite: SqliteStore) -> None:
    writer, reader = database_of(sqlite)._writer._connection, database_of(sqlite)._reader
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    for name, value in wanted.items():
        assert writer.execute(f"PRAGMA {name}").fetchall() == [(value,)]
        assert await reader.execute_fetchall(f"PRAGMA {name}") == [(value,)]
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await reader.execute("DELETE FROM meta")


async def test_old_updates_are_forgotten_and_recent_ones_are_not(sqlite: SqliteStore) -> None:
    def many(connection: sqlite3.Connection) -> None:
        rows = [{"update_id": number} for number in range(10_001)]
        connection.executemany("INSERT INTO updates (update_id) VALUES (:update_id)", rows)

    await database_of(sqlite).write(many)
    await sqlite.refuse_update(-5)  # the platform may start its numbers anew
    assert not await sqlite.seen_update(0)
    assert not await sqlite.seen_update(1)
    assert await sqlite.seen_update(2)
    assert await sqlite.seen_update(-5)


async def test_a_full_disk_is_said_in_one_line_and_loses_nothing(sqlite: SqliteStore) -> None:
    table = await Table.open(sqlite)
    await table.commit()
    await on_the_writer(sqlite, lambda pages: f"PRAGMA max_page_count = {pages}")

    async def fill() -> None:
        for number in range(50):
            await table.commit(*(table.notice(f"{number}:{n}") for n in range(40)))

    with pytest.raises(StoreUnavailable, match="the disk is full") as caught:
        await fill()
    assert "\n" not in str(caught.value)
    stored = table.document
    await on_the_writer(sqlite, lambda _: "PRAGMA max_page_count = 100000")
    assert await sqlite.load(stored.table_id) == stored
    await sqlite.set_meta("after", "1")


async def test_names_with_broken_characters_are_stored(sqlite: SqliteStore) -> None:
    await sqlite.remember_person(ANE, "Ane \ud83c")
    assert (await sqlite.person(ANE)) is not None
    assert (await sqlite.place(-1, None, "Mus \ude00")).title == "Mus ?"


async def test_what_is_given_up_can_be_looked_at(sqlite: SqliteStore) -> None:
    table = await Table.open(sqlite)
    await sqlite.set_reachable(person(ANE), True)
    await table.commit(Notice("n", person(ANE), screen("n")))
    owed = await sqlite.owed(person(ANE))
    assert owed is not None
    await sqlite.dead_letter(person(ANE), "notice", owed.notices[0].notice_id, "400: too long")
    rows = await database_of(sqlite).all(QUERIES.dead_letters)
    assert rows == [("notice", "person", ANE, "n", "400: too long")]


async def test_every_stay_in_the_database_is_announced(tmp_path: Path) -> None:
    inside = 0

    @contextlib.contextmanager
    def busy() -> Iterator[None]:
        nonlocal inside
        inside += 1
        yield
        inside -= 1

    store = await open_store(tmp_path / "musbot.db", busy=busy)
    seen: list[int] = []

    def note(_statement: str) -> None:
        seen.append(inside)

    database_of(store)._writer._connection.set_trace_callback(note)
    await database_of(store)._reader.set_trace_callback(note)
    table = await Table.open(store)
    await table.commit(table.board("b"))
    await store.owed(table.chat)
    await store.backup(tmp_path / "copy.db")
    assert len(seen) > 8
    assert min(seen) >= 1
    assert inside == 0
    await store.close()
    assert inside == 0


async def test_a_backup_is_a_whole_store_of_that_moment(sqlite: SqliteStore, tmp_path: Path) -> None:
    table = await Table.open(sqlite)
    await table.commit(events=(called(),))
    before = table.document
    await sqlite.backup(tmp_path / "copy.db")
    await table.commit()
    copy = await open_store(tmp_path / "copy.db")
    assert await copy.load(before.table_id) == before
    await copy.close()
    with pytest.raises(StoreUnavailable, match="cannot be written"):
        await sqlite.backup(tmp_path / "no such folder" / "copy.db")


KILLED = """
import asyncio, sys
from dataclasses import replace
from musbot.app.commit import Commit
from musbot.storage import open_store
from tests.storage.samples import Table, called

async def main():
    store = await open_store(sys.argv[1])
    table = await Table.open(store)
    while True:
        await table.commit(table.board(str(table.document.rev)), table.notice(f"n{table.document.rev}"),
            events=(called(0), called(1)), update_id=table.document.rev, due=float(table.document.rev))
        print(table.document.rev, flush=True)

asyncio.run(main())
"""


def run_until_killed(path: Path, commits: int) -> int:
    """Let another process commit without end and kill it; gives the last commit that it told of."""
    command = [sys.executable, "-c", KILLED, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True) as process:
        assert process.stdout is not None
        told = 0
        while told < commits:
            told = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
        return max([told, *map(int, process.stdout.read().split("\n")[:-1])])


async def test_a_kill_between_any_two_statements_leaves_whole_commits_only(tmp_path: Path) -> None:
    path = tmp_path / "musbot.db"
    told = run_until_killed(path, 25)
    store = await open_store(path)  # the lock went with the process
    try:
        document = await store.load(1)
        assert document is not None
        assert told <= document.rev <= told + 1
        assert document.version == 2 * document.rev == len(await store.events(1))
        assert await store.next_due() == document.rev - 1
        assert await store.seen_update(document.rev - 1)
        assert not await store.seen_update(document.rev)
        owed = await store.owed((await store.owing_chats())[0])
        assert owed is not None
        assert len(owed.notices) == owed.slots[0].wanted == document.rev
    finally:
        await store.close()
