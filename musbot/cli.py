"""The `musbot` command. Each subcommand imports what it needs when it runs, so that `--help` answers at once."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from musbot import __version__

DONE = 0
WRONG_SETTINGS = 2  # as argparse exits for wrong arguments
CANNOT_RUN = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: what follows the command's name; the process's own when None.

    Returns:
        The exit code: 0 done, 2 wrong arguments or settings, 3 it cannot run.
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
    run.add_argument("--env-file", default=".env", help="file with settings (default: .env; '' for none)")
    run.set_defaults(do=_run)

    demo = commands.add_parser("demo", help="play in the browser on a local Telegram, without a token")
    demo.add_argument("--port", type=_port, default=8081, help="where the page is served (default: 8081)")
    demo.add_argument("--fast", action="store_true", help="messages and waits ten times faster")
    demo.set_defaults(do=_demo)

    simulate = commands.add_parser("simulate", help="let computer players play each other")
    simulate.add_argument("--juegos", type=_positive, default=100, help="how many juegos (default: 100)")
    simulate.add_argument("--seed", type=int, default=1, help="the same seed plays the same juegos")
    simulate.add_argument("--json", action="store_true", help="the report as JSON")
    simulate.set_defaults(do=_simulate)

    replay = commands.add_parser("replay", help="tell a game written in notation")
    replay.add_argument("file", type=Path, metavar="FILE", help="the game; - reads standard input")
    replay.set_defaults(do=_replay)

    version = commands.add_parser("version", help="say the version")
    version.set_defaults(do=_version)
    return parser


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


def _positive(value: str) -> int:
    number = int(value)
    if number < 1:
        raise ValueError(value)
    return number
