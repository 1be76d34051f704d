"""The computers that people meet: levels, names, and how they take their time. How they play is in `musbot.players`."""

from collections.abc import Collection
from dataclasses import dataclass

from musbot.app.document import Computer

LEVELS = ("aprendiz", "jugador", "maestro")
"""Keys of the levels offered, weakest first."""

OTHERS = ("honesto", "azar")
"""Players that no board offers: for tests and experiments."""

SITTING_IN = "jugador"
"""Who plays for a person that is away."""

SPARE = "prudente"
"""Who makes the one call of a person that is late: it never bets and never raises."""


@dataclass(frozen=True, slots=True)
class Character:
    """A computer as people see it.

    Attributes:
        name: what it is called.
        level: a key of `LEVELS`.
        tempo: what its pauses are multiplied by.
    """

    name: str
    level: str
    tempo: float


CHARACTERS = (
    Character("Amaia", "aprendiz", 0.7),
    Character("Peio", "aprendiz", 1.0),
    Character("Garazi", "aprendiz", 1.2),
    Character("Koldo", "jugador", 1.0),
    Character("Maite", "jugador", 0.8),
    Character("Nekane", "jugador", 1.3),
    Character("Patxi", "maestro", 1.0),
    Character("Edurne", "maestro", 1.3),
    Character("Don Braulio", "maestro", 1.6),
)
"""Enough of each level to fill a table around one person."""

_TEMPO = {character.name: character.tempo for character in CHARACTERS}


def next_computer(player: str, taken: Collection[str]) -> Computer:
    """A computer of a level, with a name that nobody at the table has."""
    names = [one.name for one in CHARACTERS if one.level == player] + [one.name for one in CHARACTERS]
    name = next((name for name in names if name not in taken), f"Koldo {len(taken)}")
    return Computer(player, name)


def tempo_of(name: str) -> float:
    """What the pauses of the computer with this name are multiplied by."""
    return _TEMPO.get(name, 1.0)
