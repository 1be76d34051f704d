"""What the library expects of a request, held against a small server: answers, files, time-outs, broken connections."""

import asyncio
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from aiohttp import web
from telegram import Bot, InputFile
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError, TimedOut

from musbot.telegram.aiohttp_request import AiohttpRequest
from musbot.telegram.errors import classify

TOKEN = "42:SECRET"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """Answers every call with `handler`."""

    def __init__(self) -> None:
        self.handler: Handler = self.yes
        self.forms: list[dict[str, object]] = []

    async def yes(self, request: web.Request) -> web.StreamResponse:
        form = await request.post()
        self.forms.append({k: v.file.read() if isinstance(v, web.FileField) else v for k, v in form.items()})
        return web.json_response({"ok": True, "result": True})

    async def serve(self, request: web.Request) -> web.StreamResponse:
        return await self.handler(request)


@pytest.fixture
async def server() -> AsyncIterator[tuple[Server, str]]:
    serving = Server()
    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", serving.serve)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield serving, f"http://127.0.0.1:{runner.addresses[0][1]}/bot"
    await runner.cleanup()


def bot_at(address: str, *, pool: int = 4, timeout: float = 5.0) -> tuple[Bot, AiohttpRequest]:
    request = AiohttpRequest(pool, timeout)
    return Bot(TOKEN, address, request=request, get_updates_request=request), request


async def error_of(address: str, *, timeout: float = 5.0) -> TelegramError:
    """What one call raises; it must not tell the token, wherever it is printed."""
    bot, request = bot_at(address, timeout=timeout)
    await request.initialize()
    try:
        with pytest.raises(TelegramError) as caught:
            await bot.answer_callback_query("7", "text")
    finally:
        await request.shutdown()
    assert "SECRET" not in "".join(traceback.format_exception(caught.value))
    return caught.value


async def test_a_call_arrives_with_its_fields(server: tuple[Server, str]) -> None:
    serving, address = server
    bot, request = bot_at(address)
    await request.initialize()
    assert await bot.answer_callback_query("7", "¡Órdago! & más", show_alert=True)
    assert serving.forms == [{"callback_query_id": "7", "text": "¡Órdago! & más", "show_alert": "true"}]
    await request.shutdown()


async def test_files_arrive_beside_the_fields(server: tuple[Server, str]) -> None:
    serving, address = server
    bot, request = bot_at(address)
    await request.initialize()
    picture = bytes(range(256)) * 40
    assert await bot.set_chat_photo(-1001, InputFile(picture, "mesa.png"))
    assert serving.forms == [{"chat_id": "-1001", "photo": picture}]
    await request.shutdown()


async def test_a_refusal_is_the_librarys_own_error(server: tuple[Server, str]) -> None:
    serving, address = server

    async def refuses(request: web.Request) -> web.StreamResponse:
        body = {"ok": False, "error_code": 400, "description": "Bad Request: query is too old"}
        return web.json_response(body, status=400)

    async def floods(request: web.Request) -> web.StreamResponse:
        body = {
            "ok": False,
            "error_code": 429,
            "description": "Too Many Requests",
            "parameters": {"retry_after": 7},
        }
        return web.json_response(body, status=429)

    serving.handler = refuses
    assert isinstance(await error_of(address), BadRequest)
    serving.handler = floods
    assert isinstance(await error_of(address), RetryAfter)


async def test_an_answer_that_does_not_come_is_a_time_out_and_ambiguous(server: tuple[Server, str]) -> None:
    serving, address = server

    async def sleeps(request: web.Request) -> web.StreamResponse:
        await asyncio.Event().wait()
        raise AssertionError

    serving.handler = sleeps
    error = await error_of(address, timeout=0.05)
    assert isinstance(error, TimedOut)
    assert classify(error).ambiguous


async def test_a_connection_that_breaks_is_ambiguous(server: tuple[Server, str]) -> None:
    serving, address = server

    async def breaks(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    serving.handler = breaks
    error = await error_of(address)
    assert isinstance(error, NetworkError)
    assert not isinstance(error, TimedOut)
    assert classify(error).ambiguous


async def test_what_could_not_connect_was_never_sent(unused_tcp_port: int) -> None:
    error = await error_of(f"http://127.0.0.1:{unused_tcp_port}/bot")
    assert isinstance(error, NetworkError)
    assert not classify(error).ambiguous


async def test_what_waited_for_a_connection_in_vain_was_never_sent(server: tuple[Server, str]) -> None:
    serving, address = server
    taken = asyncio.Event()

    async def holds(request: web.Request) -> web.StreamResponse:
        taken.set()
        await asyncio.Event().wait()
        raise AssertionError

    serving.handler = holds
    bot, request = bot_at(address, pool=1)
    await request.initialize()
    first = asyncio.ensure_future(bot.answer_callback_query("1"))
    await taken.wait()
    with pytest.raises(TimedOut) as caught:
        await bot.answer_callback_query("2", connect_timeout=0.02, pool_timeout=0.02)
    assert not classify(caught.value).ambiguous
    first.cancel()
    await asyncio.wait([first])
    await request.shutdown()


async def test_it_can_be_shut_down_twice_and_begun_again(server: tuple[Server, str]) -> None:
    _, address = server
    bot, request = bot_at(address)
    for _ in range(2):
        await request.initialize()
        await request.initialize()
        assert await bot.answer_callback_query("7")
        await request.shutdown()
        await request.shutdown()
    with pytest.raises(NetworkError, match="not initialized"):
        await bot.answer_callback_query("7")
