"""What a table does when its alarm fires: start or close a lobby, deal the next hand, close what nobody goes on with.

Computers are asked by the runtime (`due_computers`); the alarm only makes it look.
"""

from dataclasses import dataclass

from musbot.app.clocks import can_start, computer_at, computers_to_ask
from musbot.app.commands import Alarm
from musbot.app.commit import By, Outcome
from musbot.app.document import Computer, Stage, TableDocument
from musbot.app.lobby import closed
from musbot.app.moment import Change, Moment, accept, refuse
from musbot.app.pace import Pace
from musbot.app.play import Caller, begin, make_for, running
from musbot.app.seating import COMPUTER_PLAYERS
from musbot.engine import PlayerView, question, view_for
from musbot.engine.actions import Siguiente
from musbot.engine.state import Phase, Question


@dataclass(frozen=True, slots=True)
class ComputerTurn:
    """A computer that has to call: its seat, for which question, which player it is, and all that it may know."""

    seat: int
    question: Question
    player: str
    view: PlayerView


def due_computers(document: TableDocument, now: float, pace: Pace) -> tuple[ComputerTurn, ...]:
    """The computers that must be asked now; none before their natural pause is over."""
    state = running(document)
    if state is None or computer_at(document, pace) > now:
        return ()
    asked = question(state)
    return tuple(
        ComputerTurn(seat, asked, _player(document, seat), view_for(state, seat))
        for seat in computers_to_ask(document)
    )


def fire(moment: Moment, alarm: Alarm) -> Outcome:
    """The table's alarm; one of an older generation has nothing to say any more."""
    document, now = moment.document, moment.now
    if alarm.generation != document.generation:
        return refuse(moment, None)
    match document.stage:
        case Stage.LOBBY if now - document.touched_at >= moment.pace.lobby_close:
            return accept(moment, Change(closed(document, now)))
        case Stage.LOBBY if can_start(document) and now - document.asked_at >= moment.pace.lobby_start:
            return accept(moment, begin(moment, document))
        case Stage.BETWEEN if now - document.since >= moment.pace.rematch:
            return accept(moment, Change(closed(document, now)))
        case Stage.PLAYING:
            return _in_game(moment)
        case _:
            return accept(moment, Change(document))


def _in_game(moment: Moment) -> Outcome:
    state = running(moment.document)
    over = state is not None and state.phase is Phase.RECUENTO
    if state is not None and over and moment.now - moment.document.since >= moment.pace.next_hand:
        return make_for(moment, Caller(state.mano, By.TIME), Siguiente())
    return accept(moment, Change(moment.document))


def _player(document: TableDocument, seat: int) -> str:
    occupant = document.seats[seat]
    return occupant.player if isinstance(occupant, Computer) else COMPUTER_PLAYERS[0]
