# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, import-untyped"
# Kernels: numba infers the types of what they are called with.
"""Hands and juegos between any two kinds of players in numba, and the numbers that come of them."""

from typing import NamedTuple

import numpy as np
from numba import njit

from musbot.players.keys import BUCKETS
from training.game import (
    ACTOR,
    BLOCK,
    CHILD,
    CUT0,
    END,
    ENDPAIR,
    ENDST,
    JUGADOR,
    KEEP0,
    LOFF,
    MOVE,
    NMOVES,
    NO_EPS,
    OURS,
    ROOT,
    N,
    Notes,
    bonus_of,
    bot_move,
    deal,
    declare,
    empty_notes,
    fill_keys,
    forget,
    lance_mask,
    learn_from,
    matched,
    note_end,
    one_key,
    rnd,
    seed_state,
    settle,
    start_beliefs,
    strengths,
)


class World(NamedTuple):
    """Everything that players know, as arrays.

    Attributes:
        tw: (5, 4, N) chance that the pair wins a contested lance after mus, on average.
        wm: (40, 40) chance that the pair of mano wins the juego, by its stones and the others'.
        cut: (3, 3, 4, N) chance to cut: static, ours, rival; by mus round, seat and hand.
        keep: (3, 4, N) row of `draws` to keep.
        after_draw: (2, 4, 5, N) belief after a seat drew 1..4 cards in the first, later rounds.
        mus_like: (3, 4, N) chance to say mus as the beliefs have it.
        belief: (INFOSETS, 4) policy that beliefs are updated with.
        ours: (INFOSETS, 4) policy (or regrets) of ours.
        rival: (INFOSETS, 4) the same of the rival.
        bucket: (5, 256) bucket by chance * 255.
        param: numbers of the jugador.
    """

    tw: np.ndarray
    wm: np.ndarray
    cut: np.ndarray
    keep: np.ndarray
    after_draw: np.ndarray
    mus_like: np.ndarray
    belief: np.ndarray
    ours: np.ndarray
    rival: np.ndarray
    bucket: np.ndarray
    param: np.ndarray


@njit(cache=True, nogil=True)
def choose(kind, regrets, node, lance, s, key, p, pj, sc, w, st, probs):
    """Index of the choice of seat s."""
    if kind >= OURS:
        row = (LOFF[lance] + node) * BLOCK + key
        n = NMOVES[node]
        table = w.ours if kind == OURS else w.rival
        if regrets & (1 if kind == OURS else 2):
            matched(table, row, n, probs)
            x = rnd(st)
        else:
            z = np.float32(0.0)
            for i in range(n):
                probs[i] = table[row, i]
                z += table[row, i]
            if z <= 0:
                return 0
            x = rnd(st) * z
        i = 0
        c = probs[0]
        while x > c and i < n - 1:
            i += 1
            c += probs[i]
        return i
    return bot_move(kind, node, lance, p, pj, sc[s % 2], sc[1 - s % 2], w.wm, st, w.param)


class Table(NamedTuple):
    """Room for one hand, used again for the next.

    Attributes:
        hands: (4,) hand by seat from mano.
        drawn: (4,) cards drawn in the last round of mus.
        log: what `deal` tells.
        kinds: (4,) who plays at each seat.
        score: (2,) stones by pair; dejes are added while the lances are played.
        masks: (5,) seats that play each lance with bets, 0 for none.
        keys: (5, 4) row of each seat when a lance opened.
        chances: (5, 4) chance to win it by draws and declarations alone, as the jugador reckons.
        notes: how the lances ended.
    """

    hands: np.ndarray
    drawn: np.ndarray
    log: np.ndarray
    kinds: np.ndarray
    score: np.ndarray
    masks: np.ndarray
    keys: np.ndarray
    chances: np.ndarray
    notes: Notes


@njit(cache=True, nogil=True)
def empty_table():
    """A table at which nothing was played."""
    return Table(
        np.zeros(4, np.int64),
        np.zeros(4, np.int64),
        np.zeros((64, 4), np.int64),
        np.zeros(4, np.int64),
        np.zeros(2, np.int64),
        np.zeros(5, np.int64),
        np.zeros((5, 4), np.int64),
        np.zeros((5, 4), np.float32),
        empty_notes(),
    )


@njit(cache=True, nogil=True)
def lances(t, rounds, cutter, w, regrets, stop, st, stat):
    """Play all lances of a dealt hand.

    Returns the pair that won the juego before the count, or -1. With `stop` False an accepted órdago or a
    deje that ends the juego is noted and play goes on as if it had not. `regrets` has a bit for ours and for
    the rival whose table holds regrets.
    """
    hands, kinds, sc, notes = t.hands, t.kinds, t.score, t.notes
    full = False
    static = False
    for s in range(4):
        if kinds[s] >= OURS:
            full = True
        if kinds[s] == JUGADOR:
            static = True
    bel = np.empty((4, N), np.float32)
    stb = np.empty((4, N), np.float32)
    if full or static:
        start_beliefs(rounds, cutter, t.drawn, w.after_draw, w.mus_like, bel)
        if static:
            stb[:] = bel
    ww = np.zeros((4, N), np.float32)
    ws = np.zeros((4, N), np.float32)
    keys = np.zeros((4, N), np.int32)
    pu = np.zeros((4, N), np.float32)
    pt = np.zeros((4, N), np.float32)
    trust = np.full(2, 0.8)
    probs = np.empty(4, np.float32)
    for lance in range(5):
        forget(notes, lance)
        m = lance_mask(lance, hands)
        t.masks[lance] = m
        if lance == 2 or lance == 3:
            if full:
                declare(bel, lance, m)
            if static:
                declare(stb, lance, m)
        if m == 0:
            continue
        if (m & 5) == 0 or (m & 10) == 0:
            pair = 0 if m & 5 else 1
            notes.count_pair[lance] = pair
            notes.counted[lance] = bonus_of(lance, hands[pair]) + bonus_of(lance, hands[pair + 2])
            if full:
                settle(bel, ww, lance, m, 4, pair, 0, pu, pt)
            t.masks[lance] = 0
            continue
        if full:
            strengths(bel, lance, m, ww)
            if lance < 3:
                fill_keys(ww, lance, m, sc[0], sc[1], pu, pt, w.bucket, keys)
            else:  # the last lance: nobody will ask what its calls told
                for s in range(4):
                    keys[s, hands[s]] = one_key(ww, lance, s, hands[s], sc[0], sc[1], pu, pt, w.bucket)
        if static:
            strengths(stb, lance, m, ws)
        for s in range(4):
            h = hands[s]
            t.keys[lance, s] = keys[s, h]
            t.chances[lance, s] = ws[s, h]
        node = ROOT[m]
        while node >= 0:
            s = ACTOR[node]
            i = choose(
                kinds[s],
                regrets,
                node,
                lance,
                s,
                t.keys[lance, s],
                w.tw[lance, s, hands[s]],
                t.chances[lance, s],
                sc,
                w,
                st,
                probs,
            )
            stat[4 + MOVE[node, i]] += 1
            if full and lance < 3:
                learn_from(bel, s, node, LOFF[lance], i, keys, w.belief, trust)
            node = CHILD[node, i]
        end = -node - 1
        note_end(lance, end, m, hands, notes)
        how = END[end]
        if how == 3:
            if stop:
                stat[3] += 1
                return notes.ordago[lance]
            how = 0
        if how == 1:
            pair = notes.paid_pair[lance]
            sc[pair] += notes.paid[lance]
            if stop and sc[pair] >= 40:
                return pair
        if full and lance < 3:
            settle(bel, ww, lance, m, how, ENDPAIR[end], ENDST[end], pu, pt)
    return -1


@njit(cache=True, nogil=True)
def one_hand(t, dst, w, st, stat):
    """Play one hand for real from `t.score`. Returns the pair that won the juego or -1."""
    rounds, cutter = deal(st, dst, t.kinds, w.cut, w.keep, NO_EPS, t.hands, t.drawn, t.log)
    stat[0] += 1
    stat[1] += rounds
    over = lances(t, rounds, cutter, w, 0, True, st, stat)
    if over >= 0:
        return over
    for lance in range(5):
        if t.notes.counted[lance] > 0:
            pair = t.notes.count_pair[lance]
            t.score[pair] += t.notes.counted[lance]
            if t.score[pair] >= 40:
                return pair
    return -1


@njit(cache=True, nogil=True)
def juego(deal_seed, play_seed, kind_even, kind_odd, first, w, stat):
    """1.0 when the players at even seats win a juego."""
    st = np.zeros(1, np.uint64)
    dst = np.zeros(1, np.uint64)
    seed_state(st, play_seed)
    t = empty_table()
    even = 0
    odd = 0
    no = 0
    while True:
        seed_state(dst, deal_seed * 100003 + no)
        mano = (first + no) % 4
        no += 1
        ev = mano % 2
        for s in range(4):
            t.kinds[s] = kind_even if (s + ev) % 2 == 0 else kind_odd
        t.score[0] = even if ev == 0 else odd
        t.score[1] = odd if ev == 0 else even
        over = one_hand(t, dst, w, st, stat)
        if over >= 0:
            stat[2] += 1
            return 1.0 if over == ev else 0.0
        even = t.score[ev]
        odd = t.score[1 - ev]


@njit(cache=True, nogil=True)
def duel(n, base, a, b, w, out, stat):
    """Duplicate pairs: the same deals twice with seats swapped; out (n,) the share of a."""
    for i in range(n):
        d = base + i
        x = juego(d, 2 * d + 1, a, b, i % 4, w, stat)
        y = 1.0 - juego(d, 2 * d + 2, b, a, i % 4, w, stat)
        out[i] = 0.5 * (x + y)


@njit(cache=True, nogil=True)
def next_scores(n, seed0, low, high, kind, w, out):
    """For scores low..high-1 (a * 40 + b) the n results of a hand each: 10000 won, 10001 lost, else a * 100 + b."""
    st = np.zeros(1, np.uint64)
    dst = np.zeros(1, np.uint64)
    t = empty_table()
    t.kinds[:] = kind
    stat = np.zeros(16)
    for code in range(low, high):
        for i in range(n):
            seed_state(dst, seed0 + i)  # the same deals at all scores: their differences stay smooth
            seed_state(st, (seed0 + i) * 7 + 3)
            t.score[0] = code // 40
            t.score[1] = code % 40
            over = one_hand(t, dst, w, st, stat)
            out[code - low, i] = 10000 + over if over >= 0 else t.score[0] * 100 + t.score[1]


def values_from(results: np.ndarray) -> np.ndarray:
    """(40, 40) chance of the pair of mano from `next_scores` of all 1600 scores, last scores first."""
    wm = np.zeros((40, 40))
    for total in range(78, -1, -1):
        for a in range(max(0, total - 39), min(39, total) + 1):
            b = total - a
            row = results[a * 40 + b]
            going = row[row < 10000]
            wm[a, b] = ((row == 10000).sum() + (1.0 - wm[going % 100, going // 100]).sum()) / len(row)
    return wm


def race(spread: float = 1.9) -> np.ndarray:
    """(40, 40) a first guess: both pairs gain about three stones a hand."""
    gains = np.array(
        [[np.exp(-abs(x - 3) / spread - abs(y - 3) / spread) for y in range(9)] for x in range(9)]
    )
    gains[0, 0] = 0
    gains /= gains.sum()
    full = np.full((49, 49), 0.5)
    full[40:, :40] = 1.0
    full[:40, 40:] = 0.0
    for total in range(78, -1, -1):
        for a in range(max(0, total - 39), min(39, total) + 1):
            b = total - a
            full[a, b] = (gains * full[a : a + 9, b : b + 9]).sum()
    return full[:40, :40]


def start_world() -> World:
    """A world in which nothing is trained: static mus, no policy."""
    from training.beliefs import belief_tables

    cut = np.zeros((3, 3, 4, N), np.float32)
    cut[:] = CUT0
    keep = np.stack([KEEP0] * 3)
    after, like = belief_tables(cut[0], keep[0])
    dummy = np.zeros((1, 4), np.float32)
    return World(
        tw=np.full((5, 4, N), 0.5, np.float32),
        wm=race(),
        cut=cut,
        keep=keep,
        after_draw=after,
        mus_like=like,
        belief=dummy,
        ours=dummy,
        rival=dummy,
        bucket=np.tile(np.minimum(np.arange(256) * BUCKETS // 256, BUCKETS - 1), (5, 1)).astype(np.int64),
        param=np.array([0.75, 0.54, 0.05, 0.22, 0.06, 0.16, 0.65, 0.2, 0.6, 0.05]),  # those of `Jugador`
    )
