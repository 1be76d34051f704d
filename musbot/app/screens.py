"""What to show, in no language: lines of `Text` and buttons; `presenter` makes it, `musbot.telegram` draws it."""

from dataclasses import dataclass
from enum import StrEnum

from musbot.app.text import Cards, Text
from musbot.engine.state import Question


class Verb(StrEnum):
    """What a button does; the value is its code in callback data."""

    SIT = "s"  # arg: pair "0" or "1"
    STAND = "u"
    DRAW = "d"  # draw the pairs at random
    BOT = "b"  # arg: player key; add a computer to the first free seat
    UNBOT = "n"  # take the last computer away
    PRESET = "p"  # arg: preset key
    START = "g"
    CLOSE = "x"
    CALL = "a"  # question; arg: action in notation ("e5", "p", "mus", "sg")
    TOGGLE = "t"  # question; arg: card position "0".."3"
    ALL = "l"  # question; mark all four cards
    CONFIRM = "k"  # question; throw the marked cards
    CARDS = "c"  # my cards, by alert
    REPOST = "r"  # board again at the bottom
    HERE = "h"  # play from the private chat; arg "1" on, "0" off
    REMATCH = "m"
    SWAP = "w"  # back to the lobby to change pairs
    ENOUGH = "z"
    BACK = "v"  # take the seat back from the computer that sits in
    CANCEL = "q"  # cancel the running game (needs one from each pair)
    LEAVE = "y"  # confirm leaving
    LANGUAGE = "i"  # arg: locale
    TAKE = "e"  # arg: seat; take a computer's seat with the next hand
    OBJECT = "o"  # arg: seat; the human partner would rather keep the computer
    HINT = "j"  # what a good player would do
    REVIEW = "f"  # luck and decisions of the last juego
    HINTS = "H"  # allow hints at this table, or not


class Style(StrEnum):
    """How a button is coloured where the platform can (ignored elsewhere)."""

    DANGER = "danger"
    SUCCESS = "success"
    PRIMARY = "primary"


@dataclass(frozen=True, slots=True)
class Press:
    """What a pressed button says: the table, what to do, the question that it answers (if any), an argument."""

    table_id: int
    verb: Verb
    question: Question | None = None
    arg: str = ""


class Link(StrEnum):
    """Where a link button leads; the address is known at delivery only."""

    PRIVATE = "private"  # opens the private chat with the bot
    GROUP = "group"  # back to the table's group, when it has a public address


@dataclass(frozen=True, slots=True)
class Button:
    """A button: its label, and either what it says when pressed or where it leads."""

    label: Text
    press: Press | None = None
    link: Link | None = None
    style: Style | None = None


@dataclass(frozen=True, slots=True)
class Screen:
    """One message to show.

    Attributes:
        lines: one line of text each.
        keyboard: rows of buttons.
        loud: notifies people; everything else is sent silently.
        protect: content that cannot be forwarded (a private hand).
        picture: cards that a picture may show beside the words; words alone always suffice.
    """

    lines: tuple[Text, ...]
    keyboard: tuple[tuple[Button, ...], ...] = ()
    loud: bool = False
    protect: bool = False
    picture: Cards | None = None
