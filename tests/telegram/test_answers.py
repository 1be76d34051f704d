"""Answers to presses: one each, at once, short enough, and never in anybody's way."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from telegram.error import BadRequest, NetworkError, TelegramError

from musbot.app.commit import Answer
from musbot.app.nursery import Nursery
from musbot.app.text import Cards, Joined, Name, Text, text
from musbot.telegram.answers import REMEMBERED, TelegramAnswers
from tests.telegram.plain_words import PlainWords


class Line:
    """Takes answers, or refuses them."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str | None, bool]] = []
        self.error: TelegramError | None = None
        self.gate: asyncio.Event | None = None

    async def answer(self, query_id: str, text: str | None, *, alert: bool) -> None:
        if self.gate is not None:
            await self.gate.wait()
        self.sent.append((query_id, text, alert))
        if self.error is not None:
            raise self.error


class Mute(PlainWords):
    """Has no words."""

    def say(self, locale: str, value: Text | Joined | Name | Cards, *, html: bool) -> str:
        raise LookupError(value)


@pytest.fixture
async def nursery() -> AsyncIterator[Nursery]:
    async with Nursery() as nursery:
        yield nursery
        assert nursery.failures == 0


async def test_a_toast_and_an_alert_are_said_in_the_language_of_the_presser(nursery: Nursery) -> None:
    line = Line()
    answers = TelegramAnswers(line, PlainWords(), nursery, "es")
    answers.answer("q1", Answer(text("taken", n=2)), "en")
    answers.answer("q2", Answer(text("cards"), alert=True), None)
    answers.answer("q3", None, None)
    await answers.drain(1)
    assert line.sent == [("q1", "en:taken(n=2)", False), ("q2", "cards", True), ("q3", None, False)]


async def test_a_query_is_answered_once(nursery: Nursery) -> None:
    line = Line()
    answers = TelegramAnswers(line, PlainWords(), nursery, "es")
    answers.answer("q1", Answer(text("first")), None)
    answers.answer("q1", Answer(text("second")), None)
    await answers.drain(1)
    assert [said for _, said, _ in line.sent] == ["first"]


async def test_what_is_remembered_of_answers_does_not_grow_for_ever(nursery: Nursery) -> None:
    line = Line()
    answers = TelegramAnswers(line, PlainWords(), nursery, "es")
    for n in range(REMEMBERED + 50):
        answers.answer(f"q{n}", None, None)
    await answers.drain(5)
    assert len(answers._answered) == REMEMBERED


async def test_a_long_answer_is_cut_to_two_hundred(nursery: Nursery) -> None:
    line = Line()
    answers = TelegramAnswers(line, PlainWords(), nursery, "es")
    answers.answer("q1", Answer(text("x" * 300)), None)
    await answers.drain(1)
    assert line.sent[0][1] == "x" * 199 + "…"


@pytest.mark.parametrize(
    "error",
    [BadRequest("Query is too old and response timeout expired"), NetworkError("x"), BadRequest("other")],
)
async def test_a_refused_answer_is_not_repeated_and_hurts_nobody(
    nursery: Nursery, error: TelegramError
) -> None:
    line = Line()
    line.error = error
    answers = TelegramAnswers(line, PlainWords(), nursery, "es")
    answers.answer("q1", None, None)
    await answers.drain(1)
    assert len(line.sent) == 1


async def test_without_words_the_press_still_gets_its_answer(nursery: Nursery) -> None:
    line = Line()
    answers = TelegramAnswers(line, Mute(), nursery, "es")
    answers.answer("q1", Answer(text("taken")), None)
    await answers.drain(1)
    assert line.sent == [("q1", None, False)]


async def test_nobody_waits_for_an_answer_and_a_stop_waits_only_so_long(nursery: Nursery) -> None:
    line = Line()
    line.gate = asyncio.Event()
    answers = TelegramAnswers(line, PlainWords(), nursery, "es")
    answers.answer("q1", None, None)
    await answers.drain(0.01)
    assert line.sent == []
    line.gate.set()
    await answers.drain(1)
    assert len(line.sent) == 1
