"""What a hand pays at the count (docs/rules.md §5). Dejes and órdagos are settled in `decide`."""

from collections.abc import Iterator, Sequence

from musbot.engine.hands import best_seat, value_of
from musbot.engine.rules import Rules
from musbot.engine.state import Hand, Lance, LanceResult, Outcome, Piece, PieceKind

EN_PASO_STONES = 1
"""Stones for grande, chica or punto when nobody bet."""
PUNTO_STONES = 1
"""The stone of punto on top of a bet or of a deje."""


def count_pieces(
    rules: Rules, mano: int, hands: Sequence[Hand], results: Sequence[LanceResult]
) -> Iterator[Piece]:
    """The pieces of the count in strict order, as if the juego had no end; the caller stops at the target.

    Args:
        rules: the options in force.
        mano: who speaks first in this hand.
        hands: cards by seat.
        results: the closed lances in order, no accepted órdago among them.
    """
    order = rules.order_from(mano)
    for result in results:
        match result.lance:
            case Lance.GRANDE | Lance.CHICA:
                yield from _plain(rules, order, hands, result)
            case Lance.PARES | Lance.JUEGO:
                yield from _with_bonuses(rules, order, hands, result)
            case Lance.PUNTO:
                yield from _plain(rules, order, hands, result)
                yield from _punto(rules, order, hands, result)


def _plain(rules: Rules, order: Sequence[int], hands: Sequence[Hand], result: LanceResult) -> Iterator[Piece]:
    if result.outcome is Outcome.EN_PASO:
        yield _won(rules, order, hands, result, PieceKind.EN_PASO, EN_PASO_STONES)
    elif result.outcome is Outcome.QUERIDO:
        yield _won(rules, order, hands, result, PieceKind.BET, result.stake)


def _punto(rules: Rules, order: Sequence[int], hands: Sequence[Hand], result: LanceResult) -> Iterator[Piece]:
    if not rules.punto_bonus:
        return
    if result.outcome is Outcome.QUERIDO:
        yield _won(rules, order, hands, result, PieceKind.PUNTO, PUNTO_STONES)
    elif result.outcome is Outcome.RECHAZADO and result.pair is not None:
        yield Piece(PieceKind.PUNTO, result.lance, result.pair, PUNTO_STONES)


def _with_bonuses(
    rules: Rules, order: Sequence[int], hands: Sequence[Hand], result: LanceResult
) -> Iterator[Piece]:
    pair = result.pair
    if result.outcome is Outcome.QUERIDO:
        bet = _won(rules, order, hands, result, PieceKind.BET, result.stake)
        pair = bet.pair
        yield bet
    elif result.outcome is Outcome.EN_PASO:
        pair = rules.pair_of(best_seat(result.lance, hands, order, rules))
    if pair is None:  # nobody has it
        return
    for seat in order:
        value = value_of(hands[seat], rules)
        bonus = value.pares_bonus if result.lance is Lance.PARES else value.juego_bonus
        if bonus and rules.pair_of(seat) == pair:
            yield Piece(PieceKind.BONUS, result.lance, pair, bonus, seat)


def _won(
    rules: Rules,
    order: Sequence[int],
    hands: Sequence[Hand],
    result: LanceResult,
    kind: PieceKind,
    stones: int,
) -> Piece:
    seat = best_seat(result.lance, hands, order, rules)
    return Piece(kind, result.lance, rules.pair_of(seat), stones, seat)
