"""The one error policy: what every refusal of Telegram means for what we owe. Nothing else here looks at errors.

RetryAfter                       HOLD       leave the chat alone for that long and half a second more
ChatMigrated                     MIGRATED   the group has a new id
403, or 400 that says the same   FORBIDDEN  we cannot write there until told otherwise
400 message is not modified      DONE       it shows what it should
400 query is too old             DONE       nobody waits for the answer any more
400 message to edit not found    GONE       send a new one
any other 400                    DEAD       our fault, logged; an edit becomes a new message, the rest is given up
401, 404                         TOKEN      the token is refused
409                              CONFLICT   a second copy of the bot, or a webhook
time-outs, 5xx, network          BACK_OFF   try again later; `ambiguous` when it may have arrived
"""

from dataclasses import dataclass
from enum import Enum, auto

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)


class Kind(Enum):
    """What to do about an error."""

    DONE = auto()
    GONE = auto()
    HOLD = auto()
    MIGRATED = auto()
    FORBIDDEN = auto()
    DEAD = auto()
    BACK_OFF = auto()
    TOKEN = auto()
    CONFLICT = auto()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an error means.

    Attributes:
        text: Telegram's description, for the log.
        seconds: how long Telegram asks us to wait (HOLD).
        new_chat_id: where the group is now (MIGRATED).
        ambiguous: the call may have had its effect all the same (BACK_OFF).
    """

    kind: Kind
    text: str
    seconds: float = 0.0
    new_chat_id: int | None = None
    ambiguous: bool = False


class NotSent(Exception):
    """The cause of an error of the network when the call never left: it cannot have had any effect."""


class FatalError(Exception):
    """No use in trying again; the message tells the person who runs the bot what to do, in one line."""


class TokenRefused(FatalError):
    """Telegram does not know the token, or no longer."""

    def __init__(self) -> None:
        """Say what to do, without the token."""
        super().__init__("Telegram refused the token: get the present one from @BotFather (/token)")


class AnotherCopy(FatalError):
    """Somebody else polls with the same token."""

    def __init__(self) -> None:
        """Say what to do."""
        super().__init__(
            "another copy of the bot is running with this token: stop it, then start this one again"
        )


# Parts of descriptions, in lower case, as the Bot API server writes them. The first that fits decides.
_BAD_REQUESTS: tuple[tuple[Kind, tuple[str, ...]], ...] = (
    (Kind.DONE, ("message is not modified", "query is too old", "query id is invalid", "query_id_invalid")),
    (
        Kind.GONE,
        (
            "message to edit not found",
            "message to delete not found",
            "message can't be edited",
            "message can't be deleted",
            "message_id_invalid",
            "message identifier is not specified",
            "there is no text in the message to edit",
        ),
    ),
    (
        Kind.FORBIDDEN,
        (
            "chat not found",
            "chat_write_forbidden",
            "chat_restricted",
            "chat_send_plain_forbidden",
            "not enough rights to send",
            "have no rights to send",
            "need administrator rights",
            "topic_closed",
            "topic_deleted",
            "message thread not found",
            "group chat was deactivated",
            "peer_id_invalid",
            "user_is_blocked",
            "user_deactivated",
            "input_user_deactivated",
        ),
    ),
)
_REFUSED_BY_THE_SERVER = ("bad gateway", "internal server error", "too many requests", "service unavailable")


def classify(error: TelegramError) -> Verdict:
    """What an error means, by the table above."""
    text = error.message
    match error:
        case RetryAfter():
            return Verdict(Kind.HOLD, text, seconds=_seconds(error))
        case ChatMigrated():
            return Verdict(Kind.MIGRATED, text, new_chat_id=error.new_chat_id)
        case Forbidden():
            return Verdict(Kind.FORBIDDEN, text)
        case BadRequest():
            return Verdict(_bad_request(text.lower()), text)
        case InvalidToken():
            return Verdict(Kind.TOKEN, text)
        case Conflict():
            return Verdict(Kind.CONFLICT, text)
        case TimedOut() | NetworkError():
            return Verdict(Kind.BACK_OFF, text, ambiguous=_may_have_arrived(error))
        case _:  # an answer that nobody can read: it may have been a yes
            return Verdict(Kind.BACK_OFF, text, ambiguous=True)


def _bad_request(text: str) -> Kind:
    for kind, parts in _BAD_REQUESTS:
        if any(part in text for part in parts):
            return kind
    return Kind.DEAD


def _may_have_arrived(error: NetworkError) -> bool:
    if isinstance(error.__cause__, NotSent):
        return False
    # A server that says itself that it failed has not sent the message.
    return isinstance(error, TimedOut) or not any(
        part in error.message.lower() for part in _REFUSED_BY_THE_SERVER
    )


def _seconds(error: RetryAfter) -> float:
    wait = error.retry_after
    return float(wait) if isinstance(wait, int | float) else wait.total_seconds()
