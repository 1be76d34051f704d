"""What the bot says about itself: names, descriptions, commands and menu buttons."""

import json
import re
from dataclasses import dataclass, field

from musbot.emulator.core.errors import bad_request
from musbot.emulator.core.ports import Json

MAX_COMMANDS = 100
TEXT_LIMITS = {"name": 64, "description": 512, "short_description": 120}

_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_LANGUAGE = re.compile(r"[a-z]{2}")


def check_language(code: str) -> str:
    """Check a `language_code` of the profile methods: "" or two small letters.

    Raises:
        ApiError: 400.
    """
    if code and not _LANGUAGE.fullmatch(code):
        raise bad_request("invalid language code specified")
    return code


def scope_key(scope: Json | None) -> str:
    """Give a scope as one comparable text; no scope is the default one."""
    return json.dumps(scope or {"type": "default"}, sort_keys=True)


@dataclass(slots=True)
class Profile:
    """Texts and commands, each by language ("" for everybody else) and, for commands, by scope."""

    texts: dict[tuple[str, str], str] = field(default_factory=dict)
    commands: dict[tuple[str, str], list[Json]] = field(default_factory=dict)
    menu_buttons: dict[int, Json] = field(default_factory=dict)

    def set_text(self, name: str, language: str, value: str) -> None:
        """Set the name, description or short description; "" takes it back.

        Raises:
            ApiError: 400 when it is too long.
        """
        if len(value) > TEXT_LIMITS[name]:
            raise bad_request(f"bot {name.replace('_', ' ')} is too long")
        if value:
            self.texts[name, language] = value
        else:
            self.texts.pop((name, language), None)

    def text(self, name: str, language: str, default: str = "") -> str:
        """Give a text in a language, else the one for everybody."""
        return self.texts.get((name, language)) or self.texts.get((name, ""), default)

    def set_commands(self, scope: Json | None, language: str, commands: list[Json]) -> None:
        """Set the list of one scope and language; an empty list removes it.

        Raises:
            ApiError: 400 for a bad name or description, or more than 100 commands.
        """
        kept = [_command(command) for command in commands]
        if len(kept) > MAX_COMMANDS:
            raise bad_request("BOT_COMMANDS_TOO_MUCH")
        if kept:
            self.commands[scope_key(scope), language] = kept
        else:
            self.commands.pop((scope_key(scope), language), None)

    def get_commands(self, scope: Json | None, language: str) -> list[Json]:
        """Give the list of exactly this scope and language, maybe empty."""
        return list(self.commands.get((scope_key(scope), language), []))

    def shown(self, scopes: list[Json], language: str) -> list[Json]:
        """Give the list that a client shows: the first of `scopes` that has one, in the language or for all."""
        for scope in scopes:
            for code in (language, ""):
                found = self.commands.get((scope_key(scope), code))
                if found:
                    return list(found)
        return []


def _command(command: Json) -> Json:
    name = command["command"].strip().removeprefix("/")
    text = command["description"].strip()
    if not name:
        raise bad_request("command must be non-empty")
    if len(name) > 32:
        raise bad_request("command length must not exceed 32")
    if not text:
        raise bad_request("command description must be non-empty")
    if len(text) > 256:
        raise bad_request("command description length must not exceed 256")
    if not _COMMAND.fullmatch(name):
        raise bad_request("BOT_COMMAND_INVALID")
    return {"command": name, "description": text}
