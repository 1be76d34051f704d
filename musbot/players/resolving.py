"""The open lance solved again for one seat: what each of its calls does to the chance of winning the juego.

From the place where the betting stands, every way in which it can go on is weighed by what the others would
call with the hands they are believed to hold (the blueprint, mixed with calls at random as far as they are
not trusted to follow it), and every end by V: closed lances that wait for the count are in it as expected
stones, lances to come are not. Own later calls are the blueprint's. The stakes are the real ones.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from musbot.engine.actions import Action
from musbot.engine.state import Envite
from musbot.engine.view import PlayerView
from musbot.players.handsets import FloatArray, IntArray
from musbot.players.placing import action_of, node_of
from musbot.players.reading import Reading
from musbot.players.reckoning import Stand, refused, shown_down, stand, taken, unseen
from musbot.players.tree import STAKES, End, Move, trees


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
    ends, weights = _reach(reading, unseen(reading, view, seat), tree, seat, hand, others)
    won = _won(reading, seat, hand, others, ends)
    prices = _prices(reading, at, tree, won)
    choices = int(trees().moves[node])
    roots = np.array(tree.roots)
    total = np.bincount(roots, weights=weights, minlength=choices)
    value = np.bincount(roots, weights=weights * prices, minlength=choices)
    return [float(x) for x in value / np.maximum(total, 1e-12)]


def _reach(
    reading: Reading, beliefs: FloatArray, tree: Below, seat: int, hand: int, others: list[int]
) -> tuple[dict[int, FloatArray], FloatArray]:
    """(T, N) how far each other seat gets to each end with each hand, and (T,) how often the end comes."""
    policy = reading.know.policy
    actor = trees().actor
    moves = trees().moves
    said: list[FloatArray] = []
    for node in tree.nodes:
        who = int(actor[node])
        rows = reading.rows(who, node)
        if who == seat:
            said.append(np.asarray(policy[rows[hand]], dtype=np.float64))
        else:
            trust = reading.trust[who % 2]
            mixed = trust * policy[rows] + (1.0 - trust) / int(moves[node])
            said.append(np.asarray(mixed, dtype=np.float64))
    own = [1.0]
    reach = [{other: beliefs[other] for other in others}]
    for parent, choice in zip(tree.parents[1:], tree.choices[1:], strict=True):
        _step(reach, own, tree, said, seat, parent, choice)
    for parent, choice, *_ in tree.ends:
        _step(reach, own, tree, said, seat, parent, choice)
    count = len(tree.nodes)
    stacked = {other: np.stack([at[other] for at in reach[count:]]) for other in others}
    weights = np.array(own[count:])
    for other in others:
        weights = weights * stacked[other].sum(axis=1)
    return stacked, weights


def _step(
    reach: list[dict[int, FloatArray]],
    own: list[float],
    tree: Below,
    said: list[FloatArray],
    seat: int,
    parent: int,
    choice: int,
) -> None:
    who = int(trees().actor[tree.nodes[parent]])
    if who == seat:
        reach.append(reach[parent])
        own.append(own[parent] * (1.0 if parent == 0 else float(said[parent][choice])))
        return
    reach.append({**reach[parent], who: reach[parent][who] * said[parent][:, choice]})
    own.append(own[parent])


def _won(
    reading: Reading, seat: int, hand: int, others: list[int], ends: dict[int, FloatArray]
) -> FloatArray:
    """(T,) chance that the pair of a seat has the best hand, at each end."""
    levels = reading.know.hands.levels[reading.lance]
    mine = int(levels[hand])
    rivals = [other for other in others if other % 2 != seat % 2]
    mates = [other for other in others if other % 2 == seat % 2]
    shares = {other: row / np.maximum(row.sum(axis=1, keepdims=True), 1e-30) for other, row in ends.items()}
    result = np.ones(len(next(iter(ends.values()))))
    for other in others:
        beaten = levels <= mine if other > seat else levels < mine
        result = result * (shares[other] @ beaten)
    for mate in mates:
        above = levels >= mine if mate < seat else levels > mine
        rows = shares[mate] * above
        for rival in rivals:
            rows = rows * _up_to(shares[rival], levels, ties=rival > mate)
        result = result + rows.sum(axis=1)
    return np.asarray(np.minimum(result, 1.0))


def _up_to(shares: FloatArray, levels: IntArray, *, ties: bool) -> FloatArray:
    """(T, N) chance that a hand is lower than each hand (or equal, with `ties`)."""
    order = np.argsort(levels, kind="stable")
    sums = np.concatenate([np.zeros((len(shares), 1)), np.cumsum(shares[:, order], axis=1)], axis=1)
    places = np.searchsorted(levels[order], levels, side="right" if ties else "left")
    return np.asarray(sums[:, places])


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
