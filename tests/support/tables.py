"""A table driven without chats, clocks or a store: commands go straight into `handle`, time moves by hand."""

from dataclasses import dataclass, field, replace

from musbot.app.commands import Alarm, Command, Person, SlashCommand, TypedCall, What
from musbot.app.commit import Accepted, Outcome, Refused
from musbot.app.document import TableDocument
from musbot.app.lobby import open_table
from musbot.app.pace import Pace
from musbot.app.ports import PlaceRow
from musbot.app.screens import Press, Verb
from musbot.app.table import handle
from musbot.app.text import Text
from musbot.engine import State, fold, initial, question, to_act
from musbot.engine.actions import Action
from musbot.engine.notation import action_text
from tests.support.chance import SeededChance

ANE, JON, MIKEL, ITZIAR = (
    Person(100 + n, name, "es") for n, name in enumerate(("Ane", "Jon", "Mikel", "Itziar"))
)
FOUR = (ANE, JON, MIKEL, ITZIAR)
MIRON = Person(999, "Mirón", "es")
PLACE = PlaceRow(place_id=7, chat_id=-1001, thread_id=None, language="es", title="Cuadrilla")
START = 1_790_000_000.0


@dataclass
class Table:
    """A table and the time; keeps every outcome that it has given."""

    document: TableDocument
    now: float = START
    pace: Pace = Pace()
    chance: SeededChance = field(default_factory=SeededChance)
    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def state(self) -> State:
        assert self.document.state is not None
        return self.document.state

    def do(self, what: What, person: Person | None = None, *, private: bool = False) -> Outcome:
        """Run a command; a press waits for an answer, as all presses do."""
        pressed = isinstance(what, Press)
        command = Command(
            what,
            person,
            None if private or person is None else PLACE.place_id,
            None,
            "query" if pressed else None,
        )
        outcome = handle(self.document, command, self.now, self.chance, self.pace)
        if isinstance(outcome, Accepted):
            assert outcome.commit.document.rev == self.document.rev + 1
            self.document = outcome.commit.document
        self.outcomes.append(outcome)
        return outcome

    def press(
        self, person: Person, verb: Verb, arg: str = "", *, private: bool = False, ask: bool = False
    ) -> Outcome:
        """Press a button; `ask` ties it to the present question."""
        asked = question(self.state) if ask else None
        return self.do(Press(self.document.table_id, verb, asked, arg), person, private=private)

    def call(self, person: Person, action: Action, *, private: bool = False) -> Outcome:
        """Press the button of a call for the present question."""
        return self.press(person, Verb.CALL, action_text(action), private=private, ask=True)

    def type(self, person: Person, call: TypedCall | SlashCommand, *, private: bool = False) -> Outcome:
        """Type something."""
        return self.do(call, person, private=private)

    def wait(self, seconds: float) -> None:
        """Let time pass, ringing the alarm whenever it is due."""
        until = self.now + seconds
        while self.document.due is not None and self.document.due <= until:
            self.now = self.document.due
            self.do(Alarm(self.document.generation))
        self.now = until

    def at(self, seat: int) -> Person:
        """The person at a seat."""
        return next(person for person in FOUR if self.document.seat_of(person.id) == seat)

    @property
    def speaker(self) -> Person:
        """The first person who may act."""
        return self.at(to_act(self.state)[0])


def toast_of(outcome: Outcome) -> Text:
    """What the presser was told."""
    assert outcome.answer is not None, outcome
    return outcome.answer.text


def key_of(outcome: Outcome) -> str:
    """The key of what the presser was told."""
    return toast_of(outcome).key


def reply_key(outcome: Outcome) -> str:
    """The key of the first line that a typed command was answered with."""
    replies = outcome.replies if isinstance(outcome, Refused) else outcome.commit.replies
    return replies[0].screen.lines[0].key


def open_lobby(seed: int = 1) -> Table:
    """A lobby that Ane has just opened (and sits in)."""
    chance = SeededChance(seed)
    accepted = open_table(77, PLACE, ANE, START, chance, Pace())
    return Table(accepted.commit.document, chance=chance, outcomes=[accepted])


def seat_four(table: Table) -> Table:
    """Ane and Mikel against Jon and Itziar: seats 0..3 are Ane, Jon, Mikel, Itziar."""
    for person, pair in ((JON, "1"), (MIKEL, "0"), (ITZIAR, "1")):
        table.press(person, Verb.SIT, pair)
    return table


def running_table(seed: int = 1, mano: int = 0) -> Table:
    """Four people, a hand dealt, mus asked."""
    table = seat_four(open_lobby(seed))
    table.document = replace(table.document, next_mano=mano)
    table.press(ANE, Verb.START)
    return table


def replayed(table: Table) -> State:
    """The state that the log of all accepted outcomes replays to."""
    state = initial()
    for outcome in table.outcomes:
        if isinstance(outcome, Accepted):
            state = fold(state, [logged.event for logged in outcome.commit.events])
    return state
