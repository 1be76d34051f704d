"""What calls tell, and which answers are expected, when players may be plain or like the blueprint."""

import numpy as np
import pytest

from musbot.engine.actions import Envido, NoQuiero, Ordago, Paso
from musbot.engine.view import view_for
from musbot.players.hearing import SHARES, START_SHARE, expected, hear, heard
from musbot.players.plain import asked_at, plain
from musbot.players.reading import Reading
from musbot.players.tree import Move, trees
from tests.support.engine import dealt, played

HANDS = ("R R 7 C", "4 5 6 7", "A A 5 6", "S 7 6 4")
ROOT = int(trees().root[15])
CHANCES = np.linspace(0.0, 1.0, 41)


def reading_after(calls: str, score: tuple[int, int] = (0, 0)) -> Reading:
    return hear(view_for(played(dealt(HANDS, score=score), calls), 0).public)


@pytest.mark.parametrize("node", range(ROOT, ROOT + int(trees().size[15]), 7))
@pytest.mark.parametrize("must", [False, True])
def test_a_plain_player_calls_something_with_every_hand(node: int, must: bool) -> None:
    said = plain(CHANCES, asked_at(node), must=must)
    assert said.shape == (trees().moves[node], len(CHANCES))
    assert (said >= 0).all()
    assert said.sum(axis=0) == pytest.approx(1.0)


def test_a_plain_player_bets_and_accepts_the_more_the_better_its_hand() -> None:
    opening = plain(CHANCES, asked_at(ROOT), must=False)
    assert (np.diff(opening[0]) <= 1e-9).all()
    asked = asked_at(int(trees().child[ROOT, 2]))
    answer = plain(CHANCES, asked, must=False)
    refuses = answer[asked.moves.index(Move.NO_QUIERO)]
    assert (np.diff(refuses) <= 1e-9).all()
    assert refuses[0] > 0.9 > 0.1 > refuses[-1]


def test_a_plain_player_does_not_give_the_juego_away() -> None:
    asked = asked_at(int(trees().child[ROOT, 3]))
    assert asked.ordago
    refuses = plain(CHANCES, asked, must=True)[asked.moves.index(Move.NO_QUIERO)]
    assert (refuses < 0.05).all()


def test_who_bets_is_believed_to_hold_better_cards_and_who_passes_worse() -> None:
    reading = reading_after("co")
    before = float(reading.beliefs[0] @ reading.chances[0])
    for action, better in ((Envido(5), True), (Envido(2), True), (Paso(), False)):
        after = heard(reading, 0, action)
        assert after.beliefs[0].sum() == pytest.approx(1.0)
        assert (float(after.beliefs[0] @ reading.chances[0]) > before) == better
        assert (after.beliefs[1] == reading.beliefs[1]).all()


def test_a_pair_that_calls_as_only_the_blueprint_does_is_taken_for_it() -> None:
    reading = reading_after("co")
    assert reading.trust == (START_SHARE, START_SHARE)
    bold = heard(reading, 0, Ordago())
    assert bold.trust[0] > START_SHARE
    assert bold.trust[1] == START_SHARE
    for action in (Paso(), Envido(2), Ordago()):
        assert SHARES[0] <= heard(reading, 0, action).trust[0] <= SHARES[1]


def test_a_call_without_a_place_in_the_tree_leaves_the_beliefs_as_they_are() -> None:
    reading = reading_after("co p")
    lost = heard(reading, 0, NoQuiero())
    assert lost.place is not None
    assert lost.place.node == -1
    assert (lost.beliefs == reading.beliefs).all()
    assert heard(lost, 1, Paso()).place == lost.place


@pytest.mark.parametrize("score", [(0, 0), (39, 20)])
def test_the_expected_calls_of_a_hand_add_up_to_one(score: tuple[int, int]) -> None:
    reading = reading_after("co p", score)
    nodes = np.array([node for node in range(ROOT, ROOT + 40) if trees().actor[node] == 2])
    said = expected(reading, 2, nodes, np.arange(len(reading.know.hands)))
    assert said.sum(axis=1) == pytest.approx(1.0, abs=0.02)


def test_the_same_is_heard_whoever_listens() -> None:
    state = played(dealt(HANDS), "co p 1:e2")
    readings = [hear(view_for(state, seat).public) for seat in range(4)]
    assert all(reading is readings[0] for reading in readings)
