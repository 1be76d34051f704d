"""What a good player would do in a seat's place and why, as facts without words (`/pista`).

Everything comes from the view of that seat: a hint never knows more than the person who asks for it.
"""

from dataclasses import dataclass
from enum import Enum

from musbot.engine.actions import Action, Corto, Descarte, Envido, Mas, Mus, NoQuiero, Ordago, Paso, Quiero
from musbot.engine.state import Lance
from musbot.engine.view import PlayerView, legal_from_view
from musbot.players.jugador import refusing_loses
from musbot.players.knowledge import knowledge_for
from musbot.players.maestro import Maestro
from musbot.players.mixed import MixedPlayer
from musbot.players.weighing import Weighed, juego_now, weigh


class Reason(Enum):
    """Why, in one word; the value is its key in locales."""

    GOOD_HAND = "good_hand"  # cut: the hand is worth more than what it would draw
    WEAK_HAND = "weak_hand"  # mus: new cards are worth more
    KEEP_BEST = "keep_best"  # discard: what is kept promises most
    FAVOURITE = "favourite"  # bet or raise: the lance is more likely won than not
    PRESSURE = "pressure"  # bet or raise without being the favourite: the rivals may refuse
    NOT_WORTH = "not_worth"  # pass: a bet would bring less
    TRAP = "trap"  # pass with a strong hand: the rivals may bet
    GOOD_PRICE = "good_price"  # accept: the chance is worth more than the price
    LAST_CHANCE = "last_chance"  # accept: a refusal would give the juego away
    TOO_DEAR = "too_dear"  # refuse: the chance is not worth the price
    ALL_OR_NOTHING = "all_or_nothing"  # órdago: worth clearly more than anything else


@dataclass(frozen=True, slots=True)
class Alternative:
    """A call that could be made, with the chance of winning the juego after it."""

    action: Action
    juego: float


@dataclass(frozen=True, slots=True)
class Hint:
    """What a good player would do.

    Attributes:
        action: the call that is worth most; an órdago only where it clearly is (`Weighed.advised`).
        probability: how often `player` would make it.
        reason: why.
        alternatives: the main calls, `action` first, the others by their worth.
        juego: chance of winning the juego by the score alone.
        lance: the open lance, None outside one; then the rest is None and 0.
        lance_chance: chance that the pair wins it with the cards, from what the seat knows.
        stake: stones that are bet.
        deje: stones that a refusal costs.
    """

    action: Action
    probability: float
    reason: Reason
    alternatives: tuple[Alternative, ...]
    juego: float
    lance: Lance | None = None
    lance_chance: float | None = None
    stake: int = 0
    deje: int = 0

    def delta(self, action: Action) -> float:
        """What a weighed call brings more (or less) than the hint's, in chances of the juego.

        Raises:
            KeyError: one of the two was not weighed.
        """
        by_action = {one.action: one.juego for one in self.alternatives}
        return by_action[action] - by_action[self.action]


MAIN = 6
"""Alternatives that a hint tells, at most."""


def hint(view: PlayerView, player: MixedPlayer | None = None) -> Hint:
    """What is worth most in the place of the seat, and why; `player` (the maestro, if none is given) says how often.

    Raises:
        ValueError: the seat has nothing to decide.
    """
    weighed = weigh(view)
    legal = legal_from_view(view)
    who = player if player is not None else Maestro()
    action = weighed.advised  # what is worth most, not what a mixed player happens to do most often
    probability = dict(who.policy(view, legal)).get(action, 0.0)
    ranked = sorted(weighed.worths.items(), key=lambda one: (one[0] != action, -one[1]))
    told = [Alternative(call, worth) for call, worth in ranked[:MAIN]]
    envite = view.public.envite
    juego = juego_now(knowledge_for(view.public.rules), view)
    reason = reason_for(view, weighed, action)
    if envite is None:
        return Hint(action, probability, reason, tuple(told), juego)
    return Hint(
        action=action,
        probability=probability,
        reason=reason,
        alternatives=tuple(told),
        juego=juego,
        lance=envite.lance,
        lance_chance=weighed.won,
        stake=envite.stake,
        deje=envite.deje,
    )


def reason_for(view: PlayerView, weighed: Weighed, action: Action) -> Reason:
    """Why a seat would make a call.

    Raises:
        ValueError: the call answers no question of a hand.
    """
    won = weighed.won or 0.0
    envite = view.public.envite
    match action:
        case Mus():
            return Reason.WEAK_HAND
        case Corto():
            return Reason.GOOD_HAND
        case Descarte():
            return Reason.KEEP_BEST
        case Ordago():
            return Reason.ALL_OR_NOTHING
        case Envido() | Mas():
            return Reason.FAVOURITE if won >= 0.5 else Reason.PRESSURE
        case Paso():
            return Reason.TRAP if won >= STRONG else Reason.NOT_WORTH
        case Quiero():
            forced = envite is not None and refusing_loses(view, envite)
            return Reason.LAST_CHANCE if forced else Reason.GOOD_PRICE
        case NoQuiero():
            return Reason.TOO_DEAR
        case _:
            raise ValueError("there is nothing to advise when only the next hand is left to deal")


STRONG = 0.75
"""Chance of a lance from which passing is setting a trap."""
