"""Answers to button presses: at once, beside everything else, at most one for each, and nobody waits for them.

Answering is unlimited on Telegram's side, but only the first seconds count: so an answer is never tried again.
"""

import asyncio
from collections import OrderedDict
from typing import Protocol

import structlog
from telegram.error import TelegramError

from musbot.app.commit import Answer
from musbot.app.nursery import Nursery
from musbot.app.trouble import describe
from musbot.telegram.cut import cut_plain
from musbot.telegram.errors import Kind, classify
from musbot.telegram.words import RememberedWords, Words

REMEMBERED = 4096
"""Queries whose answer is remembered; they are dead long before so many others came."""

_log = structlog.stdlib.get_logger("musbot.answers")


class AnswersQueries(Protocol):
    """The one call needed (`Gateway` has it)."""

    async def answer(self, query_id: str, text: str | None, *, alert: bool) -> None:
        """Answer a button press."""
        ...


class TelegramAnswers:
    """Implements `musbot.app.ports.Answers`."""

    def __init__(self, gateway: AnswersQueries, words: Words, nursery: Nursery, language: str) -> None:
        """Answer in `language` where the presser's is not known."""
        self._gateway = gateway
        self._words = RememberedWords(words)
        self._nursery = nursery
        self._language = language
        self._answered: OrderedDict[str, None] = OrderedDict()
        self._under_way: set[asyncio.Task[None]] = set()

    def answer(self, query_id: str, answer: Answer | None, language: str | None) -> None:
        """Send the answer in the background; None only ends the waiting. A second one for a query is dropped."""
        if query_id in self._answered:
            return
        self._answered[query_id] = None
        if len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)
        sending = self._nursery.start(self._send(query_id, answer, language), name="answer")
        self._under_way.add(sending)
        sending.add_done_callback(self._under_way.discard)

    async def drain(self, seconds: float) -> None:
        """Wait until what was to be answered is answered, at most so long."""
        if self._under_way:
            await asyncio.wait(list(self._under_way), timeout=seconds)

    async def _send(self, query_id: str, answer: Answer | None, language: str | None) -> None:
        text = None if answer is None else self._say(answer, language)
        try:
            await self._gateway.answer(query_id, text, alert=answer is not None and answer.alert)
        except TelegramError as error:
            verdict = classify(error)
            if verdict.kind is not Kind.DONE:  # too old: the presser has long stopped waiting
                _log.warning("answer-lost", query=query_id, reason=verdict.text)

    def _say(self, answer: Answer, language: str | None) -> str | None:
        locale = self._words.pick(language or self._language)
        try:
            return cut_plain(self._words.say(locale, answer.text, html=False)) or None
        except (LookupError, ValueError) as error:  # the press still gets its answer, without words
            _log.error("answer-without-words", key=answer.text.key, **describe(error))
            return None
