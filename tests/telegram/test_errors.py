"""The policy table, line by line, through the library's own reading of the server's answers."""

import json
from typing import Any

import pytest
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest

from musbot.telegram.errors import Kind, NotSent, classify


class Canned(BaseRequest):
    """Gives one answer, so that the library makes its error of it."""

    def __init__(self, code: int, body: bytes) -> None:
        self._answer = code, body

    @property
    def read_timeout(self) -> float | None:
        return 5.0

    async def initialize(self) -> None: ...

    async def shutdown(self) -> None: ...

    async def do_request(self, *_: Any, **__: Any) -> tuple[int, bytes]:
        return self._answer


async def error_of(code: int, body: bytes) -> TelegramError:
    with pytest.raises(TelegramError) as raised:
        await Canned(code, body).post("x")
    return raised.value


async def refused(code: int, description: str, **parameters: int) -> TelegramError:
    said = {"ok": False, "error_code": code, "description": description, "parameters": parameters}
    return await error_of(code, json.dumps(said).encode())


@pytest.mark.parametrize(
    ("code", "description", "kind"),
    [
        (400, "Bad Request: message is not modified: specified new message content and reply markup are exactly "
              "the same as a current content and reply markup of the message", Kind.DONE),
        (400, "Bad Request: query is too old and response timeout expired or query ID is invalid", Kind.DONE),
        (400, "Bad Request: message to edit not found", Kind.GONE),
        (400, "Bad Request: message can't be edited", Kind.GONE),
        (400, "Bad Request: MESSAGE_ID_INVALID", Kind.GONE),
        (400, "Bad Request: message to delete not found", Kind.GONE),
        (400, "Bad Request: message can't be deleted for everyone", Kind.GONE),
        (400, "Bad Request: chat not found", Kind.FORBIDDEN),
        (400, "Bad Request: not enough rights to send text messages to the chat", Kind.FORBIDDEN),
        (400, "Bad Request: TOPIC_CLOSED", Kind.FORBIDDEN),
        (400, "Bad Request: message thread not found", Kind.FORBIDDEN),
        (403, "Forbidden: bot was blocked by the user", Kind.FORBIDDEN),
        (403, "Forbidden: bot can't initiate conversation with a user", Kind.FORBIDDEN),
        (403, "Forbidden: bot was kicked from the supergroup chat", Kind.FORBIDDEN),
        (400, "Bad Request: can't parse entities: unclosed start tag at byte offset 3", Kind.DEAD),
        (400, "Bad Request: BUTTON_DATA_INVALID", Kind.DEAD),
        (400, "Bad Request: message is too long", Kind.DEAD),
        (400, "Bad Request: something new", Kind.DEAD),
        (401, "Unauthorized", Kind.TOKEN),
        (404, "Not Found", Kind.TOKEN),
        (409, "Conflict: terminated by other getUpdates request", Kind.CONFLICT),
    ],
)  # fmt: skip
async def test_a_refusal_is_read(code: int, description: str, kind: Kind) -> None:
    assert classify(await refused(code, description)).kind is kind


async def test_a_flood_wait_says_how_long() -> None:
    verdict = classify(await refused(429, "Too Many Requests: retry after 13", retry_after=13))
    assert (verdict.kind, verdict.seconds) == (Kind.HOLD, 13.0)


async def test_a_migrated_group_says_where_it_went() -> None:
    text = "Bad Request: group chat was upgraded to a supergroup chat"
    verdict = classify(await refused(400, text, migrate_to_chat_id=-(2**51)))
    assert (verdict.kind, verdict.new_chat_id) == (Kind.MIGRATED, -(2**51))


@pytest.mark.parametrize("code", [500, 502, 503])
async def test_a_server_that_fails_is_asked_again_and_has_done_nothing(code: int) -> None:
    phrases = {500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable"}
    verdict = classify(await refused(code, phrases[code]))
    assert (verdict.kind, verdict.ambiguous) == (Kind.BACK_OFF, False)


async def test_an_answer_that_nobody_can_read_may_have_been_a_yes() -> None:
    verdict = classify(await error_of(200, b"<html>"))
    assert (verdict.kind, verdict.ambiguous) == (Kind.BACK_OFF, True)


@pytest.mark.parametrize(
    ("error", "cause", "ambiguous"),
    [
        (TimedOut(), None, True),
        (TimedOut(), NotSent(), False),
        (NetworkError("cannot connect"), NotSent(), False),
        (NetworkError("aiohttp.ServerDisconnectedError"), None, True),
    ],
)
def test_a_broken_connection_is_ambiguous_only_when_the_call_went_out(
    error: TelegramError, cause: Exception | None, ambiguous: bool
) -> None:
    error.__cause__ = cause
    verdict = classify(error)
    assert (verdict.kind, verdict.ambiguous) == (Kind.BACK_OFF, ambiguous)
