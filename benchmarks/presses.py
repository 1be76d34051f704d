"""Presses: how many a second, how soon each is answered and shown, and how long a start takes.

Every run is a process of its own on a copy of a prepared database, talking to a stand-in for the Bot API in another
process. What is started is what people run: `python -m musbot run`, with the waiting between messages turned off.
"""

import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measuring import Row, row
from benchmarks.tables import Script, prepare

ROOT = Path(__file__).resolve().parent.parent
TABLES = 200
MANY = 1000
PAUSE = 0.03
"""Seconds between two presses when they are timed one by one."""

ONE_BY_ONE = 48
"""Timed presses in one run with many tables."""

_QUIET = 0.08
"""Processor time in a second below which a process is taken to be idle (it may poll)."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one run of a bot gave.

    Attributes:
        start: seconds from the start of the process to its first request for updates.
        rate: presses a second.
        answers: seconds from each press to its answer.
        edits: seconds from each press to the edit of its board.
        cpu: the bot's processor seconds for each press.
    """

    start: float
    rate: float
    answers: list[float]
    edits: list[float]
    cpu: float


def throughput(rounds: int, seconds: float) -> list[Row]:
    """200 tables with one press in flight each, musbot and the bare bot in turn."""
    with _prepared() as folder:
        scripts = prepare(folder / "tables.db", TABLES)

        def ours() -> Run:
            return _musbot(folder / "tables.db", scripts, seconds=seconds)

        def theirs() -> Run:
            return _measured(
                lambda url: [sys.executable, "-m", "benchmarks.bare_bot", url], {}, scripts, seconds=seconds
            )

        mine, other = _in_turn(rounds, ours, theirs)
    cpu = statistics.median(run.cpu for run in mine), statistics.median(run.cpu for run in other)
    rates = [run.rate for run in mine], [run.rate for run in other]
    return [
        row(f"presses: {TABLES} tables, against a bare bot", "/s", *rates, goal=0.5),
        row(
            "presses: processor time of each, against a bare bot",
            "ms",
            [run.cpu * 1000 for run in mine],
            [run.cpu * 1000 for run in other],
            more={"ours": cpu[0], "theirs": cpu[1]},
        ),
    ]


def latency(rounds: int) -> list[Row]:
    """One press at a time with 1,000 open tables and with one; and starts, with 1,000 open tables and with none."""
    with _prepared() as folder:
        many = prepare(folder / "many.db", MANY)
        one = prepare(folder / "one.db", 1)
        prepare(folder / "none.db", 0)
        spread = many[:: MANY // ONE_BY_ONE][:ONE_BY_ONE]
        runs = _in_turn(
            rounds,
            lambda: _musbot(folder / "many.db", spread, one_by_one=True),
            lambda: _musbot(folder / "one.db", one, one_by_one=True),
            lambda: _musbot(folder / "none.db", [], one_by_one=True),
        )
    loaded, lone, empty = runs

    def medians(of: Callable[[Run], Sequence[float]], side: Sequence[Run]) -> list[float]:
        return [statistics.median(of(run)) * 1000 for run in side]

    def answers(run: Run) -> Sequence[float]:
        return run.answers

    def edits(run: Run) -> Sequence[float]:
        return run.edits

    label = f"{MANY:,} tables, against 1"
    return [
        row(
            f"press to answer: {label}",
            "ms",
            medians(answers, loaded),
            medians(answers, lone),
            goal=1.3,
            at_least=False,
        ),
        row(
            f"press to edit: {label}",
            "ms",
            medians(edits, loaded),
            medians(edits, lone),
            goal=1.3,
            at_least=False,
        ),
        row(
            f"start to first getUpdates: {MANY:,} tables, against none",
            "ms",
            [run.start * 1000 for run in loaded],
            [run.start * 1000 for run in empty],
            goal=1.5,
            at_least=False,
        ),
    ]


@contextmanager
def _prepared() -> Iterator[Path]:
    """A folder for prepared databases, in memory where there is such a place: only their copies are measured."""
    memory = Path("/dev/shm")  # noqa: S108
    with tempfile.TemporaryDirectory(prefix="musbot-bench-", dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


def _in_turn(rounds: int, *sides: Callable[[], Run]) -> list[list[Run]]:
    found: list[list[Run]] = [[] for _ in sides]
    for number in range(rounds):
        order = list(enumerate(sides))
        for place, side in order if number % 2 == 0 else reversed(order):
            found[place].append(side())
    return found


def _musbot(
    database: Path, scripts: Sequence[Script], *, seconds: float = 30.0, one_by_one: bool = False
) -> Run:
    """One run on a copy of a database."""
    with tempfile.TemporaryDirectory(prefix="musbot-bench-") as name:
        copy = Path(name) / "musbot.db"
        shutil.copyfile(database, copy)
        settings = {
            "MUSBOT_TOKEN": "42:BENCH",
            "MUSBOT_DATABASE": str(copy),
            "MUSBOT_DELIVERY_SCALE": "0.000001",
            "MUSBOT_POLL_TIMEOUT": "10",
            "MUSBOT_LOG_LEVEL": "warning",
        }
        command = [sys.executable, "-m", "musbot", "run"]
        return _measured(lambda url: command, settings, scripts, seconds=seconds, one_by_one=one_by_one)


def _measured(
    command: Callable[[str], list[str]],
    settings: dict[str, str],
    scripts: Sequence[Script],
    *,
    seconds: float,
    one_by_one: bool = False,
) -> Run:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MUSBOT_")}
    with _process([sys.executable, "-m", "benchmarks.bot_api"], environment) as api:
        url = f"http://127.0.0.1:{_heard(api)['port']}"
        begun = time.monotonic()
        with _process(
            command(url), environment | settings | {"MUSBOT_API_URL": url} if settings else environment
        ) as bot:
            start = _heard(api)["first_poll"] - begun
            if not scripts:
                return Run(start, 0.0, [], [], 0.0)
            _settle(bot.pid)
            before = _cpu(bot.pid)
            each_once = 1 if one_by_one and len(scripts) > 1 else None
            told = {
                "scripts": [each.as_json(each_once) for each in scripts],
                "seconds": seconds,
                "one_by_one": one_by_one,
                "pause": PAUSE,
            }
            assert api.stdin is not None
            api.stdin.write(json.dumps(told) + "\n")
            api.stdin.flush()
            done = _heard(api)
            cpu = (_cpu(bot.pid) - before) / done["done"]
    return Run(start, done["done"] / done["seconds"], done["answers"], done["edits"], cpu)


@contextmanager
def _process(command: list[str], environment: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=environment, text=True
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def _heard(api: "subprocess.Popen[str]") -> dict[str, Any]:
    assert api.stdout is not None
    line = api.stdout.readline()
    if not line:
        raise RuntimeError("the stand-in for the Bot API ended")
    heard: dict[str, Any] = json.loads(line)
    return heard


def _settle(process_id: int) -> None:
    """Wait until what a start sets off (looking at every open table) is over."""
    if _cpu(process_id) == 0.0:
        time.sleep(5)
        return
    spent = _cpu(process_id)
    while True:
        time.sleep(0.5)
        spent, before = _cpu(process_id), spent
        if spent - before < _QUIET / 2:
            return


def _cpu(process_id: int) -> float:
    """Processor seconds that a process has spent; 0.0 where the system has no such file."""
    try:
        fields = Path(f"/proc/{process_id}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
