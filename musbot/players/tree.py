"""The betting of one lance as a small fixed tree, the same for training and for play.

Real stakes are free; here an opening bet is 2, 5 or everything, a raise goes to the next of `STAKES` or to
everything. A tree exists for every set of seats that may take part (a bit mask over seats counted from
mano); rivals answer in speaking order from the bettor (docs/rules.md §4). How a real bet finds its place in
the tree is the business of `placing`; who plays how stands in the data.
"""

from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache

import numpy as np
import numpy.typing as npt

Int = npt.NDArray[np.int64]

STAKES = (2, 5, 10)
"""Stones bet at the levels of the tree; beyond the last only the órdago is left."""
SEATS = 4
WIDTH = 4
"""Choices at a node, at most."""


class Move(IntEnum):
    """What can be chosen at a node."""

    PASO = 0
    ENVIDO_2 = 1
    ENVIDO_5 = 2
    ORDAGO = 3
    NO_QUIERO = 4
    QUIERO = 5
    MAS = 6
    ORDAGO_OVER = 7


class End(IntEnum):
    """How a lance ends."""

    EN_PASO = 0
    REFUSED = 1
    ACCEPTED = 2
    ORDAGO = 3


@dataclass(frozen=True, slots=True)
class Trees:
    """All trees, nodes numbered through. T ends, M nodes.

    Attributes:
        root: (16,) first node by mask; -1 where only one pair takes part.
        size: (16,) nodes of the tree by mask.
        actor: (M,) seat from mano that speaks.
        moves: (M,) number of choices.
        move: (M, 4) the choices, -1 beyond.
        child: (M, 4) next node, or -1 - number of the end.
        stake: (M,) stones bet at this node, 0 before a bet.
        deje: (M,) stones for a refusal at this node.
        ordago: (M,) whether an órdago is to be answered.
        end: (T,) an `End`.
        end_pair: (T,) the pair that is paid for a refusal, else 0.
        end_stones: (T,) deje of a refusal or stake of an accepted bet, else 0.
    """

    root: Int
    size: Int
    actor: Int
    moves: Int
    move: Int
    child: Int
    stake: Int
    deje: Int
    ordago: Int
    end: Int
    end_pair: Int
    end_stones: Int


@dataclass(slots=True)
class _Builder:
    actor: list[int] = field(default_factory=list)
    choices: list[list[tuple[int, int]]] = field(default_factory=list)
    stake: list[int] = field(default_factory=list)
    deje: list[int] = field(default_factory=list)
    ordago: list[int] = field(default_factory=list)
    ends: list[tuple[int, int, int]] = field(default_factory=list)

    def node(self, actor: int, stake: int, deje: int, ordago: bool) -> int:
        self.actor.append(actor)
        self.choices.append([])
        self.stake.append(stake)
        self.deje.append(deje)
        self.ordago.append(int(ordago))
        return len(self.actor) - 1

    def finish(self, end: End, pair: int = 0, stones: int = 0) -> int:
        self.ends.append((int(end), pair, stones))
        return -len(self.ends)

    def opening(self, playing: tuple[int, ...], place: int) -> int:
        if place == len(playing):
            return self.finish(End.EN_PASO)
        seat = playing[place]
        node = self.node(seat, 0, 0, False)
        self.choices[node] = [
            (Move.PASO, self.opening(playing, place + 1)),
            (Move.ENVIDO_2, self.answers(playing, seat, STAKES[0], 1, 0, False)),
            (Move.ENVIDO_5, self.answers(playing, seat, STAKES[1], 1, 1, False)),
            (Move.ORDAGO, self.answers(playing, seat, 0, 1, len(STAKES), True)),
        ]
        return node

    def answers(
        self, playing: tuple[int, ...], bettor: int, stake: int, deje: int, level: int, ordago: bool
    ) -> int:
        rivals = sorted(
            (seat for seat in playing if seat % 2 != bettor % 2), key=lambda seat: (seat - bettor) % SEATS
        )
        return self.answer(playing, bettor, tuple(rivals), stake, deje, level, ordago)

    def answer(
        self,
        playing: tuple[int, ...],
        bettor: int,
        rivals: tuple[int, ...],
        stake: int,
        deje: int,
        level: int,
        ordago: bool,
    ) -> int:
        seat = rivals[0]
        node = self.node(seat, stake, deje, ordago)
        choices: list[tuple[int, int]] = []
        if len(rivals) > 1:
            refused = self.answer(playing, bettor, rivals[1:], stake, deje, level, ordago)
        else:
            refused = self.finish(End.REFUSED, bettor % 2, deje)
        choices.append((Move.NO_QUIERO, refused))
        choices.append(
            (Move.QUIERO, self.finish(End.ORDAGO) if ordago else self.finish(End.ACCEPTED, 0, stake))
        )
        if not ordago:
            if level + 1 < len(STAKES):
                raised = self.answers(playing, seat, STAKES[level + 1], stake, level + 1, False)
                choices.append((Move.MAS, raised))
            choices.append((Move.ORDAGO_OVER, self.answers(playing, seat, stake, stake, len(STAKES), True)))
        self.choices[node] = choices
        return node


@cache
def moves_at(node: int) -> tuple[Move, ...]:
    """The choices at a node."""
    return tuple(Move(move) for move in trees().move[node] if move >= 0)


@cache
def trees() -> Trees:
    """All trees, built once; the one of all four seats comes first."""
    builder = _Builder()
    root, size = [-1] * 16, [0] * 16
    for mask in sorted(range(16), key=lambda mask: -mask):
        if mask & 0b0101 and mask & 0b1010:
            before = len(builder.actor)
            root[mask] = before
            builder.opening(tuple(seat for seat in range(SEATS) if mask >> seat & 1), 0)
            size[mask] = len(builder.actor) - before
    count = len(builder.actor)
    move = np.full((count, WIDTH), -1, dtype=np.int64)
    child = np.zeros((count, WIDTH), dtype=np.int64)
    for node, choices in enumerate(builder.choices):
        for place, (what, to) in enumerate(choices):
            move[node, place], child[node, place] = what, to
    ends = np.array(builder.ends, dtype=np.int64)
    return Trees(
        root=np.array(root, dtype=np.int64),
        size=np.array(size, dtype=np.int64),
        actor=np.array(builder.actor, dtype=np.int64),
        moves=np.array([len(choices) for choices in builder.choices], dtype=np.int64),
        move=move,
        child=child,
        stake=np.array(builder.stake, dtype=np.int64),
        deje=np.array(builder.deje, dtype=np.int64),
        ordago=np.array(builder.ordago, dtype=np.int64),
        end=ends[:, 0],
        end_pair=ends[:, 1],
        end_stones=ends[:, 2],
    )
