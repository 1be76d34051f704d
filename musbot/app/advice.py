"""Advice as facts: what a good player would do, and what decided a juego. Who works it out is behind `Advisor`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from musbot.engine import PlayerView
from musbot.engine.actions import Action
from musbot.engine.events import Event
from musbot.engine.state import Lance

Chances = tuple[float, float]
"""A number for pair 0 and one for pair 1, in chances of winning the juego (0.12 is twelve in a hundred)."""


@dataclass(frozen=True, slots=True)
class Option:
    """A call that could be made, and the chance of winning the juego with it."""

    action: Action
    juego: float


@dataclass(frozen=True, slots=True)
class Hint:
    """What a good player would do in a seat's place.

    Attributes:
        action: the call.
        reason: why, a key of the locales (``hint-reason``).
        options: the main calls, the best first.
        lance: the lance that is open, None outside one.
        lance_chance: chance that the pair wins that lance with its cards; None outside one.
    """

    action: Action
    reason: str
    options: tuple[Option, ...]
    lance: Lance | None = None
    lance_chance: float | None = None


@dataclass(frozen=True, slots=True)
class Costly:
    """The decision of a seat that gave away most.

    Attributes:
        hand_no: number of the hand.
        stage: what it answered, see `Question.stage`.
        action: what was called.
        better: what would have been better.
        cost: what it gave away, in chances of the juego.
        reason: why the other was better, a key of the locales.
    """

    hand_no: int
    stage: str
    action: Action
    better: Action
    cost: float
    reason: str


@dataclass(frozen=True, slots=True)
class Review:
    """What decided a juego: luck and decisions apart.

    Attributes:
        hand_no: the hand that ended the juego.
        luck: by pair.
        decisions: by pair, against the rivals'.
        worst: by seat, None where nothing worth telling was given away.
    """

    hand_no: int
    luck: Chances
    decisions: Chances
    worst: tuple[Costly | None, ...]


class Advisor(Protocol):
    """Works advice out; slow, so it is called outside the event loop."""

    def hint(self, view: PlayerView, /) -> Hint:
        """What a good player would do.

        Raises:
            ValueError: there is nothing to decide.
        """
        ...

    def review(self, events: Sequence[Event], /) -> Review:
        """What decided the last juego that a log finishes.

        Raises:
            ValueError: no juego was finished.
        """
        ...
