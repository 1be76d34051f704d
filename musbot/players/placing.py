"""Where a real sequence of calls stands in the betting tree, and what a choice of the tree means as a call.

The tree knows three stakes and rivals who answer in turn; at a table bets are free and either rival may
answer first (docs/rules.md §4). A bet takes the place of the nearest one in the tree, a very large one that
of an órdago; a call that finds no place ends the use of the tree in this lance (`Place.node` is -1).
"""

from dataclasses import dataclass

from musbot.engine.actions import Action, Envido, Mas, NoQuiero, Ordago, Paso, Quiero
from musbot.engine.rules import Rules
from musbot.engine.state import Envite
from musbot.players.tree import STAKES, Move, moves_at, trees

SMALL = 3
"""Opening bets up to this many stones stand at the place of 2."""
USUAL = 7
"""Opening bets and raises up to this many stones are such as the blueprint makes itself."""
LARGE = 15
"""From this stake on a bet stands at the place of an órdago."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the tree.

    Attributes:
        node: the node whose seat is to speak, -1 when the tree has no place for what was said.
        early: a seat that refused before its turn, or -1.
    """

    node: int
    early: int = -1


@dataclass(frozen=True, slots=True)
class Step:
    """A call in the tree.

    Attributes:
        node: at which node it was, -1 when it has no place.
        choice: which choice it was, of `choices`.
        place: what follows, None at the end of the lance.
        usual: whether the stones bet are about those of the tree.
    """

    node: int
    choice: int
    choices: int
    place: Place | None
    usual: bool = True


_LOST = Step(-1, 0, 1, Place(-1))


def at_root(playing: tuple[int, ...], seats: int) -> Place | None:
    """The beginning of a lance among `playing` (seats from mano); None where there is no tree."""
    if seats > 4:
        return None
    root = int(trees().root[sum(1 << seat for seat in playing)])
    return Place(root) if root >= 0 else None


def node_of(place: Place, seat: int) -> int:
    """The node at which a seat speaks now, -1 when there is none.

    A rival who answers before his partner stands where his partner has refused.
    """
    tree = trees()
    node = place.node
    if node < 0 or tree.actor[node] == seat:
        return node
    if tree.move[node, 0] == Move.NO_QUIERO:
        after = int(tree.child[node, 0])
        if after >= 0 and tree.actor[after] == seat:
            return after
    return -1


def follow(place: Place, seat: int, action: Action) -> Step:
    """The step that a call of a seat is."""
    tree = trees()
    node = node_of(place, seat)
    if node < 0:
        return _LOST
    choice = choice_of(node, action)
    if choice < 0:
        return _LOST
    choices = int(tree.moves[node])
    if tree.move[node, choice] == Move.NO_QUIERO:
        if node != place.node:  # his partner may still answer
            return Step(node, choice, choices, Place(place.node, early=seat))
        if place.early >= 0:
            return Step(node, choice, choices, None)
    after = int(tree.child[node, choice])
    return Step(node, choice, choices, Place(after) if after >= 0 else None, _usual(node, action))


def _usual(node: int, action: Action) -> bool:
    match action:
        case Envido(n):
            return n <= USUAL
        case Mas(n):
            return n <= USUAL and int(trees().stake[node]) + n <= 2 * USUAL
        case _:
            return True


def choice_of(node: int, action: Action) -> int:
    """The number of the choice that a call is at a node, -1 when it is none."""
    moves = moves_at(node)

    def number(*wanted: Move) -> int:
        return next((moves.index(move) for move in wanted if move in moves), -1)

    match action:
        case Paso():
            return number(Move.PASO)
        case Envido(n):
            if n >= LARGE:
                return number(Move.ORDAGO)
            return number(Move.ENVIDO_2 if n <= SMALL else Move.ENVIDO_5)
        case Quiero():
            return number(Move.QUIERO)
        case NoQuiero():
            return number(Move.NO_QUIERO)
        case Mas(n):
            if int(trees().stake[node]) + n >= LARGE:
                return number(Move.ORDAGO_OVER)
            return number(Move.MAS, Move.ORDAGO_OVER)
        case Ordago():
            return number(Move.ORDAGO, Move.ORDAGO_OVER)
        case _:
            return -1


def action_of(move: Move, envite: Envite, rules: Rules) -> Action:
    """The real call for a choice; a raise that the rules leave no room for becomes a quiero."""
    match move:
        case Move.PASO:
            return Paso()
        case Move.ENVIDO_2:
            return Envido(STAKES[0])
        case Move.ENVIDO_5:
            return Envido(STAKES[1])
        case Move.ORDAGO | Move.ORDAGO_OVER:
            return Ordago()
        case Move.NO_QUIERO:
            return NoQuiero()
        case Move.QUIERO:
            return Quiero()
        case Move.MAS:
            wanted = next((stake for stake in STAKES if stake > envite.stake), envite.stake + STAKES[1])
            n = max(rules.min_raise, wanted - envite.stake)
            return Mas(n) if envite.stake + n <= rules.target else Quiero()


def fits(node: int, envite: Envite) -> bool:
    """Whether the stakes at a node are near enough to the real ones for its choices to make sense."""
    tree = trees()
    if envite.bettor is None:
        return True
    if bool(tree.ordago[node]) != envite.ordago:
        return False
    return envite.ordago or abs(int(tree.stake[node]) - envite.stake) <= 2
