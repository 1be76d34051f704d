"""Players that never change, to measure others against (docs/players.md has what they do and why they are these).

`always-pass` and `calling-station` play mus and discards like the plain player, so only their betting is weak;
`honest` never bluffs; `pot-odds` pays what the stones are worth and bluffs one time in sixteen.
"""

from dataclasses import dataclass

from musbot.engine.actions import Action, Corto, Descarte, Envido, Mas, Mus, NoQuiero, Ordago, Paso, Quiero
from musbot.engine.state import Envite
from musbot.engine.view import PlayerView
from musbot.players.base import amount, quietest
from musbot.players.handsets import LANCE_NO
from musbot.players.knowledge import Knowledge, knowledge_for
from musbot.players.mixed import MixedPlayer, Policy, either, surely
from musbot.players.musplay import PLAIN, mus_or_cut, throw_away
from musbot.players.reading import of_forty


@dataclass(frozen=True, slots=True)
class Asked:
    """What a fixed player looks at: the chance of its pair from the average world after mus, and the score."""

    chance: float
    us: int
    them: int
    envite: Envite


class PlainPlayer(MixedPlayer):
    """Mus and discards of the plain player; a lance is left to `bet`."""

    __slots__ = ()

    def policy(self, view: PlayerView, legal: tuple[Action, ...]) -> Policy:
        """The chances of the calls."""
        know = knowledge_for(view.public.rules)
        if isinstance(legal[0], Mus):
            return either(Corto(), mus_or_cut(know, view, PLAIN), Mus())
        if isinstance(legal[0], Descarte):
            return surely(throw_away(know, view, PLAIN))
        if view.public.envite is None:
            return surely(quietest(legal))
        return self.bet(_look(know, view, view.public.envite), legal)

    def bet(self, asked: Asked, legal: tuple[Action, ...]) -> Policy:
        """The chances of the calls in a lance."""
        raise NotImplementedError


def _look(know: Knowledge, view: PlayerView, envite: Envite) -> Asked:
    rules = view.public.rules
    place = (view.seat - view.public.mano) % rules.seats
    row = know.seat_row(place, rules.seats)
    won = float(know.after_mus[LANCE_NO[envite.lance], row, know.hands.id_of(view.hand)])
    pair = rules.pair_of(view.seat)
    score = view.public.score
    return Asked(won, of_forty(rules, score[pair]), of_forty(rules, score[1 - pair]), envite)


def _raise(legal: tuple[Action, ...], envite: Envite) -> Action:
    """To five, to ten, and then nothing more."""
    wanted = 5 if envite.stake < 5 else 10
    more = amount(legal, Mas, max(1, wanted - envite.stake))
    return more if more is not None and envite.stake < 10 else Quiero()


class AlwaysPass(PlainPlayer):
    """Passes and refuses."""

    __slots__ = ()

    def bet(self, asked: Asked, legal: tuple[Action, ...]) -> Policy:
        """The quietest call."""
        return surely(quietest(legal))


class CallingStation(PlainPlayer):
    """Never bets, accepts everything."""

    __slots__ = ()

    def bet(self, asked: Asked, legal: tuple[Action, ...]) -> Policy:
        """Paso or quiero."""
        return surely(quietest(legal) if asked.envite.bettor is None else Quiero())


class Thresholds(PlainPlayer):
    """Bets what it holds, by fixed chances, and never anything else."""

    __slots__ = ()

    def bet(self, asked: Asked, legal: tuple[Action, ...]) -> Policy:
        """By the chance alone."""
        p = asked.chance
        if asked.envite.bettor is None:
            return surely(Envido(5) if p > 0.85 else Envido(2) if p > 0.62 else Paso())
        if asked.envite.ordago:
            return surely(Quiero() if p > 0.85 else NoQuiero())
        if p > 0.85:
            return surely(_raise(legal, asked.envite))
        return surely(Quiero() if p > 0.5 else NoQuiero())


@dataclass(frozen=True, slots=True)
class PotOdds(PlainPlayer):
    """Accepts when the stones are worth it and bluffs a little.

    Attributes:
        bluff: chance of a bet of two with nothing.
    """

    bluff: float = 0.06

    def bet(self, asked: Asked, legal: tuple[Action, ...]) -> Policy:
        """By the chance, the stones and the end of the juego."""
        p, us, them = asked.chance, asked.us, asked.them
        envite = asked.envite
        if envite.bettor is None:
            if them >= 35 and us < them - 4 and p > 0.6:
                return surely(Ordago())
            if p > 0.85:
                return surely(Envido(5))
            return either(Envido(2), 1.0 if p > 0.58 else self.bluff, Paso())
        shaded = p - 0.13
        if envite.ordago:
            return surely(Quiero() if p > (0.55 if them >= 36 else 0.8) else NoQuiero())
        if shaded > 0.72 and envite.stake < 10:
            return surely(_raise(legal, envite))
        if them >= 36 and shaded > 0.5:
            return surely(Ordago())
        price = (envite.stake - envite.deje) / (2.0 * envite.stake)
        return surely(Quiero() if shaded >= price else NoQuiero())
