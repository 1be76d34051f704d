"""Clocks for the emulated Telegram over asyncio: real time, the event loop's time, or a test's own time."""

import asyncio
import time
from collections.abc import Callable, Generator
from typing import Any

from musbot.emulator.core.ports import Cancel, Waiter

EPOCH = 1_790_000_000.0
"""Where time of tests begins: a day in September 2026."""


class LoopWaiter:
    """A `Waiter` over a future of the running loop; setting it twice is harmless."""

    def __init__(self) -> None:
        self._future: asyncio.Future[object] = asyncio.get_running_loop().create_future()

    def set(self, value: object = None) -> None:
        """Wake whoever awaits this."""
        if not self._future.done():
            self._future.set_result(value)

    def done(self) -> bool:
        """Say whether it was set."""
        return self._future.done()

    def __await__(self) -> Generator[Any, Any, object]:
        """Wait until it is set."""
        return self._future.__await__()


class _Alarm:
    __slots__ = ("callback", "cancelled", "handle", "when")

    def __init__(self, when: float, callback: Callable[[], None]) -> None:
        self.when = when
        self.callback = callback
        self.cancelled = False
        self.handle: asyncio.TimerHandle | None = None


class _Base:
    """What the clocks share: alarms, waiting, advancing."""

    def __init__(self) -> None:
        self._offset = 0.0
        self._alarms: list[_Alarm] = []

    def now(self) -> float:
        raise NotImplementedError

    def _arm(self, alarm: _Alarm) -> None:
        raise NotImplementedError

    def call_at(self, when: float, callback: Callable[[], None]) -> Cancel:
        """Run `callback` once `now()` has reached `when`."""
        alarm = _Alarm(when, callback)
        self._alarms.append(alarm)
        self._arm(alarm)

        def cancel() -> None:
            alarm.cancelled = True
            self._forget(alarm)

        return cancel

    def _forget(self, alarm: _Alarm) -> None:
        if alarm.handle is not None:
            alarm.handle.cancel()
        if alarm in self._alarms:
            self._alarms.remove(alarm)

    def _run_due(self) -> None:
        while True:
            due = [alarm for alarm in self._alarms if alarm.when <= self.now()]
            if not due:
                return
            first = min(due, key=lambda alarm: alarm.when)
            self._forget(first)
            if not first.cancelled:
                first.callback()

    def waiter(self) -> Waiter:
        """Make something to wait for."""
        return LoopWaiter()

    async def sleep(self, seconds: float) -> None:
        """Wait until this clock has moved on by `seconds`."""
        waiter = self.waiter()
        cancel = self.call_at(self.now() + seconds, waiter.set)
        try:
            await waiter
        finally:
            cancel()

    async def guard(self, waiter: Waiter, seconds: float | None) -> bool:
        """Wait for `waiter` at most `seconds` of the loop's time."""
        try:
            async with asyncio.timeout(seconds):
                await waiter
        except TimeoutError:
            return False
        return True

    def advance(self, seconds: float) -> None:
        """Move the clock on at once; what became due runs."""
        if seconds < 0:
            raise ValueError("time does not run backwards")
        self._offset += seconds
        self._run_due()


class ManualClock(_Base):
    """A clock that stands until a test moves it on."""

    def __init__(self, start: float = EPOCH) -> None:
        super().__init__()
        self._start = start

    def now(self) -> float:
        """Give the present."""
        return self._start + self._offset

    def _arm(self, alarm: _Alarm) -> None:
        if alarm.when <= self.now():
            # Never from inside `call_at`: callers count on being told later.
            alarm.handle = asyncio.get_running_loop().call_later(0, self._run_due)


class _Running(_Base):
    def _arm(self, alarm: _Alarm) -> None:
        # The loop may wake a hair early: `_ring` looks again.
        pause = max(alarm.when - self.now(), 0.0)
        alarm.handle = asyncio.get_running_loop().call_later(pause, self._ring, alarm)

    def _ring(self, alarm: _Alarm) -> None:
        if alarm.when > self.now() and not alarm.cancelled:
            self._arm(alarm)
        else:
            self._run_due()


class LoopClock(_Running):
    """The event loop's time, counted from `start`; fits a loop with virtual time."""

    def __init__(self, start: float = EPOCH) -> None:
        super().__init__()
        self._start = start - asyncio.get_running_loop().time()

    def now(self) -> float:
        """Give the present."""
        return self._start + asyncio.get_running_loop().time() + self._offset


class SystemClock(_Running):
    """The time of day, plus what tests moved it on."""

    def now(self) -> float:
        """Give the present."""
        return time.time() + self._offset
