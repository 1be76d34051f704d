"""The options of a game as one value, and the presets people choose from (docs/rules.md §6).

The engine asks this value questions and never tests the name of a preset.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType


class LaReal(Enum):
    """Whether 7-7-7 and a ten-card beats every other 31: never, with a sota, or with any ten-card."""

    OFF = "off"
    SOTA = "sota"
    FIGURE = "figure"


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option of a game of mus.

    Attributes:
        kings: 8 (a 3 is a king, a 2 is an ace) or 4 (every card is itself).
        target: stones that win a juego, 20..60.
        juegos_to_win: juegos that win a vaca, 1..4.
        vacas_to_win: vacas that win the partida, 1..3.
        seats: 2, 4 or 6; a seat's parity is its pair.
        min_raise: the smallest "n más", 1 or 2.
        punto_bonus: whether punto is worth a stone at the count on top of what was bet.
        la_real: see `LaReal`.
        mus_corrido: in the first hand of a juego whoever cuts becomes mano.
        senas: whether partners may signal.

    Raises:
        ValueError: an option outside its range.
    """

    kings: int = 8
    target: int = 40
    juegos_to_win: int = 1
    vacas_to_win: int = 1
    seats: int = 4
    min_raise: int = 1
    punto_bonus: bool = True
    la_real: LaReal = LaReal.OFF
    mus_corrido: bool = False
    senas: bool = False

    def __post_init__(self) -> None:
        """Refuse values that docs/rules.md §6 does not list."""
        allowed = {
            "kings": (4, 8),
            "target": range(20, 61),
            "juegos_to_win": range(1, 5),
            "vacas_to_win": range(1, 4),
            "seats": (2, 4, 6),
            "min_raise": (1, 2),
        }
        for name, values in allowed.items():
            if getattr(self, name) not in values:
                raise ValueError(f"{name} cannot be {getattr(self, name)!r}")

    def pair_of(self, seat: int) -> int:
        """The pair (0 or 1) that a seat belongs to."""
        return seat % 2

    def seats_of(self, pair: int) -> tuple[int, ...]:
        """The seats of a pair in ascending order."""
        return tuple(range(pair, self.seats, 2))

    def order_from(self, mano: int) -> tuple[int, ...]:
        """All seats in speaking order, `mano` first."""
        return _ORDERS[self.seats][mano % self.seats]


_ORDERS = {
    seats: tuple(tuple((mano + step) % seats for step in range(seats)) for mano in range(seats))
    for seats in (2, 4, 6)
}

CLASICO = Rules()
PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "clasico": CLASICO,
        "bizkaia": Rules(juegos_to_win=3),
        "federacion": Rules(juegos_to_win=4),
        "cuatro_reyes": Rules(kings=4, target=30, juegos_to_win=3),
        "rapida": Rules(target=20),
    }
)
"""Presets by key, in the order in which people are offered them."""
