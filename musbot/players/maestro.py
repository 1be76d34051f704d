"""The strongest level: a blueprint looked up by beliefs, and the lance reckoned again where that is not enough.

In a lance the row of the blueprint is found by the chance to win it under the present beliefs (draws, mus,
declarations, every call so far) and by what the closed lances may still pay. Its choices are drawn from the
average policy. Then the lance is solved again from where it stands (`resolving`), and the choice leans to what
is worth more, softly: the best call alone is easier to play against. Bets that the blueprint's tree
does not know are answered by reckoning with the beliefs as they stand (`reckoning`).
"""

from dataclasses import dataclass
from math import exp

from musbot.engine.actions import Action
from musbot.engine.state import Envite
from musbot.engine.view import PlayerView
from musbot.players.hearing import hear
from musbot.players.knowledge import Knowledge, knowledge_for
from musbot.players.mixed import MixedPlayer, Policy
from musbot.players.musplay import TRAINED, outside_lances
from musbot.players.placing import action_of, fits, node_of
from musbot.players.reading import Reading, read
from musbot.players.reckoning import reckoned
from musbot.players.resolving import solved
from musbot.players.tree import Move, trees


@dataclass(frozen=True, slots=True)
class Maestro(MixedPlayer):
    """Plays the blueprint, every question solved again with the beliefs of the hand, órdagos and all.

    Attributes:
        solves: False for the blueprint alone.
        softness: differences in the chance of the juego that make a call e times as likely.
        floor: what every call of the tree starts with at least before it is weighed by its worth: the blueprint
            has rows that it met too seldom to trust a zero.
        least: calls that come out less likely than this are left out.
    """

    solves: bool = True
    softness: float = 0.01
    floor: float = 0.05
    least: float = 0.01

    def policy(self, view: PlayerView, legal: tuple[Action, ...]) -> Policy:
        """The chances of the calls."""
        know = knowledge_for(view.public.rules)
        envite = outside_lances(know, view, legal, TRAINED)
        if not isinstance(envite, Envite):
            return envite
        reading = read(view.public)
        found = blueprint(know, reading, view, envite)
        if found is None:
            return reckoned(reading, view, envite, legal)
        worths = solved(hear(view.public), view, envite) if self.solves else None
        return found if worths is None else self._leaning(dict(found), worths)

    def _leaning(self, found: dict[Action, float], worths: dict[Action, float]) -> Policy:
        """The blueprint's policy, leaning to what is worth more."""
        best = max(worths.values())
        weights = {
            action: max(found.get(action, 0.0), self.floor) * exp((worth - best) / self.softness)
            for action, worth in worths.items()
        }
        total = sum(weights.values())
        kept = {action: weight for action, weight in weights.items() if weight >= self.least * total}
        total = sum(kept.values())
        return tuple((action, weight / total) for action, weight in kept.items())


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
