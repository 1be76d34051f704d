"""The bot's process is killed again and again in the middle of games: nothing committed is lost, nothing counted twice.

Kills fall at chosen points (before, in and after a transaction, between a send and its mark, around answers and polls)
and at random moments; updates that were not confirmed come again. `make crash KILLS=300` kills more often.
"""

import asyncio
import os
import random
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import cast

import pytest
from pydantic import SecretStr

from musbot.app.document import TableDocument
from musbot.app.screens import Verb
from musbot.emulator.clocks import SystemClock
from musbot.emulator.core import Emulator, Limits
from musbot.emulator.server import serving
from musbot.engine import fold, initial
from musbot.engine.events import Event, HandEnded, PartidaStarted
from musbot.settings import Settings, environment
from musbot.storage.kinds import CODEC
from tests.crash.bot import POINTS
from tests.support.town import NAMES, Town
from tests.support.townspeople import Crowd, compare, crowd

KILLS = int(os.environ.get("KILLS", "30"))
HASTE = 0.03
"""Deliveries, waiting times and people take this part of their time."""
LONGEST = 20.0
"""Seconds in which a bot must reach its end in a game that goes on."""

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120 + 15 * KILLS)]


class Forker:
    """Starts bots, and says how they ended."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.pid = 0

    async def start(self, point: str = "none", nth: int = 0) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{point} {nth}\n".encode())
        await self._process.stdin.drain()
        self.pid = int((await self._line("started")).split()[1])

    async def ended(self) -> int:
        """Its exit code, negative for a signal."""
        code = int((await self._line("ended")).split()[1])
        self.pid = 0
        return code

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End the bot that runs."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)
        return await self.ended()

    async def _line(self, word: str) -> str:
        assert self._process.stdout is not None
        line = (await self._process.stdout.readline()).decode()
        assert line.startswith(word), f"{word}: {line!r}"
        return line


@asynccontextmanager
async def forker(folder: Path, url: str, token: str) -> AsyncIterator[Forker]:
    values = {
        "MUSBOT_TOKEN": token,
        "MUSBOT_API_URL": url,
        "MUSBOT_DATABASE": str(folder / "town.db"),
        "MUSBOT_LOG_LEVEL": "warning",
        "MUSBOT_POLL_TIMEOUT": "5",
        "MUSBOT_DELIVERY_SCALE": str(HASTE),
        "MUSBOT_PACE_SCALE": str(HASTE),
        # Only people call: what they were told is compared with the log.
        "MUSBOT_PACE__TURN": "9000",
        "MUSBOT_PACE__FIRST_TURN": "9000",
        "MUSBOT_PACE__NEXT_HAND": "9000",
        "MUSBOT_PACE__LOBBY_START": "9000",
    }
    with (folder / "bot.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.crash.bot"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
            env=environment(values),
        )
        bots = Forker(process)
        try:
            yield bots
        finally:
            if bots.pid:
                with suppress(ProcessLookupError):
                    os.kill(bots.pid, signal.SIGKILL)
            assert process.stdin is not None
            process.stdin.close()
            await process.communicate()


async def test_killed_at_any_point_it_loses_no_call_and_counts_none_twice(tmp_path: Path) -> None:
    limits = Limits(window_seconds=60 * HASTE)
    emulator = Emulator(SystemClock(), limits=limits)
    settings = Settings(_env_file=None, token=SecretStr(emulator.token))
    here = Town(tmp_path, emulator, SystemClock(), settings)
    here.haste = HASTE
    here.people = {name: emulator.controls.add_user(name) for name in NAMES}
    here.group = emulator.controls.add_group("Cuadrilla", here.people.values())
    async with serving(emulator) as url, forker(tmp_path, url, emulator.token) as bots:
        await bots.start()
        for name in ("Ane", "Jon"):
            emulator.controls.start(here.people[name])
        await here.sit_four()
        async with crowd(here, seed=3) as people, _landlord(here):
            kills = await _kill(here, bots, people)
            await bots.start()
            settled = len(people.pressed)
            await here.until(lambda: len(people.pressed) > settled + 12, 60)
            people.stop()
            await asyncio.sleep(2)
            await here.until(lambda: _shown(here, tmp_path), 30)
        assert await bots.stop() == 0
    assert sum(kills.values()) == KILLS
    _check(here, people, kills, tmp_path)


async def _kill(here: Town, bots: Forker, people: Crowd) -> Counter[str]:
    """Let them play while the bot dies and is started again."""
    dice, kills = random.Random(KILLS), Counter[str]()
    await bots.stop()
    while sum(kills.values()) < KILLS:
        point = dice.choice((*POINTS, "moment"))
        await bots.start(point if point != "moment" else "none", dice.randint(1, 6))
        if dice.random() < 0.2:
            here.emulator.controls.duplicate_next(2)
        if point == "moment":
            await asyncio.sleep(dice.uniform(0.05, 1.0))
            code = await bots.stop(signal.SIGKILL)
        else:
            code = await _death(bots, point)
        assert code == -signal.SIGKILL, f"{point}: {code}"
        kills[point] += 1
        here.emulator.controls.excuse_open_presses()
    return kills


async def _death(bots: Forker, point: str) -> int:
    try:
        async with asyncio.timeout(LONGEST):
            return await bots.ended()
    except TimeoutError:
        # Not reached in this game: a point may be rare (a refusal, say). Any other end is as good.
        os.kill(bots.pid, signal.SIGKILL)
        return await bots.ended()


@asynccontextmanager
async def _landlord(here: Town) -> AsyncIterator[None]:
    """Somebody who wants a rematch whenever one is offered."""

    async def ask() -> None:
        ane = here.people["Ane"]
        while True:
            await asyncio.sleep(0.3)
            if (found := here.find(ane, Verb.REMATCH)) is not None:
                here.emulator.controls.press(ane, here.group, found[0].id, data=found[1])

    async with asyncio.TaskGroup() as group:
        task = group.create_task(ask())
        yield
        task.cancel()


def _tables(folder: Path) -> list[tuple[TableDocument, list[tuple[Event, int | None]]]]:
    """Each table of the database: its document, its log with the persons."""
    with sqlite3.connect(f"file:{folder / 'town.db'}?mode=ro", uri=True) as database:
        found = []
        for table_id, text in database.execute(
            "SELECT table_id, document FROM tables ORDER BY table_id"
        ).fetchall():
            rows = database.execute(
                "SELECT event, person_id FROM events WHERE table_id = ? ORDER BY version", (table_id,)
            ).fetchall()
            log = [(CODEC.decode(event, cast("type[Event]", Event)), person_id) for event, person_id in rows]
            found.append((CODEC.decode(text, TableDocument), log))
    database.close()
    return found


def _shown(here: Town, folder: Path) -> bool:
    """Whether everything stands in the chats as the database has it."""
    return all(not here.unshown_of(document) for document, _ in _tables(folder))


def _check(here: Town, people: Crowd, kills: Counter[str], folder: Path) -> None:
    said = (folder / "bot.log").read_text(encoding="utf-8")
    assert "Traceback" not in said, said
    (table,) = _tables(folder)
    document, log = table
    assert document.version == len(log)
    assert fold(initial(), [event for event, _ in log]) == document.state
    # A press that was told to be a duplicate was taken before the kill, or refused.
    compare(people.pressed, log)
    texts = [m.content.text for m in here.emulator.world.chats[here.group].messages.values()]
    heads = Counter(text.splitlines()[0] for text in texts if text.startswith("Mano "))
    hands = sum(isinstance(event, HandEnded) for event, _ in log)
    assert len(heads) == hands, "a showdown is missing"
    twice = sum(heads.values()) - len(heads)
    assert twice <= sum(kills.values())
    assert not here.emulator.violations, Counter(each.kind.value for each in here.emulator.violations)
    juegos = sum(isinstance(event, PartidaStarted) for event, _ in log)
    sys.stdout.write(
        f"{sum(kills.values())} kills in {hands} hands and {juegos} juegos, {len(people.pressed)} presses: nothing "
        f"lost, nothing counted twice; {twice} showdowns came twice; "
        f"{dict(kills)}\n"
    )
