"""The chance of the juego when the open lance ends so, with all that the count may still bring, in its order.

Stones of accepted and passed lances are scored at the end of the hand, grande first, and the first pair at forty
has won (docs/rules.md §5). So each other lance of the hand is a coin of its own here, thrown in its turn: close to
forty an expected number of stones would tell something else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from operator import attrgetter

from musbot.engine.state import LanceResult, Outcome
from musbot.engine.view import PlayerView
from musbot.players.handsets import LANCE_NO, FloatArray, IntArray
from musbot.players.knowledge import Knowledge
from musbot.players.reading import FULL_SCORE, Reading, having_of
from musbot.players.reckoning import bonuses, to_come
from musbot.players.valuing import chance
from musbot.players.winning import winning

Stones = tuple[float, float]
"""For our pair and for the rivals."""

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
        lance: its place in the count, 0 to 3.
        won: chance that our pair takes it.
        us: stones for our pair then; `them` for the rivals otherwise.
    """

    lance: int
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
        ways: chance, and what comes before and after the open lance.
        bonus: stones on top of the open lance for who takes it.
        power: what V is raised to; less than 1 where there is time to wait.
    """

    know: Knowledge
    score: Stones
    mano: bool
    ways: tuple[tuple[float, tuple[Stones, ...], tuple[Stones, ...]], ...]
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


def count_of(reading: Reading, view: PlayerView, others: FloatArray, bonus: Stones) -> Count:
    """The count as the seat of a view can foresee it while a lance is open.

    Args:
        reading: what the calls tell.
        view: of a seat that is asked in a lance.
        others: (S, N) beliefs with the seat's own cards taken out (`reckoning.unseen`).
        bonus: stones on top of the open lance.
    """
    seat = (view.seat - view.public.mano) % view.public.rules.seats
    here = min(reading.lance, 3)
    coins = sorted(
        (*_closed(reading, view, others), *_to_come(reading, view, others)), key=attrgetter("lance")
    )
    return Count(
        know=reading.know,
        score=(reading.score[seat % 2], reading.score[1 - seat % 2]),
        mano=seat % 2 == 1,
        ways=tuple(_ways(coins, here)),
        bonus=bonus,
        power=1.0 - PATIENCE * (1.0 - reading.trust[1 - seat % 2]),
    )


def _ways(coins: list[Coin], here: int) -> Iterator[tuple[float, tuple[Stones, ...], tuple[Stones, ...]]]:
    first = [coin for coin in coins if coin.lance < here]
    for sides in product((True, False), repeat=len(coins)):
        likely = 1.0
        pieces: list[Stones] = []
        for coin, ours in zip(coins, sides, strict=True):
            likely *= coin.won if ours else 1.0 - coin.won
            pieces.append((coin.us, 0.0) if ours else (0.0, coin.them))
        if likely >= RARE:
            yield likely, tuple(pieces[: len(first)]), tuple(pieces[len(first) :])


def _closed(reading: Reading, view: PlayerView, others: FloatArray) -> Iterator[Coin]:
    """The lances of this hand that were settled and wait for the count."""
    seat = (view.seat - view.public.mano) % view.public.rules.seats
    hands = reading.know.hands
    hand = hands.id_of(view.hand)
    for result in view.public.results:
        lance = LANCE_NO[result.lance]
        having = having_of(view.public, lance)
        us, them = bonuses(reading.know, having, seat, hand, lance)
        stake, won = _settled(result, lance), None
        if result.outcome in (Outcome.RECHAZADO, Outcome.UN_LADO):
            won = float(result.pair == view.public.rules.pair_of(view.seat))
        elif having:
            won = _wins(others, hands.levels[lance], having, seat, hand)
        if won is not None and us + them + stake > 0:
            yield Coin(min(lance, 3), won, us + stake, them + stake)


def _settled(result: LanceResult, lance: int) -> float:
    """Stones of the bet that the count pays; a deje has been paid."""
    match result.outcome:
        case Outcome.QUERIDO:
            return float(result.stake)
        case Outcome.EN_PASO if lance < 2:
            return 1.0
        case _:
            return 0.0


def _wins(others: FloatArray, levels: IntArray, having: tuple[int, ...], seat: int, hand: int) -> float:
    """The chance that the pair of a seat has the best hand among those who play."""
    chances = winning(others, levels, having)
    if seat in having:
        return float(chances[seat, hand])
    mates = [mate for mate in having if mate % 2 == seat % 2]
    return float(others[mates[0]] @ chances[mates[0]]) if mates else 0.0


def _to_come(reading: Reading, view: PlayerView, others: FloatArray) -> Iterator[Coin]:
    """The lances after the open one: a stone for chica, the bonuses of pares and juego."""
    know, seats = reading.know, len(others)
    seat = (view.seat - view.public.mano) % seats
    hand = know.hands.id_of(view.hand)
    everybody = tuple(range(seats))
    if reading.lance < 1:
        yield Coin(1, _wins(others, know.hands.levels[1], everybody, seat, hand), 1.0, 1.0)
    before_pares, before_juego = (to_come(reading, others, seat, hand, lance) for lance in (1, 2))
    if reading.lance < 2:
        both = tuple(a - b for a, b in zip(before_pares, before_juego, strict=True))
        yield _coin(2, _wins(others, know.hands.levels[2], everybody, seat, hand), both[0], both[1])
    if reading.lance < 3:
        yield _coin(3, _wins(others, know.hands.levels[3], everybody, seat, hand), *before_juego)


def _coin(lance: int, won: float, us: float, them: float) -> Coin:
    """A coin that brings these stones on average."""
    won = min(max(won, 0.02), 0.98)
    return Coin(lance, won, min(max(us, 0.0) / won, MOST), min(max(them, 0.0) / (1 - won), MOST))
