"""The whole bot in one process against the emulated Telegram, in virtual time, at its real pace.

A town is a group of four, the bot, its database in a file and everything that people saw. Who plays there is in
`townspeople`. Run a test in it with `virtually`; what must hold at its end says `Town.sound`.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterable
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from typing import Any

import structlog
from pydantic import SecretStr
from telegram.request import BaseRequest

from musbot.app.commit import Chat, ChatKind, Commit
from musbot.app.document import Stage, TableDocument
from musbot.app.presenter import screens
from musbot.app.screens import Press, Screen, Verb
from musbot.bootstrap import Musbot
from musbot.emulator.clocks import LoopClock, SystemClock
from musbot.emulator.core import Call, Emulator, Limits
from musbot.emulator.core.model import Message
from musbot.emulator.inprocess import InProcessRequest
from musbot.engine import fold, initial
from musbot.i18n import Translator
from musbot.settings import Settings
from musbot.storage import SqliteStore, open_store
from musbot.telegram.callbacks import decode
from musbot.telegram.gateway import Purpose
from musbot.telegram.render import Address, Content, content_of
from tests.support.chance import SeededChance
from tests.support.virtual_time import busy, run_virtual

NAMES = ("Ane", "Jon", "Mikel", "Itziar")
LATENCY = 0.05
"""Seconds that each way to Telegram takes."""
RESTED = 60.0
"""Seconds after which every budget is full."""
WRITES = frozenset({"sendMessage", "editMessageText", "editMessageReplyMarkup", "deleteMessage"})
"""What counts against a chat's budget."""

Wrap = Callable[[SqliteStore], SqliteStore]


class Watched(SqliteStore):
    """A store that remembers when it committed what."""

    commits: list[tuple[float, Commit]]

    async def commit(self, commit: Commit) -> None:
        await super().commit(commit)
        self.commits.append((self._now(), commit))


def watched(store: SqliteStore, commits: list[tuple[float, Commit]]) -> Watched:
    """The same store, writing down its commits."""
    seeing = Watched(store._db, store._merged, store._now)
    seeing.commits = commits
    return seeing


class Town:
    """A group of four people and the bot.

    Attributes:
        emulator: the Telegram of the town.
        clock: its time, the bot's and everybody's.
        group: chat id of the group (another one after an upgrade: set it).
        thread: the topic in which people play, None for the group itself.
        people: user ids by name.
        bot: the whole bot, while it runs.
        commits: every commit with its time, through all restarts.
        logged: every log line of the bot.
        haste: what people do takes this part of its time (1: at real pace).
    """

    def __init__(
        self, folder: Path, emulator: Emulator, clock: LoopClock | SystemClock, settings: Settings
    ) -> None:
        self.emulator = emulator
        self.clock = clock
        self.group = 0
        self.thread: int | None = None
        self.people: dict[str, int] = {}
        self.commits: list[tuple[float, Commit]] = []
        self.logged: list[dict[str, Any]] = []
        self.seed = 1
        self.haste = 1.0
        self.latency = LATENCY
        self._settings = settings
        self._folder = folder
        self._words = Translator(strict=True)
        self._bot: Musbot | None = None
        self._store: SqliteStore | None = None

    @property
    def bot(self) -> Musbot:
        assert self._bot is not None, "the bot does not run"
        return self._bot

    @property
    def store(self) -> SqliteStore:
        assert self._store is not None, "the bot does not run"
        return self._store

    async def start(self) -> None:
        """Start the bot on what its database holds."""
        loop = asyncio.get_running_loop()
        since = self.clock.now() - loop.time()  # the database's thread asks for the time too
        store = await open_store(self._settings.database, now=lambda: since + loop.time(), busy=busy)
        self._store = watched(store, self.commits)
        self._bot = Musbot(
            self._settings,
            self._store,
            self._words,
            clock=self.clock,
            chance=SeededChance(self.seed),
            requests=self._request,
        )
        await self._bot.start()

    async def stop(self) -> None:
        """Stop it in order."""
        if self._bot is not None and self._store is not None:
            bot, store = self._bot, self._store
            self._bot = self._store = None
            await bot.stop()
            await store.close()

    def settings_of(self, database: Path) -> Settings:
        """The same settings with another database."""
        return self._settings.model_copy(update={"database": database})

    async def restart(self, after: float = 0.0) -> None:
        """Stop it, and start it `after` seconds."""
        await self.stop()
        await self.rest(after)
        self.seed += 1
        await self.start()

    def _request(self, purpose: Purpose) -> BaseRequest:
        return InProcessRequest(self.emulator, self.latency)

    async def rest(self, seconds: float = RESTED) -> None:
        """Let time pass."""
        await self.clock.sleep(seconds)

    async def until(self, holds: Callable[[], object], seconds: float = 120.0) -> None:
        """Wait until something holds; it is asked four times a second.

        Raises:
            AssertionError: it does not within `seconds`.
        """
        end = self.clock.now() + seconds
        while not holds():
            assert self.clock.now() < end, f"not within {seconds} s; the group shows:\n{self.picture()}"
            await self.clock.sleep(0.25)

    # -- what people see ----------------------------------------------------------------------------------------

    def standing(self, user: int, chat: int | None = None) -> list[Message]:
        """The bot's messages that a user sees in a chat (the group unless given), newest first."""
        place = self.emulator.world.chats[self.group if chat is None else chat]
        return [
            message
            for message in sorted(place.messages.values(), key=lambda each: -each.id)
            if message.sender is self.emulator.world.bot
            and not message.deleted
            and not message.service
            and user in message.versions[-1].seen_by
        ]

    def find(
        self, user: int, verb: Verb, arg: str = "", chat: int | None = None
    ) -> tuple[Message, str] | None:
        """The newest button of a kind that a user sees: its message and its data."""
        for message in self.standing(user, chat):
            for data, press in buttons(message):
                if press.verb is verb and (not arg or press.arg == arg):
                    return message, data
        return None

    async def press(self, user: int, verb: Verb, arg: str = "", chat: int | None = None) -> str:
        """Press the newest button of a kind, once it is shown; what the toast says."""
        await self.until(lambda: self.find(user, verb, arg, chat))
        found = self.find(user, verb, arg, chat)
        assert found is not None
        message, data = found
        press = self.emulator.controls.press(user, message.chat.id, message.id, data=data)
        return (await self.emulator.controls.answer_to(press)).text

    async def say(self, user: int, text: str) -> None:
        """Write in the group."""
        self.emulator.controls.say(user, text, self.group, thread_id=self.thread)
        await self.clock.sleep(0.5)

    def picture(self) -> str:
        """The group's last messages as text."""
        place = self.emulator.world.chats[self.group]
        return "\n---\n".join(each.content.text for each in list(place.messages.values())[-3:])

    # -- the game -----------------------------------------------------------------------------------------------

    async def sit_four(self) -> None:
        """`/mus` by the first, the others sit down and the last starts: Ane and Mikel against Jon and Itziar."""
        first, second, third, fourth = self.people.values()
        await self.say(first, "/mus")
        for user, pair in ((second, "1"), (third, "0"), (fourth, "1")):
            assert "sentado" in await self.press(user, Verb.SIT, pair)
            await self.clock.sleep(2 * self.haste)
        assert "jugar" in await self.press(fourth, Verb.START)

    @property
    def document(self) -> TableDocument:
        """The newest table as it was committed last."""
        return self.commits[-1][1].document

    def ended(self, hands: int) -> bool:
        """Whether so many hands were counted, or the partida is over."""
        state = self.document.state if self.commits else None
        if state is None:
            return False
        counted = state.hand_no - (0 if self.document.stage is Stage.BETWEEN or state.shown else 1)
        return counted >= hands or self.document.stage is not Stage.PLAYING

    # -- what must hold -----------------------------------------------------------------------------------------

    def calls(self, *methods: str, chat: int | None = None) -> list[Call]:
        """The bot's requests of some kinds (all writes unless given), to one chat if given."""
        wanted = methods or WRITES
        return [
            call
            for call in self.emulator.calls
            if call.method in wanted and (chat is None or call.params.get("chat_id") == chat)
        ]

    async def sound(self, *, excused: Collection[str] = (), errors: Collection[str] = ()) -> None:
        """Once all is quiet: shown is what is, every press was answered, the log leads to the document.

        Args:
            excused: kinds of violations of the emulator that this test provokes.
            errors: log lines of the level error that this test provokes.
        """
        await self.rest(2)
        await self.until(lambda: not self.unshown(), 200)
        open_presses = self.emulator.controls.check_unanswered(final=True)
        assert open_presses == [] or "unanswered" in excused
        found = [each for each in self.emulator.violations if each.kind.value not in excused]
        assert found == []
        wrong = [line for line in self.logged if line["log_level"] in ("error", "critical")]
        unexpected = [line for line in wrong if line["event"] not in errors]
        assert unexpected == []
        await self.replays()

    async def replays(self) -> None:
        """Every document equals the replay of its log."""
        for table_id in {commit.document.table_id for _, commit in self.commits}:
            document = await self.store.load(table_id)
            assert document is not None
            events = await self.store.events(table_id)
            assert len(events) == document.version
            if document.state is not None:
                assert fold(initial(), events) == document.state

    def unshown(self) -> list[str]:
        """Names of the slots of all open tables that do not stand in their chats as the document has them."""
        documents = {commit.document.table_id: commit.document for _, commit in self.commits}
        return [name for document in documents.values() for name in self.unshown_of(document)]

    def unshown_of(self, document: TableDocument) -> list[str]:
        """The same of one table."""
        return [
            name
            for name, (chat, screen) in screens(document).items()
            if not self._stands(document, chat, screen)
        ]

    def _stands(self, document: TableDocument, chat: Chat, screen: Screen) -> bool:
        chat_id = chat.id if chat.kind is ChatKind.PERSON else self.group
        place = self.emulator.world.chats[chat_id]
        drawn = self.draw(document, screen)
        return any(
            message.content.text == plain(drawn.text) and data_of(message) == keys(drawn)
            for message in place.messages.values()
            if not message.deleted and message.sender is self.emulator.world.bot
        )

    def draw(self, document: TableDocument, screen: Screen) -> Content:
        """A screen in Spanish, as the bot draws it."""
        return content_of(screen, "es", self._words, Address("musbot_local_bot"))


def plain(html: str) -> str:
    """The text of a drawn screen without its marks."""
    return unescape(re.sub(r"<[^>]+>", "", html))


def keys(content: Content) -> list[str]:
    """The callback data of a drawn screen."""
    rows = content.keyboard.inline_keyboard if content.keyboard else ()
    return [str(button.callback_data) for row in rows for button in row if button.callback_data]


def data_of(message: Message) -> list[str]:
    """The callback data of a message as it stands."""
    return [
        button["callback_data"]
        for row in message.content.keyboard
        for button in row
        if "callback_data" in button
    ]


def buttons(message: Message) -> list[tuple[str, Press]]:
    """The buttons of ours that a message has now: data and what it says."""
    return [(data, press) for data in data_of(message) if (press := decode(data)) is not None]


@asynccontextmanager
async def town(
    folder: Path,
    *,
    basic: bool = False,
    forum: bool = False,
    open_chats: Iterable[str] = (),
    limits: Limits | None = None,
    seed: int = 1,
    latency: float = LATENCY,
    **settings: Any,
) -> AsyncIterator[Town]:
    """A town with the bot running and rested.

    Args:
        folder: where the database goes.
        basic: the group is a basic one, which can be upgraded.
        forum: the group has topics; people play in one of them.
        open_chats: who has opened the private chat.
        limits: numbers of the emulator that differ from Telegram's.
        seed: of the deals.
        latency: seconds that each way to Telegram takes.
        settings: settings of the bot that differ from their defaults.
    """
    clock = LoopClock()
    emulator = Emulator(clock, limits=limits)
    chosen = Settings(
        _env_file=None, token=SecretStr(emulator.token), database=folder / "town.db", **settings
    )
    here = Town(folder, emulator, clock, chosen)
    controls = emulator.controls
    here.seed, here.latency = seed, latency
    here.people = {name: controls.add_user(name) for name in NAMES}
    here.group = controls.add_group("Cuadrilla", here.people.values(), basic=basic, forum=forum)
    here.thread = controls.create_topic(here.group, "Mus") if forum else None
    with structlog.testing.capture_logs() as logged:
        here.logged = logged  # type: ignore[assignment]
        await here.start()
        try:
            for name in open_chats:
                controls.start(here.people[name])
            await here.rest()
            yield here
        finally:
            await here.stop()


def virtually(test: Callable[[Path], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    """Make a coroutine test that takes `tmp_path` a plain one that runs in virtual time."""

    def run(tmp_path: Path) -> None:
        run_virtual(lambda: test(tmp_path))

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    run.__module__ = test.__module__
    return run
