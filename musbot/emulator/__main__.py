"""`python -m musbot.emulator`: serve an emulated Telegram on this machine until interrupted."""

import argparse
import asyncio
import signal
import sys

from musbot.emulator.clocks import SystemClock
from musbot.emulator.core import Emulator, Limits
from musbot.emulator.core.emulator import TOKEN
from musbot.emulator.demo import seed_demo
from musbot.emulator.server import serving


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m musbot.emulator", description="A local Bot API for musbot."
    )
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (default: loopback only)")
    parser.add_argument("--port", type=int, default=8081, help="0 takes a free port and prints it")
    parser.add_argument("--token", default=TOKEN, help="the token that the bot must use")
    parser.add_argument("--username", default="musbot_local_bot", help="the bot's username")
    parser.add_argument("--empty", action="store_true", help="without the demo's group and people")
    parser.add_argument("--no-privacy", action="store_true", help="let the bot read everything in groups")
    parser.add_argument("--faster", type=float, default=1.0, help="divide windows and deadlines by this")
    return parser.parse_args()


def make_limits(faster: float) -> Limits:
    """Give Telegram's numbers with every window and deadline divided by `faster`."""
    plain = Limits()
    return Limits(
        window_seconds=plain.window_seconds / faster,
        answer_seconds=plain.answer_seconds / faster,
        query_seconds=plain.query_seconds / faster,
        ephemeral_seconds=plain.ephemeral_seconds / faster,
    )


async def serve(options: argparse.Namespace) -> None:
    """Serve until SIGINT or SIGTERM; prints one line with the address when ready."""
    emulator = Emulator(
        SystemClock(),
        token=options.token,
        username=options.username,
        privacy=not options.no_privacy,
        limits=make_limits(options.faster),
    )
    if not options.empty:
        seed_demo(emulator)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with serving(emulator, host=options.host, port=options.port) as url:
        # Programs that start this wait for the line.
        sys.stdout.write(f"emulator ready at {url}\n")
        sys.stdout.flush()
        await stop.wait()


def main() -> None:
    """Read the arguments and serve."""
    asyncio.run(serve(_arguments()))


if __name__ == "__main__":
    main()
