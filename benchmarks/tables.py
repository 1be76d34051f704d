"""Databases with open games in them, made by the bot's own use cases, and the calls that can be pressed there."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from musbot.app.commands import Command, Person
from musbot.app.commit import Accepted, Chat, ChatKind, Commit, LoggedEvent, SlotWrite
from musbot.app.document import TableDocument
from musbot.app.lobby import open_table
from musbot.app.pace import Pace
from musbot.app.ports import PlaceRow
from musbot.app.screens import Press, Verb
from musbot.app.table import handle
from musbot.engine import State, decide, fold, question, to_act
from musbot.engine.actions import Action, Corto, Mus, Paso
from musbot.engine.events import HandEnded
from musbot.engine.notation import action_text
from musbot.engine.state import Phase
from musbot.storage import SqliteStore, open_store
from musbot.telegram.callbacks import encode

T = TypeVar("T")

FIRST_CHAT = -1_002_000_000_000
FIRST_PERSON = 700_000_000
BOARD = 50
"""Message id of every table's board, in its group."""

CALLS = 16
"""At least so many calls are pressed at a table before its hand would end."""

_NAMES = ("Ane Etxeberria", "Jon Agirre", "Mikel Zubiri", "Itziar Lasa")


class SeededChance:
    """Randomness from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def shuffle(self, items: Sequence[T], /) -> tuple[T, ...]:
        return tuple(self._random.sample(list(items), len(items)))

    def below(self, n: int, /) -> int:
        return self._random.randrange(n)


@dataclass(frozen=True, slots=True)
class Step:
    """One press: by whom, and with what data."""

    person_id: int
    name: str
    data: str


@dataclass(frozen=True, slots=True)
class Script:
    """The presses of one table, in order; each is accepted and changes the board."""

    chat_id: int
    message_id: int
    steps: tuple[Step, ...]

    def as_json(self, presses: int | None = None) -> dict[str, object]:
        """For the stand-in: all of it, or the first `presses`."""
        steps = [[step.person_id, step.name, step.data] for step in self.steps[:presses]]
        return {"chat": self.chat_id, "message": self.message_id, "steps": steps}


def four(number: int) -> tuple[Person, ...]:
    """The people of a table; their private chats are not open, so that a press changes one message."""
    return tuple(Person(FIRST_PERSON + number * 4 + n, name, "es") for n, name in enumerate(_NAMES))


def running(number: int, place: PlaceRow, table_id: int, now: float) -> tuple[TableDocument, list[Commit]]:
    """A table with four people at which a hand has just been dealt, and the commits that led there."""
    for seed in range(1000):
        chance, people = SeededChance(number * 1000 + seed), four(number)
        accepted = open_table(table_id, place, people[0], now, chance, Pace())
        commits = [accepted.commit]
        presses = [(person, Verb.SIT, pair) for person, pair in zip(people[1:], "101", strict=True)]
        for person, verb, arg in [*presses, (people[0], Verb.START, "")]:
            document = commits[-1].document
            command = Command(Press(table_id, verb, None, arg), person, place.place_id, None, "query")
            outcome = handle(document, command, now, chance, Pace())
            if not isinstance(outcome, Accepted):
                raise TypeError(f"{verb} was refused: {outcome}")
            commits.append(outcome.commit)
        document = commits[-1].document
        if len(calls(document)) >= CALLS:
            return document, commits
    raise RuntimeError("no deal gives enough calls")


def calls(document: TableDocument) -> list[tuple[int, str, State]]:
    """Seat, callback data and state after it of quiet calls, up to the one that would end the hand."""
    state = document.state
    if state is None:
        raise ValueError("nothing is dealt at this table")
    found: list[tuple[int, str, State]] = []
    while True:
        (seat, *_) = to_act(state)
        action: Action = Paso()
        if state.phase is Phase.MUS:
            action = Mus() if len(state.said_mus) < state.rules.seats - 1 else Corto()
        events = decide(state, seat, action, tuple)
        if any(isinstance(event, HandEnded) for event in events):
            return found
        data = encode(Press(document.table_id, Verb.CALL, question(state), action_text(action)))
        state = fold(state, events)
        found.append((seat, data, state))


def script(number: int, document: TableDocument, chat_id: int) -> Script:
    """What can be pressed at a table."""
    people = {person.id: person for person in four(number)}
    steps = []
    for seat, data, _ in calls(document):
        occupant = next(human for human in document.humans if document.seat_of(human.person_id) == seat)
        steps.append(Step(occupant.person_id, people[occupant.person_id].name, data))
    return Script(chat_id, BOARD, tuple(steps))


def in_one(commits: Sequence[Commit]) -> Commit:
    """One commit that leaves a table as several did."""
    document = commits[-1].document
    events: list[LoggedEvent] = [event for commit in commits for event in commit.events]
    slots: dict[str, SlotWrite] = {slot.name: slot for commit in commits for slot in commit.slots}
    kept = tuple(slot for slot in slots.values() if not slot.close)
    return Commit(replace(document, rev=1, generation=1), tuple(events), kept)


def prepare(path: Path, count: int) -> list[Script]:
    """Make a database in which `count` games run, with their boards shown and nothing owed."""
    return asyncio.run(_prepare(path, count))


async def _prepare(path: Path, count: int) -> list[Script]:
    store = await open_store(path)
    try:
        return [await _add(store, number) for number in range(count)]
    finally:
        await store.close()


async def _add(store: SqliteStore, number: int) -> Script:
    chat_id = FIRST_CHAT - number
    place = await store.place(chat_id, None, f"Cuadrilla {number}")
    for person in four(number):
        await store.remember_person(person.id, person.name, reachable=False, language="es")
    table_id = await store.new_table_id()
    document, commits = running(number, place, table_id, time.time())
    await store.commit(in_one(commits))
    while (owed := await store.owed(Chat(ChatKind.PLACE, place.place_id))) is not None:
        for slot in owed.slots:
            await store.slot_shown(slot.slot_id, slot.wanted, BOARD, time.time())
        for notice in owed.notices:
            await store.notice_sent(notice.notice_id, BOARD - 1, time.time())
        if not owed.slots and not owed.notices:
            raise RuntimeError(f"a prepared table owes {owed}")
    return script(number, document, chat_id)
