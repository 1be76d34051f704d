"""Who sits where: pure changes of a table's seats, without asking whether they may be made."""

from collections.abc import Sequence
from dataclasses import replace

from musbot.app.cast import SITTING_IN, next_computer
from musbot.app.document import Computer, Human, Occupant, TableDocument


def free_seat(document: TableDocument, pair: int) -> int | None:
    """The first free seat of a pair."""
    return next((seat for seat in document.rules.seats_of(pair) if document.seats[seat] is None), None)


def first_free_seat(document: TableDocument) -> int | None:
    """The first free seat of all: computers fill the second pair's seats as they come, like people do."""
    return next((seat for seat, occupant in enumerate(document.seats) if occupant is None), None)


def put(document: TableDocument, seat: int, occupant: Occupant | None) -> TableDocument:
    """The document with `occupant` at `seat`."""
    seats = (*document.seats[:seat], occupant, *document.seats[seat + 1 :])
    return replace(document, seats=seats)


def arrange(document: TableDocument, order: Sequence[Occupant | None]) -> TableDocument:
    """The document with all seats as given."""
    return replace(document, seats=tuple(order))


def names(document: TableDocument) -> frozenset[str]:
    """The names at the table."""
    return frozenset(document.name_of(seat) for seat in range(len(document.seats)))


def set_away(document: TableDocument, seat: int, *, away: bool) -> TableDocument:
    """A person leaves a seat to a computer, or takes it back."""
    occupant = document.seats[seat]
    return put(document, seat, replace(occupant, away=away)) if isinstance(occupant, Human) else document


def seats_given_up(document: TableDocument) -> TableDocument:
    """A juego is over: whoever left during it has given up the seat, the computer there plays on for itself."""
    for seat, occupant in enumerate(document.seats):
        if isinstance(occupant, Human) and occupant.away:
            computer = next_computer(SITTING_IN, names(document))
            document = put(without_person(document, seat), seat, computer)
    return document


def newcomers_seated(document: TableDocument) -> TableDocument:
    """Everyone who waited for a computer's seat has it: a new hand begins."""
    for one in document.newcomers:
        if isinstance(document.seats[one.seat], Computer) and document.seat_of(one.person_id) is None:
            document = put(document, one.seat, Human(one.person_id, one.name))
            document = with_reach(document, one.person_id, reachable=one.reachable)
    return replace(document, newcomers=())


def with_reach(document: TableDocument, person_id: int, *, reachable: bool) -> TableDocument:
    """The document knowing whether a seated person's private chat is open."""
    others = {known for known in document.reachable if known != person_id}
    known = others | {person_id} if reachable else others
    here = document.here if reachable else tuple(known_ for known_ in document.here if known_ != person_id)
    return replace(document, reachable=tuple(sorted(known)), here=here)


def without_person(document: TableDocument, seat: int) -> TableDocument:
    """The seat is free; what was known of its person for this table goes too."""
    occupant = document.seats[seat]
    document = put(document, seat, None)
    return (
        with_reach(document, occupant.person_id, reachable=False) if isinstance(occupant, Human) else document
    )


def pairs_of(document: TableDocument) -> tuple[tuple[str, ...], ...]:
    """Who is in each pair, whatever the seat within it: persons by id, computers by name."""

    def key(seat: int) -> str:
        occupant = document.seats[seat]
        return str(occupant.person_id) if isinstance(occupant, Human) else document.name_of(seat)

    return tuple(tuple(sorted(key(seat) for seat in document.rules.seats_of(pair))) for pair in (0, 1))


def people_present(document: TableDocument) -> bool:
    """Whether at least one person at the table plays in person."""
    return any(not human.away for human in document.humans)
