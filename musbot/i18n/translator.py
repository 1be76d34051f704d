"""`Text` into words of a locale. The one place that escapes HTML, isolates names and draws cards in text.

Everything is made as HTML first; plain text is the same with the tags taken out and the escapes undone. So there is
one path, and nothing that people typed can be markup in either.
"""

import html as markup
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import structlog
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number

from musbot.app.text import Arg, Cards, Joined, Name, Text
from musbot.engine.cards import Card, Rank, Suit
from musbot.i18n.names import clean_name, isolate

DEFAULT_LOCALE = "es"
"""The locale that has every message; what is missing elsewhere is said in it."""

LOCALES_DIR = Path(__file__).parent / "locales"

_LOG = structlog.stdlib.get_logger("musbot.i18n")
_TAG = re.compile(r"<[^<>]*>")
_FIRST_LETTER = re.compile(r"(?:<[^<>]*>|[¡¿\s])*[^\W\d_]")
# Who speaks these reads Spanish before English.
_NEAR_SPANISH = frozenset({"an", "ast", "ca", "ext", "eu", "gl", "oc", "pt", "qu"})
_ABROAD = "en"

RANK_SIGNS: Mapping[Rank, str] = {
    Rank.AS: "A",
    Rank.SOTA: "S",
    Rank.CABALLO: "C",
    Rank.REY: "R",
} | {rank: str(int(rank)) for rank in Rank if Rank.DOS <= rank <= Rank.SIETE}
"""Ranks as players write them, the same in every language: they are printed on the cards."""

# Small letters tell suits apart without colour and stay out of the way: suits never matter in mus.
SUIT_SIGNS: Mapping[Suit, str] = {Suit.OROS: "ᵒ", Suit.COPAS: "ᶜ", Suit.ESPADAS: "ᵉ", Suit.BASTOS: "ᵇ"}


class MissingText(LookupError):
    """A locale has no such message, or the message needs an argument that was not given."""


class Translator:
    """Says texts in a locale."""

    def __init__(self, locales_dir: Path | None = None, *, strict: bool = False) -> None:
        """Read every `<locale>/*.ftl` of a directory (by default our own).

        Args:
            locales_dir: Where the locales are.
            strict: Raise `MissingText` instead of saying it in Spanish (or with the key) and logging it.
        """
        self._strict = strict
        directory = locales_dir or LOCALES_DIR
        self._bundles = {
            found.name: _bundle(found) for found in sorted(directory.iterdir()) if any(found.glob("*.ftl"))
        }

    @property
    def locales(self) -> tuple[str, ...]:
        """The locales we have, the default one first."""
        return tuple(sorted(self._bundles, key=lambda locale: (locale != DEFAULT_LOCALE, locale)))

    def pick(self, code: str | None) -> str:
        """The best locale that we have for a language code as a client reports it (``es-419``, ``EN_us``, None)."""
        if not code:
            return DEFAULT_LOCALE
        code = code.replace("_", "-").lower()
        for locale in self._bundles:
            if locale.lower() == code:
                return locale
        language = code.partition("-")[0]
        if language in self._bundles:
            return language
        return _ABROAD if _ABROAD in self._bundles and language not in _NEAR_SPANISH else DEFAULT_LOCALE

    def say(self, locale: str | None, value: Arg, *, html: bool) -> str:
        """The words for a value.

        Args:
            locale: One of `locales`; any other code is replaced as `pick` says.
            value: A text, or a part of one.
            html: With markup for a message; otherwise plain, for toasts, alerts and labels.

        Raises:
            MissingText: In strict mode, when a message or an argument is missing.
        """
        chosen = locale if locale in self._bundles else self.pick(locale)
        words = self._html(chosen, value, suits=html)
        return words if html else markup.unescape(_TAG.sub("", words))

    def _html(self, locale: str, value: Arg, *, suits: bool) -> str:
        match value:
            case Text(key, args):
                return self._message(locale, key, args, suits=suits)
            case Joined(parts, separator):
                between = markup.escape(separator, quote=False)
                return between.join(self._html(locale, part, suits=suits) for part in parts)
            case Name(chosen, person_id):
                cleaned = clean_name(chosen)
                if not cleaned:
                    return self._message(locale, "name-blank", (), suits=suits)
                shown = isolate(markup.escape(cleaned, quote=False))
                return shown if person_id is None else f'<a href="tg://user?id={person_id}">{shown}</a>'
            case Cards(cards):
                return " ".join(_card(card, suit=suits) for card in cards)
            case str() | int():
                return markup.escape(str(value), quote=False)

    def _message(self, locale: str, key: str, args: tuple[tuple[str, Arg], ...], *, suits: bool) -> str:
        wanted = (locale,) if self._strict or locale == DEFAULT_LOCALE else (locale, DEFAULT_LOCALE)
        for tried in wanted:
            said = self._try(tried, key, args, suits=suits)
            if said is not None:
                return said
        return markup.escape(key, quote=False)

    def _try(self, locale: str, key: str, args: tuple[tuple[str, Arg], ...], *, suits: bool) -> str | None:
        bundle = self._bundles[locale]
        pattern = bundle.get_message(key).value if bundle.has_message(key) else None
        if pattern is None:
            self._missing(locale, key, "no such message")
            return None
        given = {
            name: fluent_number(arg, useGrouping=False)
            if isinstance(arg, int)
            else self._html(locale, arg, suits=suits)
            for name, arg in args
        }
        said, errors = bundle.format_pattern(pattern, given)
        if errors:
            self._missing(locale, key, "; ".join(map(str, errors)))
            return None
        return str(said)

    def _missing(self, locale: str, key: str, why: str) -> None:
        if self._strict:
            raise MissingText(f"{locale}: {key}: {why}")
        _LOG.error("text missing", locale=locale, key=key, why=why)


def _card(card: Card, *, suit: bool) -> str:
    sign = RANK_SIGNS[card.rank]
    return f"<b>{sign}</b>{SUIT_SIGNS[card.suit]}" if suit else sign


def _capitalised(words: Any) -> Any:
    """`CAP($call)` in a message: the first letter large, wherever tags and signs let it begin."""
    said = str(words)
    found = _FIRST_LETTER.match(said)
    if found is None:
        return said
    at = found.end()
    return said[: at - 1] + said[at - 1].upper() + said[at:]


def _bundle(directory: Path) -> FluentBundle:
    # No isolates around every placeable: names bring their own, and numbers need none.
    bundle = FluentBundle([directory.name], functions={"CAP": _capitalised}, use_isolating=False)
    for file in sorted(directory.glob("*.ftl")):
        bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))
    return bundle
