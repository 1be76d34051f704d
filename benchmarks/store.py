"""How many commits the store makes a second, against its own SQL statements awaited one by one on aiosqlite.

Both write the same commits to files beside each other, with `synchronous=FULL`; at the end the two files must hold
the same rows. The other side is handed texts that are encoded already.
"""

import asyncio
import json
import sqlite3
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiosqlite

from benchmarks.measuring import Row, row
from benchmarks.tables import calls, four, in_one, running
from musbot.app.commands import Command
from musbot.app.commit import Accepted, Commit
from musbot.app.document import TableDocument
from musbot.app.pace import Pace
from musbot.app.table import handle
from musbot.storage import SqliteStore, open_store
from musbot.storage.database import QUERIES
from musbot.storage.kinds import CODEC
from musbot.telegram.callbacks import decode

_SAME = {
    "tables": "table_id, rev, version, stage, document",
    "events": "table_id, version, event, person_id",
    "slots": "table_id, name, screen, keys, is_closing, wanted",
    "deadlines": "table_id, generation",
    "updates": "update_id",
}


@dataclass(frozen=True, slots=True)
class _Ready:
    """A commit for our side, and its statements for the other one."""

    commit: Commit
    statements: tuple[tuple[str, Any], ...]


def rows(rounds: int, folder: Path) -> list[Row]:
    """The one measure; `rounds` hands are written by each side."""
    return [asyncio.run(_measure(rounds, folder))]


async def _measure(rounds: int, folder: Path) -> Row:
    paths = folder / "ours.db", folder / "theirs.db"
    ours: list[float] = []
    theirs: list[float] = []
    whole: list[float] = []
    store = await open_store(paths[0])
    other = await open_store(paths[1])
    try:
        hands = [await _hand(number, store, other) for number in range(rounds)]
        await other.close()
        async with aiosqlite.connect(paths[1], isolation_level=None) as bare:
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                await bare.execute(f"PRAGMA {pragma}")
            for number, hand in enumerate(hands):
                if number % 2:
                    theirs.append(await _bare(bare, hand))
                ours.append(await _stored(store, hand))
                if not number % 2:
                    theirs.append(await _bare(bare, hand))
                whole.append(len(hand))
    finally:
        await store.close()
        await other.close()
    _expect_the_same(*paths)
    sizes = [len(str(statement[1])) for hand in hands for ready in hand for statement in ready.statements]
    return row(
        "store: commits, against bare aiosqlite",
        "/s",
        ours,
        theirs,
        goal=0.6,
        more={
            "commits a side": sum(whole),
            "statements": len(hands[0][0].statements),
            "bytes": statistics.mean(sizes),
        },
    )


async def _hand(number: int, store: SqliteStore, other: SqliteStore) -> list[_Ready]:
    """The commits of the calls of one hand at a new table that is in both databases."""
    place = await store.place(-1000 - number, None, "Cuadrilla")
    await other.place(-1000 - number, None, "Cuadrilla")
    now = 1_790_000_000.0 + number
    document, commits = running(number, place, number + 1, now)
    first = in_one(commits)
    await store.commit(first)
    await other.commit(first)
    people = {person.id: person for person in four(number)}
    document = first.document
    ready = []
    for count, (seat, data, _) in enumerate(calls(document)):
        press = decode(data)
        assert press is not None  # it was encoded just now
        person = next(
            people[human.person_id] for human in document.humans if document.seat_of(human.person_id) == seat
        )
        command = Command(press, person, place.place_id, number * 100 + count, "query")
        outcome = handle(document, command, now + count, _NoChance(), Pace())
        if not isinstance(outcome, Accepted):
            raise TypeError(f"{press} was refused")
        ready.append(_Ready(outcome.commit, _statements(document, outcome.commit)))
        document = outcome.commit.document
    return ready


class _NoChance:
    def shuffle(self, items: Sequence[Any], /) -> tuple[Any, ...]:
        raise AssertionError("no call of these needs chance")

    def below(self, n: int, /) -> int:
        raise AssertionError("no call of these needs chance")


def _statements(before: TableDocument, commit: Commit) -> tuple[tuple[str, Any], ...]:
    document = commit.document
    table_id = document.table_id
    row_of_table = {
        "table_id": table_id,
        "place_id": document.place_id,
        "rev": document.rev,
        "version": document.version,
        "stage": document.stage.value,
        "is_open": True,
        "opened_at": document.opened_at,
        "document": CODEC.encode(document),
    }
    events = [
        {
            "table_id": table_id,
            "version": before.version + place,
            "event": CODEC.encode(logged.event),
            "made_by": logged.by.value,
            "person_id": logged.person_id,
            "at": logged.at,
        }
        for place, logged in enumerate(commit.events)
    ]
    slots = [
        {
            "table_id": table_id,
            "name": slot.name,
            "chat_kind": slot.chat.kind.value,
            "chat_ref": slot.chat.id,
            "screen": CODEC.encode(slot.screen),
            "keys": bool(slot.screen.keyboard),
            "is_closing": slot.close,
            "fresh": slot.fresh,
        }
        for slot in commit.slots
    ]
    due = {"table_id": table_id, "due": document.due, "generation": document.generation}
    update = {"update_id": commit.update_id}
    return (
        ("BEGIN IMMEDIATE", None),
        (QUERIES.commit_head.sql, {"table_id": table_id} | update),
        (QUERIES.update_table.sql, row_of_table),
        (QUERIES.append_events.sql, events),
        (QUERIES.write_slots.sql, slots),
        (QUERIES.write_deadline.sql, due),
        (QUERIES.remember_update.sql, update),
        ("COMMIT", None),
    )


async def _stored(store: SqliteStore, hand: list[_Ready]) -> float:
    begun = time.perf_counter()
    for ready in hand:
        await store.commit(ready.commit)
    return len(hand) / (time.perf_counter() - begun)


async def _bare(bare: aiosqlite.Connection, hand: list[_Ready]) -> float:
    begun = time.perf_counter()
    for ready in hand:
        for sql, parameters in ready.statements:
            if isinstance(parameters, list):
                await bare.executemany(sql, parameters)
            else:
                await bare.execute_fetchall(sql, parameters)
    return len(hand) / (time.perf_counter() - begun)


def _expect_the_same(ours: Path, theirs: Path) -> None:
    for name, columns in _SAME.items():
        found = []
        for path in (ours, theirs):
            connection = sqlite3.connect(path)
            try:
                found.append(sorted(connection.execute(f"SELECT {columns} FROM {name}"), key=repr))  # noqa: S608
            finally:
                connection.close()
        if found[0] != found[1] or not found[0]:
            raise AssertionError(f"the two sides wrote different {name}: {json.dumps(found)[:400]}")
