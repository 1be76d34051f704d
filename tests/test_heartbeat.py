"""The sign of life: it beats while the bot works, grows old when it does not, and goes with the bot."""

import os
from pathlib import Path
from typing import Any

import pytest

from musbot import heartbeat
from musbot.app.nursery import Nursery
from musbot.app.ports import StoreUnavailable
from musbot.bootstrap import READING, STILL, Musbot
from musbot.cli import main
from musbot.i18n import Translator
from musbot.settings import Settings
from musbot.storage import SqliteStore, open_store
from musbot.system import SystemChance
from tests.support.clock import ManualClock


class Over(Exception):
    """There are no more turns."""


class Turns:
    """A clock that ends a loop after some turns, and does something at each."""

    def __init__(self, *steps: Any) -> None:
        self._steps = list(steps)

    def now(self) -> float:
        return 0.0

    async def sleep(self, seconds: float) -> None:
        assert seconds == heartbeat.EVERY
        if not self._steps:
            raise Over
        self._steps.pop(0)()


async def test_the_file_is_touched_only_while_the_bot_is_well_and_goes_with_it(tmp_path: Path) -> None:
    path = tmp_path / "x.alive"
    reasons: list[str | None] = []
    seen: list[float] = []

    async def unwell() -> str | None:
        return reasons[-1] if reasons else None

    def look(reason: str | None) -> None:
        seen.append(path.stat().st_mtime)
        os.utime(path, (100, 100))
        reasons.append(reason)

    turns = Turns(lambda: look("the intake stands still"), lambda: look(None), lambda: look(None))
    with pytest.raises(Over):
        await heartbeat.beat(path, unwell, turns)
    assert [mtime == 100 for mtime in seen] == [False, True, False]
    assert not path.exists()


async def test_a_file_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    async def unwell() -> str | None:
        return None

    tried: list[int] = []
    turns = Turns(lambda: tried.append(1), lambda: tried.append(2))
    with pytest.raises(Over):
        await heartbeat.beat(tmp_path / "none" / "x.alive", unwell, turns)
    assert tried == [1, 2]


@pytest.mark.parametrize(("age", "well"), [(0, True), (60, True), (61, False), (-60, True), (-61, False)])
def test_health_is_a_matter_of_age(tmp_path: Path, age: int, well: bool) -> None:
    path = tmp_path / "x.alive"
    path.write_text("77\n")
    os.utime(path, (1000 - age, 1000 - age))
    health = heartbeat.look(path, 1000.0)
    assert health.well is well
    assert "process 77" in health.text


def test_no_file_means_not_running(tmp_path: Path) -> None:
    assert not heartbeat.look(tmp_path / "x.alive", 0.0).well


def test_the_command_knows_only_well_and_unwell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "musbot.db"
    monkeypatch.setenv("MUSBOT_DATABASE", str(database))
    assert main(["health", "--env-file", ""]) == 1
    heartbeat.beside(database).write_text("77\n")
    assert main(["health", "--env-file", ""]) == 0
    assert "alive" in capsys.readouterr().out
    then = heartbeat.beside(database).stat().st_mtime - 30
    os.utime(heartbeat.beside(database), (then, then))
    assert main(["health", "--env-file", "", "--max-age", "20"]) == 1
    assert main(["health", "--env-file", "", "--max-age", "45"]) == 0
    monkeypatch.setenv("MUSBOT_LANGUAGE", "!")
    assert main(["health", "--env-file", ""]) == 1


def joined(store: SqliteStore, clock: ManualClock) -> Musbot:
    settings = Settings.model_validate({"token": "1:a", "poll_timeout": 25})
    return Musbot(settings, store, Translator(), clock=clock, chance=SystemChance())


async def test_a_bot_is_unwell_when_its_store_its_alarms_or_its_intake_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, clock = await open_store(tmp_path / "musbot.db"), ManualClock()
    musbot = joined(store, clock)
    assert await musbot.unwell() is None  # Telegram has not answered yet, which a restart would not mend

    monkeypatch.setattr(type(musbot.telegram), "moved_at", clock.now())
    clock.time += 25 + STILL
    assert await musbot.unwell() is None
    clock.time += 1
    assert await musbot.unwell() == "the intake stands still"
    monkeypatch.setattr(type(musbot.telegram), "moved_at", clock.now())
    assert await musbot.unwell() is None

    async def ended() -> None:
        raise StoreUnavailable("gone")

    async with Nursery() as nursery:
        monkeypatch.setattr(musbot, "_ringing", nursery.start(ended(), name="alarms"))
        await clock.settle()
        assert await musbot.unwell() == "deadlines are not rung any more"
    await store.close()
    assert "closed" in str(await musbot.unwell())
    await musbot.stop()


async def test_a_database_that_hangs_makes_the_bot_unwell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Hanging:
        async def meta(self, key: str) -> str | None:
            raise TimeoutError  # as the limit around it raises

    assert READING < heartbeat.EVERY
    store = await open_store(tmp_path / "musbot.db")
    musbot = joined(store, ManualClock())
    monkeypatch.setattr(musbot, "_store", Hanging())
    assert await musbot.unwell() == "the database does not answer"
    await musbot.stop()
    await store.close()
