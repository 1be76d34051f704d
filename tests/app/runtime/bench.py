"""The runtime put together over the store in memory, with every answer and every wake kept for the test to look at."""

import itertools
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from musbot.app import table
from musbot.app.actor import Play, Tables, Tools
from musbot.app.advice import Advisor
from musbot.app.alarms import Alarms
from musbot.app.cast import LEVELS, OTHERS
from musbot.app.commands import Slash, SlashCommand
from musbot.app.commit import Answer, Chat, Commit, Reply
from musbot.app.computers import Computers, Player
from musbot.app.counsel import Counsel
from musbot.app.directory import Directory
from musbot.app.document import TableDocument
from musbot.app.incoming import Incoming, IncomingWhat
from musbot.app.nursery import Nursery
from musbot.app.pace import Pace
from musbot.app.screens import Press, Verb
from musbot.engine import PlayerView, question, to_act
from musbot.engine.actions import Action
from musbot.engine.notation import action_text
from tests.support.chance import SeededChance
from tests.support.clock import ManualClock
from tests.support.memory_store import MemoryStore

GROUP, OTHER_GROUP = -1001, -1002
ANE, JON, MIKEL, ITZIAR, MIRON = 101, 102, 103, 104, 999
FOUR = (ANE, JON, MIKEL, ITZIAR)
NAMES = {ANE: "Ane", JON: "Jon", MIKEL: "Mikel", ITZIAR: "Itziar", MIRON: "Mirón"}


@dataclass(slots=True)
class Store(MemoryStore):
    """The store in memory, with what was refused and replied."""

    refused: list[int] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)
    retired: list[tuple[Chat, int]] = field(default_factory=list)
    before_commit: Callable[[Commit], Awaitable[None]] | None = None

    async def commit(self, commit: Commit) -> None:
        if self.before_commit is not None:
            await self.before_commit(commit)
        await MemoryStore.commit(self, commit)

    async def refuse_update(self, update_id: int) -> None:
        await MemoryStore.refuse_update(self, update_id)
        self.refused.append(update_id)

    async def add_replies(self, replies: Sequence[Reply], table_id: int | None = None) -> None:
        await MemoryStore.add_replies(self, replies, table_id)
        self.replies += replies

    async def add_retire(self, chat: Chat, message_id: int) -> None:
        await MemoryStore.add_retire(self, chat, message_id)
        self.retired.append((chat, message_id))

    @property
    def dealt_with(self) -> list[int]:
        """The numbers of all updates that were committed or refused, in order of neither."""
        committed = [commit.update_id for commit in self.commits if commit.update_id is not None]
        return sorted(committed + self.refused)


class Answers:
    """Keeps answers instead of sending them."""

    def __init__(self) -> None:
        self.given: list[tuple[str, Answer | None, str | None]] = []
        self.on_answer: Callable[[], None] = lambda: None

    def answer(self, query_id: str, answer: Answer | None, language: str | None) -> None:
        self.given.append((query_id, answer, language))
        self.on_answer()

    @property
    def last(self) -> str:
        """The key of the last toast."""
        answer = self.given[-1][1]
        return answer.text.key if answer else ""


class Wakes:
    """Keeps who was woken."""

    def __init__(self) -> None:
        self.chats: list[Chat] = []
        self.on_deadlines: Callable[[], None] = lambda: None

    def delivery(self, chats: Sequence[Chat]) -> None:
        self.chats += chats

    def deadlines(self) -> None:
        self.on_deadlines()


class Members:
    """Some persons administer every group."""

    def __init__(self) -> None:
        self.admins: set[int] = set()
        self.asked: list[tuple[int, int]] = []

    async def is_admin(self, chat_id: int, person_id: int) -> bool:
        self.asked.append((chat_id, person_id))
        return person_id in self.admins


class TwoLanguages:
    """Spanish and English."""

    locales = ("es", "en")

    def pick(self, code: str | None) -> str:
        return "en" if (code or "").startswith("en") else "es"


class Whatever:
    """A player that makes any legal call."""

    def choose(self, view: PlayerView, legal: tuple[Action, ...], rng: random.Random, /) -> Action:
        return rng.choice(legal)


class Bench:
    """A whole bot without Telegram and disk. Use it as an async context manager.

    Args:
        play: the use cases of tables; the real ones unless given.
        players: computer players by key.
        pace: waiting times.
        advisor: gives hints and reviews, if anybody does.
    """

    def __init__(
        self,
        play: Play | None = None,
        players: Mapping[str, Player] | None = None,
        pace: Pace | None = None,
        seed: int = 1,
        advisor: Advisor | None = None,
    ) -> None:
        self.clock = ManualClock()
        self.store = Store(now=self.clock.now)
        self.answers = Answers()
        self.wakes = Wakes()
        self.members = Members()
        self.nursery = Nursery()
        self.pace = pace or Pace()
        tools = Tools(
            self.store, self.answers, self.wakes, self.clock, SeededChance(seed), self.nursery, self.pace
        )
        self.tables = Tables(tools, play or table)
        self.directory = Directory(tools, self.tables, self.members, TwoLanguages(), "es")
        self.executor = ThreadPoolExecutor(1)
        keys = (*LEVELS, *OTHERS)
        self.tables.computers = Computers(
            players if players is not None else dict.fromkeys(keys, Whatever()),
            self.executor,
            self.nursery,
            SeededChance(seed),
            self.directory.send,
        )
        if advisor is not None:
            self.tables.counsel = Counsel(
                advisor,
                self.executor,
                self.nursery,
                self.store,
                self.answers,
                self.wakes,
                self.directory.send,
            )
        self.alarms = Alarms(self.store, self.directory.fire, self.clock, self.nursery)
        self.wakes.on_deadlines = self.alarms.wake
        self.updates = itertools.count(1)

    async def __aenter__(self) -> Self:
        self.nursery.start(self.alarms.run(), name="alarms")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.nursery.close()
        self.executor.shutdown()
        if error is None:
            assert self.nursery.failures == 0

    def incoming(
        self,
        what: IncomingWhat,
        person: int | None = ANE,
        *,
        chat: int = GROUP,
        thread: int | None = None,
        private: bool = False,
        query: bool | None = None,
        message_id: int | None = None,
        update_id: int | None = None,
        language: str | None = "es",
        anonymous: bool = False,
    ) -> Incoming:
        """An update like the ones that come from Telegram."""
        number = update_id if update_id is not None else next(self.updates)
        pressed = isinstance(what, Press) if query is None else query
        return Incoming(
            number,
            what,
            person if private and person is not None else chat,
            private=private,
            thread_id=thread,
            title="" if private else "Cuadrilla",
            person_id=None if anonymous else person,
            name=NAMES.get(person or 0, ""),
            client_language=language,
            anonymous=anonymous,
            query_id=f"q{number}" if pressed else None,
            message_id=message_id,
        )

    async def say(
        self, name: Slash, person: int = ANE, arg: str = "", *, private: bool = False, chat: int = GROUP
    ) -> None:
        """Type a command."""
        await self.directory.take(self.incoming(SlashCommand(name, arg), person, private=private, chat=chat))

    async def press(
        self, verb: Verb, person: int = ANE, arg: str = "", *, ask: bool = False, private: bool = False
    ) -> str:
        """Press a button of the newest table; the key of the toast."""
        document = await self.document()
        asked = question(document.state) if ask and document.state else None
        press = Press(document.table_id, verb, asked, arg)
        await self.directory.take(self.incoming(press, person, private=private))
        return self.answers.last

    async def document(self, chat: int = GROUP) -> TableDocument:
        """The newest table of a group as stored."""
        place = await self.store.place(chat, None)
        found = [commit.document for commit in self.store.commits]
        table_id = [each for each in found if each.place_id == place.place_id][-1].table_id
        document = await self.store.load(table_id)
        assert document is not None
        return document

    async def four_seated(self) -> None:
        """A lobby with Ane and Mikel against Jon and Itziar."""
        await self.say(Slash.MUS)
        for person, pair in ((JON, "1"), (MIKEL, "0"), (ITZIAR, "1")):
            await self.press(Verb.SIT, person, pair)

    async def playing(self) -> None:
        """The same, and the first hand dealt."""
        await self.four_seated()
        await self.press(Verb.START)

    async def speaker(self) -> int:
        """The person who is first to act."""
        document = await self.document()
        assert document.state is not None
        occupant = document.seats[to_act(document.state)[0]]
        return getattr(occupant, "person_id", 0)

    async def call(self, person: int, action: Action) -> str:
        """Press the button of a call; the key of the toast."""
        return await self.press(Verb.CALL, person, action_text(action), ask=True)
