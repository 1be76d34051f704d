"""`musbot demo`: a local Telegram with a web page, and the real bot as a process of its own that talks to it.

Nothing leaves the machine and no token is needed. The games are in a temporary folder: the emulated chats that they
belong to live no longer than this program.
"""

import asyncio
import signal
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from musbot.app.nursery import Nursery
from musbot.emulator.__main__ import make_limits
from musbot.emulator.clocks import SystemClock
from musbot.emulator.core import Emulator
from musbot.emulator.core.emulator import TOKEN
from musbot.emulator.demo import seed_demo
from musbot.emulator.server import serving
from musbot.settings import environment

HOST = "127.0.0.1"
FASTER = 10.0
"""How much faster deliveries and waiting times are with ``--fast``."""

PATIENCE = 20.0
"""Seconds that the bot may take to stop in order."""


class DemoFailed(Exception):
    """The demo cannot run; the message says why in one line."""


async def demo(port: int, *, fast: bool) -> int:
    """Run the demo until SIGINT or SIGTERM, or until the bot ends.

    Args:
        port: where the page is served on loopback; 0 takes a free one.
        fast: messages and waits are ten times faster.

    Returns:
        The exit code: 0, or the bot's when it ended by itself.

    Raises:
        DemoFailed: the port cannot be used.
    """
    emulator = Emulator(SystemClock(), token=TOKEN, limits=make_limits(FASTER if fast else 1.0))
    seed_demo(emulator)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="musbot-demo-"))
        try:
            url = await stack.enter_async_context(serving(emulator, host=HOST, port=port))
        except OSError as error:
            raise DemoFailed(f"port {port} cannot be used; take another: musbot demo --port 0") from error
        return await _beside(url, Path(folder), stop, fast=fast)


async def _beside(url: str, folder: Path, stop: asyncio.Event, *, fast: bool) -> int:
    """Run the bot beside the server."""
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "musbot", "run", "--env-file", ""),
        env=bot_environment(url, folder / "demo.db", fast=fast),
        start_new_session=True,  # Ctrl-C in a terminal reaches this process alone; it stops the bot in order
    )
    sys.stdout.write(f"Play mus at {url} (Ctrl-C ends it)\n")
    sys.stdout.flush()
    async with Nursery() as nursery:
        ended = nursery.start(bot.wait(), name="bot")
        asked = nursery.start(stop.wait(), name="stop")
        await asyncio.wait({ended, asked}, return_when=asyncio.FIRST_COMPLETED)
        if ended.done():
            sys.stderr.write("The bot has ended; its last lines above say why.\n")
            return ended.result() or 1
        bot.terminate()
        await asyncio.wait({ended}, timeout=PATIENCE)
        if not ended.done():
            bot.kill()
            await asyncio.wait({ended})
    return 0


def bot_environment(url: str, database: Path, *, fast: bool) -> dict[str, str]:
    """The environment of a bot that talks to a local server: nothing of the person's own settings."""
    values = {
        "MUSBOT_TOKEN": TOKEN,
        "MUSBOT_API_URL": url,
        "MUSBOT_DATABASE": str(database),
        "MUSBOT_LOG_LEVEL": "warning",
    }
    if fast:
        # People stay as slow as they are: only messages and the pauses between hands and calls are quick.
        values["MUSBOT_DELIVERY_SCALE"] = str(1 / FASTER)
        values["MUSBOT_PACE__NEXT_HAND"] = "4"
        values["MUSBOT_PACE__COMPUTER_PAUSE"] = values["MUSBOT_PACE__COMPUTER_ORDAGO_PAUSE"] = "0.3"
    return environment(values)
