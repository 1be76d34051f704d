"""A player for every day: it bets what it holds and does not bluff, so a partner can read it.

Its chances are exact against random cards and made smaller for rivals who have drawn or bet; when to accept follows
from what accepting and refusing cost in stones. No órdago without a hand that hardly loses, or nothing to lose.
"""

from dataclasses import dataclass
from random import Random

from musbot.engine.actions import Action, Corto, Descarte, Envido, Mas, Mus, NoQuiero, Ordago, Quiero
from musbot.engine.hands import value_of
from musbot.engine.state import Envite, Lance
from musbot.engine.view import PlayerView
from musbot.players.base import amount, quietest
from musbot.players.odds import best_discard, odds, worth

_PARTNER = 0.2  # chance that the partner wins a lance that one's own hand does not, about
_RIVAL_BONUS = {Lance.PARES: 1.5, Lance.JUEGO: 2.0, Lance.PUNTO: 1.0}  # what the rivals get on top, about


@dataclass(frozen=True, slots=True)
class HonestPlayer:
    """Plays by thresholds.

    Attributes:
        cut_at: share of all hands that must be worth less for the mus to be cut.
        open_at: chance of the lance from which it bets.
        raise_at: chance from which it raises a bet.
        sure_at: chance from which it accepts an órdago; it calls one only a little above.
        margin: chance on top of what the stones ask for before it accepts a bet.
    """

    cut_at: float = 0.68
    open_at: float = 0.62
    raise_at: float = 0.82
    sure_at: float = 0.93
    margin: float = 0.06

    def choose(self, view: PlayerView, legal: tuple[Action, ...], rng: Random) -> Action:
        """What the hand is worth; `rng` only varies the size of bets and how slowly a sure hand is played."""
        envite = view.public.envite
        if isinstance(legal[0], Mus):
            return Corto() if self._cuts(view) else Mus()
        if isinstance(legal[0], Descarte):
            return best_discard(view.hand, view.public.rules)
        if envite is None:
            return quietest(legal)
        if envite.bettor is None:
            return self._open(view, envite, legal, rng)
        return self._answer(view, envite, legal, rng)

    def _cuts(self, view: PlayerView) -> bool:
        """A good hand cuts, mano sooner, and everyone sooner when the mus goes on or the end is near."""
        public = view.public
        rules = public.rules
        threshold = self.cut_at - 0.05 * public.mus_round
        if view.seat == public.mano or (rules.mus_corrido and public.first_of_juego):
            threshold -= 0.06
        if max(public.score) >= rules.target - 5:
            threshold -= 0.05
        return worth(view.hand, rules) >= threshold

    def _open(self, view: PlayerView, envite: Envite, legal: tuple[Action, ...], rng: Random) -> Action:
        own = chance(view, envite)
        together = own + (1 - own) * _partner_helps(view, envite)
        rivals_passed = sum(1 for seat in envite.passed if seat % 2 != view.seat % 2)
        threshold = self.open_at - 0.04 * rivals_passed
        if _desperate(view) and own >= 0.6:
            return Ordago()
        if together < threshold:
            return quietest(legal)
        if own >= self.sure_at and rng.random() < 0.25:
            return quietest(legal)  # sometimes lets the rivals come
        size = 2 if together < 0.8 else rng.choice((2, 3, 5) if together < 0.92 else (3, 5, 7))
        return amount(legal, Envido, size) or quietest(legal)

    def _answer(self, view: PlayerView, envite: Envite, legal: tuple[Action, ...], rng: Random) -> Action:
        own = chance(view, envite)
        shaded = own ** (1.0 + 0.3 * envite.level)  # who bets holds something
        if envite.ordago:
            return self._answer_ordago(view, envite, own, shaded)
        if own >= 0.97 and shaded >= self.sure_at and (_desperate(view) or rng.random() < 0.15):
            return Ordago()
        if shaded >= self.raise_at and envite.level < 3:
            raised = amount(legal, Mas, rng.choice((2, 3, 5)))
            if raised is not None:
                return raised
        if _loses_by_refusing(view, envite):
            return Quiero()
        together = shaded + (1 - shaded) * _partner_helps(view, envite) / 2
        return Quiero() if together >= _price(view, envite) + self.margin else NoQuiero()

    def _answer_ordago(self, view: PlayerView, envite: Envite, own: float, shaded: float) -> Action:
        if own >= self.sure_at and shaded >= self.sure_at - 0.1:
            return Quiero()
        if _loses_by_refusing(view, envite):
            return Quiero()
        return Quiero() if _desperate(view) and shaded >= 0.55 else NoQuiero()


def chance(view: PlayerView, envite: Envite) -> float:
    """The chance that this hand beats every rival in the lance.

    Exact against random cards; a rival who has drawn holds something better than random, and counts for more than
    one of them.
    """
    public = view.public
    rules = public.rules
    order = rules.order_from(public.mano)
    mine = odds(view.hand, envite.lance, rules)
    rounds = min(len(public.drawn), 2)
    result = 1.0
    for rival in envite.eligible:
        if rules.pair_of(rival) != rules.pair_of(view.seat):
            wins = mine.wins(order.index(view.seat) < order.index(rival))
            result *= wins ** (1.0 + 0.3 * rounds)
    return result


def _partner_helps(view: PlayerView, envite: Envite) -> float:
    """What the partners in the lance add; one who has passed or refused adds little."""
    quiet = {*envite.passed, *envite.refused}
    pair = view.public.rules.pair_of(view.seat)
    partners = [seat for seat in envite.eligible if seat % 2 == pair and seat != view.seat]
    nothing = 1.0
    for seat in partners:
        nothing *= 1 - (_PARTNER / 2 if seat in quiet else _PARTNER)
    return 1 - nothing


def _price(view: PlayerView, envite: Envite) -> float:
    """The chance from which accepting costs less than refusing, in stones, bonuses included."""
    value = value_of(view.hand, view.public.rules)
    own = {Lance.PARES: value.pares_bonus, Lance.JUEGO: value.juego_bonus, Lance.PUNTO: 1}.get(
        envite.lance, 0
    )
    swing = 2 * envite.stake + own + _RIVAL_BONUS.get(envite.lance, 0.0)
    return (envite.stake - envite.deje) / swing


def _missing(view: PlayerView) -> tuple[int, int]:
    """Stones that one's own pair and the rivals lack."""
    target = view.public.rules.target
    pair = view.public.rules.pair_of(view.seat)
    return target - view.public.score[pair], target - view.public.score[1 - pair]


def _desperate(view: PlayerView) -> bool:
    """The rivals are about to win and one's own pair is far away: an órdago has little to lose."""
    own, rivals = _missing(view)
    return rivals <= 3 and own >= 12


def _loses_by_refusing(view: PlayerView, envite: Envite) -> bool:
    """Nobody else can answer and the deje would win the juego for the rivals."""
    _, rivals = _missing(view)
    pair = view.public.rules.pair_of(view.seat)
    others = [s for s in envite.eligible if s % 2 == pair and s != view.seat and s not in envite.refused]
    return not others and envite.deje >= rivals
