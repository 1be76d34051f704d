"""The whole process where it cannot run: one clear line, an exit code, and nothing overwritten."""

import asyncio
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from musbot.demo import bot_environment
from musbot.emulator.clocks import SystemClock
from musbot.emulator.core import Emulator
from musbot.emulator.server import serving
from musbot.storage import open_store
from tests.e2e.support import Process

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(200)]

NOBODY = "http://127.0.0.1:9"
"""An address at which nobody listens."""


def bot(folder: Path, url: str, database: Path, **more: str) -> Process:
    env = bot_environment(url, database, fast=True) | {"MUSBOT_POLL_TIMEOUT": "2"} | more
    return Process(folder / "bot.log", "-m", "musbot", "run", "--env-file", "", env=env)


async def refuses(process: Process, *words: str) -> None:
    """It ends by itself with code 3 and one line that says why."""
    await process.start()
    assert await process.wait() == 3
    said = process.said().splitlines()
    assert len(said) == 1, process.said()
    assert said[0].startswith("musbot: ")
    for word in words:
        assert word in said[0]


def written(folder: Path) -> dict[str, bytes]:
    """What stands in a folder, lock files apart."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix not in (".lock", ".log")}


async def test_a_damaged_database_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    database = tmp_path / "musbot.db"
    database.write_bytes(b"SQLite format 3\0" + b"not really" * 500)
    before = written(tmp_path)
    await refuses(bot(tmp_path, NOBODY, database), str(database), "damaged", "backup")
    assert written(tmp_path) == before


async def test_what_is_no_database_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    database = tmp_path / "musbot.db"
    database.write_text("my shopping list\n" * 100, encoding="utf-8")
    before = written(tmp_path)
    await refuses(bot(tmp_path, NOBODY, database), str(database), "not a database")
    assert written(tmp_path) == before


@pytest.mark.parametrize(
    ("pragma", "words"), [("user_version = 99", "newer"), ("application_id = 7", "another program")]
)
async def test_a_newer_or_a_foreign_database_is_named_and_left_as_it_is(
    pragma: str, words: str, tmp_path: Path
) -> None:
    database = tmp_path / "musbot.db"
    await (await open_store(database)).close()
    connection = sqlite3.connect(database)
    connection.execute(f"PRAGMA {pragma}")
    connection.commit()
    connection.close()
    before = database.read_bytes()
    await refuses(bot(tmp_path, NOBODY, database), str(database), words)
    assert database.read_bytes() == before


async def test_a_disk_that_takes_nothing_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    database = tmp_path / "data" / "musbot.db"
    limited = f'ulimit -f 8; exec "{sys.executable}" -m musbot run --env-file ""'
    process = Process(tmp_path / "bot.log", env=bot_environment(NOBODY, database, fast=True))
    with process.log.open("ab") as out:
        shell = await asyncio.create_subprocess_exec(
            "/bin/sh", "-c", limited, env=bot_environment(NOBODY, database, fast=True), stdout=out, stderr=out
        )
        assert await shell.wait() == 3
    (line,) = process.said().splitlines()
    assert line.startswith(f"musbot: {database}: ")
    assert "disk" in line


@asynccontextmanager
async def telegram() -> AsyncIterator[tuple[Emulator, str]]:
    emulator = Emulator(SystemClock())
    async with serving(emulator) as url:
        yield emulator, url


async def test_a_token_that_is_revoked_while_the_bot_polls_ends_it_with_one_line(tmp_path: Path) -> None:
    async with telegram() as (emulator, url):
        process = bot(tmp_path, url, tmp_path / "musbot.db")
        await process.start()
        await emulator.controls.wait_until(lambda: _polls(emulator) >= 1, 30)
        emulator.controls.fail_next("getUpdates", code=401, text="Unauthorized")
        assert await process.wait() == 3
    (line,) = process.said().splitlines()
    assert line.startswith("musbot: Telegram refused the token")
    assert emulator.token not in line


def _polls(emulator: Emulator) -> int:
    return sum(call.method == "getUpdates" for call in emulator.calls)


async def test_a_wrong_token_ends_the_start_with_one_line_that_does_not_quote_it(tmp_path: Path) -> None:
    async with telegram() as (_, url):
        token = "4242:somebody-elses-token"  # opens nothing
        process = bot(tmp_path, url, tmp_path / "musbot.db", MUSBOT_TOKEN=token)
        await refuses(process, "Telegram refused the token")
        assert token not in process.said()


async def test_a_signal_ends_it_in_order_though_telegram_never_answers(tmp_path: Path) -> None:
    async with telegram() as (emulator, url):
        ane = emulator.controls.add_user("Ane")
        group = emulator.controls.add_group("Cuadrilla", [ane])
        process = bot(tmp_path, url, tmp_path / "musbot.db")
        await process.start()
        await emulator.controls.wait_until(lambda: _polls(emulator) >= 1, 30)
        hold = emulator.controls.hold_next("sendMessage", chat=group)
        emulator.controls.say(ane, "/mus", group)
        await emulator.controls.wait_until(lambda: emulator.controls.is_held(hold), 30)
        assert await process.stop(signal.SIGTERM) == 0
        emulator.controls.release(hold)
    assert "Traceback" not in process.said()


async def test_a_signal_before_telegram_was_ever_reached_ends_it_too(tmp_path: Path) -> None:
    process = bot(tmp_path, NOBODY, tmp_path / "musbot.db", MUSBOT_LOG_LEVEL="info")
    await process.start()
    await process.wait_for("telegram-away")
    assert await process.stop(signal.SIGINT) == 0
    assert "Traceback" not in process.said()
