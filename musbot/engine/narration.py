"""Events in plain English for developers: replays, golden files, bug reports."""

from collections.abc import Iterator
from typing import assert_never

from musbot.engine.actions import Action, Descarte, Envido, Mas
from musbot.engine.events import (
    Called,
    Dealt,
    Declared,
    Event,
    HandEnded,
    HandsShown,
    JuegoWon,
    LanceClosed,
    LanceOpened,
    ManoMoved,
    MusOpened,
    PartidaStarted,
    PartidaWon,
    Reshuffled,
    Scored,
    Served,
    VacaWon,
)
from musbot.engine.notation import action_text, card_text, rules_text
from musbot.engine.state import Hand, LanceResult, Outcome, Pairwise, Piece, State

_PAIRS = "AB"
_WORDS = {
    "mus": "mus",
    "co": "no hay mus",
    "p": "paso",
    "q": "quiero",
    "nq": "no quiero",
    "or": "órdago",
    "sg": "siguiente",
}


def told(event: Event, after: State) -> Iterator[str]:
    """The lines that tell an event.

    Args:
        event: what happened.
        after: the state after it.
    """
    match event:
        case PartidaStarted(rules, mano, _):
            yield f"partida: {rules_text(rules) or 'default rules'}; mano {mano}"
        case Dealt(hand_no, mano, _):
            yield f"hand {hand_no}, mano {mano}, score {_score(after.score)}"
            yield from _hands(after)
        case Called(seat, action):
            yield f"  {seat}: {_call(action)}"
        case Reshuffled(stock):
            yield f"  reshuffled: {len(stock)} cards"
        case Served(seat, count):
            yield f"  served {count} to {seat}: {_cards(after.hands[seat])}"
        case MusOpened(mus_round):
            yield f"  mus? (round {mus_round})"
        case ManoMoved(mano):
            yield f"  mano is now {mano}"
        case LanceOpened(lance, eligible):
            yield f"  {lance.value}: {' '.join(map(str, eligible))}"
        case Declared(lance, seat, yes):
            yield f"  {seat}: {lance.value} {'yes' if yes else 'no'}"
        case LanceClosed(result):
            yield f"  {result.lance.value} closed: {_result(result)}"
        case HandsShown():
            yield "  hands shown:"
            yield from _hands(after)
        case Scored(piece, score):
            yield f"  {_piece(piece)} -> {_score(score)}"
        case HandEnded():
            yield "  hand over"
        case JuegoWon(pair, score, ordago):
            how = f" by órdago at {ordago.value}" if ordago is not None else ""
            yield f"  juego to {_PAIRS[pair]}{how} at {_score(score)}; juegos {_score(after.juegos)}"
        case VacaWon(pair):
            yield f"  vaca to {_PAIRS[pair]}; vacas {_score(after.vacas)}"
        case PartidaWon(pair):
            yield f"  partida to {_PAIRS[pair]}"
        case _:
            assert_never(event)


def _hands(state: State) -> Iterator[str]:
    for seat in state.rules.order_from(state.mano):
        yield f"    {seat}: {_cards(state.hands[seat])}"


def _cards(hand: Hand) -> str:
    return " ".join(map(card_text, hand))


def _score(score: Pairwise) -> str:
    return f"{score[0]}-{score[1]}"


def _call(action: Action | None) -> str:
    match action:
        case None:
            return "has chosen"
        case Envido(n):
            return f"envido {n}"
        case Mas(n):
            return f"{n} más"
        case Descarte():
            return f"discards {action_text(action)[2:]}"
        case _:
            return _WORDS[action_text(action)]


def _result(result: LanceResult) -> str:
    pair = "" if result.pair is None else f" {_PAIRS[result.pair]}"
    match result.outcome:
        case Outcome.EN_PASO:
            return "en paso"
        case Outcome.QUERIDO:
            return f"accepted at {result.stake}"
        case Outcome.RECHAZADO:
            return f"refused, {result.deje} to{pair}"
        case Outcome.UN_LADO:
            return f"only{pair}"
        case Outcome.NADIE:
            return "nobody"
        case Outcome.ORDAGO:
            return f"órdago to{pair}"
        case _:
            assert_never(result.outcome)


def _piece(piece: Piece) -> str:
    seat = "" if piece.seat is None else f" (seat {piece.seat})"
    return f"{piece.lance.value} {piece.kind.value} {piece.stones} to {_PAIRS[piece.pair]}{seat}"
