"""What the use cases need from the outside, as protocols. `musbot.storage` and `musbot.telegram` implement them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from musbot.app.commit import Answer, Chat, Commit, Reply
from musbot.app.document import TableDocument
from musbot.app.incoming import Incoming
from musbot.app.screens import Screen
from musbot.engine.events import Event

T = TypeVar("T")


class StaleRevision(Exception):
    """Somebody else committed this table first: load it again and decide again."""


class DuplicateUpdate(Exception):
    """The effect of this update is stored already: answer it, do not apply it."""


class StoreUnavailable(Exception):
    """The store cannot be used (locked, full, damaged, too new); the message says what to do about it."""


class Clock(Protocol):
    """Time, handed in."""

    def now(self) -> float:
        """Seconds since 1970."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class Chance(Protocol):
    """Randomness, handed in: a cryptographic source in production, a seeded one in tests."""

    def shuffle(self, items: Sequence[T], /) -> tuple[T, ...]:
        """The items in random order."""
        ...

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1."""
        ...


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A place: a chat of the platform and, in forums, a thread of it (None: the general one)."""

    place_id: int
    chat_id: int
    thread_id: int | None
    language: str | None
    reachable: bool = True
    title: str = ""
    username: str | None = None


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person we have met: the language chosen in private (None: as the client says), and whether private works."""

    person_id: int
    name: str
    language: str | None
    reachable: bool


@dataclass(frozen=True, slots=True)
class DueRow:
    """A table's deadline."""

    table_id: int
    place_id: int
    due: float
    generation: int


@dataclass(frozen=True, slots=True)
class SlotStatus:
    """A slot's message: its id once posted, and when it last came to show what is wanted (None: it does not yet)."""

    message_id: int | None
    shown_at: float | None


class Store(Protocol):
    """Tables, places, people. Every method is safe to call from any task; each write is one transaction."""

    async def new_table_id(self) -> int:
        """A number for a new table that no table has had before."""
        ...

    async def load(self, table_id: int) -> TableDocument | None:
        """The document of a table, or None."""
        ...

    async def commit(self, commit: Commit) -> None:
        """Write one commit in one transaction.

        Raises:
            StaleRevision: `commit.document.rev` is not the stored rev + 1 (of a table never stored: 1).
            DuplicateUpdate: `commit.update_id` was committed or refused before.
            LookupError: there is no place `commit.document.place_id`.
            ValueError: the events do not lead from the stored version to `commit.document.version`.
        """
        ...

    async def seen_update(self, update_id: int) -> bool:
        """Whether this update was committed or refused before."""
        ...

    async def refuse_update(self, update_id: int) -> None:
        """Remember that this update was dealt with and changed nothing."""
        ...

    async def add_replies(self, replies: Sequence[Reply], table_id: int | None = None) -> None:
        """Owe replies that belong to no table's commit."""
        ...

    async def add_retire(self, chat: Chat, message_id: int) -> None:
        """Owe the stripping of a message's keyboard, unless a slot or a notice of an open table stands in it."""
        ...

    async def events(self, table_id: int) -> tuple[Event, ...]:
        """The whole event log of a table, in order."""
        ...

    async def open_table_at(self, place_id: int) -> int | None:
        """The open (not closed) table at a place."""
        ...

    async def open_tables_of(self, person_id: int) -> tuple[int, ...]:
        """Open tables at which a person is seated, newest first."""
        ...

    async def place(
        self, chat_id: int, thread_id: int | None, title: str = "", username: str | None = None
    ) -> PlaceRow:
        """The place of a chat and thread, created when new; a changed title or username is stored."""
        ...

    async def place_by_id(self, place_id: int) -> PlaceRow | None:
        """A place by its number."""
        ...

    async def set_place_language(self, place_id: int, language: str) -> None:
        """The language chosen for a place."""
        ...

    async def set_place_reachable(self, place_id: int, reachable: bool) -> None:
        """Whether the bot can write in a place."""
        ...

    async def places_of_chat(self, chat_id: int) -> tuple[PlaceRow, ...]:
        """All places (topics) of one chat."""
        ...

    async def migrate_chat(self, old_chat_id: int, new_chat_id: int) -> None:
        """A group became a supergroup: re-key its places, drop message ids, owe its boards anew. Idempotent."""
        ...

    async def person(self, person_id: int) -> PersonRow | None:
        """What is known of a person."""
        ...

    async def remember_person(
        self, person_id: int, name: str, *, reachable: bool | None = None, language: str | None = None
    ) -> None:
        """Store what is given; None leaves a field as it is."""
        ...

    async def due(self, until: float) -> tuple[DueRow, ...]:
        """Deadlines at or before `until`, earliest first."""
        ...

    async def next_due(self) -> float | None:
        """When the nearest deadline is."""
        ...

    async def slot_status(self, table_id: int, name: str) -> SlotStatus | None:
        """What is known of a slot's message; None: no such slot."""
        ...

    async def meta(self, key: str) -> str | None:
        """A small fact of the whole bot (update offset, registered commands)."""
        ...

    async def set_meta(self, key: str, value: str) -> None:
        """Store a small fact."""
        ...

    async def close(self) -> None:
        """Finish what runs and close."""
        ...


@dataclass(frozen=True, slots=True)
class OwedSlot:
    """A slot whose wanted screen is not what it shows.

    Attributes:
        replaces: an old message that goes once the fresh one stands: `slot_shown` owes its deletion as an `OwedRetire`.
        group_username: public address of the table's group, for `Link.GROUP`.
    """

    slot_id: int
    screen: Screen
    wanted: int
    message_id: int | None
    close: bool
    replaces: int | None = None
    group_username: str | None = None


@dataclass(frozen=True, slots=True)
class OwedNotice:
    """A notice not yet delivered."""

    notice_id: int
    screen: Screen
    group_username: str | None = None  # of the table's group


@dataclass(frozen=True, slots=True)
class OwedReply:
    """A reply not yet delivered; drop it when `at` is more than 20 s ago."""

    reply_id: int
    screen: Screen
    at: float
    group_username: str | None = None  # of the table's group, when the reply came from a table


@dataclass(frozen=True, slots=True)
class OwedRetire:
    """A message whose keyboard is to be stripped (or which is to be deleted)."""

    retire_id: int
    message_id: int
    delete: bool = False


@dataclass(frozen=True, slots=True)
class OwedChat:
    """Everything one chat is owed now, with the address and the language to render in."""

    chat: Chat
    chat_id: int
    thread_id: int | None
    language: str | None
    hold_until: float
    notices: tuple[OwedNotice, ...]
    slots: tuple[OwedSlot, ...]
    replies: tuple[OwedReply, ...]
    retires: tuple[OwedRetire, ...]
    group_username: str | None = None


class Deliveries(Protocol):
    """The delivery side of the store, for the outbox alone."""

    async def owing_chats(self) -> tuple[Chat, ...]:
        """Reachable chats that are owed anything."""
        ...

    async def owed(self, chat: Chat) -> OwedChat | None:
        """What a chat is owed, in order of delivery; None: nothing."""
        ...

    async def slot_shown(self, slot_id: int, wanted: int, message_id: int, at: float) -> None:
        """The slot shows counter `wanted` in `message_id`; a closing slot is gone then."""
        ...

    async def slot_lost(self, slot_id: int) -> None:
        """The slot's message no longer exists or cannot be edited: the next showing is a new message."""
        ...

    async def notice_sent(self, notice_id: int, message_id: int, at: float) -> None:
        """A notice stands in the chat."""
        ...

    async def reply_done(self, reply_id: int) -> None:
        """A reply was sent or dropped."""
        ...

    async def retire_done(self, retire_id: int) -> None:
        """A keyboard was stripped, or will never be."""
        ...

    async def dead_letter(
        self, chat: Chat, kind: str, row_id: int, error: str, wanted: int | None = None
    ) -> None:
        """Give up one owed thing for good: it is moved to the dead letters with the error's text.

        Args:
            chat: whose it was.
            kind: ``slot``, ``notice``, ``reply`` or ``retire``.
            row_id: its number. A slot stays: its next write is tried again.
            error: what the platform said.
            wanted: of a slot, the counter that was tried; what was written since stays owed.
        """
        ...

    async def hold(self, chat: Chat, until: float) -> None:
        """The platform asked us to leave this chat alone until then."""
        ...

    async def set_reachable(self, chat: Chat, reachable: bool) -> None:
        """Whether the chat can be written to; what an unreachable chat is owed waits."""
        ...


class Answers(Protocol):
    """Answers button presses; nobody waits for it."""

    def answer(self, query_id: str, answer: Answer | None, language: str | None) -> None:
        """Queue the answer; at most one per query is sent."""
        ...


class Wake(Protocol):
    """Wakes the pumps after a commit."""

    def delivery(self, chats: Sequence[Chat]) -> None:
        """These chats may be owed something."""
        ...

    def deadlines(self) -> None:
        """The nearest deadline may have changed."""
        ...


class Members(Protocol):
    """What only the platform knows about people and groups."""

    async def is_admin(self, chat_id: int, person_id: int) -> bool:
        """Whether a person administers a chat; False when it cannot be found out."""
        ...


class Intake(Protocol):
    """Takes what comes in. The awaitable ends when the effect is committed or refused."""

    async def take(self, incoming: Incoming) -> None:
        """Deal with one update, a duplicate included."""
        ...
