"""Folding events into a state. Nothing is decided here: an event is taken as having happened.

Events must be whole: what `view.redact` has cut out cannot be folded.
"""

from collections.abc import Iterable
from typing import Any, TypeVar, assert_never

from musbot.engine.actions import Action, Corto, Descarte, Mus
from musbot.engine.betting import after_call
from musbot.engine.cards import HAND_SIZE, Card
from musbot.engine.copying import draft
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
from musbot.engine.legal import stage_of
from musbot.engine.rules import CLASICO, Rules
from musbot.engine.state import Call, Envite, Hand, Lance, Pairwise, Phase, State

_T = TypeVar("_T")


def initial(rules: Rules = CLASICO, mano: int = 0, hand_no: int = 1) -> State:
    """A partida of which nothing has been dealt; `PartidaStarted` puts any state there."""
    return State(rules=rules, phase=Phase.NUEVA, hand_no=hand_no, mano=mano)


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after several events.

    Raises:
        ValueError: an event is redacted.
    """
    after, values = draft(state)
    for event in events:
        _fold_in(after, values, event)
    return after


def replay(events: Iterable[Event]) -> State:
    """The state that a log leads to; the log begins with `PartidaStarted` and may hold several partidas."""
    return fold(initial(), events)


def evolve(state: State, event: Event) -> State:
    """The state after one event.

    Raises:
        ValueError: the event is redacted.
    """
    return fold(state, (event,))


def _fold_in(state: State, values: dict[str, Any], event: Event) -> None:
    """Write what an event changes into the fields of a draft: `values` is `state`, with each write seen at once."""
    match event:
        case Called(seat, action):
            _called(state, values, seat, action)
        case Declared(lance, seat, yes):
            if lance is Lance.PARES:
                values["pares"] = _put(state.pares, seat, yes)
            else:
                values["juego"] = _put(state.juego, seat, yes)
        case LanceClosed(result):
            values["envite"] = None
            values["results"] = (*state.results, result)
        case LanceOpened(lance, eligible):
            values["phase"] = Phase.LANCE
            values["envite"] = Envite(lance, eligible)
        case Scored(piece, score):
            values["pieces"] = (*state.pieces, piece)
            values["score"] = score
        case HandsShown():
            values["shown"] = True
        case HandEnded():
            values["phase"] = Phase.RECUENTO if state.partida_winner is None else Phase.FIN
            values["envite"] = None
        case MusOpened(mus_round):
            values["phase"] = Phase.MUS
            values["mus_round"] = mus_round
            values["said_mus"] = ()
            values["chosen"] = (None,) * state.rules.seats
        case Served(seat, count):
            _served(state, values, seat, count)
        case Reshuffled(stock):
            _demand_whole(stock)
            values["stock"] = state.stock + stock
            values["discards"] = ()
        case ManoMoved(mano):
            values["mano"] = mano
        case Dealt():
            values.update(_dealt(state, event).__dict__)
        case JuegoWon(pair, score):
            values["juegos"] = _plus_one(state.juegos, pair)
            values["juego_winner"] = pair
            values["history"] = (*state.history, (pair, score))
        case VacaWon(pair):
            values["vacas"] = _plus_one(state.vacas, pair)
            values["vaca_winner"] = pair
        case PartidaWon(pair):
            values["partida_winner"] = pair
        case PartidaStarted(rules, mano, hand_no):
            values.update(initial(rules, mano, hand_no).__dict__)
        case _:
            assert_never(event)


def _demand_whole(value: object) -> None:
    if not value:
        raise ValueError("a redacted event cannot be folded")


def _put(values: tuple[_T, ...], place: int, value: _T) -> tuple[_T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _plus_one(values: Pairwise, pair: int) -> Pairwise:
    first, second = values
    return (first + 1, second) if pair == 0 else (first, second + 1)


def _dealt(state: State, event: Dealt) -> State:
    _demand_whole(event.deck)
    rules = state.rules
    hands: list[Hand] = [()] * rules.seats
    for place, seat in enumerate(rules.order_from(event.mano)):
        hands[seat] = event.deck[place * HAND_SIZE : (place + 1) * HAND_SIZE]
    fresh = state.phase is Phase.NUEVA or state.juego_winner is not None
    unknown = (None,) * rules.seats
    return State(
        rules=rules,
        phase=Phase.MUS,
        hand_no=event.hand_no,
        mano=event.mano,
        first_of_juego=fresh,
        hands=tuple(hands),
        stock=event.deck[rules.seats * HAND_SIZE :],
        chosen=unknown,
        thrown=((),) * rules.seats,
        pares=unknown,
        juego=unknown,
        score=(0, 0) if fresh else state.score,
        juegos=(0, 0) if state.vaca_winner is not None else state.juegos,
        vacas=state.vacas,
        history=state.history,
    )


def _called(state: State, values: dict[str, Any], seat: int, action: Action | None) -> None:
    if action is None:
        raise ValueError("a redacted event cannot be folded")
    said = None if isinstance(action, Descarte) else action
    values["calls"] = (*state.calls, Call(seat, stage_of(state), said))
    if state.envite is not None:  # nothing but calls of the lance is legal
        values["envite"] = after_call(state.envite, seat, action)
        return
    match action:
        case Descarte(mask):
            values["chosen"] = chosen = _put(state.chosen, seat, mask)
            if None not in chosen:
                _throw(state, values)
        case Mus():
            values["said_mus"] = (*state.said_mus, seat)
            if len(state.said_mus) == state.rules.seats:
                values["phase"] = Phase.DESCARTE
        case Corto():
            values["cut_by"] = seat
        case _:
            pass  # siguiente is followed by the deal


def _throw(state: State, values: dict[str, Any]) -> None:
    """Everyone has chosen: all chosen cards leave the hands, in speaking order, before anyone draws."""
    hands = list(state.hands)
    thrown = list(state.thrown)
    discards = list(state.discards)
    counts = [0] * state.rules.seats
    for seat in state.rules.order_from(state.mano):
        mask = state.chosen[seat] or ()
        out = tuple([card for card, marked in zip(hands[seat], mask, strict=True) if marked])
        hands[seat] = tuple([card for card, marked in zip(hands[seat], mask, strict=True) if not marked])
        thrown[seat] += out
        discards += out
        counts[seat] = len(out)
    values["hands"] = tuple(hands)
    values["thrown"] = tuple(thrown)
    values["discards"] = tuple(discards)
    values["drawn"] = (*state.drawn, tuple(counts))


def _served(state: State, values: dict[str, Any], seat: int, count: int) -> None:
    new = iter(state.stock[:count])
    kept = iter(state.hands[seat])
    mask = state.chosen[seat] or ()
    hand: list[Card] = [next(new) if marked else next(kept) for marked in mask]
    values["hands"] = _put(state.hands, seat, tuple(hand))
    values["stock"] = state.stock[count:]
