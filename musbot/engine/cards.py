"""The forty cards of the Spanish deck. What a card is worth in a lance is the business of `hands`."""

from dataclasses import dataclass
from enum import Enum, IntEnum


class Suit(Enum):
    """The four suits; the value is the letter used in notation. Suits never matter for the rules."""

    OROS = "o"
    COPAS = "c"
    ESPADAS = "e"
    BASTOS = "b"


class Rank(IntEnum):
    """The ten ranks; the number is the one printed on a Spanish card."""

    AS = 1
    DOS = 2
    TRES = 3
    CUATRO = 4
    CINCO = 5
    SEIS = 6
    SIETE = 7
    SOTA = 10
    CABALLO = 11
    REY = 12


@dataclass(frozen=True, slots=True)
class Card:
    """One card. Text form (see `notation`): the printed number and the suit letter, e.g. ``12o``."""

    rank: Rank
    suit: Suit


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""All 40 cards in a fixed order."""

HAND_SIZE = 4
"""Cards in a hand."""
