"""No player can reach the state: by what it imports, and by what its view and it itself refer to."""

import ast
import gc
import random
import types
from importlib.resources import files

import pytest

from musbot.engine.cards import DECK, Card
from musbot.engine.decide import start
from musbot.engine.evolve import fold, initial
from musbot.engine.rules import CLASICO
from musbot.engine.state import State
from musbot.engine.view import PlayerView, legal_from_view, view_for
from musbot.players.base import shuffler
from musbot.players.roster import EVERYBODY
from tests.support.engine import played

TABLE_RUNNERS = {"__init__.py", "simulate.py", "arena.py", "review.py"}
"""Modules that play whole games or look back on one, and the list of names: they hold states, players never
import them."""


def reachable(root: object) -> list[object]:
    """Everything that can be reached from a value without going through code."""
    seen: dict[int, object] = {}
    todo = [root]
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, (type, types.ModuleType, types.FunctionType)):
            continue
        seen[id(one)] = one
        todo += gc.get_referents(one)
    return list(seen.values())


def imports_of(source: str) -> set[str]:
    """Names imported from modules, as module.name."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


PLAYER_MODULES = [
    one
    for one in files("musbot.players").iterdir()
    if one.name.endswith(".py") and one.name not in TABLE_RUNNERS
]


@pytest.mark.parametrize("module", PLAYER_MODULES, ids=lambda module: module.name)
def test_no_player_imports_the_state_or_what_makes_it(module: "types.SimpleNamespace") -> None:
    forbidden = {
        "musbot.engine.state.State",
        "musbot.engine.State",
        "musbot.engine.evolve",
        "musbot.engine.view.view_for",
        "musbot.engine.view.public_view",
        "musbot.players.arena",
        "musbot.players.review",
        "musbot.players.simulate",
        "gc",
        "inspect",
        "sys",
    }
    names = imports_of(module.read_text())
    bad = {name for name in names if any(name == one or name.startswith(one + ".") for one in forbidden)}
    assert not bad
    others = {name.split(".")[1] for name in names if name.startswith("musbot.")}
    assert others <= {"engine", "players"}


def a_state(seed: int, calls: str) -> State:
    return played(fold(initial(), start(CLASICO, 0, shuffler(random.Random(seed)))), calls)


@pytest.mark.parametrize("calls", ["", "co", "co p p p p", "mus mus mus mus"])
def test_a_view_refers_to_no_card_of_others(calls: str) -> None:
    for seed in range(5):
        state = a_state(seed, calls)
        for seat in range(4):
            view = view_for(state, seat)
            things = reachable(view)
            assert not any(isinstance(one, State) for one in things)
            cards = {one for one in things if isinstance(one, Card)}
            assert cards <= {*view.hand, *view.thrown}


@pytest.mark.parametrize("name", EVERYBODY)
def test_a_player_keeps_nothing_of_a_game(name: str) -> None:
    player = EVERYBODY[name]
    state = a_state(3, "co")
    view = view_for(state, 0)
    player.choose(view, legal_from_view(view), random.Random(0))
    things = reachable(player)
    assert not any(isinstance(one, (State, PlayerView, Card)) for one in things)


def test_what_is_remembered_between_calls_holds_no_cards() -> None:
    from musbot.players import jugador, reading

    for seed in range(6):
        state = a_state(seed, "co")
        view = view_for(state, 0)
        for name in ("jugador", "maestro"):
            EVERYBODY[name].choose(view, legal_from_view(view), random.Random(0))
    for memory in (reading._SHELF._readings, jugador._MEMORY._known):
        things = reachable(memory)
        assert len(memory) > 0
        assert not any(isinstance(one, (State, PlayerView, Card)) for one in things)
    assert len(DECK) == 40
