"""The shipped tables: what they were made by, and samples of them reckoned again."""

import hashlib
import json
import random
from functools import cache
from importlib.resources import files
from math import comb

import numpy as np
import pytest

from musbot.engine.cards import DECK
from musbot.engine.hands import best_seat, holders
from musbot.engine.rules import CLASICO, LaReal, Rules
from musbot.engine.state import Lance
from musbot.players.discards import best_rows, draws, stones_worth
from musbot.players.handsets import LANCES, hand_set
from musbot.players.keys import ENTRY
from musbot.players.knowledge import CUT_MARGIN, Knowledge, knowledge_for
from musbot.players.muslore import belief_tables
from musbot.players.valuing import chance

HANDS = hand_set(8)
DATA = files("musbot.players") / "data"


@pytest.fixture(scope="module")
def know() -> Knowledge:
    return knowledge_for(CLASICO)


def manifest() -> dict[str, dict[str, object]]:
    read: dict[str, dict[str, object]] = json.loads((DATA / "MANIFEST.json").read_text())
    return read


def test_every_file_is_the_one_in_the_manifest() -> None:
    there = {one.name for one in DATA.iterdir() if one.name.endswith(".npz")}
    assert there == set(manifest())
    for name, entry in manifest().items():
        assert hashlib.sha256((DATA / name).read_bytes()).hexdigest() == entry["sha256"]
        assert str(entry["command"]).startswith("python -m training.")


def test_the_tables_fit_into_the_wheel() -> None:
    assert sum((DATA / name).stat().st_size for name in manifest() if (DATA / name).is_file()) < 8_000_000  # type: ignore[attr-defined]


@cache
def _ways(n: int, k: int) -> int:
    return comb(n, k)


def exact_of(hand: int, lance: int, seat: int) -> float:
    """The chance of a hand's pair by summing over every partner and every pair of rivals."""
    left = HANDS.deck - HANDS.counts[hand]
    levels = HANDS.levels[lance]
    table = np.array([[comb(n, k) for k in range(5)] for n in range(9)])
    mate, rivals = (seat + 2) % 4, ((seat + 1) % 4, (seat + 3) % 4)
    total = won = 0.0
    for partner in range(len(HANDS)):
        there = left - HANDS.counts[partner]
        if (there < 0).any():
            continue
        weight = float(
            np.prod([_ways(int(n), int(k)) for n, k in zip(left, HANDS.counts[partner], strict=True)])
        )
        first = np.prod([table[there[r]][HANDS.counts[:, r]] for r in range(8)], axis=0).astype(float)
        rows = np.flatnonzero(first)
        second = np.ones((len(rows), len(HANDS)))
        for r in range(8):
            rest = there[r] - HANDS.counts[rows, r]
            second *= table[rest][:, HANDS.counts[:, r]]
        both = first[rows, None] * second
        total += weight * both.sum()
        mine = max((levels[hand], -seat), (levels[partner], -mate))
        if mine[0] == 0 or (lance == 4 and HANDS.levels[3][[hand, partner]].any()):
            continue
        lower = [levels <= mine[0] if rival > -mine[1] else levels < mine[0] for rival in rivals]
        if lance == 4:
            lower = [one & (HANDS.levels[3] == 0) for one in lower]
        won += weight * float(lower[0][rows] @ both @ lower[1])
    return won / total


@pytest.mark.parametrize(
    ("ranks", "lance", "seat"), [((12, 12, 7, 1), 0, 1), ((12, 11, 6, 6), 2, 2), ((7, 6, 5, 4), 4, 3)]
)
def test_exact_chances_are_those_of_summing_over_all_deals(
    know: Knowledge, ranks: tuple[int, ...], lance: int, seat: int
) -> None:
    hand = HANDS.number[sum(HANDS.weights[rank] for rank in ranks)]
    assert know.exact[hand, seat, lance] == pytest.approx(exact_of(hand, lance, seat), abs=1e-6)


def test_known_exact_numbers(know: Knowledge) -> None:
    """The published checks: mano's 31 always takes juego, mano's pair grande in .501 of all deals."""
    share = HANDS.ways / HANDS.ways.sum()
    assert know.exact[HANDS.points == 31, 0, 3] == pytest.approx(1.0)
    thirty_one = know.exact[HANDS.points == 31, 1, 3]
    assert thirty_one.mean() == pytest.approx(0.917, abs=0.005)
    assert share @ know.exact[:, 0, 0] == pytest.approx(0.501, abs=0.001)


def test_exact_chances_come_true_in_dealt_hands(know: Knowledge) -> None:
    rng = random.Random(4)
    expected = np.zeros(5)
    came = np.zeros(5)
    deals = 4000
    for _ in range(deals):
        cards = rng.sample(DECK, 16)
        hands = [tuple(cards[i : i + 4]) for i in range(0, 16, 4)]
        expected += know.exact[HANDS.id_of(hands[1]), 1]
        for number, lance in enumerate(LANCES):
            having = holders(lance, hands, range(4), CLASICO)
            if lance is Lance.PUNTO and holders(Lance.JUEGO, hands, range(4), CLASICO):
                continue
            came[number] += bool(having) and best_seat(lance, hands, having, CLASICO) % 2 == 1
    assert came / deals == pytest.approx(expected / deals, abs=0.025)


def test_the_plain_player_keeps_what_is_worth_most_stones(know: Knowledge) -> None:
    nobody = np.load(str(DATA / "exact.npz"))["contested"][:, [3, 2]].astype(float)
    worths = stones_worth(know.exact, HANDS, nobody)
    table = draws(8)
    for seat in range(4):
        rows, expected = best_rows(table, worths[:, seat])
        kept = know.keep[0, seat]
        same = (kept == table.keep[rows]).all(axis=1)
        assert same.mean() > 0.99  # the table was made with more digits than are shipped
        cuts = worths[:, seat] > expected + CUT_MARGIN
        assert (know.cut[0, 0, seat] == cuts).mean() > 0.99


def test_draws_are_chances() -> None:
    table = draws(8)
    assert table.chance.sum(axis=1) == pytest.approx(1.0)
    kept_three = table.drawn == 1
    assert ((table.chance[kept_three] > 0).sum(axis=1) <= 8).all()


def rows_of(keep: np.ndarray) -> np.ndarray:
    table = draws(8)
    found = {
        (int(hand), *(int(n) for n in row)): number
        for number, (hand, row) in enumerate(zip(table.hand, table.keep, strict=True))
    }
    return np.array([[found[hand, *(int(n) for n in row)] for hand, row in enumerate(seat)] for seat in keep])


def test_beliefs_after_a_draw_follow_from_the_mus_policy(know: Knowledge) -> None:
    after, like = belief_tables(draws(8), know.prior, know.cut[1], rows_of(know.keep[1]))
    assert np.abs(know.mus_like - like).max() < 0.01
    distance = np.abs(know.after_draw[:, :, 1:] - after[:, :, 1:]).sum(axis=-1) / 2
    assert distance.max() < 0.01


def test_a_seat_that_drew_one_card_is_stronger_than_one_that_drew_four(know: Knowledge) -> None:
    pares = HANDS.levels[2] > 0
    for seat in range(4):
        for measure in (pares, know.worth[seat]):
            one, four = (know.after_draw[0, seat, count] @ measure for count in (1, 4))
            assert one > four


def test_chances_after_mus_are_higher_for_better_hands(know: Knowledge) -> None:
    for lance in range(2):
        order = np.argsort(HANDS.levels[lance])
        for seat in range(4):
            column = know.after_mus[lance, seat, order]
            assert column[-12:].mean() > 0.7
            assert column[-12:].mean() > column[-60:-40].mean() + 0.1


def test_values_of_scores_rise_with_our_stones_and_fall_with_theirs(know: Knowledge) -> None:
    value = know.value
    assert value.shape == (40, 40)
    assert ((value >= 0) & (value <= 1)).all()
    assert (value[5:] > value[:-5] - 0.02).all()
    assert (value[:, 5:] < value[:, :-5] + 0.02).all()


def test_known_values_of_scores(know: Knowledge) -> None:
    assert chance(know, 0, 0) == pytest.approx(0.5)
    assert chance(know, 40, 39) == 1.0
    assert chance(know, 12, 43) == 0.0
    assert 0.55 < chance(know, 10, 0) < 0.67
    assert 0.63 < chance(know, 20, 0) < 0.80
    assert chance(know, 39, 0) > 0.9
    assert 0.47 < chance(know, 0, 0, mano=True) < 0.55
    assert chance(know, 20.5, 7.25, mano=True) == pytest.approx(1 - chance(know, 7.25, 20.5, mano=False))


def test_the_blueprint_is_a_policy(know: Knowledge) -> None:
    assert know.policy.shape == (ENTRY * 36 * 20, 4)
    assert np.abs(know.policy.sum(axis=1, dtype=int) - 255).max() <= 2


@pytest.mark.parametrize(
    "rules", [Rules(kings=4), Rules(kings=4, la_real=LaReal.SOTA), Rules(la_real=LaReal.FIGURE)]
)
def test_other_readings_of_the_cards_have_tables_too(rules: Rules) -> None:
    know = knowledge_for(rules)
    count = 715 if rules.kings == 4 else 330
    assert know.prior.shape == (count,)
    assert know.trained == (rules.kings == 8)
    assert know.after_draw[:, :, 1:].sum(axis=-1) == pytest.approx(1.0, abs=1e-4)
    assert know.keep.shape == (2, 4, count, len(know.hands.ranks))
    assert (know.keep.sum(axis=-1) < 4).all()
