"""The control API over HTTP: what tests in another process and the page use to act in the emulated Telegram.

    POST /control/<name>            a control of `core.Controls` with a JSON object of arguments; gives {"result": ...}
    GET  /control/state?user=       what one user sees
    GET  /control/messages?chat=    a chat's messages (&user= &from_bot= &deleted=)
    GET  /control/seen?user=        everything that user ever saw
    GET  /control/press?id=         a press (&wait=seconds: until it is answered)
    GET  /control/events?since=     changes after a number; waits for one (&wait=seconds), or a stream of
                                    server-sent events when the client accepts text/event-stream
    GET  /control/calls /violations /users /chats /commands?user=&chat= /file?id=

Only for loopback: requests with another Host, or from a page of another origin, are refused, so that no web page
can reach it through a browser.
"""

import inspect
import json
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Middleware

from musbot.emulator.core import ControlError, Controls, Emulator
from musbot.emulator.jsonable import as_json, press_json

EMULATOR = web.AppKey("emulator", Emulator)
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
MAX_WAIT = 60.0

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

CONTROLS = tuple(
    name
    for name, control in inspect.getmembers(Controls, inspect.isfunction)
    if not name.startswith("_") and not inspect.iscoroutinefunction(control)
)
"""Names of the controls that can be called over HTTP: all but those that wait."""


def guard(allowed_hosts: Iterable[str] = ()) -> Middleware:
    """Make a middleware that lets only this machine's own programs and pages at the controls and the page.

    Args:
        allowed_hosts: Further host names under which the server may be called.
    """
    hosts = LOOPBACK | frozenset(allowed_hosts)

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path.startswith(("/bot", "/file/bot")):
            return await handler(request)
        origin = request.headers.get("Origin")
        names = [urlsplit(f"//{request.headers.get('Host', '')}").hostname]
        names += [] if origin is None else [urlsplit(origin).hostname]
        if any(name not in hosts for name in names):
            raise web.HTTPForbidden(text="only this machine may control the emulator")
        if request.method == "POST" and request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType(text="controls take JSON")
        return await handler(request)

    return check


def _reply(value: object, status: int = 200) -> web.Response:
    return web.json_response(as_json(value), status=status, headers={"Cache-Control": "no-store"})


def _number(request: web.Request, name: str, default: float | None = None) -> float:
    text = request.query.get(name)
    if text is None and default is not None:
        return default
    try:
        return float(text or "")
    except ValueError:
        raise ControlError(f"{name} must be a number") from None


def _flag(request: web.Request, name: str) -> bool | None:
    text = request.query.get(name)
    return None if text is None else text.lower() in ("1", "true", "yes")


def _optional_id(request: web.Request, name: str) -> int | None:
    return int(_number(request, name)) if name in request.query else None


def _told(handler: Handler) -> Handler:
    """Turn what a test asked wrongly into a readable 400."""

    async def wrapped(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except (ControlError, TypeError, ValueError) as error:
            return _reply({"error": str(error)}, status=400)

    return wrapped


async def _control(request: web.Request) -> web.StreamResponse:
    name = request.match_info["name"]
    if name not in CONTROLS:
        return _reply({"error": f"there is no control {name}"}, status=404)
    arguments = await request.json() if request.can_read_body else {}
    if not isinstance(arguments, dict):
        raise ControlError("arguments come as a JSON object")
    result = getattr(request.app[EMULATOR].controls, name)(**arguments)
    return _reply({"result": result})


async def _state(request: web.Request) -> web.StreamResponse:
    return _reply(request.app[EMULATOR].reading.state(int(_number(request, "user"))))


async def _messages(request: web.Request) -> web.StreamResponse:
    found = request.app[EMULATOR].reading.messages(
        int(_number(request, "chat")),
        _optional_id(request, "user"),
        thread_id=_optional_id(request, "thread_id"),
        deleted=bool(_flag(request, "deleted")),
        from_bot=_flag(request, "from_bot"),
    )
    return _reply({"messages": found})


async def _seen(request: web.Request) -> web.StreamResponse:
    return _reply({"items": request.app[EMULATOR].reading.seen_by(int(_number(request, "user")))})


async def _press(request: web.Request) -> web.StreamResponse:
    emulator = request.app[EMULATOR]
    press = emulator.reading.press(request.query.get("id", ""))
    wait = min(_number(request, "wait", 0), MAX_WAIT)
    if wait > 0 and press.answer is None:
        # Without an answer the caller sees that there is none.
        with suppress(TimeoutError):
            await emulator.controls.answer_to(press, wait)
    return _reply(press_json(press))


async def _events(request: web.Request) -> web.StreamResponse:
    emulator = request.app[EMULATOR]
    since = int(_number(request, "since", 0))
    if "text/event-stream" in request.headers.get("Accept", ""):
        return await _stream(request, emulator, since)
    await emulator.feed.wait_beyond(since, min(_number(request, "wait", 25), MAX_WAIT))
    return _reply({"seq": emulator.feed.seq, "changes": emulator.feed.since(since)})


async def _stream(request: web.Request, emulator: Emulator, since: int) -> web.StreamResponse:
    since = int(request.headers.get("Last-Event-ID", since))
    response = web.StreamResponse(
        headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    )
    await response.prepare(request)
    # A page that was closed shows as a reset connection.
    with suppress(ConnectionResetError):
        while not request.app[CLOSING].closed:
            if not await emulator.feed.wait_beyond(since, 15):
                await response.write(b": still here\n\n")
                continue
            for change in emulator.feed.since(since):
                since = change.seq
                data = json.dumps(as_json(change))
                await response.write(f"id: {change.seq}\ndata: {data}\n\n".encode())
    return response


async def _calls(request: web.Request) -> web.StreamResponse:
    since = int(_number(request, "since", 0))
    return _reply({"calls": request.app[EMULATOR].calls[since:]})


async def _violations(request: web.Request) -> web.StreamResponse:
    return _reply({"violations": request.app[EMULATOR].violations})


async def _users(request: web.Request) -> web.StreamResponse:
    return _reply({"users": request.app[EMULATOR].reading.users()})


async def _chats(request: web.Request) -> web.StreamResponse:
    return _reply({"chats": request.app[EMULATOR].reading.chats()})


async def _commands(request: web.Request) -> web.StreamResponse:
    reading = request.app[EMULATOR].reading
    return _reply(
        {"commands": reading.commands_for(int(_number(request, "user")), int(_number(request, "chat")))}
    )


async def _file(request: web.Request) -> web.StreamResponse:
    file = request.app[EMULATOR].world.files.by_id.get(request.query.get("id", ""))
    if file is None:
        return _reply({"error": "no such file"}, status=404)
    kind = "image/png" if file.kind == "photo" else "application/octet-stream"
    return web.Response(body=file.content, content_type=kind, headers={"X-Content-Type-Options": "nosniff"})


class Closing:
    """Whether the server is going down; streams look at it."""

    def __init__(self) -> None:
        self.closed = False


CLOSING = web.AppKey("closing", Closing)


def add_controls(app: web.Application) -> None:
    """Add the control API to an application that has `EMULATOR` and `CLOSING`."""
    views: dict[str, Any] = {
        "state": _state, "messages": _messages, "seen": _seen, "press": _press, "events": _events, "calls": _calls,
        "violations": _violations, "users": _users, "chats": _chats, "commands": _commands, "file": _file,
    }  # fmt: skip
    for name, view in views.items():
        app.router.add_get(f"/control/{name}", _told(view))
    app.router.add_post("/control/{name}", _told(_control))
