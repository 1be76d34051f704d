"""After a partida: rematch, changing the pairs, or enough."""

from musbot.app import toasts
from musbot.app.clocks import can_start
from musbot.app.commit import Outcome
from musbot.app.document import Stage
from musbot.app.lobby import closed, reopened
from musbot.app.moment import Change, Moment, accept, refuse
from musbot.app.play import begin
from musbot.app.screens import Verb
from musbot.app.seating import without_person


def press(moment: Moment, verb: Verb) -> Outcome:
    """A press on the buttons under the last showdown."""
    if moment.document.stage is not Stage.BETWEEN:
        return refuse(moment, toasts.plain("not-between"), orphan=True)
    if moment.seat is None:
        return refuse(moment, toasts.plain("onlooker"))
    match verb:
        case Verb.REMATCH:
            return _rematch(moment)
        case Verb.SWAP:
            return accept(moment, Change(reopened(moment.document, moment.now)), toasts.plain("swap"))
        case _:
            return enough(moment)


def enough(moment: Moment) -> Outcome:
    """One person goes; the others find themselves in the lobby with a free seat, nobody left closes the table."""
    seat = moment.seat
    if seat is None:
        return refuse(moment, toasts.plain("not-seated"))
    document = reopened(without_person(moment.document, seat), moment.now)
    if not document.humans:
        document = closed(document, moment.now)
    return accept(moment, Change(document), toasts.plain("enough"))


def _rematch(moment: Moment) -> Outcome:
    """The same people at once; with a seat gone free, the lobby first."""
    document = reopened(moment.document, moment.now)
    if not can_start(document):
        return accept(moment, Change(document), toasts.missing(document.seats.count(None)))
    return accept(moment, begin(moment, document), toasts.plain("rematch"))
