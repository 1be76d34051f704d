"""The levels and the fixed players: legal everywhere, blind to hidden cards, repeatable, mannered."""

import random

import pytest

from musbot.engine.actions import Corto, Descarte, Envido, NoQuiero, Ordago, Paso, Quiero, Siguiente
from musbot.engine.decide import decide, start
from musbot.engine.evolve import fold, initial
from musbot.engine.legal import legal_actions, to_act
from musbot.engine.rules import CLASICO, LaReal, Rules
from musbot.engine.state import Phase, State
from musbot.engine.view import legal_from_view, view_for
from musbot.players.base import shuffler
from musbot.players.mixed import MixedPlayer, Policy, draw, either
from musbot.players.random_player import RandomPlayer
from musbot.players.roster import EVERYBODY, LEVELS
from tests.support.engine import dealt, hidden_swap, played, swapped

MIXED = {name: player for name, player in EVERYBODY.items() if isinstance(player, MixedPlayer)}
NAMES = pytest.mark.parametrize("name", MIXED)
SOME_RULES = (
    CLASICO,
    Rules(kings=4, target=30, min_raise=2, la_real=LaReal.FIGURE),
    Rules(target=25, mus_corrido=True, punto_bonus=False, la_real=LaReal.SOTA),
    Rules(target=60, seats=2),
    Rules(target=20, seats=6, kings=4),
    Rules(seats=6, mus_corrido=True),
)


def policy(name: str, state: State, seat: int) -> Policy:
    view = view_for(state, seat)
    return MIXED[name].policy(view, legal_from_view(view))


def some_hands(rules: Rules, seed: int, hands: int, name: str | None = None) -> list[State]:
    """States of some hands in which everybody at the table may play, with wild calls among them."""
    rng = random.Random(seed)
    shuffle = shuffler(rng)
    players = list(EVERYBODY.values()) if name is None else [EVERYBODY[name], RandomPlayer(ordago=0.1)]
    state = initial(rules)
    seen = []
    for number in range(hands):
        if not to_act(state):
            state = fold(state, start(rules, rng.randrange(rules.seats), shuffle, number))
        while state.phase not in (Phase.RECUENTO, Phase.FIN):
            seat = rng.choice(to_act(state))
            view = view_for(state, seat)
            action = rng.choice(players).choose(view, legal_from_view(view), rng)
            assert action in legal_actions(state, seat)
            seen.append(state)
            state = fold(state, decide(state, seat, action, shuffle))
        if to_act(state):
            state = fold(state, decide(state, 0, Siguiente(), shuffle))
    return seen


@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
def test_mixed_tables_make_only_legal_calls(rules: Rules) -> None:
    assert len(some_hands(rules, 1, 120)) > 900


@NAMES
@pytest.mark.parametrize("rules", SOME_RULES[:4:3], ids=str)
def test_every_call_of_a_policy_is_legal_and_the_chances_add_up(name: str, rules: Rules) -> None:
    for state in some_hands(rules, 2, 30, name):
        for seat in to_act(state):
            calls = policy(name, state, seat)
            assert {action for action, _ in calls} <= set(legal_actions(state, seat))
            assert len({action for action, _ in calls}) == len(calls)
            assert sum(chance for _, chance in calls) == pytest.approx(1.0, abs=1e-6)
            assert all(chance > 0 for _, chance in calls)


@NAMES
@pytest.mark.parametrize("rules", [SOME_RULES[0], SOME_RULES[1], SOME_RULES[5]], ids=str)
def test_a_policy_does_not_depend_on_hidden_cards(name: str, rules: Rules) -> None:
    rng = random.Random(5)
    different = 0
    for state in some_hands(rules, 3, 12, name):
        for seat in to_act(state):
            other = swapped(state, hidden_swap(state, seat, rng))
            different += other != state
            assert policy(name, other, seat) == policy(name, state, seat)
    assert different > 40


@NAMES
def test_the_same_seed_gives_the_same_calls(name: str) -> None:
    assert some_hands(CLASICO, 4, 8, name) == some_hands(CLASICO, 4, 8, name)


@NAMES
def test_a_choice_tells_the_chance_it_was_made_with(name: str) -> None:
    rng = random.Random(0)
    for state in some_hands(CLASICO, 6, 5, name):
        seat = to_act(state)[0]
        view = view_for(state, seat)
        choice = MIXED[name].decide(view, legal_from_view(view), rng)
        assert dict(policy(name, state, seat))[choice.action] == choice.probability


def test_calls_come_as_often_as_the_policy_says() -> None:
    rng = random.Random(1)
    calls = [draw(either(Paso(), 0.7, Ordago()), rng).action for _ in range(5000)]
    assert calls.count(Paso()) == pytest.approx(3500, abs=120)
    assert either(Paso(), 0.0, Ordago()) == ((Ordago(), 1.0),)


@pytest.mark.parametrize("name", ["aprendiz", "jugador"])
def test_the_everyday_levels_open_no_ordago_at_an_even_score(name: str) -> None:
    for seed in range(40):
        state = played(fold(initial(), start(CLASICO, 0, shuffler(random.Random(seed)))), "co")
        assert all(not isinstance(action, Ordago) for action, _ in policy(name, state, 0))


@pytest.mark.parametrize("name", ["aprendiz", "jugador"])
def test_the_everyday_levels_take_an_ordago_only_with_a_hand(name: str) -> None:
    hands = ("R R R 3", "4 5 6 7", "A A 5 6", "S 7 6 4")
    state = played(dealt(hands, mano=3), "co 3:or")
    assert policy(name, state, 0) == ((Quiero(), 1.0),)
    assert policy(name, state, 2) == ((NoQuiero(), 1.0),)


@pytest.mark.parametrize("name", ["aprendiz", "jugador"])
def test_the_everyday_levels_do_not_give_the_juego_away_by_a_refusal(name: str) -> None:
    state = played(dealt(("R C 7 7", "R R R C", "A A 5 6", "S 7 6 4"), score=(20, 39)), "co p 1:or 2:nq")
    assert policy(name, state, 0) == ((Quiero(), 1.0),)


@pytest.mark.parametrize("name", LEVELS)
def test_a_partner_cuts_with_three_kings_and_thirty_one(name: str) -> None:
    state = dealt(("R R R A", "4 5 6 7", "4 5 6 S", "4 5 7 A"))
    assert dict(policy(name, state, 0))[Corto()] > 0.5


@pytest.mark.parametrize("name", LEVELS)
def test_kings_are_kept(name: str) -> None:
    state = played(dealt(("R R 5 4", "A A 6 7", "C C 7 5", "R 7 7 4")), "mus mus mus mus")
    assert policy(name, state, 0) == ((Descarte((False, False, True, True)), 1.0),)


@pytest.mark.parametrize("name", LEVELS)
def test_a_hopeless_hand_neither_bets_large_nor_accepts_a_large_bet(name: str) -> None:
    hands = ("4 5 6 7", "R R R C", "4 5 5 6", "S 7 6 4")
    opening = dict(policy(name, played(dealt(hands), "co"), 0))
    assert opening.get(Envido(5), 0.0) < 0.3
    assert dict(policy(name, played(dealt(hands), "co p 1:e12"), 0)).get(NoQuiero(), 0.0) > 0.5


def test_the_jugador_throws_an_ordago_when_far_behind_with_a_hand_and_not_without() -> None:
    hands = ("R R R A", "4 5 6 7", "4 5 6 S", "4 5 7 A")
    far, even = ((8, 36), (20, 20))
    assert policy("jugador", played(dealt(hands, score=far), "co"), 0) == ((Ordago(), 1.0),)
    assert policy("jugador", played(dealt(hands, score=even), "co"), 0) == ((Envido(5), 1.0),)
    assert policy("jugador", played(dealt(hands, score=far, mano=1), "co 1:e2"), 0) == ((Ordago(), 1.0),)
    poor = ("4 5 6 7", "R R R A", "4 5 6 S", "4 5 7 A")
    assert Ordago() not in dict(policy("jugador", played(dealt(poor, score=far), "co"), 0))
