"""One thing that a chat is owed becomes one call of the Bot API and one mark in the store.

Which thing is next: notices in order, then slots, then replies, then retires. How fast, and what a refusal means, is
for `outbox`.
"""

from dataclasses import dataclass
from typing import Literal, Protocol

from telegram.error import TelegramError

from musbot.app.nursery import Nursery
from musbot.app.ports import Clock, Deliveries, OwedChat, OwedNotice, OwedReply, OwedRetire, OwedSlot
from musbot.app.screens import Screen
from musbot.telegram.errors import Kind, classify
from musbot.telegram.render import Address, Content, content_of
from musbot.telegram.words import RememberedWords, Words

TaskKind = Literal["slot", "notice", "reply", "retire"]


class Sender(Protocol):
    """The calls that a delivery makes (`Gateway` has them)."""

    async def send(
        self, chat_id: int, content: Content, *, thread_id: int | None, loud: bool, protect: bool
    ) -> int:
        """Send a message; its id."""
        ...

    async def edit(self, chat_id: int, message_id: int, content: Content) -> None:
        """Change a message."""
        ...

    async def strip(self, chat_id: int, message_id: int) -> None:
        """Take a keyboard away."""
        ...

    async def delete(self, chat_id: int, message_id: int) -> None:
        """Delete a message."""
        ...


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be written next.

    Attributes:
        kind: as dead letters call it.
        owed: the thing itself.
        expired: it waited too long to be of use.
    """

    kind: TaskKind
    owed: OwedSlot | OwedNotice | OwedReply | OwedRetire
    expired: bool = False

    @property
    def row_id(self) -> int:
        """Number of its row."""
        match self.owed:
            case OwedSlot(slot_id=row_id) | OwedNotice(notice_id=row_id):
                return row_id
            case OwedReply(reply_id=row_id) | OwedRetire(retire_id=row_id):
                return row_id

    @property
    def wanted(self) -> int | None:
        """Of a slot, the counter that is tried."""
        return self.owed.wanted if isinstance(self.owed, OwedSlot) else None


def first_task(owed: OwedChat, oldest_reply: float) -> Task | None:
    """The next thing to deliver, or None; a reply from before `oldest_reply` is only to be dropped."""
    for reply in owed.replies:
        if reply.at < oldest_reply:
            return Task("reply", reply, expired=True)
    if owed.notices:
        return Task("notice", owed.notices[0])
    if owed.slots:
        return Task("slot", owed.slots[0])
    if owed.replies:
        return Task("reply", owed.replies[0])
    if owed.retires:
        return Task("retire", owed.retires[0])
    return None


class Courier:
    """Carries one task out."""

    def __init__(
        self,
        sender: Sender,
        deliveries: Deliveries,
        words: Words,
        clock: Clock,
        nursery: Nursery,
        language: str,
    ) -> None:
        """A courier who does not know the bot's name yet (see `introduce`)."""
        self._sender = sender
        self._deliveries = deliveries
        self._words = RememberedWords(words)
        self._clock = clock
        self._nursery = nursery
        self._language = language
        self._bot = ""

    def introduce(self, username: str) -> None:
        """The bot's username, for links to its private chat."""
        self._bot = username

    async def carry(self, task: Task, owed: OwedChat) -> None:
        """Call and mark, as a whole: a stop between the two would send a thing twice.

        Raises:
            TelegramError: what the call was refused with; nothing is marked.
            ValueError: the screen cannot be drawn.
        """
        await self._nursery.shielded(self._carry(task, owed), name=f"deliver {task.kind} {task.row_id}")

    async def _carry(self, task: Task, owed: OwedChat) -> None:
        match task.owed:
            case OwedSlot():
                await self._slot(task.owed, owed)
            case OwedNotice(notice_id=notice_id, screen=screen, group_username=group):
                message_id = await self._send(screen, owed, group)
                await self._deliveries.notice_sent(notice_id, message_id, self._clock.now())
            case OwedReply(reply_id=reply_id, screen=screen, group_username=group):
                await self._send(screen, owed, group)
                await self._deliveries.reply_done(reply_id)
            case OwedRetire():
                await self._retire(task.owed, owed)

    async def _slot(self, slot: OwedSlot, owed: OwedChat) -> None:
        message_id = slot.message_id
        if message_id is None:
            message_id = await self._send(slot.screen, owed, slot.group_username)
        else:
            content = self._draw(slot.screen, owed, slot.group_username)
            try:
                await self._sender.edit(owed.chat_id, message_id, content)
            except TelegramError as error:
                if classify(error).kind is not Kind.DONE:  # it shows what it should already
                    raise
        await self._deliveries.slot_shown(slot.slot_id, slot.wanted, message_id, self._clock.now())

    async def _retire(self, retire: OwedRetire, owed: OwedChat) -> None:
        """Best effort: only what can be cured by waiting is tried again."""
        try:
            if not (retire.delete and await self._deleted(owed.chat_id, retire.message_id)):
                await self._sender.strip(owed.chat_id, retire.message_id)
        except TelegramError as error:
            if classify(error).kind not in (Kind.DONE, Kind.GONE, Kind.DEAD):
                raise
        await self._deliveries.retire_done(retire.retire_id)

    async def _deleted(self, chat_id: int, message_id: int) -> bool:
        """Whether the message is gone; False when it is too old to be deleted, or not ours to delete."""
        try:
            await self._sender.delete(chat_id, message_id)
        except TelegramError as error:
            verdict = classify(error)
            if verdict.kind not in (Kind.GONE, Kind.DEAD):
                raise
            return "not found" in verdict.text.lower()
        return True

    async def _send(self, screen: Screen, owed: OwedChat, group: str | None) -> int:
        content = self._draw(screen, owed, group)
        return await self._sender.send(
            owed.chat_id, content, thread_id=owed.thread_id, loud=screen.loud, protect=screen.protect
        )

    def _draw(self, screen: Screen, owed: OwedChat, group: str | None) -> Content:
        locale = self._words.pick(owed.language or self._language)
        return content_of(screen, locale, self._words, Address(self._bot, group or owed.group_username))
