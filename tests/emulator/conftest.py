"""A small world for every test of the emulator: a supergroup with four people, and a standing clock."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from telegram import Bot

from musbot.emulator.clocks import ManualClock
from musbot.emulator.core import Controls, Emulator, Outcome, Reading, Upload
from musbot.emulator.inprocess import InProcessRequest
from tests.support import virtual_time


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    return virtual_time.loop_factories(config, item)


class Room:
    """A world with Ane (owner), Jon, Mikel and Itziar in a supergroup; nobody has opened the private chat."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.emulator = Emulator(self.clock)
        self.ane, self.jon, self.mikel, self.itziar = (
            self.controls.add_user(name) for name in ("Ane", "Jon", "Mikel", "Itziar")
        )
        self.group = self.controls.add_group("Cuadrilla", [self.ane, self.jon, self.mikel, self.itziar])

    @property
    def controls(self) -> Controls:
        return self.emulator.controls

    @property
    def reading(self) -> Reading:
        return self.emulator.reading

    async def call(self, method: str, uploads: dict[str, Upload] | None = None, /, **params: Any) -> Outcome:
        return await self.emulator.call(self.emulator.token, method, params, uploads)

    async def result(self, method: str, uploads: dict[str, Upload] | None = None, /, **params: Any) -> object:
        outcome = await self.call(method, uploads, **params)
        assert outcome.ok, outcome.body
        return outcome.body["result"]

    async def send(self, text: str = "hola", chat: int | None = None, **params: Any) -> int:
        result = await self.result("sendMessage", chat_id=chat or self.group, text=text, **params)
        assert isinstance(result, dict)
        number = result["message_id"]
        assert isinstance(number, int)
        return number

    async def refusal(
        self, method: str, uploads: dict[str, Upload] | None = None, /, **params: Any
    ) -> tuple[int, str]:
        outcome = await self.call(method, uploads, **params)
        assert not outcome.ok, outcome.body
        return outcome.status, outcome.body["description"]

    async def updates(self, **params: Any) -> list[dict[str, Any]]:
        result = await self.result("getUpdates", **params)
        assert isinstance(result, list)
        return result

    def kinds(self) -> list[str]:
        return [violation.kind.value for violation in self.emulator.violations]


def keys(*rows: list[str]) -> dict[str, object]:
    """A keyboard whose buttons carry their own text as data."""
    return {"inline_keyboard": [[{"text": label, "callback_data": label} for label in row] for row in rows]}


@pytest.fixture(autouse=True)
def _retry_after_is_a_timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    # python-telegram-bot warns until somebody chooses.
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture
async def room() -> Room:
    return Room()


@pytest.fixture
async def bot(room: Room) -> AsyncIterator[Bot]:
    made = Bot(
        room.emulator.token,
        request=InProcessRequest(room.emulator),
        get_updates_request=InProcessRequest(room.emulator),
    )
    async with made:
        yield made
