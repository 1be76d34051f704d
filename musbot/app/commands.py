"""What people (and clocks, and computers) ask of a table, after parsing and before any rule is looked at."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from musbot.app.advice import Review
from musbot.app.screens import Press
from musbot.engine.actions import Action
from musbot.engine.state import Question


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks.

    Attributes:
        id: the person's id on the platform.
        name: the name as the platform gives it, never empty (see `musbot.telegram.inbound`).
        language: the locale chosen or reported, one we have, else None.
        reachable: the private chat with the bot is open, as far as we know.
        admin: may administer the place that the command came from.
    """

    id: int
    name: str
    language: str | None = None
    reachable: bool = False
    admin: bool = False


class Slash(StrEnum):
    """Commands by name (without the slash); synonyms are resolved at parsing."""

    MUS = "mus"
    MESA = "mesa"
    CARTAS = "cartas"
    SCORE = "score"
    SALIR = "salir"
    CANCELAR = "cancelar"
    REGLAS = "reglas"
    IDIOMA = "idioma"
    AYUDA = "ayuda"
    START = "start"
    PRACTICAR = "practicar"
    PISTA = "pista"


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A typed command without its own shape; `arg` is what followed it, trimmed."""

    name: Slash
    arg: str = ""


class Word(StrEnum):
    """Typed calls, synonyms resolved (hordago, corto, mintza, iduki, tira, enbido, pass, ...)."""

    MUS = "mus"
    CORTO = "corto"
    PASO = "paso"
    ENVIDO = "envido"
    MAS = "mas"
    QUIERO = "quiero"
    NO_QUIERO = "no_quiero"
    ORDAGO = "ordago"
    NUMBER = "number"  # a bare number: envido n, or n más when something is bet
    DISCARD = "discard"  # positions typed as digits after a word, e.g. "tiro 1 3"


@dataclass(frozen=True, slots=True)
class TypedCall:
    """A call typed as ``/envido 7`` or as a reply to the board.

    Attributes:
        n: the amount, where one was typed.
        message_id: the board that was replied to, when it was a reply (any board of the table is fine).
    """

    word: Word
    n: int | None = None
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Alarm:
    """A deadline row fired. Ignored unless `generation` is still the document's."""

    generation: int
    shown_at: float | None = None  # when the present board was last shown as wanted; None: not yet


@dataclass(frozen=True, slots=True)
class ComputerCall:
    """A computer player's answer to what it was asked; ignored when the question or the turn has moved on."""

    seat: int
    question: Question
    action: Action


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What decided the last juego is worked out."""

    review: Review


@dataclass(frozen=True, slots=True)
class Reach:
    """The private chat of `person` was opened (True), or blocked or found closed (False)."""

    reachable: bool


@dataclass(frozen=True, slots=True)
class Gone:
    """The person left the group that the table lives in: the seat is given up, without asking twice."""


@dataclass(frozen=True, slots=True)
class Bury:
    """More than a dozen messages have passed over the board."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The bot is back after it was down: what was running then gets its time back."""


@dataclass(frozen=True, slots=True)
class PlaceGone:
    """The bot was removed from the place, or the place no longer exists."""


@dataclass(frozen=True, slots=True)
class SpokenLanguage:
    """The place's language was chosen; boards follow."""

    locale: str


What: TypeAlias = (
    Press
    | SlashCommand
    | TypedCall
    | Alarm
    | ComputerCall
    | Reviewed
    | Reach
    | Gone
    | Bury
    | Resumed
    | PlaceGone
    | SpokenLanguage
)


@dataclass(frozen=True, slots=True)
class Command:
    """One thing asked.

    Attributes:
        what: what is asked.
        person: who asks; None for clocks, computers and service messages.
        place_id: the place it came from; None when from a private chat or from inside.
        update_id: the platform's update number, committed with the effect so that a duplicate is known.
        query_id: the button press waiting for an answer.
        from_message_id: the message whose button was pressed.
    """

    what: What
    person: Person | None = None
    place_id: int | None = None
    update_id: int | None = None
    query_id: str | None = None
    from_message_id: int | None = None
