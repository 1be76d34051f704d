"""The database and its folder: whether they can be used, what is in them, and who uses them."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from musbot import heartbeat
from musbot.app.ports import StoreUnavailable
from musbot.doctor.finding import Finding, note, ok, wrong
from musbot.storage import bystander

FREE = 100 * 1024 * 1024
"""Bytes that should be free: the write-ahead log and a copy before an upgrade need room."""

LATE = 60.0
"""Seconds after which a running bot should have rung a deadline."""


def is_running(path: Path) -> bool:
    """Whether a bot works with this database now."""
    return bystander.owner(path) is not None


def check_database(path: Path, now: float) -> Iterator[Finding]:
    """Everything about the database file.

    Args:
        path: the file.
        now: seconds since 1970.
    """
    try:
        exists = path.exists()
        yield from _folder(path)
        yield from _copy_that_runs(path, now)
        if exists:
            yield from _contents(path, now)
        else:
            yield note("database", f"{path} does not exist yet; `musbot run` makes it")
    except OSError as error:
        yield wrong("database", f"{path}: {error.strerror}; run this as the user that the bot runs as")


def _folder(path: Path) -> Iterator[Finding]:
    folder = next(parent for parent in path.absolute().parents if parent.exists())
    if not os.access(folder, os.W_OK | os.X_OK) or not folder.is_dir():
        yield wrong(
            "folder", f"{folder} cannot be written to; give it to the bot's user or change MUSBOT_DATABASE"
        )
        return
    if path.exists() and not os.access(path, os.R_OK | os.W_OK):
        yield wrong("folder", f"{path} cannot be written to; give it to the bot's user")
    free = shutil.disk_usage(folder).free
    if free < FREE:
        yield wrong("disk", f"{_size(free)} free in {folder}; make room")
    else:
        yield ok("disk", f"{_size(free)} free in {folder}")


def _copy_that_runs(path: Path, now: float) -> Iterator[Finding]:
    process = bystander.owner(path)
    if process is None:
        yield from _can_lock(path)
        return
    health = heartbeat.look(heartbeat.beside(path), now)
    if health.well:
        yield ok("running", f"process {process} works with this database and is well")
    else:
        yield wrong(
            "running",
            f"process {process} has this database open, but {health.text}; look at its log, restart it",
        )


def _can_lock(path: Path) -> Iterator[Finding]:
    """Some network file systems know no locks, and two copies would then spoil each other's games."""
    folder = path.absolute().parent
    if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK):
        with tempfile.TemporaryFile(dir=folder) as trial:
            try:
                fcntl.flock(trial, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                yield wrong(
                    "running",
                    f"{folder} can hold no lock ({error.strerror}); keep the database on a local disk",
                )
                return
    yield note("running", "no bot works with this database now")


def _contents(path: Path, now: float) -> Iterator[Finding]:
    running = is_running(path)
    try:
        facts = bystander.facts(path, now - LATE if running else now)
    except StoreUnavailable as error:
        yield wrong("database", f"{error}; restore a backup, or name another file in MUSBOT_DATABASE")
        return
    if facts.fault is not None:
        yield wrong("database", f"{path} is damaged ({facts.fault}); stop the bot and restore a backup")
        return
    size = sum(
        file.stat().st_size for end in ("", "-wal") if (file := path.with_name(path.name + end)).exists()
    )
    yield ok("database", f"{path} is whole, {_size(size)}, {facts.open_tables} open tables")
    if facts.schema < bystander.VERSION:
        yield note(
            "schema", f"{facts.schema}; the next start brings it to {bystander.VERSION} and keeps a copy"
        )
    else:
        yield ok("schema", str(facts.schema))
    yield _deadlines(facts, now, running=running)
    yield _dead_letters(facts)


def _deadlines(facts: bystander.Facts, now: float, *, running: bool) -> Finding:
    if not facts.overdue or facts.oldest_due is None:
        return ok("deadlines", "none is overdue")
    if not running:
        return note("deadlines", f"{facts.overdue} passed while no bot runs; its next start deals with them")
    late = now - facts.oldest_due
    return wrong("deadlines", f"{facts.overdue} overdue, one by {late:.0f} s: the bot hangs; restart it")


def _dead_letters(facts: bystander.Facts) -> Finding:
    if facts.last_dead_letter is None:
        return ok("dead letters", "no message was given up")
    at, error = facts.last_dead_letter
    day = datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    said = " ".join(error.split())
    return note("dead letters", f"{facts.dead_letters} messages were given up, the last {day}: {said}")


def _size(number: float) -> str:
    for unit in ("bytes", "KiB", "MiB"):
        if number < 1024:
            return f"{number:.0f} {unit}"
        number /= 1024
    return f"{number:.1f} GiB"
