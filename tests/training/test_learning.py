"""A small training run: it learns the same things as the shipped blueprint, from nothing."""

import numpy as np
import pytest

from musbot.engine.rules import CLASICO
from musbot.players.keys import BLOCK, BUCKETS, LANCE_OFFSET
from musbot.players.knowledge import knowledge_for
from musbot.players.tree import Move, trees
from training.best_response import present_policy, shipped
from training.blueprint import measure, monotone, parse_mix, ready_world, run_threads
from training.game import DRAWS, INFOSETS, OURS, RANDOM
from training.learn import Sums, average, discount, empty_sums, mus_policy
from training.play import World, race

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def learned() -> tuple[World, Sums]:
    w = ready_world()
    sums = empty_sums(INFOSETS)
    belief = np.full((INFOSETS, 4), 0.25, np.float32)
    w = w._replace(belief=belief, ours=sums.regret[0], rival=sums.regret[1])
    for step in range(4):
        run_threads(
            1, 15_000, step + 1, parse_mix("0.1,0.02,0.1,0.1,0.1,0.1"), True, w, sums, np.array([0, 0.1, 0.1])
        )
        discount(sums.regret, sums.policy, step + 1.0)
        average(sums.policy[0], w.belief, 0.0)
    return w, sums


def accepts_ordago(weights: np.ndarray) -> np.ndarray:
    """(BUCKETS,) how often an opening órdago at grande is accepted by the first to answer, over all scores."""
    tree = trees()
    root = int(tree.root[15])
    first = int(tree.child[root, list(tree.move[root]).index(Move.ORDAGO)])
    low = (LANCE_OFFSET[0] + first) * BLOCK
    by_bucket = weights[low : low + BLOCK].reshape(-1, BUCKETS, 4).sum(axis=0)
    return np.asarray(by_bucket[:, 1] / np.maximum(by_bucket[:, :2].sum(axis=1), 1e-9))


def test_it_learns_which_hands_accept_an_ordago(learned: tuple[World, Sums]) -> None:
    _, sums = learned
    small = accepts_ordago(sums.policy[0].astype(float))
    shipped = accepts_ordago(knowledge_for(CLASICO).policy.astype(float))
    for accepted in (small, shipped):
        assert accepted[-2:].mean() > accepted[8:10].mean() + 0.3 > accepted[1:4].mean() + 0.3
    assert np.corrcoef(small, shipped)[0, 1] > 0.7


def test_it_learns_to_beat_random_calls(learned: tuple[World, Sums]) -> None:
    w, sums = learned
    policy = np.empty((INFOSETS, 4), np.float32)
    average(sums.policy[0], policy, 0.02)
    mean, half, _ = measure(w._replace(ours=policy), OURS, RANDOM, 300)
    assert mean - half > 0.55


def test_it_learns_to_cut_with_what_wins(learned: tuple[World, Sums]) -> None:
    _, sums = learned
    cut = mus_policy(sums.mus[0])[0]
    shipped = knowledge_for(CLASICO).cut[1, 0]
    assert np.corrcoef(cut.ravel(), shipped.ravel())[0, 1] > 0.4


def test_values_without_waves_rise_and_fall() -> None:
    rng = np.random.default_rng(1)
    smooth = monotone(race() + rng.normal(0, 0.01, (40, 40)))
    assert (np.diff(smooth, axis=0) >= -1e-9).mean() > 0.97
    assert (np.diff(smooth, axis=1) <= 1e-9).mean() > 0.97
    assert np.abs(smooth - race()).max() < 0.06


def test_a_rival_of_the_shipped_blueprint_begins_as_the_blueprint_and_finds_something() -> None:
    w, sums, _ = shipped()
    know = knowledge_for(CLASICO)
    assert (DRAWS.keep[w.keep[1]] == know.keep[1]).all()
    assert w.ours.sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    assert present_policy(sums.regret[1])[::1000] == pytest.approx(w.ours[::1000], abs=1e-5)
    before = sums.regret[1].copy()
    run_threads(1, 10_000, 3, parse_mix("0"), False, w, sums, np.array([0.0, 0.0, 0.08]))
    assert (sums.regret[1] != before).any()
    assert not sums.regret[0].any()
