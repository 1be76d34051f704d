"""What tests may do to the world: people act, chats change, calls fail, time passes.

Everything a person cannot do in Telegram raises `ControlError`; what only a modified client can do has a control of
its own (`forge`). People and chats are named by their ids, so that every control also works over HTTP.
"""

from collections.abc import Callable, Iterable

from musbot.emulator.core import members
from musbot.emulator.core.buttons import find_button
from musbot.emulator.core.errors import ApiError, ControlError, describe
from musbot.emulator.core.faults import Fault, Faults
from musbot.emulator.core.model import (
    ANONYMOUS_ADMIN,
    Chat,
    ChatType,
    Content,
    Member,
    Message,
    Status,
    Topic,
    User,
)
from musbot.emulator.core.outcome import DropMode
from musbot.emulator.core.presses import Answer, Press, PressKind
from musbot.emulator.core.render import message_json
from musbot.emulator.core.text import clean, shows_nothing
from musbot.emulator.core.world import World

_FIRST_SUPERGROUP = -1001900000001
_FIRST_GROUP = -4190000001
_FIRST_USER = 700000001


class Controls:
    """The test's side of the emulator.

    Ids are made up in order when none is given, so that runs repeat.
    """

    def __init__(self, world: World, faults: Faults) -> None:
        self._world = world
        self._faults = faults
        self._held: dict[int, Fault] = {}
        self._next_user = _FIRST_USER
        self._next_group = _FIRST_GROUP
        self._next_supergroup = _FIRST_SUPERGROUP
        self._anonymous = User(ANONYMOUS_ADMIN, "Group", username="GroupAnonymousBot", is_bot=True)

    # Who and where

    def _user(self, user: int) -> User:
        found = self._world.users.get(user)
        if found is None:
            raise ControlError(f"there is no user {user}")
        return found

    def _chat(self, chat: int) -> Chat:
        found = self._world.chats.get(chat)
        if found is None:
            raise ControlError(f"there is no chat {chat}")
        return found

    def _message(self, chat: int, message_id: int) -> Message:
        found = self._chat(chat).messages.get(message_id)
        if found is None:
            raise ControlError(f"there is no message {message_id} in chat {chat}")
        return found

    def _in(self, user: User, chat: Chat) -> None:
        if not chat.present(user.id):
            raise ControlError(f"{user.first_name} is not in chat {chat.id}")

    # People and chats

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

    def add_group(
        self,
        title: str,
        users: Iterable[int] = (),
        *,
        basic: bool = False,
        forum: bool = False,
        chat_id: int | None = None,
        owner: int | None = None,
        bot: bool = True,
        announce: bool = False,
    ) -> int:
        """Add a group.

        Args:
            title: Its title.
            users: Its members; the first one is the owner.
            basic: A basic group instead of a supergroup.
            forum: With topics.
            chat_id: Its id; made up by default.
            owner: Another owner than the first member.
            bot: The bot is a member.
            announce: Whether the bot is told that it was added.

        Returns:
            The group's id.
        """
        if basic and forum:
            raise ControlError("only supergroups have topics")
        kind = ChatType.GROUP if basic else ChatType.SUPERGROUP
        chat = self._new_chat(kind, chat_id, title, forum)
        people = [self._user(user) for user in users]
        first = people[0].id if owner is None and people else owner
        for person in people:
            status = Status.CREATOR if person.id == first else Status.MEMBER
            chat.members[person.id] = Member(person, status)
        if bot and announce:
            by = people[0] if people else self._world.bot
            members.enter(self._world, chat, self._world.bot, by)
        elif bot:
            chat.members[self._world.bot.id] = Member(self._world.bot, Status.MEMBER)
        return chat.id

    def add_channel(
        self, title: str, owner: int, *, bot: str | None = "administrator", chat_id: int | None = None
    ) -> int:
        """Add a channel with its owner, and the bot as the given status or not at all. Gives its id."""
        chat = self._new_chat(ChatType.CHANNEL, chat_id, title, forum=False)
        chat.members[owner] = Member(self._user(owner), Status.CREATOR)
        if bot is not None:
            chat.members[self._world.bot.id] = Member(self._world.bot, Status(bot))
        return chat.id

    def _new_chat(self, kind: ChatType, chat_id: int | None, title: str, forum: bool) -> Chat:
        if chat_id is None and kind is ChatType.GROUP:
            chat_id, self._next_group = self._next_group, self._next_group - 1
        elif chat_id is None:
            chat_id, self._next_supergroup = self._next_supergroup, self._next_supergroup - 1
        if chat_id in self._world.chats:
            raise ControlError(f"there is a chat {chat_id} already")
        return self._world.new_chat(Chat(chat_id, kind, title, is_forum=forum))

    # Talking

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

    # Buttons

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

    # Coming and going

    def block(self, user: int) -> None:
        """Let a person block the bot."""
        members.set_blocked(self._world, self._user(user), blocked=True)

    def unblock(self, user: int) -> None:
        """Let a person unblock the bot."""
        members.set_blocked(self._world, self._user(user), blocked=False)

    def join(self, user: int, chat: int, by: int | None = None) -> None:
        """Let a person join a group, or be added by another."""
        person = self._user(user)
        members.enter(self._world, self._chat(chat), person, person if by is None else self._user(by))

    def leave(self, user: int, chat: int) -> None:
        """Let a person leave a group."""
        person = self._user(user)
        members.go(self._world, self._chat(chat), person, person, Status.LEFT)

    def kick(self, user: int, chat: int, by: int | None = None) -> None:
        """Let an administrator remove a person from a group."""
        members.go(self._world, self._chat(chat), self._user(user), self._admin(chat, by), Status.KICKED)

    def add_bot(self, chat: int, by: int) -> None:
        """Let a member add the bot to a group."""
        members.enter(self._world, self._chat(chat), self._world.bot, self._user(by))

    def kick_bot(self, chat: int, by: int | None = None) -> None:
        """Let an administrator remove the bot from a group."""
        members.go(self._world, self._chat(chat), self._world.bot, self._admin(chat, by), Status.KICKED)

    def promote(self, user: int, chat: int, *, anonymous: bool = False, by: int | None = None) -> None:
        """Make a member an administrator, who may post as the group."""
        place, person = self._chat(chat), self._user(user)
        self._in(person, place)
        creator = place.members[user].status is Status.CREATOR
        status = Status.CREATOR if creator else Status.ADMINISTRATOR
        members.change_status(self._world, place, person, status, self._admin(chat, by), anonymous)

    def demote(self, user: int, chat: int, *, by: int | None = None) -> None:
        """Make an administrator a plain member."""
        self._in(self._user(user), self._chat(chat))
        members.change_status(
            self._world, self._chat(chat), self._user(user), Status.MEMBER, self._admin(chat, by)
        )

    def promote_bot(self, chat: int, by: int | None = None) -> None:
        """Make the bot an administrator; it then reads every message."""
        self._set_bot(chat, Status.ADMINISTRATOR, by)

    def demote_bot(self, chat: int, by: int | None = None) -> None:
        """Make the bot a plain member."""
        self._set_bot(chat, Status.MEMBER, by)

    def restrict_bot(self, chat: int, by: int | None = None) -> None:
        """Forbid the bot to write in a group."""
        self._set_bot(chat, Status.RESTRICTED, by)

    def _set_bot(self, chat: int, status: Status, by: int | None) -> None:
        place = self._chat(chat)
        self._in(self._world.bot, place)
        members.change_status(self._world, place, self._world.bot, status, self._admin(chat, by))

    def _admin(self, chat: int, by: int | None) -> User:
        if by is not None:
            return self._user(by)
        place = self._chat(chat)
        people = [member.user for member in place.members.values() if member.user is not self._world.bot]
        admins = [user for user in people if place.members[user.id].status.admin]
        return (admins or people or [self._world.bot])[0]

    # Changes of a chat

    def migrate(
        self, chat: int, *, new_id: int | None = None, by: int | None = None, announce: bool = True
    ) -> int:
        """Upgrade a basic group to a supergroup.

        Args:
            chat: The basic group.
            new_id: The supergroup's id; made up by default.
            by: Who does it.
            announce: Whether the service messages of both chats reach the bot; else only the 400 of the old id tells.

        Returns:
            The supergroup's id.
        """
        if new_id is None:
            new_id, self._next_supergroup = self._next_supergroup, self._next_supergroup - 1
        return members.upgrade(self._world, self._chat(chat), self._admin(chat, by), new_id, announce).id

    def create_topic(self, chat: int, name: str, by: int | None = None) -> int:
        """Create a topic in a forum. Gives its thread id."""
        place = self._chat(chat)
        if not place.is_forum:
            raise ControlError(f"chat {chat} is no forum")
        thread_id = place.last_id + 1
        topic = place.topics[thread_id] = Topic(thread_id, name)
        created = {"name": name, "icon_color": 7322096}
        self._world.service(place, self._admin(chat, by), topic, forum_topic_created=created)
        self._world.feed.add("topic", chat_id=chat, thread_id=thread_id)
        return thread_id

    def close_topic(self, chat: int, thread_id: int, by: int | None = None) -> None:
        """Close a topic: only administrators may write there."""
        topic = self._existing_topic(chat, thread_id)
        topic.closed = True
        self._world.service(self._chat(chat), self._admin(chat, by), topic, forum_topic_closed={})
        self._world.feed.add("topic", chat_id=chat, thread_id=thread_id)

    def reopen_topic(self, chat: int, thread_id: int, by: int | None = None) -> None:
        """Open a closed topic again."""
        topic = self._existing_topic(chat, thread_id)
        topic.closed = False
        self._world.service(self._chat(chat), self._admin(chat, by), topic, forum_topic_reopened={})
        self._world.feed.add("topic", chat_id=chat, thread_id=thread_id)

    def delete_topic(self, chat: int, thread_id: int) -> None:
        """Delete a topic with all its messages; the bot is not told."""
        topic = self._existing_topic(chat, thread_id)
        topic.deleted = True
        for message in self._chat(chat).messages.values():
            if message.thread_id == thread_id and not message.deleted:
                self._world.delete(message)
        self._world.feed.add("topic", chat_id=chat, thread_id=thread_id)

    def _existing_topic(self, chat: int, thread_id: int) -> Topic:
        topic = self._chat(chat).topics.get(thread_id)
        if topic is None or topic.deleted:
            raise ControlError(f"there is no topic {thread_id} in chat {chat}")
        return topic

    def refuse_ephemerals(self, chat: int, refused: bool = True) -> None:
        """Let a group refuse ephemeral messages of a bot, whatever was pressed."""
        self._chat(chat).ephemerals_refused = refused

    # Failures

    def fail_next(
        self,
        method: str | None = None,
        *,
        chat: int | None = None,
        code: int = 429,
        text: str | None = None,
        retry_after: int | None = None,
        times: int = 1,
    ) -> None:
        """Make the next calls fail without effect.

        Args:
            method: Only this method; by default any but getUpdates.
            chat: Only calls with this `chat_id`.
            code: 429 (the default), 400, 403, 500, ...
            text: The description, with or without its prefix; for a 429 it is made from `retry_after`.
            retry_after: Seconds of a 429, 5 by default.
            times: How many calls.
        """
        parameters: dict[str, object] = {}
        if code == 429:
            seconds = 5 if retry_after is None else retry_after
            parameters["retry_after"] = seconds
            text = text or f"retry after {seconds}"
        error = ApiError(code, describe(code, text), parameters)
        self._faults.add(Fault(method, chat, times, error=error))

    def drop_next(
        self, method: str | None = None, *, chat: int | None = None, times: int = 1, mode: str = "timeout"
    ) -> None:
        """Apply the next calls but lose their answers: `mode` "timeout" or "close" (the connection breaks)."""
        self._faults.add(Fault(method, chat, times, drop=DropMode(mode)))

    def delay_next(
        self,
        seconds: float,
        method: str | None = None,
        *,
        chat: int | None = None,
        times: int = 1,
        before: bool = False,
    ) -> None:
        """Let the next calls take `seconds` of the emulator's clock longer, by default after they were applied."""
        first, last = (seconds, 0.0) if before else (0.0, seconds)
        self._faults.add(Fault(method, chat, times, before=first, after=last))

    def hold_next(self, method: str | None = None, *, chat: int | None = None) -> int:
        """Apply the next call but keep its answer until `release`. Gives a number for `release`."""
        number = len(self._held) + 1
        self._held[number] = self._faults.add(Fault(method, chat, 1, hold=self._world.clock.waiter()))
        return number

    def is_held(self, number: int) -> bool:
        """Say whether a call has met the hold."""
        return bool(self._held[number].met)

    def release(self, number: int) -> None:
        """Give a held answer."""
        self._held[number].release()

    def clear_faults(self) -> None:
        """Forget all failures that have not happened yet; held answers are given."""
        self._faults.clear()
        for fault in self._held.values():
            fault.release()

    # Updates and time

    def duplicate_next(self, times: int = 1) -> None:
        """Deliver each of the next updates a second time after the bot confirmed it."""
        self._world.updates.duplicate_next(times)

    def late_next(self, seconds: float, times: int = 1) -> None:
        """Let each of the next updates reach the bot only after `seconds` of the emulator's clock."""
        self._world.updates.delay_next(seconds, times)

    def redeliver(self, update_id: int | None = None) -> int:
        """Deliver an old update again, the newest by default. Gives its number."""
        try:
            number = self._world.updates.redeliver(update_id)
        except KeyError:
            raise ControlError(f"there was no update {update_id}") from None
        for press in self._world.presses.by_id.values():
            if press.update_id == number:
                press.repeated = True
        return number

    def advance(self, seconds: float) -> float:
        """Move the emulator's clock on. Gives the new time."""
        self._world.clock.advance(seconds)
        self._world.feed.add("clock")
        return self._world.clock.now()

    # The bot's duties

    def excuse_open_presses(self, reason: str = "the bot was killed") -> int:
        """Excuse every press that has no answer yet from needing one. Gives how many."""
        return self._world.presses.excuse_open(reason)

    def check_unanswered(self, *, final: bool = False) -> list[Press]:
        """Record presses that are open for too long as violations, with `final` all open ones. Gives the new ones."""
        return self._world.presses.check_unanswered(final)
