"""What the chats are owed, for the outbox: reading it in order, and marking what became of it."""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from musbot.app.commit import Chat, ChatKind
from musbot.app.ports import OwedChat, OwedNotice, OwedReply, OwedRetire, OwedSlot
from musbot.app.screens import Screen
from musbot.storage.database import QUERIES
from musbot.storage.tables import TableStore, address

NOTICE, SLOT, REPLY, RETIRE = 1, 2, 3, 4  # `class` in the query: the order of delivery


class DeliveryStore(TableStore):
    """`musbot.app.ports.Deliveries`."""

    async def owing_chats(self) -> tuple[Chat, ...]:
        """Reachable chats that are owed anything."""
        rows = await self._db.all(QUERIES.owing_chats)
        return tuple(Chat(ChatKind(kind), ref) for kind, ref in rows)

    async def owed(self, chat: Chat) -> OwedChat | None:
        """What a chat is owed, in order of delivery; None: nothing, or it cannot be reached."""
        chat = replace(chat, id=self._place_id(chat.id)) if chat.kind is ChatKind.PLACE else chat
        rows = await self._db.all(QUERIES.owed, chat_kind=chat.kind.value, chat_ref=chat.id)
        return _owed(chat, rows, self._screen) if rows else None

    async def slot_shown(self, slot_id: int, wanted: int, message_id: int, at: float) -> None:
        """The slot shows counter `wanted` in `message_id`; an older message that it replaces is owed its deletion."""

        def work(connection: sqlite3.Connection) -> None:
            QUERIES.retire_replaced(connection, slot_id=slot_id, message_id=message_id)
            QUERIES.slot_shown(connection, slot_id=slot_id, wanted=wanted, message_id=message_id, at=at)
            QUERIES.drop_closed_slot(connection, slot_id=slot_id)

        await self._db.write(work)

    async def slot_lost(self, slot_id: int) -> None:
        """The slot's message no longer exists or cannot be edited: the next showing is a new message."""
        await self._db.write_one(QUERIES.slot_lost, slot_id=slot_id)

    async def notice_sent(self, notice_id: int, message_id: int, at: float) -> None:
        """A notice stands in the chat; one amended or retired while it was on its way is changed."""

        def work(connection: sqlite3.Connection) -> None:
            QUERIES.notice_sent(connection, notice_id=notice_id, message_id=message_id, at=at)
            QUERIES.amend_sent_notice(connection, notice_id=notice_id, message_id=message_id)
            QUERIES.retire_sent_notice(connection, notice_id=notice_id)

        await self._db.write(work)

    async def reply_done(self, reply_id: int) -> None:
        """A reply was sent or dropped."""
        await self._db.write_one(QUERIES.reply_done, reply_id=reply_id)

    async def retire_done(self, retire_id: int) -> None:
        """A keyboard was stripped, or will never be."""
        await self._db.write_one(QUERIES.retire_done, retire_id=retire_id)

    async def dead_letter(
        self, chat: Chat, kind: str, row_id: int, error: str, wanted: int | None = None
    ) -> None:
        """Give up one owed thing for good; see `musbot.app.ports.Deliveries.dead_letter`."""
        buries = {
            "slot": QUERIES.bury_slot,
            "notice": QUERIES.bury_notice,
            "reply": QUERIES.bury_reply,
            "retire": QUERIES.bury_retire,
        }
        if kind not in buries:
            raise ValueError(f"nothing owed is called {kind!r}")

        def work(connection: sqlite3.Connection) -> None:
            buries[kind](connection, **address(chat, connection), row_id=row_id, error=error, at=self._now())
            match kind:
                case "slot":
                    QUERIES.give_up_slot(connection, row_id=row_id, wanted=wanted)
                case "notice":
                    QUERIES.give_up_notice(connection, row_id=row_id)
                case "reply":
                    QUERIES.reply_done(connection, reply_id=row_id)
                case _:
                    QUERIES.retire_done(connection, retire_id=row_id)

        await self._db.write(work)

    async def hold(self, chat: Chat, until: float) -> None:
        """The platform asked us to leave this chat (with all its topics) alone until then."""
        if chat.kind is ChatKind.PERSON:
            await self._db.write_one(QUERIES.hold_person, person_id=chat.id, until=until)
        else:
            await self._db.write_one(QUERIES.hold_place, place_id=self._place_id(chat.id), until=until)

    async def set_reachable(self, chat: Chat, reachable: bool) -> None:
        """Whether the chat can be written to; what an unreachable chat is owed waits."""
        if chat.kind is ChatKind.PERSON:
            await self._db.write_one(QUERIES.set_person_reachable, person_id=chat.id, reachable=reachable)
        else:
            place_id = self._place_id(chat.id)
            await self._db.write_one(QUERIES.set_place_reachable, place_id=place_id, reachable=reachable)


def _owed(chat: Chat, rows: Sequence[tuple[Any, ...]], read: Callable[[str, int], Screen]) -> OwedChat:
    notices: list[OwedNotice] = []
    slots: list[OwedSlot] = []
    replies: list[OwedReply] = []
    retires: list[OwedRetire] = []
    for *_, group, kind, number, text, keys, message_id, count, flag, replaces in rows:
        match kind:
            case 1:
                notices.append(OwedNotice(number, read(text, keys), group))
            case 2:
                screen = read(text, keys)
                slots.append(OwedSlot(number, screen, count, message_id, bool(flag), replaces, group))
            case 3:
                replies.append(OwedReply(number, read(text, keys), count, group))
            case _:
                retires.append(OwedRetire(number, message_id, bool(flag)))
    chat_id, thread_id, language, hold_until, username = rows[0][:5]
    return OwedChat(
        chat,
        chat_id,
        thread_id or None,
        language,
        hold_until,
        tuple(notices),
        tuple(slots),
        tuple(replies),
        tuple(retires),
        username or next((row[5] for row in rows if row[5]), None),
    )
