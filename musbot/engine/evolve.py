"""Folding events into a state. Nothing is decided here: an event is taken as having happened.

Events must be whole: what `view.redact` has cut out cannot be folded.
"""

from collections.abc import Iterable
from typing import TypeVar, assert_never

from musbot.engine.actions import Action, Corto, Descarte, Mus, Siguiente
from musbot.engine.betting import after_call
from musbot.engine.cards import HAND_SIZE, Card
from musbot.engine.copying import changed
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
    """The state after several events."""
    for event in events:
        state = evolve(state, event)
    return state


def replay(events: Iterable[Event]) -> State:
    """The state that a log leads to; the log begins with `PartidaStarted` and may hold several partidas."""
    return fold(initial(), events)


def evolve(state: State, event: Event) -> State:
    """The state after one event.

    Raises:
        ValueError: the event is redacted.
    """
    match event:
        case Called(seat, action):
            return _called(state, seat, action)
        case LanceClosed(result):
            return changed(state, envite=None, results=(*state.results, result))
        case LanceOpened(lance, eligible):
            return changed(state, phase=Phase.LANCE, envite=Envite(lance, eligible))
        case Declared(lance, seat, yes):
            if lance is Lance.PARES:
                return changed(state, pares=_put(state.pares, seat, yes))
            return changed(state, juego=_put(state.juego, seat, yes))
        case Scored(piece, score):
            return changed(state, pieces=(*state.pieces, piece), score=score)
        case HandsShown():
            return changed(state, shown=True)
        case HandEnded():
            over = state.partida_winner is not None
            return changed(state, phase=Phase.FIN if over else Phase.RECUENTO, envite=None)
        case MusOpened(mus_round):
            nobody = (None,) * state.rules.seats
            return changed(state, phase=Phase.MUS, mus_round=mus_round, said_mus=(), chosen=nobody)
        case Served(seat, count):
            return _served(state, seat, count)
        case Reshuffled(stock):
            _demand_whole(stock)
            return changed(state, stock=state.stock + stock, discards=())
        case ManoMoved(mano):
            return changed(state, mano=mano)
        case Dealt():
            return _dealt(state, event)
        case JuegoWon(pair, score):
            return changed(
                state,
                juegos=_plus_one(state.juegos, pair),
                juego_winner=pair,
                history=(*state.history, (pair, score)),
            )
        case VacaWon(pair):
            return changed(state, vacas=_plus_one(state.vacas, pair), vaca_winner=pair)
        case PartidaWon(pair):
            return changed(state, partida_winner=pair)
        case PartidaStarted(rules, mano, hand_no):
            return initial(rules, mano, hand_no)
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


def _called(state: State, seat: int, action: Action | None) -> State:
    match action:
        case None:
            raise ValueError("a redacted event cannot be folded")
        case Descarte(mask):
            calls = (*state.calls, Call(seat, stage_of(state), None))
            chosen = _put(state.chosen, seat, mask)
            chose = changed(state, calls=calls, chosen=chosen)
            return chose if None in chosen else _thrown(chose)
        case _:
            calls = (*state.calls, Call(seat, stage_of(state), action))
    match action:
        case Mus():
            said = (*state.said_mus, seat)
            phase = Phase.DESCARTE if len(said) == state.rules.seats else state.phase
            return changed(state, calls=calls, said_mus=said, phase=phase)
        case Corto():
            return changed(state, calls=calls, cut_by=seat)
        case Siguiente():
            return changed(state, calls=calls)
        case _:
            envite = state.envite
            return changed(state, calls=calls, envite=envite and after_call(envite, seat, action))


def _thrown(state: State) -> State:
    """Everyone has chosen: all chosen cards leave the hands, in speaking order, before anyone draws."""
    hands = list(state.hands)
    thrown = list(state.thrown)
    discards = list(state.discards)
    counts = [0] * state.rules.seats
    for seat in state.rules.order_from(state.mano):
        mask = state.chosen[seat] or ()
        out = tuple(card for card, marked in zip(hands[seat], mask, strict=True) if marked)
        hands[seat] = tuple(card for card, marked in zip(hands[seat], mask, strict=True) if not marked)
        thrown[seat] += out
        discards += out
        counts[seat] = len(out)
    return changed(
        state,
        hands=tuple(hands),
        thrown=tuple(thrown),
        discards=tuple(discards),
        drawn=(*state.drawn, tuple(counts)),
    )


def _served(state: State, seat: int, count: int) -> State:
    new = iter(state.stock[:count])
    kept = iter(state.hands[seat])
    mask = state.chosen[seat] or ()
    hand: list[Card] = [next(new) if marked else next(kept) for marked in mask]
    return changed(state, hands=_put(state.hands, seat, tuple(hand)), stock=state.stock[count:])
