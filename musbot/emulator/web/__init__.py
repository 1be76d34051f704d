"""The page that shows the emulated Telegram in a browser; it stands on the control API of `control_http`.

`add_page` is called by `server.create_app`. The page's files live in this folder; without an `index.html` there is
no page and the server is for programs only.
"""

from pathlib import Path

from aiohttp import web

FOLDER = Path(__file__).resolve().parent


def add_page(app: web.Application) -> None:
    """Serve `index.html` at `/` and the folder's other files under `/web/`, if there is a page."""
    index = FOLDER / "index.html"
    if not index.is_file():
        return

    async def page(_: web.Request) -> web.FileResponse:
        return web.FileResponse(index, headers={"Cache-Control": "no-store"})

    app.router.add_get("/", page)
    app.router.add_static("/web/", FOLDER)
