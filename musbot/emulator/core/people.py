"""Controls: people write, press buttons, open links, and block or unblock the bot."""

from collections.abc import Callable

from musbot.emulator.core import members
from musbot.emulator.core.buttons import find_button
from musbot.emulator.core.control_base import ControlBase
from musbot.emulator.core.errors import ControlError
from musbot.emulator.core.model import Chat, ChatType, Content, Message, Topic, User
from musbot.emulator.core.presses import Answer, Press, PressKind
from musbot.emulator.core.render import message_json
from musbot.emulator.core.text import clean, shows_nothing


class PeopleControls(ControlBase):
    """What single people do."""

    def add_user(
        self,
        first_name: str,
        *,
        user_id: int | None = None,
        last_name: str = "",
        username: str = "",
        language: str = "es",
    ) -> int:
        """Add a person; his private chat with the bot is unopened. Gives his id."""
        if user_id is None:
            user_id = self._next_user
            self._next_user += 1
        if user_id in self._world.users:
            raise ControlError(f"there is a user {user_id} already")
        user = User(user_id, first_name, last_name, username, language)
        self._world.users[user_id] = user
        self._world.private_chat(user)
        self._world.feed.add("user", user_id=user_id)
        return user_id

    def say(
        self,
        user: int,
        text: str,
        chat: int | None = None,
        *,
        reply_to: int | None = None,
        thread_id: int | None = None,
        anonymous: bool = False,
    ) -> int:
        """Let a person write.

        Args:
            user: Who.
            text: What; commands get their entity.
            chat: Where; his private chat with the bot by default.
            reply_to: Id of the message he answers.
            thread_id: The topic he writes in.
            anonymous: As the group; he must be an administrator. Anonymous administrators always do.

        Returns:
            The new message's id. Whether the bot gets it depends on privacy mode.
        """
        person = self._user(user)
        place = self._world.private_chat(person) if chat is None else self._chat(chat)
        self._check_may_write(person, place)
        topic = self._topic(place, thread_id, person)
        member = place.members[user]
        masked = place.is_group and (anonymous or member.anonymous)
        if masked and not member.status.admin:
            raise ControlError(f"{person.first_name} is no administrator of chat {place.id}")
        answered = None if reply_to is None else self._message(place.id, reply_to)
        formatted = clean(text, [])
        if shows_nothing(formatted.text):
            raise ControlError("nobody can send an empty text")
        message = self._world.post(
            place,
            self._anonymous if masked else person,
            Content(formatted.text, formatted.entities),
            sender_chat=place if masked else None,
            topic=topic,
            reply_to=answered,
        )
        self._world.deliver(message)
        return message.id

    def _check_may_write(self, person: User, place: Chat) -> None:
        if place.type is ChatType.CHANNEL:
            raise ControlError("a channel is written to with `post`")
        self._in(person, place)
        if place.migrated_to is not None:
            raise ControlError(f"chat {place.id} was upgraded to {place.migrated_to.id}")
        if place.type is ChatType.PRIVATE and not place.started:
            raise ControlError(f"{person.first_name} must first open the chat with `start`")
        if place.type is ChatType.PRIVATE and place.blocked:
            raise ControlError(f"{person.first_name} has blocked the bot")

    def _topic(self, chat: Chat, thread_id: int | None, person: User) -> Topic | None:
        if thread_id is None:
            return None
        topic = chat.topics.get(thread_id)
        if topic is None or topic.deleted:
            raise ControlError(f"there is no topic {thread_id} in chat {chat.id}")
        if topic.closed and not chat.members[person.id].status.admin:
            raise ControlError(f"topic {topic.name} is closed")
        return topic

    def start(self, user: int, payload: str | None = None) -> int:
        """Let a person open the bot's private chat and press Start, maybe by a deep link. Gives the message's id.

        A blocked bot is unblocked by it, as the clients do.
        """
        person = self._user(user)
        chat = self._world.private_chat(person)
        if chat.blocked:
            members.set_blocked(self._world, person, blocked=False)
        chat.started = True
        self._world.feed.add("chat", chat_id=chat.id)
        return self.say(user, "/start" if payload is None else f"/start {payload}")

    def post(self, chat: int, text: str) -> int:
        """Post in a channel, as the channel. Gives the message's id."""
        place = self._chat(chat)
        if place.type is not ChatType.CHANNEL:
            raise ControlError(f"chat {chat} is no channel")
        formatted = clean(text, [])
        message = self._world.post(
            place, None, Content(formatted.text, formatted.entities), sender_chat=place
        )
        self._world.deliver(message)
        return message.id

    def rewrite(self, user: int, chat: int, message_id: int, text: str) -> None:
        """Let a person edit his own message; a bot that may read it gets `edited_message`."""
        message = self._message(chat, message_id)
        if message.sender is not self._user(user) or message.deleted:
            raise ControlError(f"message {message_id} is not a message of user {user}")
        formatted = clean(text, [])
        self._world.edit(message, Content(formatted.text, formatted.entities))
        if self._world.bot_sees(message):
            self._world.updates.push("edited_message", message_json(message))

    def delete(self, chat: int, message_id: int) -> None:
        """Delete a message for everyone, as its author or an administrator does; the bot is not told."""
        message = self._message(chat, message_id)
        if message.deleted:
            raise ControlError(f"message {message_id} is deleted already")
        self._world.delete(message)

    def press(
        self,
        user: int,
        chat: int,
        message_id: int | None = None,
        *,
        text: str | None = None,
        data: str | None = None,
        row: int | None = None,
        col: int | None = None,
        ephemeral_id: int | None = None,
        stale: bool = False,
    ) -> Press:
        """Let a person press a button that he sees.

        Args:
            user: Who.
            chat: Where.
            message_id: On which message; by default the newest one on which he sees such a button.
            text: The button's text.
            data: Instead, its callback data.
            row: Instead, its row from 0, with `col`.
            col: Its place in the row from 0.
            ephemeral_id: On an ephemeral message instead.
            stale: Also a button the message showed him earlier, the newest such version first; the message may have
                been deleted meanwhile.

        Returns:
            The press; its `answer` comes later (see `answer_to`).

        Raises:
            ControlError: He does not see such a button, or it is a link.
        """
        person, place = self._user(user), self._chat(chat)
        candidates = self._candidates(place, message_id, ephemeral_id)
        found = find_button(candidates, user, text=text, data=data, row=row, col=col, stale=stale)
        if not stale:
            self._in(person, place)
        label, sent, current = found.label, found.data, found.current
        kind = PressKind.BUTTON if current and not found.message.deleted else PressKind.STALE
        return self._world.presses.open(person, found.message, label, sent, kind)

    def _candidates(self, chat: Chat, message_id: int | None, ephemeral_id: int | None) -> list[Message]:
        if ephemeral_id is not None:
            message = self._world.ephemerals.get(ephemeral_id)
            if message is None or message.chat is not chat:
                raise ControlError(f"there is no ephemeral message {ephemeral_id} in chat {chat.id}")
            return [message]
        if message_id is not None:
            return [self._message(chat.id, message_id)]
        return [chat.messages[number] for number in sorted(chat.messages, reverse=True)]

    def forge(self, user: int, chat: int, message_id: int, data: str) -> Press:
        """Let a modified client send any data as a press on any of the bot's messages it can see."""
        person, message = self._user(user), self._message(chat, message_id)
        self._in(person, message.chat)
        if message.sender is not self._world.bot:
            raise ControlError("only messages of the bot have presses")
        return self._world.presses.open(person, message, "", data, PressKind.FORGED)

    def follow(self, user: int, chat: int, message_id: int | None = None, *, text: str) -> str:
        """Let a person tap a link button; a deep link to the bot starts it. Gives the address."""
        found = find_button(self._candidates(self._chat(chat), message_id, None), user, text=text, link=True)
        self.open_link(user, found.url)
        return found.url

    def open_link(self, user: int, url: str) -> None:
        """Let a person open a link: `t.me/<bot>?start=P` opens the private chat and sends `/start P`."""
        person = self._user(user)
        _, _, rest = url.partition(f"t.me/{self._world.bot.username}")
        if rest.startswith("?start="):
            self.start(person.id, rest.removeprefix("?start="))
        elif rest == "" and url.endswith(f"t.me/{self._world.bot.username}"):
            self._world.feed.add("chat", chat_id=person.id)

    async def answer_to(self, press: Press | str, timeout: float | None = 10.0) -> Answer:
        """Wait for the bot's answer to a press.

        Raises:
            TimeoutError: Nothing happened for `timeout` seconds of the event loop's time.
        """
        record = press if isinstance(press, Press) else self._world.presses.by_id[press]
        await self.wait_until(lambda: record.answer is not None, timeout)
        assert record.answer is not None
        return record.answer

    async def wait_until(self, predicate: Callable[[], bool], timeout: float | None = 10.0) -> None:
        """Wait until `predicate()` holds; it is asked again after every change of the world.

        Raises:
            TimeoutError: Nothing changed for `timeout` seconds of the event loop's time.
        """
        await self._world.feed.wait_until(predicate, timeout)

    def block(self, user: int) -> None:
        """Let a person block the bot."""
        members.set_blocked(self._world, self._user(user), blocked=True)

    def unblock(self, user: int) -> None:
        """Let a person unblock the bot."""
        members.set_blocked(self._world, self._user(user), blocked=False)
