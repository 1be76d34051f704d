"""The chance that a seat's pair wins a lance with each hand it might hold, from beliefs about all hands.

Seats are counted from mano, so a lower number wins a tie (docs/rules.md §3). The hands of different seats are
taken to be independent: what a card in one hand takes from another is left out (the exact tables before mus
have it).
"""

from collections.abc import Sequence

import numpy as np

from musbot.players.handsets import FloatArray, IntArray


def winning(beliefs: FloatArray, levels: IntArray, playing: Sequence[int]) -> FloatArray:
    """(S, N) chance of the pair of each playing seat with each hand; rows of the others are zero.

    Args:
        beliefs: (S, N) chance of each hand by seat from mano, each row adding up to 1.
        levels: (N,) strength of each hand in the lance.
        playing: seats that take part, ascending.
    """
    seats = beliefs.shape[0]
    top = int(levels.max())
    chance: dict[int, FloatArray] = {
        seat: np.asarray(np.bincount(levels, beliefs[seat], top + 1), dtype=np.float64) for seat in playing
    }
    up_to: dict[int, FloatArray] = {seat: np.cumsum(chance[seat]) for seat in playing}
    below: dict[int, FloatArray] = {seat: up_to[seat] - chance[seat] for seat in playing}

    def beaten(seat: int, other: int) -> FloatArray:
        return up_to[other] if other > seat else below[other]

    beat: dict[int, FloatArray] = {}
    for seat in playing:
        product = np.ones(top + 1)
        for rival in playing:
            if rival % 2 != seat % 2:
                product = product * beaten(seat, rival)
        beat[seat] = product
    result = np.zeros((seats, levels.size))
    for seat in playing:
        mates = [mate for mate in playing if mate % 2 == seat % 2 and mate != seat]
        by_level = beat[seat]
        for mate in mates:
            by_level = by_level * beaten(seat, mate)
        for mate in mates:
            theirs = chance[mate] * beat[mate]
            for other in mates:
                if other != mate:
                    theirs = theirs * beaten(mate, other)
            above = np.cumsum(theirs[::-1])[::-1]
            by_level = by_level + (above if mate < seat else above - theirs)
        result[seat] = np.minimum(by_level, 1.0)[levels]
    return result
