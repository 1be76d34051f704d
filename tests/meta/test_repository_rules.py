"""`scripts/check_repository.py`: what each rule refuses, and what it lets pass."""

from pathlib import Path

import pytest

from scripts.check_repository import NURSERY, problems, repository_files

ROOT = Path(__file__).resolve().parents[2]
SLASH = "/"  # paths are put together, so that this file does not hold one


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https" + "://packages.example/simple",
        "--extra-index-url packages.example",
        "-i packages",
        "--find-links wheels",
        "somepackage @ https" + "://example/somepackage.whl",
        "# fetched from files.example.org",
    ],
)
def test_a_lock_may_not_say_where_packages_come_from(line: str) -> None:
    assert problems({"requirements-dev.txt": f"aiohttp==3.14.5\n{line}\n"}) == [
        "requirements-dev.txt:2: a lock names no address or package source"
    ]


def test_a_lock_of_names_versions_and_hashes_passes() -> None:
    lock = "# make lock\nfluent-runtime==0.4.0 ; sys_platform == 'win32' \\\n    --hash=sha256:0f\n"
    assert problems({"requirements.txt": lock}) == []


@pytest.mark.parametrize("folder", ["home/ane", "Users/ane", "root/.cache", "work/main"])
def test_a_path_of_one_machine_is_found_in_any_file(folder: str) -> None:
    assert problems({"docs/a.md": f"\nsee {SLASH}{folder}/x\n"}) == ["docs/a.md:2: a path of one machine"]


@pytest.mark.parametrize(
    "line", ["https://example.org/home/page", "~/work/x", "tests/work/x", "$HOME/work/x", "/var/lib/musbot"]
)
def test_addresses_and_relative_paths_are_not_paths_of_one_machine(line: str) -> None:
    assert problems({"docs/a.md": line}) == []


def test_a_module_may_have_400_lines_and_no_more() -> None:
    assert problems({"musbot/app/table.py": "x = 1\n" * 400}) == []
    assert problems({"musbot/app/table.py": "x = 1\n" * 401}) == [
        "musbot/app/table.py: 401 lines, the limit is 400: split it"
    ]


@pytest.mark.parametrize(
    "call",
    [
        "asyncio.create_task(f())",
        "loop.create_task(f())",
        "self._loop.create_task(f())",
        "ensure_future(f())",
    ],
)
def test_a_task_started_outside_the_nursery_is_found(call: str) -> None:
    (fault,) = problems({"musbot/telegram/intake.py": f"import asyncio\n{call}\n"})
    assert fault.startswith("musbot/telegram/intake.py:2:")
    assert problems({NURSERY: f"import asyncio\n{call}\n"}) == []


def test_a_task_group_holds_its_own_tasks() -> None:
    text = "async def f():\n    async with asyncio.TaskGroup() as group:\n        group.create_task(g())\n"
    assert problems({"musbot/telegram/intake.py": text}) == []


@pytest.mark.parametrize(
    "line", ["import attrs", "from pydantic import BaseModel", "import random, scipy.stats"]
)
@pytest.mark.parametrize(
    "path", ["musbot/engine/cards.py", "musbot/players/a.py", "musbot/emulator/core/b.py"]
)
def test_a_library_in_a_pure_package_is_found(path: str, line: str) -> None:
    (fault,) = problems({path: line})
    assert fault.startswith(f"{path}:1:")


@pytest.mark.parametrize(("path", "faults"), [("musbot/players/a.py", 0), ("musbot/engine/a.py", 1)])
def test_players_alone_may_use_numpy(path: str, faults: int) -> None:
    assert len(problems({path: "import numpy as np"})) == faults


def test_a_pure_package_may_use_the_standard_library_and_musbot() -> None:
    assert problems({"musbot/engine/a.py": "import enum\nfrom musbot.engine.cards import Card\n"}) == []


def test_the_files_looked_at_are_those_of_the_repository_and_not_what_git_ignores() -> None:
    files = repository_files(ROOT)
    assert {"pyproject.toml", "Makefile", "musbot/__init__.py", "tests/meta/test_repository_rules.py"} <= set(
        files
    )
    assert not any(path.startswith((".venv/", "build/")) for path in files)
