"""The composition root: the one place that builds the parts and joins them, starts them and stops them in order.

Stopping: no more updates are taken in, what was taken is decided and stored, what the chats are owed is delivered
for a moment more, then the store closes. A kill at any point loses nothing that was committed.
"""

import asyncio
import math
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager
from types import MappingProxyType

import structlog

from musbot import heartbeat
from musbot.advisor import PlayersAdvisor
from musbot.app import table
from musbot.app.actor import Tables, Tools
from musbot.app.alarms import Alarms
from musbot.app.commands import Command, Resumed
from musbot.app.commit import Chat
from musbot.app.computers import Computers
from musbot.app.counsel import Counsel
from musbot.app.directory import Directory
from musbot.app.nursery import Nursery
from musbot.app.ports import Chance, Clock, StoreUnavailable
from musbot.i18n import Translator
from musbot.players import CarefulPlayer, HonestPlayer, Player, RandomPlayer
from musbot.players.roster import LEVELS
from musbot.settings import Settings, SettingsError
from musbot.storage import SqliteStore, open_store
from musbot.system import SystemChance, SystemClock
from musbot.telegram.app import BotOptions, TelegramBot
from musbot.telegram.gateway import RequestFactory, http_request
from musbot.telegram.intake import Patience
from musbot.telegram.limits import Pacing

DRAIN = 10.0
"""Seconds that commands taken in may need to be decided when the bot stops."""

PLAYERS: Mapping[str, Player] = MappingProxyType(
    {**LEVELS, "honesto": HonestPlayer(), "prudente": CarefulPlayer(), "azar": RandomPlayer()}
)
"""The computer players by the key that a table knows them by."""

STILL = 60.0
"""Seconds, over those of a poll, that the intake may need for a batch before something must be wrong."""

READING = 5.0
"""Seconds that the database may need for one row before something must be wrong."""

THINKERS = 2
"""Threads in which computers think."""

_log = structlog.stdlib.get_logger("musbot.bootstrap")


class _Wakes:
    """Both pumps behind one port; the alarms are built later than those who wake them."""

    def __init__(self) -> None:
        self.on_delivery: Callable[[Sequence[Chat]], None] = lambda chats: None
        self.on_deadlines: Callable[[], None] = lambda: None

    def delivery(self, chats: Sequence[Chat]) -> None:
        self.on_delivery(chats)

    def deadlines(self) -> None:
        self.on_deadlines()


class Musbot:
    """The whole bot over an open store: `start`, `run` until `stop`.

    Args:
        settings: what the person who runs it chose.
        store: open; whoever opened it closes it.
        translator: the texts.
        clock: time.
        chance: randomness.
        requests: makes the connections to the Bot API.

    Raises:
        SettingsError: there is no token, or no such language.
    """

    def __init__(
        self,
        settings: Settings,
        store: SqliteStore,
        translator: Translator,
        *,
        clock: Clock,
        chance: Chance,
        requests: RequestFactory = http_request,
    ) -> None:
        """Join everything; nothing runs yet."""
        if settings.language not in translator.locales:
            raise SettingsError([f"MUSBOT_LANGUAGE: there is only {', '.join(translator.locales)}"])
        self._nursery = Nursery()
        self._executor = ThreadPoolExecutor(THINKERS, thread_name_prefix="thinking")
        self._store = store
        self._clock = clock
        self._longest_turn = settings.poll_timeout + STILL
        self._ringing: asyncio.Task[None] | None = None
        wakes = _Wakes()
        self.telegram = TelegramBot(
            BotOptions(
                token=settings.bot_token(),
                api_url=settings.api_url,
                language=settings.language,
                pacing=Pacing().scaled(settings.delivery_scale),
                patience=Patience(poll=float(settings.poll_timeout)),
            ),
            memory=store,
            deliveries=store,
            clock=clock,
            chance=chance,
            words=translator,
            nursery=self._nursery,
            requests=requests,
        )
        tools = Tools(
            store, self.telegram.answers, wakes, clock, chance, self._nursery, settings.table_pace()
        )
        tables = Tables(tools, table)
        self.directory = Directory(tools, tables, self.telegram.members, translator, settings.language)
        send = self.directory.send
        tables.computers = Computers(PLAYERS, self._executor, self._nursery, chance, send)
        tables.counsel = Counsel(
            PlayersAdvisor(), self._executor, self._nursery, store, self.telegram.answers, wakes, send
        )
        self._alarms = Alarms(store, self.directory.fire, clock, self._nursery)
        wakes.on_delivery = self.telegram.delivery
        wakes.on_deadlines = self._alarms.wake

    async def start(self) -> None:
        """Connect and begin, with what is owed and due from before.

        Deadlines are rung only after every table was told that the bot is back: no time counts while it was down.

        Raises:
            FatalError: the Bot API refuses the token.
        """
        await self.telegram.start(self.directory, self.directory.unreachable, self.directory.migrated)
        self._ringing = self._nursery.start(self._go_on(), name="alarms")

    async def _go_on(self) -> None:
        for row in await self._store.due(math.inf):
            await self.directory.send(row.table_id, Command(Resumed(), place_id=row.place_id))
        await self._alarms.run()

    async def run(self) -> None:
        """Return when the bot was stopped.

        Raises:
            FatalError: it cannot go on; the message says why.
        """
        await self.telegram.run()

    async def unwell(self) -> str | None:
        """Why the bot does not do its work; None when it does, or waits at its start for Telegram to come back."""
        try:
            async with asyncio.timeout(READING):
                await self._store.meta("alive")
        except StoreUnavailable as error:
            return str(error)
        except TimeoutError:
            return "the database does not answer"
        if self._ringing is not None and self._ringing.done():
            return "deadlines are not rung any more"
        moved_at = self.telegram.moved_at
        if moved_at is not None and self._clock.now() - moved_at > self._longest_turn:
            return "the intake stands still"
        return None

    async def stop(self) -> None:
        """Stop in order; safe at any time."""
        await self.telegram.stop_intake()
        if not await self.directory.drain(DRAIN):
            _log.warning("stopped-with-work-left")
        await self.telegram.stop()
        await self._nursery.close()
        self._executor.shutdown(wait=False, cancel_futures=True)


async def run(settings: Settings) -> None:
    """Run the bot until SIGINT or SIGTERM.

    Raises:
        SettingsError: a setting is missing or cannot be used.
        StoreUnavailable: the database cannot be used, for instance because a second copy uses it.
        FatalError: the Bot API refuses the token, or another copy polls with it.
    """
    settings.bot_token()
    async with AsyncExitStack() as stack:
        store = await open_store(settings.database)
        stack.push_async_callback(store.close)
        musbot = Musbot(settings, store, Translator(), clock=SystemClock(), chance=SystemChance())
        stack.push_async_callback(musbot.stop)
        nursery = await stack.enter_async_context(Nursery())
        alive = heartbeat.beside(settings.database)
        nursery.start(heartbeat.beat(alive, musbot.unwell, SystemClock()), name="heartbeat")
        with _until_signal() as stopped:
            try:
                await musbot.start()
                await musbot.run()
            except asyncio.CancelledError:
                if not stopped.by_signal:
                    raise
        _log.info("bot-stopping")


class _Stopped:
    """Whether a signal ended the program."""

    by_signal = False


@contextmanager
def _until_signal() -> Iterator[_Stopped]:
    """Cancel the task of this block at the first SIGINT or SIGTERM; the second one ends the process at once."""
    loop, stopped = asyncio.get_running_loop(), _Stopped()
    task = asyncio.current_task()
    assert task is not None  # this runs in a coroutine

    def restore() -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)

    def stop() -> None:
        stopped.by_signal = True
        restore()
        task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    try:
        yield stopped
    finally:
        restore()
        if stopped.by_signal:
            task.uncancel()
