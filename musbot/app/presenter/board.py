"""The board: one message a hand in the group, from public facts alone.

It reads of a state only what `public_view` shows too; tests permute the cards and demand the same board.
"""

from collections.abc import Collection, Iterator

from musbot.app.document import Human, TableDocument
from musbot.app.presenter.handlines import hand_lines
from musbot.app.presenter.keys import Rows, board_row, button, call_rows, discard_rows
from musbot.app.presenter.words import (
    BLANK,
    DOT,
    action_text,
    draft_of,
    lance_name,
    line,
    pair_name,
    score_lines,
    seat_name,
    seat_names,
)
from musbot.app.screens import Screen, Verb
from musbot.app.text import Joined, Text, text
from musbot.engine import State, legal_actions, question, to_act
from musbot.engine.legal import LANCE_STAGE
from musbot.engine.state import Call, Envite, Lance, LanceResult, Outcome, Phase

_DECLARED = (Lance.PARES, Lance.JUEGO)


def board_screen(document: TableDocument, state: State) -> Screen:
    """The board of the hand that is being played."""
    limit = max((turn.limit for turn in document.turns), default=0)
    asked = question_line(document, state)
    own = own_seat(document)
    lines = (
        *_facts(document, state, to_act(state)),
        BLANK,
        *(() if own is None else (*hand_lines(document, state, own), BLANK)),
        line(asked, text("board-limit", seconds=round(limit))) if limit else asked,
    )
    return Screen(lines, _keyboard(document, state))


def own_seat(document: TableDocument) -> int | None:
    """The seat whose cards stand on the board: in practice the only person's, whose private chat the place is."""
    if not document.practice:
        return None
    return next((seat for seat, who in enumerate(document.seats) if isinstance(who, Human)), None)


def ended_board(document: TableDocument, state: State) -> Screen:
    """The last screen of a board: what was said, no keyboard; or that the hand was broken off."""
    counted = state.phase in (Phase.RECUENTO, Phase.FIN)
    return Screen((*_facts(document, state, ()), *(() if counted else (BLANK, text("board-broken")))))


def question_line(document: TableDocument, state: State) -> Text:
    """What is asked, of whom, and what is at stake."""
    speakers = to_act(state)
    who = seat_names(document, speakers)
    match state.phase:
        case Phase.MUS:
            return text("ask-mus", who=who)
        case Phase.DESCARTE:
            return text("ask-discards", who=who, count=len(speakers))
        case Phase.LANCE if state.envite is not None:
            return _lance_question(document, state.envite, who, len(speakers))
        case _:
            return BLANK


def _lance_question(document: TableDocument, envite: Envite, who: Joined, count: int) -> Text:
    lance = envite.lance.value
    if envite.bettor is None:
        return text("ask-open", lance=lance, who=who)
    bettor = seat_name(document, envite.bettor)
    if envite.ordago:
        return text("ask-ordago", lance=lance, bettor=bettor, deje=envite.deje, who=who, count=count)
    return text(
        "ask-bet",
        lance=lance,
        bettor=bettor,
        stake=envite.stake,
        deje=envite.deje,
        raised="yes" if envite.level > 1 else "no",
        who=who,
        count=count,
    )


def _facts(document: TableDocument, state: State, turn: Collection[int]) -> tuple[Text, ...]:
    seats = tuple(_seat_line(document, state, seat, turn=seat in turn) for seat in range(state.rules.seats))
    lances = tuple(_lance_lines(document, state))
    return (
        *score_lines(document, state),
        BLANK,
        *seats,
        *((BLANK, *lances) if lances else ()),
    )


def _seat_line(document: TableDocument, state: State, seat: int, *, turn: bool) -> Text:
    parts = [
        text(
            "board-seat",
            name=seat_name(document, seat),
            mano="yes" if seat == state.mano else "no",
            turn="yes" if turn else "no",
        )
    ]
    if state.drawn:
        drawn = "·".join(str(counts[seat]) for counts in state.drawn)
        parts.append(text("board-drawn", drawn=drawn))
    parts.extend(_said(document, state, seat))
    return line(*parts)


def _said(document: TableDocument, state: State, seat: int) -> Iterator[Text]:
    """What a seat has said to the present question's stage; in discards only whether it has chosen."""
    if state.phase is Phase.DESCARTE:
        yield text("board-choosing" if state.chosen[seat] is None else "board-chosen")
        return
    stage = _shown_stage(state)
    said = tuple(
        _say(call, by_time=place in document.made_by_time)
        for place, call in enumerate(state.calls)
        if call.seat == seat and call.stage == stage
    )
    if said:
        yield text("board-said", said=Joined(said, DOT))
    elif state.phase is Phase.LANCE and state.envite is not None and seat not in state.envite.eligible:
        yield text("board-out")


def _shown_stage(state: State) -> str:
    """The stage whose calls stand beside the seats: the present one, after the hand the last that had any."""
    if state.phase in (Phase.RECUENTO, Phase.FIN):
        return state.calls[-1].stage if state.calls else ""
    return question(state).stage


def _say(call: Call, *, by_time: bool) -> Text:
    lance = _LANCES.get(call.stage)
    said = action_text(call.action, lance) if call.action is not None else text("board-chosen")
    return text("board-by-time", call=said) if by_time else said


_LANCES = {stage: lance for lance, stage in LANCE_STAGE.items()}


def _lance_lines(document: TableDocument, state: State) -> Iterator[Text]:
    """Who cut, then a line for each lance that is closed or declared: a phone is narrow."""
    if state.cut_by is not None:
        yield text("board-cut", who=seat_name(document, state.cut_by))
    results = {result.lance: result for result in state.results}
    for lance in (Lance.GRANDE, Lance.CHICA):
        if lance in results:
            yield _closed(document, results[lance])
    for lance in _DECLARED:
        answers = state.pares if lance is Lance.PARES else state.juego
        if any(answer is not None for answer in answers):
            yield _declarations(document, state, lance, answers, results.get(lance))
    if Lance.PUNTO in results:
        yield _closed(document, results[Lance.PUNTO])


def _declarations(
    document: TableDocument,
    state: State,
    lance: Lance,
    answers: tuple[bool | None, ...],
    result: LanceResult | None,
) -> Text:
    if result is not None and result.outcome is Outcome.NADIE:
        return _closed(document, result)
    said = tuple(
        text("declared", who=seat_name(document, seat), answer="yes" if answers[seat] else "no")
        for seat in state.rules.order_from(state.mano)
        if answers[seat] is not None
    )
    declared = text("declarations", lance=lance.value, said=Joined(said, ", "))
    if result is None or result.outcome is Outcome.UN_LADO:
        return declared
    return line(declared, _outcome(document, result), separator=" → ")


def _closed(document: TableDocument, result: LanceResult) -> Text:
    return line(lance_name(result.lance), _outcome(document, result), separator=" ")


def _outcome(document: TableDocument, result: LanceResult) -> Text:
    winner: Joined | str = ""
    if result.pair is not None:
        winner = pair_name(document, result.pair)
    return text(
        "outcome",
        outcome=result.outcome.value,
        stake=result.stake,
        deje=result.deje,
        winner=winner,
        lance=result.lance.value,
    )


def _keyboard(document: TableDocument, state: State) -> Rows:
    speakers = to_act(state)
    own = own_seat(document)
    if state.phase is Phase.DESCARTE and own is not None:
        rows = discard_rows(document, state, draft_of(document, own), state.hands[own])
    elif state.phase is Phase.DESCARTE:
        rows = discard_rows(document, state)
    elif own is not None and own not in speakers:
        rows = ()
    else:
        rows = call_rows(document, state, legal_actions(state, speakers[0])) if speakers else ()
    away = any(isinstance(seat, Human) and seat.away for seat in document.seats)
    back = ((button(document, text("label-back"), Verb.BACK),),) if away else ()
    return (*rows, *back, board_row(document))
