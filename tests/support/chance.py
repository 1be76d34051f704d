"""Randomness that repeats itself: what `musbot.app.ports.Chance` promises, from a seed."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class SeededChance:
    """Shuffles and draws from a seed."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def shuffle(self, items: Sequence[T], /) -> tuple[T, ...]:
        return tuple(self._random.sample(list(items), len(items)))

    def below(self, n: int, /) -> int:
        return self._random.randrange(n)
