"""Violations: what the bot did that real users would come to feel, even where Telegram says nothing.

A test that lets a bot play should end with no violation.
"""

from dataclasses import dataclass
from enum import Enum

from musbot.emulator.core.ports import Json


class ViolationKind(Enum):
    """What was wrong."""

    SCHEMA = "schema"
    """A parameter or object that the Bot API's documentation does not have, or of the wrong type."""
    UNMODELLED = "unmodelled"
    """A method or parameter that exists but that this emulator does not play; teach it before using it."""
    UNKNOWN_METHOD = "unknown_method"
    """A method that does not exist."""
    LATE_ANSWER = "late_answer"
    """A press was answered later than `Limits.answer_seconds`."""
    UNANSWERED = "unanswered"
    """A press was never answered; found by `check_unanswered`."""
    ANSWERED_TWICE = "answered_twice"
    """A press that was delivered once was answered again."""
    UNKNOWN_QUERY = "unknown_query"
    """An answer to a press that never was."""
    CROWDED_CHAT = "crowded_chat"
    """More than `Limits.warn_at` sends and edits in a group's window."""
    FLOOD = "flood"
    """A send or edit was refused with 429 because the chat was full."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One violation.

    Attributes:
        at: When, in seconds of the emulator's clock.
        kind: What was wrong.
        detail: One line for people.
        data: Method, chat, query and the like, for tests.
    """

    at: float
    kind: ViolationKind
    detail: str
    data: Json
