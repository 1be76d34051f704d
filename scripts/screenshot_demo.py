"""Play a little in the demo's page with a headless Chromium, and keep pictures of it.

    python scripts/screenshot_demo.py                 writes docs/images/demo.png, the README's picture
    python scripts/screenshot_demo.py --all FOLDER    writes many: every phase, wide and narrow, light and dark

It needs a Chromium and Playwright (`pip install playwright`, no browser download); the project depends on neither.
It starts the real demo, with the real bot, and clicks as people do. A whole walk also serves as a check by eye that
the page works: it ends with an error when the page logs one or a step does not become possible.
"""

import argparse
import asyncio
import importlib
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from musbot.demo import FASTER, bot_environment
from musbot.emulator.__main__ import make_limits
from musbot.emulator.clocks import SystemClock
from musbot.emulator.core import Emulator
from musbot.emulator.core.emulator import TOKEN
from musbot.emulator.demo import seed_demo
from musbot.emulator.server import serving

# Not a dependency, so the type checker may not find it: what comes from it is `Any`.
playwright: Any = importlib.import_module("playwright.async_api")

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "images" / "demo.png"
WIDE, NARROW = (1280, 800), (390, 844)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
MOST_BYTES = 400_000
PEOPLE = ("Ane", "Jon", "Mikel", "Itziar")
TURN = re.compile("▶ \u2068([^\u2069]+)\u2069")
CHOOSING = re.compile("\u2068([^\u2069]+)\u2069[^\n]*elige…")


class StepFailed(Exception):
    """The page does not offer what the walk wants to do next."""


@asynccontextmanager
async def demo() -> AsyncIterator[str]:
    """Run what `musbot demo --fast` runs while the block runs, but let people think as long as ever; its address."""
    emulator = Emulator(SystemClock(), token=TOKEN, limits=make_limits(FASTER))
    seed_demo(emulator)
    with tempfile.TemporaryDirectory(prefix="musbot-demo-") as folder:
        async with serving(emulator) as url:
            settings = bot_environment(url, Path(folder) / "demo.db", fast=True) | {"MUSBOT_PACE_SCALE": "1"}
            bot = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "musbot", "run", "--env-file", ""), cwd=ROOT, env=settings
            )
            try:
                yield url
            finally:
                if bot.returncode is None:
                    bot.terminate()
                await bot.wait()


@dataclass
class Player:
    """Somebody at the page, who can be each of the four.

    Attributes:
        page: The browser's page.
        folder: Where pictures go.
        looks: Sizes and colour schemes of each picture, by the ending of its name.
        errors: What the page complained about.
    """

    page: Any
    folder: Path
    looks: dict[str, tuple[tuple[int, int], str]]
    errors: list[str] = field(default_factory=list)

    async def open(self, url: str) -> None:
        """Load the page and wait until it shows people and the bot is there."""
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        await self.page.goto(url)
        await self.page.wait_for_selector(".tab")
        await self.until(self._bot_there, "a bot")

    async def _bot_there(self) -> bool:
        answer = await self.page.evaluate("fetch('/control/bot').then(answer => answer.json())")
        return bool(answer["listening"])

    async def until(self, look: Callable[[], Awaitable[bool]], what: str, seconds: float = 12.0) -> None:
        """Ask again and again until `look()` says yes."""
        for _ in range(int(seconds / 0.1)):
            if await look():
                return
            await self.page.wait_for_timeout(100)
        raise StepFailed(f"waited in vain for {what}")

    async def become(self, name: str) -> None:
        """Choose a person."""
        await self.page.click(f'.tab:has-text("{name}")')
        await self.page.wait_for_timeout(250)

    def keys(self, pattern: str, side: str = "group") -> Any:
        """Find buttons below messages by their text."""
        return self.page.locator(f"#{side} .key", has_text=re.compile(pattern))

    async def press(self, pattern: str, side: str = "group", pause: int = 450) -> None:
        """Press the newest such button, and wait until the bot has answered."""
        await self.keys(pattern, side).last.click(timeout=8000)
        await self.until(self._quiet, f"an answer to {pattern}")
        await self.page.wait_for_timeout(pause)

    async def call(self, pattern: str) -> None:
        """Press a button, and wait until the board shows what it did."""
        before = await self.board()

        async def changed() -> bool:
            return await self.board() != before

        await self.press(pattern, pause=100)
        await self.until(changed, f"a board after {pattern}")
        await self.page.wait_for_timeout(250)

    async def _quiet(self) -> bool:
        waiting: int = await self.page.locator(".key.busy").count()
        return waiting == 0

    async def board(self) -> str:
        """Give the text of the newest message that has buttons."""
        text: str = await self.page.locator("#group .message.keyed .text").last.inner_text()
        return text

    async def speakers(self) -> list[str]:
        """Give who may speak, as the board says."""
        text = await self.board()
        return TURN.findall(text) or CHOOSING.findall(text)

    async def speak(self, *patterns: str) -> str:
        """Let whoever is asked press the first of these buttons that there is; gives its pattern."""
        await self.until(self._asked, "somebody's turn")
        await self.become((await self.speakers())[0])
        for pattern in patterns:
            if await self.keys(pattern).count():
                await self.call(pattern)
                return pattern
        offered = await self.page.locator("#group .key").all_inner_texts()
        raise StepFailed(f"none of {patterns} among {offered}")

    async def say(self, name: str, text: str) -> None:
        """Let somebody write in the group."""
        await self.become(name)
        await self.page.fill("#group textarea", text)
        await self.page.press("#group textarea", "Enter")

    async def twice(self, pattern: str) -> None:
        """Press what has to be confirmed: again after 0.7 to 6 seconds."""
        await self.page.wait_for_timeout(6500)  # an earlier first press is forgotten
        await self.press(pattern, pause=900)
        await self.press(pattern, pause=2000)

    async def _asked(self) -> bool:
        return bool(await self.speakers())

    async def shot(self, name: str) -> None:
        """Keep a picture in every look."""
        for ending, ((width, height), scheme) in self.looks.items():
            await self.page.set_viewport_size({"width": width, "height": height})
            await self.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            await self.page.wait_for_timeout(120)
            await self.page.screenshot(path=self.folder / f"{name}{ending}.png")
        await self.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})


async def sit(player: Player) -> None:
    """Open a table, seat the four and start."""
    await player.shot("01-empty")
    await player.page.click("#hint-do")
    await player.keys("pareja A").wait_for()
    await player.shot("02-lobby")
    for name, pair in zip(PEOPLE, "ABAB", strict=True):
        await player.become(name)
        await player.press(f"pareja {pair}")
    await player.shot("03-full")
    await player.press("Empezar")
    await player.keys("^Mus$").wait_for()


async def open_private(player: Player, name: str) -> None:
    """Open somebody's private chat with the bot."""
    await player.become(name)
    await player.page.click("#private .start .plain")
    await player.keys("Jugar desde", "private").wait_for()


async def mus_and_discards(player: Player) -> None:
    """Everybody wants mus and throws one or two cards."""
    await player.shot("04-mus")
    for _ in PEOPLE:
        await player.speak("^Mus$")
    await player.keys("Tirar").wait_for()
    for number in range(len(PEOPLE)):
        await player.until(player._asked, "somebody who chooses")
        await player.become((await player.speakers())[0])
        await player.press("^4$")
        if number % 2:
            await player.press("^3$")
        if number == 1:
            await player.shot("05-discards")
        await player.call("Tirar")
    await player.speak("No hay mus")


async def picture_for_readme(player: Player) -> None:
    """A board with a bet on it, a private hand, a toast."""
    await player.until(player._asked, "somebody's turn")
    while (await player.speakers())[0] in PEOPLE[::2]:  # the other pair is to bet
        await player.speak("^Paso$")
    await player.say("Jon", "Venga, que esta es nuestra 💪")
    await player.speak("^Envido 2$", "Envido")
    await player.become("Ane")
    await player.press("Jugar desde aquí", "private", pause=1200)
    await player.page.mouse.move(0, 0)
    await player.page.wait_for_timeout(5000)  # its toast goes
    await player.shot("06-bet")


async def ordago(player: Player) -> None:
    """Show the cards, refuse, and call órdago; then the showdown."""
    await player.press("Mis cartas")
    await player.shot("07-alert")
    await player.page.click("#alert button")
    for _ in range(4):
        if not await player.keys("No quiero").count():
            break
        await player.speak("No quiero")
    await player.become((await player.speakers())[0])
    await player.press("Órdago")
    await player.shot("08-ordago-toast")
    await player.twice("Órdago")
    await player.shot("09-ordago")
    await player.become((await player.speakers())[0])
    await player.twice("^Quiero")
    await player.shot("10-showdown")


async def open_player(browser: Any, url: str, folder: Path, *, everything: bool) -> Player:
    """Open the page in a browser that speaks Spanish."""
    looks = {"": (WIDE, "light")}
    if everything:
        looks = {
            "-wide": (WIDE, "light"),
            "-wide-dark": (WIDE, "dark"),
            "-narrow": (NARROW, "light"),
            "-narrow-dark": (NARROW, "dark"),
        }
    context = await browser.new_context(
        viewport={"width": WIDE[0], "height": WIDE[1]}, locale="es-ES", reduced_motion="reduce"
    )
    player = Player(await context.new_page(), folder, looks)
    await player.open(url)
    return player


async def walk(folder: Path, chromium: str, *, everything: bool) -> list[str]:
    """Play and keep pictures; gives what the page complained about."""
    async with demo() as url, playwright.async_playwright() as tools:
        browser = await tools.chromium.launch(executable_path=chromium, args=FLAGS)
        player = await open_player(browser, url, folder, everything=everything)
        await sit(player)
        await open_private(player, "Ane")
        await mus_and_discards(player)
        await picture_for_readme(player)
        if everything:
            await ordago(player)
        await browser.close()
        return player.errors


def main() -> int:
    """Read the arguments, walk, and say what was wrong."""
    parser = argparse.ArgumentParser(description="Pictures of the demo's page.")
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every phase in every look, into a folder")
    parser.add_argument("--chromium", default="/usr/bin/chromium", help="the browser's program")
    options = parser.parse_args()
    folder = options.all or PICTURE.parent / "walk"
    folder.mkdir(parents=True, exist_ok=True)
    errors = asyncio.run(walk(folder, options.chromium, everything=options.all is not None))
    if options.all is None:
        (folder / "06-bet.png").replace(PICTURE)
        for other in folder.iterdir():
            other.unlink()
        folder.rmdir()
        if PICTURE.stat().st_size > MOST_BYTES:
            errors.append(f"{PICTURE.name} is larger than {MOST_BYTES} bytes")
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
