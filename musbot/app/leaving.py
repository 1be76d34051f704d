"""Leaving a running game and cancelling it: asked twice, decided by both pairs."""

from dataclasses import replace

from musbot.app import toasts
from musbot.app.between import enough
from musbot.app.commit import Outcome, Reply
from musbot.app.document import Armed, Stage, TableDocument
from musbot.app.lobby import close, closed, stand
from musbot.app.moment import Change, Moment, accept, refuse
from musbot.app.play import running
from musbot.app.presenter import cancel_question_screen, leave_question_screen
from musbot.app.seating import people_present, set_away
from musbot.app.turns import asked_now

LEAVE = "leave"


def ask_to_leave(moment: Moment) -> Outcome:
    """``/salir``: stands up in a lobby; in a game it asks whether that is meant."""
    document = moment.document
    if moment.seat is None:
        return refuse(moment, toasts.plain("not-seated"))
    if document.stage is not Stage.PLAYING:
        return stand(moment) if document.stage is Stage.LOBBY else enough(moment)
    armed = Armed(moment.person.id, LEAVE, None, moment.now)
    others = tuple(one for one in document.armed if one.person_id != moment.person.id)
    question = Reply(moment.chat, LEAVE, leave_question_screen(document, moment.seat))
    return accept(moment, Change(replace(document, armed=(*others, armed))), replies=(question,))


def leave(moment: Moment) -> Outcome:
    """The second half: a computer plays on for the person until the end of the juego."""
    document = moment.document
    seat = moment.seat
    if seat is None:
        return refuse(moment, toasts.plain("not-seated"))
    if document.stage is not Stage.PLAYING:
        return refuse(moment, toasts.plain("not-playing"), orphan=True)
    asked = any(
        one.person_id == moment.person.id
        and one.what == LEAVE
        and moment.now - one.at <= moment.pace.leave_window
        for one in document.armed
    )
    if not asked:
        return refuse(moment, toasts.plain("leave-again"), orphan=True)
    return walk_out(moment, seat)


def gone(moment: Moment) -> Outcome:
    """A person left the group: like leaving the table, whatever is going on there."""
    seat = moment.seat
    if seat is None or is_away(moment):
        return refuse(moment, None)
    match moment.document.stage:
        case Stage.LOBBY:
            return stand(moment)
        case Stage.PLAYING:
            return walk_out(moment, seat)
        case Stage.BETWEEN:
            return enough(moment)
        case Stage.CLOSED:
            return refuse(moment, None)


def walk_out(moment: Moment, seat: int) -> Outcome:
    """A person is gone from a running game (left the table, or the group): a computer takes over."""
    document = set_away(moment.document, seat, away=True)
    document = replace(
        document,
        armed=tuple(one for one in document.armed if one.person_id != moment.person.id),
        asked_at=moment.now,
    )
    if not people_present(document):
        document = closed(document, moment.now)
    return accept(moment, Change(_asked_again(moment, document)), toasts.plain("left"))


def is_away(moment: Moment) -> bool:
    """Whether a computer sits in for who asks: any press brings the person back."""
    return moment.seat is not None and moment.document.computer_at(moment.seat)


def come_back(moment: Moment) -> Outcome:
    """A person takes the seat back from the computer that sits in."""
    seat = moment.seat
    if seat is None:
        return refuse(moment, toasts.plain("onlooker"))
    if not moment.document.computer_at(seat):
        return refuse(moment, toasts.plain("not-away"))
    document = replace(set_away(moment.document, seat, away=False), asked_at=moment.now)
    return accept(moment, Change(_asked_again(moment, document)), toasts.plain("back"))


def cancel(moment: Moment) -> Outcome:
    """Cancel a running game: one person of each pair within two minutes, an admin alone, anyone seated when idle."""
    document = moment.document
    if document.stage is Stage.LOBBY:
        return close(moment)
    if document.stage is Stage.CLOSED:
        return refuse(moment, toasts.plain("table-closed"), orphan=True)
    seat = moment.seat
    if seat is None and not moment.person.admin:
        return refuse(moment, toasts.plain("cancel-seated"))
    idle = moment.now - document.touched_at >= moment.pace.idle
    if seat is None or moment.person.admin or idle or document.stage is Stage.BETWEEN:
        return accept(moment, Change(closed(document, moment.now)), toasts.plain("cancelled"))
    return _vote(moment, document.rules.pair_of(seat))


def _asked_again(moment: Moment, document: TableDocument) -> TableDocument:
    """Who is asked changes when a person goes or comes back in mid-game."""
    state = running(document)
    turns = asked_now(document, state, moment.now, moment.pace) if state is not None else ()
    return replace(document, turns=turns)


def _vote(moment: Moment, pair: int) -> Outcome:
    document = moment.document
    since = moment.now - moment.pace.cancel_window
    votes = {voted: at for voted, at in document.cancel_votes if at >= since} | {pair: moment.now}
    waiting = [other for other in (0, 1) if other not in votes and _anybody_in(document, other)]
    if not waiting:
        return accept(moment, Change(closed(document, moment.now)), toasts.plain("cancelled"))
    document = replace(document, cancel_votes=tuple(sorted(votes.items())))
    replies: tuple[Reply, ...] = ()
    if moment.command.query_id is None:
        replies = (Reply(moment.chat, "cancel", cancel_question_screen(document)),)
    return accept(moment, Change(document), toasts.cancel_vote(waiting[0]), replies=replies)


def _anybody_in(document: TableDocument, pair: int) -> bool:
    """Whether a person who is present sits in a pair: computers have no say."""
    return any(
        document.rules.pair_of(seat) == pair and not document.computer_at(seat)
        for seat in range(document.rules.seats)
    )
