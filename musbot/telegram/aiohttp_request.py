"""Calls of the Bot API over aiohttp instead of httpx, as a `BaseRequest` of python-telegram-bot.

It costs less than half of the processor time; why that matters is said in docs/decisions/0004-quick-requests.md.
What it raises is what the library's own request raises, and never quotes an address: the token is part of it.
"""

from functools import cache
from ssl import SSLContext
from typing import Any
from urllib.parse import urlencode

import aiohttp
import httpx
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData
from yarl import URL

from musbot.telegram.errors import NotSent

KEPT_ALIVE = 10.0
"""Seconds that a connection is kept for the next call: less than a server waits, so that none is used as it closes."""

CONNECT_TIMEOUT = 5.0

_FORM = {"User-Agent": BaseRequest.USER_AGENT, "Content-Type": "application/x-www-form-urlencoded"}
_MULTIPART = {"User-Agent": BaseRequest.USER_AGENT}


class AiohttpRequest(BaseRequest):
    """A pool of connections.

    Args:
        pool: calls at once; others wait.
        timeout: seconds that reading, writing and waiting for a connection may take, each.
    """

    def __init__(self, pool: int, timeout: float) -> None:
        """Not connected yet, see `initialize`."""
        self._pool = pool
        self._timeout = timeout
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float | None:
        """Seconds that an answer may take by default."""
        return self._timeout

    async def initialize(self) -> None:
        """Make the pool; it may be made again after `shutdown`."""
        if self._session is None:
            connector = aiohttp.TCPConnector(
                limit=self._pool, keepalive_timeout=KEPT_ALIVE, ssl=_certificates()
            )
            # Proxies are taken from the environment, as httpx does.
            self._session = aiohttp.ClientSession(
                connector=connector, trust_env=True, cookie_jar=aiohttp.DummyCookieJar()
            )

    async def shutdown(self) -> None:
        """Close the connections."""
        if self._session is not None:
            session, self._session = self._session, None
            await session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Make one call; its status and body.

        Raises:
            TimedOut: it took too long.
            NetworkError: there was no whole answer.
        """
        if self._session is None:
            raise RuntimeError("this request is not initialized")
        limits = _limits(
            self._seconds(read_timeout),
            self._seconds(write_timeout),
            CONNECT_TIMEOUT if connect_timeout is BaseRequest.DEFAULT_NONE else connect_timeout,
            self._seconds(pool_timeout),
        )
        data, headers = _body(request_data)
        try:
            async with self._session.request(
                method, URL(url, encoded=True), data=data, headers=headers, timeout=limits
            ) as response:
                return response.status, await response.read()
        except aiohttp.ConnectionTimeoutError:
            raise TimedOut from NotSent()
        except TimeoutError:
            raise TimedOut from None
        except aiohttp.ClientConnectorError as error:
            reason = error.os_error.strerror or type(error.os_error).__name__
            raise NetworkError(f"cannot connect: {reason}") from NotSent()
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(f"aiohttp.{type(error).__name__}") from None

    def _seconds(self, given: Any) -> float | None:
        if given is BaseRequest.DEFAULT_NONE:
            return self._timeout
        return None if given is None else float(given)


def _limits(
    read: float | None, write: float | None, connect: float | None, pool: float | None
) -> aiohttp.ClientTimeout:
    """Aiohttp knows no time-out for writing: the whole call may take no longer than all its parts."""
    waiting = None if connect is None or pool is None else connect + pool
    total = None if read is None or write is None or waiting is None else waiting + read + write
    return aiohttp.ClientTimeout(total=total, connect=waiting, sock_connect=connect, sock_read=read)


def _body(data: RequestData | None) -> tuple[bytes | aiohttp.FormData | None, dict[str, str]]:
    if data is None:
        return None, _FORM
    if not data.contains_files:
        return urlencode(data.json_parameters).encode(), _FORM
    form = aiohttp.FormData()
    for name, value in data.json_parameters.items():
        form.add_field(name, value)
    for name, (filename, content, mime_type) in (data.multipart_data or {}).items():
        form.add_field(name, content, filename=filename, content_type=mime_type)
    return form, _MULTIPART


@cache
def _certificates() -> SSLContext:
    """The same authorities that httpx trusts, read once: that takes as long as several calls."""
    return httpx.create_ssl_context()
