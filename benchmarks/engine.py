"""How fast the engine plays, and what the table of hands is worth.

Times are processor time of this process: other work on the machine slows a core down, but does not count.
"""

import random
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial

from benchmarks.measuring import Row, interleaved, row
from musbot.engine import CLASICO, decide, fold, initial, legal_actions, start, to_act
from musbot.engine.actions import Envido, Mas, Mus
from musbot.engine.cards import DECK, Card, Rank
from musbot.engine.hands import value_of
from musbot.engine.state import Hand, Lance, State

DECISIONS = 600
SLICES = 40
"""Short stretches in a round, of which the quickest counts: other work on the same core only ever makes it slower."""

COMPARISONS = 40_000
_BLANK: dict[str, object] = {f"field{n}": n for n in range(30)}


def rows(rounds: int) -> list[Row]:
    """Both measures."""
    return [decisions(rounds), comparisons(rounds)]


def decisions(rounds: int) -> Row:
    """Whole random partidas: who may act, a legal call, decide, fold."""
    drawn: list[int] = []
    ours, theirs = interleaved(rounds, lambda: max(_play(drawn) for _ in range(SLICES)), _best_plain)
    return row(
        "engine: decisions, against copies of a dict of 30",
        "/s",
        ours,
        theirs,
        goal=40_000.0,
        goal_on="ours",
        more={"amounts": _amounts(drawn)},
    )


def comparisons(rounds: int) -> Row:
    """Which of two hands is better in a lance: looked up, and by sorting ranks each time."""
    rng = random.Random(7)
    pairs = [(tuple(deck[:4]), tuple(deck[4:8])) for deck in (rng.sample(DECK, 8) for _ in range(500))]
    for one, other in pairs:
        for lance in Lance:
            if _sign(_by_table(one, other, lance)) != _sign(_by_sorting(one, other, lance)):
                raise AssertionError(f"the two ways disagree on {one} {other} at {lance}")
    ours, theirs = interleaved(
        rounds, partial(_compare, _by_table, pairs), partial(_compare, _by_sorting, pairs)
    )
    return row("hands: compared by table, against sorting ranks", "/s", ours, theirs, goal=5.0)


def _play(drawn: list[int]) -> float:
    rng = random.Random(len(drawn))
    shuffle = partial(_shuffled, rng)
    state: State | None = None
    done = 0
    begun = time.process_time()
    while done < DECISIONS:
        if state is None or not (seats := to_act(state)):
            state = fold(initial(), start(CLASICO, rng.randrange(4), shuffle))
            seats = to_act(state)
        seat = seats[int(rng.random() * len(seats))]
        action = _some(rng, legal_actions(state, seat), drawn)
        state = fold(state, decide(state, seat, action, shuffle))
        done += 1
    return done / (time.process_time() - begun)


def _some(rng: random.Random, legal: Sequence[object], drawn: list[int]):  # type: ignore[no-untyped-def]
    """Quiet calls more often, as people play; every amount can come."""
    if isinstance(legal[0], Mus):
        return legal[rng.random() > 0.6]
    among = len(legal) if rng.random() < 0.1 else min(3, len(legal))
    action = legal[int(rng.random() * among)]
    if isinstance(action, Envido | Mas):
        drawn.append(action.n)
    return action


def _shuffled(rng: random.Random, cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(
        [cards[place] for _, place in sorted([(rng.random(), place) for place in range(len(cards))])]
    )


def _plain() -> float:
    """A plain job of the interpreter, to tell a slow machine from slow code."""
    blank = _BLANK
    begun = time.process_time()
    for number in range(200_000):
        copy = dict(blank)
        copy["field7"] = number
    return 200_000 / (time.process_time() - begun)


def _best_plain() -> float:
    return max(_plain() for _ in range(4))


def _amounts(drawn: Sequence[int]) -> dict[str, object]:
    counts = Counter(drawn)
    return {
        "drawn": len(drawn),
        "different": len(counts),
        "largest": max(counts),
        "share of 2": counts[2] / len(drawn),
    }


def _compare(better, pairs: Sequence[tuple[Hand, Hand]]) -> float:  # type: ignore[no-untyped-def]
    lances = tuple(Lance)
    done = 0
    begun = time.process_time()
    while done < COMPARISONS:
        for one, other in pairs:
            for lance in lances:
                better(one, other, lance)
        done += len(pairs) * len(lances)
    return done / (time.process_time() - begun)


def _by_table(one: Hand, other: Hand, lance: Lance) -> int:
    return value_of(one, CLASICO).strength(lance) - value_of(other, CLASICO).strength(lance)


def _by_sorting(one: Hand, other: Hand, lance: Lance) -> int:
    a, b = _key(one, lance), _key(other, lance)
    return (a > b) - (a < b)


def _key(hand: Hand, lance: Lance) -> list[int]:
    ranks = sorted((_rank(card.rank) for card in hand), reverse=True)
    match lance:
        case Lance.GRANDE:
            return ranks
        case Lance.CHICA:
            return [-rank for rank in reversed(ranks)]
        case Lance.PARES:
            twice = [rank for rank in ranks if ranks.count(rank) > 1]
            if len(twice) == 4:
                return [3, *twice]
            return [len(twice) - 1, twice[0]] if twice else [0]
        case Lance.JUEGO:
            points = sum(min(rank, 10) for rank in ranks)
            return [(0, 33, 34, 35, 36, 37, 40, 32, 31).index(points)] if points > 30 else [0]
        case Lance.PUNTO:
            points = sum(min(rank, 10) for rank in ranks)
            return [points if points < 31 else 0]


def _rank(rank: Rank) -> int:
    return 12 if rank == 3 else 1 if rank == 2 else int(rank)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
