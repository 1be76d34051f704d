"""The options and presets."""

from typing import Any

import pytest

from musbot.engine.rules import CLASICO, PRESETS, LaReal, Rules


@pytest.mark.parametrize(
    ("key", "kings", "target", "juegos"),
    [
        ("clasico", 8, 40, 1),
        ("bizkaia", 8, 40, 3),
        ("federacion", 8, 40, 4),
        ("cuatro_reyes", 4, 30, 3),
        ("rapida", 8, 20, 1),
    ],
)
def test_a_preset_is_what_people_know_by_that_name(key: str, kings: int, target: int, juegos: int) -> None:
    rules = PRESETS[key]
    assert (rules.kings, rules.target, rules.juegos_to_win) == (kings, target, juegos)
    assert rules == Rules(kings=kings, target=target, juegos_to_win=juegos)


def test_presets_come_in_the_order_in_which_they_are_offered() -> None:
    assert list(PRESETS) == ["clasico", "bizkaia", "federacion", "cuatro_reyes", "rapida"]
    assert PRESETS["clasico"] is CLASICO


@pytest.mark.parametrize(
    "wrong",
    [
        {"kings": 6},
        {"target": 19},
        {"target": 61},
        {"juegos_to_win": 0},
        {"juegos_to_win": 5},
        {"vacas_to_win": 4},
        {"seats": 3},
        {"min_raise": 3},
    ],
    ids=str,
)
def test_an_option_outside_its_range_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Rules(**wrong)


def test_the_defaults_are_the_classic_game() -> None:
    assert (
        Rules(
            kings=8,
            target=40,
            juegos_to_win=1,
            vacas_to_win=1,
            seats=4,
            min_raise=1,
            punto_bonus=True,
            la_real=LaReal.OFF,
            mus_corrido=False,
            senas=False,
        )
        == CLASICO
    )


def test_pairs_sit_alternately() -> None:
    assert Rules(seats=6).seats_of(1) == (1, 3, 5)
    assert [Rules().pair_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert Rules().order_from(2) == (2, 3, 0, 1)
