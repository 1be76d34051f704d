"""The pump of deadlines: when a table's deadline has come, its alarm goes into the table's mailbox.

What an alarm does is the table's business. A generation that was fired is in flight until its effect is
committed: its row has another generation then. One that changed nothing is fired again, less and less often.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from musbot.app.nursery import Nursery
from musbot.app.ports import Clock, DueRow, Store
from musbot.app.trouble import describe

_log = structlog.stdlib.get_logger("musbot.alarms")

LONGEST_SLEEP = 30.0
"""Seconds after which the deadlines are looked at even when nobody said that they changed."""

AGAIN = 5.0
MAX_AGAIN = 300.0
"""Seconds before an alarm that changed nothing is fired again: the first time, and at most."""


@dataclass(slots=True)
class _Fired:
    generation: int
    flying: bool
    again_at: float
    wait: float


class Alarms:
    """Fires what is due.

    Args:
        store: where the deadlines are.
        fire: puts an alarm into its table's mailbox and ends when it was dealt with.
        clock: time.
        nursery: holds the alarms in flight.
    """

    def __init__(
        self, store: Store, fire: Callable[[DueRow], Awaitable[None]], clock: Clock, nursery: Nursery
    ) -> None:
        """Nothing was fired yet; `run` must be started."""
        self._store = store
        self._fire = fire
        self._clock = clock
        self._nursery = nursery
        self._fired: dict[int, _Fired] = {}
        self._changed = False
        self._sleeping: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Deadlines may have changed."""
        self._changed = True
        if self._sleeping is not None:
            self._sleeping.cancel()

    async def run(self) -> None:
        """Fire what is due, for ever. A failing store is tried again."""
        while True:
            self._changed = False
            try:
                seconds = await self._round()
            except Exception as error:  # noqa: BLE001 - the pump must outlive a failing disk
                _log.error("alarms-failed", **describe(error))
                seconds = AGAIN
            if not self._changed:
                await self._sleep(seconds)

    async def _round(self) -> float:
        now = self._clock.now()
        rows = await self._store.due(now)
        due = {row.table_id for row in rows}
        for table_id in [t for t, fired in self._fired.items() if t not in due and not fired.flying]:
            del self._fired[table_id]
        for row in rows:
            if self._ready(row, now):
                self._launch(row)
        return await self._until_next(now)

    def _ready(self, row: DueRow, now: float) -> bool:
        fired = self._fired.get(row.table_id)
        if fired is None:
            return True
        if fired.flying:
            return False
        return fired.generation != row.generation or fired.again_at <= now

    def _launch(self, row: DueRow) -> None:
        before = self._fired.get(row.table_id)
        same = before is not None and before.generation == row.generation
        wait = min(before.wait * 2, MAX_AGAIN) if same and before is not None else AGAIN
        self._fired[row.table_id] = _Fired(row.generation, True, 0.0, wait)
        self._nursery.start(self._fly(row), name=f"alarm-{row.table_id}")

    async def _fly(self, row: DueRow) -> None:
        try:
            await self._fire(row)
        finally:
            fired = self._fired[row.table_id]
            fired.flying = False
            fired.again_at = self._clock.now() + fired.wait
            self.wake()

    async def _until_next(self, now: float) -> float:
        moments = [now + LONGEST_SLEEP]
        moments += [
            fired.again_at for fired in self._fired.values() if not fired.flying and fired.again_at > now
        ]
        nearest = await self._store.next_due()
        if nearest is not None and nearest <= now:
            # Rows that were fired hide the ones behind them.
            later = [row.due for row in await self._store.due(now + LONGEST_SLEEP) if row.due > now]
            nearest = later[0] if later else None
        if nearest is not None:
            moments.append(nearest)
        return max(0.0, min(moments) - self._clock.now())

    async def _sleep(self, seconds: float) -> None:
        self._sleeping = self._nursery.start(self._clock.sleep(seconds), name="alarms-sleep")
        try:
            await asyncio.wait({self._sleeping})
        finally:
            self._sleeping.cancel()
            self._sleeping = None
