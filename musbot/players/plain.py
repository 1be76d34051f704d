"""What a plain player calls with each hand: the other model of people, beside the blueprint.

It bets what it holds and answers by the price, as `jugador` does, softly: people differ. It serves to hear what a
call tells about a hand and to expect the answers of others, never to choose a call.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from musbot.players.handsets import FloatArray
from musbot.players.tree import Move, moves_at, trees

BET_FIVE, BET_TWO, BLUFF = 0.75, 0.54, 0.05
"""Chance of the lance from which it bets five, two, and how often it bets two with less."""
RESPECT, RESPECT_MORE = 0.22, 0.25
"""What a bet of two takes from its chance, and a higher one."""
RAISE = 0.65
"""Chance left from which it raises."""
TO_ORDAGO = 0.66
"""Chance from which it accepts an órdago."""
SOFT = 0.05
"""Width of the steps between these."""
ANYTHING = 0.06
"""How often it calls anything at all."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a node of the betting asks: many nodes ask the same.

    Attributes:
        moves: the choices.
        stake: stones bet, 0 before a bet.
        deje: stones for a refusal.
        ordago: whether an órdago is to be answered.
    """

    moves: tuple[Move, ...]
    stake: int
    deje: int
    ordago: bool


@cache
def asked_at(node: int) -> Asked:
    """What a node of the tree asks."""
    tree = trees()
    return Asked(moves_at(node), int(tree.stake[node]), int(tree.deje[node]), bool(tree.ordago[node]))


def plain(chances: FloatArray, asked: Asked, *, must: bool) -> FloatArray:
    """(C, H) how likely each choice is with each hand.

    Args:
        chances: (H,) chance to win the lance with each hand.
        asked: the question, of C choices.
        must: whether a refusal would give the juego away.
    """
    rows = _opening(chances) if asked.moves[0] is Move.PASO else _answer(chances, asked, must=must)
    said = np.array([rows.get(move, np.zeros_like(chances)) for move in asked.moves])
    return np.asarray(said * (1 - ANYTHING) + ANYTHING / len(asked.moves))


def _opening(chances: FloatArray) -> dict[Move, FloatArray]:
    five = _from(BET_FIVE, chances)
    two = np.maximum(_from(BET_TWO, chances) - five, 0.0)
    two = two + BLUFF * (1 - two - five)
    return {Move.PASO: 1 - two - five, Move.ENVIDO_2: two, Move.ENVIDO_5: five}


def _answer(chances: FloatArray, asked: Asked, *, must: bool) -> dict[Move, FloatArray]:
    if must:
        accepts = np.ones_like(chances)
    elif asked.ordago:
        accepts = _from(TO_ORDAGO, chances)
    else:
        respect = RESPECT if asked.stake <= 2 else RESPECT_MORE
        accepts = _from(respect + (asked.stake - asked.deje) / (2 * asked.stake), chances)
    if Move.MAS not in asked.moves:
        return {Move.NO_QUIERO: 1 - accepts, Move.QUIERO: accepts}
    raises = np.minimum(_from(RESPECT + RAISE, chances), accepts)
    return {Move.NO_QUIERO: 1 - accepts, Move.QUIERO: accepts - raises, Move.MAS: raises}


def _from(threshold: float, chances: FloatArray) -> FloatArray:
    """A soft step: 0 well below the threshold, 1 well above."""
    return np.asarray(1.0 / (1.0 + np.exp((threshold - chances) / SOFT)))
