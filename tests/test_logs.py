"""Whatever a library logs, no token and no local variable reaches a log line."""

import io
import json
import logging
import warnings
from collections.abc import Iterator

import httpx
import pytest
import structlog

from musbot.logs import HIDDEN, scrub, setup

TOKEN = "123456789:AAexampleexampleexampleexample-_x"


@pytest.fixture(autouse=True)
def _restore_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in ("httpx", "telegram")}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()
    for name in ("httpcore", "aiosqlite", "aiohttp.access", "asyncio", "alembic", "hpack"):
        logging.getLogger(name).setLevel(logging.NOTSET)


@pytest.mark.parametrize("form", ["console", "json"])
def test_the_address_that_httpx_logs_loses_its_token(form: str) -> None:
    out = io.StringIO()
    setup("info", "json" if form == "json" else "console", [TOKEN], out)
    logging.getLogger("httpx").setLevel(logging.INFO)
    with httpx.Client(transport=httpx.MockTransport(lambda request: httpx.Response(200))) as client:
        client.post(f"https://api.telegram.org/bot{TOKEN}/getMe")

    said = out.getvalue()
    assert "HTTP Request: POST https://api.telegram.org/bot" in said
    assert HIDDEN in said
    assert TOKEN.partition(":")[2] not in said


def test_requests_are_not_logged_at_all_by_default() -> None:
    out = io.StringIO()
    setup("info", "console", [TOKEN], out)
    with httpx.Client(transport=httpx.MockTransport(lambda request: httpx.Response(200))) as client:
        client.post(f"https://api.telegram.org/bot{TOKEN}/getMe")
    assert out.getvalue() == ""


@pytest.mark.parametrize("form", ["console", "json"])
def test_a_token_in_an_error_is_taken_out_and_so_are_local_variables(form: str) -> None:
    out = io.StringIO()
    setup("info", "json" if form == "json" else "console", [TOKEN], out)
    hidden_hand = "rey de oros"

    def fail() -> None:
        cards = hidden_hand
        raise RuntimeError(f"no answer from /bot{TOKEN}/getMe", len(cards))

    try:
        fail()
    except RuntimeError:
        structlog.stdlib.get_logger("musbot.test").exception("failed", url=f"https://x/bot{TOKEN}/y")
        logging.getLogger("telegram.ext").exception("failed with %s", TOKEN)

    said = out.getvalue()
    assert said.count("RuntimeError") >= 2
    assert TOKEN.partition(":")[2] not in said
    assert hidden_hand not in said


def test_a_token_that_nobody_named_is_recognised_by_its_shape() -> None:
    other = "987654321:BBotherotherotherotherother_-y"
    assert scrub(f"token {other} and https://x/file/bot77:short/p") == (
        f"token {HIDDEN} and https://x/file/bot{HIDDEN}/p"
    )
    assert scrub(f"q={other.replace(':', '%3A')}") == f"q={HIDDEN}"


def test_times_and_ordinary_numbers_stay() -> None:
    assert scrub("2026-01-02T10:20:30 table=12345678 score=27:36") == (
        "2026-01-02T10:20:30 table=12345678 score=27:36"
    )


def test_json_lines_carry_the_fields_of_our_lines_and_of_libraries() -> None:
    out = io.StringIO()
    setup("info", "json", [], out)
    structlog.stdlib.get_logger("musbot.actor").info("committed", table=7, rev=3)
    logging.getLogger("library").warning("slow", extra={"seconds": 2})
    structlog.stdlib.get_logger("musbot.actor").debug("not wanted")

    ours, theirs = [json.loads(line) for line in out.getvalue().splitlines()]
    assert (ours["event"], ours["table"], ours["rev"], ours["level"]) == ("committed", 7, 3, "info")
    assert (theirs["event"], theirs["seconds"], theirs["logger"]) == ("slow", 2, "library")


def test_warnings_of_python_are_lines_too() -> None:
    out = io.StringIO()
    setup("info", "json", [], out)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(capture=True)
        warnings.warn("old thing", FutureWarning, stacklevel=1)
        logging.captureWarnings(capture=False)
    assert "old thing" in out.getvalue()
