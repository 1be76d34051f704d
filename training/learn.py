# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, import-untyped"
# Kernels: numba infers the types of what they are called with.
"""Learning the blueprint: regret minimisation over the lances, values of scores, mus and discards.

Two policies are learned side by side (a restricted Nash response): *ours* meets, hand by hand, either the
*rival*, which is learned against ours alone and so finds its weak sides, or a fixed player of another kind.
How often it is which decides how much ours takes from weak players and how much it gives to the best one.

A hand is dealt and played once by the present policies (the base); then every lance is walked again by
external sampling for each learning seat, with the other lances left as the base had them, and ends valued by
the whole count and V. So an accepted bet that waits for the count, an órdago to come and the order of the
count are all in the utility.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from musbot.players.discards import best_rows
from training.game import (
    ACTOR,
    BLOCK,
    CHILD,
    CUT0,
    CUT_MARGIN,
    DRAWS,
    EXPECT0,
    LOFF,
    NMOVES,
    NODES,
    OURS,
    RIVAL,
    ROOT,
    STONES,
    N,
    bot_move,
    deal,
    forget,
    matched,
    note_end,
    rnd,
    seed_state,
    worth,
)
from training.play import World, empty_table, lances


class Sums(NamedTuple):
    """What training adds up.

    Attributes:
        regret: (2, INFOSETS, 4) of ours and of the rival.
        policy: (2, INFOSETS, 4) sum of the strategies that were played.
        mus: (2, 3, 4, N, 2, 2) sum and count of what came of cutting [.., 0, :] and of mus [.., 1, :].
        after: (2, 4, N, 2) sum and count of what hands brought after mus.
        kind_win: (8, 2) sum and count of base hands by kind of opponent.
    """

    regret: np.ndarray
    policy: np.ndarray
    mus: np.ndarray
    after: np.ndarray
    kind_win: np.ndarray


class Room(NamedTuple):
    """Room for the nodes that a walk meets, parents first: the way there and back needs no recursion.

    Attributes:
        queue: their numbers.
        probs: (., 4) chances of the choices; where another seat spoke, its choice stands in the first.
        worths: what each is worth to the pair of the seat that learns.
    """

    queue: np.ndarray
    probs: np.ndarray
    worths: np.ndarray


@njit(cache=True, nogil=True)
def empty_room():
    """Room for a whole tree."""
    return Room(np.empty(NODES, np.int64), np.empty((NODES, 4), np.float32), np.empty(NODES))


@njit(cache=True, nogil=True)
def walk(t, trav, lance, opened, begun, fixed, regret, policy, w, st, room):
    """External sampling of a lance for the seat `trav`: its regrets, and the strategies of the others, are added up.

    Args:
        t: the hand as it was played; how this lance ended is written over.
        trav: the seat.
        lance: the lance.
        opened: (2,) scores when the lance opened.
        begun: (2,) scores when the hand began.
        fixed: ours plays `w.ours` and learns nothing.
        regret: as in `Sums`.
        policy: as in `Sums`.
        w: the world.
        st: chance.
        room: for the nodes.
    """
    queue, probs, worths = room.queue, room.probs, room.worths
    hands, kinds = t.hands, t.kinds
    root = ROOT[t.masks[lance]]
    queue[0] = root
    met = 1
    at = 0
    while at < met:
        node = queue[at]
        s = ACTOR[node]
        n = NMOVES[node]
        kind = kinds[s]
        p = probs[at]
        row = 0
        if kind >= OURS:
            row = (LOFF[lance] + node) * BLOCK + t.keys[lance, s]
            strategy(kind - OURS, row, n, regret, w.ours, fixed, p)
        if s == trav:
            for i in range(n):
                if CHILD[node, i] >= 0:
                    queue[met] = CHILD[node, i]
                    met += 1
        else:
            if kind < OURS:
                us = opened[s % 2]
                them = opened[1 - s % 2]
                p_mus = w.tw[lance, s, hands[s]]
                i = bot_move(kind, node, lance, p_mus, t.chances[lance, s], us, them, w.wm, st, w.param)
            else:
                if kind == RIVAL or not fixed:
                    for k in range(n):
                        policy[kind - OURS, row, k] += p[k]
                i = drawn_choice(p, n, st)
            p[0] = i
            if CHILD[node, i] >= 0:
                queue[met] = CHILD[node, i]
                met += 1
        at += 1
    below = met - 1  # the last node whose worth was not asked for yet
    for at in range(met - 1, -1, -1):
        node = queue[at]
        s = ACTOR[node]
        n = NMOVES[node]
        if s == trav:
            ev = 0.0
            row = (LOFF[lance] + node) * BLOCK + t.keys[lance, s]
            for i in range(n - 1, -1, -1):
                child = CHILD[node, i]
                if child >= 0:
                    u = worths[below]
                    below -= 1
                else:
                    u = worth_of_end(t, trav, lance, -child - 1, begun, w)
                regret[kinds[s] - OURS, row, i] += u
                ev += probs[at, i] * u
            for i in range(n):
                regret[kinds[s] - OURS, row, i] -= ev
            worths[at] = ev
        else:
            child = CHILD[node, int(probs[at, 0])]
            if child >= 0:
                worths[at] = worths[below]
                below -= 1
            else:
                worths[at] = worth_of_end(t, trav, lance, -child - 1, begun, w)


@njit(cache=True, nogil=True)
def worth_of_end(t, trav, lance, end, begun, w):
    """Chance that the pair of `trav` wins the juego when a lance ends so and the others as they did."""
    note_end(lance, end, t.masks[lance], t.hands, t.notes)
    v = worth(begun[0], begun[1], t.notes, w.wm)
    return v if trav % 2 == 0 else 1.0 - v


@njit(cache=True, nogil=True)
def strategy(role, row, n, regret, ours, fixed, p):
    """(n,) chances with which ours (role 0) or the rival plays a row now."""
    if role == 0 and fixed:
        total = np.float32(0.0)
        for i in range(n):
            p[i] = ours[row, i]
            total += p[i]
        if total <= 0:
            p[0] = 1.0
    else:
        matched(regret[role], row, n, p)


@njit(cache=True, nogil=True)
def drawn_choice(p, n, st):
    """An index below n, drawn by the chances p."""
    x = rnd(st)
    i = 0
    c = p[0]
    while x > c and i < n - 1:
        i += 1
        c += p[i]
    return i


@njit(cache=True, nogil=True)
def train(n, seed0, mix, ours_learns, w, sums, eps):
    """Train on n hands.

    Args:
        n: hands.
        seed0: of cards and chance.
        mix: (7,) chance that the opponent of ours is each kind before OURS, then the rival.
        ours_learns: False to learn the rival against a fixed policy in `w.ours`.
        w: the world; with `ours_learns` its `ours` are the regrets.
        sums: added to.
        eps: (3,) share of coin-tossed mus decisions: static (not used), ours, rival.
    """
    st = np.zeros(1, np.uint64)
    dst = np.zeros(1, np.uint64)
    seed_state(st, seed0 * 2 + 1)
    seed_state(dst, seed0 * 2 + 2)
    t = empty_table()
    begun = np.zeros(2, np.int64)
    stat = np.zeros(16)
    room = empty_room()
    for _ in range(n):
        begun[0] = int(rnd(st) * 40)
        begun[1] = int(rnd(st) * 40)
        if rnd(st) < 0.6:
            begun[1] = min(39, max(0, begun[0] + int((rnd(st) - 0.5) * 24)))
        mine = 0 if rnd(st) < 0.5 else 1
        other = drawn_kind(mix, st)
        for s in range(4):
            t.kinds[s] = OURS if s % 2 == mine else other
        rounds, cutter = deal(st, dst, t.kinds, w.cut, w.keep, eps, t.hands, t.drawn, t.log)
        t.score[:] = begun
        lances(t, rounds, cutter, w, 3 if ours_learns else 2, False, st, stat)
        gain = worth(begun[0], begun[1], t.notes, w.wm) - w.wm[begun[0], begun[1]]
        sums.kind_win[other, 0] += gain if mine == 0 else -gain
        sums.kind_win[other, 1] += 1
        learn_mus(t, rounds, gain, OURS if ours_learns else RIVAL, sums)
        learn_lances(t, begun, ours_learns, w, sums, st, room)


@njit(cache=True, nogil=True)
def drawn_kind(mix, st):
    """A fixed player by its chance in (7,) `mix`, or the rival."""
    x = rnd(st)
    for k in range(6):
        if x < mix[k]:
            return k
        x -= mix[k]
    return RIVAL


@njit(cache=True, nogil=True)
def learn_mus(t, rounds, gain, least, sums):
    """Add what came of mus, cut and discards to the kinds from `least` on.

    `gain` is that of the pair of mano in chances of the juego.
    """
    for k in range(t.log[63, 0]):
        s = t.log[k, 1]
        if t.kinds[s] >= least:
            told = sums.mus[t.kinds[s] - OURS, t.log[k, 0], s, t.log[k, 2], t.log[k, 3]]
            told[0] += gain if s % 2 == 0 else -gain
            told[1] += 1
    if rounds > 0:
        for s in range(4):
            if t.kinds[s] >= least:
                told = sums.after[t.kinds[s] - OURS, s, t.hands[s]]
                told[0] += gain if s % 2 == 0 else -gain
                told[1] += 1


@njit(cache=True, nogil=True)
def learn_lances(t, begun, ours_learns, w, sums, st, room):
    """Walk every lance for every seat that learns, the other lances left as they were played."""
    notes = t.notes
    opened = begun.copy()
    for lance in range(5):
        m = t.masks[lance]
        if m == 0:
            continue
        paid_pair, paid = notes.paid_pair[lance], notes.paid[lance]
        count_pair, counted, ordago = notes.count_pair[lance], notes.counted[lance], notes.ordago[lance]
        for s in range(4):
            if (m >> s) & 1 and ((t.kinds[s] == OURS and ours_learns) or t.kinds[s] == RIVAL):
                walk(t, s, lance, opened, begun, not ours_learns, sums.regret, sums.policy, w, st, room)
        forget(notes, lance)
        notes.paid_pair[lance], notes.paid[lance] = paid_pair, paid
        notes.count_pair[lance], notes.counted[lance] = count_pair, counted
        if ordago >= 0:  # later lances are learned as if this one had been passed
            notes.count_pair[lance] = ordago
            notes.counted[lance] = 1 if lance < 2 else 0
        opened[paid_pair] += paid


@njit(cache=True, nogil=True)
def discount(regret, policy, t):
    """Let old regrets and strategies fade (discounted regret minimisation, alpha 1.5, beta 0, gamma 2)."""
    up = t**1.5
    pos = np.float32(up / (up + 1.0))
    pol = np.float32((t / (t + 1.0)) ** 2)
    for r in range(regret.shape[0]):
        for k in range(regret.shape[1]):
            for i in range(4):
                v = regret[r, k, i]
                if v > 0:
                    regret[r, k, i] = v * pos
                elif v < 0:
                    regret[r, k, i] = v * np.float32(0.5)
                policy[r, k, i] *= pol


@njit(cache=True, nogil=True)
def average(policy, out, floor):
    """The average policy, choices under `floor` left out; rows that were never reached take the first choice."""
    for k in range(policy.shape[0]):
        z = np.float32(0.0)
        for i in range(4):
            z += policy[k, i]
        if z <= 0:
            for i in range(4):
                out[k, i] = np.float32(0.0)
            continue
        y = np.float32(0.0)
        for i in range(4):
            q = policy[k, i] / z
            if q < floor:
                q = np.float32(0.0)
            out[k, i] = q
            y += q
        for i in range(4):
            out[k, i] /= y


PRIOR_WEIGHT = 300.0
STONE = 0.011
"""Chance of the juego that a stone is worth, about; only to start from."""


def mus_gain(mus: np.ndarray) -> np.ndarray:
    """(3, 4, N) what cutting brings more than mus, leaning on the static rule where data is thin."""
    prior = ((STONES - EXPECT0 - CUT_MARGIN) * STONE).T[None]
    total = mus[..., 0]
    count = mus[..., 1]
    mean = total / np.maximum(count, 1)
    thin = np.minimum(count[..., 0], count[..., 1])
    gain = (thin * (mean[..., 0] - mean[..., 1]) + PRIOR_WEIGHT * prior) / (thin + PRIOR_WEIGHT)
    return np.asarray(gain)


def mus_policy(mus: np.ndarray, width: float = 0.004) -> np.ndarray:
    """(3, 4, N) chance to cut, from what cutting brings more; only close cases are mixed."""
    gain = mus_gain(mus)
    chance = 1.0 / (1.0 + np.exp(-np.clip(gain / width, -30, 30)))
    chance[chance < 0.03] = 0.0
    chance[chance > 0.97] = 1.0
    return chance.astype(np.float32)


def mannered(cut: np.ndarray) -> np.ndarray:
    """(3, 4, N) the same, but hands that the plain rule cuts with are always cut with.

    So a partner can count on it. To say mus with one of them now and then would bring a seat less than 0.0002
    of a juego in a hand, by the same numbers; mixing the plain rule into all hands costs several points.
    """
    return np.asarray(np.maximum(cut, CUT0[None]))


def hand_worths(after: np.ndarray) -> np.ndarray:
    """(4, N) what a hand brings after mus, in chances of the juego."""
    total = after[..., 0]
    count = after[..., 1]
    prior = ((STONES - np.average(STONES, axis=0)) * STONE).T
    return np.asarray((total + PRIOR_WEIGHT * prior) / (count + PRIOR_WEIGHT))


def keep_policy(after: np.ndarray) -> np.ndarray:
    """(4, N) rows to keep, from what hands brought after mus."""
    worths = hand_worths(after)
    return np.stack([best_rows(DRAWS, worths[s])[0] for s in range(4)])


def empty_sums(infosets: int) -> Sums:
    """Nothing learned."""
    return Sums(
        regret=np.zeros((2, infosets, 4), np.float32),
        policy=np.zeros((2, infosets, 4), np.float32),
        mus=np.zeros((2, 3, 4, N, 2, 2)),
        after=np.zeros((2, 4, N, 2)),
        kind_win=np.zeros((8, 2)),
    )


__all__ = ["Sums", "World", "average", "discount", "empty_sums", "keep_policy", "mus_policy", "train"]
