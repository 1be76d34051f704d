"""The import contracts of pyproject.toml, held against a made-up musbot: what they allow, what they catch."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONTRACTS = [
    contract["id"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
]

# One import a line, as the design wants them.
ALLOWED = """\
__main__: from musbot.cli import main
cli: import musbot.bootstrap, musbot.doctor, musbot.settings, musbot.emulator.server
bootstrap: import musbot.telegram.bot, musbot.storage.store, musbot.i18n.catalog, musbot.players.steady
bootstrap: import musbot.settings, musbot.emulator.inprocess
doctor: import musbot.settings, musbot.telegram.bot, musbot.storage.store, musbot.i18n.catalog, aiohttp
settings: import os, pydantic_settings
telegram.bot: import telegram, httpx, musbot.i18n.catalog, musbot.app.actor, musbot.engine.cards, asyncio
i18n.catalog: import fluent.runtime, musbot.app.screens
i18n.check: import musbot.i18n.catalog
storage.store: import aiosqlite, aiosql, sqlite3, musbot.app.ports, musbot.engine.cards
storage.migrate: import alembic, sqlalchemy
app.actor: import asyncio, musbot.app.nursery, musbot.app.ports, musbot.engine.cards
app.nursery: import asyncio, structlog
app.ports: import musbot.engine.cards
app.screens: import musbot.engine.cards
players.steady: import random, musbot.engine.cards
engine.cards: import enum, dataclasses, typing
emulator.core: import json, html
emulator.inprocess: import telegram, musbot.emulator.core
emulator.server: import aiohttp, asyncio, musbot.app.nursery, musbot.emulator.core
""".splitlines()

# The contract that catches it: one import that the design forbids.
FORBIDDEN = {
    "layers": [
        "engine.cards: import musbot.app.ports",
        "app.ports: import musbot.players.steady",
        "players.steady: import musbot.app.ports",
        "app.ports: import musbot.storage.store",
        "i18n.catalog: import musbot.telegram.bot",
        "i18n.catalog: import musbot.storage.store",
        "telegram.bot: import musbot.bootstrap",
        "bootstrap: import musbot.cli",
        "bootstrap: import musbot.doctor",
        "cli: import musbot.__main__",
    ],
    "storage-apart": [
        "telegram.bot: import musbot.storage.store",
        "storage.store: import musbot.telegram.bot",
    ],
    "players-handed-in": [
        "telegram.bot: import musbot.players.steady",
        "storage.store: import musbot.players.steady",
    ],
    "settings-handed-in": ["app.actor: import musbot.settings", "emulator.server: import musbot.settings"],
    "emulator-not-known": ["telegram.bot: import musbot.emulator.core"],
    "emulator-knows-nothing": [
        "emulator.server: import musbot.app.actor",
        "emulator.inprocess: import musbot.telegram.bot",
        "emulator.core: import musbot.engine.cards",
    ],
    "emulator-core-pure": [
        "emulator.core: import aiohttp.web",
        "emulator.core: import telegram",
        "emulator.core: import musbot.app.nursery",
    ],
    "engine-pure": [
        f"engine.cards: import {name}"
        for name in ("asyncio", "random", "secrets", "time", "datetime", "sqlite3", "telegram", "aiohttp.web")
    ],
    "bot-library": [
        f"{module}: import telegram.ext"
        for module in (
            "app.ports",
            "players.steady",
            "storage.store",
            "i18n.catalog",
            "emulator.server",
            "cli",
            "bootstrap",
        )
    ],
    "database-library": [
        "app.ports: import aiosqlite",
        "telegram.bot: import sqlite3",
        "storage.store: import alembic",
    ],
    "text-library": ["telegram.bot: import fluent.runtime"],
}


def lint(tmp_path: Path, contract: str | None, imports: Iterable[str]) -> subprocess.CompletedProcess[str]:
    """What import-linter says of a musbot with these imports, held against one contract or all."""
    for line in imports:
        module, _, statement = line.partition(": ")
        path = tmp_path.joinpath("musbot", *module.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        for folder in (path.parent, tmp_path / "musbot"):
            (folder / "__init__.py").touch()
        with path.open("a") as file:
            file.write(f"{statement}\n")
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    return subprocess.run(
        [
            Path(sys.executable).with_name("lint-imports"),
            "--no-cache",
            *(["--contract", contract] if contract else []),
        ],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_imports_of_the_design_break_no_contract(tmp_path: Path) -> None:
    answer = lint(tmp_path, None, ALLOWED)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert f"{len(CONTRACTS)} kept, 0 broken" in answer.stdout


@pytest.mark.parametrize("contract", CONTRACTS)
def test_each_contract_names_the_imports_that_it_forbids(tmp_path: Path, contract: str) -> None:
    answer = lint(tmp_path, contract, ALLOWED + FORBIDDEN[contract])
    assert answer.returncode == 1
    found = re.findall(r"musbot\.\S+ -> \S+", answer.stdout)
    for line in FORBIDDEN[contract]:
        module, _, imported = line.partition(": import ")
        target = imported if imported.startswith("musbot.") else imported.partition(".")[0]
        assert f"musbot.{module} -> {target}" in found
