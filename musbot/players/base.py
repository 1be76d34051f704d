"""What a computer player is, and the small things that all of them use."""

from collections.abc import Sequence
from random import Random
from typing import Protocol

from musbot.engine.actions import Action, Envido, Mas
from musbot.engine.cards import Card
from musbot.engine.decide import Shuffle
from musbot.engine.view import PlayerView


class Player(Protocol):
    """Chooses a call from what one seat knows. A player holds no state of a game: the view is complete."""

    def choose(self, view: PlayerView, legal: tuple[Action, ...], rng: Random) -> Action:
        """One of the legal calls.

        Args:
            view: what the seat knows.
            legal: its legal calls, at least one, as `legal_from_view` lists them.
            rng: the only source of chance, handed in.
        """
        ...  # pragma: no cover


def quietest(legal: Sequence[Action]) -> Action:
    """The call that commits to least: mus, paso, no quiero, siguiente, a discard of one card.

    For when nothing better is known; the engine lists it first.

    Raises:
        ValueError: there is no legal call.
    """
    if not legal:
        raise ValueError("nobody can call when nothing is legal")
    return legal[0]


def amount(legal: Sequence[Action], kind: type[Envido] | type[Mas], n: int) -> Action | None:
    """The legal bet or raise that is nearest to `n` stones; None when there is none of that kind."""
    bets = [action for action in legal if isinstance(action, (Envido, Mas)) and isinstance(action, kind)]
    return min(bets, key=lambda bet: abs(bet.n - n), default=None)


def shuffler(rng: Random) -> Shuffle:
    """The shuffle of a game whose chance comes from `rng`."""

    def shuffle(cards: Sequence[Card]) -> tuple[Card, ...]:
        order = list(cards)
        rng.shuffle(order)
        return tuple(order)

    return shuffle
