"""`musbot doctor` against the emulator and against what can be broken: what it says, and what it never says."""

import asyncio
import fcntl
import json
import os
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from musbot import doctor, heartbeat
from musbot.doctor import Finding, Grade
from musbot.doctor.api import Api
from musbot.doctor.database import check_database
from musbot.doctor.machine import check_languages, check_libraries, check_pace, unmet
from musbot.doctor.menus import expected
from musbot.emulator.clocks import SystemClock
from musbot.emulator.core import Emulator
from musbot.emulator.core.emulator import TOKEN
from musbot.emulator.server import serving
from musbot.i18n import Translator
from musbot.i18n.translator import LOCALES_DIR
from musbot.settings import TELEGRAM, environment, load
from musbot.storage import bystander, open_store
from musbot.telegram.menu import META_KEY
from tests.storage.samples import Table

TERMINATED = "terminated by other getUpdates request"
SECRET = TOKEN.partition(":")[2]


class World:
    """An emulated Telegram, settings that point there, and a folder for the database."""

    def __init__(self, emulator: Emulator, database: Path, patch: pytest.MonkeyPatch) -> None:
        self.emulator = emulator
        self.database = database
        self.patch = patch

    def choose(self, **settings: str) -> None:
        for name, value in settings.items():
            self.patch.setenv(f"MUSBOT_{name}", value)

    async def examine(self, **options: Any) -> dict[str, Finding]:
        """The findings by check; no text holds the token."""
        findings = await doctor.examine(None, **({"poll": 0} | options))
        said = doctor.as_text(findings) + doctor.as_json(findings)
        assert SECRET not in said
        assert all("\n" not in finding.text for finding in findings)
        return {finding.check: finding for finding in findings}


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    emulator = Emulator(SystemClock(), token=TOKEN)
    async with serving(emulator) as url:
        world = World(emulator, tmp_path / "musbot.db", monkeypatch)
        world.choose(API_URL=url, TOKEN=TOKEN, DATABASE=str(world.database))
        yield world


def faults(findings: dict[str, Finding]) -> set[str]:
    return {check for check, finding in findings.items() if finding.grade is Grade.WRONG}


def found(path: Path, now: float = 0.0) -> dict[str, Finding]:
    return {finding.check: finding for finding in check_database(path, now)}


def sql(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


async def made(path: Path, *, due: float | None = None) -> None:
    store = await open_store(path)
    table = await Table.open(store)
    await table.commit(table.board("b"))
    await store.close()
    if due is not None:
        sql(path, f"INSERT OR REPLACE INTO deadlines VALUES (1, {due}, 1)")


async def test_before_the_first_start_nothing_is_wrong(world: World) -> None:
    findings = await world.examine()
    assert not faults(findings)
    assert not doctor.is_wrong(list(findings.values()))
    assert "@musbot_local_bot" in findings["token"].text
    assert findings["privacy"].grade is Grade.OK
    assert "next start" in findings["commands"].text
    assert "makes it" in findings["database"].text
    assert findings["clock"].grade is Grade.OK
    assert not world.database.exists()
    assert world.emulator.violations == []


async def test_a_refused_token_is_said_and_the_rest_is_checked_all_the_same(world: World) -> None:
    world.choose(TOKEN="4242:another-one-that-nobody-knows-here")
    findings = await world.examine()
    assert faults(findings) == {"token"}
    assert "/token" in findings["token"].text
    assert {"clock", "database", "languages"} <= findings.keys()


async def test_without_a_token_the_rest_is_checked_the_clock_too(world: World) -> None:
    world.patch.delenv("MUSBOT_TOKEN")
    findings = await world.examine()
    assert faults(findings) == {"token"}
    assert findings["clock"].grade is Grade.OK
    assert findings["settings"].text == "all of them can be read"


async def test_a_clock_that_is_wrong_is_said(world: World) -> None:
    for ahead, word in ((31 + 1, "ahead"), (-31 - 1, "behind")):
        findings = await world.examine(now=lambda ahead=ahead: SystemClock().now() + ahead)
        assert faults(findings) == {"clock"}
        assert word in findings["clock"].text
    assert not faults(await world.examine(now=lambda: SystemClock().now() + 25))


async def test_nobody_or_no_bot_api_at_the_address_is_said(world: World) -> None:
    url = os.environ["MUSBOT_API_URL"]
    world.choose(API_URL=f"{url}/elsewhere")
    findings = await world.examine()
    assert faults(findings) == {"telegram"}
    assert "not a Bot API" in findings["telegram"].text
    world.choose(API_URL="http://127.0.0.1:1")
    findings = await world.examine()
    assert faults(findings) == {"telegram"}
    assert findings["clock"].grade is Grade.NOTE


async def test_a_webhook_is_a_fault_until_it_is_repaired(world: World) -> None:
    outcome = await world.emulator.call(TOKEN, "setWebhook", {"url": f"https://other.example/{SECRET}"})
    assert outcome.status == 200
    findings = await world.examine()
    assert faults(findings) == {"webhook"}
    assert "other.example" in findings["webhook"].text
    assert "--repair" in findings["webhook"].text
    assert "polling" not in findings
    assert not faults(await world.examine(repair=True))
    assert (await world.examine())["webhook"].text == "none; 0 updates wait"


async def test_another_copy_that_polls_is_found(world: World) -> None:
    world.emulator.controls.fail_next("getUpdates", code=409, text=TERMINATED)
    findings = await world.examine()
    assert faults(findings) == {"polling"}
    assert "stop it" in findings["polling"].text
    assert not faults(await world.examine())


async def test_a_copy_that_runs_here_is_not_disturbed(world: World) -> None:
    store = await open_store(world.database)
    heartbeat.beside(world.database).write_text("77\n")
    findings = await world.examine()
    assert not faults(findings)
    assert "getUpdates" not in [call.method for call in world.emulator.calls]
    assert str(os.getpid()) in findings["running"].text
    await store.close()


async def test_waiting_updates_are_not_confirmed_by_asking(world: World) -> None:
    controls = world.emulator.controls
    ane = controls.add_user("Ane")
    controls.start(ane)
    for _ in range(2):
        findings = await world.examine()
        assert "wait for the bot" in findings["polling"].text
        assert findings["webhook"].text == "none; 1 updates wait"


async def test_commands_that_somebody_changed_are_found_and_sent_anew(world: World) -> None:
    assert "sent anew" in (await world.examine(repair=True))["commands"].text
    store = await open_store(world.database)
    _, digest = await expected(Translator(), int(TOKEN.partition(":")[0]))
    await store.set_meta(META_KEY, digest)
    await store.close()
    assert (await world.examine())["commands"].grade is Grade.OK

    changed = {"commands": [{"command": "mus", "description": "other words"}]}
    assert (await world.emulator.call(TOKEN, "setMyCommands", changed)).status == 200
    findings = await world.examine()
    assert faults(findings) == {"commands"}
    assert "1 of" in findings["commands"].text
    assert not faults(await world.examine(repair=True))
    assert (await world.examine())["commands"].grade is Grade.OK


async def test_a_bot_that_may_not_join_groups_or_hears_everything(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = Api.call

    async def other(api: Api, method: str, wait: int = 0, **parameters: Any) -> Any:
        result = await call(api, method, wait, **parameters)
        if method == "getMe":
            result |= {"can_join_groups": False, "can_read_all_group_messages": True}
        return result

    monkeypatch.setattr(Api, "call", other)
    findings = await world.examine()
    assert faults(findings) == {"groups"}
    assert "/setjoingroups" in findings["groups"].text
    assert findings["privacy"].grade is Grade.NOTE


async def test_wrong_settings_are_lines_and_the_installation_is_checked_all_the_same(world: World) -> None:
    world.choose(LANGUAGE="!", TOKEN="nonsense")
    findings = await doctor.examine(None)
    assert [f.check for f in findings if f.grade is Grade.WRONG] == ["settings", "settings"]
    assert {"sqlite", "languages"} <= {finding.check for finding in findings}
    assert "nonsense" not in doctor.as_text(findings)


async def test_what_was_chosen_for_trying_out_is_said(world: World) -> None:
    world.choose(DELIVERY_SCALE="0.1", PACE_SCALE="0.1", LANGUAGE="xx")
    findings = await world.examine()
    assert faults(findings) == {"language"}
    assert findings["delivery"].grade is Grade.NOTE
    assert "9 s for a call" in findings["pace"].text
    world.choose(API_URL=TELEGRAM, LANGUAGE="es")
    graded = {f.check: f.grade for f in check_pace(load(None), Translator())}
    assert graded["delivery"] is Grade.WRONG


# The database


async def test_a_database_that_is_well(tmp_path: Path) -> None:
    path = tmp_path / "musbot.db"
    await made(path)
    findings = found(path)
    assert not faults(findings)
    assert "1 open tables" in findings["database"].text
    assert findings["dead letters"].text == "no message was given up"


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        (f"PRAGMA user_version = {bystander.VERSION + 1}", "newer"),
        ("PRAGMA application_id = 7", "not a database of musbot"),
        ("DROP TABLE dead_letters", "no such table"),
    ],
)
async def test_a_database_that_cannot_be_used_is_said(tmp_path: Path, statement: str, word: str) -> None:
    path = tmp_path / "musbot.db"
    await made(path)
    sql(path, statement)
    findings = found(path)
    assert faults(findings) == {"database"}
    assert word in findings["database"].text


async def test_a_damaged_database_is_said(tmp_path: Path) -> None:
    path = tmp_path / "musbot.db"
    path.write_bytes(b"noise " * 1000)
    assert faults(found(path)) == {"database"}
    path.unlink()
    await made(path)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    findings = found(path)
    assert faults(findings) == {"database"}
    assert "backup" in findings["database"].text


async def test_deadlines_are_overdue_only_for_a_bot_that_runs(tmp_path: Path) -> None:
    path = tmp_path / "musbot.db"
    await made(path, due=1000.0)
    assert found(path, now=999.0)["deadlines"].grade is Grade.OK
    assert found(path, now=1001.0)["deadlines"].grade is Grade.NOTE
    store = await open_store(path)
    heartbeat.beside(path).write_text("77\n")
    now = heartbeat.beside(path).stat().st_mtime
    os.utime(heartbeat.beside(path), (1061.0, 1061.0))
    assert not faults(found(path, now=1059.0))
    assert faults(found(path, now=1061.0)) == {"deadlines"}
    assert faults(found(path, now=now)) == {"deadlines", "running"}
    await store.close()


async def test_messages_that_were_given_up_are_told(tmp_path: Path) -> None:
    path = tmp_path / "musbot.db"
    await made(path)
    sql(
        path,
        "INSERT INTO dead_letters (kind, chat_kind, chat_ref, name, error, at)"
        " VALUES ('slot', 'place', 1, 'board', 'Bad Request:\nsomething', 86400.0)",
    )
    finding = found(path)["dead letters"]
    assert finding.grade is Grade.NOTE
    assert finding.text.endswith("1970-01-02 00:00 UTC: Bad Request: something")


async def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("x")
    assert "folder" in faults(found(tmp_path / "file" / "musbot.db"))
    await made(tmp_path / "musbot.db")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1))
    assert faults(found(tmp_path / "musbot.db")) == {"disk"}
    monkeypatch.undo()
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert faults(found(tmp_path / "musbot.db")) == {"folder"}


def test_a_folder_that_holds_no_locks_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    findings = found(tmp_path / "musbot.db")
    assert faults(findings) == {"running"}
    assert "local disk" in findings["running"].text


def test_a_database_of_another_user_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "exists", forbidden)
    (finding,) = check_database(tmp_path / "musbot.db", 0.0)
    assert finding.grade is Grade.WRONG
    assert "Permission denied" in finding.text


# The installation


def test_libraries_that_are_missing_or_too_old_are_named() -> None:
    assert (
        list(unmet(["structlog>=1", "python-telegram-bot<23,>=22.8", 'no-such-thing>=1; extra == "dev"']))
        == []
    )
    assert list(unmet(["no-such-thing>=1"])) == ["no-such-thing is missing"]
    (line,) = unmet(["structlog<2,>=1"])
    assert line.startswith("structlog is ")
    assert [finding.grade for finding in check_libraries()] == [Grade.OK] * 3


def test_a_language_that_lacks_a_message_is_named(tmp_path: Path) -> None:
    assert [finding.grade for finding in check_languages()] == [Grade.OK]
    shutil.copytree(LOCALES_DIR, tmp_path / "locales")
    (tmp_path / "locales" / "en" / "board.ftl").unlink()
    (finding,) = check_languages(tmp_path / "locales")
    assert finding.grade is Grade.WRONG
    assert "en lacks" in finding.text
    shutil.rmtree(tmp_path / "locales" / "es")
    (finding,) = check_languages(tmp_path / "locales")
    assert finding.grade is Grade.WRONG


# The command


async def run(*arguments: str, **settings: str) -> tuple[int | None, str, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "musbot", "doctor", "--env-file", "", *arguments),
        env=environment(settings),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


async def test_the_command_tells_lines_or_json_and_ends_with_0_or_1(world: World) -> None:
    url = os.environ["MUSBOT_API_URL"]
    world.emulator.controls.fail_next("getUpdates", code=409, text=TERMINATED)
    code, out, err = await run(MUSBOT_TOKEN=TOKEN, MUSBOT_API_URL=url, MUSBOT_DATABASE=str(world.database))
    assert (code, err) == (1, "")
    assert [line[0] for line in out.splitlines()].count("✖") == 1
    assert out.splitlines()[-1] == "1 to mend"
    assert SECRET not in out

    ane = world.emulator.controls.add_user("Ane")
    world.emulator.controls.start(ane)  # an update that waits ends the poll at once
    code, out, err = await run(
        "--json", MUSBOT_TOKEN=TOKEN, MUSBOT_API_URL=url, MUSBOT_DATABASE=str(world.database)
    )
    told = json.loads(out)
    assert (code, err, told["well"]) == (0, "", True)
    assert {"check": "sqlite", "grade": "ok", "text": bystander.SQLITE} in told["findings"]
