"""The Bot API as the doctor asks it: plain calls, whose answers' headers tell the time.

The bot's own gateway hides headers and tries again; a check wants to see what there is, once.
"""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp

SECONDS = 10.0
"""How long a call may take, over the time that it asks the server to wait."""


class Refused(Exception):
    """The Bot API said no.

    Attributes:
        code: its number, such as 401.
        description: its words.
    """

    def __init__(self, code: int, description: str) -> None:
        """Keep them."""
        super().__init__(f"{code} {description}")
        self.code = code
        self.description = description


class Unreachable(Exception):
    """No Bot API answered; the message says why, in one line."""


class Api:
    """Calls with one token.

    Attributes:
        skew: seconds that this machine's clock is ahead of the server's; None until something answered.
    """

    def __init__(
        self, session: aiohttp.ClientSession, url: str, token: str, now: Callable[[], float] = time.time
    ) -> None:
        """Ready to call.

        Args:
            session: an open one.
            url: address of the Bot API, without the token.
            token: the bot's token; empty: only `knock` is of use.
            now: seconds since 1970.
        """
        self._session = session
        self._url = url
        self._token = token
        self._now = now
        self.skew: float | None = None

    async def knock(self) -> None:
        """Ask for anything, to read the server's clock.

        Raises:
            Unreachable: nobody answers.
        """
        await self._exchange("GET", f"{self._url}/", None, 0)

    async def call(self, method: str, wait: int = 0, **parameters: Any) -> Any:
        """The result of a method.

        Args:
            method: its name, such as "getMe".
            wait: seconds that the server is asked to wait.
            parameters: those that are None are left out.

        Raises:
            Refused: the server says no.
            Unreachable: nobody answers, or not as a Bot API does.
        """
        given = {name: value for name, value in parameters.items() if value is not None}
        body = await self._exchange("POST", f"{self._url}/bot{self._token}/{method}", given, wait)
        if not isinstance(body, dict) or "ok" not in body:
            raise Unreachable("what answers there is not a Bot API")
        if not body["ok"]:
            raise Refused(int(body.get("error_code", 0)), str(body.get("description", "")))
        return body.get("result")

    async def _exchange(self, verb: str, url: str, given: object, wait: int) -> Any:
        timeout = aiohttp.ClientTimeout(total=SECONDS + wait)
        try:
            async with self._session.request(
                verb, url, json=given, timeout=timeout, allow_redirects=False
            ) as response:
                self._read_clock(response.headers.get("Date"))
                if response.content_type != "application/json":
                    return None
                return await response.json()
        except TimeoutError as error:
            raise Unreachable(f"no answer within {SECONDS + wait:.0f} s") from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise Unreachable(" ".join(str(error).split()) or type(error).__name__) from error

    def _read_clock(self, date: str | None) -> None:
        if date is None:
            return
        try:
            there = parsedate_to_datetime(date).timestamp()
        except ValueError:
            return
        self.skew = self._now() - there


@asynccontextmanager
async def calling(url: str, token: str, now: Callable[[], float]) -> AsyncIterator[Api]:
    """An `Api` while the block runs; proxies of the environment are used, as the bot itself does."""
    async with aiohttp.ClientSession(trust_env=True) as session:
        yield Api(session, url, token, now)
