"""Each way in which a state can be impossible is found and named."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from musbot.engine.problems import Problem, problems
from musbot.engine.rules import Rules
from musbot.engine.state import Envite, Hand, Lance, LanceResult, Outcome, Phase, Piece, PieceKind, State
from tests.support.engine import dealt, played, random_partida

FRESH = dealt()
CHOOSING = played(FRESH, "mus mus mus mus 0:d:1000")
DRAWN = played(CHOOSING, "1:d:1000 2:d:1000 3:d:1000")
BETTING = played(FRESH, "co 0:e2 1:m2")
PARES = played(FRESH, "co p p p p p p p p")
COUNTED = played(FRESH, "co p p p p p p p p p p p p p")
ORDAGO = played(FRESH, "co 0:or 1:q")
SOUND = (FRESH, CHOOSING, DRAWN, BETTING, PARES, COUNTED, ORDAGO)


def betting(**changes: object) -> State:
    assert BETTING.envite is not None
    return replace(BETTING, envite=replace(BETTING.envite, **changes))  # type: ignore[arg-type]  # any field


IMPOSSIBLE: list[tuple[Callable[[], State], Problem]] = [
    (lambda: replace(FRESH, mano=4), Problem.SEATS),
    (lambda: replace(FRESH, chosen=(None,) * 3), Problem.SEATS),
    (lambda: replace(FRESH, stock=FRESH.stock[1:]), Problem.CARDS),
    (lambda: replace(FRESH, stock=(*FRESH.stock[1:], FRESH.stock[1])), Problem.CARDS),
    (lambda: replace(FRESH, stock=(*FRESH.stock, FRESH.hands[0][0]), hands=_short()), Problem.HAND_SIZE),
    (lambda: replace(FRESH, said_mus=(1,)), Problem.MUS),
    (lambda: replace(FRESH, cut_by=0), Problem.MUS),
    (lambda: replace(CHOOSING, said_mus=(0, 1)), Problem.MUS),
    (lambda: replace(BETTING, cut_by=None), Problem.MUS),
    (lambda: replace(FRESH, chosen=CHOOSING.chosen), Problem.DISCARDS),
    (lambda: replace(CHOOSING, chosen=((False,) * 4, None, None, None)), Problem.DISCARDS),
    (lambda: replace(CHOOSING, chosen=((True,) * 4,) * 4), Problem.DISCARDS),
    (lambda: replace(DRAWN, mus_round=2), Problem.DRAWN),
    (lambda: replace(DRAWN, drawn=((1, 1, 0, 1),)), Problem.DRAWN),
    (lambda: replace(DRAWN, drawn=((1, 1, 2, 1),)), Problem.DRAWN),
    (lambda: replace(BETTING, envite=None), Problem.ENVITE),
    (lambda: replace(COUNTED, envite=Envite(Lance.JUEGO, (0, 1))), Problem.ENVITE),
    (lambda: betting(eligible=(1, 0, 2, 3)), Problem.ELIGIBLE),
    (lambda: replace(PARES, envite=Envite(Lance.PARES, (0, 1, 2, 3))), Problem.ELIGIBLE),
    (lambda: betting(passed=(1,)), Problem.TURNS),
    (lambda: betting(refused=(3,)), Problem.TURNS),
    (lambda: betting(refused=(0, 2)), Problem.TURNS),
    (lambda: betting(refused=(0, 0)), Problem.TURNS),
    (lambda: betting(bettor=7), Problem.TURNS),
    (lambda: betting(stake=41), Problem.STAKES),
    (lambda: betting(deje=4), Problem.STAKES),
    (lambda: betting(stake=0), Problem.STAKES),
    (lambda: betting(level=1), Problem.STAKES),
    (lambda: betting(ordago=True, deje=1), Problem.STAKES),
    (lambda: betting(bettor=None), Problem.STAKES),
    (lambda: replace(PARES, pares=(True, True, True, True)), Problem.DECLARED),
    (lambda: replace(PARES, pares=(None,) * 4), Problem.DECLARED),
    (lambda: replace(FRESH, juego=(True, True, False, False)), Problem.DECLARED),
    (lambda: replace(PARES, results=PARES.results[::-1]), Problem.RESULTS),
    (lambda: replace(FRESH, results=PARES.results), Problem.RESULTS),
    (lambda: replace(COUNTED, results=COUNTED.results[:3]), Problem.RESULTS),
    (
        lambda: replace(PARES, results=(*PARES.results, LanceResult(Lance.PUNTO, Outcome.EN_PASO))),
        Problem.RESULTS,
    ),
    (lambda: replace(COUNTED, score=(0, 0)), Problem.PIECES),
    (
        lambda: replace(PARES, score=(1, 0), pieces=(Piece(PieceKind.BET, Lance.GRANDE, 0, 1, 0),)),
        Problem.PIECES,
    ),
    (lambda: replace(FRESH, score=(40, 0)), Problem.SCORE),
    (lambda: replace(FRESH, score=(-1, 0)), Problem.SCORE),
    (lambda: replace(ORDAGO, partida_winner=None), Problem.WINNERS),
    (lambda: replace(ORDAGO, juegos=(0, 0)), Problem.WINNERS),
    (lambda: replace(ORDAGO, history=()), Problem.WINNERS),
    (lambda: replace(ORDAGO, vaca_winner=1), Problem.WINNERS),
    (lambda: replace(FRESH, juego_winner=0), Problem.WINNERS),
    (lambda: replace(FRESH, juegos=(1, 0), rules=Rules(juegos_to_win=2)), Problem.WINNERS),
    (lambda: replace(FRESH, shown=True), Problem.SHOWN),
    (lambda: replace(COUNTED, shown=False), Problem.SHOWN),
]


def _short() -> tuple[Hand, ...]:
    return (FRESH.hands[0][1:], *FRESH.hands[1:])


@pytest.mark.parametrize("state", SOUND, ids=lambda state: f"{state.phase.value}-{len(state.calls)}")
def test_a_state_from_play_has_no_problem(state: State) -> None:
    assert not problems(state)


@pytest.mark.parametrize(("make", "problem"), IMPOSSIBLE)
def test_an_impossible_state_is_named(make: Callable[[], State], problem: Problem) -> None:
    assert problem in problems(make())


def test_every_problem_is_shown_by_one_of_these_states() -> None:
    found = Problem(0)
    for _, problem in IMPOSSIBLE:
        found |= problem
    assert found == ~Problem(0)


def test_the_last_state_of_a_partida_has_no_problem() -> None:
    for seed in range(10):
        state, _ = random_partida(Rules(target=20, juegos_to_win=2, vacas_to_win=2), seed)
        assert state.phase is Phase.FIN
        assert not problems(state)
