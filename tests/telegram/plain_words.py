"""Words for tests: keys with their arguments, names escaped, so that a test sees what was said without locale files."""

import html as markup

from musbot.app.text import Arg, Cards, Joined, Name, Text


class PlainWords:
    """Says ``key`` or ``key(name=value)``; in any locale but Spanish with ``locale:`` before it."""

    locales = ("es", "en")

    def say(self, locale: str, value: Text | Joined | Name | Cards, *, html: bool) -> str:
        said = self._say(value)
        words = said if locale == "es" else f"{locale}:{said}"
        return markup.escape(words, quote=False) if html else words

    def pick(self, code: str | None) -> str:
        return "en" if code and code.startswith("en") else "es"

    def _say(self, value: Arg) -> str:
        match value:
            case Text(key, args):
                inside = ", ".join(f"{name}={self._say(arg)}" for name, arg in args)
                return f"{key}({inside})" if inside else key
            case Name(chosen):
                return chosen
            case Joined(parts, separator):
                return separator.join(self._say(part) for part in parts)
            case Cards(cards):
                return " ".join(str(int(card.rank)) for card in cards)
            case str() | int():
                return str(value)
