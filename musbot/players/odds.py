"""Exact chances of a hand, for players: against one unknown hand, and of the cards to keep.

All hands are known by their ranks (330 or 715), so sums over every hand that can still be out are small and exact.
What is not exact is said where it is used: rivals are taken to hold random cards, and their mus is not read.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import TypeAlias

from musbot.engine.actions import Descarte
from musbot.engine.cards import DECK, HAND_SIZE, Rank
from musbot.engine.hands import HandTable, HandValue, canonical, hand_table
from musbot.engine.rules import LaReal, Rules
from musbot.engine.state import Hand, Lance

Counts: TypeAlias = tuple[tuple[Rank, int], ...]

MUS_PUNTO_CHANCE = 0.25
"""How often nobody has juego, about: the weight of punto in the worth of a hand."""

_CHOOSE = tuple(tuple(comb(n, k) for k in range(HAND_SIZE + 1)) for n in range(9))


@dataclass(frozen=True, slots=True)
class Odds:
    """A hand against one random hand of the 36 cards it does not hold, among hands that may play the lance.

    Attributes:
        better: chance that the other hand is worse.
        equal: chance that both are equal, so that the seat nearer to mano wins.
        worse: chance that the other hand is better; exactly 0 when there is no such hand.
    """

    better: float
    equal: float
    worse: float

    def wins(self, ahead: bool) -> float:
        """Chance to beat a rival; `ahead` when one's own seat is nearer to mano."""
        return self.better + (self.equal if ahead else 0.0)

    def never_lose(self, ahead: bool) -> bool:
        """Whether no hand that a rival may hold wins."""
        return self.worse == 0.0 and (ahead or self.equal == 0.0)


def odds(hand: Hand, lance: Lance, rules: Rules) -> Odds:
    """The exact odds of a hand in a lance; a rival at pares or juego has it, at punto nobody has juego."""
    return _odds(_key(hand, rules), rules.kings, rules.la_real)[lance]


def worth(hand: Hand, rules: Rules) -> float:
    """What a hand is worth before the lances, as the share of all hands that are worth less (0 to 1)."""
    worths, order = _worths(rules.kings, rules.la_real)
    return bisect_left(order, worths[_key(hand, rules)]) / len(order)


def best_discard(hand: Hand, rules: Rules) -> Descarte:
    """The discard after which the hand is worth most on average, exact over the cards it does not hold.

    Among equal cards the ones at the end of the hand go first, so the answer is always the same.
    """
    keep = _best_keep(_key(hand, rules), rules.kings, rules.la_real)
    left = dict(keep)
    marks = []
    for card in hand:
        rank = canonical(card.rank, rules.kings)
        kept = left.get(rank, 0) > 0
        if kept:
            left[rank] -= 1
        marks.append(not kept)
    a, b, c, d = marks
    return Descarte((a, b, c, d))


def _key(hand: Hand, rules: Rules) -> int:
    weights = hand_table(rules.kings, rules.la_real).weights
    return sum(weights[card.rank] for card in hand)


def _counts(ranks: tuple[Rank, ...]) -> Counts:
    return tuple((rank, ranks.count(rank)) for rank in dict.fromkeys(ranks))


@cache
def _in_deck(kings: int) -> Mapping[Rank, int]:
    """Cards of each rank, as it counts."""
    ranks = [canonical(card.rank, kings) for card in DECK]
    return {rank: ranks.count(rank) for rank in sorted(set(ranks))}


def _unseen(ranks: tuple[Rank, ...], kings: int) -> dict[Rank, int]:
    left = dict(_in_deck(kings))
    for rank in ranks:
        left[rank] -= 1
    return left


def _ways(counts: Counts, cards: Mapping[Rank, int]) -> int:
    ways = 1
    for rank, count in counts:
        ways *= _CHOOSE[cards[rank]][count]
    return ways


def _plays(value: HandValue, lance: Lance) -> bool:
    return not value.juego if lance is Lance.PUNTO else value.has(lance)


def _strengths(value: HandValue) -> tuple[int, ...]:
    """Strengths in the order of `Lance`, -1 where a rival with this hand would not play."""
    return tuple(value.strength(lance) if _plays(value, lance) else -1 for lance in Lance)


@cache
def _rows(kings: int, la_real: LaReal) -> tuple[tuple[Counts, tuple[int, ...]], ...]:
    values = hand_table(kings, la_real).values.values()
    return tuple((_counts(value.ranks), _strengths(value)) for value in values)


@cache
def _odds(key: int, kings: int, la_real: LaReal) -> Mapping[Lance, Odds]:
    mine = hand_table(kings, la_real).values[key]
    own = tuple(mine.strength(lance) for lance in Lance)
    cards = _unseen(mine.ranks, kings)
    better = [0] * len(own)
    equal = [0] * len(own)
    total = [0] * len(own)
    for counts, strengths in _rows(kings, la_real):
        ways = _ways(counts, cards)
        for place, strength in enumerate(strengths):
            if strength >= 0:
                total[place] += ways
                if strength < own[place]:
                    better[place] += ways
                elif strength == own[place]:
                    equal[place] += ways
    return {
        lance: Odds(one / all_, same / all_, (all_ - one - same) / all_) if all_ else Odds(1.0, 0.0, 0.0)
        for lance, one, same, all_ in zip(Lance, better, equal, total, strict=True)
    }


@cache
def _worths(kings: int, la_real: LaReal) -> tuple[Mapping[int, float], tuple[float, ...]]:
    """The worth of every hand in stones, about, by key; and the worths of all 91,390 hands in order."""
    table = hand_table(kings, la_real)
    deck = _in_deck(kings)
    many = {key: _ways(_counts(value.ranks), deck) for key, value in table.values.items()}
    below = {lance: _shares_below(table, many, lance) for lance in Lance}
    worths = {
        key: _stones(value, {lance: shares[value.strength(lance)] for lance, shares in below.items()})
        for key, value in table.values.items()
    }
    order = sorted((worths[key], ways) for key, ways in many.items())
    return worths, tuple(one for one, ways in order for _ in range(ways))


def _shares_below(table: HandTable, many: Mapping[int, int], lance: Lance) -> Mapping[int, float]:
    """By strength, the share of all hands that are weaker, equal ones half."""
    counts: dict[int, int] = {}
    for key, value in table.values.items():
        strength = value.strength(lance)
        counts[strength] = counts.get(strength, 0) + many[key]
    total = sum(counts.values())
    below = 0
    shares = {}
    for strength in sorted(counts):
        shares[strength] = (below + counts[strength] / 2) / total
        below += counts[strength]
    return shares


def _stones(value: HandValue, below: Mapping[Lance, float]) -> float:
    """Stones a hand takes, about: what each lance pays times the chance to beat two rivals."""
    stones = below[Lance.GRANDE] ** 2 + below[Lance.CHICA] ** 2
    if value.pares:
        stones += (value.pares_bonus + 1) * below[Lance.PARES] ** 2
    if value.juego:
        return stones + (value.juego_bonus + 1) * below[Lance.JUEGO] ** 2
    return stones + MUS_PUNTO_CHANCE * below[Lance.PUNTO] ** 2


@cache
def _draws(count: int, kings: int, la_real: LaReal) -> tuple[tuple[Counts, int], ...]:
    """What can be drawn, with what it adds to the key of a hand."""
    weights = hand_table(kings, la_real).weights
    draws = combinations_with_replacement(_in_deck(kings), count)
    return tuple((_counts(ranks), sum(weights[rank] for rank in ranks)) for ranks in draws)


def _keeps(ranks: tuple[Rank, ...]) -> Iterator[tuple[Rank, ...]]:
    """What can be kept, each once: none to three of the ranks."""
    seen = set()
    for mask in range(2**HAND_SIZE - 1):
        keep = tuple(rank for place, rank in enumerate(ranks) if mask >> place & 1)
        if keep not in seen:
            seen.add(keep)
            yield keep


@cache
def _best_keep(key: int, kings: int, la_real: LaReal) -> Counts:
    worths, _ = _worths(kings, la_real)
    table = hand_table(kings, la_real)
    weights = table.weights
    mine = table.values[key]
    cards = _unseen(mine.ranks, kings)

    def average(keep: tuple[Rank, ...]) -> float:
        kept = sum(weights[rank] for rank in keep)
        total = stones = 0.0
        for counts, drawn in _draws(HAND_SIZE - len(keep), kings, la_real):
            ways = _ways(counts, cards)
            total += ways
            stones += ways * worths[kept + drawn] if ways else 0.0
        return stones / total

    return _counts(max(_keeps(mine.ranks), key=lambda keep: (average(keep), len(keep))))
