"""The command menu and the bot's description, by scope and language; sent only when they changed."""

import hashlib
import json
from collections.abc import Sequence
from typing import Protocol

import structlog
from telegram import (
    BotCommandScope,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
)
from telegram.error import TelegramError

from musbot.app.text import Text
from musbot.telegram.errors import classify
from musbot.telegram.words import Words

META_KEY = "menu"

GROUP_COMMANDS = (
    "mus",
    "mesa",
    "cartas",
    "envido",
    "score",
    "tanteo",
    "salir",
    "cancelar",
    "reglas",
    "idioma",
    "ayuda",
)
PRIVATE_COMMANDS = (
    "practicar",
    "pista",
    "cartas",
    "mesa",
    "envido",
    "score",
    "tanteo",
    "salir",
    "cancelar",
    "reglas",
    "idioma",
    "ayuda",
    "start",
)
SCOPES: tuple[tuple[BotCommandScope, tuple[str, ...]], ...] = (
    (BotCommandScopeAllGroupChats(), GROUP_COMMANDS),
    (BotCommandScopeAllPrivateChats(), PRIVATE_COMMANDS),
    (BotCommandScopeDefault(), GROUP_COMMANDS),
)

_LONGEST_COMMAND, _LONGEST_DESCRIPTION, _LONGEST_SHORT = 256, 512, 120
_DEFAULT = "es"

_log = structlog.stdlib.get_logger("musbot.menu")


class SetsMenus(Protocol):
    """The calls needed (`Gateway` has them)."""

    async def set_commands(
        self, commands: Sequence[tuple[str, str]], scope: BotCommandScope, language: str | None
    ) -> None:
        """The menu of a scope in a language."""
        ...

    async def set_description(self, long: str, short: str, language: str | None) -> None:
        """What people read before they press Start."""
        ...


class Remembers(Protocol):
    """Small facts of the whole bot (`Store` has them)."""

    async def meta(self, key: str) -> str | None:
        """A stored fact."""
        ...

    async def set_meta(self, key: str, value: str) -> None:
        """Store a fact."""
        ...


async def register(gateway: SetsMenus, words: Words, memory: Remembers, bot_id: int) -> None:
    """Tell Telegram the menus and descriptions in every language, unless it was told the same before.

    A refusal is logged and tried again at the next start: the bot works without.
    """
    languages = [(None, _DEFAULT), *((code, code) for code in words.locales if code != _DEFAULT)]
    menus = [(scope, code, _menu(words, loc, names)) for scope, names in SCOPES for code, loc in languages]
    about = [(code, *_about(words, locale)) for code, locale in languages]
    plain = json.dumps([bot_id, [(scope.type, code, menu) for scope, code, menu in menus], about])
    digest = hashlib.sha256(plain.encode()).hexdigest()
    if await memory.meta(META_KEY) == digest:
        return
    try:
        for scope, code, menu in menus:
            await gateway.set_commands(menu, scope, code)
        for code, long, short in about:
            await gateway.set_description(long, short, code)
    except TelegramError as error:
        _log.warning("menu-refused", reason=classify(error).text)
        return
    await memory.set_meta(META_KEY, digest)


def _menu(words: Words, locale: str, names: Sequence[str]) -> list[tuple[str, str]]:
    return [
        (name, words.say(locale, Text(f"command-{name}"), html=False)[:_LONGEST_COMMAND]) for name in names
    ]


def _about(words: Words, locale: str) -> tuple[str, str]:
    long = words.say(locale, Text("bot-description"), html=False)[:_LONGEST_DESCRIPTION]
    return long, words.say(locale, Text("bot-short-description"), html=False)[:_LONGEST_SHORT]
