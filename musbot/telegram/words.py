"""The words that this package needs, as a protocol: it says texts, and does not know where they come from."""

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
