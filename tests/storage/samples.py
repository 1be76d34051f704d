"""Small documents, screens and commits for the tests of the store."""

from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from musbot.app.commit import Amend, By, Chat, ChatKind, Commit, LoggedEvent, Notice, Reply, Retire, SlotWrite
from musbot.app.document import Human, Stage, TableDocument
from musbot.app.ports import Deliveries, OwedChat, Store
from musbot.app.screens import Button, Press, Screen, Verb
from musbot.app.text import text
from musbot.engine.actions import Mus
from musbot.engine.events import Called

GROUP_CHAT = -100_123_456_789_012
ANE, JON = 5_000_000_001, 5_000_000_002


class Both(Store, Deliveries, Protocol):
    """A store as the whole program sees it."""


def screen(key: str, keyboard: bool = True) -> Screen:
    button = Button(text("play"), Press(1, Verb.SIT, arg="0"))
    return Screen((text(key, n=3),), ((button,),) if keyboard else ())


def person(person_id: int) -> Chat:
    return Chat(ChatKind.PERSON, person_id)


def called(seat: int = 0) -> LoggedEvent:
    return LoggedEvent(Called(seat, Mus()), By.PERSON, 12.5, ANE)


@dataclass
class Table:
    """A table whose every `commit` leads on from the one before."""

    store: Both
    document: TableDocument
    chat: Chat
    names: list[str] = field(default_factory=list)

    @classmethod
    async def open(cls, store: Both, chat_id: int = GROUP_CHAT, opened_at: float = 1.0) -> "Table":
        place = await store.place(chat_id, None, "The group", "group")
        table_id = await store.new_table_id()
        document = TableDocument(table_id, place.place_id, ANE, "es", opened_at, 2.0, 3.0)
        return cls(store, document, Chat(ChatKind.PLACE, place.place_id))

    async def commit(
        self,
        *items: SlotWrite | Notice | Reply | Retire | Amend,
        events: tuple[LoggedEvent, ...] = (),
        update_id: int | None = None,
        **changes: Any,
    ) -> None:
        after = replace(
            self.document,
            rev=self.document.rev + 1,
            version=self.document.version + len(events),
            **changes,
        )
        await self.store.commit(
            Commit(
                after,
                events,
                tuple(item for item in items if isinstance(item, SlotWrite)),
                tuple(item for item in items if isinstance(item, Notice)),
                tuple(item for item in items if isinstance(item, Reply)),
                tuple(item for item in items if isinstance(item, Retire)),
                tuple(item for item in items if isinstance(item, Amend)),
                update_id,
            )
        )
        self.document = after

    def board(self, key: str, name: str = "board:1", keyboard: bool = True, **options: bool) -> SlotWrite:
        return SlotWrite(name, self.chat, screen(key, keyboard), **options)

    def notice(self, name: str, keyboard: bool = True) -> Notice:
        return Notice(name, self.chat, screen(name, keyboard))

    async def owed(self) -> OwedChat:
        owed = await self.store.owed(self.chat)
        assert owed is not None
        return owed

    async def send(self, message_id: int, at: float = 50.0) -> None:
        """Deliver the first notice that is owed."""
        notice = (await self.owed()).notices[0]
        await self.store.notice_sent(notice.notice_id, message_id, at)

    async def show(self, message_id: int, at: float = 50.0) -> None:
        """Deliver the one slot that is owed."""
        (slot,) = (await self.owed()).slots
        await self.store.slot_shown(slot.slot_id, slot.wanted, message_id, at)


def seats(*people: int | None) -> tuple[Human | None, ...]:
    return tuple(None if who is None else Human(who, f"p{who}") for who in people)


def closed(table: Table) -> TableDocument:
    return replace(table.document, stage=Stage.CLOSED)
