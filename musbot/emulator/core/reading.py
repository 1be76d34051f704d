"""What people see: the reading side for tests and for a page that shows the emulated Telegram.

Nothing here changes the world. Whatever is given for a user is what that user could see, nothing else.
"""

from dataclasses import dataclass

from musbot.emulator.core.errors import ControlError
from musbot.emulator.core.html import to_html
from musbot.emulator.core.model import Chat, ChatType, Content, Message
from musbot.emulator.core.ports import Json
from musbot.emulator.core.presses import Press
from musbot.emulator.core.world import World


@dataclass(frozen=True, slots=True)
class ButtonView:
    """A button: its text, and its data or its link or its text to copy; `style` as the bot asked."""

    text: str
    data: str = ""
    url: str = ""
    copy: str = ""
    style: str = ""


@dataclass(frozen=True, slots=True)
class VersionView:
    """What a message showed for a while.

    Attributes:
        at: Since when.
        text: Text or caption, plain.
        html: The same with its marks, as Telegram's HTML.
        entities: Its `MessageEntity` objects.
        photo: `file_unique_id` of its photo or document, or "".
        file_id: `file_id` of it, or "".
        spoiler: The photo is hidden behind a spoiler.
        keyboard: Buttons by row.
        seen_by: Ids of those who could see it.
    """

    at: float
    text: str
    html: str
    entities: tuple[Json, ...]
    photo: str
    file_id: str
    spoiler: bool
    keyboard: tuple[tuple[ButtonView, ...], ...]
    seen_by: frozenset[int]

    @property
    def labels(self) -> list[list[str]]:
        """The buttons' texts by row."""
        return [[button.text for button in row] for row in self.keyboard]


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message as somebody sees it.

    Attributes:
        chat_id: Where.
        message_id: Its number; 0 for an ephemeral one.
        ephemeral_id: Number of an ephemeral message, else 0.
        at: When it was sent.
        sender_id: Who wrote it; `None` for a channel.
        sender_name: His first name, or the channel's title.
        from_bot: The bot wrote it.
        thread_id: Its topic.
        reply_to: Id of the message it answers.
        silent: It came without sound.
        protected: It cannot be forwarded.
        pinned: It is pinned.
        deleted: It is gone.
        service: Fields of a service message.
        now: What it shows.
        history: Every version that may be seen, oldest first; the last one is `now`.
    """

    chat_id: int
    message_id: int
    ephemeral_id: int
    at: float
    sender_id: int | None
    sender_name: str
    from_bot: bool
    thread_id: int | None
    reply_to: int | None
    silent: bool
    protected: bool
    pinned: bool
    deleted: bool
    service: Json
    now: VersionView
    history: tuple[VersionView, ...]

    @property
    def text(self) -> str:
        """Text or caption, plain."""
        return self.now.text

    @property
    def html(self) -> str:
        """Text or caption with its marks."""
        return self.now.html

    @property
    def keyboard(self) -> tuple[tuple[ButtonView, ...], ...]:
        """Buttons by row."""
        return self.now.keyboard

    @property
    def labels(self) -> list[list[str]]:
        """The buttons' texts by row."""
        return self.now.labels

    @property
    def edited(self) -> bool:
        """Whether it was ever edited."""
        return len(self.history) > 1


@dataclass(frozen=True, slots=True)
class SeenItem:
    """One thing a user could see at some time.

    Attributes:
        at: Since when.
        chat_id: Where.
        message_id: On which message (0: ephemeral).
        kind: text, html, button, data, url, copy, photo, file, toast or alert.
        text: What; for a photo its `file_unique_id`, for a file its `file_id`.
    """

    at: float
    chat_id: int
    message_id: int
    kind: str
    text: str


class Reading:
    """Looks at the world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def message(self, chat: int, message_id: int, user: int | None = None) -> MessageView:
        """Give one message, also a deleted one.

        Args:
            chat: Where.
            message_id: Its number.
            user: Through whose eyes; `None` for everything.

        Raises:
            ControlError: There is none, or this user never saw it.
        """
        found = self._chat(chat).messages.get(message_id)
        if found is None or (user is not None and not _ever_seen(found, user)):
            raise ControlError(f"no message {message_id} in chat {chat} for {user or 'anybody'}")
        return self._view(found, user)

    def messages(
        self,
        chat: int,
        user: int | None = None,
        *,
        thread_id: int | None = None,
        deleted: bool = False,
        from_bot: bool | None = None,
    ) -> list[MessageView]:
        """Give a chat's messages, oldest first, ephemeral ones at their time.

        Args:
            chat: Where.
            user: Through whose eyes: only what he sees now. `None` for everything.
            thread_id: Only one topic.
            deleted: Deleted messages too.
            from_bot: Only the bot's messages, or only others'.
        """
        place = self._chat(chat)
        ephemeral = [message for message in self._world.ephemerals.values() if message.chat is place]
        everything = sorted([*place.messages.values(), *ephemeral], key=lambda message: message.at)
        return [
            self._view(message, user)
            for message in everything
            if (deleted or not message.deleted)
            and (user is None or user in message.versions[-1].seen_by)
            and (thread_id is None or message.thread_id == thread_id)
            and (from_bot is None or (message.sender is self._world.bot) is from_bot)
        ]

    def last(self, chat: int, user: int | None = None) -> MessageView:
        """Give the bot's newest message in a chat.

        Raises:
            ControlError: There is none.
        """
        found = self.messages(chat, user, from_bot=True)
        if not found:
            raise ControlError(f"the bot has said nothing in chat {chat}")
        return found[-1]

    def presses(self, user: int | None = None, chat: int | None = None) -> list[Press]:
        """Give presses in order, of one user or in one chat; each carries its answer."""
        return [
            press
            for press in self._world.presses.by_id.values()
            if (user is None or press.user.id == user) and (chat is None or press.chat.id == chat)
        ]

    def press(self, query_id: str) -> Press:
        """Give a press by its query's id.

        Raises:
            ControlError: There is none.
        """
        found = self._world.presses.by_id.get(query_id)
        if found is None:
            raise ControlError(f"there is no press {query_id}")
        return found

    def seen_by(self, user: int) -> list[SeenItem]:
        """Give everything this user could ever see: texts, buttons with their data, pictures, toasts and alerts.

        Own messages count too. For tests of secrecy.
        """
        items: list[SeenItem] = []
        everything = [message for chat in self._world.chats.values() for message in chat.messages.values()]
        for message in [*everything, *self._world.ephemerals.values()]:
            for version in message.versions:
                if user in version.seen_by:
                    items += _items(message, version.at, version.content)
        for press in self.presses(user):
            if press.answer is not None:
                kind = "alert" if press.answer.alert else "toast"
                place = (press.answer.at, press.chat.id, press.message.id)
                items += [SeenItem(*place, kind, press.answer.text)] if press.answer.text else []
                items += [SeenItem(*place, "url", press.answer.url)] if press.answer.url else []
        return sorted(items, key=lambda item: item.at)

    def commands_for(self, user: int, chat: int) -> list[Json]:
        """Give the commands that a user's client offers in a chat, in his language."""
        place, person = self._chat(chat), self._world.users[user]
        status = place.status(user)
        admin = status is not None and status.admin
        scopes: list[Json] = []
        if place.type is ChatType.PRIVATE:
            scopes = [{"type": "chat", "chat_id": chat}, {"type": "all_private_chats"}]
        else:
            scopes.append({"type": "chat_member", "chat_id": chat, "user_id": user})
            scopes += [{"type": "chat_administrators", "chat_id": chat}] if admin else []
            scopes.append({"type": "chat", "chat_id": chat})
            scopes += [{"type": "all_chat_administrators"}] if admin else []
            scopes.append({"type": "all_group_chats"})
        return self._world.profile.shown([*scopes, {"type": "default"}], person.language_code)

    def state(self, user: int) -> Json:
        """Give all that a page needs to show one user's Telegram.

        Returns:
            `{"now", "seq", "user", "bot", "chats": [...]}`; each chat has id, type, title, forum, topics, members,
            started, blocked, commands and `messages` (list of `MessageView`); `presses` is the list of his presses
            with their answers. `seq` is the feed's number: ask for changes after it.
        """
        person = self._world.users.get(user)
        if person is None:
            raise ControlError(f"there is no user {user}")
        chats = [
            chat for chat in self._world.chats.values() if chat.present(user) and chat.migrated_to is None
        ]
        return {
            "now": self._world.clock.now(),
            "seq": self._world.feed.seq,
            "user": {"id": person.id, "name": person.first_name, "language": person.language_code},
            "bot": {
                "id": self._world.bot.id,
                "name": self._world.bot.first_name,
                "username": self._world.bot.username,
            },
            "chats": [self._chat_state(chat, user) for chat in chats],
            "presses": self.presses(user),
        }

    def users(self) -> list[Json]:
        """Give all people: id, name, username, language."""
        return [
            {
                "id": user.id,
                "name": user.first_name,
                "username": user.username,
                "language": user.language_code,
            }
            for user in self._world.users.values()
            if user is not self._world.bot
        ]

    def chats(self) -> list[Json]:
        """Give all chats: id, type, title, and who is in them."""
        return [
            {
                "id": chat.id,
                "type": chat.type.value,
                "title": chat.title,
                "members": sorted(self._world.audience(chat)),
            }
            for chat in self._world.chats.values()
        ]

    def _chat_state(self, chat: Chat, user: int) -> Json:
        return {
            "id": chat.id,
            "type": chat.type.value,
            "title": chat.title or self._world.bot.first_name,
            "forum": chat.is_forum,
            "topics": [
                {"thread_id": topic.thread_id, "name": topic.name, "closed": topic.closed}
                for topic in chat.topics.values()
                if not topic.deleted
            ],
            "members": [
                {"id": member.user.id, "name": member.user.first_name, "status": member.status.value}
                for member in chat.members.values()
                if member.status.present
            ],
            "started": chat.started,
            "blocked": chat.blocked,
            "commands": self.commands_for(user, chat.id),
            "messages": self.messages(chat.id, user),
        }

    def _chat(self, chat: int) -> Chat:
        found = self._world.chats.get(chat)
        if found is None:
            raise ControlError(f"there is no chat {chat}")
        return found

    def _view(self, message: Message, user: int | None) -> MessageView:
        history = tuple(
            _version_view(version.at, version.content, frozenset(version.seen_by))
            for version in message.versions
            if user is None or user in version.seen_by
        )
        sender, chat = message.sender, message.sender_chat
        return MessageView(
            chat_id=message.chat.id,
            message_id=message.id,
            ephemeral_id=message.ephemeral_id,
            at=message.at,
            sender_id=None if sender is None else sender.id,
            sender_name=chat.title if chat is not None else sender.first_name if sender is not None else "",
            from_bot=sender is self._world.bot,
            thread_id=message.thread_id,
            reply_to=None if message.reply_to is None else message.reply_to.id,
            silent=message.silent,
            protected=message.protected,
            pinned=message.id in message.chat.pinned,
            deleted=message.deleted,
            service=message.service,
            now=history[-1],
            history=history,
        )


def _ever_seen(message: Message, user: int) -> bool:
    return any(user in version.seen_by for version in message.versions)


def _version_view(at: float, content: Content, seen_by: frozenset[int]) -> VersionView:
    keyboard = tuple(
        tuple(
            ButtonView(
                button["text"],
                button.get("callback_data", ""),
                button.get("url", ""),
                button.get("copy_text", {}).get("text", ""),
                button.get("style", ""),
            )
            for button in row
        )
        for row in content.keyboard
    )
    return VersionView(
        at=at,
        text=content.text,
        html=to_html(content.text, list(content.entities)),
        entities=content.entities,
        photo=content.file.unique_id if content.file else "",
        file_id=content.file.file_id if content.file else "",
        spoiler=bool(content.extra.get("has_media_spoiler")),
        keyboard=keyboard,
        seen_by=seen_by,
    )


def _items(message: Message, at: float, content: Content) -> list[SeenItem]:
    view = _version_view(at, content, frozenset())
    found = [("text", view.text), ("html", view.html), ("photo", view.photo), ("file", view.file_id)]
    for row in view.keyboard:
        for button in row:
            found += [
                ("button", button.text),
                ("data", button.data),
                ("url", button.url),
                ("copy", button.copy),
            ]
    return [SeenItem(at, message.chat.id, message.id, kind, text) for kind, text in found if text]
