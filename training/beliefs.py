"""The tables of `musbot.players.muslore` in the precision of the numba game."""

import numpy as np

from musbot.players.muslore import belief_tables as exact_tables
from training.game import DRAWS, PRIOR


def belief_tables(cut: np.ndarray, keep: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """See `musbot.players.muslore.belief_tables`, for (3, 4, N) chances to cut and (4, N) rows to keep."""
    after, like = exact_tables(DRAWS, PRIOR.astype(np.float64), cut.astype(np.float64), keep)
    return after.astype(np.float32), like.astype(np.float32)
