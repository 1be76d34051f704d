"""What a seat can do. Each action is a small value with a short text form (see `notation`)."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Mus:
    """Ask for new cards. Text: ``mus``."""


@dataclass(frozen=True, slots=True)
class Corto:
    """Refuse the mus ("no hay mus"); the lances begin. Text: ``co``."""


@dataclass(frozen=True, slots=True)
class Descarte:
    """Throw away the cards at the marked positions of the seat's hand. Text: ``d:0110``.

    Attributes:
        mask: one bool a card, in the order of `State.hands[seat]`; 1 to 4 of them true to be legal.
    """

    mask: tuple[bool, bool, bool, bool]


@dataclass(frozen=True, slots=True)
class Paso:
    """Pass while nothing is bet. Text: ``p``."""


@dataclass(frozen=True, slots=True)
class Envido:
    """Open the betting with `n` stones (2 up to the target). Text: ``e5``."""

    n: int


@dataclass(frozen=True, slots=True)
class Quiero:
    """Accept the rivals' bet or órdago. Text: ``q``."""


@dataclass(frozen=True, slots=True)
class NoQuiero:
    """Refuse the rivals' bet or órdago. Text: ``nq``."""


@dataclass(frozen=True, slots=True)
class Mas:
    """Raise the rivals' bet by `n` stones. Text: ``m5``."""

    n: int


@dataclass(frozen=True, slots=True)
class Ordago:
    """Bet the juego, as an opening or over a bet. Text: ``or``."""


@dataclass(frozen=True, slots=True)
class Siguiente:
    """Deal the next hand once the count is done; legal for every seat. Text: ``sg``."""


Action: TypeAlias = Mus | Corto | Descarte | Paso | Envido | Quiero | NoQuiero | Mas | Ordago | Siguiente
