"""The bot as a whole: gateway, intake, answers, members and outbox joined, with one order of starting and stopping.

`musbot.bootstrap` builds it with settings and what it needs, hands its ports to the use cases, and starts it with them.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import structlog
from telegram.error import TelegramError

from musbot.app.commit import Chat
from musbot.app.incoming import Incoming
from musbot.app.nursery import Nursery
from musbot.app.ports import Chance, Clock, Deliveries, Intake
from musbot.telegram.answers import TelegramAnswers
from musbot.telegram.deliver import Courier
from musbot.telegram.errors import FatalError, classify
from musbot.telegram.gateway import Gateway, RequestFactory, http_request
from musbot.telegram.inbound import Me
from musbot.telegram.intake import IntakeLoop, Patience
from musbot.telegram.limits import Pacing
from musbot.telegram.members import TelegramMembers
from musbot.telegram.menu import register
from musbot.telegram.outbox import OnMigrated, OnUnreachable, Outbox
from musbot.telegram.words import Words

FLUSH = 5.0
"""Seconds that the outbox may go on delivering when the bot stops."""

_log = structlog.stdlib.get_logger("musbot.telegram")


class Memory(Protocol):
    """What the bot itself asks of the store (`Store` has it)."""

    async def meta(self, key: str) -> str | None:
        """A stored fact."""
        ...

    async def set_meta(self, key: str, value: str) -> None:
        """Store a fact."""
        ...

    async def refuse_update(self, update_id: int) -> None:
        """Remember that an update was dealt with."""
        ...


@dataclass(frozen=True, slots=True)
class BotOptions:
    """Values from the settings.

    Attributes:
        token: the bot's token.
        api_url: address of the Bot API, without the token.
        language: locale of those who have not chosen one.
        pacing: how fast things are delivered.
        patience: how long the intake waits for what.
        menu: register commands and descriptions at the start.
    """

    token: str = field(repr=False)
    api_url: str = "https://api.telegram.org"
    language: str = "es"
    pacing: Pacing = field(default_factory=Pacing)
    patience: Patience = field(default_factory=Patience)
    menu: bool = True


class TelegramBot:
    """The bot. `start`, then `run` until `stop`.

    Attributes:
        answers: implements `musbot.app.ports.Answers`.
        members: implements `musbot.app.ports.Members`.
    """

    def __init__(
        self,
        options: BotOptions,
        *,
        memory: Memory,
        deliveries: Deliveries,
        clock: Clock,
        chance: Chance,
        words: Words,
        nursery: Nursery,
        requests: RequestFactory = http_request,
    ) -> None:
        """Join the parts; nothing is sent before `start`."""
        self._options = options
        self._memory = memory
        self._clock = clock
        self._chance = chance
        self._words = words
        self._nursery = nursery
        self._gateway = Gateway(options.token, options.api_url, requests)
        self._courier = Courier(self._gateway, deliveries, words, clock, nursery, options.language)
        self._outbox = Outbox(deliveries, self._courier, clock, chance, nursery, options.pacing)
        self.answers = TelegramAnswers(self._gateway, words, nursery, options.language)
        self.members = TelegramMembers(self._gateway, clock)
        self._loop: IntakeLoop | None = None
        self._polling: asyncio.Task[FatalError | None] | None = None
        self._opened = False

    @property
    def me(self) -> Me:
        """The bot itself; known once started."""
        return self._gateway.me

    @property
    def moved_at(self) -> float | None:
        """When the intake last came around, in seconds since 1970; None before it begins."""
        return None if self._loop is None else self._loop.moved_at

    def delivery(self, chats: Sequence[Chat]) -> None:
        """These chats may be owed something (the half of `musbot.app.ports.Wake` that is ours)."""
        self._outbox.wake(chats)

    async def start(self, intake: Intake, on_unreachable: OnUnreachable, on_migrated: OnMigrated) -> Me:
        """Connect, deliver what is owed from before, take updates in.

        Args:
            intake: takes what comes in.
            on_unreachable: told of a chat that refused a delivery for good, after the store was.
            on_migrated: told a group's old and new id; re-keys the store before it returns.

        Returns:
            Who the bot is.

        Raises:
            TokenRefused: Telegram does not know the token.
        """
        me = await self._open()
        self._courier.introduce(me.username)
        await self._outbox.start(on_unreachable, on_migrated)
        self._loop = IntakeLoop(
            self._gateway,
            intake,
            self._refuse,
            self._clock,
            self._chance,
            self._nursery,
            self._options.patience,
        )
        self._polling = self._loop.start()
        if self._options.menu:
            self._nursery.start(register(self._gateway, self._words, self._memory, me.id), name="menu")
        _log.info("bot-started", username=me.username)
        return me

    async def run(self) -> None:
        """Return when the bot was stopped.

        Raises:
            FatalError: the bot cannot go on; the message says why.
        """
        if self._polling is None:
            raise RuntimeError("the bot was not started")
        if (fatal := await asyncio.shield(self._polling)) is not None:
            raise fatal

    async def stop_intake(self) -> None:
        """Take nothing more in; returns when what was taken in is dealt with."""
        if self._loop is not None:
            await self._loop.stop()

    async def stop(self, flush: float = FLUSH) -> None:
        """Stop the intake, deliver for at most `flush` seconds more, close the connections. Safe to call twice."""
        await self.stop_intake()
        await self._outbox.stop(flush)
        await self.answers.drain(flush)
        if self._opened:
            self._opened = False
            await self._gateway.close()

    async def _open(self) -> Me:
        """Connect, however long Telegram is away."""
        failures = 0
        self._opened = True
        while True:
            try:
                return await self._gateway.open()
            except TelegramError as error:
                patience = self._options.patience
                growing = patience.back_off_first * float(1 << min(failures, 16))
                failures += 1
                _log.warning("telegram-away", reason=classify(error).text, attempt=failures)
                await self._clock.sleep(min(patience.back_off_most, growing))

    async def _refuse(self, incoming: Incoming) -> None:
        if incoming.query_id is not None:
            self.answers.answer(incoming.query_id, None, None)
        await self._memory.refuse_update(incoming.update_id)
