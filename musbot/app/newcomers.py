"""Taking a computer's seat in a running game, from the next hand on; the computer's human partner may object."""

from dataclasses import replace

from musbot.app import toasts
from musbot.app.commit import Outcome
from musbot.app.document import Computer, Newcomer, Stage, TableDocument
from musbot.app.moment import Change, Moment, accept, refuse


def ask(moment: Moment, arg: str) -> Outcome:
    """An onlooker wants a computer's seat."""
    document = moment.document
    if document.stage not in (Stage.PLAYING, Stage.BETWEEN) or document.practice:
        return refuse(moment, toasts.plain("not-playing"), orphan=True)
    if moment.seat is not None:
        return refuse(moment, toasts.plain("newcomer-seated"))
    seat = int(arg) if arg.isdigit() and int(arg) < len(document.seats) else None
    if seat is None:
        return refuse(moment, toasts.plain("unknown"))
    wanted = next((one for one in document.newcomers if one.seat == seat), None)
    if not isinstance(document.seats[seat], Computer) or (wanted and wanted.person_id != moment.person.id):
        return refuse(moment, toasts.plain("newcomer-taken"))
    person = moment.person
    others = tuple(one for one in document.newcomers if one.person_id != person.id)
    mine = Newcomer(seat, person.id, person.name, person.reachable)
    toast = toasts.newcomer(document.name_of(seat))
    return accept(moment, Change(replace(document, newcomers=(*others, mine))), toast)


def object_to(moment: Moment, arg: str) -> Outcome:
    """The human partner of a computer would rather keep it."""
    document = moment.document
    seat = next((one.seat for one in document.newcomers if str(one.seat) == arg), None)
    if seat is None:
        return refuse(moment, toasts.plain("newcomer-gone"), orphan=True)
    if moment.seat not in partners_asked(document, seat):
        return refuse(moment, toasts.plain("newcomer-partner"))
    left = tuple(one for one in document.newcomers if one.seat != seat)
    return accept(moment, Change(replace(document, newcomers=left)), toasts.plain("newcomer-refused"))


def partners_asked(document: TableDocument, seat: int) -> tuple[int, ...]:
    """The seats of the persons who may object: partners of a computer's seat who are there."""
    partners = document.rules.seats_of(document.rules.pair_of(seat))
    return tuple(one for one in partners if one != seat and not document.computer_at(one))
