"""The commands and descriptions that the bot registers, held against those that Telegram has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from musbot.doctor.api import Api
from musbot.telegram.menu import register
from musbot.telegram.words import Words


class _Scope(Protocol):
    """A scope of the bot library."""

    type: str

    def to_dict(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Wanted:
    """One thing that is registered.

    Attributes:
        name: what it is, for people.
        subject: the method's name without "setMy" or "getMy".
        address: scope and language.
        content: what it should be, by the setter's parameter.
    """

    name: str
    subject: str
    address: dict[str, Any]
    content: dict[str, Any]


class _Recorder:
    """A gateway and a memory that only listen."""

    def __init__(self) -> None:
        self.wanted: list[Wanted] = []
        self.digest = ""

    async def set_commands(
        self, commands: Sequence[tuple[str, str]], scope: _Scope, language: str | None
    ) -> None:
        listed = [{"command": name, "description": text} for name, text in commands]
        address = {"scope": scope.to_dict(), "language_code": language}
        self._want(f"commands ({scope.type})", "Commands", address, {"commands": listed})

    async def set_description(self, long: str, short: str, language: str | None) -> None:
        address = {"language_code": language}
        self._want("description", "Description", address, {"description": long})
        self._want("short description", "ShortDescription", address, {"short_description": short})

    async def meta(self, key: str) -> str | None:
        return None

    async def set_meta(self, key: str, value: str) -> None:
        self.digest = value

    def _want(self, what: str, subject: str, address: dict[str, Any], content: dict[str, Any]) -> None:
        language = address["language_code"]
        self.wanted.append(Wanted(f"{what}, {language or 'all languages'}", subject, address, content))


async def expected(words: Words, bot_id: int) -> tuple[list[Wanted], str]:
    """What the bot would register, and what it remembers when it has."""
    recorder = _Recorder()
    await register(recorder, words, recorder, bot_id)
    return recorder.wanted, recorder.digest


async def differing(api: Api, wanted: Sequence[Wanted]) -> list[Wanted]:
    """Those that Telegram has otherwise or not at all.

    Raises:
        Refused: Telegram does not tell.
        Unreachable: nobody answers.
    """
    different = []
    for one in wanted:
        has = await api.call(f"getMy{one.subject}", **one.address)
        if _plain({"commands": has} if isinstance(has, list) else has) != _plain(one.content):
            different.append(one)
    return different


async def send(api: Api, wanted: Sequence[Wanted]) -> None:
    """Register them.

    Raises:
        Refused: Telegram does not take them.
        Unreachable: nobody answers.
    """
    for one in wanted:
        await api.call(f"setMy{one.subject}", **one.address, **one.content)


def _plain(value: Any) -> Any:
    """Without what white space and additional fields of newer Bot APIs make different."""
    match value:
        case dict():
            kept = ("commands", "command", "description", "short_description")
            return {key: _plain(value[key]) for key in kept if key in value}
        case list():
            return [_plain(one) for one in value]
        case _:
            return str(value).strip()
