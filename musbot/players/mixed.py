"""Players that say with which chance they make which call; the call itself is drawn from that."""

from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from musbot.engine.actions import Action
from musbot.engine.view import PlayerView

Policy: TypeAlias = tuple[tuple[Action, float], ...]
"""Calls with their chances, which add up to 1; calls that are never made may be left out."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A call, and the chance with which the player made it in this place."""

    action: Action
    probability: float


class MixedPlayer:
    """A player known by its policy, a function of the view alone."""

    __slots__ = ()

    def policy(self, view: PlayerView, legal: tuple[Action, ...]) -> Policy:
        """The chances of the calls.

        Args:
            view: what the seat knows.
            legal: its legal calls, at least one, as `legal_from_view` lists them.
        """
        raise NotImplementedError

    def decide(self, view: PlayerView, legal: tuple[Action, ...], rng: Random) -> Choice:
        """A call drawn from the policy, with its chance."""
        return draw(self.policy(view, legal), rng)

    def choose(self, view: PlayerView, legal: tuple[Action, ...], rng: Random) -> Action:
        """A call drawn from the policy."""
        return self.decide(view, legal, rng).action


def draw(policy: Policy, rng: Random) -> Choice:
    """One call of a policy."""
    if len(policy) == 1:
        return Choice(policy[0][0], 1.0)
    left = rng.random() * sum(chance for _, chance in policy)
    for action, chance in policy:
        left -= chance
        if left < 0:
            return Choice(action, chance)
    return Choice(*max(policy, key=lambda one: one[1]))


def surely(action: Action) -> Policy:
    """The policy of somebody who has made up his mind."""
    return ((action, 1.0),)


def either(first: Action, chance: float, second: Action) -> Policy:
    """`first` with a chance, else `second`."""
    if chance <= 0.0:
        return surely(second)
    return surely(first) if chance >= 1.0 else ((first, chance), (second, 1.0 - chance))
