"""Joins the advice of the computer players to the use cases; neither side knows the other."""

from collections.abc import Sequence

from musbot.app import advice
from musbot.engine import PlayerView
from musbot.engine.events import Event
from musbot.players.hints import hint
from musbot.players.review import Judged, review


class PlayersAdvisor:
    """`musbot.app.advice.Advisor` by the maestro's own evaluation."""

    def hint(self, view: PlayerView, /) -> advice.Hint:
        """What the maestro would do most often, and why.

        Raises:
            ValueError: there is nothing to decide.
        """
        found = hint(view)
        options = tuple(advice.Option(one.action, one.juego) for one in found.alternatives)
        return advice.Hint(found.action, found.reason.value, options, found.lance, found.lance_chance)

    def review(self, events: Sequence[Event], /) -> advice.Review:
        """What decided the last juego of a log.

        Raises:
            ValueError: no juego was finished.
        """
        found = review(events)
        return advice.Review(
            found.hand_no, found.luck, found.decisions, tuple(_costly(one.worst) for one in found.seats)
        )


def _costly(worst: Judged | None) -> advice.Costly | None:
    if worst is None:
        return None
    return advice.Costly(
        worst.hand_no, worst.stage, worst.action, worst.better, worst.cost, worst.reason.value
    )
