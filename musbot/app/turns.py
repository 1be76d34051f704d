"""The clocks of persons who are asked something: limits that shrink, a reminder at half time, lateness.

A clock starts when the board that asks was shown, never before. What a late person is spared (the call itself) is made
by a careful computer, see `alarm`; after three such calls in a row the computer sits in until the person presses
anything.
"""

from dataclasses import replace

from musbot.app.document import Human, TableDocument, Turn
from musbot.app.pace import Pace
from musbot.app.seating import set_away
from musbot.engine import State, question, to_act
from musbot.engine.state import Phase

PATIENCE = 3
"""Calls in a row that time makes for a person before the computer sits in."""

_ASKING = (Phase.MUS, Phase.DESCARTE, Phase.LANCE)


def limit_for(document: TableDocument, state: State, seat: int, pace: Pace) -> float:
    """How long a person has for the present question, in seconds."""
    lates = document.lates[seat] if seat < len(document.lates) else 0
    shrunk = (pace.turn, pace.once_late, pace.twice_late)[min(lates, 2)]
    opening = state.first_of_juego and state.phase is Phase.MUS and state.mus_round == 0
    limit = pace.first_turn if opening and not lates else shrunk
    ordago = state.envite is not None and state.envite.ordago
    return limit * 2 if ordago else limit


def asked_now(document: TableDocument, state: State, now: float, pace: Pace) -> tuple[Turn, ...]:
    """The turns of the persons who are asked: those that go on keep their clocks."""
    if state.phase not in _ASKING or document.practice:
        return ()
    asked = question(state)
    known = {turn.seat: turn for turn in document.turns if turn.question == asked}
    return tuple(
        known.get(seat) or Turn(seat, asked, now, limit_for(document, state, seat, pace))
        for seat in to_act(state)
        if isinstance(document.seats[seat], Human) and not document.computer_at(seat)
    )


def next_look(turn: Turn, now: float, pace: Pace) -> float | None:
    """When a turn has to be looked at, later than `now`; None when it is in a computer's hands."""
    if turn.late:
        return None
    start = turn.asked_at if turn.started is None else turn.started
    at = start + (turn.limit if turn.reminded else turn.limit / 2)
    return at if at > now else now + pace.look_again


def ring(document: TableDocument, now: float, shown_at: float | None) -> TableDocument:
    """The turns after a look at them.

    Args:
        document: the table.
        now: seconds since 1970.
        shown_at: when the present board came to show what is wanted; None while it does not.
    """
    return replace(document, turns=tuple(_looked_at(turn, now, shown_at) for turn in document.turns))


def resumed(document: TableDocument, now: float) -> TableDocument:
    """The turns after the bot was down: every one has at least half its limit left."""

    def eased(turn: Turn) -> Turn:
        if turn.started is None:
            return replace(turn, asked_at=max(turn.asked_at, now - turn.limit / 2))
        return replace(turn, started=max(turn.started, now - turn.limit / 2), late=False)

    return replace(document, turns=tuple(eased(turn) for turn in document.turns))


def in_time(document: TableDocument, seat: int) -> TableDocument:
    """A person made a call: the limit is whole again."""
    return _count(document, seat, 0)


def made_by_time(document: TableDocument, seat: int) -> TableDocument:
    """Time made a call for a person: the next limit shrinks, the third time the computer sits in."""
    lates = document.lates[seat] + 1
    if lates < PATIENCE:
        return _count(document, seat, lates)
    return set_away(_count(document, seat, 0), seat, away=True)


def is_late(document: TableDocument, seat: int) -> bool:
    """Whether a computer is to make the present call for the person at a seat."""
    return any(turn.late and turn.seat == seat for turn in document.turns)


def _looked_at(turn: Turn, now: float, shown_at: float | None) -> Turn:
    if turn.started is None:
        if shown_at is None:
            return turn
        turn = replace(turn, started=max(turn.asked_at, shown_at))
    assert turn.started is not None  # it was just set where it was not
    passed = now - turn.started
    return replace(
        turn, reminded=turn.reminded or passed >= turn.limit / 2, late=turn.late or passed >= turn.limit
    )


def _count(document: TableDocument, seat: int, lates: int) -> TableDocument:
    return replace(document, lates=(*document.lates[:seat], lates, *document.lates[seat + 1 :]))
