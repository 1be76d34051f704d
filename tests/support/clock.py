"""A clock that stands until a test moves it (`musbot.app.ports.Clock`); nothing here waits in real time.

For tests of one part on the ordinary loop. Whole games run on the loop of `tests.support.virtual_time`.
"""

import asyncio
import heapq
from itertools import count

START = 1_790_000_000.0
SETTLE = 60
"""Turns of the loop that are enough for everything that does not wait for the clock."""


class ManualClock:
    """Time that moves by `advance` only.

    Attributes:
        time: seconds since 1970.
    """

    def __init__(self, now: float = START) -> None:
        self.time = now
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = count()

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.time + seconds, next(self._order), future))
        await future

    async def settle(self) -> None:
        """Let everything run that does not wait for the clock."""
        for _ in range(SETTLE):
            await asyncio.sleep(0)

    async def advance(self, seconds: float) -> None:
        """Move on, waking sleepers one after the other at their own moments."""
        until = self.time + seconds
        await self.settle()
        while self._sleepers and self._sleepers[0][0] <= until:
            at, _, future = heapq.heappop(self._sleepers)
            self.time = max(self.time, at)
            if not future.done():
                future.set_result(None)
            await self.settle()
        self.time = until
        await self.settle()
