"""What the computer players know, loaded once: tables that `training` made, and what follows from them.

For 8 kings and four seats everything is trained or exact. For 4 kings, and for two or six seats, the priors and
what to keep are reckoned here from the same plain measure of a hand, the values and the blueprint are the
trained ones (they count in chances to win a lance and in missing stones, which mean the same there): sound,
not trained. docs/players.md says which is which.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
import numpy.typing as npt

from musbot.engine.rules import LaReal, Rules
from musbot.players.discards import best_rows, draws, stones_worth
from musbot.players.handsets import FloatArray, HandSet, IntArray, hand_set
from musbot.players.keys import BUCKETS, SCORE_CLASS
from musbot.players.muslore import belief_tables
from musbot.players.winning import winning

CUT_MARGIN = 0.6
"""Stones that a hand must be worth more than its draw before a plain player cuts."""
WHOLE = 255
"""A chance of 1 in the blueprint."""
STONE = 0.011
"""Chance of the juego that a stone is worth, about."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Tables for one reading of the cards. N hands, four seats from mano.

    Attributes:
        hands: the hands.
        prior: (N,) chance of a hand before anything is known.
        exact: (N, 4, 5) chance that the pair of a hand takes a lance before any mus.
        after_mus: (5, 4, N) chance that the pair wins a contested lance after mus, on average.
        after_draw: (2, 4, 5, N) belief about a hand after 1..4 cards were drawn in the first, later rounds.
        mus_like: (3, 4, N) chance that a seat says mus, by round.
        own_bonus: (2, 4, N) bonuses of its own that a hand may still expect: before pares, before juego.
        cut: (2, 3, 4, N) chance to cut: of a plain player, of the maestro; by round.
        keep: (2, 4, N, R) what to keep of each rank, by the same.
        cut_gain: (3, 4, N) what cutting brings more than mus, in chances of the juego.
        worth: (4, N) what a hand brings after mus, in chances of the juego.
        value: (40, 40) chance that the pair of mano wins the juego, by its stones and the others'.
        bucket: (5, 256) bucket by chance * 255.
        score_class: (64,) class by stones.
        policy: (rows, 4) the blueprint, chances in 255ths.
        trained: whether priors and discards come from training.
    """

    hands: HandSet
    prior: FloatArray
    exact: FloatArray
    after_mus: FloatArray
    after_draw: FloatArray
    mus_like: FloatArray
    own_bonus: FloatArray
    cut: FloatArray
    keep: IntArray
    cut_gain: FloatArray
    worth: FloatArray
    value: FloatArray
    bucket: IntArray
    score_class: IntArray
    policy: npt.NDArray[np.uint8]
    trained: bool

    @staticmethod
    def seat_row(place: int, seats: int) -> int:
        """The row of four for a seat from mano: with two or six seats the nearest by order of speaking."""
        return place if seats == 4 else round(place * 3 / (seats - 1))

    def said(self, rows: IntArray) -> npt.NDArray[np.uint8]:
        """(..., 4) the blueprint at many rows (...); four chances are fetched as one number, five times faster."""
        four = self.policy.view(np.uint32)[:, 0].take(rows)
        return four.view(np.uint8).reshape(*rows.shape, 4)


@cache
def _file(name: str) -> dict[str, npt.NDArray[np.generic]]:
    with as_file(files("musbot.players") / "data" / name) as path:
        return _arrays(path)


def _arrays(path: Path) -> dict[str, npt.NDArray[np.generic]]:
    with np.load(path) as loaded:
        return {name: loaded[name] for name in loaded.files}


@cache
def _shared() -> tuple[FloatArray, IntArray, npt.NDArray[np.uint8]]:
    values = _file("values.npz")["wm"].astype(np.float64)
    lances = _file("lances.npz")
    policy = lances["policy"].astype(np.uint8)
    policy[~policy.any(axis=1), 0] = WHOLE  # rows that training never reached take the first choice
    return values, lances["bucket"].astype(np.int64), policy


def knowledge_for(rules: Rules) -> Knowledge:
    """The tables for the rules of a game."""
    return _knowledge(rules.kings, rules.la_real)


@cache
def _knowledge(kings: int, la_real: LaReal) -> Knowledge:
    hands = hand_set(kings, la_real)
    prior = hands.ways / hands.ways.sum()
    value, bucket, policy = _shared()
    if kings == 8:
        exact = _file("exact.npz")["win"].astype(np.float64)
        mus = _file("mus.npz")
        after_mus = mus["after_mus"].astype(np.float64)
        cut = mus["cut"].astype(np.float64) / 255.0
        keep = mus["keep"].astype(np.int64)
        after_draw = mus["after_draw"].astype(np.float64)
        mus_like = mus["mus_like"].astype(np.float64)
        cut_gain = mus["cut_gain"].astype(np.float64)
        worth = mus["worth"].astype(np.float64)
    else:
        exact, nobody = _independent(hands, prior)
        worths = stones_worth(exact, hands, nobody)
        table = draws(kings)
        rows, expected = zip(*(best_rows(table, worths[:, seat]) for seat in range(4)), strict=True)
        cuts = (np.array(expected) + CUT_MARGIN < worths.T).astype(np.float64)
        cut = np.broadcast_to(cuts, (2, 3, 4, len(hands)))
        keep = np.broadcast_to(table.keep[np.array(rows)], (2, 4, len(hands), len(hands.ranks)))
        after_draw, mus_like = belief_tables(table, prior, cut[1], np.array(rows))
        after_mus = exact.transpose(2, 1, 0)
        gain = (worths.T - np.array(expected) - CUT_MARGIN) * STONE
        cut_gain = np.broadcast_to(gain, (3, 4, len(hands)))
        worth = (worths - prior @ worths).T * STONE
    own = np.zeros((2, 4, len(hands)))
    own[1] = (exact[:, :, 3] * hands.juego_bonus[:, None]).T
    own[0] = own[1] + (exact[:, :, 2] * hands.pares_bonus[:, None]).T
    return Knowledge(
        hands=hands,
        prior=prior,
        exact=exact,
        after_mus=after_mus,
        after_draw=after_draw,
        mus_like=mus_like,
        own_bonus=own,
        cut=cut,
        keep=keep,
        cut_gain=cut_gain,
        worth=worth,
        value=value,
        bucket=bucket,
        score_class=np.array(SCORE_CLASS, dtype=np.int64),
        policy=policy,
        trained=kings == 8,
    )


def _independent(hands: HandSet, prior: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Chances as in `Knowledge.exact`, and that nobody has pares or juego, with hands taken as independent."""
    win = np.zeros((len(hands), 4, 5))
    everyone = np.tile(prior, (4, 1))
    no_pares = float(prior[hands.levels[2] == 0].sum())
    no_juego = float(prior[hands.levels[3] == 0].sum())
    for lance in range(5):
        levels = hands.levels[lance]
        chances = winning(everyone, levels, (0, 1, 2, 3)).T
        if lance in (2, 3):
            none = no_pares if lance == 2 else no_juego
            chances = np.where(levels[:, None] > 0, chances, np.maximum(chances - none**3, 0.0))
        if lance == 4:
            punto = np.where(levels > 0, prior, 0.0)
            chances = winning(np.tile(punto / punto.sum(), (4, 1)), levels, (0, 1, 2, 3)).T
            chances = np.where(levels[:, None] > 0, chances * no_juego**3, 0.0)
        win[:, :, lance] = chances
    nobody = np.stack(
        [
            np.where(hands.levels[2] == 0, no_pares**3, 0.0),
            np.where(hands.levels[3] == 0, no_juego**3, 0.0),
        ],
        axis=1,
    )
    return win, nobody


__all__ = ["BUCKETS", "Knowledge", "knowledge_for"]
