"""Tables: loading a document, writing a commit in one transaction, the log, deadlines, updates dealt with."""

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

from musbot.app.commit import Chat, Commit, Reply
from musbot.app.document import Stage, TableDocument
from musbot.app.ports import DueRow, DuplicateUpdate, SlotStatus, StaleRevision
from musbot.app.screens import Screen
from musbot.engine.events import Event
from musbot.storage.database import QUERIES, Database
from musbot.storage.kinds import CODEC

Named = dict[str, Any]

RECENT = 512
"""Screens that are kept in memory by their text: what a commit owes is mostly delivered right after it."""


class TableStore:
    """The part of `musbot.app.ports.Store` that is about tables.

    Args:
        database: the open database.
        merged: by the number of a place that became another one: that one's number.
        now: seconds since 1970; stamps replies and dead letters.
    """

    def __init__(self, database: Database, merged: dict[int, int], now: Callable[[], float]) -> None:
        self._db = database
        self._merged = merged
        self._now = now
        self._screens: OrderedDict[str, Screen] = OrderedDict()

    async def new_table_id(self) -> int:
        """A number for a new table that no table has had before."""
        return int(await self._db.write_one(QUERIES.next_table_id))

    async def load(self, table_id: int) -> TableDocument | None:
        """The document of a table, or None."""
        row = await self._db.one(QUERIES.load_table, table_id=table_id)
        if row is None:
            return None
        document = CODEC.decode(row[0], TableDocument)
        return document if document.place_id == row[1] else replace(document, place_id=row[1])

    async def commit(self, commit: Commit) -> None:
        """Write one commit in one transaction; see `musbot.app.ports.Store.commit`."""
        table_id = commit.document.table_id
        first = commit.document.version - len(commit.events)
        events = [
            {
                "table_id": table_id,
                "version": version,
                "event": CODEC.encode(logged.event),
                "made_by": logged.by.value,
                "person_id": logged.person_id,
                "at": logged.at,
            }
            for version, logged in enumerate(commit.events, first)
        ]
        document = CODEC.encode(commit.document)
        await self._db.write(partial(self._write_commit, commit, document, events))

    def _write_commit(
        self, commit: Commit, text: str, events: list[Named], connection: sqlite3.Connection
    ) -> None:
        document = commit.document
        table_id = document.table_id
        head = QUERIES.commit_head(connection, table_id=table_id, update_id=commit.update_id)
        rev, _, _, seated, *deadline = head
        self._check(commit, head)
        place_id = _present(document.place_id, connection)
        if rev is None and QUERIES.place_exists(connection, place_id=place_id) is None:
            raise LookupError(f"table {table_id}: no place {document.place_id}")
        write = QUERIES.insert_table if rev is None else QUERIES.update_table
        write(
            connection,
            table_id=table_id,
            place_id=place_id,
            rev=document.rev,
            version=document.version,
            stage=document.stage.value,
            is_open=document.stage is not Stage.CLOSED,
            opened_at=document.opened_at,
            document=text,
        )
        people = json.dumps(sorted(human.person_id for human in document.humans), separators=(",", ":"))
        if people != seated:
            QUERIES.clear_seats(connection, table_id=table_id)
            QUERIES.write_seats(connection, table_id=table_id, people=people)
        if events:
            QUERIES.append_events(connection, events)
        self._owe(commit, connection)
        if deadline != [document.due, document.generation]:
            self._write_deadline(document, connection)
        if commit.update_id is not None:
            QUERIES.remember_update(connection, update_id=commit.update_id)

    def _check(self, commit: Commit, head: tuple[Any, ...]) -> None:
        document = commit.document
        rev, version, seen = head[0] or 0, head[1] or 0, head[2]
        if seen:
            raise DuplicateUpdate(f"update {commit.update_id} was dealt with before")
        if document.rev != rev + 1:
            raise StaleRevision(f"table {document.table_id} is at revision {rev}, not {document.rev - 1}")
        if document.version != version + len(commit.events):
            raise ValueError(
                f"table {document.table_id}: {len(commit.events)} events do not lead from {version} to "
                f"{document.version}"
            )

    def _owe(self, commit: Commit, connection: sqlite3.Connection) -> None:
        """Retires come first: a notice posted again under its name keeps its keyboard."""
        table_id = commit.document.table_id
        if commit.retires:
            gone = [{"table_id": table_id, "name": each.name} for each in commit.retires if each.delete]
            QUERIES.delete_notices(connection, gone)
            QUERIES.forget_notices(connection, gone)
            names = [{"table_id": table_id, "name": each.name} for each in commit.retires if not each.delete]
            QUERIES.retire_notices(connection, names)
            QUERIES.bare_notices(connection, names)
            QUERIES.retire_slots(connection, names)
            QUERIES.drop_retired_slots(connection, names)
            QUERIES.bare_slots(connection, names)
        if commit.notices:
            notices = [
                self._posting(table_id, notice.name, notice.chat, notice.screen, connection)
                for notice in commit.notices
            ]
            QUERIES.retire_notices(connection, notices)
            QUERIES.write_notices(connection, notices)
        if commit.slots:
            slots = [
                self._posting(table_id, slot.name, slot.chat, slot.screen, connection)
                | {"is_closing": slot.close, "fresh": slot.fresh}
                for slot in commit.slots
            ]
            QUERIES.write_slots(connection, slots)
        if commit.amends:
            amends = [
                self._posting(table_id, amend.name, amend.chat, amend.screen, connection)
                | {"is_closing": True, "fresh": False}
                for amend in commit.amends
            ]
            QUERIES.write_slots(connection, amends)
            QUERIES.amend_notices(connection, amends)
        if commit.replies:
            QUERIES.write_replies(connection, self._replies(commit.replies, table_id, connection))

    def _write_deadline(self, document: TableDocument, connection: sqlite3.Connection) -> None:
        if document.due is None:
            QUERIES.clear_deadline(connection, table_id=document.table_id)
        else:
            QUERIES.write_deadline(
                connection, table_id=document.table_id, due=document.due, generation=document.generation
            )

    async def seen_update(self, update_id: int) -> bool:
        """Whether this update was committed or refused before."""
        return await self._db.one(QUERIES.seen_update, update_id=update_id) is not None

    async def refuse_update(self, update_id: int) -> None:
        """Remember that this update was dealt with and changed nothing."""
        await self._db.write_one(QUERIES.remember_update, update_id=update_id)

    async def add_replies(self, replies: Sequence[Reply], table_id: int | None = None) -> None:
        """Owe replies that belong to no table's commit."""
        if replies:

            def work(connection: sqlite3.Connection) -> None:
                QUERIES.write_replies(connection, self._replies(replies, table_id, connection))

            await self._db.write(work)

    async def add_retire(self, chat: Chat, message_id: int) -> None:
        """Owe the stripping of a message's keyboard, unless a slot or a notice of an open table stands in it."""

        def work(connection: sqlite3.Connection) -> None:
            QUERIES.add_retire(connection, **address(chat, connection), message_id=message_id)

        await self._db.write(work)

    async def events(self, table_id: int) -> tuple[Event, ...]:
        """The whole event log of a table, in order."""
        rows = await self._db.all(QUERIES.events_of, table_id=table_id)
        return tuple(CODEC.decode(text, cast("type[Event]", Event)) for (text,) in rows)

    async def open_table_at(self, place_id: int) -> int | None:
        """The open (not closed) table at a place; the newest, should there be several."""
        found = await self._db.one(QUERIES.open_table_at, place_id=self._place_id(place_id))
        return None if found is None else int(found)

    async def open_tables_of(self, person_id: int) -> tuple[int, ...]:
        """Open tables at which a person is seated, newest first."""
        rows = await self._db.all(QUERIES.open_tables_of, person_id=person_id)
        return tuple(table_id for (table_id,) in rows)

    async def due(self, until: float) -> tuple[DueRow, ...]:
        """Deadlines at or before `until`, earliest first."""
        return tuple(DueRow(*row) for row in await self._db.all(QUERIES.due, until=until))

    async def next_due(self) -> float | None:
        """When the nearest deadline is."""
        found = await self._db.one(QUERIES.next_due)
        return None if found is None else float(found)

    async def slot_status(self, table_id: int, name: str) -> SlotStatus | None:
        """What is known of a slot's message; None: no such slot."""
        row = await self._db.one(QUERIES.slot_status, table_id=table_id, name=name)
        return None if row is None else SlotStatus(*row)

    async def meta(self, key: str) -> str | None:
        """A small fact of the whole bot."""
        found = await self._db.one(QUERIES.meta, key=key)
        return None if found is None else str(found)

    async def set_meta(self, key: str, value: str) -> None:
        """Store a small fact."""
        await self._db.write_one(QUERIES.set_meta, key=key, value=value)

    def _place_id(self, place_id: int) -> int:
        return self._merged.get(place_id, place_id)

    def _posting(
        self, table_id: int, name: str, chat: Chat, screen: Screen, connection: sqlite3.Connection
    ) -> Named:
        return {
            "table_id": table_id,
            "name": name,
            "screen": self._written(screen),
            "keys": bool(screen.keyboard),
        } | address(chat, connection)

    def _written(self, screen: Screen) -> str:
        text = CODEC.encode(screen)
        self._screens[text] = screen
        self._screens.move_to_end(text)
        if len(self._screens) > RECENT:
            self._screens.popitem(last=False)
        return text

    def _screen(self, text: str, keys: int) -> Screen:
        screen = self._screens.get(text) or CODEC.decode(text, Screen)
        return screen if keys else replace(screen, keyboard=())

    def _replies(
        self, replies: Sequence[Reply], table_id: int | None, connection: sqlite3.Connection
    ) -> list[Named]:
        at = self._now()
        return [
            {"table_id": table_id, "topic": reply.topic, "screen": self._written(reply.screen), "at": at}
            | address(reply.chat, connection)
            for reply in replies
        ]


def address(chat: Chat, connection: sqlite3.Connection) -> Named:
    """A chat as rows name it, within a transaction: what has just become of a place counts already."""
    place = chat.kind.value == "place"
    return {"chat_kind": chat.kind.value, "chat_ref": _present(chat.id, connection) if place else chat.id}


def _present(place_id: int, connection: sqlite3.Connection) -> int:
    found = QUERIES.present_place(connection, place_id=place_id)
    return place_id if found is None else int(found)
