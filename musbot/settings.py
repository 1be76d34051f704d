"""Settings: the only reader of the environment and of `.env`. Everything else is handed what it needs.

Each setting is an environment variable with the prefix ``MUSBOT_``; the waiting times of a table are a group
(``MUSBOT_PACE__NEXT_HAND=8``). `.env.example` lists them. What cannot be read becomes one line for each setting.
"""

import difflib
import math
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Literal

from dotenv import dotenv_values
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, ValidationError, create_model
from pydantic_settings import BaseSettings, SettingsConfigDict

from musbot.app.pace import Pace

PREFIX = "MUSBOT_"
TELEGRAM = "https://api.telegram.org"
_NESTED = "__"
_TOKEN = re.compile(r"[0-9]+:[A-Za-z0-9_-]+")
_WHERE_TO_GET_ONE = (
    "write to @BotFather in Telegram, send /newbot (or /token for a bot that exists) and put what it says "
    f"into .env as {PREFIX}TOKEN=..."
)


class SettingsError(Exception):
    """Settings that cannot be used.

    Attributes:
        lines: one sentence for each setting at fault, for the person who starts the program; never a value of it.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        """Keep the lines."""
        self.lines = tuple(lines)
        super().__init__("; ".join(self.lines))


def _looks_like_a_token(value: SecretStr) -> SecretStr:
    if value.get_secret_value() and not _TOKEN.fullmatch(value.get_secret_value()):
        raise ValueError(f"is not a bot token (digits, a colon, letters): {_WHERE_TO_GET_ONE}")
    return value


def _is_an_address(value: str) -> str:
    if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", value):
        raise ValueError("is not an address like https://api.telegram.org")
    return value.rstrip("/")


def _is_finite(value: float) -> float:
    if not math.isfinite(value):
        raise ValueError("is not a number of seconds")
    return value


_Seconds = Annotated[float, Field(ge=0), AfterValidator(_is_finite)]
_Count = Annotated[int, Field(ge=1)]


def _pace_fields() -> dict[str, Any]:
    kinds = {"bury": _Count}
    return {field.name: (kinds.get(field.name, _Seconds), field.default) for field in fields(Pace)}


_PaceSettings = create_model("_PaceSettings", __config__=ConfigDict(extra="ignore"), **_pace_fields())


class Settings(BaseSettings):
    """What a person who runs the bot may choose.

    Attributes:
        token: the bot's token from @BotFather; empty: none.
        database: the file in which games are kept, made when missing.
        language: locale of groups that have not chosen one.
        api_url: address of the Bot API, without the token.
        log_level: the least important lines that are logged.
        log_format: lines for people or one JSON object a line.
        poll_timeout: seconds that the platform may hold a request for updates.
        delivery_scale: multiplies the waiting times between messages (smaller is faster; for local servers only).
        pace_scale: multiplies the waiting times of tables.
        pace: waiting times of tables, see `musbot.app.pace.Pace`.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_nested_delimiter=_NESTED, env_ignore_empty=True, extra="ignore"
    )

    token: Annotated[SecretStr, AfterValidator(_looks_like_a_token)] = SecretStr("")
    database: Path = Path("var/musbot.db")
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$")] = "es"
    api_url: Annotated[str, AfterValidator(_is_an_address)] = TELEGRAM
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["console", "json"] = "console"
    poll_timeout: Annotated[int, Field(ge=0, le=50)] = 25
    delivery_scale: Annotated[float, Field(gt=0, le=10), AfterValidator(_is_finite)] = 1.0
    pace_scale: Annotated[float, Field(gt=0, le=10), AfterValidator(_is_finite)] = 1.0
    pace: _PaceSettings = Field(default_factory=_PaceSettings)

    def table_pace(self) -> Pace:
        """The waiting times of tables, scaled."""
        chosen: BaseModel = self.pace
        return Pace(**chosen.model_dump()).scaled(self.pace_scale)

    def bot_token(self) -> str:
        """The token in clear.

        Raises:
            SettingsError: there is none.
        """
        token = self.token.get_secret_value()
        if not token:
            raise SettingsError([f"{PREFIX}TOKEN is missing: {_WHERE_TO_GET_ONE} (`musbot demo` needs none)"])
        return token


def load(env_file: Path | None = Path(".env")) -> Settings:
    """Read the environment and, when it is there, `env_file`; the environment wins. Empty means not set.

    Raises:
        SettingsError: with a line for every setting that cannot be used and for every name that is none.
    """
    written = set(os.environ)
    if env_file is not None and env_file.is_file():
        written |= set(dotenv_values(env_file))
    lines = [_unknown(name) for name in sorted(written) if _is_unknown(name)]
    try:
        settings = Settings(_env_file=env_file)
    except ValidationError as error:
        lines += [_line(problem) for problem in error.errors(include_url=False, include_input=False)]
    else:
        if not lines:
            return settings
    raise SettingsError(lines)


def environment(values: Mapping[str, str]) -> dict[str, str]:
    """The environment for a child process: this one's, but no settings other than `values`."""
    inherited = {name: value for name, value in os.environ.items() if not name.upper().startswith(PREFIX)}
    return inherited | dict(values)


def _names() -> dict[str, None]:
    names = {PREFIX + name.upper(): None for name in Settings.model_fields if name != "pace"}
    names |= {f"{PREFIX}PACE{_NESTED}{field.name.upper()}": None for field in fields(Pace)}
    return names


def _is_unknown(name: str) -> bool:
    return name.upper().startswith(PREFIX) and name.upper() not in _names()


def _unknown(name: str) -> str:
    near = difflib.get_close_matches(name.upper(), _names(), n=1)
    return f"{name} is not a setting" + (f"; did you mean {near[0]}?" if near else "; see .env.example")


def _line(problem: Mapping[str, Any]) -> str:
    name = PREFIX + _NESTED.join(str(part).upper() for part in problem["loc"])
    said = str(problem["msg"]).removeprefix("Value error, ")
    return f"{name} {said}" if said.startswith("is ") else f"{name}: {said[:1].lower()}{said[1:]}"
