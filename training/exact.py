# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, import-untyped"
# Kernels: numba infers the types of what they are called with.
"""Exact chances before any mus: 330 hands x 4 seats x 5 lances, over all deals of the other 36 cards.

Run as a module to write ``exact.npz``. For an own hand and a partner's the rivals' two hands come from the
other 32 cards; what they can hold depends only on the eight cards of the pair, so the rivals' best is summed
once for each of the 8-card multisets and used for every way to split it. All sums are whole numbers below
2**53 times small factors: nothing here is sampled.
"""

import numpy as np
from numba import njit

from musbot.players.handsets import HandSet, hand_set
from training.files import data_writer


def eight_card_sums(hands: HandSet) -> tuple[np.ndarray, list[list[tuple[int, int]]]]:
    """The multisets of eight cards that two hands can make, and the ordered pairs of hands for each."""
    number: dict[tuple[int, ...], int] = {}
    rows: list[tuple[int, ...]] = []
    splits: list[list[tuple[int, int]]] = []
    deck = tuple(int(count) for count in hands.deck)
    counts = [tuple(row) for row in hands.counts.tolist()]
    for one, mine in enumerate(counts):
        for other, his in enumerate(counts):
            both = tuple(a + b for a, b in zip(mine, his, strict=True))
            if any(count > there for count, there in zip(both, deck, strict=True)):
                continue
            if both not in number:
                number[both] = len(rows)
                rows.append(both)
                splits.append([])
            splits[number[both]].append((one, other))
    return np.array(rows, dtype=np.int64), splits


@njit(cache=True)
def _one_sum(rest, counts, levels, choose, split, hold, scale, win, contested, total):
    """Add everything that one multiset of eight cards (ours) says; `rest` is what the rivals draw from."""
    n = counts.shape[0]
    ranks = counts.shape[1]
    top = 0
    for lance in range(5):
        for h in range(n):
            if levels[lance, h] > top:
                top = levels[lance, h]
    best = np.zeros((5, top + 1))  # ways by the better of the rivals' levels
    both = np.zeros((5, top + 1))  # of these, ways in which both have that level
    first = np.zeros(n)
    fits = np.zeros(n, np.int64)
    live = 0
    for h in range(n):
        ways = 1.0
        for r in range(ranks):
            ways *= choose[rest[r], counts[h, r]]
        first[h] = ways
        if ways > 0:
            fits[live] = h
            live += 1
    no_pares = 0.0
    no_juego = 0.0
    every = 0.0
    for x in range(live):
        i = fits[x]
        for y in range(live):
            j = fits[y]
            ways = first[i]
            for r in range(ranks):
                left = rest[r] - counts[i, r]
                need = counts[j, r]
                if left < need:
                    ways = 0.0
                    break
                ways *= choose[left, need]
            if ways == 0.0:
                continue
            every += ways
            for lance in range(4):
                a = levels[lance, i]
                b = levels[lance, j]
                best[lance, max(a, b)] += ways
                if a == b:
                    both[lance, a] += ways
            if levels[2, i] == 0 and levels[2, j] == 0:
                no_pares += ways
            if levels[3, i] == 0 and levels[3, j] == 0:
                no_juego += ways
                a = levels[4, i]
                b = levels[4, j]
                best[4, max(a, b)] += ways
                if a == b:
                    both[4, a] += ways
    under = np.zeros((5, top + 2))
    for lance in range(5):
        for level in range(top + 1):
            under[lance, level + 1] = under[lance, level] + best[lance, level]
    for k in range(split.shape[0]):
        i = split[k, 0]
        j = split[k, 1]
        weight = hold[k] * scale
        total[i] += weight * every
        ours_p = levels[2, i] > 0 or levels[2, j] > 0
        ours_j = levels[3, i] > 0 or levels[3, j] > 0
        for seat in range(4):
            mate = (seat + 2) % 4
            for lance in range(5):
                a = levels[lance, i]
                b = levels[lance, j]
                if lance == 4 and ours_j:
                    continue
                level = max(a, b)
                if lance >= 2 and level == 0:
                    continue
                if a > b or (a == b and seat < mate):
                    at = seat
                else:
                    at = mate
                later = 0
                for rival in ((seat + 1) % 4, (seat + 3) % 4):
                    if rival > at:
                        later += 1
                less = under[lance, level]
                ties = best[lance, level]
                same = both[lance, level]
                if later == 2:
                    ways = less + ties
                elif later == 1:  # the rival before `at` must be lower, the other may be equal
                    ways = less + (ties - same) / 2
                else:
                    ways = less
                win[i, seat, lance] += weight * ways
            if ours_p:
                contested[i, 0] += weight * (every - no_pares) / 4
            else:
                contested[i, 3] += weight * no_pares / 4
            if ours_j:
                contested[i, 1] += weight * (every - no_juego) / 4
            else:
                contested[i, 2] += weight * no_juego / 4


def exact_tables(hands: HandSet) -> tuple[np.ndarray, np.ndarray]:
    """The chances, as (N, 4, 5) and (N, 4).

    The first is the chance that the pair of a hand takes a lance, by hand, seat from mano and lance (pares
    and juego: its best hand has the combination and beats the rivals', contested or not; punto: nobody has
    juego and its best is better). The second is the chance that pares and juego are contested, that there
    is punto, and that nobody has pares, by hand.
    """
    choose = np.zeros((9, 5))
    for n in range(9):
        for k in range(5):
            choose[n, k] = 1 if k == 0 else (0 if n == 0 else choose[n - 1, k - 1] + choose[n - 1, k])
    rows, splits = eight_card_sums(hands)
    n = len(hands)
    win = np.zeros((n, 4, 5))
    contested = np.zeros((n, 4))
    total = np.zeros(n)
    for row, pairs in zip(rows, splits, strict=True):
        split = np.array(pairs, dtype=np.int64)
        # ways that the pair holds these eight cards, and then that the split is this one
        scale = float(np.prod([choose_any(int(d), int(c)) for d, c in zip(hands.deck, row, strict=True)]))
        hold = np.ones(len(split))
        for rank in range(len(hands.ranks)):
            hold *= [choose_any(int(row[rank]), int(hands.counts[i, rank])) for i in split[:, 0]]
        _one_sum(
            hands.deck - row, hands.counts, hands.levels, choose, split, hold, scale, win, contested, total
        )
    return win / total[:, None, None], contested / total[:, None]


def choose_any(n: int, k: int) -> int:
    """Binomial coefficient."""
    out = 1
    for step in range(k):
        out = out * (n - step) // (step + 1)
    return out


def main() -> None:
    """Write the tables."""
    hands = hand_set(8)
    win, contested = exact_tables(hands)
    data_writer("training.exact", seed=None).save(
        "exact.npz", win=win.astype(np.float32), contested=contested.astype(np.float32)
    )


if __name__ == "__main__":
    main()
