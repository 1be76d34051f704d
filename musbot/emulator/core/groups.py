"""Controls: groups, channels and topics; who comes, goes and rules there; upgrades to a supergroup."""

from collections.abc import Iterable

from musbot.emulator.core import members
from musbot.emulator.core.control_base import ControlBase
from musbot.emulator.core.errors import ControlError
from musbot.emulator.core.model import Chat, ChatType, Member, Status, Topic


class GroupControls(ControlBase):
    """What happens to groups and in them."""

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
        # The first number of a supergroup belongs to its creation, so a topic never gets that of General.
        first = 1 if kind is ChatType.SUPERGROUP else 0
        return self._world.new_chat(Chat(chat_id, kind, title, is_forum=forum, last_id=first))

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
