"""A stand-in for the Bot API that checks nothing and is as quick as it can, in a process of its own.

It reads one JSON object from standard input for each thing that it is told, and writes one line for each that it
tells. Presses are given out by scripts: the next press of a table comes when the edit of its board that answers the
last one has been accepted. All times are of the machine's monotonic clock, which processes share.
"""

import asyncio
import json
import sys
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

_ME = (
    b'{"id":42,"is_bot":true,"first_name":"Mus","username":"mus_bot","can_join_groups":true,'
    b'"can_read_all_group_messages":false,"supports_inline_queries":false}'
)
_MESSAGE = (
    '{"message_id":%d,"from":{"id":42,"is_bot":true,"first_name":"Mus","username":"mus_bot"},'
    '"chat":{"id":%d,"title":"Cuadrilla","type":"supergroup"},"date":1790000000,"edit_date":1790000100,'
    '"text":"Grande. Habla Ane Etxeberria\\nJon Agirre: paso\\nMikel Zubiri: paso\\nItziar Lasa: paso\\n'
    'Norte-Sur 12, Este-Oeste 7","entities":[{"type":"bold","offset":0,"length":6}],"reply_markup":'
    '{"inline_keyboard":[[{"text":"Paso","callback_data":"1.1.a1-g.p"},'
    '{"text":"Envido 2","callback_data":"1.1.a1-g.e2"}'
    '],[{"text":"Ordago","callback_data":"1.1.a1-g.or"},{"text":"Mis cartas","callback_data":"1.1.c"}]]}}'
)
_PLAIN = frozenset(
    {"answerCallbackQuery", "setMyCommands", "setMyDescription", "setMyShortDescription", "deleteWebhook"}
)


@dataclass(slots=True)
class _Table:
    chat: int
    message: int
    steps: list[list[Any]]
    place: int = 0
    pressed_at: float = 0.0
    query: str | None = None


@dataclass(slots=True)
class World:
    """What is pressed, by whom, and when what came of it."""

    tables: dict[int, _Table] = field(default_factory=dict)
    waiting: deque[bytes] = field(default_factory=deque)
    turns: deque[_Table] = field(default_factory=deque)
    first_poll: float | None = None
    answers: list[float] = field(default_factory=list)
    edits: list[float] = field(default_factory=list)
    asked: dict[str, float] = field(default_factory=dict)
    running: bool = False
    one_by_one: bool = False
    pause: float = 0.0
    begun: float = 0.0
    until: float = 0.0
    ended: float = 0.0
    update: int = 1000
    poll: "asyncio.Future[None] | None" = None

    def begin(self, told: dict[str, Any]) -> None:
        """Press at all tables at once, or at one after the other."""
        tables = [_Table(each["chat"], each["message"], each["steps"]) for each in told["scripts"]]
        self.tables = {table.chat: table for table in tables}
        self.one_by_one, self.pause = told["one_by_one"], told.get("pause", 0.0)
        self.begun = time.monotonic()
        self.until = self.begun + told["seconds"]
        self.running = True
        if self.one_by_one:
            self.turns = deque(tables)
            self._press(self.turns[0])
        else:
            for table in tables:
                self._press(table)

    def _press(self, table: _Table) -> None:
        person, name, data = table.steps[table.place]
        first, _, last = name.partition(" ")
        self.update += 1
        table.query = str(self.update)
        user = {"id": person, "is_bot": False, "first_name": first, "last_name": last, "language_code": "es"}
        chat = {
            "id": table.chat,
            "title": f"Cuadrilla {-2_000_000_000 - (table.chat + 1_000_000_000_000)}",
            "type": "supergroup",
        }
        message = json.loads(_MESSAGE % (table.message, table.chat)) | {"chat": chat}
        query = {"id": table.query, "from": user, "chat_instance": "-77", "data": data, "message": message}
        self.waiting.append(json.dumps({"update_id": self.update, "callback_query": query}).encode())
        table.pressed_at = self.asked[table.query] = time.monotonic()
        if self.poll is not None and not self.poll.done():
            self.poll.set_result(None)

    def answered(self, query: str) -> None:
        """An answer to a press came in."""
        at = self.asked.pop(query, None)
        if at is not None:
            self.answers.append(time.monotonic() - at)

    def edited(self, chat: int) -> None:
        """The edit of a board came in."""
        table = self.tables.get(chat)
        if table is None or table.query is None or not self.running:
            return
        now = time.monotonic()
        self.edits.append(now - table.pressed_at)
        table.query = None
        table.place += 1
        if now >= self.until or (table.place >= len(table.steps) and not self.one_by_one):
            self._end(now)
        elif self.one_by_one:
            asyncio.get_running_loop().call_later(self.pause, self._next)
        else:
            self._press(table)

    def _next(self) -> None:
        """The next table's turn, as long as one has presses left."""
        for _ in range(len(self.turns)):
            self.turns.rotate(-1)
            if self.turns[0].place < len(self.turns[0].steps):
                self._press(self.turns[0])
                return
        self._end(time.monotonic())

    def _end(self, now: float) -> None:
        self.running = False
        self.ended = now
        tell(
            {
                "done": len(self.edits),
                "seconds": now - self.begun,
                "answers": self.answers,
                "edits": self.edits,
            }
        )

    async def updates(self, limit: int, timeout: float) -> bytes:
        """A batch; waits for the first press as long as it may. What was given is not given again."""
        if self.first_poll is None:
            self.first_poll = time.monotonic()
            tell({"first_poll": self.first_poll})
        if not self.waiting and timeout > 0:
            self.poll = asyncio.get_running_loop().create_future()
            try:
                async with asyncio.timeout(timeout):
                    await self.poll
            except TimeoutError:
                pass
            self.poll = None
        batch = [self.waiting.popleft() for _ in range(min(limit, len(self.waiting)))]
        return b"[" + b",".join(batch) + b"]"


def tell(what: dict[str, Any]) -> None:
    """One line for whoever started this process."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


class Connection(asyncio.Protocol):
    """HTTP/1.1 as far as two well-behaved clients need it: one request after the other on a kept connection."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._buffer = b""
        self._polls: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: Any = transport

    def connection_lost(self, exc: Exception | None) -> None:
        if self._polls is not None:
            self._polls.cancel()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while (end := self._buffer.find(b"\r\n\r\n")) >= 0:
            head = self._buffer[:end].lower()
            at = head.find(b"content-length:")
            length = int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
            if len(self._buffer) < end + 4 + length:
                return
            body = self._buffer[end + 4 : end + 4 + length]
            method = self._buffer.split(b" ", 2)[1].rsplit(b"/", 1)[1].decode()
            self._buffer = self._buffer[end + 4 + length :]
            self._request(method, {key: value[0] for key, value in parse_qs(body.decode()).items()})

    def _request(self, method: str, given: dict[str, str]) -> None:
        world = self._world
        if method == "getUpdates":
            limit, timeout = int(given.get("limit", 100)), float(given.get("timeout", 0))
            self._polls = asyncio.get_running_loop().create_task(self._poll(limit, timeout))
            return
        if method == "getMe":
            result = _ME
        elif method in _PLAIN:
            result = b"true"
        else:
            chat = int(given["chat_id"])
            result = (_MESSAGE % (int(given.get("message_id", 51)), chat)).encode()
        self._reply(result)
        if method == "answerCallbackQuery":
            world.answered(given["callback_query_id"])
        elif method == "editMessageText":
            world.edited(int(given["chat_id"]))

    async def _poll(self, limit: int, timeout: float) -> None:
        self._reply(await self._world.updates(limit, timeout))

    def _reply(self, result: bytes) -> None:
        body = b'{"ok":true,"result":' + result + b"}"
        self._transport.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
            + body
        )


async def main() -> None:
    """Serve until standard input ends."""
    world = World()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(world), "127.0.0.1", 0)
    tell({"port": server.sockets[0].getsockname()[1]})
    while line := await asyncio.to_thread(sys.stdin.readline):
        world.begin(json.loads(line))
    server.close()


if __name__ == "__main__":
    asyncio.run(main())
