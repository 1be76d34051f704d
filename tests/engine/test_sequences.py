"""Counts of all sequences of calls from fixed deals, against a second counter that knows only the grammar."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from musbot.engine.actions import Action, Envido, Mas
from musbot.engine.decide import decide
from musbot.engine.events import LanceClosed
from musbot.engine.evolve import fold
from musbot.engine.legal import legal_actions, to_act
from musbot.engine.rules import Rules
from musbot.engine.state import Lance, Outcome, Phase, State
from tests.support.engine import dealt, no_shuffle, played
from tests.support.engine_reference import Ends, Grammar

AMOUNTS = (2, 5)
HOW = {
    Outcome.EN_PASO: "paso",
    Outcome.QUERIDO: "quiero",
    Outcome.ORDAGO: "ordago",
    Outcome.RECHAZADO: "no",
}


def calls(state: State, amounts: tuple[int, ...]) -> list[tuple[int, Action]]:
    """The legal calls of everyone who may act, with few amounts."""
    return [
        (seat, action)
        for seat in to_act(state)
        for action in legal_actions(state, seat)
        if not isinstance(action, (Envido, Mas)) or action.n in amounts
    ]


@cache
def ends_of_lance(state: State, amounts: tuple[int, ...]) -> Ends:
    """How many sequences lead to each end of the open lance, by playing them."""
    ends: Ends = Counter()
    for seat, action in calls(state, amounts):
        events = decide(state, seat, action, no_shuffle)
        closed = [event.result for event in events if isinstance(event, LanceClosed)]
        if closed:
            result = closed[0]
            pair = result.pair if result.outcome is Outcome.RECHAZADO and result.pair is not None else -1
            ends[HOW[result.outcome], pair, result.deje] += 1
        else:
            ends += ends_of_lance(replace(fold(state, events), calls=()), amounts)
    return ends


@cache
def sequences(state: State, amounts: tuple[int, ...]) -> int:
    """How many sequences end the hand, by playing them; what was bet before does not change the number."""
    if state.phase is not Phase.LANCE:
        return 1
    after = (fold(state, decide(state, seat, action, no_shuffle)) for seat, action in calls(state, amounts))
    return sum(sequences(replace(one, calls=(), pieces=(), results=()), amounts) for one in after)


def literal_sequences(state: State, amounts: tuple[int, ...]) -> int:
    """The same with nothing remembered: every sequence is played to its end."""
    if state.phase is not Phase.LANCE:
        return 1
    return sum(
        literal_sequences(fold(state, decide(state, seat, action, no_shuffle)), amounts)
        for seat, action in calls(state, amounts)
    )


@pytest.mark.parametrize(
    ("seats", "hands", "before", "lance", "order"),
    [
        (4, ("R R 7 4", "C S 7 5", "6 6 5 A", "4 4 2 A"), "", Lance.GRANDE, "ABAB"),
        (4, ("R R 7 4", "C S 7 5", "6 6 5 A", "4 4 2 A"), "p p p p p p p p", Lance.PARES, "AAB"),
        (4, ("R R 7 4", "C S 7 5", "6 6 5 A", "4 4 2 A"), "p p p p p p p p p p p", Lance.JUEGO, "AB"),
        (4, ("R C 6 4", "C S 5 4", "R 7 6 A", "S 7 7 5"), "p p p p p p p p", Lance.PUNTO, "ABAB"),
        (2, ("R R 7 4", "C C 7 5"), "", Lance.CHICA, "AB"),
        (6, ("R R 7 4", "C C 7 5", "S S 4 5", "7 7 6 A", "6 6 5 A", "4 4 2 A"), "", Lance.GRANDE, "ABABAB"),
    ],
)
def test_a_lance_can_be_bet_in_as_many_ways_as_the_grammar_says(
    seats: int, hands: tuple[str, ...], before: str, lance: Lance, order: str
) -> None:
    state = played(dealt(hands, Rules(seats=seats, target=20)), f"co {before}")
    if lance is Lance.CHICA:
        state = played(state, "p p")
    assert state.envite is not None
    assert state.envite.lance is lance
    amounts = AMOUNTS if seats < 6 else (5,)
    assert ends_of_lance(replace(state, calls=()), amounts) == Grammar(20, amounts, amounts).lance(order)


def test_the_first_numbers_are_known_by_hand() -> None:
    # 4 passes, or one of 4 opens an órdago: 2 rivals x (quiero) + 2 orders of refusing, each with one quiero
    only_ordago = Grammar(20, (), ()).lance("ABAB")
    assert only_ordago == {("paso", -1, 0): 1, ("ordago", -1, 0): 16, ("no", 0, 1): 4, ("no", 1, 1): 4}
    state = replace(played(dealt(rules=Rules(target=20)), "co"), calls=())
    assert ends_of_lance(state, ()) == only_ordago


@pytest.mark.parametrize("score", [(0, 0), (17, 12), (19, 19)])
def test_a_whole_hand_can_be_bet_in_as_many_ways_as_the_grammar_says(score: tuple[int, int]) -> None:
    state = replace(played(dealt(rules=Rules(target=20), score=score), "co"), calls=())
    lances = ("ABAB", "ABAB", "AAB", "AB")  # pares between 0, 2 and 3; juego between 0 and 1
    assert sequences(state, (5,)) == Grammar(20, (5,), (5,)).hand(lances, score)


def test_remembering_states_does_not_change_the_number() -> None:
    hands = ("R R 7 4", "C C 7 5")
    rules = Rules(seats=2, target=20)
    state = replace(played(dealt(hands, rules, score=(19, 19)), "co"), calls=())
    literal = literal_sequences(state, (8,))
    assert literal > 1000
    assert literal == sequences(state, (8,)) == Grammar(20, (8,), (8,)).hand(("AB",) * 4, (19, 19))
