"""Who takes a computer's seat with the next hand: told to the group, where the human partner may object."""

from collections.abc import Iterator

from musbot.app.commit import Chat, ChatKind, Notice, Retire
from musbot.app.document import Newcomer, TableDocument
from musbot.app.presenter.keys import Rows, button
from musbot.app.presenter.words import seat_name, seat_names
from musbot.app.screens import Screen, Verb
from musbot.app.text import Name, text


def arrivals(before: TableDocument | None, after: TableDocument) -> tuple[Notice, ...]:
    """A message for everyone who has just asked for a computer's seat."""
    known = before.newcomers if before is not None else ()
    return tuple(_notice(after, one) for one in after.newcomers if one not in known)


def settled(before: TableDocument | None, after: TableDocument) -> Iterator[Retire]:
    """Those messages go when the seat is taken, or refused."""
    for one in before.newcomers if before is not None else ():
        if one not in after.newcomers:
            yield Retire(_name(one), delete=True)


def _name(one: Newcomer) -> str:
    return f"newcomer:{one.seat}:{one.person_id}"


def _notice(document: TableDocument, one: Newcomer) -> Notice:
    partners = tuple(
        seat
        for seat in document.rules.seats_of(document.rules.pair_of(one.seat))
        if seat != one.seat and not document.computer_at(seat)
    )
    lines = [text("newcomer", who=Name(one.name), computer=seat_name(document, one.seat))]
    rows: Rows = ()
    if partners:
        lines.append(text("newcomer-ask", who=seat_names(document, partners)))
        rows = ((button(document, text("label-object"), Verb.OBJECT, str(one.seat)),),)
    return Notice(_name(one), Chat(ChatKind.PLACE, document.place_id), Screen(tuple(lines), rows))
