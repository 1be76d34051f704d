"""What happened, as data: `decide` gives events, `evolve` folds them, a log of them replays a partida.

Every step a group can be shown is an event of its own. `view.redact` says what of an event a seat may know.
"""

from dataclasses import dataclass
from typing import TypeAlias

from musbot.engine.actions import Action
from musbot.engine.cards import Card
from musbot.engine.rules import Rules
from musbot.engine.state import Lance, LanceResult, Pairwise, Piece


@dataclass(frozen=True, slots=True)
class PartidaStarted:
    """A partida begins at score nil; the first deal follows."""

    rules: Rules
    mano: int
    hand_no: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand is dealt from the whole order of the deck: four cards to mano, four to the next seat, ...

    Attributes:
        deck: the 40 cards in order; empty when redacted.
    """

    hand_no: int
    mano: int
    deck: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Called:
    """A seat made a call. Redacted for others, a `Descarte` becomes None (only that a choice was made)."""

    seat: int
    action: Action | None


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The stock is too short for the next seat: all discards, in this order, go under what is left of it.

    Attributes:
        stock: the shuffled discards, those of this round too; empty when redacted.
    """

    stock: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Served:
    """A seat threw away `count` cards and drew as many. The cards follow from masks and stock order."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class MusOpened:
    """Mus is asked (again), `mano` first. `mus_round` 0 follows a deal."""

    mus_round: int


@dataclass(frozen=True, slots=True)
class ManoMoved:
    """Mus corrido: the seat that cut is mano for this hand."""

    mano: int


@dataclass(frozen=True, slots=True)
class LanceOpened:
    """Betting opens for `lance` among `eligible`, in speaking order."""

    lance: Lance
    eligible: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat says truthfully whether it has pares or juego (`lance` is PARES or JUEGO)."""

    lance: Lance
    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class LanceClosed:
    """A lance is over, by betting or because there was none."""

    result: LanceResult


@dataclass(frozen=True, slots=True)
class HandsShown:
    """All hands become public: the count begins, or an órdago was accepted."""


@dataclass(frozen=True, slots=True)
class Scored:
    """One piece was scored; `score` is the score after it."""

    piece: Piece
    score: Pairwise


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand is over, the last event of every hand; `Siguiente` deals the next, if there is one."""


@dataclass(frozen=True, slots=True)
class JuegoWon:
    """A pair won the juego: by stones, or by an accepted órdago (`ordago` names its lance)."""

    pair: int
    score: Pairwise
    ordago: Lance | None = None


@dataclass(frozen=True, slots=True)
class VacaWon:
    """A pair won the vaca."""

    pair: int


@dataclass(frozen=True, slots=True)
class PartidaWon:
    """A pair won the partida; no other hand follows."""

    pair: int


Event: TypeAlias = (
    PartidaStarted
    | Dealt
    | Called
    | Reshuffled
    | Served
    | MusOpened
    | ManoMoved
    | LanceOpened
    | Declared
    | LanceClosed
    | HandsShown
    | Scored
    | HandEnded
    | JuegoWon
    | VacaWon
    | PartidaWon
)
