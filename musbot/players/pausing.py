"""How long a computer takes for a call, so that people can follow. It tells nothing of its cards."""

from random import Random
from types import MappingProxyType

from musbot.engine.actions import Action, Descarte, Envido, Mas, Ordago, Quiero, Siguiente
from musbot.engine.view import PublicView

MANNERS = MappingProxyType({"brisk": 0.6, "calm": 1.0, "slow": 1.5})
"""Seconds of a plain call by manner, see `roster.Character`."""


def pause(view: PublicView, action: Action, manner: str, rng: Random) -> float:
    """Seconds to wait before a call is made.

    Longer for an órdago and for its answer, a little longer for bets. Only what everybody sees and the call
    itself matter, so that the wait says nothing about the hand.

    Raises:
        KeyError: an unknown manner.
    """
    seconds = MANNERS[manner] * rng.uniform(0.8, 1.3)
    envite = view.envite
    if envite is not None and envite.ordago:
        return seconds * 3.0  # accepting and refusing take the same time
    match action:
        case Ordago():
            return seconds * 2.5
        case Envido() | Mas() | Quiero():
            return seconds * 1.4
        case Descarte():
            return seconds * 1.2
        case Siguiente():
            return 0.0
        case _:
            return seconds
