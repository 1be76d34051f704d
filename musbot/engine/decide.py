"""From a legal call to what happens: `start` and `decide` give events and change nothing.

Chance enters here only, through the `Shuffle` that is handed in, and leaves as whole orders inside the
events.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, assert_never

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
from musbot.engine.betting import closing
from musbot.engine.cards import DECK, Card
from musbot.engine.errors import IllegalAction
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
from musbot.engine.hands import best_seat, value_of
from musbot.engine.legal import refusal
from musbot.engine.rules import Rules
from musbot.engine.scoring import count_pieces
from musbot.engine.state import Lance, LanceResult, Outcome, Pairwise, Piece, PieceKind, State

Shuffle: TypeAlias = Callable[[Sequence[Card]], tuple[Card, ...]]
"""Gives the same cards in a random order. In production it draws from the system's secure source."""


def start(rules: Rules, mano: int, shuffle: Shuffle, hand_no: int = 1) -> tuple[Event, ...]:
    """The events that begin a partida: it starts, the first hand is dealt, mus is asked.

    Args:
        rules: the options of the whole partida.
        mano: the seat that speaks first, drawn at random by the caller.
        shuffle: source of chance.
        hand_no: number of the first hand; a rematch goes on counting.

    Raises:
        ValueError: no such seat, or `shuffle` does not give the cards back.
    """
    if not 0 <= mano < rules.seats:
        raise ValueError(f"there is no seat {mano}")
    return (PartidaStarted(rules, mano, hand_no), *_deal(hand_no, mano, shuffle))


def decide(state: State, seat: int, action: Action, shuffle: Shuffle) -> tuple[Event, ...]:
    """What happens when a seat makes a call, in order; the first event is the call itself.

    Raises:
        IllegalAction: the call is not allowed now; exactly the calls of `legal_actions` are.
        ValueError: `shuffle` does not give the cards back.
    """
    code = refusal(state, seat, action)
    if code is not None:
        raise IllegalAction(code)
    called = Called(seat, action)
    match action:
        case Paso() | Envido() | Quiero() | NoQuiero() | Mas() | Ordago():  # most calls: looked at first
            return (called, *_in_lance(state, action))
        case Mus():
            return (called,)
        case Corto():
            return (called, *_cut(state, seat))
        case Descarte():
            return (called, *_chosen(state, seat, action, shuffle))
        case Siguiente():
            mano = (state.mano + 1) % state.rules.seats
            return (called, *_deal(state.hand_no + 1, mano, shuffle))
        case _:
            assert_never(action)


def _shuffled(cards: Sequence[Card], shuffle: Shuffle) -> tuple[Card, ...]:
    order = tuple(shuffle(cards))
    if len(order) != len(cards) or not _same_cards(order, cards):
        raise ValueError("a shuffle must give back the cards it got")
    return order


def _same_cards(one: Sequence[Card], other: Sequence[Card]) -> bool:
    """Whether two sequences hold the same cards; mostly they are the very same objects, which is cheaper to see."""
    return {*map(id, one)} == {*map(id, other)} or set(one) == set(other)


def _deal(hand_no: int, mano: int, shuffle: Shuffle) -> tuple[Event, ...]:
    return (Dealt(hand_no, mano, _shuffled(DECK, shuffle)), MusOpened(0))


def _cut(state: State, seat: int) -> Iterator[Event]:
    mano = state.mano
    if state.rules.mus_corrido and state.first_of_juego and seat != mano:
        mano = seat
        yield ManoMoved(mano)
    yield LanceOpened(Lance.GRANDE, state.rules.order_from(mano))


def _chosen(state: State, seat: int, action: Descarte, shuffle: Shuffle) -> Iterator[Event]:
    """Serve everyone once the last seat has chosen; all throw their cards away before anyone draws."""
    masks = {**dict(enumerate(state.chosen)), seat: action.mask}
    order = state.rules.order_from(state.mano)
    discards = list(state.discards)
    counts = {}
    for one in order:
        mask = masks[one]
        if mask is None:
            return
        discards += (card for card, out in zip(state.hands[one], mask, strict=True) if out)
        counts[one] = sum(mask)
    left = len(state.stock)
    for one in order:
        if counts[one] > left:
            stock = _shuffled(discards, shuffle)
            discards = []
            left += len(stock)
            yield Reshuffled(stock)
        left -= counts[one]
        yield Served(one, counts[one])
    yield MusOpened(state.mus_round + 1)


def _in_lance(state: State, action: Action) -> Iterator[Event]:
    assert state.envite is not None  # legal calls of a lance need one
    result = closing(state.envite, action)
    if result is None:
        return
    if result.outcome is Outcome.ORDAGO:
        yield from _accepted_ordago(state, result)
        return
    yield LanceClosed(result)
    score = state.score
    if result.outcome is Outcome.RECHAZADO and result.pair is not None:
        piece = Piece(PieceKind.DEJE, result.lance, result.pair, result.deje)
        score = _add(score, piece)
        yield Scored(piece, score)
        if score[piece.pair] >= state.rules.target:
            yield from _juego_won(state, piece.pair, score)
            yield HandEnded()
            return
    yield from _after_lance(state, (*state.results, result), score)


def _accepted_ordago(state: State, result: LanceResult) -> Iterator[Event]:
    rules = state.rules
    winner = rules.pair_of(best_seat(result.lance, state.hands, rules.order_from(state.mano), rules))
    yield HandsShown()
    yield LanceClosed(LanceResult(result.lance, Outcome.ORDAGO, pair=winner))
    yield from _juego_won(state, winner, state.score, result.lance)
    yield HandEnded()


def _after_lance(state: State, results: tuple[LanceResult, ...], score: Pairwise) -> Iterator[Event]:
    """What follows a closed lance up to the next question: declarations, skips, a lance or the count."""
    match results[-1].lance:
        case Lance.GRANDE:
            yield LanceOpened(Lance.CHICA, state.rules.order_from(state.mano))
        case Lance.CHICA:
            yield from _declare(state, Lance.PARES, results, score)
        case Lance.PARES:
            yield from _declare(state, Lance.JUEGO, results, score)
        case Lance.JUEGO if results[-1].outcome is Outcome.NADIE:
            yield LanceOpened(Lance.PUNTO, state.rules.order_from(state.mano))
        case Lance.JUEGO | Lance.PUNTO:
            yield from _count(state, results, score)


def _declare(
    state: State, lance: Lance, results: tuple[LanceResult, ...], score: Pairwise
) -> Iterator[Event]:
    rules = state.rules
    having = []
    for seat in rules.order_from(state.mano):
        yes = value_of(state.hands[seat], rules).has(lance)
        if yes:
            having.append(seat)
        yield Declared(lance, seat, yes)
    pairs = {rules.pair_of(seat) for seat in having}
    if len(pairs) == 2:
        yield LanceOpened(lance, tuple(having))
        return
    result = (
        LanceResult(lance, Outcome.UN_LADO, pair=pairs.pop()) if pairs else LanceResult(lance, Outcome.NADIE)
    )
    yield LanceClosed(result)
    yield from _after_lance(state, (*results, result), score)


def _count(state: State, results: tuple[LanceResult, ...], score: Pairwise) -> Iterator[Event]:
    yield HandsShown()
    for piece in count_pieces(state.rules, state.mano, state.hands, results):
        score = _add(score, piece)
        yield Scored(piece, score)
        if score[piece.pair] >= state.rules.target:
            yield from _juego_won(state, piece.pair, score)
            break
    yield HandEnded()


def _juego_won(state: State, pair: int, score: Pairwise, ordago: Lance | None = None) -> Iterator[Event]:
    rules = state.rules
    yield JuegoWon(pair, score, ordago)
    if state.juegos[pair] + 1 >= rules.juegos_to_win:
        yield VacaWon(pair)
        if state.vacas[pair] + 1 >= rules.vacas_to_win:
            yield PartidaWon(pair)


def _add(score: Pairwise, piece: Piece) -> Pairwise:
    first, second = score
    return (first + piece.stones, second) if piece.pair == 0 else (first, second + piece.stones)
