"""What is told once: how a hand ended, and an órdago. Nobody's cards are in it unless the engine shows all hands."""

from collections.abc import Iterator, Sequence

from musbot.app.commit import Chat, ChatKind, Notice
from musbot.app.document import TableDocument
from musbot.app.presenter.advice import pair_review
from musbot.app.presenter.keys import Rows, button, call_button, take_rows
from musbot.app.presenter.words import (
    BLANK,
    hand_summary,
    juego_text,
    pair_name,
    pares_text,
    score_lines,
    seat_name,
    seat_names,
)
from musbot.app.screens import Screen, Style, Verb
from musbot.app.text import Arg, Cards, Text, text
from musbot.engine import State, to_act
from musbot.engine.actions import Envido, Mas, Ordago, Siguiente
from musbot.engine.events import Called, Event, HandEnded
from musbot.engine.hands import best_seat, value_of
from musbot.engine.legal import LANCE_STAGE
from musbot.engine.state import Call, Lance, Outcome, Pairwise, Piece, PieceKind

_LANCES = {stage: lance for lance, stage in LANCE_STAGE.items()}


def notices(events: Sequence[Event], after: TableDocument) -> tuple[Notice, ...]:
    """What the events owe the place, in order."""
    state = after.state
    if state is None:
        return ()
    place = Chat(ChatKind.PLACE, after.place_id)
    told = [*_ordagos(events, after, state, place)]
    if any(isinstance(event, HandEnded) for event in events):
        told.append(showdown_notice(after))
    return tuple(told)


def showdown_notice(document: TableDocument) -> Notice:
    """How the present hand ended, from the document alone.

    Raises:
        ValueError: nothing has been dealt.
    """
    if document.state is None:
        raise ValueError("no hand has ended yet")
    place = Chat(ChatKind.PLACE, document.place_id)
    screen = showdown_screen(document, document.state)
    return Notice(showdown_name(document.state.hand_no), place, screen)


def showdown_name(hand_no: int) -> str:
    """The name of the notice that tells how a hand ended."""
    return f"showdown:{hand_no}"


def showdown_screen(document: TableDocument, state: State) -> Screen:
    """How the hand ended: hands, who took what with what, the running score; the end of the juego too."""
    blocks = (
        (text("show-head", hand=state.hand_no, over="no" if state.juego_winner is None else "yes"),),
        tuple(_hands(document, state)),
        tuple(_count(document, state)),
        score_lines(document, state),
        tuple(_won(document, state)),
        tuple(_decided(document, state)),
    )
    lines: list[Text] = []
    for block in filter(None, blocks):
        lines += [BLANK, *block] if lines else block
    return Screen(tuple(lines), _keyboard(document, state), loud=state.juego_winner is not None)


def _hands(document: TableDocument, state: State) -> Iterator[Text]:
    if not state.shown:
        yield text("show-hidden")
        return
    for seat in state.rules.order_from(state.mano):
        yield text(
            "show-hand",
            name=seat_name(document, seat),
            mano="yes" if seat == state.mano else "no",
            hand=hand_summary(state.hands[seat], state.rules),
        )


def _count(document: TableDocument, state: State) -> Iterator[Text]:
    """The pieces in the order in which they were scored, each with the score after it."""
    score = list(score_before(state))
    for piece in state.pieces:
        score[piece.pair] += piece.stones
        yield _piece(document, state, piece, (score[0], score[1]))
    if state.results and state.results[-1].outcome is Outcome.ORDAGO:
        yield _settled(document, state, state.results[-1].lance)


def score_before(state: State) -> Pairwise:
    """The score with which the present hand was dealt."""
    scored = [sum(piece.stones for piece in state.pieces if piece.pair == pair) for pair in (0, 1)]
    return state.score[0] - scored[0], state.score[1] - scored[1]


def _piece(document: TableDocument, state: State, piece: Piece, score: Pairwise) -> Text:
    who: Arg = pair_name(document, piece.pair)
    worth: Arg = ""
    if piece.seat is not None:
        who = seat_name(document, piece.seat)
        worth = _with_what(state, piece.lance, piece.seat)
    bonus_of_refusal = piece.kind is PieceKind.PUNTO and piece.seat is None
    return text(
        "show-piece",
        kind=piece.kind.value,
        lance=piece.lance.value,
        who=who,
        worth=worth,
        has="no" if piece.seat is None else "yes",
        refused="yes" if bonus_of_refusal else "no",
        stones=piece.stones,
        a=score[0],
        b=score[1],
    )


def _with_what(state: State, lance: Lance, seat: int) -> Arg:
    value = value_of(state.hands[seat], state.rules)
    match lance:
        case Lance.GRANDE | Lance.CHICA:
            return Cards(state.hands[seat])
        case Lance.PARES:
            return pares_text(value)
        case Lance.JUEGO | Lance.PUNTO:
            return juego_text(value)


def _settled(document: TableDocument, state: State, lance: Lance) -> Text:
    seat = best_seat(lance, state.hands, state.rules.order_from(state.mano), state.rules)
    return text(
        "show-ordago",
        lance=lance.value,
        who=seat_name(document, seat),
        worth=_with_what(state, lance, seat),
    )


def _won(document: TableDocument, state: State) -> Iterator[Text]:
    """The end of a juego, a vaca, the partida, and the evening's tally."""
    if state.juego_winner is None:
        return
    winner, score = state.history[-1]
    names = pair_name(document, winner)
    by_ordago = bool(state.results) and state.results[-1].outcome is Outcome.ORDAGO
    yield text(
        "won-juego",
        names=names,
        how="ordago" if by_ordago else "stones",
        won=score[winner],
        lost=score[1 - winner],
    )
    if state.vaca_winner is not None and state.rules.juegos_to_win > 1:
        yield text("won-vaca", names=pair_name(document, state.vaca_winner))
    if state.partida_winner is not None:
        yield text("won-partida", names=pair_name(document, state.partida_winner))
        yield text(
            "tally",
            first=pair_name(document, 0),
            second=pair_name(document, 1),
            a=document.tally[0],
            b=document.tally[1],
        )


def _decided(document: TableDocument, state: State) -> Iterator[Text]:
    """How much of the juego its winners owe to luck and to decisions, as soon as that is worked out."""
    review = document.review
    if review is None or review.hand_no != state.hand_no or state.juego_winner is None:
        return
    yield text("show-review", line=pair_review(document, review, state.juego_winner))


def _keyboard(document: TableDocument, state: State) -> Rows:
    won = state.juego_winner is not None
    review = ((button(document, text("label-review"), Verb.REVIEW),),) if won else ()
    if state.partida_winner is not None:
        return (*rematch_rows(document), *review, *take_rows(document))
    if not to_act(state):
        return ()
    following = (call_button(document, state, text("label-next"), Siguiente(), style=Style.PRIMARY),)
    return (following, *review, *take_rows(document))


def rematch_rows(document: TableDocument) -> Rows:
    """What is offered after a partida."""
    swap = () if document.practice else (button(document, text("label-swap"), Verb.SWAP),)
    return (
        (button(document, text("label-rematch"), Verb.REMATCH, style=Style.SUCCESS),),
        (*swap, button(document, text("label-enough"), Verb.ENOUGH)),
    )


def _ordagos(events: Sequence[Event], document: TableDocument, state: State, place: Chat) -> Iterator[Notice]:
    for event in events:
        if isinstance(event, Called) and isinstance(event.action, Ordago):
            yield _ordago(document, state, event.seat, place)


def _ordago(document: TableDocument, state: State, seat: int, place: Chat) -> Notice:
    """The loud message of an órdago; there is at most one in a hand, for nothing can follow it but an answer."""
    call = next(
        call for call in reversed(state.calls) if isinstance(call.action, Ordago) and call.seat == seat
    )
    lance = _LANCES[call.stage]
    level = _level(state.calls, call)
    screen = Screen((_ordago_text(document, state, seat, lance),), loud=True)
    return Notice(f"ordago:{state.hand_no}:{call.stage}{level}", place, screen)


def _ordago_text(document: TableDocument, state: State, seat: int, lance: Lance) -> Text:
    who = seat_name(document, seat)
    envite = state.envite
    if envite is None or not envite.ordago:  # answered within the same commit
        return text("ordago-told", lance=lance.value, who=who)
    rivals = tuple(
        rival for rival in envite.eligible if state.rules.pair_of(rival) != state.rules.pair_of(seat)
    )
    return text(
        "ordago-asked", lance=lance.value, who=who, rivals=seat_names(document, rivals), count=len(rivals)
    )


def _level(calls: Sequence[Call], last: Call) -> int:
    """`Envite.level` after a call: the bets, raises and órdagos of its lance up to it."""
    raising = (Envido, Mas, Ordago)
    upto = calls[: calls.index(last) + 1]
    return sum(1 for call in upto if call.stage == last.stage and isinstance(call.action, raising))
