"""A player for tests and as the floor of every comparison: any legal call, órdagos rarely."""

from dataclasses import dataclass
from random import Random

from musbot.engine.actions import Action, Ordago
from musbot.engine.view import PlayerView


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Draws the kind of a call evenly, then one of that kind.

    Attributes:
        ordago: chance that an órdago is among the kinds at all.
    """

    ordago: float = 0.03

    def choose(self, view: PlayerView, legal: tuple[Action, ...], rng: Random) -> Action:
        """Any legal call; every legal call can be the answer."""
        kinds: dict[type[Action], list[Action]] = {}
        for action in legal:
            kinds.setdefault(type(action), []).append(action)
        if len(kinds) > 1 and rng.random() >= self.ordago:
            kinds.pop(Ordago, None)
        return rng.choice(rng.choice(list(kinds.values())))
