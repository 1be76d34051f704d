"""Hints while one plays, and what decided a juego afterwards. Both are worked out elsewhere, from what may be known."""

from dataclasses import replace

from musbot.app import toasts
from musbot.app.advice import Review
from musbot.app.commit import HintWanted, Notice, Outcome, Refused
from musbot.app.document import Human, TableDocument
from musbot.app.moment import Change, Moment, accept, refuse
from musbot.app.play import running
from musbot.app.presenter import costly_notice, review_text, who_may_speak
from musbot.engine import to_act, view_for
from musbot.engine.state import Phase

WORTH_TELLING = 0.02
"""A decision that gave away less of the chance to win the juego is not told."""


def hint(moment: Moment) -> Outcome:
    """What a good player would do: in practice, or where the table allows it; for the person alone."""
    document = moment.document
    state = running(document)
    if state is None:
        return refuse(moment, toasts.plain("not-playing"))
    seat = moment.seat
    if seat is None:
        return refuse(moment, toasts.plain("onlooker"))
    if not document.hints:
        return refuse(moment, toasts.plain("hints-not-here"))
    if moment.command.query_id is None and not moment.private:
        return refuse(moment, toasts.plain("hints-private"))
    if seat not in to_act(state) or state.phase is Phase.RECUENTO:
        return refuse(moment, toasts.out_of_turn(who_may_speak(document)))
    return Refused(hint=HintWanted(view_for(state, seat)))


def review_due(document: TableDocument) -> bool:
    """Whether a juego has just ended and what decided it is still to be worked out."""
    state = document.state
    if state is None or state.juego_winner is None:
        return False
    return document.review is None or document.review.hand_no != state.hand_no


def reviewed(moment: Moment, review: Review) -> Outcome:
    """The review is there: kept for whoever asks, and the costly decisions told in private."""
    document = moment.document
    if not review_due(document) or document.state is None or review.hand_no != document.state.hand_no:
        return refuse(moment, None)
    return accept(moment, Change(replace(document, review=review), notices=_private(document, review)))


def tell_review(moment: Moment) -> Outcome:
    """Luck and decisions for everybody; one's own costliest decision for a player alone."""
    review = moment.document.review
    if review is None:
        return refuse(moment, toasts.plain("no-review"))
    return refuse(moment, review_text(moment.document, review, moment.seat), alert=True)


def _private(document: TableDocument, review: Review) -> tuple[Notice, ...]:
    notices = []
    for seat, occupant in enumerate(document.seats):
        costly = review.worst[seat] if seat < len(review.worst) else None
        told = isinstance(occupant, Human) and occupant.person_id in document.reachable
        if told and isinstance(occupant, Human) and costly is not None and costly.cost >= WORTH_TELLING:
            notices.append(costly_notice(review, seat, costly, occupant.person_id))
    return tuple(notices)
