"""The computer players by name: the levels that people meet, and the fixed ones to measure against."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from musbot.players.base import Player
from musbot.players.fixed import AlwaysPass, CallingStation, PotOdds, Thresholds
from musbot.players.jugador import Aprendiz, Jugador
from musbot.players.maestro import Maestro
from musbot.players.random_player import RandomPlayer

LEVELS: Mapping[str, Player] = MappingProxyType(
    {"aprendiz": Aprendiz(), "jugador": Jugador(), "maestro": Maestro()}
)
"""The levels that people meet, weakest first."""

MEASURES: Mapping[str, Player] = MappingProxyType(
    {
        "random": RandomPlayer(),
        "always-pass": AlwaysPass(),
        "calling-station": CallingStation(),
        "honest": Thresholds(),
        "pot-odds": PotOdds(),
    }
)
"""Fixed players that the levels are measured against."""

EVERYBODY: Mapping[str, Player] = MappingProxyType({**LEVELS, **MEASURES})
"""All of them by name."""


@dataclass(frozen=True, slots=True)
class Character:
    """A computer player as people see it.

    Attributes:
        name: what it is called at the table.
        level: a name in `LEVELS`.
        manner: how it takes its time: "brisk", "calm" or "slow"; see `pause`.
    """

    name: str
    level: str
    manner: str


CHARACTERS: tuple[Character, ...] = (
    Character("Amaia", "aprendiz", "brisk"),
    Character("Peio", "aprendiz", "calm"),
    Character("Maite", "jugador", "brisk"),
    Character("Koldo", "jugador", "calm"),
    Character("Nekane", "jugador", "slow"),
    Character("Patxi", "maestro", "calm"),
    Character("Edurne", "maestro", "slow"),
    Character("Don Braulio", "maestro", "slow"),
)
"""Computer players with names; a table takes others than it has already."""


def characters(level: str) -> tuple[Character, ...]:
    """The characters of one level.

    Raises:
        ValueError: no such level.
    """
    if level not in LEVELS:
        raise ValueError(f"a level is one of {', '.join(LEVELS)}")
    return tuple(one for one in CHARACTERS if one.level == level)
