"""The lobby: opening a table, sitting down, pairs, computers, rules, start and close."""

from dataclasses import replace

from musbot.app import toasts
from musbot.app.cast import LEVELS, OTHERS, next_computer
from musbot.app.clocks import can_start
from musbot.app.commands import Command, Person, Slash, SlashCommand
from musbot.app.commit import Accepted, Outcome
from musbot.app.document import Computer, Human, Stage, TableDocument
from musbot.app.moment import Change, Moment, accept, refuse
from musbot.app.pace import Pace
from musbot.app.play import begin
from musbot.app.ports import Chance, PlaceRow
from musbot.app.screens import Press, Verb
from musbot.app.seating import (
    arrange,
    first_free_seat,
    free_seat,
    names,
    newcomers_seated,
    put,
    with_reach,
    without_person,
)
from musbot.engine import PRESETS

DEFAULT_LANGUAGE = "es"


def open_table(
    table_id: int,
    place: PlaceRow,
    person: Person,
    now: float,
    chance: Chance,
    pace: Pace,
    update_id: int | None = None,
) -> Accepted:
    """A new table at a place; who opens it sits down at once, for ``/mus`` is a wish to play (person 0 does not)."""
    document = TableDocument(
        table_id=table_id,
        place_id=place.place_id,
        creator=person.id,
        language=place.language or DEFAULT_LANGUAGE,
        opened_at=now,
        touched_at=now,
        since=now,
    )
    command = Command(SlashCommand(Slash.MUS), person, place.place_id, update_id)
    moment = Moment(document, command, now, chance, pace)
    if person.id:
        document = _seated(document, 0, person)
    outcome = accept(moment, Change(document))
    assert isinstance(outcome, Accepted)  # accept always is
    return outcome


def open_practice(
    table_id: int,
    place: PlaceRow,
    person: Person,
    now: float,
    chance: Chance,
    pace: Pace,
    level: str,
    update_id: int | None = None,
) -> Accepted:
    """One person against three computers of a level, in the private chat; the cards are dealt at once."""
    document = TableDocument(
        table_id=table_id,
        place_id=place.place_id,
        creator=person.id,
        language=person.language or place.language or DEFAULT_LANGUAGE,
        opened_at=now,
        touched_at=now,
        since=now,
        practice=True,
        hints=True,
        seats=(Human(person.id, person.name), None, None, None),
    )
    for seat in (1, 2, 3):
        document = put(document, seat, next_computer(level, names(document)))
    command = Command(SlashCommand(Slash.PRACTICAR), person, place.place_id, update_id)
    moment = Moment(document, command, now, chance, pace)
    outcome = accept(moment, begin(moment, document))
    assert isinstance(outcome, Accepted)  # accept always is
    return outcome


def press(moment: Moment, press: Press) -> Outcome:
    """A press on a lobby button."""
    document = moment.document
    if document.stage is not Stage.LOBBY:
        running = document.stage is Stage.PLAYING
        return refuse(moment, toasts.plain("game-running" if running else "not-playing"), orphan=True)
    match press.verb:
        case Verb.SIT:
            return _sit(moment, press.arg)
        case Verb.STAND:
            return stand(moment)
        case Verb.CLOSE:
            return close(moment)
        case _ if moment.seat is None:
            return refuse(moment, toasts.plain("not-seated"))
        case Verb.DRAW:
            return _draw(moment)
        case Verb.BOT:
            return _add_computer(moment, press.arg)
        case Verb.UNBOT:
            return _remove_computer(moment)
        case Verb.PRESET:
            return _preset(moment, press.arg)
        case Verb.HINTS:
            return _hints(moment)
        case Verb.START:
            return _start(moment)
        case _:
            return refuse(moment, toasts.plain("unknown"))


def stand(moment: Moment) -> Outcome:
    """Leave the lobby; a lobby that the last person leaves closes."""
    seat = moment.seat
    if seat is None:
        return refuse(moment, toasts.plain("not-seated"))
    document = without_person(moment.document, seat)
    if not document.humans:
        document = closed(document, moment.now)
    return accept(moment, Change(document), toasts.plain("stood"))


def close(moment: Moment) -> Outcome:
    """Close the lobby: anyone seated, its creator or an admin; anyone at all when nothing has happened for long."""
    document = moment.document
    idle = moment.now - document.touched_at >= moment.pace.idle
    person = moment.person
    if not (moment.seat is not None or person.id == document.creator or person.admin or idle):
        return refuse(moment, toasts.plain("not-yours-to-close"))
    return accept(moment, Change(closed(document, moment.now)), toasts.plain("closed"))


def closed(document: TableDocument, now: float) -> TableDocument:
    """The table, closed for good."""
    return replace(document, stage=Stage.CLOSED, since=now)


def reopened(document: TableDocument, now: float) -> TableDocument:
    """Back to the lobby after a partida, with the same people; persons who were away are gone."""
    document = newcomers_seated(document)
    for seat, occupant in enumerate(document.seats):
        if isinstance(occupant, Human) and occupant.away:
            document = without_person(document, seat)
    return replace(document, stage=Stage.LOBBY, since=now, asked_at=now, touched_at=now)


def _seated(document: TableDocument, seat: int, person: Person) -> TableDocument:
    document = put(document, seat, Human(person.id, person.name))
    return with_reach(document, person.id, reachable=person.reachable)


def _sit(moment: Moment, arg: str) -> Outcome:
    if arg not in ("0", "1"):
        return refuse(moment, toasts.plain("unknown"))
    pair = int(arg)
    document, mine = moment.document, moment.seat
    if mine is not None and document.rules.pair_of(mine) == pair:
        return refuse(moment, toasts.already_seated(pair))
    seat = free_seat(document, pair)
    if seat is None:
        return refuse(moment, toasts.pair_full(pair))
    if mine is not None:
        document = put(document, mine, None)
    document = _filled(_seated(document, seat, moment.person), moment.now)
    return accept(moment, Change(document), toasts.sat(pair, reachable=moment.person.reachable))


def _filled(document: TableDocument, now: float) -> TableDocument:
    """The table may just have become full: the time to start by itself runs from now."""
    return replace(document, asked_at=now) if document.full else document


def _draw(moment: Moment) -> Outcome:
    document = moment.document
    if sum(occupant is not None for occupant in document.seats) < 2:
        return refuse(moment, toasts.plain("draw-needs-two"))
    order = moment.chance.shuffle(document.seats)
    return accept(moment, Change(_filled(arrange(document, order), moment.now)), toasts.plain("drawn"))


def _add_computer(moment: Moment, player: str) -> Outcome:
    if player not in (*LEVELS, *OTHERS):
        return refuse(moment, toasts.plain("unknown"))
    seat = first_free_seat(moment.document)
    if seat is None:
        return refuse(moment, toasts.plain("no-seat"))
    computer = next_computer(player, names(moment.document))
    document = _filled(put(moment.document, seat, computer), moment.now)
    return accept(moment, Change(document), toasts.bot_added(computer.name))


def _remove_computer(moment: Moment) -> Outcome:
    seats = [seat for seat, who in enumerate(moment.document.seats) if isinstance(who, Computer)]
    if not seats:
        return refuse(moment, toasts.plain("no-bot"))
    name = moment.document.name_of(seats[-1])
    return accept(moment, Change(put(moment.document, seats[-1], None)), toasts.bot_removed(name))


def _preset(moment: Moment, key: str) -> Outcome:
    if key not in PRESETS:
        return refuse(moment, toasts.plain("unknown"))
    document = replace(moment.document, preset=key, rules=PRESETS[key])
    return accept(moment, Change(_filled(document, moment.now)), toasts.preset_chosen(key))


def _hints(moment: Moment) -> Outcome:
    """Allow hints at this table, or not."""
    document = replace(moment.document, hints=not moment.document.hints)
    return accept(moment, Change(document), toasts.plain("hints-on" if document.hints else "hints-off"))


def _start(moment: Moment) -> Outcome:
    document = moment.document
    if not can_start(document):
        return refuse(moment, toasts.missing(document.seats.count(None)))
    return accept(moment, begin(moment, document), toasts.plain("started"))
