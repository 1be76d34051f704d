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

TOO_WILD = 0.2
"""Trust in the rivals under which the blueprint, made for rivals who reckon, is left for reckoning."""


@dataclass(frozen=True, slots=True)
class Maestro(MixedPlayer):
    """Plays the blueprint, órdagos and all.

    Attributes:
        solve_from: stones bet (or an órdago) from which an answer is solved again.
        softness: differences in the chance of the juego, of a solved answer, that make it e times as likely.
    """

    solve_from: int = 5
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
        rivals = 1 - (view.seat - view.public.mano) % 2
        found = blueprint(know, reading, view, envite) if reading.trust[rivals] >= TOO_WILD else None
        if found is None:
            return reckoned(reading, view, envite, legal)
        if (
            envite.bettor is not None
            and (envite.ordago or envite.stake >= self.solve_from)
            and len(found) > 1
        ):
            return self._solved_again(found, reading, view, envite)
        return found

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
        if chance > 0:
            action = action_of(Move(move), envite, rules)
            calls[action] = calls.get(action, 0.0) + chance
    return tuple(calls.items())
