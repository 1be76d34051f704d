"""Runs commands against tables: load, let the table decide, commit, answer, wake the pumps.

Whoever calls `Tables.process` does so from the mailbox of the table's place (`registry`): for one table one
command at a time. What a command means is decided in `table` (pure), whom it is for in `directory`.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol, assert_never

import structlog

from musbot.app.commands import Alarm, Command
from musbot.app.commit import Accepted, Answer, Chat, ChatKind, Commit, Outcome, Refused, Reply
from musbot.app.computers import Computers, Turn
from musbot.app.counsel import Counsel
from musbot.app.document import Stage, TableDocument
from musbot.app.nursery import Nursery
from musbot.app.pace import Pace
from musbot.app.ports import (
    Answers,
    Chance,
    Clock,
    DuplicateUpdate,
    StaleRevision,
    Store,
    StoreUnavailable,
    Wake,
)
from musbot.app.screens import Screen
from musbot.app.text import text
from musbot.app.trouble import describe

_log = structlog.stdlib.get_logger("musbot.actor")

TRIES = 4
"""How often a command is decided anew when somebody else committed first."""

REMEMBERED = 2048
"""Documents kept in memory, the ones used last: some tens of megabytes at most, and a press reads no document."""


class Play(Protocol):
    """The table's use cases, pure (`musbot.app.table`)."""

    def handle(
        self, document: TableDocument, command: Command, now: float, chance: Chance, pace: Pace
    ) -> Outcome:
        """What a command changes."""
        ...

    def due_computers(self, document: TableDocument, now: float, pace: Pace) -> Sequence[Turn]:
        """The computers that are to call now."""
        ...

    def review_due(self, document: TableDocument) -> bool:
        """Whether what decided the last juego is still to be worked out."""
        ...


class Result(Enum):
    """What became of a command."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    DUPLICATE = "duplicate"
    NO_TABLE = "no_table"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Tools:
    """What the runtime needs from the outside and hands on.

    Attributes:
        store: tables, places, people.
        answers: answers presses.
        wake: wakes the pumps.
        clock: time.
        chance: randomness.
        nursery: holds commits.
        pace: waiting times.
    """

    store: Store
    answers: Answers
    wake: Wake
    clock: Clock
    chance: Chance
    nursery: Nursery
    pace: Pace


class Tables:
    """All tables of this process.

    Args:
        tools: the outside.
        play: the use cases.
    """

    def __init__(self, tools: Tools, play: Play) -> None:
        """No table is in memory yet; `computers` must be set before the first command."""
        self.computers: Computers | None = None
        self.counsel: Counsel | None = None
        self._tools = tools
        self._play = play
        self._documents: OrderedDict[int, TableDocument] = OrderedDict()

    async def document(self, table_id: int) -> TableDocument | None:
        """The present document of a table, None when there is no such table."""
        document = self._documents.get(table_id)
        if document is None:
            document = await self._tools.store.load(table_id)
            # A commit may have finished meanwhile: what it left is newer than what was read.
            document = self._documents.get(table_id, document)
            if document is not None:
                self._remember(document)
        return document

    def forget(self) -> None:
        """Read every document anew when it is needed: somebody else wrote."""
        self._documents.clear()

    async def process(self, table_id: int, command: Command) -> Result:
        """Run one command to its end: committed or refused, answered, the pumps woken.

        A failure is logged and told to who pressed; the table stays as it was.

        Raises:
            StoreUnavailable: nothing was decided.
        """
        try:
            result = await self._decide(table_id, command)
        except DuplicateUpdate:
            self._documents.pop(table_id, None)
            self._answer(command, Answer(text("toast-duplicate")), None)
            return Result.DUPLICATE
        except StoreUnavailable:
            self._documents.pop(table_id, None)
            raise  # nothing was decided: whoever brought the command brings it again
        except Exception as error:  # noqa: BLE001 - a fault in one command ends neither mailbox nor table
            self._documents.pop(table_id, None)
            _log.error(
                "command-failed", table=table_id, command=type(command.what).__name__, **describe(error)
            )
            await self._failed(command)
            return Result.FAILED
        await self._ask_computers(table_id)
        return result

    async def open(self, accepted: Accepted, command: Command) -> None:
        """Commit the first document of a new table.

        Raises:
            DuplicateUpdate: this update opened one already.
        """
        await self._commit(accepted, command)

    async def _decide(self, table_id: int, command: Command) -> Result:
        for _ in range(TRIES):
            document = await self.document(table_id)
            if document is None:
                await self._refuse(command)
                return Result.NO_TABLE
            asked = await self._informed(document, command)
            tools = self._tools
            outcome = self._play.handle(document, asked, tools.clock.now(), tools.chance, tools.pace)
            match outcome:
                case Refused():
                    await self._refused(document, outcome, command)
                    return Result.REFUSED
                case Accepted():
                    try:
                        await self._commit(outcome, command)
                    except StaleRevision:
                        self._documents.pop(table_id, None)
                        continue
                    return Result.ACCEPTED
                case _:
                    assert_never(outcome)
        raise StaleRevision(f"table {table_id}: {TRIES} times in a row")

    async def _informed(self, document: TableDocument, command: Command) -> Command:
        """An alarm is told whether people can see what they are asked."""
        if not isinstance(command.what, Alarm):
            return command
        name = slot_of(document)
        status = await self._tools.store.slot_status(document.table_id, name) if name else None
        shown_at = status.shown_at if status else None
        return replace(command, what=replace(command.what, shown_at=shown_at))

    async def _commit(self, accepted: Accepted, command: Command) -> None:
        commit = replace(accepted.commit, update_id=command.update_id)
        name = f"commit-{commit.document.table_id}"
        await self._tools.nursery.shielded(self._write(commit), name=name)
        self._answer(command, accepted.answer, commit.document.language)
        owed = [Chat(ChatKind.PLACE, commit.document.place_id)]
        owed += [slot.chat for slot in commit.slots]
        owed += [notice.chat for notice in commit.notices]
        owed += [reply.chat for reply in commit.replies]
        owed += [amend.chat for amend in commit.amends]
        self._tools.wake.delivery(tuple(dict.fromkeys(owed)))
        self._tools.wake.deadlines()

    async def _write(self, commit: Commit) -> None:
        await self._tools.store.commit(commit)
        self._remember(commit.document)

    async def _refused(self, document: TableDocument, refused: Refused, command: Command) -> None:
        if refused.hint is not None and self.counsel is not None:
            self.counsel.hint(refused.hint, command, document.language)
        else:
            self._answer(command, refused.answer, document.language)
        owed = [reply.chat for reply in refused.replies]
        if refused.replies:
            await self._tools.store.add_replies(refused.replies, document.table_id)
        if refused.retire_pressed and command.from_message_id is not None and command.person is not None:
            chat = chat_of(command, command.person.id)
            await self._tools.store.add_retire(chat, command.from_message_id)
            owed.append(chat)
        await self._refuse(command)
        if owed:
            self._tools.wake.delivery(tuple(dict.fromkeys(owed)))

    async def _failed(self, command: Command) -> None:
        """Say that it went wrong, by toast or by message; the update is done with."""
        self._answer(command, Answer(text("toast-error")), None)
        if command.query_id is None and command.update_id is not None and command.person is not None:
            chat = chat_of(command, command.person.id)
            await self._tools.store.add_replies([Reply(chat, "error", Screen((text("toast-error"),)))])
            self._tools.wake.delivery((chat,))
        await self._refuse(command)

    async def _refuse(self, command: Command) -> None:
        if command.update_id is not None:
            await self._tools.store.refuse_update(command.update_id)

    def _answer(self, command: Command, answer: Answer | None, language: str | None) -> None:
        if command.query_id is not None:
            spoken = command.person.language if command.person else None
            self._tools.answers.answer(command.query_id, answer, spoken or language)

    async def _ask_computers(self, table_id: int) -> None:
        document = await self.document(table_id)
        if document is None or self.computers is None:
            return
        try:
            turns = self._play.due_computers(document, self._tools.clock.now(), self._tools.pace)
        except Exception as error:  # noqa: BLE001 - the command itself is done; the alarm asks again
            _log.error("computers-failed", table=table_id, **describe(error))
            return
        self.computers.ask(table_id, turns)
        if self.counsel is not None and document.state is not None and self._play.review_due(document):
            self.counsel.review(table_id, document.state.hand_no)

    def _remember(self, document: TableDocument) -> None:
        known = self._documents
        known[document.table_id] = document
        known.move_to_end(document.table_id)
        while len(known) > REMEMBERED:
            known.popitem(last=False)


def slot_of(document: TableDocument) -> str | None:
    """The slot that shows the present of a table to its place: the lobby, or the board of the hand."""
    if document.stage is Stage.LOBBY:
        return "lobby"
    if document.state is not None and document.stage is Stage.PLAYING:
        return f"board:{document.state.hand_no}"
    return None


def chat_of(command: Command, person_id: int) -> Chat:
    """The chat that a command of a person came from: a place, or the private chat."""
    if command.place_id is None:
        return Chat(ChatKind.PERSON, person_id)
    return Chat(ChatKind.PLACE, command.place_id)
