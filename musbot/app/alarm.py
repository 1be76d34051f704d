"""What a table does when its alarm fires: start or close a lobby, deal the next hand, close what nobody goes on with.

Computers are asked by the runtime (`due_computers`); the alarm only makes it look.
"""

from dataclasses import dataclass, replace

from musbot.app.cast import SITTING_IN, SPARE
from musbot.app.clocks import can_start, computer_at, computers_to_ask
from musbot.app.commands import Alarm
from musbot.app.commit import By, Outcome
from musbot.app.document import Computer, Stage, TableDocument
from musbot.app.lobby import closed
from musbot.app.moment import Change, Moment, accept, refuse
from musbot.app.pace import Pace
from musbot.app.play import Caller, begin, make_for, running
from musbot.app.seating import people_present
from musbot.app.turns import resumed, ring
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
    if state is None:
        return ()
    asked = question(state)
    players = {turn.seat: SPARE for turn in document.turns if turn.late and turn.question == asked}
    if computer_at(document, pace) <= now:
        players |= {seat: _player(document, seat) for seat in computers_to_ask(document)}
    return tuple(ComputerTurn(seat, asked, player, view_for(state, seat)) for seat, player in players.items())


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
            return _in_game(moment, alarm.shown_at)
        case _:
            return accept(moment, Change(document))


def _in_game(moment: Moment, shown_at: float | None) -> Outcome:
    state = running(moment.document)
    over = state is not None and state.phase is Phase.RECUENTO
    if state is not None and over and moment.now - moment.document.since >= moment.pace.next_hand:
        return make_for(moment, Caller(state.mano, By.TIME), Siguiente())
    if state is not None and (moment.document.practice or not people_present(moment.document)):
        if moment.now - moment.document.touched_at >= moment.pace.abandoned:
            return accept(moment, Change(closed(moment.document, moment.now)))
        return accept(moment, Change(moment.document))
    return accept(moment, Change(ring(moment.document, moment.now, shown_at)))


def resume(moment: Moment) -> Outcome:
    """The bot is back: every clock that ran while it was down has at least half its time left."""
    document, now, pace = moment.document, moment.now, moment.pace
    wait = {Stage.PLAYING: pace.next_hand, Stage.BETWEEN: pace.rematch}.get(document.stage)
    if wait is not None:
        document = replace(document, since=max(document.since, now - wait / 2))
    if document.stage is Stage.LOBBY:
        document = replace(
            document,
            touched_at=max(document.touched_at, now - pace.lobby_close / 2),
            asked_at=max(document.asked_at, now - pace.lobby_start / 2),
        )
    return accept(moment, Change(resumed(document, now)))


def _player(document: TableDocument, seat: int) -> str:
    occupant = document.seats[seat]
    return occupant.player if isinstance(occupant, Computer) else SITTING_IN
