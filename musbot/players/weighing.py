"""What each thing that a seat could do is worth to it, in chances of winning the juego, from its view alone.

Used by hints and by the review of a juego. In a lance the worths come from solving it again; for mus,
cut and discards from what hands brought in self-play. Worths of one question compare with each other; those
of mus and discards are counted from V of the score.
"""

from dataclasses import dataclass

from musbot.engine.actions import Action, Corto, Descarte, Envido, Mas, Mus, Ordago
from musbot.engine.state import Envite
from musbot.engine.view import PlayerView, legal_from_view
from musbot.players.discards import draws
from musbot.players.hearing import hear
from musbot.players.knowledge import Knowledge, knowledge_for
from musbot.players.musplay import TRAINED, throw_away
from musbot.players.reading import Reading, of_forty, read
from musbot.players.reckoning import stand, worth_of
from musbot.players.resolving import solved
from musbot.players.valuing import chance

BOLD = 0.05
"""What an órdago must bring more than any other call to be advised, in chances of winning the juego.

Its worth hangs on how often the rivals refuse, which people do not do as the blueprint does, and on nothing else
that a partner could follow: it is worth most in one of seven questions of a lance, mostly by a hair.
"""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The worths of one question.

    Attributes:
        worths: chance of winning the juego by call, for the main calls.
        won: chance that the pair takes the open lance with the cards; None outside a lance.
    """

    worths: dict[Action, float]
    won: float | None = None

    @property
    def advised(self) -> Action:
        """What to tell people to do: the call that is worth most, an órdago only where it is worth `BOLD` more."""
        return max(self.worths, key=lambda call: self.worths[call] - BOLD * isinstance(call, Ordago))

    def of(self, action: Action) -> float | None:
        """The worth of a call; that of the nearest bet for one that was not weighed, None when there is none."""
        if action in self.worths:
            return self.worths[action]
        near = [
            (abs(_size(other) - _size(action)), worth)
            for other, worth in self.worths.items()
            if _alike(action, other)
        ]
        return min(near)[1] if near else None


def weigh(view: PlayerView) -> Weighed:
    """The worths of what the seat of a view could do now.

    Raises:
        ValueError: the seat has nothing to decide.
    """
    legal = legal_from_view(view)
    if not legal:
        raise ValueError("this seat is not asked anything")
    know = knowledge_for(view.public.rules)
    now = juego_now(know, view)
    envite = view.public.envite
    if isinstance(legal[0], Mus):
        return Weighed(_mus(know, view, now))
    if isinstance(legal[0], Descarte):
        return Weighed(_discards(know, view, now))
    if envite is None:
        raise ValueError("only the next hand is left to deal")
    reading = hear(view.public)
    return Weighed(_lance(reading, view, envite, legal), stand(reading, view, envite).won)


def juego_now(know: Knowledge, view: PlayerView) -> float:
    """The chance of winning the juego by the score alone."""
    rules = view.public.rules
    pair = rules.pair_of(view.seat)
    us, them = (of_forty(rules, view.public.score[side]) for side in (pair, 1 - pair))
    return chance(know, us, them, rules.pair_of(view.public.mano) == pair)


def _lance(
    reading: Reading, view: PlayerView, envite: Envite, legal: tuple[Action, ...]
) -> dict[Action, float]:
    worths = solved(reading, view, envite)
    if worths is None:
        worths = worth_of(read(view.public), view, envite, legal)
    return {action: worth for action, worth in worths.items() if action in legal}


def _mus(know: Knowledge, view: PlayerView, now: float) -> dict[Action, float]:
    public = view.public
    row = know.seat_row((view.seat - public.mano) % public.rules.seats, public.rules.seats)
    gain = float(know.cut_gain[min(public.mus_round, 2), row, know.hands.id_of(view.hand)])
    scale = _scale(now)
    return {Mus(): now - scale * gain / 2, Corto(): now + scale * gain / 2}


def _discards(know: Knowledge, view: PlayerView, now: float) -> dict[Action, float]:
    public = view.public
    row = know.seat_row((view.seat - public.mano) % public.rules.seats, public.rules.seats)
    hand = know.hands.id_of(view.hand)
    table = draws(know.hands.kings)
    low, high = int(table.start[hand]), int(table.start[hand + 1])
    expected = table.chance[low:high] @ know.worth[row]
    by_keep = {
        tuple(keep): float(worth) for keep, worth in zip(table.keep[low:high].tolist(), expected, strict=True)
    }
    best = throw_away(know, view, TRAINED)
    worths: dict[Action, float] = {}
    scale = _scale(now)
    for action in (best, *legal_from_view(view)):
        assert isinstance(action, Descarte)  # nothing else is legal while cards are chosen
        keep = [0] * len(know.hands.ranks)
        for card, out in zip(view.hand, action.mask, strict=True):
            keep[know.hands.rank_of(card.rank)] += not out
        worths[action] = now + scale * by_keep[tuple(keep)]
    return worths


def _scale(now: float) -> float:
    """Mus was learned over all scores; where the juego is nearly decided the same hand moves less."""
    return 4 * now * (1 - now)


def _alike(action: Action, other: Action) -> bool:
    return isinstance(action, (Envido, Mas, Ordago)) and isinstance(other, (Envido, Mas, Ordago))


def _size(action: Action) -> float:
    match action:
        case Envido(n) | Mas(n):
            return n
        case Ordago():
            return 40
        case _:
            return 0
