"""A player that cannot spoil a game: whatever goes wrong in it, the quietest legal call is made.

Stalls are not its business: who runs players gives them a time and makes the quiet call when it is over.
"""

from collections.abc import Callable
from enum import Enum
from random import Random

from musbot.engine.actions import Action
from musbot.engine.view import PlayerView
from musbot.players.base import Player, quietest


class Fault(Enum):
    """What went wrong."""

    RAISED = "raised"
    ILLEGAL = "illegal"


Report = Callable[[Fault, Exception | None], None]
"""Told of every fault, with the error if there was one; it says nothing of cards."""


class Guarded:
    """A player whose faults become quiet calls."""

    def __init__(self, player: Player, report: Report) -> None:
        """Nothing has gone wrong yet."""
        self._player = player
        self._report = report

    def choose(self, view: PlayerView, legal: tuple[Action, ...], rng: Random) -> Action:
        """The player's call if it is legal, else the quietest."""
        try:
            action = self._player.choose(view, legal, rng)
        except Exception as error:  # noqa: BLE001 - a player's fault must not stop a game, and it is reported
            self._report(Fault.RAISED, error)
            return quietest(legal)
        if action in legal:
            return action
        self._report(Fault.ILLEGAL, None)
        return quietest(legal)


def guarded(player: Player, report: Report) -> Guarded:
    """A player that cannot spoil a game."""
    return Guarded(player, report)
