"""The sign of life of a running bot: a file beside the database that is touched while the bot does its work.

A program that watches (`musbot health`, and Docker through it) looks at the file's age, so no port has to be open. A
bot that hangs, or whose database or intake does, leaves the file to grow old. What "does its work" means is asked of
whoever starts this.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import structlog

from musbot.app.ports import Clock

EVERY = 10.0
"""Seconds between two beats."""

OLDEST = 60.0
"""Seconds after which a sign of life counts no more, unless told otherwise."""

_log = structlog.stdlib.get_logger("musbot.heartbeat")


def beside(database: Path) -> Path:
    """The file of the bot that works with a database."""
    return database.with_name(database.name + ".alive")


async def beat(
    path: Path, unwell: Callable[[], Awaitable[str | None]], clock: Clock, every: float = EVERY
) -> None:
    """Touch the file again and again until cancelled; take it away then.

    Args:
        path: the file.
        unwell: why the bot does not do its work, None when it does; while there is a reason the file is left alone.
        clock: time between the beats.
        every: seconds between them.
    """
    trouble: str | None = None
    try:
        while True:
            reason = await unwell() or await _touched(path)
            if reason is not None and trouble is None:
                _log.warning("heart-stopped", reason=reason)
            elif reason is None and trouble is not None:
                _log.info("heart-beats-again")
            trouble = reason
            await clock.sleep(every)
    finally:
        await asyncio.to_thread(path.unlink, missing_ok=True)


@dataclass(frozen=True, slots=True)
class Health:
    """What the file says.

    Attributes:
        well: the bot does its work.
        text: the same for people, in one line.
    """

    well: bool
    text: str


def look(path: Path, now: float, oldest: float = OLDEST) -> Health:
    """Tell from the file whether the bot is alive.

    Args:
        path: the file.
        now: seconds since 1970, the clock of the file system.
        oldest: seconds that the last beat may be old.
    """
    try:
        age = now - path.stat().st_mtime
        process = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        return Health(False, f"not running: no sign of life at {path} ({error.strerror})")
    if abs(age) > oldest:  # a beat from the future is one from before the clock was set back
        return Health(False, f"process {process} hangs or is gone: its last sign of life is {age:.0f} s old")
    return Health(True, f"alive: process {process}, {max(0.0, age):.0f} s ago")


async def _touched(path: Path) -> str | None:
    """Write the file, off the event loop: a disk that hangs must not hang the bot."""
    try:
        await asyncio.to_thread(path.write_text, f"{os.getpid()}\n", encoding="utf-8")
    except OSError as error:
        return f"the sign of life cannot be written: {error.strerror}"
    return None
