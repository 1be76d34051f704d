"""Measuring: duplicate deals, repeatable numbers, honest intervals."""

import json
import random
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from math import sqrt

import pytest

from musbot.engine.actions import Action, Mus, Ordago
from musbot.engine.cards import DECK
from musbot.engine.rules import CLASICO, Rules
from musbot.engine.view import PlayerView, legal_from_view, view_for
from musbot.players.arena import CHUNK, Cards, as_table, matrix, matrix_pairs, run, speaker
from musbot.players.base import quietest
from musbot.players.guard import Fault, guarded
from tests.support.engine import dealt, played

HANDS = ("R R R C", "4 5 6 7", "A A 5 6", "S 7 6 4")


def test_the_same_seed_gives_the_same_numbers() -> None:
    one, two = (run("jugador", "random", 5, seed=3).as_json() for _ in range(2))
    assert one == two
    assert one != run("jugador", "random", 5, seed=4).as_json()


def test_several_processes_give_the_numbers_of_one() -> None:
    pairs = CHUNK + 4
    with ProcessPoolExecutor(2) as pool:
        assert run("honest", "random", pairs, pool=pool) == run("honest", "random", pairs)
        timed = run("honest", "random", 2, clock=time.perf_counter, pool=pool)
    assert timed.seconds is not None
    assert min(timed.seconds) > 0


def test_cards_depend_on_seed_pair_and_hand_alone() -> None:
    cards = Cards(1, 2)
    first, second = cards(DECK), cards(DECK)
    again = Cards(1, 2)
    assert again(DECK) == first
    assert set(again(first[:10])) == set(first[:10])  # discards that ran out in this hand
    assert again(DECK) == second != first
    assert Cards(1, 3)(DECK) != first
    assert Cards(1, 2)(tuple(reversed(DECK))) == first


def test_a_player_without_chance_gets_half_against_itself() -> None:
    result = run("always-pass", "always-pass", 6)
    assert (result.share, result.half_width) == (0.5, 0.0)


def test_shares_of_two_players_add_up_to_one_in_turned_seats() -> None:
    ours, theirs = run("honest", "always-pass", 12), run("always-pass", "honest", 12)
    assert ours.share == pytest.approx(1 - theirs.share)
    assert ours.share > 0.6


def test_the_interval_is_that_of_the_pairs() -> None:
    result = run("aprendiz", "random", 40, seed=2)
    interval = result.as_dict()["interval"]
    assert isinstance(interval, list)
    low, high = interval
    assert low < result.share < high
    assert 0 < result.half_width < 1.96 * 0.5 / sqrt(39)


def test_a_report_says_what_was_measured() -> None:
    ticks = count()
    seen: list[int] = []
    pairs = CHUNK + 3
    result = run("jugador", "random", pairs, clock=lambda: next(ticks) * 0.001, progress=seen.append)
    told = json.loads(result.as_json())
    assert seen == [CHUNK, pairs]
    assert told["pairs"] == pairs
    assert told["decisions_per_second"] == [1000, 1000]
    assert told["p99_ms"] == [1.0, 1.0]
    assert told["hands_per_juego"] >= 1
    assert 0 <= told["ordago_share"] <= 1
    assert "jugador 1.00 ms" in result.as_text()
    assert "decisions_per_second" not in run("honest", "random", 2).as_dict()


def test_only_known_players_are_measured_and_with_enough_pairs() -> None:
    with pytest.raises(ValueError, match="unknown player 'nobody'"):
        run("nobody", "random", 4)
    with pytest.raises(ValueError, match="two pairs"):
        run("honest", "random", 1)


def test_a_matrix_has_every_two_players_once() -> None:
    names = ["random", "always-pass", "calling-station"]
    results = list(matrix(names, lambda a, b: 2))
    assert [(one.a, one.b) for one in results] == [
        ("random", "always-pass"),
        ("random", "calling-station"),
        ("always-pass", "calling-station"),
    ]
    table = as_table(names, results).splitlines()
    assert len(table) == 5
    assert table[2].startswith("| random | – | ")
    assert matrix_pairs("maestro", "random") == 2000
    assert matrix_pairs("honest", "random") == 10_000


@pytest.mark.parametrize(
    "rules", [Rules(seats=2), Rules(seats=6, kings=4, target=20), Rules(mus_corrido=True)]
)
def test_other_rules_can_be_measured(rules: Rules) -> None:
    assert run("jugador", "always-pass", 4, rules=rules).share > 0.5


def test_rivals_are_asked_in_speaking_order_from_the_bettor() -> None:
    state = played(dealt(HANDS), "co p p 2:e2")
    assert speaker(view_for(state, 1).public) == 3
    assert speaker(view_for(played(state, "3:nq"), 1).public) == 1
    assert speaker(view_for(dealt(HANDS, mano=1), 1).public) == 1


@pytest.mark.parametrize(
    ("stronger", "weaker", "least"),
    [
        ("aprendiz", "random", 0.6),
        ("jugador", "random", 0.6),
        ("maestro", "random", 0.6),
        ("maestro", "always-pass", 0.85),
        ("maestro", "calling-station", 0.6),
    ],
)
def test_the_levels_beat_weak_players(stronger: str, weaker: str, least: float) -> None:
    pairs = 4 if weaker == "always-pass" else 12  # those juegos are long
    assert run(stronger, weaker, pairs).share > least


class _Broken:
    def __init__(self, answer: Action | None) -> None:
        self.answer = answer

    def choose(self, view: PlayerView, legal: tuple[Action, ...], rng: random.Random) -> Action:
        if self.answer is None:
            raise RuntimeError("no idea")
        return self.answer


@pytest.mark.parametrize(("answer", "fault"), [(None, Fault.RAISED), (Mus(), Fault.ILLEGAL)])
def test_a_guarded_player_makes_the_quiet_call_and_tells(answer: Action | None, fault: Fault) -> None:
    state = played(dealt(HANDS), "co 0:e5")
    view = view_for(state, 1)
    told: list[tuple[Fault, Exception | None]] = []
    legal = legal_from_view(view)
    player = guarded(_Broken(answer), lambda what, error: told.append((what, error)))
    assert player.choose(view, legal, random.Random(0)) == quietest(legal)
    assert [what for what, _ in told] == [fault]


def test_a_guarded_player_that_works_is_left_alone() -> None:
    view = view_for(played(dealt(HANDS), "co"), 0)
    player = guarded(_Broken(Ordago()), lambda what, error: pytest.fail(str(what)))
    assert player.choose(view, legal_from_view(view), random.Random(0)) == Ordago()


def test_the_arena_plays_single_juegos() -> None:
    assert run("honest", "random", 2, rules=Rules(juegos_to_win=3, vacas_to_win=2)).pairs == 2
    assert CLASICO.juegos_to_win == 1
