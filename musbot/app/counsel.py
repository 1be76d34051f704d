"""Advice at work: hints and reviews are worked out in a thread and told to whom they are for, and to nobody else."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Protocol, TypeVar

import structlog

from musbot.app.advice import Advisor
from musbot.app.commands import Command, Reviewed
from musbot.app.commit import Answer, Chat, ChatKind, HintWanted, Reply
from musbot.app.nursery import Nursery
from musbot.app.ports import Answers, Store, Wake
from musbot.app.presenter import hint_text
from musbot.app.registry import MailboxesClosed
from musbot.app.screens import Screen
from musbot.app.text import Text, text
from musbot.app.trouble import describe
from musbot.engine.events import Event

T = TypeVar("T")

_log = structlog.stdlib.get_logger("musbot.counsel")

HINT_PATIENCE = 4.0
"""Seconds that a hint may take: the press that asked for it has to be answered within five."""

REVIEW_PATIENCE = 120.0
"""Seconds that a review may take; nobody waits for it."""


class Send(Protocol):
    """Runs a command at a table in its turn."""

    async def __call__(self, table_id: int, command: Command, /) -> None:
        """Put it into the mailbox of the table's place."""
        ...


class Counsel:
    """Works out what was asked for, one review of a juego at a time and each once.

    Args:
        advisor: knows the game.
        executor: where it thinks.
        nursery: holds the tasks that wait for it.
        store: for the logs that are reviewed, and for what typed commands are told.
        answers: answers presses.
        wake: wakes the outbox.
        send: brings a review to its table.
    """

    def __init__(
        self,
        advisor: Advisor,
        executor: Executor,
        nursery: Nursery,
        store: Store,
        answers: Answers,
        wake: Wake,
        send: Send,
    ) -> None:
        """Nothing is asked yet."""
        self._advisor = advisor
        self._executor = executor
        self._nursery = nursery
        self._store = store
        self._answers = answers
        self._wake = wake
        self._send = send
        self._reviewed: dict[int, int] = {}

    def hint(self, wanted: HintWanted, command: Command, language: str | None) -> None:
        """Work a hint out and tell the person who asked: the press by an alert, what was typed in private."""
        self._nursery.start(self._hint(wanted, command, language), name="hint")

    def review(self, table_id: int, hand_no: int) -> None:
        """Work out what decided the juego that ended with a hand, once."""
        if self._reviewed.get(table_id) != hand_no:
            self._reviewed[table_id] = hand_no
            self._nursery.start(self._review(table_id), name="review")

    async def _hint(self, wanted: HintWanted, command: Command, language: str | None) -> None:
        try:
            hint = await self._think(HINT_PATIENCE, self._advisor.hint, wanted.view)
            said: Text = hint_text(wanted.view, hint)
        except Exception as error:  # noqa: BLE001 - no hint is no reason to stop a game, and it is logged
            _log.error("hint-failed", **describe(error))
            said = text("toast-error")
        spoken = (command.person.language if command.person else None) or language
        if command.query_id is not None:
            self._answers.answer(command.query_id, Answer(said, alert=True), spoken)
        elif command.person is not None:
            chat = Chat(ChatKind.PERSON, command.person.id)
            await self._store.add_replies([Reply(chat, "pista", Screen((said,)))])
            self._wake.delivery((chat,))

    async def _review(self, table_id: int) -> None:
        try:
            events: Sequence[Event] = await self._store.events(table_id)
            review = await self._think(REVIEW_PATIENCE, self._advisor.review, events)
            await self._send(table_id, Command(Reviewed(review)))
        except MailboxesClosed:
            _log.debug("review-left")
        except Exception as error:  # noqa: BLE001 - a game is not less played without its review, and it is logged
            _log.error("review-failed", **describe(error))

    async def _think(self, patience: float, work: Callable[..., T], *given: object) -> T:
        async with asyncio.timeout(patience):
            return await asyncio.get_running_loop().run_in_executor(self._executor, work, *given)
