"""What the core is handed: a clock, and a way to wait that fits the caller's event loop.

`musbot.emulator.clocks` implements both over asyncio; the core itself stays free of any loop.
"""

from collections.abc import Callable, Generator
from typing import Any, Protocol

Json = dict[str, Any]
"""A JSON object of the Bot API."""

Cancel = Callable[[], None]
"""Takes back a call that was asked for with `Clock.call_at`; harmless when it has run."""


class Waiter(Protocol):
    """A moment that somebody waits for; set once, later sets are ignored."""

    def set(self, value: object = None) -> None:
        """Wake whoever awaits this, giving him `value`."""

    def done(self) -> bool:
        """Say whether it was set."""

    def __await__(self) -> Generator[Any, Any, object]:
        """Wait until it is set; gives the value."""


class Clock(Protocol):
    """Time as the emulated Telegram sees it, in Unix seconds."""

    def now(self) -> float:
        """Give the present, in seconds since 1970."""

    def call_at(self, when: float, callback: Callable[[], None]) -> Cancel:
        """Run `callback` once `now()` has reached `when`."""

    def waiter(self) -> Waiter:
        """Make something to wait for."""

    async def sleep(self, seconds: float) -> None:
        """Wait until this clock has moved on by `seconds`."""

    async def guard(self, waiter: Waiter, seconds: float | None) -> bool:
        """Wait for `waiter` at most `seconds` of the event loop's own time; tells whether it was set."""

    def advance(self, seconds: float) -> None:
        """Move the clock on at once; what became due runs."""
