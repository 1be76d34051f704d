"""Places and people: who and where, in which language, whether they can be reached; a group that moves."""

import sqlite3
from typing import Any

from musbot.app.ports import PersonRow, PlaceRow
from musbot.storage.database import QUERIES
from musbot.storage.tables import TableStore


class PlaceStore(TableStore):
    """The part of `musbot.app.ports.Store` that is about places and people.

    A place that was merged into another keeps its number as an alias: documents in memory, commands on their way and
    old rows may still carry it, so every number that comes in is looked up first.
    """

    async def place(
        self, chat_id: int, thread_id: int | None, title: str = "", username: str | None = None
    ) -> PlaceRow:
        """The place of a chat and thread, created when new; a chat that moved is found where it is now.

        Args:
            chat_id: the platform's chat.
            thread_id: the forum topic, None for the general one.
            title: the chat's title; empty when nothing is known of title and username.
            username: its public name.
        """
        address = {"chat_id": chat_id, "thread_id": thread_id or 0}
        title = _storable(title)
        row = await self._db.one(QUERIES.place_at, **address)
        if row is None or (title and (title, username) != row[5:]):
            row = await self._db.write_one(QUERIES.write_place, **address, title=title, username=username)
        return _place(row)

    async def place_by_id(self, place_id: int) -> PlaceRow | None:
        """A place by its number."""
        row = await self._db.one(QUERIES.place_by_id, place_id=self._place_id(place_id))
        return None if row is None else _place(row)

    async def set_place_language(self, place_id: int, language: str) -> None:
        """The language chosen for a place."""
        await self._db.write_one(
            QUERIES.set_place_language, place_id=self._place_id(place_id), language=language
        )

    async def set_place_reachable(self, place_id: int, reachable: bool) -> None:
        """Whether the bot can write in a place."""
        await self._db.write_one(
            QUERIES.set_place_reachable, place_id=self._place_id(place_id), reachable=reachable
        )

    async def places_of_chat(self, chat_id: int) -> tuple[PlaceRow, ...]:
        """All places (topics) of one chat."""
        return tuple(map(_place, await self._db.all(QUERIES.places_of_chat, chat_id=chat_id)))

    async def person(self, person_id: int) -> PersonRow | None:
        """What is known of a person."""
        row = await self._db.one(QUERIES.person, person_id=person_id)
        return None if row is None else PersonRow(row[0], row[1], row[2], bool(row[3]))

    async def remember_person(
        self, person_id: int, name: str, *, reachable: bool | None = None, language: str | None = None
    ) -> None:
        """Store what is given; None leaves a field as it is."""
        name = _storable(name)
        known = await self.person(person_id)
        if known is not None and known == PersonRow(
            person_id,
            name,
            known.language if language is None else language,
            known.reachable if reachable is None else reachable,
        ):
            return
        await self._db.write_one(
            QUERIES.remember_person, person_id=person_id, name=name, language=language, reachable=reachable
        )

    async def migrate_chat(self, old_chat_id: int, new_chat_id: int) -> None:
        """A group became a supergroup: re-key its places, drop message ids, owe its boards anew. Idempotent.

        Where the new chat is known already, the two rows become one under the older number.
        """
        if old_chat_id == new_chat_id:
            return
        aliases: dict[int, int] = {}

        def work(connection: sqlite3.Connection) -> None:
            both = {"old_chat_id": old_chat_id, "new_chat_id": new_chat_id}
            QUERIES.forget_migration(connection, chat_id=new_chat_id)
            QUERIES.follow_migration(connection, **both)
            QUERIES.remember_migration(connection, **both)
            places = QUERIES.places_to_move(connection, **both)
            for old, new in places:
                _forget_messages(old, connection)
                if new is None:
                    QUERIES.rekey_place(connection, place_id=old, chat_id=new_chat_id)
                else:
                    kept, gone = min(old, new), max(old, new)
                    _merge(kept, gone, new, connection)
                    aliases[gone] = kept

        await self._db.write(work)
        for gone, kept in aliases.items():
            self._merged |= {alias: kept for alias, place in self._merged.items() if place == gone}
            self._merged[gone] = kept


def _forget_messages(place_id: int, connection: sqlite3.Connection) -> None:
    """The messages of the old chat are out of reach: what was closed is done, what is open is posted again."""
    QUERIES.drop_retires(connection, place_id=place_id)
    QUERIES.drop_sent_notices(connection, place_id=place_id)
    QUERIES.drop_closing_slots(connection, place_id=place_id)
    QUERIES.owe_slots_anew(connection, place_id=place_id)


def _merge(kept: int, gone: int, new: int, connection: sqlite3.Connection) -> None:
    both = {"gone": gone, "kept": kept}
    QUERIES.alias_place(connection, **both)
    QUERIES.merge_place(connection, **both, new=new)
    QUERIES.move_tables(connection, **both)
    QUERIES.move_slots(connection, **both)
    QUERIES.move_notices(connection, **both)
    QUERIES.move_replies(connection, **both)
    QUERIES.drop_replies(connection, gone=gone)
    QUERIES.move_retires(connection, **both)


def _place(row: tuple[Any, ...]) -> PlaceRow:
    place_id, chat_id, thread_id, language, reachable, title, username = row
    return PlaceRow(place_id, chat_id, thread_id or None, language, bool(reachable), title, username)


def _storable(text: str) -> str:
    """Halves of a surrogate pair, which some clients let through, have no UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")
