# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, import-untyped"
# Kernels: numba infers the types of what they are called with.
"""The average world after mus, and where the buckets lie: both sampled from dealt hands."""

import numpy as np
from numba import njit

from musbot.players.keys import BUCKETS
from training.game import (
    HONEST,
    LV,
    NO_EPS,
    N,
    deal,
    declare,
    lance_mask,
    seed_state,
    start_beliefs,
    strengths,
)
from training.play import World


@njit(cache=True, nogil=True)
def sample_hands(n, seed, kind, cut, keep, out):
    """(n, 4) hands when the lances begin."""
    st = np.zeros(1, np.uint64)
    dst = np.zeros(1, np.uint64)
    seed_state(st, seed)
    seed_state(dst, seed + 1)
    hands = np.empty(4, np.int64)
    drawn = np.empty(4, np.int64)
    log = np.empty((64, 4), np.int64)
    kinds = np.full(4, kind)
    for i in range(n):
        deal(st, dst, kinds, cut, keep, NO_EPS, hands, drawn, log)
        for s in range(4):
            out[i, s] = hands[s]


@njit(cache=True, nogil=True)
def sample_chances(n, seed, kind, cut, keep, after_draw, mus_like, hist):
    """Histogram (5, 256) of the chance to win lances under beliefs without bets."""
    st = np.zeros(1, np.uint64)
    dst = np.zeros(1, np.uint64)
    seed_state(st, seed)
    seed_state(dst, seed + 1)
    hands = np.empty(4, np.int64)
    drawn = np.empty(4, np.int64)
    log = np.empty((64, 4), np.int64)
    kinds = np.full(4, kind)
    bel = np.empty((4, N), np.float32)
    w = np.zeros((4, N), np.float32)
    for _ in range(n):
        rounds, cutter = deal(st, dst, kinds, cut, keep, NO_EPS, hands, drawn, log)
        start_beliefs(rounds, cutter, drawn, after_draw, mus_like, bel)
        for lance in range(5):
            m = lance_mask(lance, hands)
            if lance == 2 or lance == 3:
                declare(bel, lance, m)
            if (m & 5) == 0 or (m & 10) == 0:
                continue
            strengths(bel, lance, m, w)
            for s in range(4):
                if (m >> s) & 1:
                    hist[lance, int(w[s, hands[s]] * 255)] += 1


def won_after_mus(kind: int, w: World, n: int = 1_000_000, seed: int = 5) -> np.ndarray:
    """(5, 4, N) chance that the pair of a hand wins a contested lance, sampled."""
    hands = np.empty((n, 4), np.int64)
    sample_hands(n, seed, kind, w.cut, w.keep, hands)
    tw = np.full((5, 4, N), 0.5, np.float32)
    nobody = (LV[3][hands] == 0).all(axis=1)
    for lance in range(5):
        level = LV[lance][hands]
        plays = level > 0 if lance in (2, 3) else np.ones_like(level, bool)
        if lance == 4:
            plays &= nobody[:, None]
        strength = np.where(plays, level * 4 + (3 - np.arange(4)), -1)
        contested = (plays[:, 0] | plays[:, 2]) & (plays[:, 1] | plays[:, 3])
        winner = strength.argmax(axis=1) % 2
        for seat in range(4):
            some = contested & plays[:, seat]
            count = np.bincount(hands[some, seat], minlength=N)
            wins = np.bincount(hands[some, seat], weights=winner[some] == seat % 2, minlength=N)
            tw[lance, seat] = (wins + 1) / (count + 2)
    return tw


def buckets(w: World, kind: int = HONEST, n: int = 60_000, seed: int = 9) -> np.ndarray:
    """(5, 256) bucket by chance: equally filled below, finer near certainty."""
    hist = np.zeros((5, 256))
    sample_chances(n, seed, kind, w.cut, w.keep, w.after_draw, w.mus_like, hist)
    out = np.zeros((5, 256), np.int64)
    fixed = np.array([0.93, 0.965, 0.99])  # of these every bucket begins one
    low = BUCKETS - len(fixed)
    for lance in range(5):
        below = hist[lance].copy()
        below[int(fixed[0] * 255) :] = 0
        share = np.cumsum(below) / below.sum()
        place = np.minimum((share - below / below.sum() / 2) * low, low - 1).astype(np.int64)
        place[int(fixed[0] * 255) :] = low
        for step, edge in enumerate(fixed):
            place[int(edge * 255) :] = low + step
        out[lance] = np.maximum.accumulate(np.maximum(place, 0))
    return out
