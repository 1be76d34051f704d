"""The controls of an emulator in another process, for end-to-end tests.

Every method is a control of `core.Controls` with the same name and arguments; presses, messages and changes come as
the JSON objects of `control_http`.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Self

import aiohttp

from musbot.emulator.client_controls import ClientControls, Json
from musbot.emulator.core import ControlError


class EmulatorClient(ClientControls):
    """Talks to a running emulator. Use it as an async context manager."""

    def __init__(self, url: str) -> None:
        """Name the emulator.

        Args:
            url: Its address, as its ready line says.
        """
        self.url = url.rstrip("/")
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        """Open the connection."""
        self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=120))
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the connection."""
        if self._session is not None:
            await self._session.close()

    async def _ask(self, verb: str, path: str, **kwargs: Any) -> Any:
        assert self._session is not None, "use it as an async context manager"
        async with self._session.request(verb, f"{self.url}/control/{path}", **kwargs) as response:
            body = await response.json()
            if response.status >= 400:
                raise ControlError(body["error"])
            return body

    async def control(self, name: str, /, **arguments: Any) -> Any:
        """Call a control by its name.

        Raises:
            ControlError: As the control raises it.
        """
        return (await self._ask("POST", name, json=arguments))["result"]

    async def _get(self, path: str, **query: Any) -> Any:
        return await self._ask("GET", path, params={k: str(v) for k, v in query.items() if v is not None})

    # Reading

    async def state(self, user: int) -> Json:
        """See `Reading.state`."""
        found: Json = await self._get("state", user=user)
        return found

    async def messages(
        self, chat: int, user: int | None = None, *, from_bot: bool | None = None
    ) -> list[Json]:
        """See `Reading.messages`."""
        found: list[Json] = (await self._get("messages", chat=chat, user=user, from_bot=from_bot))["messages"]
        return found

    async def last(self, chat: int, user: int | None = None) -> Json:
        """Give the bot's newest message in a chat.

        Raises:
            ControlError: There is none.
        """
        found = await self.messages(chat, user, from_bot=True)
        if not found:
            raise ControlError(f"the bot has said nothing in chat {chat}")
        return found[-1]

    async def seen_by(self, user: int) -> list[Json]:
        """See `Reading.seen_by`."""
        found: list[Json] = (await self._get("seen", user=user))["items"]
        return found

    async def users(self) -> list[Json]:
        """Give all people."""
        found: list[Json] = (await self._get("users"))["users"]
        return found

    async def chats(self) -> list[Json]:
        """Give all chats."""
        found: list[Json] = (await self._get("chats"))["chats"]
        return found

    async def calls(self, since: int = 0) -> list[Json]:
        """Give the bot's requests after the first `since`."""
        found: list[Json] = (await self._get("calls", since=since))["calls"]
        return found

    async def violations(self) -> list[Json]:
        """Give what the bot did wrong."""
        found: list[Json] = (await self._get("violations"))["violations"]
        return found

    async def commands_for(self, user: int, chat: int) -> list[Json]:
        """See `Reading.commands_for`."""
        found: list[Json] = (await self._get("commands", user=user, chat=chat))["commands"]
        return found

    async def events(self, since: int, wait: float = 25.0) -> tuple[int, list[Json]]:
        """Give the newest change's number and the changes after `since`, waiting for one."""
        found = await self._get("events", since=since, wait=wait)
        return found["seq"], found["changes"]

    async def answer_to(self, press: Json, timeout: float = 10.0) -> Json:
        """Wait for the bot's answer to a press.

        Raises:
            TimeoutError: It gave none.
        """
        found = await self._get("press", id=press["id"], wait=timeout)
        if found["answer"] is None:
            raise TimeoutError(f"no answer to the press {press['label']!r} within {timeout} s")
        answer: Json = found["answer"]
        return answer

    async def wait_until(self, check: Callable[[], Awaitable[Any]], timeout: float = 10.0) -> Any:
        """Wait until `check` gives something true; it is asked again after every change. Gives that.

        Raises:
            TimeoutError: Nothing changed for `timeout` seconds.
        """
        seq, _ = await self.events(-1, 0)
        while True:
            found = await check()
            if found:
                return found
            now, changes = await self.events(seq, timeout)
            if not changes:
                raise TimeoutError(f"nothing changed for {timeout} s after change {seq}")
            seq = now
