"""`musbot backup`: a copy of a busy database that a bot can start from, or one line and nothing changed."""

import asyncio
import os
import sqlite3
import sys
from itertools import count
from pathlib import Path

import pytest

from musbot.app.nursery import Nursery
from musbot.app.ports import StoreUnavailable
from musbot.cli import main
from musbot.settings import environment
from musbot.storage import bystander, open_store
from tests.storage.samples import Table, called


async def made(path: Path) -> None:
    store = await open_store(path)
    table = await Table.open(store)
    await table.commit(table.board("first"), events=(called(),))
    await store.close()


def one(path: Path, statement: str) -> int:
    connection = sqlite3.connect(path)
    (value,) = connection.execute(statement).fetchone()
    connection.close()
    return int(value)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def refused(source: Path, target: Path, *, force: bool = False) -> str:
    before = target.read_bytes() if target.is_file() else None
    with pytest.raises(StoreUnavailable) as caught:
        bystander.copy(source, target, force=force)
    assert "\n" not in str(caught.value)
    assert (target.read_bytes() if target.is_file() else None) == before
    assert not any("partial" in name for name in names(source.parent))
    return str(caught.value)


async def backed_up(target: Path, database: Path) -> str:
    """Run the command as a process of its own."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "musbot", "backup", str(target), "--env-file", ""),
        env=environment({"MUSBOT_DATABASE": str(database)}),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    assert process.returncode == 0, err
    return out.decode()


async def test_a_copy_made_while_the_bot_writes_is_a_moment_of_it_and_can_be_opened(tmp_path: Path) -> None:
    database, target = tmp_path / "musbot.db", tmp_path / "copy.db"
    store = await open_store(database)
    table = await Table.open(store)

    async def write() -> None:
        for number in count():
            await table.commit(table.board(f"b{number}"), events=(called(), called(1)))

    async with Nursery() as nursery:
        writer = nursery.start(write(), name="writer")
        said = await backed_up(target, database)
        during = table.document.rev
        assert not writer.done()
        assert bystander.owner(database) == str(os.getpid())
    await store.close()

    assert str(target) in said
    assert one(target, "SELECT version FROM tables") == one(target, "SELECT count(*) FROM events")
    assert 0 < one(target, "SELECT rev FROM tables") <= during
    restored = await open_store(target)
    document = await restored.load(table.document.table_id)
    assert document is not None
    assert document.version == one(target, "SELECT count(*) FROM events")
    await restored.close()


async def test_a_copy_is_one_private_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    database, target = tmp_path / "musbot.db", tmp_path / "copies" / "copy.db"
    await made(database)
    before = names(tmp_path), database.read_bytes()
    assert bystander.copy(database, target) == target.stat().st_size
    assert names(target.parent) == ["copy.db"]
    assert target.stat().st_mode & 0o777 == 0o600
    assert database.read_bytes() == before[1]
    assert {name for name in names(tmp_path) if not name.startswith("musbot.db-")} == set(before[0])
    await (await open_store(database)).close()


async def test_a_file_that_is_there_is_replaced_only_when_told(tmp_path: Path) -> None:
    database, target = tmp_path / "musbot.db", tmp_path / "copy.db"
    await made(database)
    target.write_text("precious")
    assert "--force" in refused(database, target)
    bystander.copy(database, target, force=True)
    assert one(target, "SELECT count(*) FROM tables") == 1


@pytest.mark.parametrize("name", ["musbot.db", "musbot.db-wal", "musbot.db.lock", "link.db"])
async def test_the_database_itself_is_never_the_target(tmp_path: Path, name: str) -> None:
    database = tmp_path / "musbot.db"
    await made(database)
    (tmp_path / "link.db").symlink_to(database)
    assert "the database itself" in refused(database, tmp_path / name, force=True)


async def test_what_cannot_be_copied_or_written_is_said(tmp_path: Path) -> None:
    database, target = tmp_path / "musbot.db", tmp_path / "copy.db"
    assert "no database yet" in refused(database, target)
    await made(database)
    assert "no folder" in refused(database, tmp_path / "none" / "copy.db")
    with pytest.raises(StoreUnavailable, match="a folder"):
        bystander.copy(database, tmp_path)
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    assert "not a database of musbot" in refused(other, target)
    (tmp_path / "noise.db").write_bytes(b"noise " * 1000)
    assert "not a database" in refused(tmp_path / "noise.db", target)


async def test_a_damaged_database_gives_no_copy(tmp_path: Path) -> None:
    database = tmp_path / "musbot.db"
    store = await open_store(database)
    table = await Table.open(store)
    for number in range(50):
        await table.commit(table.board(f"b{number}"), events=(called(),))
    await store.close()
    page = one(database, "SELECT rootpage FROM sqlite_master WHERE name = 'tables_open'")
    with database.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\x0a\x00\x00\x00\x00\x10\x00\x00")  # an index without rows
    assert "damaged" in refused(database, tmp_path / "copy.db")


async def test_a_database_that_somebody_keeps_locked_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    database = tmp_path / "musbot.db"
    await made(database)
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA journal_mode = DELETE")
    ours = bystander._ours
    ticks = count(step=100.0)

    def then_locked(path: Path, reading: sqlite3.Connection) -> int:
        schema = ours(path, reading)
        connection.execute("BEGIN EXCLUSIVE")
        return schema

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bystander, "_ours", then_locked)
        with pytest.raises(StoreUnavailable, match="keeps it locked"):
            bystander.copy(database, tmp_path / "copy.db", now=lambda: next(ticks))
    connection.close()
    assert "copy.db" not in names(tmp_path)


async def test_the_command_ends_with_the_codes_of_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database, target = tmp_path / "musbot.db", tmp_path / "copy.db"
    monkeypatch.setenv("MUSBOT_DATABASE", str(database))
    backup = ["backup", str(target), "--env-file", ""]
    assert main(backup) == 3
    await made(database)
    assert main(backup) == 0
    assert main(backup) == 3
    assert main([*backup, "--force"]) == 0
    monkeypatch.setenv("MUSBOT_LANGUAGE", "!")
    assert main([*backup, "--force"]) == 2
    assert all(line.startswith("musbot: ") for line in capsys.readouterr().err.splitlines())
