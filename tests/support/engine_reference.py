"""The rules of the lances a second time, written from docs/rules.md §3 by sorting and without the engine's tables.

Also a second way of counting how many ways a lance or a hand can be bet, from the grammar of §4. Nothing of
`musbot.engine.hands`, `betting`, `legal` or `decide` is used here, so an error would have to be made twice.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import TypeAlias

Ends: TypeAlias = Counter[tuple[str, int, int]]

FIGURE_POINTS = 10
JUEGO_BEST_FIRST = (31, 32, 40, 37, 36, 35, 34, 33)


def as_played(numbers: Iterable[int], kings: int) -> list[int]:
    """Printed numbers as they count, with 8 kings a 3 as a king and a 2 as an ace."""
    if kings == 4:
        return list(numbers)
    return [{3: 12, 2: 1}.get(number, number) for number in numbers]


def points(numbers: Iterable[int], kings: int) -> int:
    """The sum of a hand."""
    return sum(min(number, FIGURE_POINTS) for number in as_played(numbers, kings))


def compare(first: list[int], second: list[int]) -> int:
    """1 when the first of two `worth`s is better, -1 when the second is, 0 when they are equal."""
    return (first > second) - (first < second)


def may_play(lance: str, numbers: list[int], kings: int) -> bool:
    """Whether a hand may play a lance."""
    return bool(worth(lance, numbers, kings)) or lance not in ("pares", "juego")


def worth(lance: str, numbers: list[int], kings: int, la_real: str = "off") -> list[int]:
    """What a hand is worth in a lance, as a list to compare; empty when it may not play it."""
    hand = sorted(as_played(numbers, kings), reverse=True)
    match lance:
        case "grande":
            return hand
        case "chica":
            return [-number for number in sorted(hand)]
        case "pares":
            return _pares(hand)
        case "juego":
            total = points(numbers, kings)
            if total < 31:
                return []
            return [100 if _real(numbers, kings, la_real) else -JUEGO_BEST_FIRST.index(total)]
        case "punto":
            total = points(numbers, kings)
            return [total if total <= 30 else 0]
        case _:
            raise AssertionError(lance)


def _pares(hand: list[int]) -> list[int]:
    alike = sum(1 for a, b in combinations(hand, 2) if a == b)  # 1 par, 2 two pairs, 3 medias, 6 four alike
    paired = [number for number in hand if hand.count(number) > 1]
    match alike:
        case 0:
            return []
        case 1:
            return [1, paired[0]]
        case 3:
            return [2, paired[0]]
        case _:
            return [3, paired[0], paired[-1]]


def _real(numbers: list[int], kings: int, la_real: str) -> bool:
    others = list(numbers)
    for _ in range(3):
        if 7 not in others:
            return False
        others.remove(7)
    wanted = {"off": [], "sota": [10], "figure": [10, 11, 12]}[la_real]
    return as_played(others, kings)[0] in wanted


class Grammar:
    """How many ways there are to bet, by recursion over the grammar of a lance.

    A lance ends in one of the `Ends`: (``paso quiero ordago no``, pair that gets a deje or -1, its stones).

    Args:
        target: stones of the juego; no total goes above it.
        openings: amounts that may be opened with.
        raises: amounts that a bet may be raised by.
    """

    def __init__(self, target: int, openings: tuple[int, ...], raises: tuple[int, ...]) -> None:
        """Fix the amounts."""
        self.target = target
        self.openings = openings
        self.raises = raises

    def lance(self, order: str) -> Ends:
        """How many sequences of calls lead to each end, for these pairs in speaking order (``ABAB``, ``AAB``)."""
        sizes = (order.count("A"), order.count("B"))
        ends: Ends = Counter({("paso", -1, 0): 1})
        for pair in map("AB".index, order):
            for amount in self.openings:
                ends += self.answers(1 - pair, sizes[1 - pair], sizes, amount, 1)
            ends += self.over_ordago(1 - pair, sizes[1 - pair], 1)
        return ends

    @cache  # noqa: B019 - as short-lived as the tests
    def answers(self, pair: int, left: int, sizes: tuple[int, int], stake: int, deje: int) -> Ends:
        """`left` members of `pair` can still answer a bet that stands at `stake`, in any order."""
        if left == 0:
            return Counter({("no", 1 - pair, deje): 1})
        ends = Counter({("quiero", -1, 0): 1})
        ends += self.over_ordago(1 - pair, sizes[1 - pair], stake)
        for more in self.raises:
            if stake + more <= self.target:
                ends += self.answers(1 - pair, sizes[1 - pair], sizes, stake + more, stake)
        ends += self.answers(pair, left - 1, sizes, stake, deje)
        return Counter({end: many * left for end, many in ends.items()})

    def over_ordago(self, pair: int, left: int, deje: int) -> Ends:
        """The same against an órdago."""
        if left == 0:
            return Counter({("no", 1 - pair, deje): 1})
        ends = Counter({("ordago", -1, 0): 1}) + self.over_ordago(pair, left - 1, deje)
        return Counter({end: many * left for end, many in ends.items()})

    @cache  # noqa: B019 - as short-lived as the tests
    def hand(self, lances: tuple[str, ...], score: tuple[int, int]) -> int:
        """How many sequences of calls a whole hand has, when these lances are bet one after the other."""
        if not lances:
            return 1
        total = 0
        for (how, pair, stones), many in self.lance(lances[0]).items():
            after = (score[0] + stones * (pair == 0), score[1] + stones * (pair == 1))
            over = how == "ordago" or max(after) >= self.target
            total += many if over else many * self.hand(lances[1:], after)
        return total
