"""The call that is made for somebody who is late: it may not win much, but it may never cost him the juego.

It cuts or asks for mus by what the hand is worth, passes, refuses; it never bets or raises, and accepts an órdago only
with a hand that cannot lose.
"""

from dataclasses import dataclass
from random import Random

from musbot.engine.actions import Action, Corto, Descarte, Mus, Quiero
from musbot.engine.state import Envite
from musbot.engine.view import PlayerView
from musbot.players.base import quietest
from musbot.players.odds import best_discard, odds, worth


def cannot_lose(view: PlayerView, envite: Envite) -> bool:
    """Whether no rival in the lance can hold a hand that beats this one, whatever was dealt.

    Every card that the seat does not hold is taken as possible in a rival's hand.
    """
    rules = view.public.rules
    order = rules.order_from(view.public.mano)
    if view.seat not in envite.eligible:
        return False
    mine = odds(view.hand, envite.lance, rules)
    rivals = [seat for seat in envite.eligible if rules.pair_of(seat) != rules.pair_of(view.seat)]
    return all(mine.never_lose(order.index(view.seat) < order.index(rival)) for rival in rivals)


@dataclass(frozen=True, slots=True)
class CarefulPlayer:
    """Plays for an absent person.

    Attributes:
        cut_at: share of all hands that must be worth less for the mus to be cut.
    """

    cut_at: float = 0.75

    def choose(self, view: PlayerView, legal: tuple[Action, ...], rng: Random) -> Action:
        """The quiet call, unless the hand makes another one safe."""
        rules = view.public.rules
        envite = view.public.envite
        if isinstance(legal[0], Mus):
            return Corto() if worth(view.hand, rules) >= self.cut_at else Mus()
        if isinstance(legal[0], Descarte):
            return best_discard(view.hand, rules)
        if envite is not None and envite.ordago and cannot_lose(view, envite):
            return Quiero()
        return quietest(legal)
