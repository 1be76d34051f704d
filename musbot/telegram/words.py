"""What this package needs from its neighbours and does not import: words, and a place to start tasks in."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

from musbot.app.text import Cards, Joined, Name, Text


class Words(Protocol):
    """Turns what is to be said into words (`musbot.i18n` implements it)."""

    @property
    def locales(self) -> tuple[str, ...]:
        """The locales that texts exist in."""
        ...

    def say(self, locale: str, value: Text | Joined | Name | Cards, *, html: bool) -> str:
        """The words: Telegram HTML with everything escaped, or plain text for toasts and labels."""
        ...

    def pick(self, code: str | None) -> str:
        """The best locale for a language code."""
        ...


class Starts(Protocol):
    """Starts supervised tasks (`musbot.app.nursery` implements it)."""

    def start(self, coro: Coroutine[Any, Any, None], *, name: str) -> asyncio.Task[None]:
        """Run a coroutine as a task whose errors are noticed."""
        ...
