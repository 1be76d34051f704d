"""The legal signals between partners (docs/rules.md §8): which would be true, when they may be given.

Signals are no calls: they change nothing in the state. Who sends one to whom belongs to `musbot.app`.
"""

from enum import Enum

from musbot.engine.cards import Rank
from musbot.engine.hands import HandValue, ParesKind, value_of
from musbot.engine.rules import Rules
from musbot.engine.state import Hand, Phase
from musbot.engine.view import PlayerView, PublicView


class Sena(Enum):
    """Every legal signal; the value is the name in logs and locales."""

    DUPLES = "duples"  # raise the eyebrows
    THREE_KINGS = "three_kings"  # bite the lower lip to one side
    THREE_ACES = "three_aces"  # tongue to one side
    MEDIAS = "medias"  # twist the lips
    TWO_KINGS = "two_kings"  # bite the lower lip
    TWO_ACES = "two_aces"  # tip of the tongue
    JUEGO_31 = "juego_31"  # wink
    PUNTO_30 = "punto_30"  # lift both shoulders
    PUNTO_29 = "punto_29"  # lift one shoulder
    BLIND = "blind"  # close both eyes


_MEDIAS = {Rank.REY: Sena.THREE_KINGS, Rank.AS: Sena.THREE_ACES}
_PAR = {Rank.REY: Sena.TWO_KINGS, Rank.AS: Sena.TWO_ACES}
_PUNTO = {30: Sena.PUNTO_30, 29: Sena.PUNTO_29}


def senas_of(hand: Hand, rules: Rules, nobody_has_juego: bool = False) -> frozenset[Sena]:
    """The complete truthful set for a hand.

    Args:
        hand: four cards.
        rules: the options; whether `senas` is on is not asked here.
        nobody_has_juego: all seats have declared that they have no juego.
    """
    value = value_of(hand, rules)
    signs = {sign for sign in (_pares_sign(value), _sum_sign(value, nobody_has_juego)) if sign}
    if not signs and not value.pares and not value.juego:
        signs.add(Sena.BLIND)
    return frozenset(signs)


def senas_allowed(public: PublicView) -> bool:
    """Whether signals may be given now: while the hand is played, under mus corrido only after the cut."""
    if not public.rules.senas or public.phase not in (Phase.MUS, Phase.DESCARTE, Phase.LANCE):
        return False
    before_the_cut = public.phase is not Phase.LANCE
    return not (public.rules.mus_corrido and public.first_of_juego and before_the_cut)


def senas_for(view: PlayerView) -> frozenset[Sena]:
    """The signals that a seat may give now; empty when none is allowed."""
    if not senas_allowed(view.public):
        return frozenset()
    nobody = all(declared is False for declared in view.public.juego)
    return senas_of(view.hand, view.public.rules, nobody)


def partners(rules: Rules, seat: int) -> tuple[int, ...]:
    """The seats that a signal of `seat` is for: every other seat of its pair."""
    return tuple(one for one in rules.seats_of(rules.pair_of(seat)) if one != seat)


def _pares_sign(value: HandValue) -> Sena | None:
    match value.pares_kind:
        case ParesKind.DUPLES:
            return Sena.DUPLES
        case ParesKind.MEDIAS:
            return _MEDIAS.get(value.pares_ranks[0], Sena.MEDIAS)
        case ParesKind.PAR:
            return _PAR.get(value.pares_ranks[0])
        case None:
            return None


def _sum_sign(value: HandValue, nobody_has_juego: bool) -> Sena | None:
    if value.points == 31:
        return Sena.JUEGO_31
    return _PUNTO.get(value.points) if nobody_has_juego else None
