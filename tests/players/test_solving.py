"""The open lance solved again: against what can be told without solving, and against playing it out."""

import random
from itertools import pairwise

import numpy as np
import pytest

from musbot.engine.actions import Action, Envido, Mas, NoQuiero, Ordago, Paso, Quiero
from musbot.engine.rules import CLASICO
from musbot.engine.state import State
from musbot.engine.view import legal_from_view, view_for
from musbot.players.knowledge import WHOLE, knowledge_for
from musbot.players.maestro import Maestro
from musbot.players.placing import Place, choice_of, follow, node_of
from musbot.players.reading import read
from musbot.players.reckoning import refused, shown_down, stand, taken, unseen, worth_of
from musbot.players.resolving import below, solved
from musbot.players.tree import STAKES, End, Move, trees
from tests.support.engine import dealt, played

HANDS = ("R R 7 C", "4 5 6 7", "A A 5 6", "S 7 6 4")


def worths(state: State, seat: int) -> dict[Action, float]:
    view = view_for(state, seat)
    assert state.envite is not None
    found = solved(read(view.public), view, state.envite)
    assert found is not None
    return found


@pytest.mark.parametrize("score", [(0, 0), (31, 22), (5, 38)])
def test_the_last_answer_to_an_ordago_is_the_chance_of_the_lance_or_the_score(score: tuple[int, int]) -> None:
    state = played(dealt(HANDS, score=score), "co p 1:or 2:nq")
    view = view_for(state, 0)
    reading = read(view.public)
    assert state.envite is not None
    at = stand(reading, view, state.envite)
    found = worths(state, 0)
    assert found[Quiero()] == pytest.approx(at.won, abs=0.01)
    assert found[NoQuiero()] == pytest.approx(refused(reading.know, at, 1), abs=1e-6)


def test_accepting_a_bet_as_the_last_is_showing_the_cards_for_the_real_stake() -> None:
    state = played(dealt(HANDS), "co p 1:e7 2:nq")
    view = view_for(state, 0)
    reading = read(view.public)
    assert state.envite is not None
    at = stand(reading, view, state.envite)
    assert worths(state, 0)[Quiero()] == pytest.approx(shown_down(reading.know, at, 7.0), abs=0.005)


def played_out(state: State, seat: int, choice: int, count: int) -> float:
    """The chance of the juego after a choice, by playing the tree out with hands drawn from the beliefs."""
    rng = np.random.default_rng(5)
    view = view_for(state, seat)
    reading = read(view.public)
    know, tree = reading.know, trees()
    assert state.envite is not None
    assert reading.place is not None
    at = stand(reading, view, state.envite)
    me = (seat - state.mano) % 4
    beliefs = unseen(reading, view, me)
    levels = know.hands.levels[reading.lance]
    total = 0.0
    for _ in range(count):
        hands = [int(rng.choice(len(know.hands), p=row / row.sum())) for row in beliefs]
        hands[me] = know.hands.id_of(view.hand)
        node, made, stake, deje = node_of(reading.place, me), choice, state.envite.stake, state.envite.deje
        while True:
            move = Move(tree.move[node, made])
            if move in (Move.ENVIDO_2, Move.ENVIDO_5):
                stake, deje = STAKES[move - Move.ENVIDO_2], 1
            elif move is Move.ORDAGO:
                stake, deje = 0, 1
            elif move is Move.MAS:
                stake, deje = next(more for more in STAKES if more > stake), stake
            elif move is Move.ORDAGO_OVER:
                deje = stake
            after = int(tree.child[node, made])
            if after < 0:
                break
            node = after
            who = int(tree.actor[node])
            row = know.policy[reading.rows(who, node)[hands[who]], : tree.moves[node]] / WHOLE
            if who != me:
                row = reading.trust[who % 2] * row + (1 - reading.trust[who % 2]) / tree.moves[node]
            made = int(rng.choice(len(row), p=row / row.sum()))
        best = max(reading.playing, key=lambda one: (levels[hands[one]], -one))
        ours = best % 2 == me % 2
        sure = type(at)(float(ours), at.us, at.them, at.bonus, at.their_bonus, at.mano, at.trust)
        match End(tree.end[-1 - after]):
            case End.ORDAGO:
                total += ours
            case End.REFUSED:
                mine = int(tree.end_pair[-1 - after]) == me % 2
                total += taken(know, at, deje) if mine else refused(know, at, deje)
            case End.ACCEPTED:
                total += shown_down(know, sure, float(stake))
            case End.EN_PASO:
                total += shown_down(know, sure, 1.0 if reading.lance < 2 else 0.0)
    return total / count


@pytest.mark.parametrize(
    ("calls", "seat"), [("co", 0), ("co p", 1), ("co p 1:e2", 2), ("co 0:e2 1:m3", 0), ("co p p p p p", 1)]
)
def test_worths_are_those_of_playing_the_lance_out(calls: str, seat: int) -> None:
    state = played(dealt(HANDS), calls)
    found = worths(state, seat)
    for action, worth in found.items():
        assert isinstance(action, (Paso, Envido, Mas, Quiero, NoQuiero, Ordago))
        place = read(view_for(state, seat).public).place
        assert place is not None
        choice = choice_of(node_of(place, (seat - state.mano) % 4), action)
        assert worth == pytest.approx(played_out(state, seat, choice, 600), abs=0.055)


def test_everything_below_a_node_is_there_once() -> None:
    root = int(trees().root[15])
    found = below(root, 0, 0)
    nodes = range(root, root + int(trees().size[15]))
    assert sorted(found.nodes) == list(nodes)
    assert sorted(place for line in found.lines for place in line.places) == list(range(len(nodes)))
    ends = sum(int((trees().child[node, : trees().moves[node]] < 0).sum()) for node in nodes)
    assert {len(line.ends) for line in found.lines} == {len(found.roots)} == {len(found.kind)} == {ends}
    assert {end for end, _, _ in found.kinds} == {int(end) for end in End}


def test_no_two_ends_are_reached_by_the_same_calls() -> None:
    found = below(int(trees().root[15]), 0, 0)
    assert len(set(zip(*(line.ends.tolist() for line in found.lines), strict=True))) == len(found.roots)
    for line in found.lines:
        known = {0}
        for sequences, before, _, _ in line.layers:
            assert known.issuperset(before.tolist())
            known.update(sequences.tolist())
        assert known == set(range(line.count))


def test_the_maestro_leans_to_what_is_worth_more() -> None:
    blueprint, leaning = Maestro(solves=False), Maestro()
    sharper = Maestro(softness=0.003)
    better = 0
    rng = random.Random(4)
    for calls in ("co", "co p", "co p p", "co p 1:e2", "co 0:e2", "co 0:e2 1:m3", "co p p p p p 1:e2"):
        state = played(dealt(HANDS), calls)
        for seat in view_for(state, 0).public.to_act:
            view = view_for(state, seat)
            legal = legal_from_view(view)
            value = worths(state, seat)
            means = []
            for player in (blueprint, leaning, sharper):
                policy = player.policy(view, legal)
                assert player.choose(view, legal, rng) in dict(policy)
                means.append(sum(chance * value[action] for action, chance in policy))
            assert all(second >= first - 0.006 for first, second in pairwise(means))
            better += means[2] > means[0] + 1e-6
    assert better >= 1


def test_a_bet_outside_the_tree_is_reckoned() -> None:
    weak = ("4 5 6 7", "R R R C", "A A 5 6", "S 7 6 4")
    state = played(dealt(weak), "co p 1:e23 2:nq")
    view = view_for(state, 0)
    assert state.envite is not None
    found = worth_of(read(view.public), view, state.envite, legal_from_view(view))
    assert found[NoQuiero()] > found[Quiero()]
    assert set(found) == {NoQuiero(), Quiero(), Ordago()}
    best = max(Maestro().policy(view, legal_from_view(view)), key=lambda one: one[1])
    assert best[0] == NoQuiero()


def test_either_rival_may_answer_first() -> None:
    root = int(trees().root[15])
    bet = follow(Place(root), 0, Envido(2)).place
    assert bet is not None
    early = follow(bet, 3, NoQuiero()).place  # seat 1 would be asked first
    assert early == Place(bet.node, early=3)
    assert early is not None
    assert follow(early, 1, NoQuiero()).place is None
    raised = follow(bet, 3, Mas(3)).place
    assert raised is not None
    assert int(trees().actor[raised.node]) == 0
    assert follow(bet, 2, Quiero()).node == -1


@pytest.mark.parametrize(
    ("action", "stands_for"),
    [
        (Envido(2), 1),
        (Envido(3), 1),
        (Envido(4), 2),
        (Envido(9), 2),
        (Envido(15), 3),
        (Ordago(), 3),
        (Paso(), 0),
    ],
)
def test_bets_stand_at_the_nearest_place(action: Envido | Ordago | Paso, stands_for: int) -> None:
    assert choice_of(int(trees().root[15]), action) == stands_for


def test_the_tables_are_the_same_object_for_the_same_rules() -> None:
    assert knowledge_for(CLASICO) is knowledge_for(CLASICO)
