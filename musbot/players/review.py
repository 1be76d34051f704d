"""What decided a juego: luck and decisions apart, both as differences in the chance of winning it.

Every decision is judged by what its seat knew when it made it: what it gave away against the call that was
worth most then. A chance that a pair lets go again and again in one hand was there once: what it gave away in a
hand is its costliest decision there (docs/players.md has how that compares with results). What is left of the result
is luck: cards, and calls of the others that could not be foreseen. So for a pair: result - chance at the start
= luck + its decisions - the rivals' decisions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from musbot.engine.actions import Action, Siguiente
from musbot.engine.events import Called, Dealt, Event, JuegoWon
from musbot.engine.evolve import evolve, initial
from musbot.engine.legal import stage_of
from musbot.engine.state import State
from musbot.engine.view import view_for
from musbot.players.hints import Reason, reason_for
from musbot.players.knowledge import knowledge_for
from musbot.players.reading import of_forty
from musbot.players.valuing import chance
from musbot.players.weighing import weigh

TRIFLE = 0.002
"""Less than this is not told apart from nothing."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision.

    Attributes:
        hand_no: number of the hand.
        stage: the question it answered, see `Question.stage`.
        seat: who decided.
        action: what was called.
        better: what would have been advised; the same call when nothing was worth more.
        cost: what the call gave away, 0 or more, in chances of the juego.
        reason: why `better` is better.
    """

    hand_no: int
    stage: str
    seat: int
    action: Action
    better: Action
    cost: float
    reason: Reason


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The decisions of one seat.

    Attributes:
        seat: which.
        decisions: how many it made.
        given: what its costliest decision of each hand gave away, in all, 0 or more.
        worst: the one that gave away most; None when none gave away anything.
    """

    seat: int
    decisions: int
    given: float
    worst: Judged | None


@dataclass(frozen=True, slots=True)
class Review:
    """What decided a juego.

    Attributes:
        hand_no: the hand that ended it.
        winner: the pair that won it.
        start: chance of pair 0 when it began.
        luck: by pair, what cards and chance brought; they add up to 0.
        decisions: by pair, what its decisions gave away against the rivals': negative is worse than the best.
        seats: by seat.
    """

    hand_no: int
    winner: int
    start: float
    luck: tuple[float, float]
    decisions: tuple[float, float]
    seats: tuple[SeatReview, ...]


def review(events: Iterable[Event]) -> Review:
    """The review of the last juego that a log finishes.

    Args:
        events: the whole log, nothing redacted, beginning with `PartidaStarted`.

    Raises:
        ValueError: no juego was finished.
    """
    state = initial()
    judged: list[Judged] = []
    start = 0.5
    found: Review | None = None
    for event in events:
        match event:
            case Called(seat, action) if action is not None and not isinstance(action, Siguiente):
                judged.append(_judge(state, seat, action))
            case _:
                pass
        state = evolve(state, event)
        match event:
            case Dealt() if state.first_of_juego:
                judged, start = [], _start(state)
            case JuegoWon(pair):
                found = _review(state, pair, start, judged)
            case _:
                pass
    if found is None:
        raise ValueError("no juego was finished")
    return found


def _judge(state: State, seat: int, action: Action) -> Judged:
    view = view_for(state, seat)
    weighed = weigh(view)
    best = weighed.advised
    made = weighed.of(action)
    cost = max(0.0, weighed.worths[best] - made) if made is not None else 0.0
    if cost < TRIFLE:
        best, cost = action, 0.0
    return Judged(state.hand_no, stage_of(state), seat, action, best, cost, reason_for(view, weighed, best))


def _start(state: State) -> float:
    rules = state.rules
    know = knowledge_for(rules)
    nothing = of_forty(rules, 0)
    return chance(know, nothing, nothing, rules.pair_of(state.mano) == 0)


def _review(state: State, winner: int, start: float, judged: list[Judged]) -> Review:
    rules = state.rules
    seats = []
    for seat in range(rules.seats):
        own = [one for one in judged if one.seat == seat]
        worst = max(own, key=lambda one: one.cost, default=None)
        seats.append(
            SeatReview(seat, len(own), _given(own), worst if worst is not None and worst.cost > 0 else None)
        )
    given_by = [_given([one for one in judged if rules.pair_of(one.seat) == pair]) for pair in (0, 1)]
    first = given_by[1] - given_by[0]
    luck = (1.0 if winner == 0 else 0.0) - start - first
    return Review(state.hand_no, winner, start, (luck, -luck), (first, -first), tuple(seats))


def _given(judged: Sequence[Judged]) -> float:
    """What some decisions gave away: of each hand the costliest."""
    costliest: dict[int, float] = {}
    for one in judged:
        costliest[one.hand_no] = max(costliest.get(one.hand_no, 0.0), one.cost)
    return sum(costliest.values())
