"""Texts as Telegram keeps them: cleaned, measured, with the entities it finds by itself.

Follows TDLib's `fix_formatted_text` as far as a bot can see it: control characters become spaces, both ends are
trimmed, a text that then shows nothing is refused.
"""

import re
from dataclasses import dataclass

from musbot.emulator.core.errors import bad_request
from musbot.emulator.core.html import parse_html, utf16
from musbot.emulator.core.ports import Json

MAX_TEXT = 4096
MAX_CAPTION = 1024
MAX_SOURCE_BYTES = 32768

_DROPPED = re.compile("[\r\u2028-\u202e]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_BLANK = re.compile("[\\s\u00ad\u200b-\u200f\u2060-\u2064\u2800\u3164\ufeff]*")
_AUTOMATIC = (
    ("bot_command", re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>@])")),
    ("mention", re.compile(r"(?<![\w@/])@[A-Za-z][A-Za-z0-9_]{3,31}(?!\w)")),
    ("url", re.compile(r"(?<!\w)https?://[^\s<>\"]+[^\s<>\".,;:!?)]")),
)
_READ_ONLY = {
    "mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number", "bank_card_number"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Formatted:
    """A text as a message carries it.

    Attributes:
        text: Plain text.
        entities: `MessageEntity` objects, offsets in UTF-16 code units.
    """

    text: str
    entities: tuple[Json, ...] = ()


def read_text(source: str, parse_mode: str | None, entities: list[Json] | None) -> Formatted:
    """Read a request's text before any chat is looked at: markup errors come first, as in Client.cpp.

    Raises:
        ApiError: 400 for bad HTML, an oversized source or entities outside the text.
    """
    if len(source.encode()) > MAX_SOURCE_BYTES:
        raise bad_request("text is too long")
    if parse_mode == "HTML":
        text, found = parse_html(source)
        return clean(text, found)
    given = [entity for entity in entities or [] if entity["type"] not in _READ_ONLY]
    for entity in given:
        end = entity["offset"] + entity["length"]
        if entity["offset"] < 0 or entity["length"] < 0 or end > utf16(source):
            raise bad_request(
                f"entity beginning at UTF-16 offset {entity['offset']} ends after the end of the text "
                f"at UTF-16 offset {end}"
            )
    return clean(source, [dict(entity) for entity in given])


def clean(text: str, entities: list[Json]) -> Formatted:
    """Clean and trim a text, move its entities along, and add those Telegram finds by itself."""
    text = _CONTROL.sub(" ", text)
    if _DROPPED.search(text):
        text, entities = _without_dropped(text, entities)
    cut = len(text) - len(text.lstrip(" \t\n"))
    start = utf16(text[:cut])
    text = text.strip(" \t\n")
    end = utf16(text)
    moved = []
    for entity in entities:
        first = max(entity["offset"] - start, 0)
        last = min(entity["offset"] + entity["length"] - start, end)
        if last > first:
            moved.append({**entity, "offset": first, "length": last - first})
    moved += automatic(text, moved)
    moved.sort(key=lambda entity: (entity["offset"], -entity["length"]))
    return Formatted(text, tuple(moved))


def _without_dropped(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    shift = [0]
    kept: list[str] = []
    for char in text:
        drop = _DROPPED.match(char) is not None
        if not drop:
            kept.append(char)
        shift += [shift[-1] + (0 if not drop else 1)] * utf16(char)
    moved = []
    for entity in entities:
        first, last = entity["offset"], entity["offset"] + entity["length"]
        moved.append(
            {
                **entity,
                "offset": first - shift[first],
                "length": (last - shift[last]) - (first - shift[first]),
            }
        )
    return "".join(kept), moved


def automatic(text: str, taken: list[Json]) -> list[Json]:
    """Find commands, mentions and links in a plain text, but not inside code or links."""
    closed = [
        (entity["offset"], entity["offset"] + entity["length"])
        for entity in taken
        if entity["type"] in ("code", "pre", "text_link", "text_mention")
    ]
    found: list[Json] = []
    for kind, pattern in _AUTOMATIC:
        for match in pattern.finditer(text):
            first, length = utf16(text[: match.start()]), utf16(match[0])
            if all(first + length <= start or end <= first for start, end in closed):
                found.append({"type": kind, "offset": first, "length": length})
                closed.append((first, first + length))
    return found


def shows_nothing(text: str) -> bool:
    """Say whether a text holds only blanks, direction marks and other invisible characters."""
    return _BLANK.fullmatch(text) is not None
