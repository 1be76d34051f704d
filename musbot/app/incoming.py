"""What comes in from the platform, parsed and not yet looked at: `directory` finds out whom it is for."""

from dataclasses import dataclass
from typing import TypeAlias

from musbot.app.commands import Reach, SlashCommand, TypedCall
from musbot.app.screens import Press


@dataclass(frozen=True, slots=True)
class BadPress:
    """Callback data that no button of ours carries (forged, or from an older version)."""


@dataclass(frozen=True, slots=True)
class Migrated:
    """A group became a supergroup; both service messages and an error may tell, in any order."""

    old_chat_id: int
    new_chat_id: int


@dataclass(frozen=True, slots=True)
class BotAdded:
    """The bot may write in this chat (again)."""


@dataclass(frozen=True, slots=True)
class BotRemoved:
    """The bot may no longer write in this chat."""


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """The person left the group."""


@dataclass(frozen=True, slots=True)
class Chatter:
    """Any other message: it only shows how many messages have passed."""


IncomingWhat: TypeAlias = (
    Press
    | BadPress
    | SlashCommand
    | TypedCall
    | Reach
    | Migrated
    | BotAdded
    | BotRemoved
    | MemberLeft
    | Chatter
)


@dataclass(frozen=True, slots=True)
class Incoming:
    """One update of the platform.

    Attributes:
        private: it came from (or is about) the private chat with a person; `chat_id` is the person's id then.
        thread_id: the forum topic, None for the general one.
        message_id: the message itself, or the one whose button was pressed.
        anonymous: sent in the name of the group itself (an anonymous admin): may administer, may not sit.
        client_language: the language code that the person's client reports, as it came.
    """

    update_id: int
    what: IncomingWhat
    chat_id: int
    private: bool = False
    thread_id: int | None = None
    title: str = ""
    username: str | None = None
    person_id: int | None = None
    name: str = ""
    client_language: str | None = None
    anonymous: bool = False
    query_id: str | None = None
    message_id: int | None = None
