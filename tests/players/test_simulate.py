"""Many juegos between computer players."""

import json

import pytest

from musbot.engine.rules import Rules
from musbot.players.simulate import simulate


def test_the_same_seed_gives_the_same_report() -> None:
    one = simulate(20, 7, ("honest", "random"))
    assert one == simulate(20, 7, ("honest", "random"))
    assert one != simulate(20, 8, ("honest", "random"))
    assert one.as_json() == simulate(20, 7, ("honest", "random")).as_json()


def test_a_report_counts_every_juego_once() -> None:
    report = simulate(30, 1, ("random", "random"), Rules(target=20))
    assert sum(report.wins) == report.juegos == 30
    assert report.hands >= 30
    assert report.by_ordago <= 30
    assert report.decisions > report.hands
    assert report.hands_per_juego == report.hands / 30


def test_the_json_has_no_time_unless_asked() -> None:
    ticks = iter((10.0, 12.0))
    report = simulate(5, 1, ("random", "careful"), clock=lambda: next(ticks))
    assert report.seconds == 2.0
    plain = json.loads(report.as_json())
    assert set(plain) == {
        "juegos",
        "seed",
        "players",
        "wins",
        "hands",
        "by_ordago",
        "decisions",
        "hands_per_juego",
        "ordago_share",
    }
    assert plain["players"] == ["random", "careful"]
    assert json.loads(report.as_json(timed=True))["decisions_per_second"] == round(report.decisions / 2)
    assert "a second" in report.as_text()
    assert "a second" not in simulate(5, 1, ("random", "careful")).as_text()


@pytest.mark.parametrize("pair", [0, 1])
def test_honest_play_beats_random_calls_from_either_side(pair: int) -> None:
    names = ("honest", "random") if pair == 0 else ("random", "honest")
    assert simulate(120, 3, names).wins[pair] >= 84


def test_honest_play_beats_a_pair_that_never_bets() -> None:
    assert simulate(60, 3, ("honest", "careful")).wins[0] >= 42


def test_honest_players_finish_a_juego_in_good_tempo() -> None:
    report = simulate(60, 4)
    assert 3 <= report.hands_per_juego <= 10
    assert report.ordago_share < 0.15
    assert 15 <= report.wins[0] <= 45


def test_other_tables_can_be_played() -> None:
    for rules in (
        Rules(seats=2),
        Rules(seats=6, mus_corrido=True),
        Rules(kings=4, target=30, juegos_to_win=3),
    ):
        assert sum(simulate(4, 1, rules=rules).wins) == 4


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match="juego"):
        simulate(0, 1)
    with pytest.raises(ValueError, match="honest"):
        simulate(1, 1, ("honest", "nobody"))
