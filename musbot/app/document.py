"""The document of a table: everything a restart needs. A value; `table.handle` makes the next one.

Times are seconds since 1970 (float), handed in by the caller's clock.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from musbot.app.advice import Review
from musbot.engine.rules import Rules
from musbot.engine.state import Pairwise, Question, State


class Stage(StrEnum):
    """Where a table is in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    BETWEEN = "between"  # the partida is over: rematch, change pairs, or enough
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Human:
    """A person at a seat; while `away`, a computer plays for this person, who may come back."""

    person_id: int
    name: str
    away: bool = False


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer at a seat: `player` is the key of the player, `name` what people call it."""

    player: str
    name: str


Occupant: TypeAlias = Human | Computer
Mask: TypeAlias = tuple[bool, bool, bool, bool]
NO_CARDS: Mask = (False, False, False, False)


@dataclass(frozen=True, slots=True)
class Armed:
    """A first press that waits for its second (órdago, leaving): who, what (a key of ours), for what question, when."""

    person_id: int
    what: str
    question: Question | None
    at: float


@dataclass(frozen=True, slots=True)
class Early:
    """A quiet call said early by a seat; falls when the question changes. `action` is in notation."""

    seat: int
    question: Question
    action: str


@dataclass(frozen=True, slots=True)
class Drafts:
    """Discard choices being made in one round: a mask by seat, and the last toggle of each seat for double taps."""

    question: Question
    masks: tuple[Mask, ...]
    last: tuple[tuple[int, float], ...]  # by seat: (position or -1, when)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A person who takes a computer's seat when the next hand is dealt."""

    seat: int
    person_id: int
    name: str
    reachable: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """A person who is asked something, and the clock of that.

    Attributes:
        seat: the person's seat.
        question: what is asked.
        asked_at: since when.
        limit: how long the person has, in seconds.
        started: when the clock started: no earlier than the board was shown; None while that is not known.
        reminded: the person was reminded.
        late: the time is up, a computer makes this one call.
    """

    seat: int
    question: Question
    asked_at: float
    limit: float
    started: float | None = None
    reminded: bool = False
    late: bool = False


@dataclass(frozen=True, slots=True)
class TableDocument:
    """A table.

    Attributes:
        table_id: number of the table, part of every button.
        place_id: where it lives (a group, or a topic of one).
        rev: +1 with every commit: the optimistic lock. 0: never stored.
        version: number of engine events logged so far.
        creator: person who opened it.
        language: locale of the place.
        preset: key of the preset in `rules`.
        seats: who sits where; seat s belongs to pair s % 2.
        state: the engine's state from the first deal on; kept after the partida ends, until a rematch.
        drafts: discard choices in the making.
        armed: first presses waiting for their second.
        early: quiet calls said early.
        here: persons who play from their private chat, ascending.
        reachable: seated persons whose private chat is open, ascending.
        tally: partidas won by pair since the pairs were formed.
        tally_pairs: who is in pair 0 and in pair 1 (see `lobby.pairs_of`) while the tally counts.
        next_hand: number that the next dealt hand of this table will have.
        next_mano: seat that will be mano when the next partida starts; None: drawn at random.
        opened_at: when the table was opened.
        touched_at: the last time a person did something here.
        since: when the present stage, or the present recuento, began.
        asked_at: when the engine last moved; in the lobby, when it last became full.
        due: when the alarm is wanted; None: never.
        generation: number of the alarm that is wanted.
        turns: the persons who are asked now, with their clocks.
        lates: for each seat, how many calls in a row time has made for its person.
        made_by_time: positions in `State.calls` of the calls of this hand that time made.
        newcomers: who takes a computer's seat with the next hand.
        practice: one person against computers in the private chat: no hurry, hints allowed, one message for all.
        hints: players may ask what a good player would do.
        review: what decided the last juego, once it is worked out.
        cancel_votes: (pair, when) of the presses that want to cancel.
    """

    table_id: int
    place_id: int
    creator: int
    language: str
    opened_at: float
    touched_at: float
    since: float
    rev: int = 0
    version: int = 0
    stage: Stage = Stage.LOBBY
    preset: str = "clasico"
    rules: Rules = Rules()
    seats: tuple[Occupant | None, ...] = (None, None, None, None)
    state: State | None = None
    drafts: Drafts | None = None
    armed: tuple[Armed, ...] = ()
    early: tuple[Early, ...] = ()
    here: tuple[int, ...] = ()
    reachable: tuple[int, ...] = ()
    tally: Pairwise = (0, 0)
    tally_pairs: tuple[tuple[str, ...], ...] = ()
    next_hand: int = 1
    next_mano: int | None = None
    asked_at: float = 0.0
    due: float | None = None
    generation: int = 0
    turns: tuple[Turn, ...] = ()
    lates: tuple[int, ...] = (0, 0, 0, 0)
    made_by_time: tuple[int, ...] = ()
    newcomers: tuple[Newcomer, ...] = ()
    practice: bool = False
    hints: bool = False
    review: Review | None = None
    cancel_votes: tuple[tuple[int, float], ...] = ()

    def seat_of(self, person_id: int) -> int | None:
        """The seat of a person, None for an onlooker."""
        for seat, occupant in enumerate(self.seats):
            if isinstance(occupant, Human) and occupant.person_id == person_id:
                return seat
        return None

    def name_of(self, seat: int) -> str:
        """The name at a seat; empty when the seat is free."""
        occupant = self.seats[seat]
        return occupant.name if occupant else ""

    def computer_at(self, seat: int) -> bool:
        """Whether a computer makes the calls of a seat (its own, or those of a person who is away)."""
        occupant = self.seats[seat]
        return isinstance(occupant, Computer) or (isinstance(occupant, Human) and occupant.away)

    @property
    def full(self) -> bool:
        """All seats are taken."""
        return None not in self.seats

    @property
    def humans(self) -> tuple[Human, ...]:
        """The persons seated, in seat order."""
        return tuple(occupant for occupant in self.seats if isinstance(occupant, Human))
