"""The chance of the juego when the open lance ends so, with all that the count may still bring, in its order.

Stones of accepted and passed lances are scored at the end of the hand, grande first, and the first pair at forty
has won (docs/rules.md §5). So each other lance of the hand is a coin of its own here, thrown in its turn: close to
forty an expected number of stones would tell something else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from musbot.engine.state import Outcome
from musbot.engine.view import PlayerView
from musbot.players.handsets import LANCE_NO, FloatArray, IntArray
from musbot.players.knowledge import Knowledge
from musbot.players.reading import FULL_SCORE, Reading, having_of, waiting
from musbot.players.reckoning import bonuses, to_come
from musbot.players.valuing import chance
from musbot.players.winning import winning

Stones = tuple[float, float]
"""For our pair and for the rivals."""
Way = tuple[float, tuple[Stones, ...], tuple[Stones, ...]]
"""How likely it is, and what is counted before and after the open lance."""

PATIENCE = 0.5
"""How much better than V one stands against rivals who play plainly: there is time to wait for a better hand."""
MOST = 6.0
"""Stones that pares or juego bring besides a bet, at most."""
RARE = 0.002
"""Ways of the count that are less likely than this are left out."""


@dataclass(frozen=True, slots=True)
class Coin:
    """A lance that is still to be counted.

    Attributes:
        won: chance that our pair takes it.
        us: stones for our pair then; `them` for the rivals otherwise.
    """

    won: float
    us: float
    them: float


@dataclass(frozen=True, slots=True)
class Count:
    """The count of a hand around its open lance.

    Attributes:
        know: the tables.
        score: stones that are sure, of forty.
        mano: whether our pair is mano of the next hand.
        ways: all the ways in which the other lances may go.
        bonus: stones on top of the open lance for who takes it.
        power: what V is raised to; less than 1 where there is time to wait.
    """

    know: Knowledge
    score: Stones
    mano: bool
    ways: tuple[Way, ...]
    bonus: Stones
    power: float = 1.0

    def taken(self, *, ours: bool, stake: float) -> float:
        """The chance of the juego when a pair takes the lance at the count for a stake and its bonus."""
        return self._over(self.score, self._stones(ours, stake))

    def refused(self, *, ours: bool, deje: int) -> float:
        """The chance of the juego when a refusal pays a pair its deje at once; the bonus waits for the count."""
        us, them = self.score
        score = (us + deje, them) if ours else (us, them + deje)
        return self._over(score, self._stones(ours, 0.0))

    def _stones(self, ours: bool, stake: float) -> Stones:
        return (stake + self.bonus[0], 0.0) if ours else (0.0, stake + self.bonus[1])

    def _over(self, score: Stones, here: Stones) -> float:
        return sum(
            likely * self._counted(score, (*before, here, *after)) for likely, before, after in self.ways
        )

    def _counted(self, score: Stones, pieces: tuple[Stones, ...]) -> float:
        us, them = score
        for more_us, more_them in ((0.0, 0.0), *pieces):
            us, them = us + more_us, them + more_them
            if us >= FULL_SCORE:
                return 1.0
            if them >= FULL_SCORE:
                return 0.0
        return float(chance(self.know, us, them, self.mano) ** self.power)


def count_of(reading: Reading, view: PlayerView, others: FloatArray) -> Count:
    """The count as the seat of a view can foresee it while a lance is open.

    Args:
        reading: what the calls tell.
        view: of a seat that is asked in a lance.
        others: (S, N) beliefs with the seat's own cards taken out (`reckoning.unseen`).
    """
    seat = (view.seat - view.public.mano) % view.public.rules.seats
    hand = reading.know.hands.id_of(view.hand)
    before = tuple(_closed(reading, view, others, seat, hand))
    after = tuple(_to_come(reading, others, seat, hand))
    return Count(
        know=reading.know,
        score=(reading.score[seat % 2], reading.score[1 - seat % 2]),
        mano=seat % 2 == 1,
        ways=tuple(_ways(before, after)),
        bonus=bonuses(reading.know, reading.playing, seat, hand, reading.lance),
        power=1.0 - PATIENCE * (1.0 - reading.trust[1 - seat % 2]),
    )


def _ways(before: tuple[Coin, ...], after: tuple[Coin, ...]) -> Iterator[Way]:
    coins = before + after
    for sides in product((True, False), repeat=len(coins)):
        likely = 1.0
        pieces: list[Stones] = []
        for coin, ours in zip(coins, sides, strict=True):
            likely *= coin.won if ours else 1.0 - coin.won
            pieces.append((coin.us, 0.0) if ours else (0.0, coin.them))
        if likely >= RARE:
            yield likely, tuple(pieces[: len(before)]), tuple(pieces[len(before) :])


def _closed(reading: Reading, view: PlayerView, others: FloatArray, seat: int, hand: int) -> Iterator[Coin]:
    """The lances of this hand that were settled and wait for the count."""
    for result in view.public.results:
        lance = LANCE_NO[result.lance]
        having = having_of(view.public, lance)
        us, them = bonuses(reading.know, having, seat, hand, lance)
        stake, won = waiting(result, lance), None
        if result.outcome in (Outcome.RECHAZADO, Outcome.UN_LADO):
            won = float(result.pair == view.public.rules.pair_of(view.seat))
        elif having:
            won = _wins(others, reading.know.hands.levels[lance], having, seat, hand)
        if won is not None and us + them + stake > 0:
            yield Coin(won, us + stake, them + stake)


def _wins(others: FloatArray, levels: IntArray, having: tuple[int, ...], seat: int, hand: int) -> float:
    """The chance that the pair of a seat has the best hand among those who play."""
    chances = winning(others, levels, having)
    if seat in having:
        return float(chances[seat, hand])
    mates = [mate for mate in having if mate % 2 == seat % 2]
    return float(others[mates[0]] @ chances[mates[0]]) if mates else 0.0


def _to_come(reading: Reading, others: FloatArray, seat: int, hand: int) -> Iterator[Coin]:
    """The lances after the open one: a stone for chica, the bonuses of pares and juego."""
    levels = reading.know.hands.levels
    everybody = tuple(range(len(others)))
    if reading.lance < 1:
        yield Coin(_wins(others, levels[1], everybody, seat, hand), 1.0, 1.0)
    before_pares, before_juego = (to_come(reading, others, seat, hand, lance) for lance in (1, 2))
    if reading.lance < 2:
        both = tuple(a - b for a, b in zip(before_pares, before_juego, strict=True))
        yield _coin(_wins(others, levels[2], everybody, seat, hand), both[0], both[1])
    if reading.lance < 3:
        yield _coin(_wins(others, levels[3], everybody, seat, hand), *before_juego)


def _coin(won: float, us: float, them: float) -> Coin:
    """A coin that brings these stones on average."""
    won = min(max(won, 0.02), 0.98)
    return Coin(won, min(max(us, 0.0) / won, MOST), min(max(them, 0.0) / (1 - won), MOST))
