"""The page that shows the emulated Telegram in a browser; it stands on the control API of `control_http`.

`add_page` is called by `server.create_app`. The page is plain HTML, CSS and JavaScript modules of this folder,
served as they are; it loads nothing from anywhere else, and its policy forbids that to the browser as well.

    GET /               index.html
    GET /web/<file>     the other files of the page, nothing else of this folder
    GET /control/bot    whether a bot fetches its updates
"""

from pathlib import Path

from aiohttp import web

from musbot.emulator.control_http import EMULATOR
from musbot.emulator.core import Emulator

FOLDER = Path(__file__).resolve().parent
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
"""Kinds of files that the page is made of."""

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
RECENT = 5.0
"""Seconds within which a finished `getUpdates` shows that somebody still polls."""


def add_page(app: web.Application) -> None:
    """Serve the page and its files, and whether there is a bot at all.

    Args:
        app: An application that has `EMULATOR`.
    """
    app.router.add_get("/", _page)
    app.router.add_get("/web/{name}", _asset)
    app.router.add_get("/control/bot", _bot)


def listens(emulator: Emulator) -> bool:
    """Say whether a bot takes its updates: it polls, did a moment ago, or has a webhook that works."""
    updates = emulator.world.updates
    if updates.poll is not None:
        return True
    if updates.webhook.url:
        return not (updates.webhook.last_error and updates.pending)
    since = emulator.clock.now() - RECENT
    return any(call.method == "getUpdates" and call.at > since for call in emulator.calls[-50:])


async def _page(_: web.Request) -> web.Response:
    return _file(FOLDER / "index.html")


async def _asset(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    path = FOLDER / name
    if path.name != name or path.suffix not in TYPES or not path.is_file():
        raise web.HTTPNotFound
    return _file(path)


def _file(path: Path) -> web.Response:
    kind = TYPES[path.suffix]
    return web.Response(body=path.read_bytes(), content_type=kind, charset="utf-8", headers=HEADERS)


async def _bot(request: web.Request) -> web.Response:
    body = {"listening": listens(request.app[EMULATOR])}
    return web.json_response(body, headers={"Cache-Control": "no-store"})
