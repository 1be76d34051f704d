"""What one command changes, as one value that the store writes in one transaction, and what the chats are owed."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from musbot.app.document import TableDocument
from musbot.app.screens import Screen
from musbot.app.text import Text
from musbot.engine import PlayerView
from musbot.engine.events import Event


class ChatKind(StrEnum):
    """A chat is a place (group or topic) or the private chat of a person."""

    PLACE = "place"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Chat:
    """Where something is owed: a place id, or a person's id."""

    kind: ChatKind
    id: int


class By(StrEnum):
    """Who made a call."""

    PERSON = "person"
    COMPUTER = "computer"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An engine event with who caused it (`person_id` only when `by` is PERSON) and when."""

    event: Event
    by: By
    at: float
    person_id: int | None = None


@dataclass(frozen=True, slots=True)
class SlotWrite:
    """What a slot is to show now; the latest wins. Slots are unique by (table_id, name).

    Attributes:
        name: ``lobby``, ``board:12`` (hand number), ``hand:12:777`` (hand number, person).
        screen: what to show.
        close: this is the last screen of the slot; once shown (best effort) the slot is gone.
        fresh: show it as a new message at the bottom and remove the old one.
    """

    name: str
    chat: Chat
    screen: Screen
    close: bool = False
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """A message that must arrive, in order, before slots. `name` is unique in its table (``showdown:12``)."""

    name: str
    chat: Chat
    screen: Screen


@dataclass(frozen=True, slots=True)
class Amend:
    """Change what the notice called `name` of this table says, in its message, once that stands; best effort."""

    name: str
    chat: Chat
    screen: Screen


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a typed command: at most one waiting for each (chat, topic), dropped when older than 20 s.

    Attributes:
        topic: the command's name; a newer reply of the same topic replaces the one that waits.
    """

    chat: Chat
    topic: str
    screen: Screen


@dataclass(frozen=True, slots=True)
class Retire:
    """Strip the keyboard of the notice (or slot) called `name` of this table, best effort, last.

    Attributes:
        delete: take the whole message away (a reminder that was answered); one not sent yet never is.
    """

    name: str
    delete: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a button press: a toast, or an alert. Seen by the presser alone, in the presser's language."""

    text: Text
    alert: bool = False


@dataclass(frozen=True, slots=True)
class Commit:
    """One transaction.

    Attributes:
        document: the next document (rev is the previous rev + 1).
        events: engine events to append to the log, from `document.version - len(events)` on.
        update_id: the platform update that this is the effect of.
    """

    document: TableDocument
    events: tuple[LoggedEvent, ...] = ()
    slots: tuple[SlotWrite, ...] = ()
    notices: tuple[Notice, ...] = ()
    replies: tuple[Reply, ...] = ()
    retires: tuple[Retire, ...] = ()
    amends: tuple[Amend, ...] = ()
    update_id: int | None = None


@dataclass(frozen=True, slots=True)
class HintWanted:
    """A hint to be worked out, from what its seat may know; the person alone is told."""

    view: PlayerView


@dataclass(frozen=True, slots=True)
class Accepted:
    """`handle` changed something: commit it, then answer the query if one waits."""

    commit: Commit
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """`handle` changed nothing: answer, and/or reply to a typed command. Writes no document."""

    answer: Answer | None = None
    replies: tuple[Reply, ...] = ()
    retire_pressed: bool = False  # the pressed message is an orphan: strip its keyboard
    hint: HintWanted | None = None  # work this out and tell the person; the query waits for it


Outcome: TypeAlias = Accepted | Refused
