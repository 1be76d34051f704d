"""The moment at which a command meets a table, and how what it changes becomes a commit.

Every use case takes a `Moment` and returns an `Outcome` through `accept` or `refuse`; revision, deadline and screens
are settled here and nowhere else.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from musbot.app import clocks
from musbot.app.commands import Command, Person
from musbot.app.commit import (
    Accepted,
    Answer,
    Chat,
    ChatKind,
    Commit,
    LoggedEvent,
    Notice,
    Outcome,
    Refused,
    Reply,
    SlotWrite,
)
from musbot.app.document import TableDocument
from musbot.app.pace import Pace
from musbot.app.ports import Chance
from musbot.app.presenter import present, screens
from musbot.app.screens import Screen
from musbot.app.text import Text


@dataclass(frozen=True, slots=True)
class Moment:
    """A table, what is asked of it, when, and the randomness to use."""

    document: TableDocument
    command: Command
    now: float
    chance: Chance
    pace: Pace

    @property
    def person(self) -> Person:
        """Who asks.

        Raises:
            ValueError: nobody does (a clock, a computer).
        """
        if self.command.person is None:
            raise ValueError("this command comes from nobody")
        return self.command.person

    @property
    def seat(self) -> int | None:
        """The seat of who asks, None for an onlooker."""
        return None if self.command.person is None else self.document.seat_of(self.command.person.id)

    @property
    def private(self) -> bool:
        """Whether it was asked in the private chat."""
        return self.command.place_id is None

    @property
    def chat(self) -> Chat:
        """The chat that it was asked in."""
        if self.command.place_id is not None:
            return Chat(ChatKind.PLACE, self.command.place_id)
        return Chat(ChatKind.PERSON, self.person.id)


@dataclass(frozen=True, slots=True)
class Change:
    """What a use case changes, before revision, deadline and screens are settled."""

    document: TableDocument
    events: tuple[LoggedEvent, ...] = ()
    notices: tuple[Notice, ...] = ()
    fresh: tuple[str, ...] = ()  # slots to show again at the bottom


def accept(
    moment: Moment,
    change: Change,
    toast: Text | None = None,
    *,
    aloud: bool = False,
    replies: tuple[Reply, ...] = (),
) -> Outcome:
    """Settle revision, deadline and screens, and answer with `toast` if somebody waits for an answer.

    Who typed is answered in private only, for the board tells the group; `aloud` answers in the group too.
    """
    before = moment.document
    document = replace(
        change.document,
        rev=before.rev + 1,
        version=before.version + len(change.events),
        touched_at=moment.now if moment.command.person is not None else change.document.touched_at,
    )
    document = replace(document, due=clocks.due(document, moment.now, moment.pace), generation=document.rev)
    owed = present(None if before.rev == 0 else before, [logged.event for logged in change.events], document)
    commit = Commit(
        document=document,
        events=change.events,
        slots=_slots(document, owed.slots, change.fresh),
        notices=(*owed.notices, *change.notices),
        replies=(*replies, *(_typed(moment, toast) if aloud or moment.private else ())),
        retires=owed.retires,
        amends=owed.amends,
        update_id=moment.command.update_id,
    )
    return Accepted(commit, _answer(moment, toast))


def refuse(moment: Moment, toast: Text | None, *, alert: bool = False, orphan: bool = False) -> Outcome:
    """Change nothing; say why. `orphan`: the pressed message no longer has a use, strip its keyboard."""
    return Refused(_answer(moment, toast, alert=alert), replies=_typed(moment, toast), retire_pressed=orphan)


def reply(moment: Moment, topic: str, screen: Screen) -> Outcome:
    """Answer a typed command with a message and change nothing."""
    return Refused(replies=(Reply(moment.chat, topic, screen),))


def _answer(moment: Moment, toast: Text | None, *, alert: bool = False) -> Answer | None:
    return Answer(toast, alert) if toast is not None and moment.command.query_id is not None else None


def _typed(moment: Moment, toast: Text | None) -> tuple[Reply, ...]:
    """What a typed command is told: a short message in the chat that it came from."""
    if toast is None or moment.command.query_id is not None or moment.command.person is None:
        return ()
    return (Reply(moment.chat, "said", Screen((toast,))),)


def _slots(
    document: TableDocument, owed: Sequence[SlotWrite], fresh: tuple[str, ...]
) -> tuple[SlotWrite, ...]:
    """The slots that changed, and those to be shown again at the bottom whether they changed or not."""
    if not fresh:
        return tuple(owed)
    present_slots = screens(document)
    again = (SlotWrite(name, *present_slots[name], fresh=True) for name in fresh if name in present_slots)
    return (*(slot for slot in owed if slot.name not in fresh), *again)
