"""The everyday levels: *aprendiz* plays its cards, *jugador* reckons and bluffs a little.

Both are predictable partners. Neither calls an órdago without a hand or a score that asks for one
(docs/players.md).
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

import numpy as np

from musbot.engine.actions import Action, Envido, Mas, NoQuiero, Ordago, Paso, Quiero
from musbot.engine.state import Envite, Lance
from musbot.engine.view import PlayerView, PublicView
from musbot.players.base import amount
from musbot.players.handsets import LANCE_NO, FloatArray
from musbot.players.knowledge import Knowledge, knowledge_for
from musbot.players.mixed import MixedPlayer, Policy, either, surely
from musbot.players.musplay import PLAIN, outside_lances
from musbot.players.reading import declared, having_of, of_forty, start
from musbot.players.valuing import chance
from musbot.players.winning import winning

BONUS = {Lance.GRANDE: 0, Lance.CHICA: 0, Lance.PARES: 2, Lance.JUEGO: 3, Lance.PUNTO: 1}
"""Stones that the winner of a lance takes besides, about."""


@dataclass(frozen=True, slots=True)
class Aprendiz(MixedPlayer):
    """Bets what it holds and says what it has: fixed thresholds on the chance of the lance.

    Attributes:
        open_at: chance from which it bets two; from `strong_at` it bets five, or raises.
        accept_at: chance from which it accepts a bet.
        ordago_at: chance from which it accepts an órdago.
    """

    open_at: float = 0.66
    strong_at: float = 0.90
    accept_at: float = 0.55
    ordago_at: float = 0.88

    def policy(self, view: PlayerView, legal: tuple[Action, ...]) -> Policy:
        """The chances of the calls; this player leaves nothing to chance."""
        know = knowledge_for(view.public.rules)
        envite = outside_lances(know, view, legal, PLAIN)
        if not isinstance(envite, Envite):
            return envite
        return surely(self._bet(know, view, envite, legal))

    def _bet(self, know: Knowledge, view: PlayerView, envite: Envite, legal: tuple[Action, ...]) -> Action:
        seats = view.public.rules.seats
        row = know.seat_row((view.seat - view.public.mano) % seats, seats)
        won = float(know.after_mus[LANCE_NO[envite.lance], row, know.hands.id_of(view.hand)])
        if envite.bettor is None:
            return Envido(5) if won > self.strong_at else Envido(2) if won > self.open_at else Paso()
        if envite.ordago:
            return Quiero() if won > self.ordago_at or refusing_loses(view, envite) else NoQuiero()
        if won > self.strong_at and envite.level < 2:
            return amount(legal, Mas, 3) or Quiero()
        return Quiero() if won > self.accept_at or refusing_loses(view, envite) else NoQuiero()


@dataclass(frozen=True, slots=True)
class Jugador(MixedPlayer):
    """Reckons with draws, declarations and the score.

    Attributes:
        strong_at: chance from which it bets five.
        open_at: chance from which it bets two.
        bluff: chance of a bet of two with less.
        respect: what a bet takes from its chance; a raise takes `respect_raise` more, an órdago
            `respect_ordago` in all.
        raise_at: what must be left to raise.
        far_behind: chance of the juego below which the score justifies an órdago: opened with a chance of
            `last_stand`, over a bet when it is worth `last_gain` more than accepting or refusing.
    """

    strong_at: float = 0.75
    open_at: float = 0.54
    bluff: float = 0.05
    respect: float = 0.22
    respect_raise: float = 0.06
    respect_ordago: float = 0.16
    raise_at: float = 0.65
    far_behind: float = 0.2
    last_stand: float = 0.6
    last_gain: float = 0.05

    def policy(self, view: PlayerView, legal: tuple[Action, ...]) -> Policy:
        """The chances of the calls."""
        know = knowledge_for(view.public.rules)
        envite = outside_lances(know, view, legal, PLAIN)
        if not isinstance(envite, Envite):
            return envite
        won = plain_chance(know, view, envite)
        rules = view.public.rules
        pair = rules.pair_of(view.seat)
        us, them = (of_forty(rules, view.public.score[side]) for side in (pair, 1 - pair))
        if envite.bettor is None:
            return self._open(won, chance(know, us, them))
        return surely(self._answer(know, envite, won, us, them, legal))

    def _open(self, won: float, juego: float) -> Policy:
        if juego < self.far_behind and won > self.last_stand:
            return surely(Ordago())
        if won > self.strong_at:
            return surely(Envido(5))
        if won > self.open_at:
            return surely(Envido(2))
        return either(Envido(2), self.bluff, Paso())

    def _answer(
        self, know: Knowledge, envite: Envite, won: float, us: int, them: int, legal: tuple[Action, ...]
    ) -> Action:
        bonus = BONUS[envite.lance]
        refuse = chance(know, us, them + envite.deje + bonus)
        if envite.ordago:
            left = won - self.respect_ordago
            return Quiero() if left > refuse and won > 0.5 else NoQuiero()
        left = min(1.0, max(0.0, won - self.respect - (self.respect_raise if envite.deje > 1 else 0.0)))
        stake = envite.stake
        accept = left * chance(know, us + stake + bonus, them) + (1 - left) * chance(
            know, us, them + stake + bonus
        )
        if refuse < self.far_behind and left > max(accept, refuse) + self.last_gain:
            return Ordago()
        if left > self.raise_at and stake < 10:
            wanted = 5 if stake < 5 else 10
            return amount(legal, Mas, wanted - stake) or Quiero()
        if them + stake >= 40 > us + stake and left > 0.5:
            return Ordago()
        return Quiero() if accept >= refuse else NoQuiero()


def refusing_loses(view: PlayerView, envite: Envite) -> bool:
    """Whether this seat is the last to answer and the deje would win the juego for the rivals."""
    public = view.public
    pair = public.rules.pair_of(view.seat)
    others = [
        seat
        for seat in envite.eligible
        if public.rules.pair_of(seat) == pair and seat != view.seat and seat not in envite.refused
    ]
    return not others and public.score[1 - pair] + envite.deje >= public.rules.target


def plain_chance(know: Knowledge, view: PlayerView, envite: Envite) -> float:
    """The chance of the pair in the open lance, from draws, mus, cut and declarations but no bets."""
    place = (view.seat - view.public.mano) % view.public.rules.seats
    return float(_MEMORY.chances(view.public, LANCE_NO[envite.lance])[place, know.hands.id_of(view.hand)])


class _Memory:
    """Chances by public facts: two seats of a table ask for the same ones, lance by lance."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._known: OrderedDict[tuple[object, ...], FloatArray] = OrderedDict()
        self._lock = Lock()

    def chances(self, view: PublicView, lance: int) -> FloatArray:
        key = (view.rules, view.mano, view.drawn, view.said_mus, view.cut_by, view.pares, view.juego, lance)
        with self._lock:
            found = self._known.get(key)
        if found is None:
            found = _plain(view, lance)
            with self._lock:
                self._known[key] = found
                while len(self._known) > self._size:
                    self._known.popitem(last=False)
        return found


def _plain(view: PublicView, lance: int) -> FloatArray:
    reading = start(view)
    for said in (2, 3):
        known = view.pares if said == 2 else view.juego
        if None not in known:
            reading = declared(reading, said, having_of(view, said))
    levels = reading.know.hands.levels[lance]
    return np.asarray(winning(reading.beliefs, levels, having_of(view, lance)))


_MEMORY = _Memory(256)
