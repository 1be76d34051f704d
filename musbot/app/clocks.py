"""The minimum of all clocks of a table: when its alarm is wanted. Pure; what the alarm does is in `alarm`."""

from musbot.app.cast import tempo_of
from musbot.app.document import Stage, TableDocument
from musbot.app.pace import Pace
from musbot.app.seating import people_present
from musbot.app.turns import next_look
from musbot.engine import State, to_act
from musbot.engine.actions import Ordago
from musbot.engine.state import Phase

THINKING = 20.0
"""Seconds after which a computer that has not answered is asked again (its task may have died with the process)."""


def due(document: TableDocument, now: float, pace: Pace) -> float | None:
    """When the table's alarm is wanted, later than `now`, in seconds since 1970; None: never."""
    match document.stage:
        case Stage.LOBBY:
            start = [document.asked_at + pace.lobby_start] if can_start(document) else []
            return min([document.touched_at + pace.lobby_close, *start])
        case Stage.BETWEEN:
            return document.since + pace.rematch
        case Stage.PLAYING:
            return _playing(document, now, pace)
        case Stage.CLOSED:
            return None


def can_start(document: TableDocument) -> bool:
    """All seats are taken, at least one of them by a person."""
    return document.full and bool(document.humans)


def computers_to_ask(document: TableDocument) -> tuple[int, ...]:
    """The seats whose computer has to call now.

    Rivals answer a bet in any order (docs/rules.md §4); computers keep the speaking order from the bettor, so that a
    person who comes first in it is waited for.
    """
    state = document.state
    if document.stage is not Stage.PLAYING or state is None or state.phase is Phase.RECUENTO:
        return ()
    if not people_present(document):
        return ()  # the game pauses until somebody comes back
    seats = to_act(state)
    if state.phase is not Phase.DESCARTE:
        seats = seats[:1]
    return tuple(seat for seat in seats if document.computer_at(seat))


def computer_at(document: TableDocument, pace: Pace) -> float:
    """When the computers that are to call do so, for people to be able to follow."""
    state = document.state
    heavy = state is not None and _ordago_standing(state)
    asked = computers_to_ask(document)
    tempo = tempo_of(document.name_of(asked[0])) if asked else 1.0
    return document.asked_at + tempo * (pace.computer_ordago_pause if heavy else pace.computer_pause)


def _ordago_standing(state: State) -> bool:
    return (state.envite is not None and state.envite.ordago) or any(
        isinstance(call.action, Ordago) for call in state.calls[-1:]
    )


def _playing(document: TableDocument, now: float, pace: Pace) -> float | None:
    state = document.state
    if state is not None and state.phase is Phase.RECUENTO:
        return document.since + pace.next_hand
    abandoned = document.touched_at + pace.abandoned
    if not people_present(document):
        return abandoned
    looks = [abandoned] if document.practice else []
    looks += [look for turn in document.turns if (look := next_look(turn, now, pace)) is not None]
    if any(turn.late for turn in document.turns):
        looks.append(now + THINKING)
    if computers_to_ask(document):
        at = computer_at(document, pace)
        looks.append(at if at > now else now + THINKING)
    return min(looks, default=None)
