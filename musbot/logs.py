"""Log lines: fields, for people or as JSON, on standard error. Libraries' lines come the same way.

Tokens are taken out at the handler, the last place that every line passes: libraries log the addresses that they
call, and a bot's address holds its token.
"""

import logging
import re
import sys
from collections.abc import Iterable
from typing import Literal, TextIO

import structlog
from structlog.typing import Processor

HIDDEN = "<token>"
_ANY_TOKEN = re.compile(r"\d{5,}(?::|%3A)[A-Za-z0-9_-]{20,}", re.IGNORECASE)
_IN_ADDRESS = re.compile(r"(/(?:file/)?bot)\d+(?::|%3A)[A-Za-z0-9_-]+", re.IGNORECASE)
_CHATTY = ("httpx", "httpcore", "telegram", "aiosqlite", "aiohttp.access", "asyncio", "alembic", "hpack")
"""Libraries of which only warnings are wanted: they tell of each request."""


class _Scrubbing(logging.Formatter):
    """Another formatter's lines without secrets."""

    def __init__(self, inner: logging.Formatter, secrets: Iterable[str]) -> None:
        super().__init__()
        self._inner = inner
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        return scrub(self._inner.format(record), self._secrets)


def scrub(line: str, secrets: Iterable[str] = ()) -> str:
    """A line without `secrets` and without anything that looks like a bot's token."""
    for secret in secrets:
        line = line.replace(secret, HIDDEN).replace(secret.replace(":", "%3A"), HIDDEN)
    return _ANY_TOKEN.sub(HIDDEN, _IN_ADDRESS.sub(rf"\1{HIDDEN}", line))


def setup(
    level: Literal["debug", "info", "warning", "error"] = "info",
    form: Literal["console", "json"] = "console",
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Send all log lines of the process through one handler.

    Args:
        level: the least important lines that are kept.
        form: lines for people, or one JSON object a line.
        secrets: words that must not appear, the token above all.
        stream: where to write; standard error when not given.
    """
    target = stream if stream is not None else sys.stderr
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ExtraAdder(),
    ]
    handler = logging.StreamHandler(target)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(form, target)],
    )
    handler.setFormatter(_Scrubbing(formatter, secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    least = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(least)
    for name in _CHATTY:
        logging.getLogger(name).setLevel(max(logging.WARNING, least))
    logging.captureWarnings(capture=True)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared[:-1],
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


def _rendering(form: Literal["console", "json"], target: TextIO) -> list[Processor]:
    if form == "json":
        # Tracebacks as text: the structured ones hold local variables, and those hold cards.
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    return [
        structlog.dev.ConsoleRenderer(
            colors=target.isatty(), exception_formatter=structlog.dev.plain_traceback, pad_event_to=24
        )
    ]
