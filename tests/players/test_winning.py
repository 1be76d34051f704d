"""Chances of winning a lance from beliefs, against counting every combination."""

from itertools import product

import numpy as np
import pytest

from musbot.engine.rules import LaReal
from musbot.players.handsets import hand_set, ways_from
from musbot.players.winning import winning

HANDS = hand_set(8)


def some_beliefs(seats: int, seed: int, few: int = 4) -> np.ndarray:
    rng = np.random.default_rng(seed)
    beliefs = np.zeros((seats, len(HANDS)))
    for seat in range(seats):
        beliefs[seat, rng.choice(len(HANDS), few, replace=False)] = rng.dirichlet(np.ones(few))
    return beliefs


def counted(beliefs: np.ndarray, levels: np.ndarray, playing: tuple[int, ...], seat: int, hand: int) -> float:
    others = [other for other in playing if other != seat]
    total = 0.0
    for hands in product(*(np.flatnonzero(beliefs[other]) for other in others)):
        chance = float(np.prod([beliefs[other, held] for other, held in zip(others, hands, strict=True)]))
        level = {seat: levels[hand], **{o: levels[held] for o, held in zip(others, hands, strict=True)}}
        best = min(playing, key=lambda one: (-level[one], one))
        total += chance * (best % 2 == seat % 2)
    return total


@pytest.mark.parametrize("lance", range(5))
@pytest.mark.parametrize(
    ("seats", "playing"),
    [
        (4, (0, 1, 2, 3)),
        (4, (0, 1, 3)),
        (4, (1, 2)),
        (4, (0, 2, 3)),
        (2, (0, 1)),
        (6, (0, 1, 2, 3, 4, 5)),
        (6, (0, 2, 4, 5)),
        (6, (1, 2, 3, 5)),
    ],
)
def test_chances_are_those_of_counting(lance: int, seats: int, playing: tuple[int, ...]) -> None:
    levels = HANDS.levels[lance]
    beliefs = some_beliefs(seats, lance * 10 + seats, few=4 if seats < 6 else 3)
    chances = winning(beliefs, levels, playing)
    hands = np.random.default_rng(1).choice(len(HANDS), 4, replace=False)
    for seat in playing:
        for hand in [*hands, *np.flatnonzero(beliefs[playing[0]])]:
            expected = counted(beliefs, levels, playing, seat, int(hand))
            assert chances[seat, hand] == pytest.approx(expected, abs=1e-9)


def test_the_pairs_share_every_lance() -> None:
    beliefs = np.tile(HANDS.ways / HANDS.ways.sum(), (4, 1))
    chances = winning(beliefs, HANDS.levels[0], (0, 1, 2, 3))
    by_seat = (chances * beliefs).sum(axis=1)
    assert by_seat[0] + by_seat[1] == pytest.approx(1.0)
    assert by_seat[0] == pytest.approx(by_seat[2])


@pytest.mark.parametrize(("kings", "count"), [(8, 330), (4, 715)])
def test_hands_are_all_there(kings: int, count: int) -> None:
    hands = hand_set(kings, LaReal.OFF)
    assert len(hands) == count
    assert hands.ways.sum() == 91_390
    assert (ways_from(hands, hands.deck) == hands.ways).all()
    assert ((hands.levels[3] > 0) == (hands.points >= 31)).all()
    assert ((hands.levels[4] > 0) == (hands.points < 31)).all()
