"""The door for tests in one process: a request class of python-telegram-bot that calls the core directly.

This is the only module here that knows python-telegram-bot.
"""

import asyncio
import json
import re
from typing import Any
from urllib.parse import unquote

from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from musbot.emulator.core import ApiError, DropMode, Emulator, Upload

_METHOD = re.compile(r".*?/bot(?P<token>[^/]+)/(?P<method>\w+)$")
_FILE = re.compile(r".*?/file/bot(?P<token>[^/]+)/(?P<path>.+)$")


class InProcessRequest(BaseRequest):
    """A transport without sockets.

    `Bot(emulator.token, request=InProcessRequest(emulator), get_updates_request=InProcessRequest(emulator))`
    """

    __slots__ = ("_emulator", "_latency")

    def __init__(self, emulator: Emulator, latency: float = 0.0) -> None:
        """Make a transport.

        Args:
            emulator: Whom to call.
            latency: Seconds of the emulator's clock that each way takes.
        """
        self._emulator = emulator
        self._latency = latency

    @property
    def read_timeout(self) -> float | None:
        """Seconds a caller waits for an answer when he says nothing else."""
        return 5.0

    async def initialize(self) -> None:
        """Do nothing: there is nothing to open."""

    async def shutdown(self) -> None:
        """Do nothing: there is nothing to close."""

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
        """Serve one request of python-telegram-bot.

        Raises:
            TimedOut: The answer took longer than `read_timeout`, or a test lost it.
            NetworkError: A test broke the connection.
        """
        seconds = self.read_timeout if read_timeout is BaseRequest.DEFAULT_NONE else read_timeout
        try:
            async with asyncio.timeout(seconds):
                return await self._serve(url, request_data)
        except TimeoutError as error:
            raise TimedOut from error

    async def _serve(self, url: str, data: RequestData | None) -> tuple[int, bytes]:
        # A network always lets others run.
        await asyncio.sleep(0)
        if self._latency:
            await self._emulator.clock.sleep(self._latency)
        # python-telegram-bot quotes the addresses of files.
        file = _FILE.match(unquote(url))
        if file:
            return self._download(file["token"], file["path"])
        match = _METHOD.match(url)
        if match is None:
            raise NetworkError(f"not an address of the Bot API: {url.rpartition('/')[2]}")
        parameters = {} if data is None else dict(data.json_parameters)
        outcome = await self._emulator.call(match["token"], match["method"], parameters, _uploads(data))
        if self._latency:
            await self._emulator.clock.sleep(self._latency)
        match outcome.drop:
            case DropMode.TIMEOUT:
                raise TimedOut
            case DropMode.CLOSE:
                raise NetworkError("the connection was closed before the answer")
            case None:
                return outcome.status, json.dumps(outcome.body).encode()

    def _download(self, token: str, path: str) -> tuple[int, bytes]:
        if token != self._emulator.token:
            return 401, json.dumps(ApiError(401, "Unauthorized").body()).encode()
        try:
            return 200, self._emulator.world.files.download(path).content
        except ApiError as error:
            return error.code, json.dumps(error.body()).encode()


def _uploads(data: RequestData | None) -> dict[str, Upload]:
    parts = data.multipart_data if data is not None and data.contains_files else None
    uploads: dict[str, Upload] = {}
    for name, (filename, content, mime_type) in (parts or {}).items():
        body = content if isinstance(content, bytes) else content.read()
        uploads[name] = Upload(body, filename or "file", mime_type or "application/octet-stream")
    return uploads
