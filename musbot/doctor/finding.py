"""What a check gives."""

from dataclasses import dataclass
from enum import Enum


class Grade(Enum):
    """How it stands; the value is its sign in a terminal."""

    OK = "✔"
    NOTE = "•"
    WRONG = "✖"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line.

    Attributes:
        check: what was looked at, in a word or two.
        grade: how it stands.
        text: what was found and, when it is wrong, what to do.
    """

    check: str
    grade: Grade
    text: str


def ok(check: str, text: str) -> Finding:
    """All is well."""
    return Finding(check, Grade.OK, text)


def note(check: str, text: str) -> Finding:
    """Good to know; nothing has to be done."""
    return Finding(check, Grade.NOTE, text)


def wrong(check: str, text: str) -> Finding:
    """Something has to be done."""
    return Finding(check, Grade.WRONG, text)
