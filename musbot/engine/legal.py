"""What is asked, of whom, and which calls answer it (docs/rules.md §2, §4, §10).

`refusal` holds the rules; `legal_actions` lists what it lets through and tests hold the two against each
other.
"""

from functools import cache
from itertools import product
from typing import assert_never

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
from musbot.engine.betting import MIN_ENVIDO, speakers
from musbot.engine.cards import HAND_SIZE
from musbot.engine.errors import IllegalCode
from musbot.engine.rules import Rules
from musbot.engine.state import Envite, Lance, Phase, Question, State

LANCE_STAGE = {Lance.GRANDE: "g", Lance.CHICA: "c", Lance.PARES: "p", Lance.JUEGO: "j", Lance.PUNTO: "u"}
"""The stage letter of each lance, see `Question.stage`."""

_STAGES = {lance.value: stage for lance, stage in LANCE_STAGE.items()}  # words are found faster than members

_MUS: tuple[Action, ...] = (Mus(), Corto())
_SIGUIENTE: tuple[Action, ...] = (Siguiente(),)
_DESCARTES: tuple[Action, ...] = tuple(
    Descarte((a, b, c, d)) for a, b, c, d in product((False, True), repeat=HAND_SIZE) if a or b or c or d
)


def to_act(state: State) -> tuple[int, ...]:
    """The seats that may act now, in speaking order; empty before the first deal and after the partida."""
    match state.phase:
        case Phase.LANCE:
            return speakers(state.envite) if state.envite is not None else ()
        case Phase.MUS:
            return (_next_for_mus(state),)
        case Phase.DESCARTE:
            return tuple([seat for seat in state.rules.order_from(state.mano) if state.chosen[seat] is None])
        case Phase.RECUENTO:
            return state.rules.order_from(state.mano)
        case Phase.NUEVA | Phase.FIN:
            return ()
        case _:
            assert_never(state.phase)


def stage_of(state: State) -> str:
    """The stage of the present question, see `Question.stage`."""
    match state.phase:
        case Phase.LANCE:
            return _STAGES[state.envite.lance._value_] if state.envite is not None else "r"
        case Phase.MUS:
            return f"m{state.mus_round}"
        case Phase.DESCARTE:
            return f"d{state.mus_round}"
        case Phase.RECUENTO:
            return "r"
        case Phase.NUEVA:
            return "n"
        case Phase.FIN:
            return "f"
        case _:
            assert_never(state.phase)


def question(state: State) -> Question:
    """What is being asked now."""
    level = state.envite.level if state.envite is not None else 0
    return Question(state.hand_no, stage_of(state), level)


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """All calls that `decide` accepts from a seat: quiet calls first, amounts rising, órdago last."""
    if seat not in to_act(state):
        return ()
    return actions_at(state.phase, state.rules, state.envite)


def actions_at(phase: Phase, rules: Rules, envite: Envite | None) -> tuple[Action, ...]:
    """What a seat that may act can do; see `legal_actions`, which also asks whether it may."""
    match phase:
        case Phase.MUS:
            return _MUS
        case Phase.DESCARTE:
            return _DESCARTES
        case Phase.RECUENTO:
            return _SIGUIENTE
        case Phase.LANCE if envite is not None:
            if envite.bettor is None:
                return _openings(rules.target)
            if envite.ordago:
                return _ORDAGO_ANSWERS
            return _answers(rules.min_raise, rules.target - envite.stake)
        case _:
            return ()


def refusal(state: State, seat: int, action: Action) -> IllegalCode | None:
    """Why a call is not allowed now; None when it is legal. Costs little: no list of actions is built."""
    if not 0 <= seat < state.rules.seats:
        return IllegalCode.UNKNOWN_SEAT
    match state.phase:
        case Phase.LANCE:
            return _refusal_in_lance(state, seat, action)
        case Phase.MUS:
            return _refusal_in_mus(state, seat, action)
        case Phase.DESCARTE:
            return _refusal_in_descarte(state, seat, action)
        case Phase.RECUENTO:
            return None if isinstance(action, Siguiente) else IllegalCode.HAND_OVER
        case Phase.NUEVA:
            return IllegalCode.NOT_STARTED
        case Phase.FIN:
            return IllegalCode.PARTIDA_OVER
        case _:
            assert_never(state.phase)


def _next_for_mus(state: State) -> int:
    return (state.mano + len(state.said_mus)) % state.rules.seats


_ORDAGO_ANSWERS: tuple[Action, ...] = (NoQuiero(), Quiero())


@cache
def _openings(target: int) -> tuple[Action, ...]:
    return (Paso(), *(Envido(n) for n in range(MIN_ENVIDO, target + 1)), Ordago())


@cache
def _answers(min_raise: int, room: int) -> tuple[Action, ...]:
    return (NoQuiero(), Quiero(), *(Mas(n) for n in range(min_raise, room + 1)), Ordago())


def _refusal_in_mus(state: State, seat: int, action: Action) -> IllegalCode | None:
    match action:
        case Mus() | Corto():
            return None if seat == _next_for_mus(state) else IllegalCode.NOT_YOUR_TURN
        case Descarte():
            return IllegalCode.NO_DISCARDS_NOW
        case Siguiente():
            return IllegalCode.HAND_NOT_OVER
        case Paso() | Envido() | Quiero() | NoQuiero() | Mas() | Ordago():
            return IllegalCode.MUS_FIRST
        case _:
            assert_never(action)


def _refusal_in_descarte(state: State, seat: int, action: Action) -> IllegalCode | None:
    match action:
        case Descarte(mask):
            if state.chosen[seat] is not None:
                return IllegalCode.ALREADY_CHOSEN
            if len(mask) != HAND_SIZE:
                return IllegalCode.DISCARD_MALFORMED
            return None if any(mask) else IllegalCode.DISCARD_NOTHING
        case Siguiente():
            return IllegalCode.HAND_NOT_OVER
        case Mus() | Corto() | Paso() | Envido() | Quiero() | NoQuiero() | Mas() | Ordago():
            return IllegalCode.DISCARDS_FIRST
        case _:
            assert_never(action)


def _refusal_in_lance(state: State, seat: int, action: Action) -> IllegalCode | None:
    envite = state.envite
    match action:
        case Paso() | Envido() | Quiero() | NoQuiero() | Mas() | Ordago():
            if envite is None or seat not in envite.eligible:
                return IllegalCode.NOT_IN_LANCE
            if envite.bettor is None:
                return _refusal_to_open(state.rules, envite, seat, action)
            return _refusal_to_answer(state.rules, envite, envite.bettor, seat, action)
        case Mus() | Corto():
            return IllegalCode.MUS_NOT_ASKED
        case Descarte():
            return IllegalCode.NO_DISCARDS_NOW
        case Siguiente():
            return IllegalCode.HAND_NOT_OVER
        case _:
            assert_never(action)


def _refusal_to_open(rules: Rules, envite: Envite, seat: int, action: Action) -> IllegalCode | None:
    if isinstance(action, (Quiero, NoQuiero, Mas)):
        return IllegalCode.NOTHING_TO_ANSWER
    if seat not in speakers(envite):
        return IllegalCode.NOT_YOUR_TURN
    if isinstance(action, Envido):
        if action.n < MIN_ENVIDO:
            return IllegalCode.ENVIDO_TOO_SMALL
        if action.n > rules.target:
            return IllegalCode.OVER_TARGET
    return None


def _refusal_to_answer(
    rules: Rules, envite: Envite, bettor: int, seat: int, action: Action
) -> IllegalCode | None:
    if rules.pair_of(seat) == rules.pair_of(bettor):
        return IllegalCode.OWN_SIDE
    if seat in envite.refused:
        return IllegalCode.ALREADY_REFUSED
    match action:
        case Paso():
            return IllegalCode.MUST_ANSWER
        case Envido():
            return IllegalCode.BET_ALREADY_OPEN
        case Mas() | Ordago() if envite.ordago:
            return IllegalCode.NO_RAISE_OVER_ORDAGO
        case Mas(n) if n < rules.min_raise:
            return IllegalCode.RAISE_TOO_SMALL
        case Mas(n) if envite.stake + n > rules.target:
            return IllegalCode.OVER_TARGET
        case _:
            return None
