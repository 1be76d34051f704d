# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, import-untyped"
# Kernels: numba infers the types of what they are called with.
"""A whole hand of mus in numba, with the rules of the engine and the encoder of musbot.players.

Seats are counted from mano, cards are ranks of the 8-kings deck (suits never matter). `tests/training` holds
hands played here against the engine, and the encoder against `musbot.players.encoder`. What is trained with
it stands in `training.learn`.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from musbot.players.discards import best_rows, draws, stones_worth
from musbot.players.handsets import hand_set
from musbot.players.keys import BUCKETS, CLASSES, ENTRY, LANCE_OFFSET, SCORE_CLASS
from musbot.players.tree import trees
from training.files import DATA

HANDS = hand_set(8)
N = len(HANDS)
DRAWS = draws(8)
RANKS = len(HANDS.ranks)
LV = HANDS.levels.astype(np.int64)
TOP = LV.max(axis=1).astype(np.int64)
PB = HANDS.pares_bonus.astype(np.int64)
JB = HANDS.juego_bonus.astype(np.int64)
COUNTS = HANDS.counts.astype(np.int64)
POW = (5 ** np.arange(RANKS)).astype(np.int64)
BY_CODE = np.full(5**RANKS, -1, np.int16)  # numba caches no code that holds a larger array
for _i, _row in enumerate(COUNTS):
    BY_CODE[int(_row @ POW)] = _i
PRIOR = (HANDS.ways / HANDS.ways.sum()).astype(np.float32)
DECK = np.repeat(np.arange(RANKS), HANDS.deck).astype(np.int64)

_T = trees()
# A column of a table is no constant to numba: copies are.
ROOT, ACTOR, NMOVES, MOVE, CHILD = (
    np.ascontiguousarray(x) for x in (_T.root, _T.actor, _T.moves, _T.move, _T.child)
)
STAKE, DEJE, ISORD = (np.ascontiguousarray(x) for x in (_T.stake, _T.deje, _T.ordago))
END, ENDPAIR, ENDST = (np.ascontiguousarray(x) for x in (_T.end, _T.end_pair, _T.end_stones))
NODES = len(ACTOR)
LOFF = np.array(LANCE_OFFSET, dtype=np.int64)
SCL = np.array(SCORE_CLASS, dtype=np.int64)
BLOCK = CLASSES * CLASSES * BUCKETS
INFOSETS = ENTRY * BLOCK

_exact = np.load(DATA / "exact.npz")
EXACT = _exact["win"].astype(np.float64)
STONES = stones_worth(EXACT, HANDS, _exact["contested"][:, [3, 2]].astype(np.float64))
KEEP0 = np.zeros((4, N), np.int64)
EXPECT0 = np.zeros((N, 4))
for _s in range(4):
    _rows, _e = best_rows(DRAWS, STONES[:, _s])
    KEEP0[_s] = _rows
    EXPECT0[:, _s] = _e
CUT_MARGIN = 0.6
CUT0 = (STONES > EXPECT0 + CUT_MARGIN).T.astype(np.float32)  # (4, N) chance to cut
OWN_BONUS = np.zeros((2, 4, N), np.float32)  # expected own bonuses still to come: before pares, before juego
OWN_BONUS[0] = (EXACT[:, :, 2] * PB[:, None] + EXACT[:, :, 3] * JB[:, None]).T
OWN_BONUS[1] = (EXACT[:, :, 3] * JB[:, None]).T
ROWKEEP = DRAWS.keep.astype(np.int64)
PARES_GUESS = 1.5
JUEGO_GUESS = 2.3

NO_EPS = np.zeros(3)


class Notes(NamedTuple):
    """How the five lances of a hand ended, (5,) each.

    Attributes:
        paid_pair: pair that was paid at once, for a refusal.
        paid: its stones, 0 for none.
        count_pair: pair that is paid at the count.
        counted: its stones, bonuses included.
        ordago: pair that won an accepted órdago, -1 for none.
    """

    paid_pair: np.ndarray
    paid: np.ndarray
    count_pair: np.ndarray
    counted: np.ndarray
    ordago: np.ndarray


@njit(cache=True, nogil=True)
def empty_notes():
    """Notes of a hand in which nothing has ended."""
    return Notes(
        np.zeros(5, np.int64),
        np.zeros(5, np.int64),
        np.zeros(5, np.int64),
        np.zeros(5, np.int64),
        np.full(5, -1),
    )


@njit(cache=True, nogil=True)
def forget(notes, lance):
    """Take back how a lance ended."""
    notes.paid[lance] = 0
    notes.counted[lance] = 0
    notes.ordago[lance] = -1


RANDOM, ALWAYS_PASS, STATION, HONEST, POT_ODDS, JUGADOR, OURS, RIVAL = range(8)


@njit(cache=True, nogil=True)
def rnd(st):
    """A number in [0, 1)."""
    x = st[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    st[0] = x
    return (x >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@njit(cache=True, nogil=True)
def seed_state(st, s):
    """Start a sequence."""
    x = np.uint64(s) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x1234567)
    x ^= x >> np.uint64(31)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(29)
    st[0] = x if x != np.uint64(0) else np.uint64(1)
    for _ in range(4):
        rnd(st)


@njit(cache=True, nogil=True)
def shuffle(st, cards, n):
    """Shuffle the first n cards."""
    for i in range(n - 1, 0, -1):
        j = int(rnd(st) * (i + 1))
        t = cards[i]
        cards[i] = cards[j]
        cards[j] = t


@njit(cache=True, nogil=True)
def deal(st, dst, kinds, cut, keep, eps, hands, drawn, log):
    """Deal and play the mus. Returns (rounds, cutter).

    Args:
        st: chance of players.
        dst: chance of cards.
        kinds: (4,) kind by seat.
        cut: (3, rounds, 4, N) chance to cut by table (static, ours, rival).
        keep: (3, 4, N) row of DRAWS to keep, by table.
        eps: (3,) chance that mus or cut is chosen by a coin, by table.
        hands: (4,) out.
        drawn: (4,) out, of the last round.
        log: out (64, 4): round class, seat, hand, said mus; log[63, 0] the number of entries; -1 not ours.
    """
    deck = np.empty(40, np.int64)
    for i in range(40):
        deck[i] = DECK[i]
    shuffle(dst, deck, 40)
    out = np.empty(40, np.int64)
    nout = 0
    top = 0
    left = 40
    cnt = np.zeros((4, RANKS), np.int64)
    for s in range(4):
        drawn[s] = 0
        for _ in range(4):
            cnt[s, deck[top]] += 1
            top += 1
    left -= 16
    rounds = 0
    nlog = 0
    while True:
        cutter = -1
        rc = min(rounds, 2)
        for s in range(4):
            code = 0
            for r in range(RANKS):
                code += cnt[s, r] * POW[r]
            hands[s] = BY_CODE[code]
        for s in range(4):
            t = 0
            if kinds[s] == OURS:
                t = 1
            elif kinds[s] == RIVAL:
                t = 2
            p = cut[t, rc, s, hands[s]]
            if t > 0 and eps[t] > 0 and rnd(st) < eps[t]:
                p = 0.5
            if rounds >= 8:
                p = 1.0
            yes = p >= 1.0 or (p > 0.0 and rnd(st) < p)
            if nlog < 60:
                log[nlog, 0] = rc
                log[nlog, 1] = s
                log[nlog, 2] = hands[s]
                log[nlog, 3] = 0 if yes else 1
                nlog += 1
            if yes:
                cutter = s
                break
        if cutter >= 0:
            log[63, 0] = nlog
            return rounds, cutter
        for s in range(4):
            t = 0
            if kinds[s] == OURS:
                t = 1
            elif kinds[s] == RIVAL:
                t = 2
            row = keep[t, s, hands[s]]
            n = 0
            for r in range(RANKS):
                k = ROWKEEP[row, r]
                n += cnt[s, r] - k
                for _ in range(cnt[s, r] - k):
                    out[nout] = r
                    nout += 1
                cnt[s, r] = k
            drawn[s] = n
        for s in range(4):
            if drawn[s] > left:
                shuffle(dst, out, nout)
                # what is left of the stock is served first, then the shuffled discards
                for i in range(left):
                    deck[i] = deck[top + i]
                for i in range(nout):
                    deck[left + i] = out[i]
                left += nout
                nout = 0
                top = 0
            for _ in range(drawn[s]):
                cnt[s, deck[top]] += 1
                top += 1
                left -= 1
        rounds += 1


@njit(cache=True, nogil=True)
def start_beliefs(rounds, cutter, drawn, after_draw, mus_like, bel):
    """(4, N) belief about each hand when the lances begin."""
    rc = min(rounds, 2)
    for s in range(4):
        z = np.float32(0.0)
        for h in range(N):
            b = PRIOR[h] if rounds == 0 else after_draw[rc - 1, s, drawn[s], h]
            if s < cutter:
                b *= mus_like[rc, s, h]
            elif s == cutter:
                b *= np.float32(1.0) - mus_like[rc, s, h]
            bel[s, h] = b
            z += b
        z = np.float32(1.0) / z
        for h in range(N):
            bel[s, h] *= z


@njit(cache=True, nogil=True)
def declare(bel, lance, mask):
    """Strike out the hands that a declaration of pares or juego excludes."""
    for s in range(4):
        yes = (mask >> s) & 1
        z = np.float32(0.0)
        for h in range(N):
            has = 1 if LV[lance, h] > 0 else 0
            if has != yes:
                bel[s, h] = np.float32(0.0)
            z += bel[s, h]
        if z > 0:
            z = np.float32(1.0) / z
            for h in range(N):
                bel[s, h] *= z


@njit(cache=True, nogil=True)
def strengths(bel, lance, mask, w):
    """(4, N) chance that the pair of each seat wins a lance with each hand, from beliefs about the others."""
    top = TOP[lance]
    pm = np.zeros((4, 336), np.float32)
    lt = np.zeros((4, 336), np.float32)
    beat = np.empty((4, 336), np.float32)
    wl = np.empty(336, np.float32)
    lv = LV[lance]
    for s in range(4):
        if (mask >> s) & 1:
            for h in range(N):
                pm[s, lv[h]] += bel[s, h]
            c = np.float32(0.0)
            for z in range(top + 1):
                lt[s, z] = c
                c += pm[s, z]
    for s in range(4):
        if (mask >> s) & 1:
            for z in range(top + 1):
                beat[s, z] = np.float32(1.0)
            for k in range(1, 4, 2):
                o = (s + k) % 4
                if (mask >> o) & 1:
                    if o > s:
                        for z in range(top + 1):
                            beat[s, z] *= lt[o, z] + pm[o, z]
                    else:
                        for z in range(top + 1):
                            beat[s, z] *= lt[o, z]
    for s in range(4):
        if (mask >> s) & 1:
            m = (s + 2) % 4
            if (mask >> m) & 1:
                above = np.float32(0.0)
                for z in range(top, -1, -1):
                    same = pm[m, z] * beat[m, z]
                    if m < s:
                        above += same
                        wl[z] = lt[m, z] * beat[s, z] + above
                    else:
                        wl[z] = (lt[m, z] + pm[m, z]) * beat[s, z] + above
                        above += same
            else:
                for z in range(top + 1):
                    wl[z] = beat[s, z]
            for h in range(N):
                w[s, h] = min(np.float32(1.0), wl[lv[h]])


@njit(cache=True, nogil=True)
def best_seat(hands, lance, mask):
    """The seat that wins a lance."""
    b = -1
    at = -1
    for s in range(4):
        if (mask >> s) & 1:
            v = LV[lance, hands[s]]
            if v > b:
                b = v
                at = s
    return at


@njit(cache=True, nogil=True)
def fill_keys(w, lance, mask, sc0, sc1, pu, pt, bucket, keys):
    """(4, N) the place inside a node's block for each seat and hand: score classes and bucket."""
    stage = 0 if lance < 2 else 1
    for s in range(4):
        if (mask >> s) & 1:
            us = sc0 if s % 2 == 0 else sc1
            them = sc1 if s % 2 == 0 else sc0
            for h in range(N):
                mine = us + pu[s, h]
                if lance < 3:
                    mine += OWN_BONUS[stage, s, h]
                a = SCL[min(63, int(mine))]
                b = SCL[min(63, int(them + pt[s, h]))]
                keys[s, h] = (a * CLASSES + b) * BUCKETS + bucket[lance, int(w[s, h] * 255.0)]


@njit(cache=True, nogil=True)
def one_key(w, lance, s, h, sc0, sc1, pu, pt, bucket):
    """What `fill_keys` gives for one seat and hand, at juego or punto."""
    us = sc0 if s % 2 == 0 else sc1
    them = sc1 if s % 2 == 0 else sc0
    a = SCL[min(63, int(us + pu[s, h]))]
    b = SCL[min(63, int(them + pt[s, h]))]
    return (a * CLASSES + b) * BUCKETS + bucket[lance, int(w[s, h] * 255.0)]


@njit(cache=True, nogil=True)
def settle(bel, w, lance, mask, how, pair, stones, pu, pt):
    """Add to what each seat expects from the count: `how` an End, or 4 one side, 5 nobody."""
    if how == 5 or how == 3:
        return
    guess = PARES_GUESS if lance == 2 else JUEGO_GUESS
    bonus = lance == 2 or lance == 3
    for s in range(4):
        mine = 0.0
        theirs = 0.0
        if bonus:
            if (mask >> ((s + 2) % 4)) & 1:
                mine += guess
            if (mask >> ((s + 1) % 4)) & 1:
                theirs += guess
            if (mask >> ((s + 3) % 4)) & 1:
                theirs += guess
        elif lance == 4:
            mine = 1.0
            theirs = 1.0
        stake = 0.0
        if how == 2:
            stake = stones
        elif how == 0 and lance < 2:
            stake = 1.0
        playing = (mask >> s) & 1
        for h in range(N):
            own = mine
            if bonus:
                own += PB[h] if lance == 2 else JB[h]
            if how == 1 or how == 4:
                if pair == s % 2:
                    pu[s, h] += own
                else:
                    pt[s, h] += theirs
            else:
                p = w[s, h] if playing else np.float32(0.5)
                pu[s, h] += p * (stake + own)
                pt[s, h] += (np.float32(1.0) - p) * (stake + theirs)


@njit(cache=True, nogil=True, fastmath=True)
def learn_from(bel, s, node, base, a, keys, table, trust):
    """Update the belief about seat s after choice a at a node; `trust` (2,) by pair in the blueprint."""
    n = NMOVES[node]
    t = trust[s % 2]
    u = np.float32((1.0 - t) / n)
    off = (base + node) * BLOCK
    z = np.float32(0.0)
    said = np.float32(0.0)
    for h in range(N):
        b = bel[s, h]
        if b > 0:
            p = table[off + keys[s, h], a]
            said += b * p
            b *= t * p + u
            bel[s, h] = b
            z += b
    if z > 0:
        z = np.float32(1.0) / z
        for h in range(N):
            bel[s, h] *= z
    t = t * said / (t * said + (1.0 - t) / n + 1e-12)
    trust[s % 2] = min(0.95, max(0.1, t))


@njit(cache=True, nogil=True)
def matched(reg, k, n, out):
    """Regret matching."""
    z = np.float32(0.0)
    for i in range(n):
        v = reg[k, i]
        if v > 0:
            out[i] = v
            z += v
        else:
            out[i] = 0.0
    if z > 0:
        z = np.float32(1.0) / z
        for i in range(n):
            out[i] *= z
    else:
        for i in range(n):
            out[i] = 1.0 / n


@njit(cache=True, nogil=True)
def mean_value(wm, us, them):
    """Chance to win the juego before it is known who is mano."""
    if us >= 40:
        return 1.0
    if them >= 40:
        return 0.0
    return 0.5 * (wm[us, them] + 1.0 - wm[them, us])


@njit(cache=True, nogil=True)
def jugador_move(node, lance, p, us, them, wm, st, param):
    """Pot odds in chances of winning the juego; returns the index of the choice."""
    n = NMOVES[node]
    if STAKE[node] == 0 and ISORD[node] == 0:
        if mean_value(wm, us, them) < param[7] and p > param[8]:
            return 3
        if p > param[0]:
            return 2
        if p > param[1] or rnd(st) < param[2]:
            return 1
        return 0
    bonus = 0
    if lance == 2:
        bonus = 2
    elif lance == 3:
        bonus = 3
    elif lance == 4:
        bonus = 1
    refuse = mean_value(wm, us, them + DEJE[node] + bonus)
    if ISORD[node] == 1:
        q = p - param[5]
        return 1 if q > refuse and p > 0.5 else 0
    stake = STAKE[node]
    q = p - param[3] - (param[4] if DEJE[node] > 1 else 0.0)
    q = min(1.0, max(0.0, q))
    accept = q * mean_value(wm, us + stake + bonus, them) + (1.0 - q) * mean_value(
        wm, us, them + stake + bonus
    )
    if refuse < param[7] and q > max(accept, refuse) + param[9]:
        return n - 1
    if n == 4 and q > param[6]:
        return 2
    if them + stake >= 40 and us + stake < 40 and q > 0.5:
        return n - 1
    return 1 if accept >= refuse else 0


@njit(cache=True, nogil=True)
def bot_move(kind, node, lance, p, pj, us, them, wm, st, param):
    """The choice of a fixed player; `p` from the table after mus, `pj` from draws and declarations."""
    n = NMOVES[node]
    opening = STAKE[node] == 0 and ISORD[node] == 0
    if kind == RANDOM:
        return int(rnd(st) * n)
    if kind == ALWAYS_PASS:
        return 0
    if kind == STATION:
        return 0 if opening else 1
    if kind == HONEST:
        if opening:
            return 2 if p > 0.85 else (1 if p > 0.62 else 0)
        if ISORD[node] == 1:
            return 1 if p > 0.85 else 0
        if p > 0.85 and n == 4:
            return 2
        return 1 if p > 0.5 else 0
    if kind == POT_ODDS:
        if opening:
            if them >= 35 and us < them - 4 and p > 0.6:
                return 3
            if p > 0.85:
                return 2
            if p > 0.58 or rnd(st) < 0.06:
                return 1
            return 0
        q = p - 0.13
        if ISORD[node] == 1:
            return 1 if p > (0.55 if them >= 36 else 0.8) else 0
        if q > 0.72 and n == 4:
            return 2
        if them >= 36 and q > 0.5:
            return n - 1
        return 1 if q >= (STAKE[node] - DEJE[node]) / (2.0 * STAKE[node]) else 0
    return jugador_move(node, lance, pj, us, them, wm, st, param)


@njit(cache=True, nogil=True)
def worth(sc0, sc1, notes, wm):
    """Chance that the pair of mano wins the juego when the lances went as noted."""
    for lance in range(5):
        if notes.paid[lance] > 0:
            if notes.paid_pair[lance] == 0:
                sc0 += notes.paid[lance]
                if sc0 >= 40:
                    return 1.0
            else:
                sc1 += notes.paid[lance]
                if sc1 >= 40:
                    return 0.0
        if notes.ordago[lance] >= 0:
            return 1.0 if notes.ordago[lance] == 0 else 0.0
    for lance in range(5):
        if notes.counted[lance] > 0:
            if notes.count_pair[lance] == 0:
                sc0 += notes.counted[lance]
                if sc0 >= 40:
                    return 1.0
            else:
                sc1 += notes.counted[lance]
                if sc1 >= 40:
                    return 0.0
    return 1.0 - wm[sc1, sc0]  # the other pair is mano next


@njit(cache=True, nogil=True)
def note_end(lance, end, mask, hands, notes):
    """Note how a lance ended."""
    forget(notes, lance)
    how = END[end]
    pair = ENDPAIR[end]
    if how == 1:
        notes.paid_pair[lance] = pair
        notes.paid[lance] = ENDST[end]
        stones = 0
    else:
        pair = best_seat(hands, lance, mask) % 2
        if how == 3:
            notes.ordago[lance] = pair
            return
        stones = ENDST[end] if how == 2 else (1 if lance < 2 else 0)
    if lance == 4:
        stones += 1
    else:
        stones += bonus_of(lance, hands[pair]) + bonus_of(lance, hands[pair + 2])
    notes.count_pair[lance] = pair
    notes.counted[lance] = stones


@njit(cache=True, nogil=True)
def bonus_of(lance, h):
    """Stones that a hand brings at pares or juego."""
    if lance == 2:
        return PB[h]
    return JB[h] if lance == 3 else 0


@njit(cache=True, nogil=True)
def lance_mask(lance, hands):
    """Seats that may play a lance; 0 when it is not played."""
    m = 0
    for s in range(4):
        if LV[3, hands[s]] > 0:
            m |= 1 << s
    if lance == 4:
        return 15 if m == 0 else 0
    if lance == 3:
        return m
    if lance < 2:
        return 15
    m = 0
    for s in range(4):
        if LV[2, hands[s]] > 0:
            m |= 1 << s
    return m
