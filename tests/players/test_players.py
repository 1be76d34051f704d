"""Computer players: legal under every rule, blind to hidden cards, repeatable, and of the strength they claim."""

import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from musbot.engine.actions import (
    Action,
    Corto,
    Descarte,
    Envido,
    Mas,
    Mus,
    NoQuiero,
    Ordago,
    Paso,
    Quiero,
    Siguiente,
)
from musbot.engine.cards import DECK, Rank
from musbot.engine.decide import decide, start
from musbot.engine.evolve import fold, initial
from musbot.engine.hands import value_of
from musbot.engine.legal import legal_actions, to_act
from musbot.engine.rules import CLASICO, LaReal, Rules
from musbot.engine.state import Envite, Hand, Lance, Phase, State
from musbot.engine.view import legal_from_view, view_for
from musbot.players import CarefulPlayer, HonestPlayer, Player, RandomPlayer, quietest, shuffler
from musbot.players.base import amount
from musbot.players.careful import cannot_lose
from tests.support.engine import dealt, hidden_swap, one_hand, played, rule_sets, seeded, swapped

PLAYERS: list[Player] = [HonestPlayer(), CarefulPlayer(), RandomPlayer()]
ALL_PLAYERS = pytest.mark.parametrize("player", PLAYERS, ids=lambda player: type(player).__name__)
FEW_RULES = (
    CLASICO,
    Rules(kings=4, target=30, la_real=LaReal.FIGURE, min_raise=2),
    Rules(seats=2, target=20, punto_bonus=False),
    Rules(seats=6, mus_corrido=True, la_real=LaReal.SOTA, senas=True),
)


def chosen(player: Player, state: State, seat: int, seed: int = 0) -> Action:
    view = view_for(state, seat)
    return player.choose(view, legal_from_view(view), random.Random(seed))


def play_hands(player: Player, rules: Rules, seed: int, hands: int) -> list[State]:
    """States in which the player chose, over some hands, every seat played by it or at random."""
    rng = random.Random(seed)
    shuffle = shuffler(rng)
    wild = RandomPlayer(ordago=0.1)
    seen = []
    state = initial(rules)
    for number in range(hands):
        if not to_act(state):
            state = fold(state, start(rules, rng.randrange(rules.seats), shuffle, number))
        while state.phase not in (Phase.RECUENTO, Phase.FIN):
            seat = rng.choice(to_act(state))
            who = player if rng.random() < 0.7 else wild
            action = chosen(who, state, seat, rng.randrange(2**32))
            assert action in legal_actions(state, seat)
            seen.append(state)
            state = fold(state, decide(state, seat, action, shuffle))
        if to_act(state):
            assert chosen(player, state, rng.choice(to_act(state))) == Siguiente()
            state = fold(state, decide(state, 0, Siguiente(), shuffle))
    return seen


@ALL_PLAYERS
@pytest.mark.parametrize("rules", FEW_RULES, ids=str)
def test_a_player_makes_only_legal_calls_in_many_hands(player: Player, rules: Rules) -> None:
    assert len(play_hands(player, rules, 1, 80)) > 400


@settings(max_examples=20)
@given(rules=rule_sets(), seed=st.integers(0, 2**32))
def test_random_calls_are_legal_under_any_rules(rules: Rules, seed: int) -> None:
    assert play_hands(RandomPlayer(ordago=0.2), rules, seed, 40)


@settings(max_examples=12)
@given(rules=rule_sets(), seed=st.integers(0, 2**32))
def test_honest_and_careful_calls_are_legal_under_any_rules(rules: Rules, seed: int) -> None:
    assert play_hands(HonestPlayer(), rules, seed, 6)
    assert play_hands(CarefulPlayer(), rules, seed, 6)


@ALL_PLAYERS
@pytest.mark.parametrize("rules", FEW_RULES, ids=str)
def test_a_choice_does_not_depend_on_hidden_cards(player: Player, rules: Rules) -> None:
    rng = random.Random(5)
    different = 0
    for state in play_hands(player, rules, 2, 25):
        for seat in to_act(state):
            other = swapped(state, hidden_swap(state, seat, rng))
            different += other != state
            assert chosen(player, other, seat, 9) == chosen(player, state, seat, 9)
    assert different > 100


@ALL_PLAYERS
def test_the_same_seed_gives_the_same_choices(player: Player) -> None:
    one, two = (play_hands(player, CLASICO, 3, 20) for _ in range(2))
    assert one == two
    assert one != play_hands(player, CLASICO, 4, 20)


def test_the_random_player_can_make_every_legal_call() -> None:
    state = played(dealt(), "co 0:e37")
    legal = legal_actions(state, 1)
    player = RandomPlayer(ordago=0.3)
    rng = random.Random(0)
    assert {player.choose(view_for(state, 1), legal, rng) for _ in range(500)} == set(legal)


def test_the_random_player_calls_few_ordagos() -> None:
    state = played(dealt(), "co")
    view = view_for(state, 0)
    rng = random.Random(0)
    calls = [RandomPlayer().choose(view, legal_from_view(view), rng) for _ in range(3000)]
    assert 5 < calls.count(Ordago()) < 90


@pytest.mark.parametrize(
    ("before", "seat", "quiet"),
    [
        ("", 0, Mus()),
        ("co", 0, Paso()),
        ("co 0:e2", 3, NoQuiero()),
        ("co 0:or", 1, NoQuiero()),
        ("co p p p p p p p p p p p p p", 2, Siguiente()),
    ],
)
def test_the_quietest_call_commits_to_nothing(before: str, seat: int, quiet: Action) -> None:
    assert quietest(legal_actions(played(dealt(), before), seat)) == quiet


def test_the_quietest_discard_is_one_card() -> None:
    discard = quietest(legal_actions(played(dealt(), "mus mus mus mus"), 1))
    assert isinstance(discard, Descarte)
    assert sum(discard.mask) == 1
    with pytest.raises(ValueError, match="legal"):
        quietest(())


def test_an_amount_becomes_the_nearest_legal_one() -> None:
    legal = legal_actions(played(dealt(), "co 0:e37"), 1)
    assert amount(legal, Mas, 10) == Mas(3)
    assert amount(legal, Envido, 2) is None


# The careful player


def careful(state: State, seat: int) -> Action:
    return chosen(CarefulPlayer(), state, seat)


def test_the_careful_player_cuts_with_a_good_hand_and_asks_for_mus_with_a_bad_one() -> None:
    assert careful(dealt(("R R C A", "4 5 6 7", "4 5 6 S", "4 5 7 A")), 0) == Corto()
    assert careful(dealt(("4 5 6 S", "R R C C", "R S 7 4", "A A A 7")), 0) == Mus()


def test_the_careful_player_never_bets_or_raises() -> None:
    for state in play_hands(CarefulPlayer(), CLASICO, 6, 60):
        for seat in to_act(state):
            assert not isinstance(careful(state, seat), (Envido, Mas, Ordago))


def test_the_careful_player_passes_and_refuses() -> None:
    state = played(dealt(("R R R R", "4 5 6 7", "A A A A", "S S C 7")), "co")
    assert careful(state, 0) == Paso()
    assert careful(played(state, "p 1:e2"), 0) == NoQuiero()


def test_the_careful_player_accepts_an_ordago_only_when_it_cannot_lose() -> None:
    hands = ("R R R 3", "4 5 6 7", "C 5 6 7", "S S C 7")
    first = played(dealt(hands, mano=0), "co 0:p 1:or")
    assert careful(first, 0) == Quiero()  # four kings: an equal hand would be behind
    assert careful(first, 2) == NoQuiero()
    behind = played(dealt(hands, mano=1), "co 1:or")
    assert careful(behind, 0) == NoQuiero()  # four more kings could be with the mano
    after = played(dealt(hands, mano=3), "co 3:p 0:p 1:or")
    assert careful(after, 0) == NoQuiero()


@pytest.mark.parametrize("mano", [0, 1])
@pytest.mark.parametrize("lance", Lance)
@pytest.mark.parametrize(
    "text", ["R R R 3", "A A A 2", "R R R C", "R C 7 4", "R C 6 4", "7 7 7 S", "4 5 6 7"]
)
def test_a_hand_cannot_lose_exactly_when_no_hand_of_a_rival_beats_it(
    text: str, lance: Lance, mano: int
) -> None:
    state = dealt((text, "4 5 6 S", "4 5 6 S", "4 5 6 C"), mano=mano)
    envite = Envite(lance, (mano, 1 - mano), bettor=1, deje=1, ordago=True, level=1)
    mine = value_of(state.hands[0], CLASICO)
    others = (value_of(hand, CLASICO) for hand in OTHERS[text])
    ahead = mano == 0
    beaten = any(
        other.strength(lance) > mine.strength(lance) - (not ahead)
        for other in others
        if (not other.juego if lance is Lance.PUNTO else other.has(lance))
    )
    assert cannot_lose(view_for(state, 0), envite) == (not beaten)


def _others() -> dict[str, tuple[Hand, ...]]:
    texts = ("R R R 3", "A A A 2", "R R R C", "R C 7 4", "R C 6 4", "7 7 7 S", "4 5 6 7")
    by_text = {}
    for text in texts:
        one_of_each: dict[tuple[Rank, ...], Hand] = {}
        own = one_hand(text)
        for hand in combinations([card for card in DECK if card not in own], 4):
            one_of_each.setdefault(value_of(hand, CLASICO).ranks, hand)
        by_text[text] = tuple(one_of_each.values())
    return by_text


OTHERS = _others()
"""For each hand, a hand of each sort that can be dealt besides."""


def test_a_mano_with_thirty_one_accepts_an_ordago_at_juego() -> None:
    hands = ("R C 7 4", "R S 7 4", "4 5 6 A", "4 5 6 A")
    state = played(dealt(hands), "co p p p p p p p p")
    while state.envite is not None and state.envite.lance.value != "juego":
        state = played(state, "p")
    state = played(state, "0:p 1:or")
    assert careful(state, 0) == Quiero()
    other = played(dealt(hands, mano=1), "co p p p p p p p p")
    while other.envite is not None and other.envite.lance.value != "juego":
        other = played(other, "p")
    other = played(other, "1:or")
    assert careful(other, 0) == NoQuiero()


# The honest player


def honest(state: State, seat: int, seed: int = 0) -> Action:
    return chosen(HonestPlayer(), state, seat, seed)


def test_the_honest_player_bets_what_it_holds() -> None:
    strong = played(dealt(("R R R C", "4 5 6 7", "A A 5 6", "S 7 6 4")), "co")
    weak = played(dealt(("4 5 6 7", "R R R C", "A A 5 6", "S 7 6 4")), "co")
    calls = [honest(strong, 0, seed) for seed in range(20)]
    assert sum(isinstance(call, Envido) for call in calls) >= 10  # sometimes it lets the rivals come
    assert set(map(type, calls)) <= {Envido, Paso}
    assert all(honest(weak, 0, seed) == Paso() for seed in range(20))


def test_the_honest_player_refuses_a_large_bet_with_a_poor_hand() -> None:
    state = played(dealt(("4 5 6 7", "R R R C", "A A 5 6", "S 7 6 4")), "co p 1:e10")
    assert honest(state, 0) == NoQuiero()


def test_the_honest_player_accepts_an_ordago_only_with_a_hand_that_hardly_loses() -> None:
    state = played(dealt(("R R R 3", "R C S 7", "A A 5 6", "S 7 6 4")), "co p 1:or")
    assert honest(state, 0) == Quiero()
    assert honest(state, 2) == NoQuiero()


def test_the_honest_player_accepts_what_would_lose_the_juego_to_refuse() -> None:
    state = played(dealt(("4 5 6 7", "R R R C", "A A 5 6", "S 7 6 4"), score=(20, 39)), "co p 1:or 2:nq")
    assert honest(state, 0) == Quiero()
    assert honest(replace(state, score=(20, 30)), 0) == NoQuiero()


def test_the_honest_player_seldom_calls_an_ordago_at_an_open_score() -> None:
    calls = 0
    for seed in range(300):
        state = played(fold(initial(), start(CLASICO, 0, seeded(seed))), "co")
        calls += honest(state, 0, seed) == Ordago()
    assert calls == 0


def test_the_honest_player_keeps_kings_and_pairs() -> None:
    state = played(dealt(("R R 5 4", "A A 6 7", "C C 7 5", "R 7 7 4")), "mus mus mus mus")
    assert honest(state, 0) == Descarte((False, False, True, True))
    action = honest(state, 1)
    assert isinstance(action, Descarte)
    assert action.mask[:2] == (False, False)
