"""Whole processes: a local Bot API, the bot that talks to it, and people who press what they are shown.

Everything runs faster than real life: windows and deadlines of the emulator, deliveries and waits of the bot.
Waiting here is for other processes, which no clock of a test can move.
"""

import asyncio
import random
import signal
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from musbot.app.screens import Press, Verb
from musbot.demo import bot_environment
from musbot.emulator.client import EmulatorClient
from musbot.settings import environment
from musbot.telegram.callbacks import decode

FASTER = 10.0
"""Windows and deadlines of the emulator, and deliveries of the bot."""
PACE = 20.0
"""How much faster the waiting times of tables are."""
UNHURRIED = {
    f"MUSBOT_PACE__{name}": str(seconds * PACE)
    for name, seconds in {"TURN": 90, "FIRST_TURN": 90, "NEXT_HAND": 6, "ORDAGO_MAX": 6}.items()
}
"""What people need stays as long as it is, or longer: a loaded machine is slow to press."""
READY = 30.0
"""Seconds that a process may take to start on a busy machine."""
SHOWN = 15.0
"""Seconds in which a chat must show what it is owed."""

STUCK = 200
"""Steps in a row without any call accepted."""

Json = dict[str, Any]


class Process:
    """A process of ours with its output in a file."""

    def __init__(self, log: Path, *arguments: str, env: dict[str, str]) -> None:
        self.log = log
        self._arguments = arguments
        self._env = env
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        with self.log.open("ab") as out:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *self._arguments, env=self._env, stdout=out, stderr=out
            )

    async def wait_for(self, words: str, times: int = 1) -> str:
        """Wait until the output holds some words so many times; the line that does."""
        for _ in range(int(READY / 0.02)):
            lines = [line for line in self.said().splitlines() if words in line]
            if len(lines) >= times:
                return lines[times - 1]
            if self._process is not None and self._process.returncode is not None:
                break
            await asyncio.sleep(0.02)
        raise AssertionError(f"{self._arguments} did not say {words!r}:\n{self.said()}")

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    async def wait(self) -> int:
        """Wait until it ends by itself; its exit code."""
        assert self._process is not None
        async with asyncio.timeout(READY):
            return await self._process.wait()

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End it; its exit code."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(number)
        return await self.wait()

    def again(self, log: Path) -> "Process":
        """The same, not started, with another file for its output."""
        return Process(log, *self._arguments, env=self._env)


@dataclass(frozen=True, slots=True)
class Seen:
    """A button as somebody is shown it."""

    chat: int
    message_id: int
    label: str
    data: str
    press: Press


class Town:
    """A group of four with the bot in it, both processes running.

    Attributes:
        client: controls the emulator.
        bot: the bot's process.
        group: chat id of the group.
        people: user ids by name.
    """

    def __init__(self, client: EmulatorClient, bot: Process, group: int, people: dict[str, int]) -> None:
        self.client = client
        self.bot = bot
        self.group = group
        self.people = people
        self.presses = 0
        self._starts = 0

    @property
    def everyone(self) -> list[int]:
        return list(self.people.values())

    async def start_bot(self) -> None:
        self._starts += 1
        await self.bot.start()
        await self.bot.wait_for("bot-started", self._starts)

    async def buttons(self, user: int, chat: int | None = None) -> list[Seen]:
        """All buttons of ours that a user sees in a chat (the group unless given), newest message first."""
        place = self.group if chat is None else chat
        found = []
        for message in reversed(await self.client.messages(place, user, from_bot=True)):
            for row in message["now"]["keyboard"]:
                for button in row:
                    press = decode(button["data"])
                    if press is not None:
                        found.append(
                            Seen(place, message["message_id"], button["text"], button["data"], press)
                        )
        return found

    async def press(self, user: int, button: Seen) -> str:
        """Press a button that the user sees; what the toast says. "" when the message is gone meanwhile."""
        pressed = await self.client.press(user, button.chat, button.message_id, data=button.data, stale=True)
        self.presses += 1
        answer = await self.client.answer_to(pressed)
        return str(answer["text"])

    async def shown(
        self, user: int, want: Callable[[list[Seen]], bool], chat: int | None = None
    ) -> list[Seen]:
        """Wait until a user is shown certain buttons."""

        async def check() -> list[Seen]:
            found = await self.buttons(user, chat)
            return found if want(found) else []

        try:
            found: list[Seen] = await self.client.wait_until(check, SHOWN)
        except TimeoutError as error:
            last = (await self.client.messages(self.group, user, from_bot=True))[-2:]
            texts = [message["now"]["text"] for message in last]
            raise AssertionError(f"not shown; the last messages: {texts}\n{self.bot.said()}") from error
        return found

    async def press_verb(self, user: int, verb: Verb, arg: str = "") -> str:
        """Press the newest button of a kind, once it is shown."""
        found = await self.shown(user, lambda seen: any(is_button(b, verb, arg) for b in seen))
        return await self.press(user, next(button for button in found if is_button(button, verb, arg)))

    async def sit_four(self) -> None:
        """`/mus` by the first, the others sit down and the last starts."""
        first, second, third, fourth = self.everyone
        await self.client.say(first, "/mus", self.group)
        assert "pareja B" in await self.press_verb(second, Verb.SIT, "1")
        assert "pareja A" in await self.press_verb(third, Verb.SIT, "0")
        assert "pareja B" in await self.press_verb(fourth, Verb.SIT, "1")
        await self.press_verb(fourth, Verb.START)

    async def nothing_wrong(self, *, killed: bool = False) -> None:
        """The emulator saw nothing that Telegram would mind, the bot logged no error."""
        if not killed:
            assert await self.client.check_unanswered(final=True) == []
        assert await self.client.violations() == []
        for line in self.bot.said().splitlines():
            assert "[error" not in line, self.bot.said()
            assert "Traceback" not in line, self.bot.said()


def is_button(button: Seen, verb: Verb, arg: str = "") -> bool:
    """Whether a button is of a kind."""
    return button.press.verb is verb and (not arg or button.press.arg == arg)


@asynccontextmanager
async def town(folder: Path, **more: str) -> AsyncIterator[Town]:
    """Both processes, the bot ready. Settings of the bot may be added by name."""
    emulator = Process(
        folder / "emulator.log",
        *("-m", "musbot.emulator", "--port", "0", "--faster", str(FASTER)),
        env=environment({}),
    )
    await emulator.start()
    try:
        url = (await emulator.wait_for("emulator ready at")).split()[-1]
        env = bot_environment(url, folder / "musbot.db", fast=False)
        env |= {"MUSBOT_DELIVERY_SCALE": str(1 / FASTER), "MUSBOT_PACE_SCALE": str(1 / PACE)} | UNHURRIED
        env |= {"MUSBOT_LOG_LEVEL": "info", "MUSBOT_POLL_TIMEOUT": "5"} | more
        bot = Process(folder / "bot.log", "-m", "musbot", "run", "--env-file", "", env=env)
        async with EmulatorClient(url) as client:
            people = {user["name"]: user["id"] for user in await client.users()}
            (group,) = [chat["id"] for chat in await client.chats() if chat["type"] == "supergroup"]
            here = Town(client, bot, group, people)
            await here.start_bot()
            try:
                yield here
            finally:
                await bot.stop()
    finally:
        await emulator.stop()


class Players:
    """People who play by pressing buttons that they are shown, whoever is let.

    Args:
        here: the town.
        users: who plays.
        seed: of their choices.
        cut: the chance that a mus is cut, in percent.
    """

    def __init__(self, here: Town, users: Iterable[int], seed: int = 1, cut: int = 60) -> None:
        self._here = here
        self._users = list(users)
        self._random = random.Random(seed)
        self._cut = cut
        self.accepted = 0
        self.refused = 0
        self._idle = 0
        self._toasts: deque[str] = deque(maxlen=12)

    async def play_hand(self) -> None:
        """Press until the hand is over: the next one is offered or, after an órdago, the rematch."""
        for _ in range(2000):
            seen = await self._here.shown(self._users[0], lambda found: bool(found))
            if any(is_button(button, Verb.CALL, "sg") or is_button(button, Verb.REMATCH) for button in seen):
                return
            await self._try(seen)
        raise AssertionError("no end of the hand after 2000 steps")

    async def play_until(self, verb: Verb, arg: str = "", most: int = 2000) -> None:
        """Press until a button of a kind is shown."""
        for _ in range(most):
            seen = await self._here.shown(self._users[0], lambda found: bool(found))
            if any(is_button(button, verb, arg) for button in seen):
                return
            await self._try(seen)
        raise AssertionError(f"no {verb} after {most} steps")

    async def play_steps(self, steps: int) -> None:
        """Press so many accepted calls."""
        until = self.accepted + steps
        while self.accepted < until:
            await self._try(await self._here.shown(self._users[0], lambda found: bool(found)))

    async def _try(self, seen: list[Seen]) -> None:
        """One step; many in a row without any call accepted mean that the game is stuck."""
        before = self.accepted
        await self._step(seen)
        self._idle = 0 if self.accepted > before else self._idle + 1
        if self._idle >= STUCK:
            last = await self._here.client.last(self._here.group)
            raise AssertionError(
                f"stuck at {last['now']['text']}\n{seen}\n{list(self._toasts)}\n{self._here.bot.said()}"
            )

    async def _step(self, seen: list[Seen]) -> None:
        if any(is_button(button, Verb.TOGGLE) for button in seen):
            await self._discard(seen)
        calls = [button for button in seen if is_button(button, Verb.CALL)]
        if not calls:
            await asyncio.sleep(0.05)
            return
        newest = max(button.message_id for button in calls)
        await self._call([button for button in calls if button.message_id == newest])

    async def _call(self, calls: list[Seen]) -> None:
        """Somebody makes a call: all are tried, the rules let one."""
        chosen = self._choose({button.press.arg: button for button in calls})
        for user in await self._order():
            toast = await self._press(user, chosen)
            if "otra vez" in toast:
                await asyncio.sleep(2.0 / PACE)
                toast = await self._press(user, chosen)
            if "✔" in toast or "nueva" in toast:
                self.accepted += 1
                await self._moved(user, chosen)
                return
            self.refused += 1

    async def _press(self, user: int, button: Seen) -> str:
        toast = await self._here.press(user, button)
        self._toasts.append(f"{user} {button.data}: {toast}")
        return toast

    async def _order(self) -> list[int]:
        """Who presses first: those whom the board marks, mostly; sometimes somebody who is out of turn."""
        last = await self._here.client.last(self._here.group)
        marked = [line for line in last["now"]["text"].splitlines() if "▶" in line]
        names = [name for name in self._here.people if any(name in line for line in marked)]
        order = self._random.sample(self._users, len(self._users))
        if names and self._random.random() < 0.9:
            order.sort(key=lambda user: user not in [self._here.people[name] for name in names])
        return order

    async def _moved(self, user: int, pressed: Seen) -> None:
        """The board takes a moment to follow; until then the same may be pressed by the next."""
        await asyncio.sleep(0.05)

    def _choose(self, calls: dict[str, Seen]) -> Seen:
        roll = self._random.randrange(100)
        if "mus" in calls:
            return calls["co" if roll < self._cut else "mus"]
        if "q" in calls:
            return calls["nq" if roll < 50 else "q"]
        bets = [arg for arg in calls if arg.startswith("e")]
        if bets and roll < 30:
            return calls[self._random.choice(bets)]
        if "or" in calls and roll > 97:
            return calls["or"]
        return calls["p"] if "p" in calls else next(iter(calls.values()))

    async def _discard(self, seen: list[Seen]) -> None:
        for user in self._users:
            toggles = [button for button in seen if is_button(button, Verb.TOGGLE)]
            for button in self._random.sample(toggles, self._random.randint(1, 3)):
                await self._press(user, button)
            confirm = next(button for button in seen if is_button(button, Verb.CONFIRM))
            if "✔" in await self._press(user, confirm):
                self.accepted += 1
        await asyncio.sleep(0.05)
