"""The exact chances that players use, against counting every hand."""

from itertools import combinations

import pytest

from musbot.engine.cards import DECK
from musbot.engine.hands import value_of
from musbot.engine.rules import LaReal, Rules
from musbot.engine.state import Lance
from musbot.players.odds import best_discard, odds, worth
from tests.support.engine import one_hand

RULES = (Rules(), Rules(kings=4, la_real=LaReal.FIGURE))


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.kings} kings")
@pytest.mark.parametrize("text", ["R R 7 4", "7 7 7 S", "A A 4 5", "R C 6 4"])
def test_odds_are_those_of_every_hand_that_can_still_be_out(rules: Rules, text: str) -> None:
    hand = one_hand(text)
    mine = value_of(hand, rules)
    others = [value_of(other, rules) for other in combinations([c for c in DECK if c not in hand], 4)]
    for lance in Lance:
        playing = [v for v in others if (not v.juego if lance is Lance.PUNTO else v.has(lance))]
        got = odds(hand, lance, rules)
        better = sum(mine.strength(lance) > v.strength(lance) for v in playing) / len(playing)
        equal = sum(mine.strength(lance) == v.strength(lance) for v in playing) / len(playing)
        assert (got.better, got.equal, got.worse) == pytest.approx((better, equal, 1 - better - equal))
        assert got.wins(ahead=True) == pytest.approx(better + equal)
        assert got.wins(ahead=False) == pytest.approx(better)


def test_thirty_one_of_the_mano_always_wins_juego() -> None:
    assert odds(one_hand("R C 7 4"), Lance.JUEGO, Rules()).never_lose(ahead=True)
    assert not odds(one_hand("R C 7 4"), Lance.JUEGO, Rules()).never_lose(ahead=False)


def test_worth_orders_hands_as_people_do() -> None:
    rules = Rules()
    good, fair, bad = (worth(one_hand(text), rules) for text in ("R R R A", "R R 6 5", "4 5 6 S"))
    assert 0 <= bad < fair < good <= 1
    assert good > 0.9
    assert bad < 0.3


@pytest.mark.parametrize(
    ("text", "kings", "kept"),
    [
        ("R R 5 4", 8, "RR"),
        ("R 3 5 4", 8, "R3"),
        ("4 R 5 3", 8, "R3"),
        ("R R R 4", 8, "RRR"),
        ("7 4 5 6", 8, ""),
    ],
)
def test_the_best_discard_keeps_kings(text: str, kings: int, kept: str) -> None:
    hand = one_hand(text)
    discard = best_discard(hand, Rules(kings=kings))
    left = "".join(letter for letter, out in zip(text.split(), discard.mask, strict=True) if not out)
    assert left == kept


def test_a_discard_throws_at_least_one_card_even_of_the_best_hand() -> None:
    for text in ("R R R R", "R R C C", "7 7 7 S"):
        assert any(best_discard(one_hand(text), Rules()).mask)


def test_equal_cards_go_from_the_end_of_the_hand() -> None:
    discard = best_discard(one_hand("R R R R"), Rules())
    assert discard.mask == tuple(sorted(discard.mask))
