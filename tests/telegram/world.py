"""The whole delivery side against the emulated Telegram, in virtual time: what tests of outbox and intake stand on."""

import random
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from telegram.request import BaseRequest

from musbot.app.commit import Amend, Chat, ChatKind, Commit, Notice, Reply, Retire, SlotWrite
from musbot.app.document import TableDocument
from musbot.app.incoming import Incoming
from musbot.app.nursery import Nursery
from musbot.app.ports import OwedChat, StoreUnavailable
from musbot.app.screens import Button, Press, Screen, Verb
from musbot.app.text import text
from musbot.emulator.clocks import LoopClock
from musbot.emulator.core import Call, Emulator, Limits, MessageView
from musbot.emulator.inprocess import InProcessRequest
from musbot.telegram.app import BotOptions, TelegramBot
from musbot.telegram.gateway import Purpose
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import run_virtual
from tests.telegram.plain_words import PlainWords

T = TypeVar("T")
RESTED = 60.0
"""Seconds after which every budget is full."""


class Dice:
    """Chance from a seed."""

    def __init__(self) -> None:
        self._random = random.Random(5)

    def shuffle(self, items: Sequence[T], /) -> tuple[T, ...]:
        return tuple(self._random.sample(list(items), len(items)))

    def below(self, n: int, /) -> int:
        return self._random.randrange(n)


class MoodyStore(MemoryStore):
    """A store whose next `away` questions about what is owed fail."""

    away = 0

    async def owed(self, chat: Chat) -> OwedChat | None:
        if self.away > 0:
            self.away -= 1
            raise StoreUnavailable("the disk is full")
        return await super().owed(chat)


class Notebook:
    """An intake that writes down what it is given."""

    def __init__(self) -> None:
        self.taken: list[Incoming] = []
        self.before: Callable[[Incoming], Coroutine[Any, Any, None]] | None = None

    async def take(self, incoming: Incoming) -> None:
        if self.before is not None:
            await self.before(incoming)
        self.taken.append(incoming)


def screen(line: str, *, button: bool = True, loud: bool = False, protect: bool = False) -> Screen:
    keyboard = ((Button(text("cards"), Press(1, Verb.CARDS)),),) if button else ()
    return Screen((text(line),), keyboard, loud=loud, protect=protect)


@dataclass
class World:
    """A group with Ane and Jon, a table in it, and the bot."""

    clock: LoopClock
    emulator: Emulator
    store: MoodyStore
    bot: TelegramBot
    nursery: Nursery
    intake: Notebook
    ane: int
    group: int
    place: Chat
    document: TableDocument
    unreachable: list[Chat] = field(default_factory=list)
    migrated: list[tuple[int, int]] = field(default_factory=list)

    async def start(self) -> None:
        await self.bot.start(self.intake, self._unreachable, self._migrated)

    async def _unreachable(self, chat: Chat) -> None:
        self.unreachable.append(chat)

    async def _migrated(self, old: int, new: int) -> None:
        self.migrated.append((old, new))
        await self.store.migrate_chat(old, new)

    async def owe(
        self,
        *slots: SlotWrite,
        notices: tuple[Notice, ...] = (),
        replies: tuple[Reply, ...] = (),
        retires: tuple[Retire, ...] = (),
        amends: tuple[Amend, ...] = (),
    ) -> None:
        """Commit and wake, as an actor does."""
        self.document = replace(self.document, rev=self.document.rev + 1)
        await self.store.commit(
            Commit(
                self.document, slots=slots, notices=notices, replies=replies, retires=retires, amends=amends
            )
        )
        owed: list[SlotWrite | Notice | Reply | Amend] = [*slots, *notices, *replies, *amends]
        self.bot.delivery([each.chat for each in owed] or [self.place])

    async def show(
        self,
        line: str,
        *,
        chat: Chat | None = None,
        name: str = "board:1",
        close: bool = False,
        fresh: bool = False,
    ) -> None:
        """Owe the board a screen of one line."""
        await self.owe(SlotWrite(name, chat or self.place, screen(line, button=not close), close, fresh))

    async def rest(self, seconds: float = RESTED) -> None:
        await self.clock.sleep(seconds)

    def shown(self, chat: int | None = None) -> list[MessageView]:
        """The bot's messages that stand in a chat."""
        found = self.emulator.reading.messages(chat or self.group)
        return [message for message in found if message.from_bot and not message.deleted]

    def texts(self, chat: int | None = None) -> list[str]:
        return [message.text for message in self.shown(chat)]

    def calls(self, *methods: str) -> list[Call]:
        wanted = methods or ("sendMessage", "editMessageText", "editMessageReplyMarkup", "deleteMessage")
        return [call for call in self.emulator.calls if call.method in wanted]


@asynccontextmanager
async def world(
    *,
    latency: float = 0.0,
    limits: Limits | None = None,
    basic: bool = False,
    started: bool = True,
    options: BotOptions | None = None,
    forum: bool = False,
) -> AsyncIterator[World]:
    clock = LoopClock()
    emulator = Emulator(clock, limits=limits)
    controls = emulator.controls
    ane, jon = controls.add_user("Ane"), controls.add_user("Jon")
    group = controls.add_group("Peña", [ane, jon], basic=basic, forum=forum)
    store = MoodyStore(clock.now)
    row = await store.place(group, None, "Peña")
    nursery, intake = Nursery(), Notebook()

    def request(purpose: Purpose) -> BaseRequest:
        return InProcessRequest(emulator, latency)

    bot = TelegramBot(
        options or BotOptions(emulator.token, menu=False),
        memory=store,
        deliveries=store,
        clock=clock,
        chance=Dice(),
        words=PlainWords(),
        nursery=nursery,
        requests=request,
    )
    document = TableDocument(1, row.place_id, ane, "es", clock.now(), clock.now(), clock.now())
    place = Chat(ChatKind.PLACE, row.place_id)
    made = World(clock, emulator, store, bot, nursery, intake, ane, group, place, document)
    if started:
        await made.start()
        await made.rest()
    try:
        yield made
    finally:
        await bot.stop()
        await nursery.close()


def virtually(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Make a coroutine test a plain one that runs in virtual time."""

    def run() -> None:
        run_virtual(test)

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run
