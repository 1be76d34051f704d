"""The open lance solved again for one seat: what each of its calls does to the chance of winning the juego.

From the place where the betting stands, every way in which it can go on is weighed by what the others would
call with the hands they are believed to hold (the blueprint, mixed with calls at random as far as they are
not trusted to follow it), and every end by V: closed lances that wait for the count are in it as expected
stones, lances to come are not. Own later calls are the blueprint's. The stakes are the real ones.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from musbot.engine.actions import Action
from musbot.engine.state import Envite
from musbot.engine.view import PlayerView
from musbot.players.handsets import FloatArray, IntArray
from musbot.players.knowledge import WHOLE
from musbot.players.placing import action_of, node_of
from musbot.players.reading import Reading
from musbot.players.reckoning import Stand, refused, shown_down, stand, taken, unseen
from musbot.players.tree import STAKES, End, Move, trees

Floats = npt.NDArray[np.float32]

ENOUGH = 0.995
"""Share of a belief that is reckoned with; the rarest hands of the rest are left out."""


@dataclass(frozen=True, slots=True)
class Below:
    """All that can follow a node: inner nodes (parents first), then ends.

    Attributes:
        nodes: node numbers, the first is the node itself.
        parents: place in `nodes` of each node's parent, -1 for the first.
        choices: the choice that led to each node.
        ends: (parent, choice, `End`, paid pair, stones) of each end.
        roots: first choice that leads to each end.
    """

    nodes: tuple[int, ...]
    parents: tuple[int, ...]
    choices: tuple[int, ...]
    ends: tuple[tuple[int, int, int, int, int], ...]
    roots: tuple[int, ...]


@lru_cache(maxsize=4096)
def below(node: int, stake: int, deje: int) -> Below:
    """What can follow a node at which really `stake` stones are bet and `deje` would be paid."""
    tree = trees()
    nodes, parents, choices = [node], [-1], [-1]
    first, stakes, dejes = [-1], [stake], [deje]
    ends: list[tuple[int, int, int, int, int]] = []
    roots: list[int] = []
    place = 0
    while place < len(nodes):
        here = nodes[place]
        for choice in range(int(tree.moves[here])):
            after = int(tree.child[here, choice])
            root = choice if place == 0 else first[place]
            now, paid = _stakes(Move(tree.move[here, choice]), stakes[place], dejes[place])
            if after >= 0:
                nodes.append(after)
                parents.append(place)
                choices.append(choice)
                first.append(root)
                stakes.append(now)
                dejes.append(paid)
            else:
                end = End(tree.end[-1 - after])
                stones = paid if end is End.REFUSED else now
                ends.append((place, choice, int(end), int(tree.end_pair[-1 - after]), stones))
                roots.append(root)
        place += 1
    return Below(tuple(nodes), tuple(parents), tuple(choices), tuple(ends), tuple(roots))


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
    values = values_at(reading, view, envite, node)
    worths: dict[Action, float] = {}
    for choice, value in enumerate(values):
        action = action_of(Move(trees().move[node, choice]), envite, rules)
        worths.setdefault(action, value)
    return worths


def values_at(reading: Reading, view: PlayerView, envite: Envite, node: int) -> list[float]:
    """The chance of the juego after each choice at a node."""
    seat = (view.seat - view.public.mano) % view.public.rules.seats
    hand = reading.know.hands.id_of(view.hand)
    tree = below(node, envite.stake, envite.deje)
    at = stand(reading, view, envite)
    others = [other for other in reading.playing if other != seat]
    held = {other: _likely(row) for other, row in enumerate(unseen(reading, view, seat)) if other in others}
    ends, weights = _reach(reading, held, tree, seat, hand)
    won = _won(reading, seat, hand, held, ends)
    prices = _prices(reading, at, tree, won)
    choices = int(trees().moves[node])
    roots = np.array(tree.roots)
    total = np.bincount(roots, weights=weights, minlength=choices)
    value = np.bincount(roots, weights=weights * prices, minlength=choices)
    return [float(x) for x in value / np.maximum(total, 1e-12)]


@dataclass(frozen=True, slots=True)
class Held:
    """What a seat may hold: the hands that make up nearly all of a belief, and how likely each is."""

    hands: IntArray
    chance: Floats


def _likely(belief: FloatArray) -> Held:
    order = np.argsort(-belief)
    enough = int(np.searchsorted(np.cumsum(belief[order]), ENOUGH)) + 1
    hands = np.sort(order[:enough])
    chance = belief[hands].astype(np.float32)
    return Held(hands, chance / chance.sum())


def _reach(
    reading: Reading, held: dict[int, Held], tree: Below, seat: int, hand: int
) -> tuple[dict[int, Floats], FloatArray]:
    """By other seat (T, hands) how far it gets to each end with each hand, and (T,) how often the end comes."""
    said = _said(reading, held, tree, seat, hand)
    own = [1.0]
    reach = [{other: one.chance for other, one in held.items()}]
    for parent, choice in zip(tree.parents[1:], tree.choices[1:], strict=True):
        _step(reach, own, tree, said, seat, parent, choice)
    for parent, choice, *_ in tree.ends:
        _step(reach, own, tree, said, seat, parent, choice)
    count = len(tree.nodes)
    stacked = {other: np.array([at[other] for at in reach[count:]]) for other in held}
    weights = np.array(own[count:])
    for rows in stacked.values():
        weights = weights * rows.sum(axis=1)
    return stacked, weights


def _said(reading: Reading, held: dict[int, Held], tree: Below, seat: int, hand: int) -> list[Floats]:
    """What is called at each node: (4,) by the seat itself, (4, hands) by others with each hand."""
    policy = reading.know.policy
    nodes = np.array(tree.nodes)
    actors = trees().actor[nodes]
    said: list[Floats] = [np.zeros(0, np.float32)] * len(nodes)
    for who in reading.playing:
        places = np.flatnonzero(actors == who)
        if not len(places):
            continue
        blocks = reading.blocks(nodes[places])
        if who == seat:
            found = policy[blocks + reading.keys[seat, hand]].astype(np.float32) / WHOLE
        else:
            trust = np.float32(reading.trust[who % 2])
            even = ((1 - trust) / trees().moves[nodes[places]]).astype(np.float32)
            rows = policy[blocks[:, None] + reading.keys[who][held[who].hands]]
            found = (
                rows.transpose(0, 2, 1).astype(np.float32, order="C") * (trust / WHOLE) + even[:, None, None]
            )
        for place, one in zip(places.tolist(), found, strict=True):
            said[place] = one
    return said


def _step(
    reach: list[dict[int, Floats]],
    own: list[float],
    tree: Below,
    said: list[Floats],
    seat: int,
    parent: int,
    choice: int,
) -> None:
    who = int(trees().actor[tree.nodes[parent]])
    if who == seat:
        reach.append(reach[parent])
        own.append(own[parent] * (1.0 if parent == 0 else float(said[parent][choice])))
        return
    further = dict(reach[parent])
    further[who] = further[who] * said[parent][choice]
    reach.append(further)
    own.append(own[parent])


def _won(
    reading: Reading, seat: int, hand: int, held: dict[int, Held], ends: dict[int, Floats]
) -> FloatArray:
    """(T,) chance that the pair of a seat has the best hand, at each end."""
    levels = reading.know.hands.levels[reading.lance]
    mine = int(levels[hand])
    level = {other: levels[one.hands] for other, one in held.items()}
    shares = {
        other: rows / np.maximum(rows.sum(axis=1, keepdims=True), np.float32(1e-30))
        for other, rows in ends.items()
    }
    result = np.ones(len(next(iter(ends.values()))), np.float32)
    for other, rows in shares.items():
        beaten = level[other] <= mine if other > seat else level[other] < mine
        result = result * (rows @ beaten.astype(np.float32))
    for mate in (other for other in held if other % 2 == seat % 2):
        above = level[mate] >= mine if mate < seat else level[mate] > mine
        rows = shares[mate] * above
        for rival in (other for other in held if other % 2 != seat % 2):
            rows = rows * _up_to(shares[rival], level[rival], level[mate], ties=rival > mate)
        result = result + rows.sum(axis=1)
    return np.minimum(result, np.float32(1.0)).astype(np.float64)


def _up_to(shares: Floats, levels: IntArray, wanted: IntArray, *, ties: bool) -> Floats:
    """(T, W) chance that a hand is lower than each wanted level (or equal, with `ties`)."""
    order = np.argsort(levels, kind="stable")
    sums = np.zeros((len(shares), len(levels) + 1), np.float32)
    np.cumsum(shares[:, order], axis=1, out=sums[:, 1:])
    return sums[:, np.searchsorted(levels[order], wanted, side="right" if ties else "left")]


def _prices(reading: Reading, at: Stand, tree: Below, won: FloatArray) -> FloatArray:
    """(T,) the chance of the juego at each end."""
    know = reading.know
    ours = 1 if at.mano else 0
    sure, never = replace(at, won=1.0), replace(at, won=0.0)
    known: dict[tuple[int, int, int], tuple[float, float]] = {}
    prices = np.empty(len(won))
    for number, (_, _, end, pair, stones) in enumerate(tree.ends):
        key = (end, pair, stones)
        if key not in known:
            if end == End.ORDAGO:
                known[key] = (1.0, 0.0)
            elif end == End.REFUSED:
                known[key] = (
                    (taken(know, at, stones),) * 2 if pair == ours else (refused(know, at, stones),) * 2
                )
            else:
                stake = float(stones) if end == End.ACCEPTED else (1.0 if reading.lance < 2 else 0.0)
                known[key] = (shown_down(know, sure, stake), shown_down(know, never, stake))
        win, lose = known[key]
        prices[number] = won[number] * win + (1 - won[number]) * lose
    return prices
