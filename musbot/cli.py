"""The `musbot` command. Each subcommand imports what it needs when it runs, so that `--help` answers at once."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from musbot import __version__

if TYPE_CHECKING:
    from concurrent.futures import Executor

DONE = 0
AT_FAULT = 1
WRONG_SETTINGS = 2  # as argparse exits for wrong arguments
CANNOT_RUN = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: what follows the command's name; the process's own when None.

    Returns:
        The exit code: 0 done, 1 `doctor` or `health` found a fault, 2 wrong arguments or settings, 3 it cannot run.
    """
    options = _parser().parse_args(arguments)
    try:
        code: int = options.do(options)
    except KeyboardInterrupt:
        code = DONE
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone, which is its right
        code = DONE
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="musbot", description="A Telegram bot that lets a group play mus.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    run = commands.add_parser("run", help="run the bot with the token in .env")
    _add_env_file(run)
    run.set_defaults(do=_run)

    demo = commands.add_parser("demo", help="play in the browser on a local Telegram, without a token")
    demo.add_argument("--port", type=_port, default=8081, help="where the page is served (default: 8081)")
    demo.add_argument("--fast", action="store_true", help="messages ten times faster, short pauses")
    demo.set_defaults(do=_demo)

    simulate = commands.add_parser("simulate", help="let computer players play each other")
    simulate.add_argument("--juegos", type=_positive, default=100, help="how many juegos (default: 100)")
    simulate.add_argument("--seed", type=int, default=1, help="the same seed plays the same juegos")
    simulate.add_argument("--json", action="store_true", help="the report as JSON")
    simulate.set_defaults(do=_simulate)

    arena = commands.add_parser("arena", help="measure two computer players in duplicate pairs")
    arena.add_argument("players", nargs="*", metavar="PLAYER", help="the one measured, and the other")
    arena.add_argument("--pairs", type=_positive, default=1000, help="duplicate pairs (default: 1000)")
    arena.add_argument("--seed", type=int, default=1, help="the same seed deals the same cards")
    arena.add_argument("--json", action="store_true", help="a JSON object a line")
    arena.add_argument(
        "--matrix",
        action="store_true",
        help="all against all (or those named), with the pairs of docs/players.md",
    )
    arena.add_argument(
        "--jobs", type=_positive, default=1, help="processes to spread the pairs over (default: 1)"
    )
    arena.set_defaults(do=_arena)

    replay = commands.add_parser("replay", help="tell a game written in notation")
    replay.add_argument("file", type=Path, metavar="FILE", help="the game; - reads standard input")
    replay.set_defaults(do=_replay)

    doctor = commands.add_parser("doctor", help="check settings, Telegram and database, and say what to do")
    _add_env_file(doctor)
    doctor.add_argument("--json", action="store_true", help="the findings as JSON")
    doctor.add_argument(
        "--repair", action="store_true", help="remove a webhook and register the commands where they differ"
    )
    doctor.set_defaults(do=_doctor)

    backup = commands.add_parser("backup", help="copy the database to a file; the bot may run meanwhile")
    backup.add_argument("file", type=Path, metavar="FILE", help="where the copy goes")
    _add_env_file(backup)
    backup.add_argument("--force", action="store_true", help="take the place of a file that is there")
    backup.set_defaults(do=_backup)

    health = commands.add_parser("health", help="say whether the running bot does its work")
    _add_env_file(health)
    health.add_argument(
        "--max-age", type=_seconds, default=60.0, metavar="S", help="oldest sign of life (default: 60 s)"
    )
    health.set_defaults(do=_health)

    version = commands.add_parser("version", help="say the version")
    version.set_defaults(do=_version)
    return parser


def _add_env_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--env-file", default=".env", help="file with settings (default: .env; '' for none)")


def _run(options: argparse.Namespace) -> int:
    from musbot import logs, settings

    try:
        chosen = settings.load(Path(options.env_file) if options.env_file else None)
        token = chosen.bot_token()
    except settings.SettingsError as error:
        return _complain(WRONG_SETTINGS, *error.lines)
    logs.setup(chosen.log_level, chosen.log_format, [token])

    from musbot import bootstrap
    from musbot.app.ports import StoreUnavailable
    from musbot.telegram.errors import FatalError

    try:
        asyncio.run(bootstrap.run(chosen))
    except settings.SettingsError as error:
        return _complain(WRONG_SETTINGS, *error.lines)
    except (StoreUnavailable, FatalError) as error:
        return _complain(CANNOT_RUN, str(error))
    return DONE


def _demo(options: argparse.Namespace) -> int:
    from musbot.demo import DemoFailed, demo

    try:
        return asyncio.run(demo(options.port, fast=options.fast))
    except DemoFailed as error:
        return _complain(CANNOT_RUN, str(error))


def _simulate(options: argparse.Namespace) -> int:
    from musbot.players.simulate import simulate

    report = simulate(options.juegos, options.seed)
    print(report.as_json() if options.json else report.as_text())
    return DONE


def _arena(options: argparse.Namespace) -> int:
    from musbot.players.roster import EVERYBODY

    if not options.matrix and len(options.players) != 2:
        return _complain(WRONG_SETTINGS, f"name two of {', '.join(EVERYBODY)}, or ask for --matrix")
    try:
        if options.jobs == 1:
            return _measure(options, None)
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(options.jobs) as pool:
            return _measure(options, pool)
    except ValueError as error:
        return _complain(WRONG_SETTINGS, str(error))


def _measure(options: argparse.Namespace, pool: "Executor | None") -> int:
    import time

    from musbot.players import arena
    from musbot.players.roster import EVERYBODY

    names = options.players or list(EVERYBODY)
    if not options.matrix:
        first, second = names
        result = arena.run(first, second, options.pairs, options.seed, clock=time.perf_counter, pool=pool)
        print(result.as_json() if options.json else result.as_text())
        return DONE
    results = []
    for result in arena.matrix(names, arena.matrix_pairs, options.seed, clock=time.perf_counter, pool=pool):
        results.append(result)
        print(result.as_json() if options.json else result.as_text(), flush=True)
    if not options.json:
        print(arena.as_table(names, results))
    return DONE


def _replay(options: argparse.Namespace) -> int:
    from musbot.engine.errors import EngineError
    from musbot.engine.playback import narrate

    try:
        if str(options.file) == "-":
            written = sys.stdin.read()
        else:
            written = options.file.read_text(encoding="utf-8")
        for line in narrate(written):
            print(line)
    except OSError as error:
        return _complain(CANNOT_RUN, f"{options.file}: {error.strerror}")
    except UnicodeDecodeError:
        return _complain(CANNOT_RUN, f"{options.file}: this is not text")
    except EngineError as error:
        return _complain(CANNOT_RUN, f"{options.file}: {error}")
    return DONE


def _doctor(options: argparse.Namespace) -> int:
    from musbot import doctor

    env_file = Path(options.env_file) if options.env_file else None
    findings = asyncio.run(doctor.examine(env_file, repair=options.repair))
    print(doctor.as_json(findings) if options.json else doctor.as_text(findings))
    return AT_FAULT if doctor.is_wrong(findings) else DONE


def _backup(options: argparse.Namespace) -> int:
    from musbot import settings
    from musbot.app.ports import StoreUnavailable
    from musbot.storage import bystander

    try:
        chosen = settings.load(Path(options.env_file) if options.env_file else None)
        size = bystander.copy(chosen.database, options.file, force=options.force)
    except settings.SettingsError as error:
        return _complain(WRONG_SETTINGS, *error.lines)
    except StoreUnavailable as error:
        return _complain(CANNOT_RUN, str(error))
    print(f"{options.file}: {size} bytes, checked")
    return DONE


def _health(options: argparse.Namespace) -> int:
    import time

    from musbot import heartbeat, settings

    try:
        chosen = settings.load(Path(options.env_file) if options.env_file else None)
    except settings.SettingsError as error:
        return _complain(AT_FAULT, *error.lines)  # who asks for health knows only 0 and 1
    health = heartbeat.look(heartbeat.beside(chosen.database), time.time(), options.max_age)
    if not health.well:
        return _complain(AT_FAULT, health.text)
    print(health.text)
    return DONE


def _version(options: argparse.Namespace) -> int:
    print(f"musbot {__version__}")
    return DONE


def _complain(code: int, *lines: str) -> int:
    for line in lines:
        print(f"musbot: {line}", file=sys.stderr)
    return code


def _port(value: str) -> int:
    number = int(value)
    if not 0 <= number <= 65535:
        raise ValueError(value)
    return number


def _seconds(value: str) -> float:
    number = float(value)
    if not 0 < number < float("inf"):
        raise ValueError(value)
    return number


def _positive(value: str) -> int:
    number = int(value)
    if number < 1:
        raise ValueError(value)
    return number
