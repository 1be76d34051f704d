"""The Makefile, the locks and what `make check` relies on."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points, version
from pathlib import Path
from typing import Any

import pytest

import musbot

ROOT = Path(__file__).resolve().parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = {name: (ROOT / name).read_text() for name in ("requirements.txt", "requirements-dev.txt")}


def run(*command: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    # Without the variables that a make above this test run hands down to its children.
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(
        command, cwd=cwd, env=inherited | environment, capture_output=True, text=True, check=False, timeout=60
    )


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(lock: str) -> dict[str, str]:
    return {name: version for name, version, _ in _pinned(lock)}


def _pinned(lock: str) -> list[tuple[str, str, str]]:
    """Name, version and marker of each package; one may stand once for each range of Python versions."""
    return re.findall(r"^([a-z0-9-]+)==([^\s;\\]+)(?: ; ([^\\\n]*))?", LOCKS[lock], re.MULTILINE)


def required(requirements: list[str]) -> set[str]:
    return {canonical(re.split(r"[<>=!~;\[ ]", requirement)[0]) for requirement in requirements}


def empty_checkout(tmp_path: Path) -> Path:
    """The files that make looks at, without a .venv."""
    for name in ("Makefile", "requirements-dev.txt", "pyproject.toml", "musbot/__init__.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    return tmp_path


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_of_a_lock_has_a_version_and_hashes(lock: str) -> None:
    entries = re.split(r"\n(?=[a-z0-9])", LOCKS[lock])[1:]
    assert len(entries) == len(_pinned(lock)) > 20
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []


def test_the_locks_hold_what_pyproject_asks_for() -> None:
    runtime = required(PROJECT["project"]["dependencies"])
    dev = required(PROJECT["project"]["optional-dependencies"]["dev"])
    build = required(PROJECT["build-system"]["requires"])
    assert runtime <= locked("requirements.txt").keys()
    assert runtime | dev | build <= locked("requirements-dev.txt").keys()
    assert not dev & locked("requirements.txt").keys()


def test_both_locks_install_the_same_versions() -> None:
    assert set(_pinned("requirements.txt")) <= set(_pinned("requirements-dev.txt"))


def test_make_alone_lists_every_target() -> None:
    targets = set(re.findall(r"^\.PHONY: (\S+)$", (ROOT / "Makefile").read_text(), re.MULTILINE))
    listed = dict(re.findall(r"^  make (\S+) +(\S.*)$", run("make").stdout, re.MULTILINE))
    assert {"install", "check", "test", "demo", "run", "golden", "help", "lock", "clean"} <= targets
    assert listed.keys() == targets


@pytest.mark.parametrize("target", ["install", "test", "check"])
def test_make_says_in_one_line_that_python_is_missing(tmp_path: Path, target: str) -> None:
    answer = run("make", target, "PYTHON=nonexistent", cwd=empty_checkout(tmp_path))
    assert answer.returncode != 0
    assert answer.stdout == ""
    (line,) = answer.stderr.splitlines()
    assert "musbot needs Python 3.11 or newer" in line
    assert "'nonexistent'" in line
    assert not (tmp_path / ".venv").exists()


def test_make_says_in_one_line_that_no_python_was_found_at_all(tmp_path: Path) -> None:
    answer = run("make", "install", "PYTHON=", cwd=empty_checkout(tmp_path))
    (line,) = answer.stderr.splitlines()
    assert "musbot needs Python 3.11 or newer." in line


def test_make_says_in_one_line_that_venv_is_missing(tmp_path: Path) -> None:
    python = tmp_path / "python-without-venv"
    python.write_text('#!/bin/sh\ncase "$*" in *ensurepip*) exit 1;; *) exit 0;; esac\n')
    python.chmod(0o755)
    answer = run("make", "install", f"PYTHON={python}", cwd=empty_checkout(tmp_path))
    (line,) = answer.stderr.splitlines()
    assert "has no venv or no pip" in line


def test_make_says_in_one_line_that_pip_is_missing(tmp_path: Path) -> None:
    python = empty_checkout(tmp_path) / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\nexit 1\n")
    python.chmod(0o755)
    (line,) = run("make", "install", f"PYTHON={sys.executable}", cwd=tmp_path).stderr.splitlines()
    assert "There is no pip in .venv" in line


def test_a_second_make_has_nothing_to_set_up(tmp_path: Path) -> None:
    checkout = empty_checkout(tmp_path)
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / ".ready").touch()
    assert run("make", "install", "PYTHON=nonexistent", cwd=checkout).returncode == 0


def test_ci_runs_the_checks_and_then_the_tests() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert "set -euo pipefail" in script
    assert script.index("make --no-print-directory check") < script.index("make --no-print-directory test")


def test_the_installed_version_is_the_one_that_the_package_says() -> None:
    assert version("musbot") == musbot.__version__


def test_the_musbot_command_is_the_same_as_python_m_musbot() -> None:
    (command,) = entry_points(group="console_scripts", name="musbot")
    assert command.value == "musbot.cli:main"
    assert "from musbot.cli import main" in (ROOT / "musbot" / "__main__.py").read_text()


@pytest.mark.parametrize("package", ["musbot.storage", "musbot.app", "musbot.engine"])
def test_schema_upgrades_are_not_loaded_before_one_is_needed(package: str) -> None:
    answer = run(sys.executable, "-c", f"import {package}, sys; sys.exit('alembic' in sys.modules)")
    assert (answer.returncode, answer.stderr) == (0, "")


def test_every_make_command_that_a_text_names_exists() -> None:
    texts = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / ".env.example", ROOT / "pyproject.toml"]
    named = {
        target
        for text in texts
        for target in re.findall(r"(?:^|[`$] ?)make ([a-z-]+)", text.read_text(), re.MULTILINE)
    }
    assert {"run", "demo", "lock"} <= named
    assert named <= set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
