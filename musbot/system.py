"""The real clock and the real chance: what production hands to everything that asks for time or randomness."""

import asyncio
import secrets
import time
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class SystemClock:
    """The machine's time (`musbot.app.ports.Clock`)."""

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class SystemChance:
    """The machine's cryptographic randomness (`musbot.app.ports.Chance`): nobody can foresee a deal."""

    def __init__(self) -> None:
        """Nothing to seed."""
        self._random = secrets.SystemRandom()

    def shuffle(self, items: Sequence[T], /) -> tuple[T, ...]:
        """The items in random order."""
        return tuple(self._random.sample(list(items), len(items)))

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1."""
        return self._random.randrange(n)
