"""The different hands of mus as arrays: 330 with 8 kings, 715 with 4, each with its worth in every lance.

Suits never matter, so a hand is a multiset of ranks and has a number here. Everything that reckons with
probabilities (`beliefs`, `winning`, the scripts in `training`) counts by these numbers. What a hand is worth
says the engine (`musbot.engine.hands`); this module only lays it out in rows.
"""

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt

from musbot.engine.cards import DECK, Rank
from musbot.engine.hands import canonical, hand_table
from musbot.engine.rules import LaReal, Rules
from musbot.engine.state import Hand, Lance

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]

LANCES: tuple[Lance, ...] = (Lance.GRANDE, Lance.CHICA, Lance.PARES, Lance.JUEGO, Lance.PUNTO)
"""The order of lances in every array here and in the data files."""
LANCE_NO = {lance: number for number, lance in enumerate(LANCES)}
"""Row of a lance in those arrays."""


@dataclass(frozen=True, slots=True)
class HandSet:
    """All different hands under one reading of the cards. N hands, R ranks.

    Attributes:
        kings: 8 or 4.
        ranks: the ranks that differ, lowest first.
        deck: (R,) how many cards of each rank the deck has.
        counts: (N, R) how many of each rank a hand holds.
        ways: (N,) how many of the 91,390 hands of four cards are this one.
        levels: (5, N) strength in each lance of `LANCES`, dense from 1; 0 where the hand may not play it.
        pares_bonus: (N,) stones for pares at the count.
        juego_bonus: (N,) stones for juego at the count.
        points: (N,) sum of the cards.
        weights: what a card adds to the key of its hand, by printed number.
        number: hand number by key.
    """

    kings: int
    ranks: tuple[Rank, ...]
    deck: IntArray
    counts: IntArray
    ways: IntArray
    levels: IntArray
    pares_bonus: IntArray
    juego_bonus: IntArray
    points: IntArray
    weights: tuple[int, ...]
    number: dict[int, int]

    def __len__(self) -> int:
        return len(self.counts)

    def id_of(self, hand: Hand) -> int:
        """The number of a hand of four cards."""
        weights = self.weights
        return self.number[sum(weights[card.rank] for card in hand)]

    def rank_of(self, rank: Rank) -> int:
        """The column of a printed rank."""
        return self.ranks.index(canonical(rank, self.kings))


@cache
def hand_set(kings: int, la_real: LaReal = LaReal.OFF) -> HandSet:
    """The hands for one reading of the cards, laid out once."""
    table = hand_table(kings, la_real)
    values = list(table.values.values())
    ranks = tuple(sorted({rank for value in values for rank in value.ranks}))
    deck = [0] * len(ranks)
    for card in DECK:
        deck[ranks.index(canonical(card.rank, kings))] += 1
    counts = np.array([[value.ranks.count(rank) for rank in ranks] for value in values], dtype=np.int64)
    ways = [_ways(row, deck) for row in counts.tolist()]
    levels = np.zeros((len(LANCES), len(values)), dtype=np.int64)
    for number, lance in enumerate(LANCES):
        playing = [value.has(lance) and not (lance is Lance.PUNTO and value.juego) for value in values]
        seen = sorted({value.strength(lance) for value, plays in zip(values, playing, strict=True) if plays})
        dense = {strength: level for level, strength in enumerate(seen, start=1)}
        levels[number] = [
            dense[value.strength(lance)] if plays else 0 for value, plays in zip(values, playing, strict=True)
        ]
    return HandSet(
        kings=kings,
        ranks=ranks,
        deck=np.array(deck, dtype=np.int64),
        counts=counts,
        ways=np.array(ways, dtype=np.int64),
        levels=levels,
        pares_bonus=np.array([value.pares_bonus for value in values], dtype=np.int64),
        juego_bonus=np.array([value.juego_bonus for value in values], dtype=np.int64),
        points=np.array([value.points for value in values], dtype=np.int64),
        weights=table.weights,
        number={key: place for place, key in enumerate(table.values)},
    )


def hands_for(rules: Rules) -> HandSet:
    """The hands under the rules of a game."""
    return hand_set(rules.kings, rules.la_real)


@cache
def _binomials(top: int) -> IntArray:
    return np.array([[comb(n, k) for k in range(top + 1)] for n in range(top + 1)], dtype=np.int64)


def ways_from(hands: HandSet, deck: IntArray) -> IntArray:
    """(N,) in how many ways each hand can be drawn from the cards that are left of each rank."""
    table = _binomials(8)
    ways = np.ones(len(hands), dtype=np.int64)
    for rank in range(len(hands.ranks)):
        ways = ways * table[int(deck[rank])][hands.counts[:, rank]]
    return ways


def _ways(row: list[int], deck: list[int]) -> int:
    ways = 1
    for held, there in zip(row, deck, strict=True):
        ways *= comb(there, held)
    return ways
