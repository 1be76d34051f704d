"""The strongest level: a blueprint looked up by beliefs, and the lance reckoned again where that is not enough.

In a lance the row of the blueprint is found by the chance to win it under the present beliefs (draws, mus,
declarations, every call so far) and by what the closed lances may still pay. Its choices are drawn from the
average policy, never the best one alone: that one is easier to play against. Bets that the blueprint's tree
does not know are answered by reckoning with the beliefs as they stand (`reckoning`).
"""

from dataclasses import dataclass
from math import exp

from musbot.engine.actions import Action, Corto, Descarte, Mus
from musbot.engine.state import Envite
from musbot.engine.view import PlayerView
from musbot.players.base import quietest
from musbot.players.knowledge import Knowledge, knowledge_for
from musbot.players.mixed import MixedPlayer, Policy, either, surely
from musbot.players.musplay import TRAINED, mus_or_cut, throw_away
from musbot.players.placing import action_of, fits, node_of
from musbot.players.reading import Reading, read
from musbot.players.reckoning import reckoned
from musbot.players.resolving import solved
from musbot.players.tree import Move, trees

SETTLED = 0.9
"""A call that the blueprint makes this often is not thought about again."""


@dataclass(frozen=True, slots=True)
class Maestro(MixedPlayer):
    """Plays the blueprint, órdagos and all.

    Attributes:
        solve_from: stones bet from which an answer is solved again; those to an órdago always are.
        solve_openings: whether openings are solved again.
        softness: differences in the chance of the juego, of a solved call, that make it e times as likely.
    """

    solve_from: int = 2
    solve_openings: bool = True
    softness: float = 0.03

    def policy(self, view: PlayerView, legal: tuple[Action, ...]) -> Policy:
        """The chances of the calls."""
        know = knowledge_for(view.public.rules)
        if isinstance(legal[0], Mus):
            return either(Corto(), mus_or_cut(know, view, TRAINED), Mus())
        if isinstance(legal[0], Descarte):
            return surely(throw_away(know, view, TRAINED))
        envite = view.public.envite
        if envite is None:
            return surely(quietest(legal))
        reading = read(view.public)
        found = blueprint(know, reading, view, envite)
        if found is None:
            return reckoned(reading, view, envite, legal)
        if max(chance for _, chance in found) >= SETTLED or not self._solves(envite):
            return found
        return self._solved_again(found, reading, view, envite)

    def _solves(self, envite: Envite) -> bool:
        if envite.bettor is None:
            return self.solve_openings
        return envite.ordago or envite.stake >= self.solve_from

    def _solved_again(self, found: Policy, reading: Reading, view: PlayerView, envite: Envite) -> Policy:
        """The blueprint's policy, leaning to what is worth more with the beliefs of this hand."""
        worths = solved(reading, view, envite)
        if worths is None:
            return found
        best = max(worths.values())
        leaning = {
            action: chance * exp((worths.get(action, best) - best) / self.softness)
            for action, chance in found
        }
        total = sum(leaning.values())
        return tuple((action, weight / total) for action, weight in leaning.items() if weight > 0)


def blueprint(know: Knowledge, reading: Reading, view: PlayerView, envite: Envite) -> Policy | None:
    """What the blueprint does here, None where it has no place for the betting."""
    rules = view.public.rules
    seat = (view.seat - view.public.mano) % rules.seats
    place = reading.place
    node = node_of(place, seat) if place is not None else -1
    if node < 0 or not fits(node, envite):
        return None
    row = reading.rows(seat, node)[know.hands.id_of(view.hand)]
    tree = trees()
    chances = know.policy[row, : tree.moves[node]].tolist()
    calls: dict[Action, float] = {}
    for move, chance in zip(tree.move[node].tolist(), chances, strict=False):
        if chance:
            action = action_of(Move(move), envite, rules)
            calls[action] = calls.get(action, 0.0) + chance
    total = sum(calls.values())
    return tuple((action, chance / total) for action, chance in calls.items())
