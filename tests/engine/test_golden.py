"""Whole games as text: the game, then what happened. A change here is a change of the rules or of the words.

Written again with MUSBOT_WRITE_GOLDEN=1; a golden file that changes is explained in the commit.
"""

import os
from pathlib import Path

import pytest

from musbot.engine.notation import game_text, games_of
from musbot.engine.playback import narrate
from musbot.engine.rules import LaReal, Rules
from tests.support.engine import random_partida

GOLDEN = Path(__file__).parents[1] / "golden/engine"
GAMES = {
    "clasico": (Rules(), 208),
    "four_kings_three_juegos": (Rules(kings=4, target=30, juegos_to_win=2, la_real=LaReal.FIGURE), 23),
    "mus_corrido_two_vacas": (Rules(target=20, vacas_to_win=2, mus_corrido=True, min_raise=2), 5),
    "mano_a_mano": (Rules(seats=2, target=25, punto_bonus=False), 4),
    "six_seats": (Rules(seats=6, target=35), 42),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_told_as_before(name: str) -> None:
    rules, seed = GAMES[name]
    _, log = random_partida(rules, seed)
    (game,) = games_of(log)
    text = game_text(game)
    told = text + "\n" + "\n".join(f"# {line}" for line in narrate(text)) + "\n"
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("MUSBOT_WRITE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_plays_from_its_own_file(name: str) -> None:
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    told = [line[2:] for line in text.splitlines() if line.startswith("# ")]
    assert list(narrate(text)) == told
