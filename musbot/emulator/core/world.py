"""The state of the emulated Telegram and the few things that both people and the bot do to it: post, edit, delete.

Who may do what is decided elsewhere: `access` for the bot, `controls` for people. Memberships change in `members`.
"""

import random
from dataclasses import dataclass, field

from musbot.emulator.core.errors import ApiError
from musbot.emulator.core.feed import Feed
from musbot.emulator.core.files import FileStore
from musbot.emulator.core.flood import FloodWindow
from musbot.emulator.core.limits import Limits
from musbot.emulator.core.model import Chat, ChatType, Content, Member, Message, Status, Topic, User, Version
from musbot.emulator.core.ports import Clock, Json
from musbot.emulator.core.presses import PressBook
from musbot.emulator.core.profile import Profile
from musbot.emulator.core.render import message_json
from musbot.emulator.core.updates import UpdateQueue
from musbot.emulator.core.violations import ViolationKind
from musbot.emulator.core.watch import Watch


@dataclass(slots=True)
class World:
    """Everything there is.

    Attributes:
        clock: Time.
        rng: Chance, for ids that look random.
        limits: The numbers.
        bot: The bot's own user.
        privacy: Privacy mode is on.
        feed: Changes.
        watch: Violations.
        updates: What the bot has yet to fetch.
        presses: Presses and their answers.
        files: Uploaded files.
        profile: The bot's names, descriptions and commands.
        users: By id.
        chats: By id; a private chat has its person's id.
        ephemerals: Ephemeral messages by their id.
    """

    clock: Clock
    rng: random.Random
    limits: Limits
    bot: User
    privacy: bool
    feed: Feed
    watch: Watch
    updates: UpdateQueue
    presses: PressBook
    files: FileStore = field(default_factory=FileStore)
    profile: Profile = field(default_factory=Profile)
    users: dict[int, User] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    ephemerals: dict[int, Message] = field(default_factory=dict)
    _windows: dict[int, FloodWindow] = field(default_factory=dict)
    _next_ephemeral: int = 29_000_001

    # Chats and people

    def new_chat(self, chat: Chat) -> Chat:
        """Take a chat into the world."""
        chat.instance = str(self.rng.randrange(10**15, 10**18))
        self.chats[chat.id] = chat
        self.feed.add("chat", chat_id=chat.id)
        return chat

    def private_chat(self, user: User) -> Chat:
        """Give a person's chat with the bot; it exists from the start but may be unopened."""
        chat = self.chats.get(user.id)
        if chat is None:
            members = {user.id: Member(user, Status.MEMBER), self.bot.id: Member(self.bot, Status.MEMBER)}
            chat = self.new_chat(Chat(user.id, ChatType.PRIVATE, members=members))
        return chat

    def audience(self, chat: Chat) -> set[int]:
        """Give the ids of the people who see what is posted in a chat now."""
        return {
            user_id
            for user_id, member in chat.members.items()
            if member.status.present and user_id != self.bot.id
        }

    def bot_status(self, chat: Chat) -> Status | None:
        """What the bot is in a chat; `None` when it never was there."""
        return chat.status(self.bot.id)

    # Messages

    def post(
        self,
        chat: Chat,
        sender: User | None,
        content: Content,
        *,
        sender_chat: Chat | None = None,
        topic: Topic | None = None,
        reply_to: Message | None = None,
        service: Json | None = None,
        silent: bool = False,
        protected: bool = False,
        fixed: bool = False,
    ) -> Message:
        """Put a message into a chat and tell the feed; delivery to the bot is `deliver`."""
        chat.last_id += 1
        now = self.clock.now()
        if topic is not None and reply_to is None:
            # A message in a topic answers the message that created the topic, whoever writes it.
            reply_to = chat.messages.get(topic.thread_id)
        message = Message(
            chat,
            chat.last_id,
            now,
            sender,
            [Version(now, content, self.audience(chat))],
            sender_chat=sender_chat,
            thread_id=None if topic is None else topic.thread_id,
            reply_to=reply_to,
            service=service or {},
            silent=silent,
            protected=protected,
            fixed=fixed,
        )
        chat.messages[message.id] = message
        self.feed.add(
            "message",
            chat_id=chat.id,
            message_id=message.id,
            sender_id=sender.id if sender else None,
            silent=silent,
        )
        return message

    def post_ephemeral(
        self, chat: Chat, receiver: User, content: Content, replaces: Message | None
    ) -> Message:
        """Show one member of a group a message that nobody else sees."""
        now = self.clock.now()
        message = Message(
            chat,
            0,
            now,
            self.bot,
            [Version(now, content, {receiver.id})],
            ephemeral_id=self._next_ephemeral,
            receiver=receiver,
            replaces=replaces,
        )
        self._next_ephemeral += 1
        self.ephemerals[message.ephemeral_id] = message
        self.feed.add("message", chat_id=chat.id, ephemeral_id=message.ephemeral_id, sender_id=self.bot.id)
        return message

    def edit(self, message: Message, content: Content) -> None:
        """Give a message new content; those who are in the chat now see it."""
        now = self.clock.now()
        seen_by = {message.receiver.id} if message.receiver else self.audience(message.chat)
        message.versions.append(Version(now, content, seen_by))
        message.edited_at = now
        self.feed.add(
            "edit", chat_id=message.chat.id, message_id=message.id, ephemeral_id=message.ephemeral_id
        )

    def delete(self, message: Message) -> None:
        """Delete a message for everyone."""
        message.deleted_at = self.clock.now()
        if message.id in message.chat.pinned:
            message.chat.pinned.remove(message.id)
        self.feed.add(
            "delete", chat_id=message.chat.id, message_id=message.id, ephemeral_id=message.ephemeral_id
        )

    def service(
        self, chat: Chat, sender: User | None, topic: Topic | None = None, **fields: object
    ) -> Message:
        """Post a service message and deliver it to the bot, which gets these in any mode."""
        message = self.post(chat, sender, Content(), topic=topic, service=dict(fields))
        self.deliver(message)
        return message

    def deliver(self, message: Message) -> bool:
        """Send a message that somebody else wrote to the bot, if it may see it; tells whether it may."""
        if not self.bot_sees(message):
            return False
        kind = "channel_post" if message.chat.type is ChatType.CHANNEL else "message"
        self.updates.push(kind, message_json(message))
        return True

    def bot_sees(self, message: Message) -> bool:
        """Apply privacy mode: commands, replies to the bot and service messages, unless the bot is an admin."""
        chat = message.chat
        status = self.bot_status(chat)
        if status is None:
            return False
        if not status.present:
            # The last it hears is that it is gone.
            gone = message.service.get("left_chat_member", {})
            return bool(gone.get("id") == self.bot.id)
        if not chat.is_group or message.service or not self.privacy or status.admin:
            return True
        topic_root = message.thread_id is not None and (
            message.reply_to is not None and message.reply_to.id == message.thread_id
        )
        answered = message.reply_to
        if answered is not None and answered.sender is self.bot and not topic_root:
            return True
        return self._is_command_for_bot(message.content)

    def _is_command_for_bot(self, content: Content) -> bool:
        first = content.entities[0] if content.entities else None
        if first is None or first["type"] != "bot_command" or first["offset"] != 0:
            return False
        name, _, addressee = content.text[: first["length"]].partition("@")
        return bool(name) and (not addressee or addressee.lower() == self.bot.username.lower())

    # Flood

    def count_write(self, chat: Chat) -> None:
        """Count one send or edit of the bot.

        Raises:
            ApiError: 429 when the chat's window is full.
        """
        grouped = chat.type is not ChatType.PRIVATE
        window = self._windows.get(chat.id)
        if window is None:
            limit = self.limits.group_per_minute if grouped else self.limits.private_per_window
            window = self._windows[chat.id] = FloodWindow(limit, self.limits.window_seconds)
        try:
            held = window.take(self.clock.now())
        except ApiError:
            self.watch.report(ViolationKind.FLOOD, f"chat {chat.id} was full: 429", chat_id=chat.id)
            raise
        if grouped and held > self.limits.warn_at:
            self.watch.report(
                ViolationKind.CROWDED_CHAT,
                f"{held} sends and edits within {self.limits.window_seconds:g} s in chat {chat.id}",
                chat_id=chat.id,
                count=held,
            )
