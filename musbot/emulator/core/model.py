"""People, chats and messages of the emulated Telegram: plain mutable records, no behaviour beyond small questions."""

from dataclasses import dataclass, field
from enum import Enum

from musbot.emulator.core.keyboards import Rows
from musbot.emulator.core.ports import Json

ANONYMOUS_ADMIN = 1087968824
GENERAL_TOPIC = 1


class ChatType(Enum):
    """Kinds of chats."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"
    CHANNEL = "channel"


class Status(Enum):
    """What somebody is in a chat."""

    CREATOR = "creator"
    ADMINISTRATOR = "administrator"
    MEMBER = "member"
    RESTRICTED = "restricted"
    LEFT = "left"
    KICKED = "kicked"

    @property
    def present(self) -> bool:
        """Whether he is in the chat."""
        return self not in (Status.LEFT, Status.KICKED)

    @property
    def admin(self) -> bool:
        """Whether he is an administrator or the owner."""
        return self in (Status.CREATOR, Status.ADMINISTRATOR)


@dataclass(slots=True, eq=False)
class User:
    """A person, or a bot.

    Attributes:
        id: Telegram's number.
        first_name: Never empty.
        last_name: May be empty.
        username: Without @; may be empty.
        language_code: "" when the client does not tell.
        is_bot: Whether it is a bot.
    """

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = ""
    is_bot: bool = False


@dataclass(slots=True, eq=False)
class Member:
    """Somebody in a chat.

    Attributes:
        user: Who.
        status: What he is there.
        anonymous: An administrator who posts as the group.
    """

    user: User
    status: Status
    anonymous: bool = False


@dataclass(slots=True, eq=False)
class Topic:
    """A topic of a forum.

    Attributes:
        thread_id: `message_thread_id`; the number of the service message that created it.
        name: Its title.
        closed: Only administrators may write.
        deleted: It is gone.
    """

    thread_id: int
    name: str
    closed: bool = False
    deleted: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class StoredFile:
    """An uploaded file.

    Attributes:
        file_id: What the bot sends again.
        unique_id: Equal for equal bytes.
        content: The bytes.
        kind: "photo" or "document".
        filename: As its sender called it.
        mime_type: As its sender said.
        width: Pixels of a photo.
        height: Pixels of a photo.
    """

    file_id: str
    unique_id: str
    content: bytes
    kind: str
    filename: str
    mime_type: str
    width: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """What a message shows.

    Attributes:
        text: The text, or the caption of a file.
        entities: Its entities.
        file: A photo or document, or `None` for a text.
        keyboard: Inline buttons.
        extra: Further fields of the message: `has_media_spoiler`, `show_caption_above_media`, link previews.
    """

    text: str = ""
    entities: tuple[Json, ...] = ()
    file: StoredFile | None = None
    keyboard: Rows = ()
    extra: Json = field(default_factory=dict)

    def same(self, other: "Content") -> bool:
        """Whether an edit from one to the other would change nothing that Telegram compares."""
        own = self.file.unique_id if self.file else None
        others = other.file.unique_id if other.file else None
        return (self.text, self.entities, self.keyboard, own, self.extra) == (
            other.text,
            other.entities,
            other.keyboard,
            others,
            other.extra,
        )


@dataclass(slots=True, eq=False)
class Version:
    """A message's content for a while.

    Attributes:
        at: Since when.
        content: What it showed.
        seen_by: Ids of the users who could see it while it was current.
    """

    at: float
    content: Content
    seen_by: set[int]


@dataclass(slots=True, eq=False)
class Message:
    """A message with its whole history.

    Attributes:
        chat: Where.
        id: `message_id`; 0 for an ephemeral one.
        at: When it was sent.
        sender: Who; `None` for a channel post.
        versions: Contents, oldest first; never empty.
        sender_chat: The group or channel it was sent as.
        thread_id: Its topic, if any.
        reply_to: What it answers.
        service: Fields of a service message, else empty.
        silent: Sent without sound.
        protected: May not be forwarded or saved.
        fixed: It carries a reply keyboard or the like, so it cannot be edited.
        edited_at: Time of the last edit.
        deleted_at: Time of deletion.
        ephemeral_id: `ephemeral_message_id`, else 0.
        receiver: Who sees an ephemeral message.
        replaces: The message an ephemeral one is shown in place of.
    """

    chat: "Chat"
    id: int
    at: float
    sender: User | None
    versions: list[Version]
    sender_chat: "Chat | None" = None
    thread_id: int | None = None
    reply_to: "Message | None" = None
    service: Json = field(default_factory=dict)
    silent: bool = False
    protected: bool = False
    fixed: bool = False
    edited_at: float | None = None
    deleted_at: float | None = None
    ephemeral_id: int = 0
    receiver: User | None = None
    replaces: "Message | None" = None

    @property
    def content(self) -> Content:
        """What it shows now."""
        return self.versions[-1].content

    @property
    def deleted(self) -> bool:
        """Whether it is gone."""
        return self.deleted_at is not None


@dataclass(slots=True, eq=False)
class Chat:
    """A chat.

    Attributes:
        id: Telegram's number; a private chat has that of its person.
        type: Its kind.
        title: Of a group or channel.
        username: Public name of a supergroup or channel, else "".
        is_forum: Whether it has topics.
        members: By user id; also those who left or were removed.
        topics: By thread id.
        messages: By message id; also deleted ones.
        last_id: The newest message id.
        pinned: Ids of pinned messages, newest last.
        migrated_to: The supergroup it became.
        migrated_from: The group it was.
        instance: `chat_instance` of presses here.
        started: Private: its person has opened it.
        blocked: Private: its person has blocked the bot.
        ephemerals_refused: The group does not take ephemeral messages.
    """

    id: int
    type: ChatType
    title: str = ""
    username: str = ""
    is_forum: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    last_id: int = 0
    pinned: list[int] = field(default_factory=list)
    migrated_to: "Chat | None" = None
    migrated_from: "Chat | None" = None
    instance: str = ""
    started: bool = False
    blocked: bool = False
    ephemerals_refused: bool = False

    @property
    def is_group(self) -> bool:
        """Whether it is a group of either kind."""
        return self.type in (ChatType.GROUP, ChatType.SUPERGROUP)

    def status(self, user_id: int) -> Status | None:
        """What somebody is here; `None` when he never was."""
        member = self.members.get(user_id)
        return None if member is None else member.status

    def present(self, user_id: int) -> bool:
        """Whether somebody is in the chat now."""
        status = self.status(user_id)
        return status is not None and status.present
