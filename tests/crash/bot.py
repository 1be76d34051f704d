"""The real bot, started again and again, that kills itself at a chosen point: `python -m tests.crash.bot`.

Each line on standard input, such as ``commit:inside 3``, forks a bot from a process that has everything imported; it is
the command line's own `run`, over a store and connections that end the process by SIGKILL at the third such point. The
answer is ``started <pid>`` and later ``ended <code>``, negative for a signal. ``none 0`` never ends by itself.
"""

import os
import signal
import sqlite3
import sys
from functools import partial
from pathlib import Path
from typing import Any

from telegram.request import BaseRequest, RequestData

from musbot import bootstrap, cli, logs
from musbot.app.commit import Commit
from musbot.storage import SqliteStore, open_store
from musbot.telegram.gateway import ANSWERING, Purpose, http_request

POINTS = (
    "commit:before",  # decided, nothing written
    "commit:inside",  # the transaction is open, half is written
    "commit:written",  # all is written, not committed
    "commit:after",  # committed, nobody told
    "refuse:before",
    "refuse:after",
    "send:before",  # the mark is missing and the message too
    "send:after",  # Telegram has it, we have not heard
    "mark:before",  # we have heard, the mark is missing
    "mark:after",
    "answer:before",
    "answer:after",
    "poll:after",  # updates are here, nothing was done with them
)


class Fuse:
    """Counts how often a point is reached."""

    def __init__(self, point: str, nth: int) -> None:
        self._point = point
        self._left = nth

    def at(self, point: str) -> None:
        if point == self._point:
            self._left -= 1
            if self._left == 0:
                os.kill(os.getpid(), signal.SIGKILL)


class FusedStore(SqliteStore):
    """A store with a fuse in it."""

    fuse: Fuse

    async def commit(self, commit: Commit) -> None:
        self.fuse.at("commit:before")
        await super().commit(commit)
        self.fuse.at("commit:after")

    def _owe(self, commit: Commit, connection: sqlite3.Connection) -> None:
        self.fuse.at("commit:inside")
        super()._owe(commit, connection)

    def _write_commit(self, *given: Any) -> None:
        super()._write_commit(*given)
        self.fuse.at("commit:written")

    async def refuse_update(self, update_id: int) -> None:
        self.fuse.at("refuse:before")
        await super().refuse_update(update_id)
        self.fuse.at("refuse:after")

    async def notice_sent(self, notice_id: int, message_id: int, at: float) -> None:
        self.fuse.at("mark:before")
        await super().notice_sent(notice_id, message_id, at)
        self.fuse.at("mark:after")

    async def slot_shown(self, slot_id: int, wanted: int, message_id: int, at: float) -> None:
        self.fuse.at("mark:before")
        await super().slot_shown(slot_id, wanted, message_id, at)
        self.fuse.at("mark:after")


class FusedRequest(BaseRequest):
    """Connections with a fuse in them."""

    def __init__(self, fuse: Fuse, purpose: Purpose) -> None:
        self._fuse = fuse
        self._purpose = purpose
        self._inner = http_request(purpose)

    @property
    def read_timeout(self) -> float | None:
        return self._inner.read_timeout

    async def initialize(self) -> None:
        await self._inner.initialize()

    async def shutdown(self) -> None:
        await self._inner.shutdown()

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *args: Any, **kwargs: Any
    ) -> tuple[int, bytes]:
        kind = self._kind(url)
        self._fuse.at(f"{kind}:before")
        answer = await self._inner.do_request(url, method, request_data, *args, **kwargs)
        if kind != "poll" or b'"update_id"' in answer[1]:
            self._fuse.at(f"{kind}:after")
        return answer

    def _kind(self, url: str) -> str:
        if url.endswith("/getUpdates"):
            return "poll"
        if self._purpose is ANSWERING:
            return "answer"
        return "send" if url.endswith(("/sendMessage", "/editMessageText")) else "other"


def run(point: str, nth: int) -> int:
    """Run the bot with a fuse; its exit code."""
    fuse = Fuse(point, nth)

    async def fused(path: Path) -> SqliteStore:
        store = await open_store(path)
        store.__class__ = FusedStore
        store.fuse = fuse  # type: ignore[attr-defined]
        return store

    bootstrap.open_store = fused  # type: ignore[assignment,attr-defined]
    bootstrap.Musbot = partial(bootstrap.Musbot, requests=partial(FusedRequest, fuse))  # type: ignore[assignment,misc]
    return cli.main(["run", "--env-file", ""])


def main() -> None:
    """Fork a bot for each line."""
    assert logs is not None  # imported before the fork, like all the rest
    for line in sys.stdin:
        point, nth = line.split()
        child = os.fork()
        if child == 0:
            os._exit(run(point, int(nth)))
        sys.stdout.write(f"started {child}\n")
        sys.stdout.flush()
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"ended {os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
