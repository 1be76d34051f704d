"""Opening a database: made, upgraded, or refused in one line with nothing changed."""

import hashlib
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from musbot.app.document import Stage
from musbot.app.ports import StoreUnavailable
from musbot.storage import migrate, open_store, opening
from tests.storage.samples import Table, called

ROOT = Path(__file__).resolve().parents[2]


async def refused(path: Path) -> str:
    with pytest.raises(StoreUnavailable) as caught:
        await (await open_store(path)).close()
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)
    return str(caught.value)


async def made(path: Path) -> Table:
    store = await open_store(path)
    table = await Table.open(store)
    await table.commit(table.board("b"), events=(called(),))
    await store.close()
    return table


def sql(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def shape(path: Path) -> dict[tuple[str, str], str]:
    """Everything in the schema, with its text but for white space."""
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    pragmas = [connection.execute(f"PRAGMA {name}").fetchone() for name in ("user_version", "application_id")]
    stamp = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    connection.close()
    objects = {
        (kind, name): "".join((text or "").split())
        for kind, name, text in rows
        if not name.startswith("sqlite_")
    }
    return objects | {("pragmas", str(pragmas)): str(stamp)}


async def test_the_migrations_and_the_schema_give_the_same_database(tmp_path: Path) -> None:
    await made(tmp_path / "schema.db")
    migrate.upgrade(tmp_path / "migrated.db", opening.VERSION)
    assert shape(tmp_path / "migrated.db") == shape(tmp_path / "schema.db")
    assert len(shape(tmp_path / "schema.db")) > 20


async def test_a_migrated_database_is_opened(tmp_path: Path) -> None:
    migrate.upgrade(tmp_path / "musbot.db", opening.VERSION)
    await made(tmp_path / "musbot.db")


def test_every_table_of_ours_is_strict() -> None:
    connection = sqlite3.connect(":memory:")
    connection.executescript(opening.SCHEMA_FILE.read_text(encoding="utf-8"))
    rows = connection.execute("SELECT name, strict FROM pragma_table_list WHERE type = 'table'").fetchall()
    connection.close()
    loose = {name for name, strict in rows if not strict and not name.startswith("sqlite_")}
    assert loose == {"alembic_version"}


def test_alembic_is_not_imported_unless_something_is_upgraded(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys\n"
        "from musbot.storage import open_store\n"
        "async def main():\n"
        "    for _ in range(2):\n"
        "        await (await open_store(sys.argv[1])).close()\n"
        "asyncio.run(main())\n"
        "sys.exit(bool({'alembic', 'sqlalchemy'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "musbot.db"], cwd=ROOT, check=False)
    assert done.returncode == 0


STEP = """
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.execute("ALTER TABLE people ADD COLUMN nickname TEXT")
    op.execute("UPDATE meta SET value = 'after' WHERE key = 'step'")
    {last}
"""


@pytest.fixture
def next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program one schema later, with a step that the test may still write to."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate.MIGRATIONS, folder)
    step = folder / "versions" / "0002_next.py"
    step.write_text(STEP.format(last="pass"), encoding="utf-8")
    upgrade = migrate.upgrade
    monkeypatch.setattr(migrate, "upgrade", lambda path, version: upgrade(path, version, folder))
    return step


def spoil(step: Path) -> None:
    """Let its last statement fail."""
    step.write_text(STEP.format(last='op.execute("SELECT nonsense")'), encoding="utf-8")


async def test_an_older_database_is_upgraded_and_a_copy_is_kept(
    tmp_path: Path, next_version: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "musbot.db"
    table = await made(path)
    sql(path, "INSERT INTO meta VALUES ('step', 'before')")
    monkeypatch.setattr(opening, "VERSION", 2)
    store = await open_store(path)
    assert await store.meta("step") == "after"
    assert await store.load(table.document.table_id) == table.document
    await store.close()
    store = await open_store(path)
    await store.close()
    sql(path, "UPDATE people SET nickname = 'x'")
    monkeypatch.setattr(opening, "VERSION", 1)
    old = await open_store(tmp_path / "musbot.db.schema1")
    assert await old.meta("step") == "before"
    await old.close()


async def test_an_upgrade_that_fails_leaves_the_older_database_as_it_was(
    tmp_path: Path, next_version: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "musbot.db"
    table = await made(path)
    sql(path, "INSERT INTO meta VALUES ('step', 'before')")
    spoil(next_version)
    before = shape(path)
    monkeypatch.setattr(opening, "VERSION", 2)
    assert "could not be brought to schema 2" in await refused(path)
    assert shape(path) == before
    monkeypatch.setattr(opening, "VERSION", 1)
    store = await open_store(path)
    assert await store.meta("step") == "before"
    assert await store.load(table.document.table_id) == table.document
    await store.close()


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


async def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "musbot.db"
    await made(path)
    sql(path, f"PRAGMA user_version = {opening.VERSION + 1}")
    before = digest(path)
    assert f"newer musbot (schema {opening.VERSION + 1}, this one knows {opening.VERSION})" in await refused(
        path
    )
    assert digest(path) == before


async def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    sql(path, "CREATE TABLE notes (text)")
    before = digest(path)
    assert "another program" in await refused(path)
    assert digest(path) == before


async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "musbot.db"
    path.write_text("Dear diary, " * 500, encoding="utf-8")
    before = digest(path)
    assert "not a database" in await refused(path)
    assert digest(path) == before


def damage(path: Path, table: str) -> None:
    """Spoil the page where a table begins."""
    connection = sqlite3.connect(path)
    ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchall()
    connection.close()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : (page - 1) * 4096 + 64] = b"\xff" * 64
    path.write_bytes(content)


@pytest.mark.parametrize("table", ["places", "events"])
async def test_a_damaged_database_is_left_alone(tmp_path: Path, table: str) -> None:
    path = tmp_path / "musbot.db"
    await made(path)
    damage(path, table)
    before = digest(path)
    assert "damaged; restore a backup" in await refused(path)
    assert digest(path) == before


async def test_a_database_cut_short_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "musbot.db"
    await made(path)
    path.write_bytes(path.read_bytes()[: 4096 * 5])
    before = digest(path)
    assert "damaged" in await refused(path)
    assert digest(path) == before


async def test_an_empty_file_and_a_missing_folder_are_a_fresh_start(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    await made(tmp_path / "empty.db")
    await made(tmp_path / "new" / "folder" / "musbot.db")


async def test_a_place_that_cannot_be_written_to_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    assert "its folder cannot be used" in await refused(tmp_path / "file" / "musbot.db")
    assert "cannot be opened" in await refused(tmp_path / "folder")
    assert "its folder cannot be used" in await refused(Path("/proc/musbot/musbot.db"))


async def test_a_second_copy_on_the_same_database_says_so(tmp_path: Path) -> None:
    path = tmp_path / "musbot.db"
    store = await open_store(path)
    link = tmp_path / "other name.db"
    link.symlink_to(path)
    for name in (path, link):
        with pytest.raises(StoreUnavailable, match=r"another musbot \(process \d+\) uses it"):
            await (await open_store(name)).close()
    await store.set_meta("still", "works")
    await store.close()
    await made(path)


async def test_a_database_locked_by_another_program_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "musbot.db"
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.0)
    store = await open_store(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="another program keeps it locked"):
        await store.set_meta("a", "1")
    other.execute("ROLLBACK")
    other.close()
    await store.set_meta("a", "2")
    assert await store.meta("a") == "2"
    await store.close()


async def test_leftovers_of_closed_tables_are_swept_at_the_next_start(tmp_path: Path) -> None:
    path = tmp_path / "musbot.db"
    store = await open_store(path)
    table = await Table.open(store)
    await table.commit(
        table.notice("sent"), table.notice("unsent"), table.board("a"), table.board("b", "lobby")
    )
    owed = await table.owed()
    await store.notice_sent(owed.notices[0].notice_id, 7, 1.0)
    await store.slot_shown(owed.slots[0].slot_id, 1, 8, 1.0)
    await table.commit(
        table.board("end", close=True), table.board("end", "lobby", close=True), stage=Stage.CLOSED
    )
    before = await table.owed()
    await store.close()
    store = await open_store(path)
    table.store = store
    assert await table.owed() == before
    await table.show(8)
    await store.close()
    await (await open_store(path)).close()
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT name FROM notices UNION ALL SELECT name FROM slots").fetchall()
    connection.close()
    assert rows == [("unsent",)]
