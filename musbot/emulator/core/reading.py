"""What people see: the reading side for tests and for a page that shows the emulated Telegram.

Nothing here changes the world. Whatever is given for a user is what that user could see, nothing else.
"""

from dataclasses import replace

from musbot.emulator.core.errors import ControlError
from musbot.emulator.core.model import Chat, ChatType, Message
from musbot.emulator.core.ports import Json
from musbot.emulator.core.presses import Press
from musbot.emulator.core.views import MessageView, SeenItem, ever_seen, seen_items, version_view
from musbot.emulator.core.world import World

SHOWN = 200
"""So many of a chat's newest messages, and of a user's newest presses, are part of `Reading.state`."""


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
        if found is None or (user is not None and not ever_seen(found, user)):
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
                    items += seen_items(message, version.at, version.content)
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
            `{"now", "seq", "user", "bot", "chats": [...], "presses": [...]}`. A chat has id, type, title, forum,
            topics, members, started, blocked, commands, and its newest `messages` as `MessageView` without history;
            `presses` are his own with their answers. `seq` is the feed's number: ask for changes after it.

        Raises:
            ControlError: There is no such user.
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
            "presses": self.presses(user)[-SHOWN:],
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
            "messages": [replace(view, history=()) for view in self.messages(chat.id, user)[-SHOWN:]],
        }

    def _chat(self, chat: int) -> Chat:
        found = self._world.chats.get(chat)
        if found is None:
            raise ControlError(f"there is no chat {chat}")
        return found

    def _view(self, message: Message, user: int | None) -> MessageView:
        history = tuple(
            version_view(version.at, version.content, frozenset(version.seen_by))
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
            edited=message.edited_at is not None,
            now=history[-1],
            history=history,
        )
