"""Which calls are refused and why, and who is asked."""

import pytest

from musbot.engine.actions import Action, Descarte, Envido, Mas, NoQuiero, Ordago, Paso, Quiero
from musbot.engine.decide import decide
from musbot.engine.errors import IllegalAction, IllegalCode
from musbot.engine.evolve import initial
from musbot.engine.legal import legal_actions, question, to_act
from musbot.engine.notation import read_move
from musbot.engine.rules import Rules
from musbot.engine.state import Question
from tests.support.engine import dealt, no_shuffle, played

# calls before, the refused call, why; the deal is PASSING: pares between 0, 2 and 3, juego between 0 and 1
REFUSED = [
    ("", "4:mus", IllegalCode.UNKNOWN_SEAT),
    ("", "1:mus", IllegalCode.NOT_YOUR_TURN),
    ("0:mus", "0:co", IllegalCode.NOT_YOUR_TURN),
    ("", "0:p", IllegalCode.MUS_FIRST),
    ("", "0:e2", IllegalCode.MUS_FIRST),
    ("", "0:q", IllegalCode.MUS_FIRST),
    ("", "0:or", IllegalCode.MUS_FIRST),
    ("", "0:d:1000", IllegalCode.NO_DISCARDS_NOW),
    ("", "0:sg", IllegalCode.HAND_NOT_OVER),
    ("mus mus mus mus", "1:d:0000", IllegalCode.DISCARD_NOTHING),
    ("mus mus mus mus 1:d:1000", "1:d:0100", IllegalCode.ALREADY_CHOSEN),
    ("mus mus mus mus", "0:mus", IllegalCode.DISCARDS_FIRST),
    ("mus mus mus mus", "0:co", IllegalCode.DISCARDS_FIRST),
    ("mus mus mus mus", "0:p", IllegalCode.DISCARDS_FIRST),
    ("mus mus mus mus", "0:sg", IllegalCode.HAND_NOT_OVER),
    ("co", "0:mus", IllegalCode.MUS_NOT_ASKED),
    ("co", "0:co", IllegalCode.MUS_NOT_ASKED),
    ("co", "0:d:1000", IllegalCode.NO_DISCARDS_NOW),
    ("co", "0:sg", IllegalCode.HAND_NOT_OVER),
    ("co", "1:p", IllegalCode.NOT_YOUR_TURN),
    ("co", "1:e2", IllegalCode.NOT_YOUR_TURN),
    ("co p", "0:e2", IllegalCode.NOT_YOUR_TURN),
    ("co", "0:q", IllegalCode.NOTHING_TO_ANSWER),
    ("co", "0:nq", IllegalCode.NOTHING_TO_ANSWER),
    ("co", "0:m2", IllegalCode.NOTHING_TO_ANSWER),
    ("co", "0:e1", IllegalCode.ENVIDO_TOO_SMALL),
    ("co", "0:e0", IllegalCode.ENVIDO_TOO_SMALL),
    ("co", "0:e-3", IllegalCode.ENVIDO_TOO_SMALL),
    ("co", "0:e41", IllegalCode.OVER_TARGET),
    ("co 0:e2", "0:q", IllegalCode.OWN_SIDE),
    ("co 0:e2", "2:m2", IllegalCode.OWN_SIDE),
    ("co 0:e2", "2:or", IllegalCode.OWN_SIDE),
    ("co 0:e2", "2:nq", IllegalCode.OWN_SIDE),
    ("co 0:e2 3:m4", "1:m2", IllegalCode.OWN_SIDE),
    ("co 0:e2 1:nq", "1:q", IllegalCode.ALREADY_REFUSED),
    ("co 0:e2", "1:p", IllegalCode.MUST_ANSWER),
    ("co 0:e2", "1:e5", IllegalCode.BET_ALREADY_OPEN),
    ("co 0:e2", "1:m0", IllegalCode.RAISE_TOO_SMALL),
    ("co 0:e2", "1:m-5", IllegalCode.RAISE_TOO_SMALL),
    ("co 0:e2", "1:m39", IllegalCode.OVER_TARGET),
    ("co 0:e40", "1:m1", IllegalCode.OVER_TARGET),
    ("co 0:or", "1:or", IllegalCode.NO_RAISE_OVER_ORDAGO),
    ("co 0:or", "3:m2", IllegalCode.NO_RAISE_OVER_ORDAGO),
    ("co 0:e2 1:or", "0:m2", IllegalCode.NO_RAISE_OVER_ORDAGO),
    ("co p p p p p p p p", "1:p", IllegalCode.NOT_IN_LANCE),
    ("co p p p p p p p p 0:e2", "1:q", IllegalCode.NOT_IN_LANCE),
    ("co p p p p p p p p p p p", "3:p", IllegalCode.NOT_IN_LANCE),
    ("co p p p p p p p p p p p p p", "0:mus", IllegalCode.HAND_OVER),
    ("co p p p p p p p p p p p p p", "2:p", IllegalCode.HAND_OVER),
    ("co 0:or 1:q", "0:sg", IllegalCode.PARTIDA_OVER),
]


@pytest.mark.parametrize(("before", "text", "code"), REFUSED)
def test_a_call_is_refused_with_its_own_reason(before: str, text: str, code: IllegalCode) -> None:
    state = played(dealt(), before)
    move = read_move(text)
    with pytest.raises(IllegalAction) as caught:
        decide(state, 4 if move.seat is None else move.seat, move.action, no_shuffle)
    assert caught.value.code is code
    assert str(caught.value) == code.value


def test_nothing_can_be_called_before_the_first_deal() -> None:
    with pytest.raises(IllegalAction) as caught:
        decide(initial(), 0, Paso(), no_shuffle)
    assert caught.value.code is IllegalCode.NOT_STARTED
    assert to_act(initial()) == ()


def test_a_discard_needs_one_mark_a_card() -> None:
    state = played(dealt(), "mus mus mus mus")
    with pytest.raises(IllegalAction) as caught:
        decide(state, 0, Descarte((True, True)), no_shuffle)  # type: ignore[arg-type]  # as damaged data might
    assert caught.value.code is IllegalCode.DISCARD_MALFORMED


def test_every_reason_is_reached_by_one_of_these_tests() -> None:
    others = {IllegalCode.NOT_STARTED, IllegalCode.DISCARD_MALFORMED}
    assert {code for _, _, code in REFUSED} | others == set(IllegalCode)


@pytest.mark.parametrize(
    ("before", "seats"),
    [
        ("", (0,)),
        ("mus", (1,)),
        ("mus mus mus", (3,)),
        ("mus mus mus mus", (0, 1, 2, 3)),
        ("mus mus mus mus 2:d:1000 0:d:1000", (1, 3)),
        ("mus mus co", (0,)),
        ("co p p", (2,)),
        ("co p p 2:e2", (3, 1)),
        ("co p p 2:e2 1:nq", (3,)),
        ("co 0:e2 3:m2", (0, 2)),
        ("co 0:e2 3:m2 2:or", (1, 3)),
        ("co 0:e2 3:nq 1:or", (0, 2)),
        ("co p p p p p p p p", (0,)),
        ("co p p p p p p p p p p 3:e2", (0, 2)),
        ("co p p p p p p p p p p p", (0,)),
        ("co p p p p p p p p p p p 0:e2", (1,)),
        ("co p p p p p p p p p p p p p", (0, 1, 2, 3)),
        ("co 0:or 1:q", ()),
    ],
)
def test_who_is_asked(before: str, seats: tuple[int, ...]) -> None:
    assert set(to_act(played(dealt(), before))) == set(seats)


@pytest.mark.parametrize(
    ("before", "asked"),
    [
        ("", Question(1, "m0")),
        ("mus mus", Question(1, "m0")),
        ("mus mus mus mus", Question(1, "d0")),
        ("mus mus mus mus 1:d:1000", Question(1, "d0")),
        ("mus mus mus mus 0:d:1000 1:d:1000 2:d:1000 3:d:1111", Question(1, "m1")),
        ("co", Question(1, "g")),
        ("co p", Question(1, "g")),
        ("co p 1:e2", Question(1, "g", 1)),
        ("co p 1:e2 0:nq", Question(1, "g", 1)),
        ("co p 1:e2 0:m2", Question(1, "g", 2)),
        ("co p 1:e2 0:m2 3:or", Question(1, "g", 3)),
        ("co p 1:e2 0:q", Question(1, "c")),
        ("co p p p p p p p p", Question(1, "p")),
        ("co p p p p p p p p p p p", Question(1, "j")),
        ("co p p p p p p p p p p p p p", Question(1, "r")),
        ("co 0:or 1:q", Question(1, "f")),
    ],
)
def test_the_question_changes_when_something_else_is_asked(before: str, asked: Question) -> None:
    assert question(played(dealt(), before)) == asked


def test_punto_has_a_stage_of_its_own() -> None:
    state = played(dealt(("R C 6 4", "C S 5 4", "R 7 6 A", "S 7 7 5")), "co p p p p p p p p")
    assert question(state) == Question(1, "u")


def listed(before: str, seat: int, rules: Rules | None = None) -> tuple[Action, ...]:
    return legal_actions(played(dealt(rules=rules or Rules()), before), seat)


def test_an_opening_goes_from_two_to_the_target() -> None:
    amounts = tuple(Envido(n) for n in range(2, 41))
    assert listed("co", 0) == (Paso(), *amounts, Ordago())


def test_a_raise_goes_to_the_target_in_all() -> None:
    raises = tuple(Mas(n) for n in range(1, 5))
    assert listed("co 0:e36", 1) == (NoQuiero(), Quiero(), *raises, Ordago())
    assert listed("co 0:e40", 1) == (NoQuiero(), Quiero(), Ordago())


def test_the_smallest_raise_is_an_option() -> None:
    rules = Rules(min_raise=2)
    assert Mas(1) not in listed("co 0:e2", 1, rules)
    assert Mas(2) in listed("co 0:e2", 1, rules)
    assert listed("co 0:e39", 1, rules) == (NoQuiero(), Quiero(), Ordago())


def test_an_ordago_can_only_be_accepted_or_refused() -> None:
    assert listed("co 0:or", 3) == (NoQuiero(), Quiero())


def test_all_fifteen_ways_to_discard_are_listed_once() -> None:
    masks = listed("mus mus mus mus", 2)
    assert len(set(masks)) == len(masks) == 15
