"""What to keep and what to throw away: exact expectations over the cards that a hand has not seen.

A hand may keep any part of itself; what it draws comes from the other 36 cards, each as likely as the next.
Given what every hand is worth at the lances (any measure: expected stones, chance of winning) the best part
to keep follows exactly. What hands are worth stands in the data.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np

from musbot.engine.rules import LaReal
from musbot.players.handsets import FloatArray, HandSet, IntArray, hand_set


@dataclass(frozen=True, slots=True)
class Draws:
    """Every way to keep a part of every hand, as rows. K rows in order of hand number.

    Attributes:
        hand: (K,) the hand that is thrown into.
        keep: (K, R) what is kept of each rank.
        drawn: (K,) cards drawn, 1..4.
        chance: (K, N) chance of each hand after the draw.
        start: (N + 1,) first row of each hand.
    """

    hand: IntArray
    keep: IntArray
    drawn: IntArray
    chance: FloatArray
    start: IntArray


@cache
def draws(kings: int) -> Draws:
    """All draws under one reading of the cards, reckoned once (a tenth of a second with 8 kings)."""
    hands = hand_set(kings, LaReal.OFF)
    number, keeps, start, chances = [], [], [0], []
    for place, row in enumerate(hands.counts.tolist()):
        rest = hands.deck - hands.counts[place]
        for keep in product(*(range(held + 1) for held in row)):
            if sum(keep) < 4:
                number.append(place)
                keeps.append(keep)
                chances.append(_after(hands, rest, np.array(keep, dtype=np.int64)))
        start.append(len(number))
    keep_rows = np.array(keeps, dtype=np.int64)
    return Draws(
        hand=np.array(number, dtype=np.int64),
        keep=keep_rows,
        drawn=4 - keep_rows.sum(axis=1),
        chance=np.array(chances),
        start=np.array(start, dtype=np.int64),
    )


def best_rows(table: Draws, worth: FloatArray) -> tuple[IntArray, FloatArray]:
    """The best row of `table` for each hand and its expectation, for hands worth `worth` (N,) afterwards."""
    expected = table.chance @ worth
    rows = np.array(
        [
            low + int(expected[low:high].argmax())
            for low, high in zip(table.start, table.start[1:], strict=False)
        ],
        dtype=np.int64,
    )
    return rows, expected[rows]


def _after(hands: HandSet, rest: IntArray, keep: IntArray) -> FloatArray:
    drawn = hands.counts - keep
    fits = np.asarray((drawn >= 0).all(axis=1))
    shifted = np.where(fits[:, None], drawn, 0)
    ways = fits.astype(np.float64)
    for rank in range(len(hands.ranks)):
        ways = ways * _choose(int(rest[rank]))[shifted[:, rank]]
    return np.asarray(ways / ways.sum())


@cache
def _choose(n: int) -> FloatArray:
    row = [1.0]
    for k in range(1, 9):
        row.append(row[-1] * (n - k + 1) / k if k <= n else 0.0)
    return np.array(row)


def stones_worth(win: FloatArray, hands: HandSet, punto: FloatArray) -> FloatArray:
    """(N, 4) what a hand is worth in stones at each seat, if every lance is played for two and a half.

    Args:
        win: (N, 4, 5) chance that the pair takes each lance, by hand and seat.
        hands: the hands.
        punto: (N, 2) chance that nobody has pares, and that nobody has juego, by hand.

    A plain measure, for players that do not reckon in chances of winning the juego.
    """
    stake = 2.5
    worth = stake * (2 * win[:, :, 0] - 1) + stake * (2 * win[:, :, 1] - 1)
    nobody_p, nobody_j = punto[:, 0, None], punto[:, 1, None]
    worth = (
        worth + 0.8 * stake * (2 * win[:, :, 2] - (1 - nobody_p)) + hands.pares_bonus[:, None] * win[:, :, 2]
    )
    worth = (
        worth + 0.8 * stake * (2 * win[:, :, 3] - (1 - nobody_j)) + hands.juego_bonus[:, None] * win[:, :, 3]
    )
    result: FloatArray = worth + stake * (2 * win[:, :, 4] - nobody_j)
    return result
