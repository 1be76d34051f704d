"""The open lance solved again for one seat: what each of its calls does to the chance of winning the juego.

From the place where the betting stands, every way in which it can go on is weighed by what the others are expected
to call with the hands they are believed to hold (`hearing`), every end by what the count makes of it (`counting`).
Own later calls are the best ones. The stakes are the real ones.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from musbot.engine.actions import Action
from musbot.engine.state import Envite
from musbot.engine.view import PlayerView
from musbot.players.counting import Count, count_of
from musbot.players.handsets import FloatArray, Floats, IntArray
from musbot.players.hearing import expected
from musbot.players.placing import action_of, node_of
from musbot.players.reading import Reading
from musbot.players.reckoning import unseen
from musbot.players.tree import SEATS, STAKES, End, Move, trees

ENOUGH = 0.995
"""Share of a belief that is reckoned with; the rarest hands of the rest are left out."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one seat may call below a node, as sequences of its own calls. K own nodes, Q sequences, T ends.

    How far a seat gets to an end depends on its own calls alone, and many ends share them.

    Attributes:
        places: (K,) place in `Below.nodes` of each own node.
        count: Q, the empty sequence (number 0) included.
        layers: by number of own calls: sequences, those they go on from, own node (below K) and choice.
        ends: (T,) the sequence that leads to each end.
    """

    places: IntArray
    count: int
    layers: tuple[tuple[IntArray, IntArray, IntArray, IntArray], ...]
    ends: IntArray


@dataclass(frozen=True, slots=True)
class Below:
    """All that can follow a node. T ends.

    Attributes:
        nodes: node numbers, parents first; the first is the node itself.
        lines: the calls of each seat from mano.
        kinds: different ends, as (`End`, paid pair, stones).
        kind: (T,) place in `kinds` of each end.
    """

    nodes: IntArray
    lines: tuple[Line, ...]
    kinds: tuple[tuple[int, int, int], ...]
    kind: IntArray


@dataclass(slots=True)
class _Walk:
    """A node that is still to be looked at, or an end, and how it came about."""

    stake: int
    deje: int
    said: tuple[int, ...]


@lru_cache(maxsize=4096)
def below(node: int, stake: int, deje: int) -> Below:
    """What can follow a node at which really `stake` stones are bet and `deje` would be paid."""
    tree = trees()
    nodes, walks = [node], [_Walk(stake, deje, (0,) * SEATS)]
    places: list[list[int]] = [[] for _ in range(SEATS)]
    sequences: list[list[tuple[int, int, int, int]]] = [[(0, 0, 0, 0)] for _ in range(SEATS)]
    ends: list[_Walk] = []
    kinds: list[tuple[int, int, int]] = []
    for place, here in enumerate(nodes):  # grows while it is walked
        walk, who = walks[place], int(tree.actor[here])
        mine = sequences[who]
        places[who].append(place)
        for choice in range(int(tree.moves[here])):
            before = walk.said[who]
            mine.append((mine[before][0] + 1, before, len(places[who]) - 1, choice))
            said = (*walk.said[:who], len(mine) - 1, *walk.said[who + 1 :])
            now, paid = _stakes(Move(tree.move[here, choice]), walk.stake, walk.deje)
            onward = _Walk(now, paid, said)
            after = int(tree.child[here, choice])
            if after >= 0:
                nodes.append(after)
                walks.append(onward)
            else:
                end = End(tree.end[-1 - after])
                kinds.append((int(end), int(tree.end_pair[-1 - after]), paid if end is End.REFUSED else now))
                ends.append(onward)
    different = tuple(dict.fromkeys(kinds))
    return Below(
        nodes=np.array(nodes),
        lines=tuple(
            _line(places[who], sequences[who], [end.said[who] for end in ends]) for who in range(SEATS)
        ),
        kinds=different,
        kind=np.array([different.index(kind) for kind in kinds]),
    )


def _line(places: list[int], sequences: list[tuple[int, int, int, int]], ends: list[int]) -> Line:
    rows = np.array(sequences)
    layers = []
    for calls in range(1, int(rows[:, 0].max()) + 1):
        which = np.flatnonzero(rows[:, 0] == calls)
        layers.append((which, rows[which, 1], rows[which, 2], rows[which, 3]))
    return Line(np.array(places, dtype=np.int64), len(rows), tuple(layers), np.array(ends))


def _stakes(move: Move, stake: int, deje: int) -> tuple[int, int]:
    match move:
        case Move.ENVIDO_2:
            return STAKES[0], 1
        case Move.ENVIDO_5:
            return STAKES[1], 1
        case Move.ORDAGO:
            return 0, 1
        case Move.MAS:
            return next((more for more in STAKES if more > stake), stake + STAKES[1]), stake
        case Move.ORDAGO_OVER:
            return stake, stake
        case Move.PASO | Move.QUIERO | Move.NO_QUIERO:
            return stake, deje


def solved(reading: Reading, view: PlayerView, envite: Envite) -> dict[Action, float] | None:
    """The chance of the juego after each call of the tree; None where the tree has no place for the betting."""
    rules = view.public.rules
    seat = (view.seat - view.public.mano) % rules.seats
    node = node_of(reading.place, seat) if reading.place is not None else -1
    if node < 0 or bool(trees().ordago[node]) != envite.ordago:
        return None
    worths: dict[Action, float] = {}
    for choice, worth in enumerate(_worths(reading, view, envite, node)):
        worths.setdefault(action_of(Move(trees().move[node, choice]), envite, rules), worth)
    return worths


def _worths(reading: Reading, view: PlayerView, envite: Envite, node: int) -> list[float]:
    """The chance of the juego after each choice at a node."""
    seat = (view.seat - view.public.mano) % view.public.rules.seats
    hand = reading.know.hands.id_of(view.hand)
    tree = below(node, envite.stake, envite.deje)
    beliefs = unseen(reading, view, seat)
    held = {other: _held(beliefs[other]) for other in reading.playing if other != seat}
    reach = {other: _reach(reading, tree, other, one) for other, one in held.items()}
    weights = np.ones(len(tree.kind))
    for other, rows in reach.items():
        weights = weights * rows.sum(axis=1)[tree.lines[other].ends]
    count = count_of(reading, view, beliefs)
    prices = _prices(count, reading.lance, seat, tree, _won(reading, seat, hand, held, reach, tree))
    return _best_later(tree.lines[seat], weights * prices)


def _best_later(line: Line, gains: FloatArray) -> list[float]:
    """What each first choice brings when the seat chooses best ever after.

    Args:
        line: its calls.
        gains: (T,) how likely the others let it come to each end, times what that end is worth.
    """
    worth = np.bincount(line.ends, weights=gains, minlength=line.count)
    for sequences, before, node, _ in reversed(line.layers[1:]):
        best = np.full(len(line.places), -np.inf)
        np.maximum.at(best, node, worth[sequences])
        nodes, first = np.unique(node, return_index=True)
        np.add.at(worth, before[first], best[nodes])
    sequences, _, _, choices = line.layers[0]
    return [float(one) for one in worth[sequences[np.argsort(choices)]]]


@dataclass(frozen=True, slots=True)
class Held:
    """What a seat may hold: the hands that make up nearly all of a belief, and how likely each is."""

    hands: IntArray
    chance: Floats


def _held(belief: FloatArray) -> Held:
    order = np.argsort(-belief)
    enough = int(np.searchsorted(np.cumsum(belief[order]), ENOUGH)) + 1
    hands = np.sort(order[:enough])
    chance = belief[hands].astype(np.float32)
    return Held(hands, chance / chance.sum())


def _reach(reading: Reading, tree: Below, who: int, held: Held) -> Floats:
    """(Q, H) how far another seat gets along each of its sequences with each hand."""
    line = tree.lines[who]
    said = expected(reading, who, tree.nodes[line.places], held.hands)
    reach = np.empty((line.count, len(held.hands)), np.float32)
    reach[0] = held.chance
    for sequences, before, node, choice in line.layers:
        reach[sequences] = reach[before] * said[node, choice]
    return reach


def _won(
    reading: Reading, seat: int, hand: int, held: dict[int, Held], reach: dict[int, Floats], tree: Below
) -> FloatArray:
    """(T,) chance that the pair of a seat has the best hand, at each end."""
    levels = reading.know.hands.levels[reading.lance]
    mine = int(levels[hand])
    level = {other: levels[one.hands] for other, one in held.items()}
    ends = {other: tree.lines[other].ends for other in held}
    shares = {
        other: rows / np.maximum(rows.sum(axis=1, keepdims=True), np.float32(1e-30))
        for other, rows in reach.items()
    }
    result = np.ones(len(tree.kind), np.float32)
    for other, rows in shares.items():
        beaten = level[other] <= mine if other > seat else level[other] < mine
        result = result * (rows @ beaten.astype(np.float32))[ends[other]]
    for mate in (other for other in held if other % 2 == seat % 2):
        above = np.flatnonzero(level[mate] >= mine if mate < seat else level[mate] > mine)
        rows = shares[mate][:, above][ends[mate]]
        for rival in (other for other in held if other % 2 != seat % 2):
            lower = _up_to(shares[rival], level[rival], level[mate][above], ties=rival > mate)
            rows *= lower[ends[rival]]
        result = result + rows.sum(axis=1)
    return np.minimum(result, np.float32(1.0)).astype(np.float64)


def _up_to(shares: Floats, levels: IntArray, wanted: IntArray, *, ties: bool) -> Floats:
    """(Q, W) chance that a hand is lower than each wanted level (or equal, with `ties`)."""
    order = np.argsort(levels, kind="stable")
    sums = np.zeros((len(shares), len(levels) + 1), np.float32)
    np.cumsum(shares[:, order], axis=1, out=sums[:, 1:])
    return sums[:, np.searchsorted(levels[order], wanted, side="right" if ties else "left")]


def _prices(count: Count, lance: int, seat: int, tree: Below, won: FloatArray) -> FloatArray:
    """(T,) the chance of the juego at each end."""
    pairs = np.array([_price(count, lance, seat, *kind) for kind in tree.kinds])
    win, lose = pairs[tree.kind].T
    return np.asarray(won * win + (1 - won) * lose)


def _price(count: Count, lance: int, seat: int, end: int, pair: int, stones: int) -> tuple[float, float]:
    """The chance of the juego at an end, with the better hand and with the worse."""
    if end == End.ORDAGO:
        return 1.0, 0.0
    if end == End.REFUSED:
        sure = count.refused(ours=pair == seat % 2, deje=stones)
        return sure, sure
    stake = float(stones) if end == End.ACCEPTED else (1.0 if lance < 2 else 0.0)
    return count.taken(ours=True, stake=stake), count.taken(ours=False, stake=stake)
