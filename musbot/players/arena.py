"""Measuring players against each other: duplicate pairs, seats swapped (`musbot arena`).

The same deals are played twice, with the two players in each other's seats, so that the luck of the cards
cancels; a pair of juegos is one observation. Cards of a hand depend on the seed, the pair and the number of
the hand alone; mano goes round from hand to hand and from pair to pair.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from math import sqrt
from random import Random

from musbot.engine.cards import DECK, Card
from musbot.engine.decide import decide, start
from musbot.engine.events import Event, HandEnded, JuegoWon
from musbot.engine.evolve import evolve, initial
from musbot.engine.legal import to_act
from musbot.engine.rules import CLASICO, Rules
from musbot.engine.state import State
from musbot.engine.view import PublicView, legal_from_view, view_for
from musbot.players.base import Player
from musbot.players.roster import EVERYBODY

Clock = Callable[[], float]
"""Seconds from any moment on."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a comparison.

    Attributes:
        a: name of the player that is measured.
        b: name of the other.
        pairs: duplicate pairs played, two juegos each.
        seed: what they followed from.
        share: juegos that a won, of all.
        half_width: half of the 95 % interval of `share`, from the spread of the pairs.
        hands_per_juego: hands dealt for a juego, on average.
        ordago_share: share of the juegos that ended by an accepted órdago.
        mano_share: juegos won by the pair that was mano first, of all.
        decisions: calls of a, of b.
        seconds: what the calls of a, of b took in all; None when no clock was handed in.
        p99: the time that one call of a hundred of a, of b takes longer than, in seconds.
    """

    a: str
    b: str
    pairs: int
    seed: int
    share: float
    half_width: float
    hands_per_juego: float
    ordago_share: float
    mano_share: float
    decisions: tuple[int, int]
    seconds: tuple[float, float] | None = None
    p99: tuple[float, float] | None = None

    def as_dict(self) -> dict[str, object]:
        """For JSON; times only when they were taken."""
        values: dict[str, object] = {
            "a": self.a,
            "b": self.b,
            "pairs": self.pairs,
            "seed": self.seed,
            "share": round(self.share, 5),
            "interval": [round(self.share - self.half_width, 5), round(self.share + self.half_width, 5)],
            "hands_per_juego": round(self.hands_per_juego, 3),
            "ordago_share": round(self.ordago_share, 4),
            "mano_share": round(self.mano_share, 4),
            "decisions": list(self.decisions),
        }
        if self.seconds is not None and self.p99 is not None:
            each = zip(self.decisions, self.seconds, strict=True)
            values["decisions_per_second"] = [round(n / max(seconds, 1e-9)) for n, seconds in each]
            values["p99_ms"] = [round(one * 1000, 3) for one in self.p99]
        return values

    def as_json(self) -> str:
        """One JSON object on one line."""
        return json.dumps(self.as_dict())

    def as_text(self) -> str:
        """One line for a terminal."""
        text = (
            f"{self.a} against {self.b}: {self.share:.4f} ± {self.half_width:.4f} ({self.pairs} pairs), "
            f"{self.hands_per_juego:.1f} hands a juego, {self.ordago_share:.0%} ended by órdago, "
            f"first mano won {self.mano_share:.3f}"
        )
        if self.seconds is None or self.p99 is None:
            return text
        times = (
            f"{name} {seconds / max(n, 1) * 1000:.2f} ms (p99 {late * 1000:.1f})"
            for name, n, seconds, late in zip(
                (self.a, self.b), self.decisions, self.seconds, self.p99, strict=True
            )
        )
        return f"{text}; a call: {', '.join(times)}"


@dataclass(slots=True)
class _Tally:
    shares: list[float] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    times: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    def add(self, other: "_Tally") -> None:
        self.shares += other.shares
        self.counts += other.counts
        for mine, more in zip(self.times, other.times, strict=True):
            mine += more


CHUNK = 25
"""Pairs that one process plays at a stretch."""


def run(
    a: str,
    b: str,
    pairs: int,
    seed: int = 1,
    rules: Rules = CLASICO,
    clock: Clock | None = None,
    players: Mapping[str, Player] = EVERYBODY,
    progress: Callable[[int], None] | None = None,
    pool: Executor | None = None,
) -> Result:
    """Measure a against b.

    Args:
        a: name of a player in `players`.
        b: another, or the same.
        pairs: duplicate pairs, at least 2.
        seed: of cards and of the players' chance.
        rules: the options; each juego stands for itself.
        clock: to take the time of every call.
        players: who can be named.
        progress: told the number of pairs played, now and then.
        pool: processes to spread the pairs over; clock and players must be of a kind that can be sent to them.
            What comes out does not depend on it, times apart.

    Raises:
        ValueError: an unknown name, or fewer than two pairs.
    """
    for name in (a, b):
        if name not in players:
            raise ValueError(f"unknown player {name!r}, one of {', '.join(players)}")
    if pairs < 2:
        raise ValueError("at least two pairs must be played")
    play = partial(_play, players[a], players[b], seed=seed, rules=_one_juego(rules), clock=clock)
    chunks = [range(first, min(first + CHUNK, pairs)) for first in range(0, pairs, CHUNK)]
    tally = _Tally()
    for more in map(play, chunks) if pool is None else pool.map(play, chunks):
        tally.add(more)
        if progress is not None:
            progress(len(tally.shares))
    return _result(a, b, seed, tally, clock is not None)


def _play(
    a: Player, b: Player, numbers: Iterable[int], *, seed: int, rules: Rules, clock: Clock | None
) -> _Tally:
    tally = _Tally()
    for number in numbers:
        first = _juego(rules, seed, number, (a, b), (0, 1), clock, tally)
        second = _juego(rules, seed, number, (b, a), (1, 0), clock, tally)
        tally.shares.append(((first == 0) + (second == 1)) / 2)
    return tally


def matrix(
    names: Sequence[str],
    pairs: Callable[[str, str], int],
    seed: int = 1,
    rules: Rules = CLASICO,
    clock: Clock | None = None,
    pool: Executor | None = None,
) -> Iterable[Result]:
    """All against all, one cell after the other; `pairs` says how many for two names."""
    for a, b in combinations(names, 2):
        yield run(a, b, pairs(a, b), seed, rules, clock, pool=pool)


def matrix_pairs(a: str, b: str) -> int:
    """Pairs for a cell of the published matrix: 2,000 with the maestro, 10,000 without."""
    return 2_000 if "maestro" in (a, b) else 10_000


def as_table(names: Sequence[str], results: Iterable[Result]) -> str:
    """A matrix as a Markdown table: the row's share against the column."""
    cells: dict[tuple[str, str], str] = {}
    for one in results:
        cells[one.a, one.b] = f"{one.share:.3f} ± {one.half_width:.3f}"
        cells[one.b, one.a] = f"{1 - one.share:.3f} ± {one.half_width:.3f}"
    lines = ["| | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    lines += [
        f"| {row} | " + " | ".join(cells.get((row, column), "–") for column in names) + " |" for row in names
    ]
    return "\n".join(lines)


def speaker(view: PublicView) -> int:
    """Who is asked: the first in speaking order, in an answer counted from the bettor (docs/rules.md §4)."""
    envite = view.envite
    if envite is None or envite.bettor is None:
        return view.to_act[0]
    bettor, seats = envite.bettor, view.rules.seats
    return min(view.to_act, key=lambda seat: (seat - bettor) % seats)


class Cards:
    """The shuffles of one juego: the same for the same seed, number and hand, whatever is called."""

    def __init__(self, seed: int, number: int) -> None:
        """No hand has been dealt."""
        self._name = f"{seed}/{number}"
        self._hand = 0
        self._again = 0

    def __call__(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards in the order that belongs to this place."""
        if len(cards) == len(DECK):
            self._hand, self._again = self._hand + 1, 0
        else:
            self._again += 1
        order = sorted(cards, key=_place)  # discards come in the order of play, which differs
        Random(f"{self._name}/{self._hand}/{self._again}").shuffle(order)
        return tuple(order)


def _place(card: Card) -> tuple[int, str]:
    return card.rank, card.suit.value


def _one_juego(rules: Rules) -> Rules:
    return Rules(
        kings=rules.kings,
        target=rules.target,
        seats=rules.seats,
        min_raise=rules.min_raise,
        punto_bonus=rules.punto_bonus,
        la_real=rules.la_real,
        mus_corrido=rules.mus_corrido,
        senas=rules.senas,
    )


def _juego(
    rules: Rules,
    seed: int,
    number: int,
    chairs: tuple[Player, Player],
    who: tuple[int, int],
    clock: Clock | None,
    tally: _Tally,
) -> int:
    """Play one juego; the winning pair. `who` says which of a (0) and b (1) each pair is."""
    shuffle = Cards(seed, number)
    rng = Random(f"{seed}/{number}/{who[0]}")
    mano = number % rules.seats
    state = initial(rules)
    events: Sequence[Event] = start(rules, mano, shuffle)
    while True:
        state = _taken(state, events, tally.counts)
        if state.partida_winner is not None:
            tally.counts["first mano"] += state.partida_winner == rules.pair_of(mano)
            return state.partida_winner
        seats = to_act(state)
        view = view_for(state, seats[0])
        seat = speaker(view.public)
        if seat != view.seat:
            view = view_for(state, seat)
        pair = rules.pair_of(seat)
        began = clock() if clock is not None else 0.0
        action = chairs[pair].choose(view, legal_from_view(view), rng)
        if clock is not None:
            tally.times[who[pair]].append(clock() - began)
        tally.counts[f"decisions {who[pair]}"] += 1
        events = decide(state, seat, action, shuffle)


def _taken(state: State, events: Sequence[Event], counts: Counter[str]) -> State:
    for event in events:
        state = evolve(state, event)
        match event:
            case HandEnded():
                counts["hands"] += 1
            case JuegoWon(_, _, ordago):
                counts["ordagos"] += ordago is not None
            case _:
                pass
    return state


def _result(a: str, b: str, seed: int, tally: _Tally, timed: bool) -> Result:
    shares = tally.shares
    pairs = len(shares)
    mean = sum(shares) / pairs
    spread = sqrt(sum((share - mean) ** 2 for share in shares) / (pairs - 1))
    counts = tally.counts
    ours, theirs = (sorted(times) for times in tally.times)
    return Result(
        a=a,
        b=b,
        pairs=pairs,
        seed=seed,
        share=mean,
        half_width=1.96 * spread / sqrt(pairs),
        hands_per_juego=counts["hands"] / (2 * pairs),
        ordago_share=counts["ordagos"] / (2 * pairs),
        mano_share=counts["first mano"] / (2 * pairs),
        decisions=(counts["decisions 0"], counts["decisions 1"]),
        seconds=(sum(ours), sum(theirs)) if timed else None,
        p99=(_late(ours), _late(theirs)) if timed else None,
    )


def _late(times: Sequence[float]) -> float:
    return times[min(len(times) - 1, int(len(times) * 0.99))] if times else 0.0
