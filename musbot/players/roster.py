"""The computer players by name: the levels that people meet, and the fixed ones to measure against."""

from collections.abc import Mapping
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
