"""Our own loop over getUpdates: nothing is confirmed to Telegram before its effect is stored or refused.

What was not confirmed Telegram gives again, after a crash too; the store knows the numbers of updates that were dealt
with, so giving twice does no harm. See docs/decisions/0002-own-intake-loop.md.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

import structlog
from telegram import Update
from telegram.error import TelegramError

from musbot.app.incoming import Incoming
from musbot.app.nursery import Nursery
from musbot.app.ports import Chance, Clock, Intake, StoreUnavailable
from musbot.app.trouble import describe
from musbot.telegram.errors import AnotherCopy, FatalError, Kind, TokenRefused, Verdict, classify
from musbot.telegram.inbound import Me, parse

_log = structlog.stdlib.get_logger("musbot.intake")

_JITTER_STEPS = 1000
_SHORT_POLL = 0.3  # seconds between polls that do not wait


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the loop waits for what, in seconds.

    Attributes:
        poll: Telegram may hold a request for updates for so long.
        take: the effect of one update may take so long.
        attempts: so often an update is tried before it is given up.
        back_off_first: wait after the first failure; doubled with every other, with jitter.
        back_off_most: the longest of these waits.
        conflicts: so many conflicts within `conflict_window` mean a second copy; one that has been here for longer
            than two windows counts twice as many in two.
        conflict_window: a copy that is just ending answers for less than this.
    """

    poll: float = 25.0
    take: float = 30.0
    attempts: int = 3
    back_off_first: float = 0.5
    back_off_most: float = 30.0
    conflicts: int = 5
    conflict_window: float = 60.0


class GivesUpdates(Protocol):
    """The calls that the loop makes (`Gateway` has them)."""

    @property
    def me(self) -> Me:
        """The bot itself."""
        ...

    async def updates(self, offset: int | None, timeout: float, limit: int = 100) -> list[dict[str, Any]]:
        """Raw updates from `offset` on."""
        ...

    def read(self, raw: dict[str, Any]) -> Update | None:
        """One update, or None when nobody can read it."""
        ...

    async def drop_webhook(self) -> None:
        """Forget a webhook."""
        ...


class IntakeLoop:
    """Polls, hands every update to `Intake.take`, and moves on when all of a batch are dealt with.

    Attributes:
        moved_at: when it last came around: a poll ended, well or not, and what it gave was dealt with.
    """

    def __init__(
        self,
        gateway: GivesUpdates,
        intake: Intake,
        refuse: Callable[[Incoming], Awaitable[None]],
        clock: Clock,
        chance: Chance,
        nursery: Nursery,
        patience: Patience,
    ) -> None:
        """A loop that has not begun.

        Args:
            gateway: Gives updates.
            intake: Takes them.
            refuse: Remembers an update that was given up, and ends the presser's waiting.
            clock: Time.
            chance: For jitter.
            nursery: Runs the updates of different chats beside each other.
            patience: Waiting times.
        """
        self._gateway = gateway
        self._intake = intake
        self._refuse = refuse
        self._clock = clock
        self._chance = chance
        self._nursery = nursery
        self._patience = patience
        self._offset: int | None = None
        self._conflicts: deque[float] = deque()
        self._failures = 0
        self._task: asyncio.Task[FatalError | None] | None = None
        self._interruptible = False
        self._stopping = False
        self.moved_at = self._began = clock.now()

    def start(self) -> "asyncio.Task[FatalError | None]":
        """Begin; the task ends at `stop` with None, or with why it is of no use to go on."""
        self._task = self._nursery.start(self._run(), name="intake")
        return self._task

    async def stop(self) -> None:
        """End the poll that waits, finish the batch that is being dealt with, confirm it."""
        self._stopping = True
        if self._task is None or self._task.done():
            return
        if self._interruptible:
            self._task.cancel()
        await asyncio.wait([self._task])

    async def _run(self) -> FatalError | None:
        try:
            await self._go_round()
        except FatalError as error:  # for whoever waits for the task: not a failure to be logged
            return error
        return None

    async def _go_round(self) -> None:
        try:
            while not self._stopping:
                self.moved_at = self._clock.now()
                batch = await self._poll()
                if batch and not await self._take_all(batch):
                    return  # stopped with something undone: it must come again
                if batch:
                    self._offset = max(raw["update_id"] for raw in batch) + 1
                elif self._patience.poll < 1:
                    await self._clock.sleep(_SHORT_POLL)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if not self._stopping or task is None:
                raise
            task.uncancel()  # `stop` ended the poll; what is left runs to its end
        await self._confirm()

    async def _poll(self) -> list[dict[str, Any]]:
        """The next batch; empty after a failure, once the wait that it asks for is over."""
        self._interruptible = True
        try:
            batch = await self._gateway.updates(self._offset, self._patience.poll)
        except TelegramError as error:
            await self._trouble(classify(error))
            return []
        finally:
            self._interruptible = False
        if self._failures:
            _log.info("intake-back", failures=self._failures)
            self._failures = 0
        return batch

    async def _trouble(self, verdict: Verdict) -> None:
        match verdict.kind:
            case Kind.TOKEN:
                raise TokenRefused
            case Kind.CONFLICT:
                await self._conflict(verdict)
            case Kind.HOLD:
                await self._clock.sleep(verdict.seconds)
            case _:
                if self._failures == 0:
                    _log.warning("intake-cannot-poll", reason=verdict.text)
                await self._clock.sleep(self._back_off(self._failures))
        self._failures += 1

    async def _conflict(self, verdict: Verdict) -> None:
        if "webhook" in verdict.text.lower():
            _log.warning("intake-drops-webhook")
            try:
                await self._gateway.drop_webhook()
            except TelegramError as error:
                _log.warning("intake-cannot-drop-webhook", reason=classify(error).text)
        now = self._clock.now()
        self._conflicts.append(now)
        # A copy that has long been here is twice as stubborn: of two the newcomer gives up.
        stubborn = 2 if now - self._began > 2 * self._patience.conflict_window else 1
        while self._conflicts and now - self._conflicts[0] > self._patience.conflict_window * stubborn:
            self._conflicts.popleft()
        if len(self._conflicts) >= self._patience.conflicts * stubborn:
            raise AnotherCopy
        await self._clock.sleep(self._patience.conflict_window / (self._patience.conflicts * 2))

    async def _confirm(self) -> None:
        """Tell Telegram what was dealt with; without it the same updates come again, which does no harm."""
        if self._offset is None:
            return
        try:
            await self._gateway.updates(self._offset, 0, limit=1)
        except TelegramError as error:
            _log.info("intake-unconfirmed", reason=classify(error).text)

    async def _take_all(self, batch: list[dict[str, Any]]) -> bool:
        """Chats beside each other, the updates of one chat in their order; whether all were dealt with."""
        by_chat: dict[int, list[Incoming]] = {}
        for raw in batch:
            incoming = self._parse(raw)
            if incoming is not None:
                by_chat.setdefault(incoming.chat_id, []).append(incoming)
        tasks = [
            self._nursery.start(self._take_in_order(queue), name=f"intake {chat_id}")
            for chat_id, queue in by_chat.items()
        ]
        if tasks:
            await asyncio.wait(tasks)
        return not any(task.cancelled() or task.exception() for task in tasks)

    async def _take_in_order(self, queue: list[Incoming]) -> None:
        for incoming in queue:
            await self._take(incoming)

    async def _take(self, incoming: Incoming) -> None:
        """Try until it is stored or refused. While the store is away nothing else could be done either: wait."""
        attempt = 0
        while True:
            try:
                async with asyncio.timeout(self._patience.take):
                    await self._intake.take(incoming)
                return
            except StoreUnavailable as error:
                if self._stopping:
                    raise
                _log.error("intake-store-unavailable", update=incoming.update_id, **describe(error))
            except Exception as error:  # noqa: BLE001 - a bug in one update must not hold up all others
                attempt += 1
                _log.error("intake-failed", update=incoming.update_id, attempt=attempt, **describe(error))
                if attempt >= self._patience.attempts:
                    await self._bury(incoming)
                    return
            await self._clock.sleep(self._back_off(attempt))

    async def _bury(self, incoming: Incoming) -> None:
        kind = type(incoming.what).__name__
        _log.error("intake-dead-letter", update=incoming.update_id, what=kind, chat=incoming.chat_id)
        try:
            await self._refuse(incoming)
        except Exception as error:  # noqa: BLE001 - it was given up already, this is only remembered
            _log.error("intake-cannot-refuse", update=incoming.update_id, **describe(error))

    def _parse(self, raw: dict[str, Any]) -> Incoming | None:
        update = self._gateway.read(raw)
        if update is None:
            _log.error("intake-unreadable", update=raw.get("update_id"), fields=sorted(raw))
            return None
        try:
            return parse(update, self._gateway.me)
        except Exception as error:  # noqa: BLE001 - whatever Telegram or people made up, the others must pass
            _log.error("intake-unparsable", update=update.update_id, **describe(error))
            return None

    def _back_off(self, failures: int) -> float:
        growing = self._patience.back_off_first * float(1 << min(failures, 16))
        jitter = self._chance.below(_JITTER_STEPS) / _JITTER_STEPS
        return min(self._patience.back_off_most, growing) * (0.5 + jitter / 2)
