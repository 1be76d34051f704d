"""What everybody at the table can make of a hand so far: beliefs about every seat's cards.

A belief is a vector over all hands. It starts from how many cards the seat drew and whether it said mus or
cut, loses what declarations exclude, and after every call is multiplied by how likely the blueprint makes
that call with each hand. Own cards play no part here: the same reading serves every seat, which then looks
up its own row (`Reading.chances`, `Reading.rows`). Seats are counted from mano.

The reading of a hand grows call by call; readings are remembered by what was said, so that a player asked
again in the same hand goes on from where it stood.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Lock

import numpy as np

from musbot.engine.actions import Action
from musbot.engine.legal import LANCE_STAGE
from musbot.engine.rules import Rules
from musbot.engine.state import Call, LanceResult, Outcome
from musbot.engine.view import PublicView
from musbot.players.handsets import LANCES, FloatArray, IntArray
from musbot.players.keys import BLOCK, BUCKETS, CLASSES, FULL_TREE, LANCE_OFFSET
from musbot.players.knowledge import WHOLE, Knowledge, knowledge_for
from musbot.players.placing import Place, Step, at_root, follow
from musbot.players.winning import winning

PARES_GUESS = 1.5
"""Stones that another seat's pares bring at the count, about."""
JUEGO_GUESS = 2.3
"""The same for juego."""
START_TRUST = 0.8
"""How much a pair is taken to play like the blueprint before it has called; the rest calls anything."""
UNUSUAL = 0.15
"""How much less a bet of unusual size is like the blueprint."""
TRUST_RANGE = (0.1, 0.95)
FULL_SCORE = 40
"""The blueprint counts stones of a juego to forty; other targets count what is missing."""

_STAGES = tuple(LANCE_STAGE[lance] for lance in LANCES)


@dataclass(frozen=True, slots=True)
class Reading:
    """Beliefs at one moment of the lances. S seats from mano, N hands.

    Attributes:
        beliefs: (S, N) chance of each hand.
        trust: by pair from mano, how far it seems to play like the blueprint.
        score: stones by pair from mano, dejes of this hand included, of forty.
        ours: (S, N) stones a seat with that hand may expect from the closed lances; `theirs` for its rivals.
        lance: row of `LANCES` that is open, -1 before the first.
        playing: seats in the open lance.
        chances: (S, N) chance to win the open lance with each hand, when it opened.
        keys: (S, N) place in the rows of the blueprint.
        place: where the betting stands in the tree.
    """

    know: Knowledge
    beliefs: FloatArray
    trust: tuple[float, float]
    score: tuple[int, int]
    ours: FloatArray
    theirs: FloatArray
    lance: int = -1
    playing: tuple[int, ...] = ()
    chances: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))
    keys: IntArray = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    place: Place | None = None

    def rows(self, seat: int, node: int) -> IntArray:
        """(N,) rows of the blueprint for a seat with each hand at a node of the open lance.

        Grande, chica and punto of two seats have no rows of their own: they take those of pares and juego.
        """
        lance = self.lance if node < FULL_TREE else max(2, self.lance - self.lance // 4)
        rows: IntArray = self.keys[seat] + (LANCE_OFFSET[lance] + node) * BLOCK
        return rows

    def blocks(self, nodes: IntArray) -> IntArray:
        """(K,) where the rows of some nodes of one tree begin; a seat's `keys` are added to it."""
        lance = self.lance if nodes[0] < FULL_TREE else max(2, self.lance - self.lance // 4)
        rows: IntArray = (LANCE_OFFSET[lance] + nodes) * BLOCK
        return rows


def read(view: PublicView) -> Reading:
    """The reading of a hand in which a lance is open (or has just been settled).

    Raises:
        ValueError: the mus is not over.
    """
    return _SHELF.reading(view)


def start(view: PublicView, trust: float = START_TRUST) -> Reading:
    """Beliefs when the lances begin: draws, mus and cut; `trust` of both pairs."""
    rules = view.rules
    know = knowledge_for(rules)
    seats = rules.seats
    rounds = len(view.drawn)
    late = min(rounds, 2)
    beliefs = np.empty((seats, len(know.hands)))
    order = rules.order_from(view.mano)
    for place, seat in enumerate(order):
        row = know.seat_row(place, seats)
        belief = know.prior if rounds == 0 else know.after_draw[late - 1, row, view.drawn[-1][seat]]
        if seat == view.cut_by:
            belief = belief * (1.0 - know.mus_like[late, row])
        elif seat in view.said_mus:
            belief = belief * know.mus_like[late, row]
        beliefs[place] = belief / belief.sum()
    nothing = np.zeros_like(beliefs)
    return Reading(
        know=know,
        beliefs=beliefs,
        trust=(trust, trust),
        score=start_score(view),
        ours=nothing,
        theirs=nothing,
    )


def start_score(view: PublicView) -> tuple[int, int]:
    """Stones by pair from mano when the hand was dealt, as of forty."""
    score = list(view.score)
    for piece in view.pieces:
        score[piece.pair] -= piece.stones
    first = view.mano % 2
    return of_forty(view.rules, score[first]), of_forty(view.rules, score[1 - first])


def of_forty(rules: Rules, stones: int) -> int:
    """A score as it counts in a juego to forty: what is missing stays the same."""
    return max(0, FULL_SCORE - (rules.target - stones))


def open_lance(reading: Reading, lance: int, playing: tuple[int, ...]) -> Reading:
    """The next lance opens among some seats, ascending from mano."""
    know = reading.know
    levels = know.hands.levels[lance]
    chances = winning(reading.beliefs, levels, playing)
    own = know.own_bonus[0 if lance < 2 else 1] if lance < 3 else None
    seats = reading.beliefs.shape[0]
    keys = np.zeros(reading.beliefs.shape, dtype=np.int64)
    classes = know.score_class
    for seat in playing:
        mine = reading.ours[seat] + reading.score[seat % 2]
        if own is not None:
            mine = mine + own[know.seat_row(seat, seats)]
        others = reading.theirs[seat] + reading.score[1 - seat % 2]
        pair = classes[np.minimum(mine, 63).astype(np.int64)] * CLASSES
        pair = pair + classes[np.minimum(others, 63).astype(np.int64)]
        keys[seat] = pair * BUCKETS + know.bucket[lance, (chances[seat] * 255).astype(np.int64)]
    place = at_root(playing, seats)
    return replace(reading, lance=lance, playing=playing, chances=chances, keys=keys, place=place)


def declared(reading: Reading, lance: int, having: tuple[int, ...]) -> Reading:
    """Everybody has said whether they have pares or juego."""
    has = reading.know.hands.levels[lance] > 0
    beliefs = reading.beliefs.copy()
    for seat in range(beliefs.shape[0]):
        belief = np.where(has == (seat in having), beliefs[seat], 0.0)
        total = belief.sum()
        fallback = np.where(has == (seat in having), reading.know.prior, 0.0)
        beliefs[seat] = belief / total if total > 0 else fallback / fallback.sum()
    return replace(reading, beliefs=beliefs)


def called(reading: Reading, seat: int, action: Action) -> Reading:
    """A seat called in the open lance: its belief follows, and the place in the tree."""
    return told(reading, seat, action, _anything, TRUST_RANGE)


def told(
    reading: Reading,
    seat: int,
    action: Action,
    otherwise: Callable[[Reading, int, Step], FloatArray | float],
    limits: tuple[float, float],
    doubt: float = 0.0,
) -> Reading:
    """What a call in the open lance tells, when who makes it is like the blueprint or of another kind.

    Args:
        reading: before it.
        seat: who called.
        action: the call.
        otherwise: how likely the other kind makes that call, (N,) by hand or with any.
        limits: least and most trust.
        doubt: how likely a call is at least, whichever kind makes it, when the kinds are told apart.
    """
    place = reading.place
    if place is None:
        return reading
    step = follow(place, seat, action)
    if step.node < 0:
        return replace(reading, place=step.place)
    said = reading.know.policy[reading.rows(seat, step.node), step.choice] / WHOLE
    if not step.usual:
        said = said * UNUSUAL
    other = otherwise(reading, seat, step)
    trust = reading.trust[seat % 2]
    belief = reading.beliefs[seat]
    agreed = trust * (float(belief @ said) + doubt)
    apart = (1.0 - trust) * ((other if isinstance(other, float) else float(belief @ other)) + doubt)
    belief = belief * (trust * said + (1.0 - trust) * other)
    beliefs = reading.beliefs.copy()
    beliefs[seat] = belief / belief.sum()
    now = min(limits[1], max(limits[0], agreed / (agreed + apart + 1e-12)))
    both = (now, reading.trust[1]) if seat % 2 == 0 else (reading.trust[0], now)
    return replace(reading, beliefs=beliefs, trust=both, place=step.place)


def _anything(_reading: Reading, _seat: int, step: Step) -> float:
    return 1.0 / step.choices


def closed(
    reading: Reading, lance: int, result: LanceResult, pair: int | None, having: tuple[int, ...]
) -> Reading:
    """A lance closed.

    Args:
        reading: before it.
        lance: its row.
        result: how it closed.
        pair: `result.pair` counted from mano.
        having: seats from mano that may play it.
    """
    if result.outcome in (Outcome.NADIE, Outcome.ORDAGO):
        return reading
    score = reading.score
    if result.outcome is Outcome.RECHAZADO:
        score = (score[0] + result.deje, score[1]) if pair == 0 else (score[0], score[1] + result.deje)
    ours, theirs = reading.ours.copy(), reading.theirs.copy()
    know = reading.know
    bonuses = (None, None, know.hands.pares_bonus, know.hands.juego_bonus, None)[lance]
    guess = PARES_GUESS if lance == 2 else JUEGO_GUESS
    stake = waiting(result, lance)
    for seat in range(ours.shape[0]):
        if bonuses is not None:
            mates = sum(mate in having for mate in range(seat % 2, len(ours), 2) if mate != seat)
            mine = guess * mates + bonuses
            others = guess * sum(rival in having for rival in range(1 - seat % 2, len(ours), 2))
        else:
            others = 1.0 if lance == 4 else 0.0
            mine = np.full(ours.shape[1], others)
        if result.outcome in (Outcome.RECHAZADO, Outcome.UN_LADO):
            if pair == seat % 2:
                ours[seat] += mine
            else:
                theirs[seat] += others
        else:
            wins = reading.chances[seat] if seat in reading.playing else 0.5
            ours[seat] += wins * (stake + mine)
            theirs[seat] += (1.0 - wins) * (stake + others)
    return replace(reading, score=score, ours=ours, theirs=theirs, place=None)


def waiting(result: LanceResult, lance: int) -> float:
    """Stones that the count pays for a closed lance, bonuses apart; a deje has been paid."""
    return 1.0 if result.outcome is Outcome.EN_PASO and lance < 2 else float(result.stake)


def having_of(view: PublicView, lance: int) -> tuple[int, ...]:
    """Seats from mano that may play a lance, ascending, from the declarations."""
    order = view.rules.order_from(view.mano)
    if lance == 2:
        return tuple(place for place, seat in enumerate(order) if view.pares[seat])
    if lance == 3:
        return tuple(place for place, seat in enumerate(order) if view.juego[seat])
    return tuple(range(view.rules.seats))


class Shelf:
    """Readings by what was said. Only a memory: the same question has the same answer without it.

    Args:
        size: readings kept.
        listen: what a call in the open lance makes of a reading.
        trust: of both pairs before they call.
    """

    def __init__(
        self,
        size: int,
        listen: Callable[[Reading, int, Action], Reading] = called,
        trust: float = START_TRUST,
    ) -> None:
        self._size = size
        self._trust = trust
        self._listen = listen
        self._readings: OrderedDict[tuple[object, ...], Reading] = OrderedDict()
        self._lock = Lock()

    def reading(self, view: PublicView) -> Reading:
        """The reading of a hand, going on from the longest part of it that is kept.

        Raises:
            ValueError: the mus is not over.
        """
        calls = tuple(call for call in view.calls if call.stage in _STAGES)
        hand = (view.rules, view.mano, start_score(view), view.drawn, view.said_mus, view.cut_by)
        order = [LANCES.index(result.lance) for result in view.results]
        if view.envite is not None:
            order.append(LANCES.index(view.envite.lance))
        reading: Reading | None = None
        for number, lance in enumerate(order):
            stage = _STAGES[lance]
            here = [call for call in calls if call.stage == stage]
            before = sum(1 for call in calls if _STAGES.index(call.stage) in order[:number])
            said = (view.pares if lance >= 2 else (), view.juego if lance >= 3 else ())
            key = (hand, number, calls[:before], said)
            reading = self._kept(key, partial(self._opened, view, reading, lance))
            for count, call in enumerate(here, start=1):
                key = (hand, number, calls[: before + count], said)
                place = (call.seat - view.mano) % view.rules.seats
                reading = self._kept(key, partial(self._after_call, reading, place, call))
            if number < len(view.results):
                result = view.results[number]
                pair = None if result.pair is None else (result.pair - view.mano) % 2
                if result.outcome is Outcome.ORDAGO:
                    break
                reading = closed(reading, lance, result, pair, having_of(view, lance))
        if reading is None:
            raise ValueError("the lances have not begun")
        return reading

    def _opened(self, view: PublicView, reading: Reading | None, lance: int) -> Reading:
        reading = reading if reading is not None else start(view, self._trust)
        having = having_of(view, lance)
        if lance in (2, 3):
            reading = declared(reading, lance, having)
        if len({seat % 2 for seat in having}) < 2:
            return replace(reading, lance=lance, playing=(), place=None)
        return open_lance(reading, lance, having)

    def _after_call(self, reading: Reading, seat: int, call: Call) -> Reading:
        assert call.action is not None  # only discards are recorded without their action
        return self._listen(reading, seat, call.action)

    def _kept(self, key: tuple[object, ...], make: Callable[[], Reading]) -> Reading:
        with self._lock:
            found = self._readings.get(key)
            if found is not None:
                self._readings.move_to_end(key)
                return found
        made = make()
        with self._lock:
            self._readings[key] = made
            while len(self._readings) > self._size:
                self._readings.popitem(last=False)
        return made


_SHELF = Shelf(160)
