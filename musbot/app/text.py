"""What is said, in no language: a message key and its arguments. `musbot.i18n` turns it into words at delivery."""

from dataclasses import dataclass
from typing import TypeAlias

from musbot.engine.cards import Card


@dataclass(frozen=True, slots=True)
class Name:
    """A name chosen by people (a person, a group): escaped, bidi-isolated and cut to its place at delivery.

    Attributes:
        person_id: set to mention the person, who is notified then (in a chat message; a toast shows the name alone).
    """

    value: str
    person_id: int | None = None


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards to show, in this order: ranks large, suits small. Whoever puts them into a text answers for who sees it."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A message: the key of a Fluent message and its named arguments in alphabetical order of their names.

    `str` arguments are words of our own that messages select on (``lance="grande"``); what people typed is a `Name`.
    """

    key: str
    args: tuple[tuple[str, "Arg"], ...] = ()


@dataclass(frozen=True, slots=True)
class Joined:
    """Texts one after the other, with a separator of our own between them (`" · "`, `", "`, a line break)."""

    parts: tuple["Text | Name | Cards", ...]
    separator: str = " "


Arg: TypeAlias = str | int | Name | Cards | Text | Joined


def text(key: str, /, **args: Arg) -> Text:
    """A `Text` from a key and keyword arguments."""
    return Text(key, tuple(sorted(args.items())))
