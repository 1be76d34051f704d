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
        turn: how long a person has for a call.
        first_turn: the same for the first question of a juego.
        once_late: the limit of a person who was late the last time.
        twice_late: the limit of a person who was late the last two times.
        look_again: a turn whose board is not shown yet is looked at again after this.
        abandoned: a game without a person at it is closed after this.
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
    turn: float = 90.0
    first_turn: float = 180.0
    once_late: float = 30.0
    twice_late: float = 15.0
    look_again: float = 5.0
    abandoned: float = 86400.0
    bury: int = 12

    def scaled(self, factor: float) -> "Pace":
        """Every time multiplied by `factor` (0.05 plays twenty times faster); counts stay."""
        times = {f.name: getattr(self, f.name) * factor for f in fields(self) if f.name not in _COUNTS}
        return replace(self, **times)
