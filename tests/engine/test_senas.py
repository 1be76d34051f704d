"""The truthful signals of a hand and when they may be given."""

import pytest

from musbot.engine.rules import Rules
from musbot.engine.senas import Sena, partners, senas_allowed, senas_for, senas_of
from musbot.engine.view import public_view, view_for
from tests.support.engine import dealt, one_hand, played


@pytest.mark.parametrize(
    ("hand", "kings", "nobody", "signs"),
    [
        ("R R C C", 8, False, {Sena.DUPLES}),
        ("R 3 R 3", 8, False, {Sena.DUPLES}),
        ("R R 3 7", 8, False, {Sena.THREE_KINGS}),
        ("R R 3 A", 8, False, {Sena.THREE_KINGS, Sena.JUEGO_31}),
        ("A 2 A 7", 8, False, {Sena.THREE_ACES}),
        ("C C C 7", 8, False, {Sena.MEDIAS}),
        ("R 3 7 6", 8, False, {Sena.TWO_KINGS}),
        ("A 2 7 6", 8, False, {Sena.TWO_ACES}),
        ("A 2 7 6", 4, False, {Sena.BLIND}),
        ("C C 6 5", 8, False, {Sena.JUEGO_31}),
        ("C C 6 4", 8, False, set()),
        ("C C 6 4", 8, True, {Sena.PUNTO_30}),
        ("R C 6 4", 8, False, {Sena.BLIND}),
        ("R C 6 4", 8, True, {Sena.PUNTO_30}),
        ("R C 5 4", 8, True, {Sena.PUNTO_29}),
        ("R R 5 4", 8, True, {Sena.TWO_KINGS, Sena.PUNTO_29}),
        ("R 7 6 4", 8, True, {Sena.BLIND}),
        ("R C S 7", 8, False, set()),
    ],
)
def test_a_hand_has_exactly_its_true_signals(hand: str, kings: int, nobody: bool, signs: set[Sena]) -> None:
    assert senas_of(one_hand(hand), Rules(kings=kings), nobody) == signs


def test_signals_are_off_unless_the_rules_say_so() -> None:
    assert not senas_allowed(public_view(dealt()))
    assert senas_allowed(public_view(dealt(rules=Rules(senas=True))))


def test_under_mus_corrido_there_is_no_signal_before_the_cut() -> None:
    state = dealt(rules=Rules(senas=True, mus_corrido=True))
    assert senas_for(view_for(state, 0)) == frozenset()
    assert senas_for(view_for(played(state, "co"), 0)) == {Sena.TWO_KINGS, Sena.JUEGO_31}


def test_no_signal_once_the_hand_is_counted() -> None:
    state = played(dealt(rules=Rules(senas=True)), "co p p p p p p p p p p p p p")
    assert senas_for(view_for(state, 0)) == frozenset()


def test_punto_signals_appear_when_everyone_has_denied_juego() -> None:
    hands = ("R C 6 4", "C S 5 4", "R 7 6 A", "S 7 7 5")
    state = played(dealt(hands, Rules(senas=True)), "co")
    assert senas_for(view_for(state, 0)) == {Sena.BLIND}
    state = played(state, "p p p p p p p p")
    assert senas_for(view_for(state, 0)) == {Sena.PUNTO_30}


def test_a_signal_is_for_every_other_seat_of_the_pair() -> None:
    assert partners(Rules(seats=2), 0) == ()
    assert partners(Rules(), 3) == (1,)
    assert partners(Rules(seats=6), 2) == (0, 4)
