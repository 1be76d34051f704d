"""Texts cut to what Telegram takes, counted in UTF-16 units as it does; never in the middle of a sign or a tag."""

import html
import re
import unicodedata
from collections.abc import Iterable

MESSAGE_LIMIT = 4096
TOAST_LIMIT = 200

_ELLIPSIS = "…"
_OPENERS = "\u2066\u2067\u2068"
_CLOSER = "\u2069"
_JOINER = "\u200d"
_PIECE = re.compile(r"<(?P<close>/?)(?P<tag>[a-z-]+)[^<>]*>|&(?:#\d+|#x[0-9a-fA-F]+|\w+);|.", re.DOTALL)


def utf16_length(text: str) -> int:
    """How long Telegram takes a text to be: a sign outside the basic plane counts as two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut_plain(text: str, limit: int = TOAST_LIMIT) -> str:
    """The text, or as much of its beginning as leaves room for an ellipsis; isolates that it opens are closed."""
    return text if utf16_length(text) <= limit else _cut([(char, char) for char in text], limit)


def cut_html(text: str, limit: int = MESSAGE_LIMIT) -> str:
    """The same for Telegram HTML: tags and escapes stay whole, open tags are closed.

    Args:
        text: Well-formed HTML of the few tags that Telegram knows.
        limit: UTF-16 units, counted as Telegram does: after tags are taken out and escapes undone.
    """
    if utf16_length(text) <= limit:
        return text  # what is seen is never longer than what is written
    pieces = []
    for found in _PIECE.finditer(text):
        piece = found[0]
        pieces.append((piece, "" if found["tag"] else html.unescape(piece)))
    if sum(utf16_length(seen) for _, seen in pieces) <= limit:
        return text
    return _cut(pieces, limit)


def _cut(pieces: list[tuple[str, str]], limit: int) -> str:
    """As many (written, seen) pieces as fit with the ellipsis and every isolate closed."""
    kept: list[tuple[str, str]] = []
    used, isolates = utf16_length(_ELLIPSIS), 0
    for written, seen in pieces:
        opens = isolates + (seen in _OPENERS if seen else 0) - (seen == _CLOSER)
        if used + utf16_length(seen) + max(opens, 0) > limit:
            break
        kept.append((written, seen))
        used, isolates = used + utf16_length(seen), max(opens, 0)
    else:
        return "".join(written for written, _ in kept)
    rest = pieces[len(kept)][1]
    while kept and kept[-1][1] and _belongs_together(kept[-1][1], rest):
        rest = kept.pop()[1]
    isolates = _open_isolates(seen for _, seen in kept)
    return "".join(written for written, _ in kept) + _ELLIPSIS + _CLOSER * isolates + _closing_tags(kept)


def _belongs_together(before: str, after: str) -> bool:
    """Whether a cut between two signs would leave half of what people see as one."""
    joins = after == _JOINER or before == _JOINER
    return joins or (after != "" and unicodedata.category(after[0]) in ("Mn", "Me", "Sk"))


def _open_isolates(signs: Iterable[str]) -> int:
    depth = 0
    for sign in signs:
        depth = depth + 1 if sign and sign in _OPENERS else max(0, depth - (sign == _CLOSER))
    return depth


def _closing_tags(kept: list[tuple[str, str]]) -> str:
    opened: list[str] = []
    for written, seen in kept:
        found = None if seen else _PIECE.fullmatch(written)
        if found is None or not found["tag"]:
            continue
        if found["close"]:
            opened.pop()
        else:
            opened.append(found["tag"])
    return "".join(f"</{tag}>" for tag in reversed(opened))
