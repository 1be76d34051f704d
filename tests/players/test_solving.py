"""The open lance solved again: against what can be told without solving, and against going through it all."""

import random
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest

from musbot.engine.actions import Action, Envido, Mas, NoQuiero, Ordago, Paso, Quiero
from musbot.engine.rules import CLASICO
from musbot.engine.state import State
from musbot.engine.view import PlayerView, legal_from_view, view_for
from musbot.players.counting import Count, count_of
from musbot.players.handsets import FloatArray
from musbot.players.hearing import expected, hear
from musbot.players.knowledge import knowledge_for
from musbot.players.maestro import Maestro
from musbot.players.placing import Place, choice_of, follow, node_of
from musbot.players.reading import Reading, read
from musbot.players.reckoning import unseen, worth_of
from musbot.players.resolving import below, solved
from musbot.players.tree import STAKES, End, Move, trees
from musbot.players.winning import winning
from tests.support.engine import dealt, played

HANDS = ("R R 7 C", "4 5 6 7", "A A 5 6", "S 7 6 4")


def heard_and_solved(state: State, seat: int) -> tuple[PlayerView, Reading, dict[Action, float]]:
    view = view_for(state, seat)
    reading = hear(view.public)
    assert state.envite is not None
    found = solved(reading, view, state.envite)
    assert found is not None
    return view, reading, found


def worths(state: State, seat: int) -> dict[Action, float]:
    return heard_and_solved(state, seat)[2]


def counted(reading: Reading, view: PlayerView) -> Count:
    return count_of(reading, view, unseen(reading, view, (view.seat - view.public.mano) % 4))


def chance_of_lance(reading: Reading, view: PlayerView, beliefs: FloatArray) -> float:
    seat = (view.seat - view.public.mano) % 4
    hands = reading.know.hands
    chances = winning(beliefs, hands.levels[reading.lance], reading.playing)
    return float(chances[seat, hands.id_of(view.hand)])


@pytest.mark.parametrize("score", [(0, 0), (31, 22), (5, 38)])
def test_the_last_answer_to_an_ordago_is_the_chance_of_the_lance_or_the_score(score: tuple[int, int]) -> None:
    state = played(dealt(HANDS, score=score), "co p 1:or 2:nq")
    view, reading, found = heard_and_solved(state, 0)
    won = chance_of_lance(reading, view, unseen(reading, view, 0))
    assert found[Quiero()] == pytest.approx(won, abs=0.01)
    assert found[NoQuiero()] == pytest.approx(counted(reading, view).refused(ours=False, deje=1), abs=1e-6)


def test_accepting_a_bet_as_the_last_is_showing_the_cards_for_the_real_stake() -> None:
    state = played(dealt(HANDS), "co p 1:e7 2:nq")
    view, reading, found = heard_and_solved(state, 0)
    won = chance_of_lance(reading, view, unseen(reading, view, 0))
    count = counted(reading, view)
    shown = won * count.taken(ours=True, stake=7.0) + (1 - won) * count.taken(ours=False, stake=7.0)
    assert found[Quiero()] == pytest.approx(shown, abs=0.005)


@dataclass
class Enumerated:
    """The same worths by plain recursion over the tree: slow, and with nothing shared between ends."""

    reading: Reading
    view: PlayerView
    me: int
    count: Count

    def worth(self, node: int, reach: FloatArray, stake: int, deje: int, only: int | None = None) -> float:
        """Chance of getting here times worth; `reach` (4, N) is how far everybody gets with each hand."""
        tree = trees()
        who = int(tree.actor[node])
        choices = range(int(tree.moves[node]))
        hands = np.arange(len(self.reading.know.hands))
        said = expected(self.reading, who, np.array([node]), hands)[0]
        found = []
        for choice in choices if only is None else (only,):
            further = reach.copy()
            if who != self.me:
                further[who] = further[who] * said[choice]
            found.append(self._after(node, choice, further, stake, deje))
        return max(found) if who == self.me else sum(found)

    def _after(self, node: int, choice: int, reach: FloatArray, stake: int, deje: int) -> float:
        tree = trees()
        match Move(tree.move[node, choice]):
            case Move.ENVIDO_2:
                stake, deje = STAKES[0], 1
            case Move.ENVIDO_5:
                stake, deje = STAKES[1], 1
            case Move.ORDAGO:
                deje = 1
            case Move.MAS:
                stake, deje = next(more for more in STAKES if more > stake), stake
            case Move.ORDAGO_OVER:
                deje = stake
            case _:
                pass
        after = int(tree.child[node, choice])
        if after >= 0:
            return self.worth(after, reach, stake, deje)
        others = [seat for seat in self.reading.playing if seat != self.me]
        likely = float(np.prod([reach[other].sum() for other in others]))
        if likely < 1e-12:
            return 0.0
        total = reach.sum(axis=1, keepdims=True)
        beliefs = np.where(total > 0, reach / np.where(total > 0, total, 1.0), 0.0)
        won = chance_of_lance(self.reading, self.view, beliefs)
        match End(tree.end[-1 - after]):
            case End.ORDAGO:
                return likely * won
            case End.REFUSED:
                ours = int(tree.end_pair[-1 - after]) == self.me % 2
                return likely * self.count.refused(ours=ours, deje=deje)
            case End.EN_PASO:
                stake = 1 if self.reading.lance < 2 else 0
            case End.ACCEPTED:
                pass
        win, lose = (self.count.taken(ours=ours, stake=float(stake)) for ours in (True, False))
        return likely * (won * win + (1 - won) * lose)


@pytest.mark.parametrize(
    ("calls", "seat"),
    [("co p", 1), ("co p 1:e2", 2), ("co 0:e2 1:m3", 0), ("co 0:e2 1:q p p p", 3), ("co p p p p p", 1)],
)
def test_worths_are_those_of_going_through_all_that_can_follow(calls: str, seat: int) -> None:
    state = played(dealt(HANDS, score=(24, 33)), calls)
    view, reading, found = heard_and_solved(state, seat)
    me = (seat - state.mano) % 4
    assert state.envite is not None
    assert reading.place is not None
    node = node_of(reading.place, me)
    slow = Enumerated(reading, view, me, counted(reading, view))
    for action, worth in found.items():
        choice = choice_of(node, action)
        beliefs = unseen(reading, view, me)
        exact = slow.worth(node, beliefs, state.envite.stake, state.envite.deje, choice)
        assert worth == pytest.approx(exact, abs=0.01)


def test_everything_below_a_node_is_there_once() -> None:
    root = int(trees().root[15])
    found = below(root, 0, 0)
    nodes = range(root, root + int(trees().size[15]))
    assert sorted(found.nodes) == list(nodes)
    assert sorted(place for line in found.lines for place in line.places) == list(range(len(nodes)))
    ends = sum(int((trees().child[node, : trees().moves[node]] < 0).sum()) for node in nodes)
    assert {len(line.ends) for line in found.lines} == {len(found.kind)} == {ends}
    assert {end for end, _, _ in found.kinds} == {int(end) for end in End}


def test_no_two_ends_are_reached_by_the_same_calls() -> None:
    found = below(int(trees().root[15]), 0, 0)
    assert len(set(zip(*(line.ends.tolist() for line in found.lines), strict=True))) == len(found.kind)
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
