"""Playing many juegos between computer players and counting what came of it (`musbot simulate`)."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from types import MappingProxyType

from musbot.engine.decide import decide, start
from musbot.engine.events import Event, HandEnded, JuegoWon
from musbot.engine.evolve import evolve, initial
from musbot.engine.legal import to_act
from musbot.engine.rules import CLASICO, Rules
from musbot.engine.state import State
from musbot.engine.view import legal_from_view, view_for
from musbot.players.base import Player, shuffler
from musbot.players.careful import CarefulPlayer
from musbot.players.honest import HonestPlayer
from musbot.players.random_player import RandomPlayer

PLAYERS: Mapping[str, Player] = MappingProxyType(
    {"honest": HonestPlayer(), "careful": CarefulPlayer(), "random": RandomPlayer()}
)
"""The computer players by name."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of some juegos.

    Attributes:
        juegos: how many were played.
        seed: what they followed from.
        players: names of the players of pair A and pair B.
        wins: juegos won by pair A and by pair B.
        hands: hands dealt in all.
        by_ordago: juegos that ended by an accepted órdago.
        decisions: calls made in all.
        seconds: time it took, None when no clock was handed in.
    """

    juegos: int
    seed: int
    players: tuple[str, str]
    wins: tuple[int, int]
    hands: int
    by_ordago: int
    decisions: int
    seconds: float | None = None

    @property
    def hands_per_juego(self) -> float:
        """Hands dealt for a juego, on average."""
        return self.hands / self.juegos

    @property
    def ordago_share(self) -> float:
        """Share of the juegos that ended by an accepted órdago."""
        return self.by_ordago / self.juegos

    def as_json(self, timed: bool = False) -> str:
        """One JSON object; the same seed gives the same text unless `timed` adds decisions a second."""
        values = asdict(self)
        seconds = values.pop("seconds")
        values["hands_per_juego"] = round(self.hands_per_juego, 3)
        values["ordago_share"] = round(self.ordago_share, 4)
        if timed and seconds:
            values["decisions_per_second"] = round(self.decisions / seconds)
        return json.dumps(values)

    def as_text(self) -> str:
        """A few lines for a terminal."""
        names = zip("AB", self.players, self.wins, strict=True)
        lines = [f"{self.juegos} juegos, seed {self.seed}"]
        lines += [f"  pair {pair} ({name}): {won} won, {won / self.juegos:.1%}" for pair, name, won in names]
        lines.append(f"  {self.hands_per_juego:.2f} hands a juego, {self.ordago_share:.1%} ended by órdago")
        if self.seconds:
            lines.append(f"  {self.decisions} decisions, {self.decisions / self.seconds:,.0f} a second")
        return "\n".join(lines)


def simulate(
    juegos: int,
    seed: int,
    players: Sequence[str] = ("honest", "honest"),
    rules: Rules = CLASICO,
    clock: Callable[[], float] | None = None,
) -> Report:
    """Play juegos one after the other, mano going on as at a table.

    Args:
        juegos: how many, at least 1.
        seed: of cards and of the players' chance.
        players: names in `PLAYERS` for pair A and pair B.
        rules: the options; each juego is played for itself.
        clock: seconds from any moment on, to measure the speed.

    Raises:
        ValueError: no juegos, or not two known players.
    """
    if juegos < 1:
        raise ValueError("at least one juego must be played")
    if len(players) != 2 or not set(players) <= set(PLAYERS):
        raise ValueError(f"two players of {', '.join(PLAYERS)}")
    began = clock() if clock is not None else 0.0
    rules = replace(rules, juegos_to_win=1, vacas_to_win=1)
    chairs = (PLAYERS[players[0]], PLAYERS[players[1]])
    rng = Random(seed)
    counts: Counter[str] = Counter()
    mano = rng.randrange(rules.seats)
    for _ in range(juegos):
        state = _play(rules, mano, chairs, rng, counts)
        mano = (state.mano + 1) % rules.seats
    return Report(
        juegos=juegos,
        seed=seed,
        players=(players[0], players[1]),
        wins=(counts["won 0"], counts["won 1"]),
        hands=counts["hands"],
        by_ordago=counts["ordago"],
        decisions=counts["decisions"],
        seconds=clock() - began if clock is not None else None,
    )


def _play(rules: Rules, mano: int, chairs: Sequence[Player], rng: Random, counts: Counter[str]) -> State:
    shuffle = shuffler(rng)
    state = initial(rules)
    events: Sequence[Event] = start(rules, mano, shuffle)
    while True:
        for event in events:
            state = evolve(state, event)
            _count(event, counts)
        seats = to_act(state)
        if not seats:
            return state
        seat = seats[0]
        view = view_for(state, seat)
        action = chairs[rules.pair_of(seat)].choose(view, legal_from_view(view), rng)
        events = decide(state, seat, action, shuffle)
        counts["decisions"] += 1


def _count(event: Event, counts: Counter[str]) -> None:
    match event:
        case HandEnded():
            counts["hands"] += 1
        case JuegoWon(pair, _, ordago):
            counts[f"won {pair}"] += 1
            counts["ordago"] += ordago is not None
        case _:
            pass
