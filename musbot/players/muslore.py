"""What drawing cards and saying mus tells about a hand: the tables that beliefs start from.

Exact for a given mus policy, softened by what a player of another mind might do.
"""

import numpy as np

from musbot.players.discards import Draws
from musbot.players.handsets import FloatArray, IntArray

MUS_TRUST = 0.85
"""How far a mus or a cut is taken to follow the policy; the rest says nothing."""
OTHER_MIND = 0.05
"""Weight of a player who says mus with anything and then keeps what the policy would."""


def belief_tables(
    draws: Draws, prior: FloatArray, cut: FloatArray, keep: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Tables from a mus policy.

    Args:
        draws: all draws.
        prior: (N,) chance of a hand.
        cut: (3, 4, N) chance to cut by round, seat from mano and hand.
        keep: (4, N) row of `draws` that is kept.

    Returns:
        (2, 4, 5, N) belief about a hand after it drew that many cards in the first and in later rounds
        (column 0 is empty), and (3, 4, N) chance to say mus.
    """
    like = MUS_TRUST * (1.0 - cut) + (1.0 - MUS_TRUST) * 0.5
    after = np.zeros((2, 4, 5, len(prior)))
    for seat in range(4):
        step = draws.chance[keep[seat]]
        drawn = draws.drawn[keep[seat]]
        before = prior
        for later in range(2):
            said = before * like[later, seat]
            said = said / said.sum()
            everything = np.zeros(len(prior))
            for count in range(1, 5):
                some = np.where(drawn == count, said, 0.0) @ step
                everything += some
                anyhow = np.where(drawn == count, prior, 0.0) @ step
                mixed = some + OTHER_MIND * anyhow + 1e-9 * prior
                after[later, seat, count] = mixed / mixed.sum()
            before = everything / everything.sum()
    return after, like
