"""Random games under every combination of options: what must hold whatever is called."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from musbot.engine.actions import Action
from musbot.engine.cards import DECK
from musbot.engine.decide import decide, start
from musbot.engine.errors import IllegalAction
from musbot.engine.events import Dealt, Event
from musbot.engine.evolve import evolve, fold, initial, replay
from musbot.engine.legal import legal_actions, question, refusal, to_act
from musbot.engine.notation import action_text, game_text, games_of, read_action, read_game
from musbot.engine.playback import play
from musbot.engine.problems import problems
from musbot.engine.rules import Rules
from musbot.engine.state import Phase, State
from musbot.engine.view import legal_for, legal_from_view, public_view, view_for
from tests.support.engine import EVERY_ACTION, actions, rule_sets, seeded


class Partida(RuleBasedStateMachine):
    """One partida; every call is one that the engine lists, or one that it must refuse."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[Event] = []
        self.state = initial()
        self.shuffle = seeded(0)

    @initialize(rules=rule_sets(), seed=st.integers(0, 2**32), seat=st.integers(0, 5))
    def begin(self, rules: Rules, seed: int, seat: int) -> None:
        self.shuffle = seeded(seed)
        self.log = list(start(rules, seat % rules.seats, self.shuffle))
        self.state = fold(initial(), self.log)

    def call(self, seat: int, action: Action) -> None:
        before = self.state
        events = decide(before, seat, action, self.shuffle)
        for event in events:
            after = evolve(self.state, event)
            all_cards = [*after.stock, *after.discards, *(card for hand in after.hands for card in hand)]
            if not (isinstance(event, Dealt) or after.juego_winner is not None):
                assert all(new >= old for new, old in zip(after.score, self.state.score, strict=True))
            assert len(all_cards) == len(DECK)
            assert set(all_cards) == set(DECK)
            self.state = after
        self.log += events
        if before.phase is Phase.LANCE and question(self.state) == question(before):
            assert to_act(self.state) != to_act(before)

    @precondition(lambda self: bool(to_act(self.state)))
    @rule(who=st.integers(0, 5), what=st.integers(0, 1000), wild=st.integers(0, 5))
    def legal_call(self, who: int, what: int, wild: int) -> None:
        seats = to_act(self.state)
        seat = seats[who % len(seats)]
        legal = legal_actions(self.state, seat)
        some = legal if wild == 0 else legal[:4]
        self.call(seat, some[what % len(some)])

    @precondition(lambda self: bool(to_act(self.state)))
    @rule(rounds=st.integers(1, 30), seed=st.integers(0, 2**32))
    def several_legal_calls(self, rounds: int, seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(rounds):
            seats = to_act(self.state)
            if not seats:
                return
            seat = rng.choice(seats)
            self.call(seat, rng.choice(legal_actions(self.state, seat)[:3]))

    @rule(seat=st.integers(-2, 7), action=actions())
    def any_call(self, seat: int, action: Action) -> None:
        if action in legal_actions(self.state, seat):
            self.call(seat, action)
            return
        with pytest.raises(IllegalAction) as caught:
            decide(self.state, seat, action, self.shuffle)
        assert caught.value.code is refusal(self.state, seat, action)

    @invariant()
    def exactly_the_listed_calls_are_legal(self) -> None:
        for seat in range(self.state.rules.seats):
            legal = legal_actions(self.state, seat)
            assert {a for a in EVERY_ACTION if refusal(self.state, seat, a) is None} == set(legal)
            assert len(set(legal)) == len(legal)
            assert bool(legal) == (seat in to_act(self.state))
            if self.state.hands:
                assert legal_from_view(view_for(self.state, seat)) == legal
                assert legal_for(public_view(self.state), seat) == legal

    @invariant()
    def somebody_can_act_until_the_end(self) -> None:
        assert bool(to_act(self.state)) == (self.state.phase not in (Phase.NUEVA, Phase.FIN))

    @invariant()
    def the_state_is_possible(self) -> None:
        assert not problems(self.state)

    def teardown(self) -> None:
        if not self.log:
            return
        assert replay(self.log) == self.state
        (game,) = games_of(self.log)
        assert read_game(game_text(game)) == game
        playback = play(game)
        assert playback.error is None
        assert playback.events == tuple(self.log)
        assert playback.state == self.state


Partida.TestCase.settings = settings(max_examples=40, stateful_step_count=40)
TestPartida = Partida.TestCase


def test_every_action_has_one_text_and_a_repr_that_makes_it_again() -> None:
    texts = [action_text(action) for action in EVERY_ACTION]
    assert len(set(texts)) == len(texts) == len(EVERY_ACTION)
    assert [read_action(text) for text in texts] == list(EVERY_ACTION)
    names = {type(action).__name__: type(action) for action in EVERY_ACTION}
    assert [eval(repr(action), dict(names)) for action in EVERY_ACTION] == list(EVERY_ACTION)


def test_a_whole_partida_ends_whatever_the_seats() -> None:
    for seats in (2, 4, 6):
        rules = Rules(seats=seats, juegos_to_win=2, vacas_to_win=2, mus_corrido=True)
        state: State = fold(initial(), start(rules, 1, seeded(seats)))
        rng = random.Random(seats)
        while to_act(state):
            seat = rng.choice(to_act(state))
            action = rng.choice(legal_actions(state, seat)[:5])
            state = fold(state, decide(state, seat, action, seeded(rng.randrange(999))))
        assert state.phase is Phase.FIN
        assert max(state.vacas) == 2
        assert len(state.history) >= 4
