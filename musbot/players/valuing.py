"""Scores as chances: everything at a table is worth what it does to the chance of winning the juego.

V(us, them, mano) comes from self-play with órdagos in it. Scores here are of forty; expected scores may be
fractions and are read between the four nearest.
"""

import numpy as np

from musbot.players.handsets import FloatArray
from musbot.players.knowledge import Knowledge
from musbot.players.reading import FULL_SCORE


def chance(know: Knowledge, us: float, them: float, mano: bool | None = None) -> float:
    """The chance that we win the juego.

    Args:
        know: the tables.
        us: our stones; 40 or more have won, and are looked at first.
        them: theirs.
        mano: whether our pair is mano of the next hand; None for the mean of both.
    """
    if us >= FULL_SCORE:
        return 1.0
    if them >= FULL_SCORE:
        return 0.0
    if mano is None:
        return (_between(know.value, us, them) + 1.0 - _between(know.value, them, us)) / 2
    return _between(know.value, us, them) if mano else 1.0 - _between(know.value, them, us)


def _between(table: FloatArray, a: float, b: float) -> float:
    last = FULL_SCORE - 1
    i, j = min(int(a), last), min(int(b), last)
    x, y = min(a - i, 1.0), min(b - j, 1.0)
    low = float(table[i, j])
    if x == 0.0 and y == 0.0:
        return low
    right = 1.0 if i == last else float(table[i + 1, j])
    up = 0.0 if j == last else float(table[i, j + 1])
    corner = (
        0.5
        if i == last and j == last
        else (1.0 if i == last else (0.0 if j == last else float(table[i + 1, j + 1])))
    )
    return low * (1 - x) * (1 - y) + right * x * (1 - y) + up * (1 - x) * y + corner * x * y


def mirrored(table: FloatArray) -> FloatArray:
    """(40, 40) the chance of the pair that is not mano, by its stones and the others'."""
    return np.asarray(1.0 - table.T)
