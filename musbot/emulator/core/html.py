"""Telegram's HTML: into plain text with entities, with the Bot API's own complaints, and back for reading.

The grammar and the texts of the complaints follow TDLib (MessageEntity.cpp, `parse_html`). Offsets of entities are
UTF-16 code units; offsets in complaints are bytes of UTF-8. Markdown is not modelled.
"""

import html
import re
from dataclasses import dataclass

from musbot.emulator.core.errors import ApiError, bad_request
from musbot.emulator.core.ports import Json

_TAGS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "tg-spoiler": "spoiler",
    "span": "spoiler", "code": "code", "pre": "pre", "a": "text_link", "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
}  # fmt: skip
_BACK = {
    "bold": "b", "italic": "i", "underline": "u", "strikethrough": "s", "spoiler": "tg-spoiler", "code": "code",
    "pre": "pre", "blockquote": "blockquote", "expandable_blockquote": "blockquote",
}  # fmt: skip
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_REFERENCE = re.compile(r"&(?:#x(?P<hex>[0-9a-fA-F]+)|#(?P<dec>[0-9]+)|(?P<name>[a-zA-Z]+));?")
_SPACE = " \t\r\n\f\v"


def utf16(text: str) -> int:
    """Give a text's length in UTF-16 code units, the unit of entity offsets."""
    return len(text) + sum(char > "\uffff" for char in text)


@dataclass(slots=True)
class _Open:
    tag: str
    start: int
    argument: str


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.place = 0
        self.out: list[str] = []
        self.length = 0
        self.entities: list[Json] = []
        self.stack: list[_Open] = []

    def at(self, place: int) -> int:
        return len(self.source[:place].encode("utf-8", "surrogatepass"))

    def fail(self, text: str) -> ApiError:
        return bad_request(f"can't parse entities: {text}")

    def peek(self) -> str:
        return self.source[self.place] if self.place < len(self.source) else ""

    def run(self) -> tuple[str, list[Json]]:
        while self.place < len(self.source):
            char = self.peek()
            if char == "<":
                self.tag()
            elif char == "&":
                self.emit(self.reference())
            else:
                self.emit(char)
                self.place += 1
        if self.stack:
            raise self.fail(f'Can\'t find end tag corresponding to start tag "{self.stack[-1].tag}"')
        self.entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
        return "".join(self.out), self.entities

    def emit(self, text: str) -> None:
        self.out.append(text)
        self.length += utf16(text)

    def reference(self) -> str:
        match = _REFERENCE.match(self.source, self.place)
        decoded = _decode(match) if match else ""
        if match is None or not decoded:
            self.place += 1
            return "&"
        self.place = match.end()
        return decoded

    def tag(self) -> None:
        begin = self.place
        self.place += 1
        if self.peek() == "/":
            self.place += 1
            self.close(begin)
        else:
            self.open(begin)

    def word(self, stop: str) -> str:
        start = self.place
        while self.place < len(self.source) and self.source[self.place] not in stop:
            self.place += 1
        return self.source[start : self.place]

    def spaces(self) -> None:
        while self.peek() and self.peek() in _SPACE:
            self.place += 1

    def open(self, begin: int) -> None:
        tag = self.word(_SPACE + ">").lower()
        if not self.peek():
            raise self.fail(f"Unclosed start tag at byte offset {self.at(begin)}")
        if tag not in _TAGS:
            raise self.fail(f'Unsupported start tag "{tag}" at byte offset {self.at(begin)}')
        attributes: dict[str, str] = {}
        while self.peek() != ">":
            self.spaces()
            if self.peek() == ">":
                break
            name, value = self.attribute(tag, begin)
            attributes[name] = value
        self.place += 1
        argument = _argument(tag, attributes)
        if tag == "span" and argument != "spoiler":
            raise self.fail(f'Tag "span" must have class "tg-spoiler" at byte offset {self.at(begin)}')
        self.stack.append(_Open(tag, self.length, argument))

    def attribute(self, tag: str, begin: int) -> tuple[str, str]:
        name = self.word(_SPACE + "=>").lower()
        if not name:
            raise self.fail(f'Empty attribute name in the tag "{tag}" at byte offset {self.at(begin)}')
        self.spaces()
        if self.peek() != "=":
            if tag == "blockquote" and name == "expandable":
                return name, name
            raise self.fail(
                f'Expected equal sign in declaration of an attribute of the tag "{tag}" '
                f"at byte offset {self.at(begin)}"
            )
        self.place += 1
        self.spaces()
        if not self.peek():
            raise self.fail(f'Unclosed start tag "{tag}" at byte offset {self.at(begin)}')
        value = self.quoted() if self.peek() in "'\"" else self.token()
        if not self.peek():
            raise self.fail(f"Unclosed start tag at byte offset {self.at(begin)}")
        return name, value

    def token(self) -> str:
        start = self.place
        while self.peek() and ((self.peek().isascii() and self.peek().isalnum()) or self.peek() in ".-"):
            self.place += 1
        if self.peek() and self.peek() not in _SPACE + ">":
            raise self.fail(f"Unexpected end of name token at byte offset {self.at(start)}")
        return self.source[start : self.place].lower()

    def quoted(self) -> str:
        mark = self.peek()
        self.place += 1
        parts: list[str] = []
        while self.peek() and self.peek() != mark:
            if self.peek() == "&":
                parts.append(self.reference())
            else:
                parts.append(self.peek())
                self.place += 1
        if self.peek() == mark:
            self.place += 1
        return "".join(parts)

    def close(self, begin: int) -> None:
        if not self.stack:
            raise self.fail(f"Unexpected end tag at byte offset {self.at(begin)}")
        name = self.word(_SPACE + ">").lower()
        self.spaces()
        if self.peek() != ">":
            raise self.fail(f"Unclosed end tag at byte offset {self.at(begin)}")
        self.place += 1
        opened = self.stack[-1]
        if name and name != opened.tag:
            raise self.fail(
                f"Unmatched end tag at byte offset {self.at(begin)}, "
                f'expected "</{opened.tag}>", found "</{name}>"'
            )
        self.stack.pop()
        if self.length > opened.start:
            self.add(opened)

    def add(self, opened: _Open) -> None:
        kind = _TAGS[opened.tag]
        entity: Json = {"type": kind, "offset": opened.start, "length": self.length - opened.start}
        inside = self.entities[-1] if self.entities else None
        same = inside is not None and (inside["offset"], inside["length"]) == (
            entity["offset"],
            entity["length"],
        )
        if kind == "text_link":
            shown = "".join(self.out).encode("utf-16-le")[2 * opened.start :].decode("utf-16-le")
            entity = _link(entity, opened.argument or shown)
            if not entity:
                return
        elif kind == "custom_emoji":
            if not opened.argument.isdigit() or int(opened.argument) == 0:
                raise self.fail("Invalid custom emoji identifier specified")
            entity["custom_emoji_id"] = opened.argument
        elif kind == "blockquote" and opened.argument:
            entity["type"] = "expandable_blockquote"
        elif kind == "pre" and same and inside is not None and inside["type"] == "code":
            self.entities.pop()
            if "language" in inside:
                entity["language"] = inside["language"]
        elif kind == "code" and opened.argument:
            entity["language"] = opened.argument
        self.entities.append(entity)


def _decode(match: re.Match[str]) -> str:
    if match["name"]:
        return _NAMED.get(match["name"], "")
    code = int(match["hex"], 16) if match["hex"] else int(match["dec"])
    if code == 0 or code >= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return ""
    return chr(code)


def _argument(tag: str, attributes: dict[str, str]) -> str:
    kind = attributes.get("class", "")
    match tag:
        case "a":
            return attributes.get("href", "")
        case "code":
            return kind.removeprefix("language-") if kind.startswith("language-") else ""
        case "span":
            return kind.removeprefix("tg-") if kind.startswith("tg-") else ""
        case "tg-emoji":
            return attributes.get("emoji-id", "")
        case "blockquote":
            return attributes.get("expandable", "")
        case _:
            return ""


def _link(entity: Json, url: str) -> Json:
    mention = re.fullmatch(r"tg://user\?id=(\d+)", url)
    if mention:
        return {
            **entity,
            "type": "text_mention",
            "user": {"id": int(mention[1]), "is_bot": False, "first_name": ""},
        }
    checked = check_url(url)
    return {**entity, "url": checked} if checked else {}


def check_url(url: str) -> str:
    """Give a link as Telegram would keep it, or "" when it is none (then the text simply is not a link)."""
    if re.match(r"(?i)tg://\S+$", url):
        return url
    match = re.match(r"(?i)(?:(https?)://)?([^\s/?#:]+)(:\d+)?([/?#]\S*)?$", url)
    if not match or "." not in match[2].strip(".") or match[2].startswith("."):
        return ""
    return url if match[1] else f"http://{url}"


def parse_html(source: str) -> tuple[str, list[Json]]:
    """Parse Telegram's HTML.

    Args:
        source: The text of a request with `parse_mode` HTML.

    Returns:
        The plain text, and `MessageEntity` objects in order of their offsets. A `code` inside `pre` becomes one
        `pre` with its language.

    Raises:
        ApiError: 400 "can't parse entities: ...", with the Bot API's text.
    """
    text, entities = _Parser(source).run()
    for entity in entities:
        if entity["type"] == "code":
            entity.pop("language", None)
    return text, entities


def to_html(text: str, entities: list[Json]) -> str:
    """Write text with entities as Telegram's HTML again; safe to show in a page that knows its tags.

    Entities this emulator does not write (mentions, commands, links found by themselves) become plain text.
    """
    units = text.encode("utf-16-le")
    starts: dict[int, list[Json]] = {}
    for entity in sorted(entities, key=lambda item: -item["length"]):
        starts.setdefault(entity["offset"], []).append(entity)
    out: list[str] = []
    closing: list[tuple[int, str]] = []
    place, end = 0, len(units) // 2
    while True:
        while closing and closing[-1][0] <= place:
            out.append(closing.pop()[1])
        if place >= end:
            break
        for entity in starts.get(place, ()):
            before, after = _brackets(entity)
            out.append(before)
            closing.append((entity["offset"] + entity["length"], after))
        wide = 0xD8 <= units[2 * place + 1] <= 0xDB
        step = 2 if wide else 1
        out.append(html.escape(units[2 * place : 2 * (place + step)].decode("utf-16-le"), quote=False))
        place += step
    return "".join(out)


def _brackets(entity: Json) -> tuple[str, str]:
    kind = entity["type"]
    if kind == "text_link":
        return f'<a href="{html.escape(entity["url"])}">', "</a>"
    if kind == "text_mention":
        return f'<a href="tg://user?id={entity["user"]["id"]}">', "</a>"
    tag = _BACK.get(kind)
    if tag is None:
        return "", ""
    return (f"<{tag} expandable>" if kind == "expandable_blockquote" else f"<{tag}>"), f"</{tag}>"
