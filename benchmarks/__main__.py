"""Runs the measures and prints their table: `python -m benchmarks --help`."""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import engine, presses, store
from benchmarks.measuring import Row, row, table

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was asked for; 1 when a goal was missed and `--strict` was given."""
    options = _options(arguments)
    measures = _measures(options)
    before = os.getloadavg()
    begun = time.monotonic()
    rows: list[Row] = []
    for name in options.only or measures:
        if not options.json:
            print(f"measuring: {name} ...", file=sys.stderr, flush=True)
        rows += measures[name]()
    surroundings = {
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load before": [round(load, 2) for load in before],
        "load after": [round(load, 2) for load in os.getloadavg()],
        "seconds": round(time.monotonic() - begun),
    }
    if options.json:
        print(json.dumps({"surroundings": surroundings, "rows": [each.as_json() for each in rows]}, indent=1))
    else:
        print(table(rows))
        print(" | ".join(f"{name}: {value}" for name, value in surroundings.items()))
        for each in rows:
            if each.more:
                print(f"{each.name}: {each.more}")
    return int(options.strict and any(each.holds is False for each in rows))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--json", action="store_true", help="everything as one JSON object, instead of the table"
    )
    parser.add_argument(
        "--rounds", type=int, default=5, metavar="N", help="pairs of runs for each measure (5)"
    )
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S", help="of each run of presses (5)")
    parser.add_argument(
        "--only",
        nargs="+",
        choices=("engine", "store", "presses", "latency", "help"),
        metavar="NAME",
        help="engine, store, presses, latency, help; all of them when not given",
    )
    parser.add_argument("--strict", action="store_true", help="fail when a goal is missed")
    return parser.parse_args(arguments)


def _measures(options: argparse.Namespace) -> dict[str, Callable[[], list[Row]]]:
    def stored() -> list[Row]:
        with tempfile.TemporaryDirectory(prefix="musbot-bench-") as name:
            return store.rows(options.rounds * 6, Path(name))

    return {
        "engine": lambda: engine.rows(options.rounds),
        "store": stored,
        "presses": lambda: presses.throughput(options.rounds, options.seconds),
        "latency": lambda: presses.latency(options.rounds),
        "help": lambda: [_help(options.rounds)],
    }


def _help(rounds: int) -> Row:
    """The shortest thing that the command line does, against starting the interpreter."""

    def seconds(*command: str) -> float:
        begun = time.perf_counter()
        subprocess.run([sys.executable, *command], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        return (time.perf_counter() - begun) * 1000

    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(statistics.median(seconds("-m", "musbot", "--help") for _ in range(3)))
        theirs.append(statistics.median(seconds("-c", "pass") for _ in range(3)))
    return row("musbot --help, against python -c pass", "ms", ours, theirs)


if __name__ == "__main__":
    sys.exit(main())
