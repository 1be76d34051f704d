"""Playing a written game again: as far as it is valid, and step by step in words for developers.

A stored log that no longer plays is worth as much as it can tell: `play` gives the valid prefix, the state
it leads to and the first thing that is wrong.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from musbot.engine.actions import Siguiente
from musbot.engine.cards import Card
from musbot.engine.decide import decide, start
from musbot.engine.errors import AmbiguousCall, EngineError, NotationError
from musbot.engine.events import Event
from musbot.engine.evolve import fold, initial
from musbot.engine.legal import to_act
from musbot.engine.narration import told
from musbot.engine.notation import Deal, Game, Move, Reshuffle, Step, cards_text, move_text, read_game
from musbot.engine.state import State


@dataclass(frozen=True, slots=True)
class Playback:
    """What came of playing a game.

    Attributes:
        game: the steps that could be played, every call with its seat.
        events: what happened in them.
        state: where they lead.
        error: why the next step could not be played; None when all were.
    """

    game: Game
    events: tuple[Event, ...]
    state: State
    error: EngineError | None


def play(game: Game) -> Playback:
    """Play a game while it is valid."""
    script = _Script(game.steps)
    events: list[Event] = []
    played: list[Step] = []
    state = initial(game.rules, game.mano, game.hand_no)
    error: EngineError | None = None
    try:
        while script.left or not played:
            new, steps = _begin(game, script) if not played else _next(state, script)
            state = fold(state, new)
            events += new
            played += steps
    except EngineError as wrong:
        error = wrong
    return Playback(replace(game, steps=tuple(played)), tuple(events), state, error)


def resolve(state: State, move: Move) -> int:
    """The seat whose call a move is.

    Raises:
        AmbiguousCall: no seat is given and several may act.
        NotationError: no seat is given and nobody may act.
    """
    if move.seat is not None:
        return move.seat
    seats = to_act(state)
    if not seats:
        raise NotationError("a call when nobody may act", move_text(move))
    if len(seats) > 1:
        raise AmbiguousCall(move_text(move), seats)
    return seats[0]


def narrate(text: str) -> Iterator[str]:
    """A written game step by step, one line of words for each thing that happens; for developers.

    The last line says what is wrong when the game cannot be played to its end.

    Raises:
        NotationError: the text cannot be read.
    """
    playback = play(read_game(text))
    state = initial(playback.game.rules)
    for event in playback.events:
        state = fold(state, (event,))
        yield from told(event, state)
    if playback.error is not None:
        kind = type(playback.error).__name__
        yield f"stopped after {len(playback.game.steps)} steps, {kind}: {playback.error}"


class _Script:
    """The steps of a game, read in order; it shuffles by reading the next one."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = steps
        self._at = 0
        self._wanted: type[Deal] | type[Reshuffle] = Deal

    @property
    def left(self) -> bool:
        return self._at < len(self._steps)

    def read(self) -> Step:
        if not self.left:
            raise NotationError("one more step", "the end of the game")
        self._at += 1
        return self._steps[self._at - 1]

    def want(self, kind: type[Deal] | type[Reshuffle]) -> "_Script":
        self._wanted = kind
        return self

    def taken(self, since: int) -> tuple[Step, ...]:
        return tuple(self._steps[since : self._at])

    @property
    def at(self) -> int:
        return self._at

    def __call__(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        step = self.read()
        if isinstance(step, Move) or not isinstance(step, self._wanted):
            raise NotationError(f"a {self._wanted.__name__.lower()}", _step_text(step))
        order = step.deck if isinstance(step, Deal) else step.stock
        if len(order) != len(cards) or set(order) != set(cards):
            raise NotationError("the cards to be shuffled", _step_text(step))
        return order


def _begin(game: Game, script: _Script) -> tuple[tuple[Event, ...], tuple[Step, ...]]:
    events = start(game.rules, game.mano, script.want(Deal), game.hand_no)
    return events, script.taken(0)


def _next(state: State, script: _Script) -> tuple[tuple[Event, ...], tuple[Step, ...]]:
    before = script.at
    step = script.read()
    if not isinstance(step, Move):
        raise NotationError("a call", _step_text(step))
    seat = resolve(state, step)
    shuffle = script.want(Deal if isinstance(step.action, Siguiente) else Reshuffle)
    events = decide(state, seat, step.action, shuffle)
    return events, (Move(seat, step.action), *script.taken(before + 1))


def _step_text(step: Step) -> str:
    match step:
        case Deal(deck):
            return f"deal {cards_text(deck)}"
        case Reshuffle(stock):
            return f"stock {cards_text(stock)}"
        case Move():
            return move_text(step)
