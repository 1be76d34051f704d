"""How a decision in a lance is numbered: the rows of the blueprint, in training and in play.

A row is (lance, node of the tree, score class of us, score class of them, bucket of the chance to win the
lance). Score classes count what a seat may expect from the lances played so far, so that accepted bets which
wait for the count ("pending stakes") tell; buckets are taken of the chance under the present beliefs.
"""

from musbot.players.tree import trees

BUCKETS = 20
"""Buckets of the chance to win a lance."""
CLASSES = 6
"""Score classes of one pair."""
CLASS_STARTS = (0, 14, 23, 29, 33, 36)
"""Stones of 40 at which each class begins."""
SCORE_CLASS: tuple[int, ...] = tuple(
    sum(stones >= start for start in CLASS_STARTS) - 1 for stones in range(64)
)
"""Class by stones."""

BLOCK = CLASSES * CLASSES * BUCKETS
"""Rows of one node."""
FULL_TREE = int(trees().size[15])
"""Nodes of the tree in which all four seats take part; they come first."""
_ALL = len(trees().actor)
LANCE_OFFSET = (0, FULL_TREE, 3 * FULL_TREE, 3 * FULL_TREE + _ALL, 2 * FULL_TREE)
"""First row of nodes by lance: grande, chica and punto need only the tree of all four seats."""
ENTRY = 3 * FULL_TREE + 2 * _ALL
"""Number of (lance, node) in all."""
