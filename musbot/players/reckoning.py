"""A lance reckoned out with the beliefs of the moment, for one seat and its hand.

What each call does to the chance of winning the juego: closed lances that wait for the count are in it as
expected stones, lances to come as what they pay on average, an órdago as the juego. Rivals and partner are
taken to answer as the blueprint would with the hands they are believed to hold, one call deep. It serves
where the blueprint's tree has no place for the betting.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from musbot.engine.actions import Action, Envido, Mas, NoQuiero, Ordago, Paso, Quiero
from musbot.engine.state import Envite
from musbot.engine.view import PlayerView
from musbot.players.base import amount
from musbot.players.handsets import LANCE_NO, FloatArray, hand_set
from musbot.players.jugador import refusing_loses
from musbot.players.knowledge import Knowledge
from musbot.players.mixed import Policy
from musbot.players.reading import JUEGO_GUESS, PARES_GUESS, Reading
from musbot.players.valuing import chance
from musbot.players.winning import winning

PATIENCE = 0.6
"""How much better than V one stands against rivals who seem to call anything."""
SOFTNESS = 0.012
"""Differences in the chance of winning that make a call e times as likely."""


@dataclass(frozen=True, slots=True)
class Stand:
    """What a seat can count on in the open lance.

    Attributes:
        won: chance that its pair wins the lance, with its hand and the present beliefs about the others.
        us: stones of its pair with what it expects from the closed lances, of forty; `them` the rivals'.
        bonus: stones on top of the lance if its pair wins it; `their_bonus` if the rivals do.
        mano: whether its pair is mano of the next hand.
    """

    won: float
    us: float
    them: float
    bonus: float
    their_bonus: float
    mano: bool
    trust: float = 1.0


def stand(reading: Reading, view: PlayerView, envite: Envite) -> Stand:
    """What the seat of a view can count on."""
    know = reading.know
    public = view.public
    rules = public.rules
    seat = (view.seat - public.mano) % rules.seats
    hand = know.hands.id_of(view.hand)
    lance = LANCE_NO[envite.lance]
    others = unseen(reading, view, seat)
    won = float(winning(others, know.hands.levels[lance], reading.playing)[seat, hand])
    bonus, their_bonus = bonuses(know, reading.playing, seat, hand, lance)
    ahead, behind = to_come(reading, others, seat, hand, lance)
    us = reading.score[seat % 2] + float(reading.ours[seat, hand]) + ahead
    them = reading.score[1 - seat % 2] + float(reading.theirs[seat, hand]) + behind
    return Stand(won, us, them, bonus, their_bonus, seat % 2 == 1, reading.trust[1 - seat % 2])


def to_come(reading: Reading, others: FloatArray, seat: int, hand: int, lance: int) -> tuple[float, float]:
    """Bonuses that the lances to come may bring to the pair of a seat and to its rivals."""
    if lance > 2:
        return 0.0, 0.0
    know = reading.know
    seats = len(others)
    table = know.own_bonus[0 if lance < 2 else 1]
    stones = [0.0, 0.0]
    for one in range(seats):
        row = table[know.seat_row(one, seats)]
        stones[one % 2] += float(row[hand] if one == seat else others[one] @ row)
    return stones[seat % 2], stones[1 - seat % 2]


def unseen(reading: Reading, view: PlayerView, seat: int) -> FloatArray:
    """(S, N) beliefs about the others when the cards of one's own hand, kept and thrown, are taken out."""
    hands = reading.know.hands
    gone = sorted(hands.rank_of(card.rank) for card in (*view.hand, *view.thrown))
    beliefs = reading.beliefs * _scarcer(hands.kings, tuple(gone))
    beliefs[seat] = reading.beliefs[seat]
    total = beliefs.sum(axis=1, keepdims=True)
    return np.where(total > 0, beliefs / np.where(total > 0, total, 1.0), reading.beliefs)


@lru_cache(maxsize=512)
def _scarcer(kings: int, gone: tuple[int, ...]) -> FloatArray:
    """(N,) how much rarer each hand is when cards of some ranks, named by column, are gone.

    Each card that a hand holds is about as much rarer as there are fewer of its rank left.
    """
    hands = hand_set(kings)
    left = np.maximum(hands.deck - np.bincount(gone, minlength=len(hands.ranks)), 0) / hands.deck
    scarcer: FloatArray = np.prod(left[None, :] ** hands.counts, axis=1)
    scarcer.flags.writeable = False
    return scarcer


def bonuses(
    know: Knowledge, playing: tuple[int, ...], seat: int, hand: int, lance: int
) -> tuple[float, float]:
    """Stones on top of a lance, for the pair of a seat and for its rivals, as that seat expects them."""
    if lance == 4:
        return 1.0, 1.0
    if lance < 2:
        return 0.0, 0.0
    guess = PARES_GUESS if lance == 2 else JUEGO_GUESS
    own = (know.hands.pares_bonus if lance == 2 else know.hands.juego_bonus)[hand]
    mates = sum(mate % 2 == seat % 2 for mate in playing if mate != seat)
    rivals = sum(rival % 2 != seat % 2 for rival in playing)
    return float(own) + guess * mates, guess * rivals


def _juego(know: Knowledge, at: Stand, us: float, them: float) -> float:
    """The chance of the juego at a score; against rivals who call anything there is time to wait for better."""
    value = chance(know, us, them, at.mano)
    return float(value ** (1.0 - PATIENCE * (1.0 - at.trust)))


def shown_down(know: Knowledge, at: Stand, stake: float) -> float:
    """The chance of the juego when the lance is decided by the cards for `stake` stones and bonuses."""
    win = _juego(know, at, at.us + stake + at.bonus, at.them)
    lose = _juego(know, at, at.us, at.them + stake + at.their_bonus)
    return at.won * win + (1 - at.won) * lose


def refused(know: Knowledge, at: Stand, deje: int) -> float:
    """The chance of the juego when our pair refuses."""
    return _juego(know, at, at.us, at.them + deje + at.their_bonus)


def taken(know: Knowledge, at: Stand, deje: int) -> float:
    """The chance of the juego when the rivals refuse."""
    return _juego(know, at, at.us + deje + at.bonus, at.them)


def reckoned(reading: Reading, view: PlayerView, envite: Envite, legal: tuple[Action, ...]) -> Policy:
    """A policy for a bet that the blueprint does not know: what each call is worth, softly compared."""
    worths = worth_of(reading, view, envite, legal)
    best = max(worths.values())
    weights = {action: float(np.exp((worth - best) / SOFTNESS)) for action, worth in worths.items()}
    weights = {action: weight for action, weight in weights.items() if weight > LEAST}
    total = sum(weights.values())
    return tuple((action, weight / total) for action, weight in weights.items())


def worth_of(
    reading: Reading, view: PlayerView, envite: Envite, legal: tuple[Action, ...]
) -> dict[Action, float]:
    """The chance of the juego after each main call."""
    know = reading.know
    at = stand(reading, view, envite)
    if envite.bettor is None:
        return _opening(know, at, reading, view, envite, legal)
    return _answers(know, at, view, envite, legal)


def _opening(
    know: Knowledge, at: Stand, reading: Reading, view: PlayerView, envite: Envite, legal: tuple[Action, ...]
) -> dict[Action, float]:
    en_paso = 1.0 if LANCE_NO[envite.lance] < 2 else 0.0
    worths: dict[Action, float] = {Paso(): shown_down(know, at, en_paso)}
    for wanted in (2, 5):
        bet = amount(legal, Envido, wanted)
        if bet is not None:
            worths[bet] = _bet(know, at, float(wanted), 1)
    worths[Ordago()] = _ordago(at, taken(know, at, 1))
    return worths


def _answers(
    know: Knowledge, at: Stand, view: PlayerView, envite: Envite, legal: tuple[Action, ...]
) -> dict[Action, float]:
    if envite.ordago:
        worths: dict[Action, float] = {NoQuiero(): refused(know, at, envite.deje), Quiero(): at.won}
    else:
        worths = {
            NoQuiero(): refused(know, at, envite.deje),
            Quiero(): shown_down(know, at, float(envite.stake)),
            Ordago(): _ordago(at, taken(know, at, envite.stake)),
        }
        raised = amount(legal, Mas, 5)
        if isinstance(raised, Mas) and envite.stake < 12:
            worths[raised] = _bet(know, at, float(envite.stake + raised.n), envite.stake)
    if refusing_loses(view, envite):
        worths[NoQuiero()] = 0.0
    return worths


LEAST = 0.03
"""Calls that are so much less likely than the best are not made."""
FOLDS = 0.35
"""How often rivals refuse a bet, about, when nothing else is known."""
FOLDS_ORDAGO = 0.75


def _bet(know: Knowledge, at: Stand, stake: float, deje: int) -> float:
    kept = max(0.0, (at.won - FOLDS * min(1.0, at.won + 0.15)) / (1 - FOLDS))
    called = replace(at, won=at.trust * kept + (1 - at.trust) * at.won)
    return FOLDS * taken(know, at, deje) + (1 - FOLDS) * shown_down(know, called, stake)


def _ordago(at: Stand, if_refused: float) -> float:
    """Rivals refuse most of the time, and accept with what is good; those who call anything do neither."""
    folds = at.trust * FOLDS_ORDAGO + (1 - at.trust) * FOLDS
    kept = max(0.0, at.won - 0.28) if at.won < 0.995 else at.won
    called = at.trust * kept + (1 - at.trust) * at.won
    return folds * if_refused + (1 - folds) * called
