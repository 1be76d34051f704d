"""What hands are worth: the cases, every pair of hands against a second comparator, exact counts of the deck."""

import json
from collections import Counter
from itertools import combinations
from math import comb, factorial, prod
from pathlib import Path
from typing import Any

import pytest

from musbot.engine.cards import DECK, Rank
from musbot.engine.hands import HandValue, ParesKind, best_seat, hand_table, holders, value_of
from musbot.engine.rules import LaReal, Rules
from musbot.engine.state import Lance
from tests.support.engine import hands_of, one_hand
from tests.support.engine_reference import compare, may_play, worth

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data/hands.json").read_text())
BOTH_DECKS = pytest.mark.parametrize("kings", [8, 4])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_better_hand_of_a_case_wins_its_lance(case: dict[str, Any]) -> None:
    rules = Rules(kings=case["kings"])
    lance = Lance(case["lance"])
    pair = (one_hand(case["first"]), one_hand(case["second"]))
    having = holders(lance, pair, (0, 1), rules)
    if case["winner"] == "none":
        assert having == ()
        return
    if case["winner"] == "tie":
        expected = {(0, 1): 0, (1, 0): 1}
    else:
        seat = ("first", "second").index(case["winner"])
        expected = {(0, 1): seat, (1, 0): seat}
    assert {order: best_seat(lance, pair, order, rules) for order in expected} == expected


def test_there_are_as_many_cases_as_were_collected() -> None:
    assert len(CASES) == 75


@BOTH_DECKS
@pytest.mark.parametrize("lance", Lance)
def test_every_two_hands_compare_as_the_rules_say(kings: int, lance: Lance) -> None:
    values = sorted(hand_table(kings, LaReal.OFF).values.values(), key=lambda value: value.strength(lance))
    mine = [value.strength(lance) for value in values]
    theirs = [worth(lance.value, [int(rank) for rank in value.ranks], kings) for value in values]
    for i, j in combinations(range(len(values)), 2):
        assert (mine[i] > mine[j]) - (mine[i] < mine[j]) == compare(theirs[i], theirs[j]), values[i].ranks


@BOTH_DECKS
def test_who_may_play_a_lance_is_what_the_rules_say(kings: int) -> None:
    for value in hand_table(kings, LaReal.OFF).values.values():
        numbers = [int(rank) for rank in value.ranks]
        assert all(value.has(lance) == may_play(lance.value, numbers, kings) for lance in Lance)


@BOTH_DECKS
@pytest.mark.parametrize("la_real", [LaReal.SOTA, LaReal.FIGURE])
def test_la_real_changes_juego_and_nothing_else(kings: int, la_real: LaReal) -> None:
    plain = hand_table(kings, LaReal.OFF).values
    real = hand_table(kings, la_real).values
    reals = [value for value in real.values() if value.la_real]
    assert len(reals) == (1 if la_real is LaReal.SOTA else 3)
    theirs = {key: worth("juego", list(value.ranks), kings, la_real.value) for key, value in real.items()}
    for key, value in real.items():
        for other_key, other in real.items():
            better = (value.juego > other.juego) - (value.juego < other.juego)
            assert better == compare(theirs[key], theirs[other_key]), value.ranks
        for lance in (Lance.GRANDE, Lance.CHICA, Lance.PARES, Lance.PUNTO):
            assert value.strength(lance) == plain[key].strength(lance)


def test_with_eight_kings_a_three_makes_la_real_figure_and_with_four_it_does_not() -> None:
    hand = one_hand("7 7 7 3")
    assert value_of(hand, Rules(kings=8, la_real=LaReal.FIGURE)).la_real
    assert not value_of(hand, Rules(kings=8, la_real=LaReal.SOTA)).la_real
    assert not value_of(hand, Rules(kings=4, la_real=LaReal.FIGURE)).la_real


def test_of_two_reals_the_one_nearer_to_mano_wins() -> None:
    rules = Rules(la_real=LaReal.FIGURE)
    hands = (one_hand("7 7 7 C"), one_hand("7 7 7 R"))
    assert best_seat(Lance.JUEGO, hands, (1, 0), rules) == 1
    assert best_seat(Lance.JUEGO, hands, (0, 1), rules) == 0


@pytest.mark.parametrize(
    ("text", "kings", "kind", "paired", "points"),
    [
        ("R 3 7 A", 8, ParesKind.PAR, [Rank.REY], 28),
        ("R 3 7 A", 4, None, [], 21),
        ("2 A A 7", 8, ParesKind.MEDIAS, [Rank.AS], 10),
        ("S S C C", 8, ParesKind.DUPLES, [Rank.CABALLO, Rank.SOTA], 40),
        ("5 5 5 5", 4, ParesKind.DUPLES, [Rank.CINCO, Rank.CINCO], 20),
    ],
)
def test_a_hand_knows_its_pares_and_its_sum(
    text: str, kings: int, kind: ParesKind | None, paired: list[Rank], points: int
) -> None:
    value = value_of(one_hand(text), Rules(kings=kings))
    assert (value.pares_kind, list(value.pares_ranks), value.points) == (kind, paired, points)


def test_nobody_can_win_pares_without_pares() -> None:
    with pytest.raises(ValueError, match="pares"):
        best_seat(Lance.PARES, hands_of("R C S 7", "4 5 6 7"), (0, 1), Rules())


@pytest.mark.parametrize(
    ("kings", "multisets", "pares", "juegos"),
    [
        (8, 330, (39_680, 43_776, 4_448, 3_486), (8_384, 2_640, 1_820, 2_240, 2_240, 2_240, 2_960, 1_920)),
        (4, 715, (53_760, 34_560, 1_440, 1_630), (3_040, 2_332, 495, 880, 880, 880, 1_276, 1_936)),
    ],
)
def test_the_deck_holds_the_known_number_of_each_hand(
    kings: int, multisets: int, pares: tuple[int, ...], juegos: tuple[int, ...]
) -> None:
    rules = Rules(kings=kings)
    kinds: Counter[ParesKind | None] = Counter()
    sums: Counter[int] = Counter()
    for hand in combinations(DECK, 4):
        value = value_of(hand, rules)
        kinds[value.pares_kind] += 1
        if value.has(Lance.JUEGO):
            sums[value.points] += 1
    assert len(hand_table(kings, LaReal.OFF).values) == multisets
    assert tuple(kinds[kind] for kind in (None, *ParesKind)) == pares
    assert tuple(sums[points] for points in (31, 32, 40, 37, 36, 35, 34, 33)) == juegos
    assert sum(sums.values()) == sum(juegos) == (24_444 if kings == 8 else 11_719)


def _sides_without(lance: Lance) -> tuple[float, float]:
    """Exact chances at the first deal, 8 kings: one given pair has none of it, nobody has.

    Ranks that are alike for the lance are put together, which leaves few different remainders of the deck.
    """
    table = hand_table(8, LaReal.OFF)
    by_sort: dict[int, int] = {}
    for card in DECK:
        rank = {Rank.TRES: Rank.REY, Rank.DOS: Rank.AS}.get(card.rank, card.rank)
        sort = min(int(rank), 10) if lance is Lance.JUEGO else int(rank)
        by_sort[sort] = by_sort.get(sort, 0) + 1
    sorts = sorted(by_sort)

    def without(value: HandValue) -> tuple[int, ...] | None:
        if value.has(lance):
            return None
        numbers = [min(int(rank), 10) if lance is Lance.JUEGO else int(rank) for rank in value.ranks]
        return tuple(numbers.count(sort) for sort in sorts)

    hands = {counts for value in table.values.values() if (counts := without(value)) is not None}
    ways = {tuple(by_sort[sort] for sort in sorts): 1}
    chances = []
    for dealt in range(1, 5):
        after: dict[tuple[int, ...], int] = {}
        for left, many in ways.items():
            for counts in hands:
                if all(have >= take for have, take in zip(left, counts, strict=True)):
                    rest = tuple(have - take for have, take in zip(left, counts, strict=True))
                    drawn = prod(comb(have, take) for have, take in zip(left, counts, strict=True))
                    after[rest] = after.get(rest, 0) + many * drawn
        ways = after
        deals = factorial(40) // (factorial(40 - 4 * dealt) * factorial(4) ** dealt)
        chances.append(sum(ways.values()) / deals)
    return chances[1], chances[3]


@pytest.mark.parametrize(
    ("lance", "contested", "one_side", "nobody"),
    [(Lance.PARES, 65.904, 30.678, 3.417), (Lance.JUEGO, 19.777, 55.545, 24.678)],
)
def test_the_first_deal_has_the_known_chances(
    lance: Lance, contested: float, one_side: float, nobody: float
) -> None:
    pair_none, all_none = _sides_without(lance)
    got = (1 - 2 * pair_none + all_none, 2 * (pair_none - all_none), all_none)
    assert [round(100 * chance, 3) for chance in got] == [contested, one_side, nobody]
