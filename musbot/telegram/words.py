"""The words that this package needs, as a protocol: it says texts, and does not know where they come from."""

from functools import lru_cache
from typing import Protocol

from musbot.app.text import Cards, Joined, Name, Text


class Words(Protocol):
    """Turns what is to be said into words (`musbot.i18n.Translator` does)."""

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


REMEMBERED = 8192
"""Texts whose words are kept: a board is mostly what it was before the call, and buttons are always the same."""


class RememberedWords:
    """Words that are not looked for again when they were found before: half of the work of a message was that."""

    def __init__(self, words: Words) -> None:
        """Remember what `words` says."""
        self._words = words
        self._said = lru_cache(REMEMBERED)(self._find)

    @property
    def locales(self) -> tuple[str, ...]:
        """The locales that texts exist in."""
        return self._words.locales

    def say(self, locale: str, value: Text | Joined | Name | Cards, *, html: bool) -> str:
        """The words, as `Words.say` gives them."""
        return self._said(locale, value, html)

    def pick(self, code: str | None) -> str:
        """The best locale for a language code."""
        return self._words.pick(code)

    def _find(self, locale: str, value: Text | Joined | Name | Cards, html: bool) -> str:
        return self._words.say(locale, value, html=html)
