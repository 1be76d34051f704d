"""How long things take: every waiting time of a table as one value, handed in so that tests can be quick."""

from dataclasses import dataclass, fields, replace

_COUNTS = frozenset({"bury"})


@dataclass(frozen=True, slots=True)
class Pace:
    """Waiting times of a table in seconds (`bury` counts messages).

    Attributes:
        lobby_start: a full lobby starts by itself after this.
        lobby_close: a lobby closes this long after its last press.
        next_hand: a counted hand is followed by the next after this.
        computer_pause: a computer waits this long before a call, so that people can follow.
        computer_ordago_pause: the same before calling or answering an órdago.
        rematch: seats are kept this long after a partida.
        double_tap: the same discard pressed twice within this counts once.
        ordago_min: a second press on órdago earlier than this is taken for a double tap.
        ordago_max: a second press later than this is a first press again.
        cancel_window: both pairs must ask to cancel within this.
        idle: nobody pressed anything for this long: anyone seated may close the table.
        leave_window: the second press on leaving must come within this.
        bury: this many messages over the board bring it back to the bottom.
    """

    lobby_start: float = 60.0
    lobby_close: float = 1800.0
    next_hand: float = 12.0
    computer_pause: float = 1.5
    computer_ordago_pause: float = 4.0
    rematch: float = 180.0
    double_tap: float = 0.5
    ordago_min: float = 0.7
    ordago_max: float = 6.0
    cancel_window: float = 120.0
    idle: float = 900.0
    leave_window: float = 20.0
    bury: int = 12

    def scaled(self, factor: float) -> "Pace":
        """Every time multiplied by `factor` (0.05 plays twenty times faster); counts stay."""
        times = {f.name: getattr(self, f.name) * factor for f in fields(self) if f.name not in _COUNTS}
        return replace(self, **times)
