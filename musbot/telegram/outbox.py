"""The pump that gives chats what they are owed: one writer for each chat, the latest state wins.

What is owed stands in the store (`Deliveries`), nothing is queued here. A writer asks for it, waits until the chat's
budget allows a write, asks again when it had to wait, makes one call and marks it. So whatever was superseded meanwhile
is never sent, and after a restart the store alone says what to do. See docs/decisions/0003-latest-state-wins.md.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import structlog
from telegram.error import TelegramError

from musbot.app.commit import Chat, ChatKind
from musbot.app.nursery import Nursery
from musbot.app.ports import Chance, Clock, Deliveries, OwedChat, OwedSlot
from musbot.app.trouble import describe
from musbot.telegram.deliver import Courier, Task, first_task
from musbot.telegram.errors import Kind, Verdict, classify
from musbot.telegram.limits import Bucket, Pacing

_log = structlog.stdlib.get_logger("musbot.outbox")

OnUnreachable = Callable[[Chat], Awaitable[None]]
OnMigrated = Callable[[int, int], Awaitable[None]]

_JITTER_STEPS = 1000


@dataclass(slots=True)
class _Lane:
    """What goes to one chat id: its topics share the budget, and one write happens at a time."""

    bucket: Bucket
    lock: asyncio.Lock


class Outbox:
    """Delivers. `start` once, `wake` after commits, `stop` at the end."""

    def __init__(
        self,
        deliveries: Deliveries,
        courier: Courier,
        clock: Clock,
        chance: Chance,
        nursery: Nursery,
        pacing: Pacing,
    ) -> None:
        """An outbox that does nothing before `start`."""
        self._deliveries = deliveries
        self._courier = courier
        self._clock = clock
        self._chance = chance
        self._nursery = nursery
        self._pacing = pacing
        self._since = clock.now()
        self._lanes: dict[int, _Lane] = {}
        self._writers: dict[Chat, asyncio.Task[None]] = {}
        self._woken: set[Chat] = set()
        self._busy: set[Chat] = set()
        self._ambiguous: dict[int, int] = {}
        self._running = False
        self._on_unreachable: OnUnreachable = _ignore
        self._on_migrated: OnMigrated = _ignore

    async def start(self, on_unreachable: OnUnreachable, on_migrated: OnMigrated) -> None:
        """Begin, with everything that is owed from before.

        Args:
            on_unreachable: told of a chat that cannot be written to, after the store was.
            on_migrated: told the old and new id of a group; re-keys the store before it returns.
        """
        self._on_unreachable, self._on_migrated = on_unreachable, on_migrated
        self._since = self._clock.now()
        self._running = True
        self.wake(await self._deliveries.owing_chats())

    def wake(self, chats: Sequence[Chat]) -> None:
        """These chats may be owed something."""
        if not self._running:
            return
        for chat in chats:
            self._woken.add(chat)
            if chat not in self._writers:
                writer = self._nursery.start(self._write(chat), name=f"outbox {chat.kind} {chat.id}")
                self._writers[chat] = writer

    async def stop(self, seconds: float) -> None:
        """Give what the budgets allow within `seconds`, then stop; what is still owed stays in the store."""
        if self._writers:
            await asyncio.wait(list(self._writers.values()), timeout=seconds)
        self._running = False
        for chat, writer in list(self._writers.items()):
            if chat not in self._busy:  # a call that is out is not torn from its mark
                writer.cancel()
        if self._writers:
            _, late = await asyncio.wait(list(self._writers.values()), timeout=seconds)
            for writer in late:
                writer.cancel()
            if late:
                await asyncio.wait(late)

    async def _write(self, chat: Chat) -> None:
        failures = 0
        try:
            private = chat.kind is ChatKind.PERSON
            await self._clock.sleep(self._pacing.private_settle if private else self._pacing.group_settle)
            while self._running:
                self._woken.discard(chat)
                try:
                    more = await self._step(chat)
                except Exception as error:  # noqa: BLE001 - the store or a bug: this chat must not fall silent
                    failures += 1
                    _log.error("outbox-step-failed", chat=chat.id, **describe(error))
                    growing = self._pacing.back_off_first * failures
                    await self._clock.sleep(min(self._pacing.back_off_most, growing))
                    continue
                failures = 0
                if not more and chat not in self._woken:
                    return
        finally:
            self._writers.pop(chat, None)

    async def _step(self, chat: Chat) -> bool:
        """Make one write; False when there is nothing to write now."""
        owed = await self._deliveries.owed(chat)
        if owed is None:
            return False
        lane = self._lane(owed)
        waited = lane.lock.locked()
        async with lane.lock:
            if await self._await_turn(owed, lane) or waited:
                fresh = await self._deliveries.owed(chat)
                if fresh is None:
                    return False
                if fresh.chat_id != owed.chat_id:
                    return True  # it moved to another id: take that one's lane
                owed = fresh
            return self._running and await self._deliver(owed, lane)

    async def _await_turn(self, owed: OwedChat, lane: _Lane) -> bool:
        """Wait for the budget, unless the next thing needs none; whether there was a wait."""
        lane.bucket.hold(owed.hold_until)
        waited = False
        while (seconds := lane.bucket.wait(self._clock.now())) > 0:
            waited = True
            await self._clock.sleep(seconds)
        return waited

    async def _deliver(self, owed: OwedChat, lane: _Lane) -> bool:
        task = first_task(owed, self._clock.now() - self._pacing.reply_ttl)
        if task is None:
            return False
        if task.expired:
            await self._deliveries.reply_done(task.row_id)
            return True
        lane.bucket.take(self._clock.now())
        self._busy.add(owed.chat)
        try:
            await self._courier.carry(task, owed)
        except TelegramError as error:
            return await self._trouble(classify(error), task, owed, lane)
        except (ValueError, LookupError) as error:  # a screen that cannot be drawn must not block the others
            _log.error(
                "outbox-cannot-draw", chat=owed.chat.id, what=task.kind, row=task.row_id, **describe(error)
            )
            await self._give_up(task, owed, type(error).__name__)
            return True
        finally:
            self._busy.discard(owed.chat)
        lane.bucket.succeeded()
        if task.kind == "notice":
            self._ambiguous.pop(task.row_id, None)
        return True

    async def _trouble(self, verdict: Verdict, task: Task, owed: OwedChat, lane: _Lane) -> bool:
        now = self._clock.now()
        match verdict.kind:
            case Kind.HOLD:
                until = lane.bucket.flooded(now, verdict.seconds)
                _log.warning("outbox-held", chat=owed.chat.id, seconds=verdict.seconds)
                await self._deliveries.hold(owed.chat, until)
            case Kind.MIGRATED if verdict.new_chat_id is not None:
                lane.bucket.failed(now, self._jitter())
                self._lanes.setdefault(verdict.new_chat_id, lane)  # the same people: the budget moves along
                await self._on_migrated(owed.chat_id, verdict.new_chat_id)
            case Kind.FORBIDDEN:
                _log.info("outbox-unreachable", chat=owed.chat.id, reason=verdict.text)
                await self._deliveries.set_reachable(owed.chat, False)
                await self._on_unreachable(owed.chat)
                return False
            case Kind.GONE if task.kind == "slot":
                await self._deliveries.slot_lost(task.row_id)
            case Kind.BACK_OFF | Kind.TOKEN | Kind.CONFLICT | Kind.MIGRATED:
                seconds = lane.bucket.failed(now, self._jitter())
                _log.warning(
                    "outbox-retries", chat=owed.chat.id, reason=verdict.text, seconds=round(seconds, 1)
                )
                await self._after_failure(verdict, task, owed)
            case Kind.DEAD if isinstance(task.owed, OwedSlot) and task.owed.message_id is not None:
                # Whatever it has against this message: a game without its board stands still.
                _log.error("outbox-refused", chat=owed.chat.id, what=task.kind, reason=verdict.text)
                await self._deliveries.slot_lost(task.row_id)
            case Kind.DONE | Kind.GONE | Kind.DEAD:
                _log.error("outbox-refused", chat=owed.chat.id, what=task.kind, reason=verdict.text)
                await self._give_up(task, owed, verdict.text)
        return True

    async def _after_failure(self, verdict: Verdict, task: Task, owed: OwedChat) -> None:
        """A message that may have arrived is not sent for ever; edits and boards may be repeated freely."""
        if not verdict.ambiguous:
            return
        if task.kind == "reply":
            await self._deliveries.reply_done(task.row_id)
        elif task.kind == "notice":
            times = self._ambiguous[task.row_id] = self._ambiguous.get(task.row_id, 0) + 1
            if times >= self._pacing.ambiguous_sends:
                del self._ambiguous[task.row_id]
                _log.error("outbox-perhaps-sent", chat=owed.chat.id, row=task.row_id, reason=verdict.text)
                await self._give_up(task, owed, f"perhaps sent: {verdict.text}")

    async def _give_up(self, task: Task, owed: OwedChat, error: str) -> None:
        await self._deliveries.dead_letter(owed.chat, task.kind, task.row_id, error, task.wanted)

    def _lane(self, owed: OwedChat) -> _Lane:
        lane = self._lanes.get(owed.chat_id)
        if lane is None:
            private = owed.chat_id > 0  # a place may be a private chat too: practice is played there
            bucket = Bucket(self._pacing, private=private, since=self._since)
            lane = self._lanes[owed.chat_id] = _Lane(bucket, asyncio.Lock())
        return lane

    def _jitter(self) -> float:
        return self._chance.below(_JITTER_STEPS) / _JITTER_STEPS


async def _ignore(*_: object) -> None:
    """Nobody asked to be told."""
