"""What a seat knows, may do and is told does not depend on cards that it cannot see."""

import random
from dataclasses import fields, is_dataclass, replace

import pytest

from musbot.engine.actions import Descarte
from musbot.engine.cards import Card
from musbot.engine.decide import decide, start
from musbot.engine.events import Called, Dealt, Event, Reshuffled
from musbot.engine.evolve import evolve, fold, initial
from musbot.engine.legal import legal_actions, to_act
from musbot.engine.rules import LaReal, Rules
from musbot.engine.senas import senas_for
from musbot.engine.state import Phase, State
from musbot.engine.view import public_view, redact, view_for
from tests.support.engine import any_of, hidden_swap, random_partida, seeded, swapped

RULES = (
    Rules(senas=True),
    Rules(kings=4, target=30, la_real=LaReal.FIGURE),
    Rules(seats=2),
    Rules(seats=6, mus_corrido=True, senas=True),
)


def states(rules: Rules, seed: int, count: int) -> list[State]:
    """States in the middle of random games."""
    rng = random.Random(seed)
    shuffle = seeded(seed)
    found: list[State] = []
    choose = any_of(rng)
    state = fold(initial(), start(rules, 0, shuffle))
    while len(found) < count:
        found.append(state)
        if not to_act(state):
            state = fold(initial(), start(rules, 0, shuffle))
        seat = rng.choice(to_act(state))
        action = choose(state, seat, legal_actions(state, seat))
        state = fold(state, decide(state, seat, action, shuffle))
    return found


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_views_and_calls_do_not_depend_on_hidden_cards(rules: Rules) -> None:
    rng = random.Random(1)
    compared = 0
    for state in states(rules, 7, 250):
        for seat in (*range(rules.seats), None):
            swap = hidden_swap(state, seat, rng)
            other = swapped(state, swap)
            compared += other != state
            assert public_view(other) == public_view(state)
            if seat is not None:
                assert view_for(other, seat) == view_for(state, seat)
                assert legal_actions(other, seat) == legal_actions(state, seat)
                assert senas_for(view_for(other, seat)) == senas_for(view_for(state, seat))
    assert compared > 150 * (rules.seats + 1)  # the test looked at states that differ


def test_the_swap_keeps_what_the_seat_has_seen() -> None:
    rng = random.Random(2)
    for state in states(RULES[0], 3, 100):
        other = swapped(state, hidden_swap(state, 1, rng))
        assert (other.hands[1], other.thrown[1]) == (state.hands[1], state.thrown[1])
        assert (other.pares, other.juego) == (state.pares, state.juego)


def test_a_view_that_leaked_would_be_noticed() -> None:
    rng = random.Random(3)
    leaks = 0
    for state in states(RULES[0], 5, 60):
        other = swapped(state, hidden_swap(state, 0, rng))
        leaks += view_for(replace(other, shown=True), 0) != view_for(replace(state, shown=True), 0)
    assert leaks > 30


def cards_in(value: object) -> set[Card]:
    """All cards anywhere inside a value."""
    if isinstance(value, Card):
        return {value}
    if is_dataclass(value) and not isinstance(value, type):
        return set().union(*(cards_in(getattr(value, field.name)) for field in fields(value)), set())
    if isinstance(value, (tuple, list)):
        return set().union(*map(cards_in, value), set())
    return set()


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_no_view_holds_a_card_that_its_seat_may_not_see(rules: Rules) -> None:
    for state in states(rules, 11, 250):
        public = cards_in(public_view(state))
        assert public == (set().union(*map(set, state.hands)) if state.shown else set())
        for seat in range(rules.seats):
            own = {*state.hands[seat], *state.thrown[seat]}
            assert cards_in(view_for(state, seat)) == own | public


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_redacted_events_hold_no_card_and_no_choice_of_others(rules: Rules) -> None:
    _, log = random_partida(rules, 4)
    for seat in (None, *range(rules.seats)):
        for event in log:
            shown = redact(event, seat)
            assert not cards_in(shown)
            if isinstance(event, Called) and isinstance(event.action, Descarte):
                assert shown == (event if event.seat == seat else Called(event.seat, None))
            elif not isinstance(event, (Dealt, Reshuffled)):
                assert shown == event


@pytest.mark.parametrize(
    "event", [Dealt(1, 0, ()), Reshuffled(()), Called(0, None)], ids=lambda event: type(event).__name__
)
def test_a_redacted_event_cannot_be_folded(event: Event) -> None:
    state = fold(initial(), start(Rules(), 0, seeded(1)))
    with pytest.raises(ValueError, match="redacted"):
        evolve(state, event)


def test_a_hand_that_ends_by_a_deje_is_never_shown() -> None:
    ended = [s for s in states(Rules(target=20), 9, 2500) if s.phase is Phase.FIN and not s.shown]
    assert ended
    for state in ended:
        assert public_view(state).hands == (None,) * 4
