"""What a hand is worth in each lance (docs/rules.md §1 and §3), looked up and never computed twice.

Suits and the order of cards do not matter, so there are only 330 different hands with 8 kings and 715 with 4.
Their values are built once for each (kings, la_real) and found by adding four small numbers. Who wins a lance
among several seats is here too; what a lance pays is the business of `scoring`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import combinations_with_replacement

from musbot.engine.cards import HAND_SIZE, Rank
from musbot.engine.rules import LaReal, Rules
from musbot.engine.state import Hand, Lance

JUEGO_MIN = 31
"""The smallest sum that is a juego."""

_JUEGO_ORDER = (33, 34, 35, 36, 37, 40, 32, 31)  # worst to best
_LOW = {Rank.DOS: Rank.AS, Rank.TRES: Rank.REY}
_FIGURES = (Rank.SOTA, Rank.CABALLO, Rank.REY)


class ParesKind(Enum):
    """The three kinds of pares, worst first; the value is the name in notation and locales."""

    PAR = "par"
    MEDIAS = "medias"
    DUPLES = "duples"

    @property
    def bonus(self) -> int:
        """Stones that the kind pays at the count."""
        return _PARES_BONUS[self]


_PARES_BONUS = {ParesKind.PAR: 1, ParesKind.MEDIAS: 2, ParesKind.DUPLES: 3}


@dataclass(frozen=True, slots=True)
class HandValue:
    """The worth of a hand. Strengths are integers: higher is better, equal is a tie (nearer to mano wins).

    Attributes:
        ranks: the four ranks, best first, a 3 as REY and a 2 as AS when there are 8 kings.
        grande: strength at grande, from 0.
        chica: strength at chica, from 0.
        pares: strength at pares, 0 for none.
        juego: strength at juego, 0 for none.
        punto: strength at punto, which is the sum; 0 when the hand has juego.
        points: sum of the cards (figures 10, ace 1).
        pares_kind: par, medias or duples; None for none.
        pares_ranks: the rank of the par or medias, both ranks of duples (higher first), empty for none.
        pares_bonus: stones for pares at the count, 0 for none.
        juego_bonus: stones for juego at the count, 0 for none.
        la_real: the hand is 7-7-7 and a ten-card that beats every other 31 under these rules.
    """

    ranks: tuple[Rank, ...]
    grande: int
    chica: int
    pares: int
    juego: int
    punto: int
    points: int
    pares_kind: ParesKind | None
    pares_ranks: tuple[Rank, ...]
    pares_bonus: int
    juego_bonus: int
    la_real: bool

    def strength(self, lance: Lance) -> int:
        """The strength in a lance; 0 in PARES or JUEGO means that the hand may not play it."""
        found: int = getattr(self, lance._value_)  # the field has the lance's name
        return found

    def has(self, lance: Lance) -> bool:
        """Whether the hand may play a lance: always, except PARES and JUEGO without the combination."""
        match lance:
            case Lance.PARES:
                return self.pares > 0
            case Lance.JUEGO:
                return self.juego > 0
            case _:
                return True


@dataclass(frozen=True, slots=True)
class HandTable:
    """All hand values for one reading of the cards.

    Attributes:
        weights: by printed number, what a card adds to the key of its hand.
        values: hand value by key.
    """

    weights: tuple[int, ...]
    values: Mapping[int, HandValue]


def canonical(rank: Rank, kings: int) -> Rank:
    """What a rank counts as: with 8 kings a 3 is a REY and a 2 an AS, with 4 every card is itself."""
    return _LOW.get(rank, rank) if kings == 8 else rank


def points_of(rank: Rank, kings: int) -> int:
    """What a card adds to the sum for juego and punto."""
    rank = canonical(rank, kings)
    return 10 if rank in _FIGURES else int(rank)


@cache
def hand_table(kings: int, la_real: LaReal) -> HandTable:
    """Every hand's value, built at the first use (330 hands with 8 kings, 715 with 4)."""
    ranks = [rank for rank in Rank if canonical(rank, kings) is rank]
    weight = {rank: 5**i for i, rank in enumerate(ranks)}  # base 5: a hand holds a rank at most four times
    multisets = [tuple(reversed(low)) for low in combinations_with_replacement(ranks, HAND_SIZE)]
    grande = _dense(multisets)
    chica = _dense(tuple(-rank for rank in reversed(hand)) for hand in multisets)
    pares = _dense(_pares_key(hand) for hand in multisets)
    values = {}
    for hand in multisets:
        points = sum(points_of(rank, kings) for rank in hand)
        real = _is_la_real(hand, kings, la_real)
        key = _pares_key(hand)
        kind = tuple(ParesKind)[key[0] - 1] if key else None
        values[sum(weight[rank] for rank in hand)] = HandValue(
            ranks=hand,
            grande=grande[hand],
            chica=chica[tuple(-rank for rank in reversed(hand))],
            pares=pares[key],
            juego=_juego_strength(points, real),
            punto=points if points < JUEGO_MIN else 0,
            points=points,
            pares_kind=kind,
            pares_ranks=tuple(Rank(rank) for rank in key[1:]),
            pares_bonus=kind.bonus if kind else 0,
            juego_bonus=_juego_bonus(points),
            la_real=real,
        )
    return HandTable(tuple(_weight_of(number, kings, weight) for number in range(max(Rank) + 1)), values)


def value_of(hand: Hand, rules: Rules) -> HandValue:
    """The value of a hand of four cards under these rules."""
    # Found without hashing an enum's member, which costs more than the rest of this together.
    found = _TABLES.get((rules.kings, rules.la_real._value_)) or _table_for(rules)
    w, values = found
    a, b, c, d = hand
    return values[w[a.rank] + w[b.rank] + w[c.rank] + w[d.rank]]


_TABLES: dict[tuple[int, str], tuple[tuple[int, ...], Mapping[int, HandValue]]] = {}


def _table_for(rules: Rules) -> tuple[tuple[int, ...], Mapping[int, HandValue]]:
    table = hand_table(rules.kings, rules.la_real)
    found = _TABLES[rules.kings, rules.la_real.value] = (table.weights, table.values)
    return found


def holders(lance: Lance, hands: Sequence[Hand], order: Iterable[int], rules: Rules) -> tuple[int, ...]:
    """The seats of `order` that may play a lance, in that order."""
    return tuple(seat for seat in order if value_of(hands[seat], rules).has(lance))


def best_seat(lance: Lance, hands: Sequence[Hand], order: Iterable[int], rules: Rules) -> int:
    """The seat of `order` (speaking order) that wins a lance; the earlier one of equal hands.

    Raises:
        ValueError: no seat in `order` may play the lance.
    """
    best, strength = -1, -1
    for seat in order:
        value = value_of(hands[seat], rules)
        if value.has(lance) and value.strength(lance) > strength:
            best, strength = seat, value.strength(lance)
    if best < 0:
        raise ValueError(f"nobody can win {lance.value}")
    return best


def _weight_of(number: int, kings: int, weight: Mapping[Rank, int]) -> int:
    try:
        return weight[canonical(Rank(number), kings)]
    except ValueError:  # 0, 8 and 9 are no cards
        return 0


def _dense(keys: Iterable[tuple[int, ...]]) -> dict[tuple[int, ...], int]:
    return {key: place for place, key in enumerate(sorted(set(keys)))}


def _pares_key(hand: tuple[Rank, ...]) -> tuple[int, ...]:
    """(kind from 1, rank...) or empty for none; the order of keys is the order of pares."""
    counts = {rank: hand.count(rank) for rank in hand}  # ranks come highest first
    paired = [int(rank) for rank, count in counts.items() if count >= 2]
    if not paired:
        return ()
    if max(counts.values()) == 4:
        return (3, paired[0], paired[0])
    if len(paired) == 2:
        return (3, *paired)
    return (2 if max(counts.values()) == 3 else 1, paired[0])


def _is_la_real(hand: tuple[Rank, ...], kings: int, la_real: LaReal) -> bool:
    if hand.count(Rank.SIETE) != 3:
        return False
    (other,) = (rank for rank in hand if rank is not Rank.SIETE)
    match la_real:
        case LaReal.OFF:
            return False
        case LaReal.SOTA:
            return other is Rank.SOTA
        case LaReal.FIGURE:
            return points_of(other, kings) == 10


def _juego_strength(points: int, real: bool) -> int:
    if points < JUEGO_MIN:
        return 0
    return len(_JUEGO_ORDER) + 1 if real else _JUEGO_ORDER.index(points) + 1


def _juego_bonus(points: int) -> int:
    if points < JUEGO_MIN:
        return 0
    return 3 if points == JUEGO_MIN else 2
