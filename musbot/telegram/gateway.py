"""The few calls of the Bot API that the bot makes, over python-telegram-bot's `Bot` and its requests.

No rate limiter of the library (it queues without coalescing), no Updater (it confirms updates that are still
queued), no library name outside this package. Errors come out as the library's; `errors.classify` reads them.
"""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from telegram import Bot, BotCommand, BotCommandScope, ChatMember, LinkPreviewOptions, Update
from telegram.constants import ParseMode
from telegram.error import InvalidToken
from telegram.request import BaseRequest
from telegram.warnings import PTBDeprecationWarning

from musbot.telegram.aiohttp_request import AiohttpRequest
from musbot.telegram.errors import TokenRefused
from musbot.telegram.inbound import ALLOWED_UPDATES, Me
from musbot.telegram.render import Content

POOL = 16
"""Requests in flight of each kind: enough for all that is owed at once, few enough to be polite."""

SEND_TIMEOUT = 20.0
ANSWER_TIMEOUT = 5.0
POLL_GRACE = 10.0
"""Seconds that an answer to a long poll may be late."""

RequestFactory = Callable[["Purpose"], BaseRequest]

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a request object is for: how many calls at once and how long each may take."""

    name: str
    pool: int
    timeout: float


SENDING = Purpose("send", POOL, SEND_TIMEOUT)
ANSWERING = Purpose("answer", POOL, ANSWER_TIMEOUT)
POLLING = Purpose("poll", 1, POLL_GRACE)


def http_request(purpose: Purpose) -> BaseRequest:
    """A request over aiohttp, as production uses."""
    return AiohttpRequest(purpose.pool, purpose.timeout)


class _RawBot(Bot):
    """A `Bot` that gives what Telegram wrote.

    Of updates because one that cannot be read must not hold up the others, of messages because it is only their number
    that is wanted: making the library's objects of each costs as much as sending it.
    """

    async def called(self, method: str, data: dict[str, Any]) -> Any:
        """What a call gives; what is None is left out."""
        return await self._post(method, data)

    async def raw_updates(self, offset: int | None, timeout: float, limit: int) -> list[dict[str, Any]]:
        data = {
            "offset": offset,
            "timeout": int(timeout),
            "limit": limit,
            "allowed_updates": list(ALLOWED_UPDATES),
        }
        updates: list[dict[str, Any]] = await self._post(
            "getUpdates", data, read_timeout=timeout + POLL_GRACE
        )
        return updates


class Gateway:
    """The Bot API. `open` before use, `close` after."""

    def __init__(
        self, token: str, api_url: str = "https://api.telegram.org", requests: RequestFactory = http_request
    ) -> None:
        """A closed gateway.

        Args:
            token: The bot's token.
            api_url: Address of the Bot API, without the token.
            requests: Makes the request objects, one for each purpose; tests hand in their own.
        """
        _expect_whole_seconds()
        base = f"{api_url.rstrip('/')}/bot"
        files = f"{api_url.rstrip('/')}/file/bot"
        polling = requests(POLLING)
        self._bot = _RawBot(token, base, files, request=requests(SENDING), get_updates_request=polling)
        # Presses are answered while boards wait for a slow send: a pool of their own.
        self._answering = requests(ANSWERING)
        self._answer_bot = Bot(
            token, base, files, request=self._answering, get_updates_request=self._answering
        )
        self._me: Me | None = None

    @property
    def me(self) -> Me:
        """The bot itself; known once open."""
        if self._me is None:
            raise RuntimeError("the gateway is not open")
        return self._me

    async def open(self) -> Me:
        """Make the connections and ask who we are.

        Raises:
            TokenRefused: for good.
            TelegramError: Telegram cannot be reached now; try again.
        """
        _expect_whole_seconds()
        try:
            await self._bot.initialize()
        except InvalidToken:
            raise TokenRefused from None  # the library's error quotes the token
        await self._answering.initialize()
        user = self._bot.bot
        self._me = Me(user.id, user.username or "")
        return self._me

    async def close(self) -> None:
        """Close the connections."""
        await self._bot.shutdown()
        await self._answering.shutdown()

    async def updates(self, offset: int | None, timeout: float, limit: int = 100) -> list[dict[str, Any]]:
        """Updates from `offset` on, as Telegram wrote them; waits up to `timeout` seconds for the first."""
        return await self._bot.raw_updates(offset, timeout, limit)

    def read(self, raw: dict[str, Any]) -> Update | None:
        """One update as an object, if the library can read it."""
        try:
            return Update.de_json(_needed(raw), self._bot)
        except (KeyError, TypeError, ValueError, AttributeError):
            return None

    async def send(
        self, chat_id: int, content: Content, *, thread_id: int | None, loud: bool, protect: bool
    ) -> int:
        """Send a message; its id."""
        message = await self._bot.called(
            "sendMessage",
            _content(chat_id, content)
            | {
                "message_thread_id": thread_id,
                "disable_notification": not loud,
                "protect_content": protect or None,
            },
        )
        return int(message["message_id"])

    async def edit(self, chat_id: int, message_id: int, content: Content) -> None:
        """Change a message of ours."""
        await self._bot.called("editMessageText", _content(chat_id, content) | {"message_id": message_id})

    async def strip(self, chat_id: int, message_id: int) -> None:
        """Take a message's keyboard away."""
        await self._bot.edit_message_reply_markup(chat_id=chat_id, message_id=message_id)

    async def delete(self, chat_id: int, message_id: int) -> None:
        """Delete a message."""
        await self._bot.delete_message(chat_id, message_id)

    async def answer(self, query_id: str, text: str | None, *, alert: bool) -> None:
        """Answer a button press."""
        await self._answer_bot.answer_callback_query(query_id, text, show_alert=alert or None)

    async def drop_webhook(self) -> None:
        """Forget a webhook that another program left: polling is refused while it stands."""
        await self._bot.delete_webhook(drop_pending_updates=False)

    async def is_admin(self, chat_id: int, person_id: int) -> bool:
        """Whether Telegram says that a person administers a chat."""
        member = await self._bot.get_chat_member(chat_id, person_id, read_timeout=ANSWER_TIMEOUT)
        return member.status in (ChatMember.ADMINISTRATOR, ChatMember.OWNER)

    async def set_commands(
        self, commands: Sequence[tuple[str, str]], scope: BotCommandScope, language: str | None
    ) -> None:
        """The command menu of a scope in a language (None: for all others)."""
        menu = [BotCommand(name, description) for name, description in commands]
        await self._bot.set_my_commands(menu, scope=scope, language_code=language)

    async def set_description(self, long: str, short: str, language: str | None) -> None:
        """What people read before they press Start, and on the bot's page."""
        await self._bot.set_my_description(long, language_code=language)
        await self._bot.set_my_short_description(short, language_code=language)


_PRESSED = ("message_id", "date", "chat", "message_thread_id", "is_topic_message")


def _needed(raw: dict[str, Any]) -> dict[str, Any]:
    """An update without what a press brings along of the message that it was on: our own text and buttons."""
    query = raw.get("callback_query")
    if not isinstance(query, dict) or not isinstance(query.get("message"), dict):
        return raw
    message = {name: query["message"][name] for name in _PRESSED if name in query["message"]}
    return raw | {"callback_query": query | {"message": message}}


def _content(chat_id: int, content: Content) -> dict[str, Any]:
    return {
        "chat_id": chat_id,
        "text": content.text,
        "parse_mode": ParseMode.HTML,
        "reply_markup": content.keyboard,
        "link_preview_options": _NO_PREVIEW,
    }


def _expect_whole_seconds() -> None:
    # The library warns about the type of a number each time that Telegram asks us to wait; both types are read here.
    warnings.filterwarnings(
        "ignore", message=".*attribute `retry_after` will be", category=PTBDeprecationWarning
    )
