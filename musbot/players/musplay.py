"""Mus, cut and discards from the tables, for the plain player and for the maestro."""

from musbot.engine.actions import Action, Corto, Descarte, Mus
from musbot.engine.state import Envite
from musbot.engine.view import PlayerView
from musbot.players.base import quietest
from musbot.players.knowledge import Knowledge
from musbot.players.mixed import Policy, either, surely

PLAIN = 0
"""Cuts when the hand is worth more stones than its draw; keeps what is worth most stones."""
TRAINED = 1
"""Cuts and keeps by what it did to the chance of winning in self-play, partner and rivals drawing too."""


def mus_or_cut(know: Knowledge, view: PlayerView, who: int) -> float:
    """The chance to cut."""
    public = view.public
    seats = public.rules.seats
    row = know.seat_row((view.seat - public.mano) % seats, seats)
    return float(know.cut[who, min(public.mus_round, 2), row, know.hands.id_of(view.hand)])


def throw_away(know: Knowledge, view: PlayerView, who: int) -> Descarte:
    """What is not worth keeping; among equal cards the last ones go."""
    public = view.public
    seats = public.rules.seats
    row = know.seat_row((view.seat - public.mano) % seats, seats)
    left = [int(count) for count in know.keep[who, row, know.hands.id_of(view.hand)]]
    out = []
    for card in view.hand:
        rank = know.hands.rank_of(card.rank)
        out.append(left[rank] == 0)
        left[rank] -= left[rank] > 0
    a, b, c, d = out
    return Descarte((a, b, c, d))


def outside_lances(know: Knowledge, view: PlayerView, legal: tuple[Action, ...], who: int) -> Policy | Envite:
    """The policy for mus, cut and discards, and for when nothing is open; inside a lance its envite."""
    if isinstance(legal[0], Mus):
        return either(Corto(), mus_or_cut(know, view, who), Mus())
    if isinstance(legal[0], Descarte):
        return surely(throw_away(know, view, who))
    return view.public.envite or surely(quietest(legal))
