"""What calls tell when those who make them may be of two kinds: the blueprint, or a player who plays plainly.

`reading` is the encoder of the blueprint, and takes whoever is not like it to call anything. People are not like
that: they bet what they hold. Here calls are heard, and answers expected, as a mixture of the blueprint and of a
plain player (`plain`), each pair by which of the two its calls so far look like. The lance is solved with this.
"""

import numpy as np

from musbot.engine.actions import Action
from musbot.engine.view import PublicView
from musbot.players.handsets import FloatArray, Floats, IntArray
from musbot.players.knowledge import WHOLE
from musbot.players.placing import Step
from musbot.players.plain import Asked, asked_at, plain
from musbot.players.reading import FULL_SCORE, Reading, Shelf, told
from musbot.players.tree import WIDTH, trees

START_SHARE = 0.5
"""Share of the blueprint in a pair that has not called yet; a reading's `trust` is this share here."""
SHARES = (0.05, 0.95)
"""Least and most of it."""
DOUBT = 0.002
"""How likely a call is at least, whichever kind of player makes it."""


def hear(view: PublicView) -> Reading:
    """What everybody can make of the calls of a hand so far.

    Raises:
        ValueError: the mus is not over.
    """
    return _SHELF.reading(view)


def heard(reading: Reading, seat: int, action: Action) -> Reading:
    """A seat called in the open lance: its belief follows, its pair's share, and the place in the tree."""
    return told(reading, seat, action, _plainly, SHARES, DOUBT)


def _plainly(reading: Reading, seat: int, step: Step) -> FloatArray:
    must = _must_accept(reading, seat, step.node)
    return np.asarray(plain(reading.chances[seat], asked_at(step.node), must=must)[step.choice])


def expected(reading: Reading, who: int, nodes: IntArray, hands: IntArray) -> Floats:
    """(K, 4, H) how likely a seat makes each choice at some nodes with some hands.

    Args:
        reading: what was heard.
        who: the seat from mano.
        nodes: (K,) nodes of one tree at which it speaks.
        hands: (H,) numbers of hands.
    """
    if not len(nodes):
        return np.zeros((0, WIDTH, len(hands)), np.float32)
    share = np.float32(reading.trust[who % 2])
    rows = reading.know.said(reading.blocks(nodes)[:, None] + reading.keys[who][hands])
    said: Floats = rows.transpose(0, 2, 1).astype(np.float32, order="C") * (share / np.float32(WHOLE))
    chances = reading.chances[who][hands]
    known: dict[tuple[Asked, bool], Floats] = {}
    for place, node in enumerate(nodes.tolist()):
        asked = asked_at(node), _must_accept(reading, who, node)
        if asked not in known:
            known[asked] = (1 - share) * plain(chances, asked[0], must=asked[1]).astype(np.float32)
        said[place, : len(known[asked])] += known[asked]
    return said


def _must_accept(reading: Reading, seat: int, node: int) -> bool:
    """Whether a refusal at a node would give the juego away."""
    return reading.score[1 - seat % 2] + int(trees().deje[node]) >= FULL_SCORE


_SHELF = Shelf(160, heard, START_SHARE)
