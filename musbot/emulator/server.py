"""The door for whole processes: the Bot API over HTTP as Telegram serves it, and the control API beside it.

/bot<token>/<method>     GET or POST; query, form, multipart or JSON
/file/bot<token>/<path>  files for getFile
/control/...             see `control_http`
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from aiohttp import web

from musbot.app.nursery import Nursery
from musbot.emulator.control_http import CLOSING, EMULATOR, Closing, add_controls, guard
from musbot.emulator.core import ApiError, DropMode, Emulator, Upload
from musbot.emulator.web import add_page
from musbot.emulator.webhook import deliver_for_ever

MAX_REQUEST_BYTES = 64 * 1024 * 1024
STOPPED = web.AppKey("stopped", asyncio.Event)


def create_app(emulator: Emulator, *, allowed_hosts: Iterable[str] = ()) -> web.Application:
    """Make the server's application.

    Args:
        emulator: The Telegram to serve.
        allowed_hosts: Host names, besides those of loopback, under which the controls may be called.
    """
    app = web.Application(client_max_size=MAX_REQUEST_BYTES, middlewares=[guard(allowed_hosts)])
    app[EMULATOR] = emulator
    app[CLOSING] = Closing()
    app.router.add_route("GET", "/file/bot{token:[^/]+}/{path:.+}", _download)
    app.router.add_route("*", "/bot{token:[^/]+}/{method}", _bot_api)
    add_controls(app)
    add_page(app)
    app.cleanup_ctx.append(_webhook)
    app.on_shutdown.append(_wake_everybody)
    return app


async def _webhook(app: web.Application) -> AsyncIterator[None]:
    app[STOPPED] = asyncio.Event()
    async with Nursery() as nursery:
        nursery.start(deliver_for_ever(app[EMULATOR]), name="emulator webhook")
        yield


async def _wake_everybody(app: web.Application) -> None:
    app[CLOSING].closed = True
    app[STOPPED].set()
    poll = app[EMULATOR].world.updates.poll
    if poll is not None:
        poll.set()
    app[EMULATOR].feed.add("closing")


def _answer(status: int, body: object) -> web.Response:
    return web.Response(status=status, text=json.dumps(body), content_type="application/json")


async def _bot_api(request: web.Request) -> web.StreamResponse:
    try:
        raw, uploads = await _read(request)
    except web.HTTPRequestEntityTooLarge:
        return _answer(413, ApiError(413, "Request Entity Too Large").body())
    except ValueError:
        return _answer(400, ApiError(400, "Bad Request: can't parse the request").body())
    info = request.match_info
    outcome = await request.app[EMULATOR].call(info["token"], info["method"], raw, uploads)
    match outcome.drop:
        case DropMode.TIMEOUT:
            await request.app[STOPPED].wait()
        case DropMode.CLOSE:
            if request.transport is not None:
                request.transport.close()
        case None:
            pass
    return _answer(outcome.status, outcome.body)


async def _read(request: web.Request) -> tuple[dict[str, object], dict[str, Upload]]:
    raw: dict[str, object] = dict(request.query)
    uploads: dict[str, Upload] = {}
    if request.content_type == "application/json" and request.can_read_body:
        body = await request.json()
        if not isinstance(body, dict):
            raise ValueError("not an object")
        return raw | body, uploads
    for name, value in (await request.post()).items():
        if isinstance(value, web.FileField):
            uploads[name] = Upload(value.file.read(), value.filename, value.content_type)
        else:
            raw[name] = value.decode() if isinstance(value, bytes | bytearray) else value
    return raw, uploads


async def _download(request: web.Request) -> web.StreamResponse:
    emulator = request.app[EMULATOR]
    if request.match_info["token"] != emulator.token:
        return _answer(401, ApiError(401, "Unauthorized").body())
    try:
        file = emulator.world.files.download(request.match_info["path"])
    except ApiError as error:
        return _answer(error.code, error.body())
    return web.Response(body=file.content, content_type="application/octet-stream")


@asynccontextmanager
async def serving(
    emulator: Emulator, *, host: str = "127.0.0.1", port: int = 0, allowed_hosts: Iterable[str] = ()
) -> AsyncIterator[str]:
    """Serve while the block runs.

    Args:
        emulator: The Telegram to serve.
        host: Where to listen; loopback unless you know why.
        port: Which port; 0 takes a free one.
        allowed_hosts: See `create_app`.

    Yields:
        The address, such as "http://127.0.0.1:8081".
    """
    runner = web.AppRunner(
        create_app(emulator, allowed_hosts=allowed_hosts),
        access_log=None,
        handler_cancellation=True,
        shutdown_timeout=2.0,
    )
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        taken = runner.addresses[0][1]
        yield f"http://{f'[{host}]' if ':' in host else host}:{taken}"
    finally:
        await runner.cleanup()
