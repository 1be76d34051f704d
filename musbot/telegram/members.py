"""Who administers a group, asked of Telegram and remembered for a minute (`musbot.app.ports.Members`)."""

from collections import OrderedDict
from typing import Protocol

import structlog
from telegram.error import TelegramError

from musbot.app.ports import Clock
from musbot.telegram.errors import classify

_log = structlog.stdlib.get_logger("musbot.members")


class AsksMembers(Protocol):
    """The one call needed (`Gateway` has it)."""

    async def is_admin(self, chat_id: int, person_id: int) -> bool:
        """Whether Telegram says that a person administers a chat."""
        ...


class TelegramMembers:
    """Implements `musbot.app.ports.Members`."""

    def __init__(self, gateway: AsksMembers, clock: Clock, *, keep: float = 60.0, most: int = 1000) -> None:
        """Remember `most` answers, each for `keep` seconds."""
        self._gateway = gateway
        self._clock = clock
        self._keep = keep
        self._most = most
        self._known: OrderedDict[tuple[int, int], tuple[float, bool]] = OrderedDict()

    async def is_admin(self, chat_id: int, person_id: int) -> bool:
        """Whether a person administers a chat; False when Telegram does not say. A failure is not remembered."""
        key = (chat_id, person_id)
        asked_at, admin = self._known.get(key, (float("-inf"), False))
        if 0 <= self._clock.now() - asked_at < self._keep:
            return admin
        try:
            admin = await self._gateway.is_admin(chat_id, person_id)
        except TelegramError as error:
            _log.info("admin-unknown", chat=chat_id, reason=classify(error).text)
            return False
        self._known[key] = (self._clock.now(), admin)
        self._known.move_to_end(key)
        if len(self._known) > self._most:
            self._known.popitem(last=False)
        return admin
