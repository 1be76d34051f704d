"""Every way a state can be impossible. What `decide` and `evolve` made has none; a stored document may.

The checks are for states at rest, as they are between two calls, not for those in the middle of a fold.
"""

from collections.abc import Callable
from enum import Flag, auto

from musbot.engine.betting import FIRST_DEJE, MIN_ENVIDO
from musbot.engine.cards import DECK, HAND_SIZE
from musbot.engine.hands import holders, value_of
from musbot.engine.state import Envite, Lance, Outcome, Phase, PieceKind, State


class Problem(Flag):
    """Names of what is wrong; several may hold at once, ``Problem(0)`` (false) means a sound state."""

    SEATS = auto()  # mano, or the length of a tuple by seat
    CARDS = auto()  # stock, discards and hands are not the 40 distinct cards
    HAND_SIZE = auto()  # a hand does not have four cards
    MUS = auto()  # who said mus or cut does not fit the phase
    DISCARDS = auto()  # choices outside the phase, an empty choice, or everyone has chosen
    DRAWN = auto()  # rounds of drawing and mus rounds differ, or counts are not 1 to 4
    ENVITE = auto()  # betting without an open lance or the reverse
    ELIGIBLE = auto()  # those who may bet are not those who hold the combination, in speaking order
    TURNS = auto()  # who passed, bet or refused cannot be
    STAKES = auto()  # stake, deje and level cannot be
    DECLARED = auto()  # a declaration is untrue, or made or missing at the wrong time
    RESULTS = auto()  # closed lances out of order
    PIECES = auto()  # stones of this hand and the score do not fit
    SCORE = auto()  # a score past the target without a winner, or a negative one
    WINNERS = auto()  # winners, counts of juegos and vacas and history do not fit
    SHOWN = auto()  # cards are public although the hand is being played


_ORDER = (Lance.GRANDE, Lance.CHICA, Lance.PARES, Lance.JUEGO, Lance.PUNTO)


def problems(state: State) -> Problem:
    """All that is wrong with a state at rest; false when it could have come from play."""
    if state.phase is Phase.NUEVA:
        return Problem(0) if 0 <= state.mano < state.rules.seats else Problem.SEATS
    if not _seats_fit(state):
        return Problem.SEATS  # nothing else can be asked by seat
    found = Problem(0)
    for problem, sound in _CHECKS:
        if not sound(state):
            found |= problem
    if Problem.HAND_SIZE not in found and Problem.CARDS not in found:
        found |= _with_cards(state)
    return found


def _with_cards(state: State) -> Problem:
    """Checks that look at what hands are worth."""
    found = Problem(0) if _declared_fits(state) else Problem.DECLARED
    if state.envite is not None and not _eligible_fits(state, state.envite):
        found |= Problem.ELIGIBLE
    return found


def _seats_fit(state: State) -> bool:
    seats = state.rules.seats
    by_seat = (state.hands, state.chosen, state.thrown, state.pares, state.juego, *state.drawn)
    return 0 <= state.mano < seats and all(len(values) == seats for values in by_seat)


def _cards_fit(state: State) -> bool:
    cards = [*state.stock, *state.discards, *(card for hand in state.hands for card in hand)]
    return len(cards) == len(DECK) and set(cards) == set(DECK)


def _hands_fit(state: State) -> bool:
    return all(len(hand) == HAND_SIZE for hand in state.hands)


def _mus_fits(state: State) -> bool:
    seats = state.rules.seats
    said = state.said_mus
    if state.phase is Phase.MUS:
        return state.cut_by is None and len(said) < seats and said == _from_mano(state)[: len(said)]
    if state.phase is Phase.DESCARTE:
        return state.cut_by is None and said == _from_mano(state)
    return state.cut_by is not None and 0 <= state.cut_by < seats and state.cut_by not in said


def _from_mano(state: State) -> tuple[int, ...]:
    return state.rules.order_from(state.mano)


def _discards_fit(state: State) -> bool:
    if state.phase is not Phase.DESCARTE:
        return not any(state.chosen)
    masks = [mask for mask in state.chosen if mask is not None]
    return len(masks) < state.rules.seats and all(len(mask) == HAND_SIZE and any(mask) for mask in masks)


def _drawn_fits(state: State) -> bool:
    counts_fit = all(1 <= count <= HAND_SIZE for row in state.drawn for count in row)
    totals_fit = all(
        len(state.thrown[seat]) == sum(row[seat] for row in state.drawn) for seat in range(state.rules.seats)
    )
    return len(state.drawn) == state.mus_round and counts_fit and totals_fit


def _envite_fits(state: State) -> bool:
    return (state.phase is Phase.LANCE) == (state.envite is not None)


def _eligible_fits(state: State, envite: Envite) -> bool:
    return envite.eligible == holders(envite.lance, state.hands, _from_mano(state), state.rules)


def _turns_fit(state: State) -> bool:
    envite = state.envite
    if envite is None:
        return True
    passed = envite.passed == envite.eligible[: len(envite.passed)] and len(envite.passed) < len(
        envite.eligible
    )
    if envite.bettor is None:
        return passed and not envite.refused
    rivals = {seat for seat in envite.eligible if seat % 2 != envite.bettor % 2}
    refused = set(envite.refused)
    answered = len(refused) == len(envite.refused) and refused < rivals
    return passed and envite.bettor in envite.eligible and answered


def _stakes_fit(state: State) -> bool:
    envite = state.envite
    if envite is None:
        return True
    if envite.bettor is None:
        return not (envite.stake or envite.deje or envite.ordago or envite.level)
    if not envite.stake:
        return envite.ordago and envite.deje == FIRST_DEJE and envite.level == 1
    in_range = MIN_ENVIDO <= envite.stake <= state.rules.target and envite.level >= 1
    if envite.ordago:
        return in_range and envite.deje == envite.stake and envite.level >= 2
    if envite.level == 1:
        return in_range and envite.deje == FIRST_DEJE
    return in_range and MIN_ENVIDO <= envite.deje <= envite.stake - state.rules.min_raise


def _declared_fits(state: State) -> bool:
    closed = {result.lance for result in state.results}
    for lance, said, before in (
        (Lance.PARES, state.pares, Lance.CHICA),
        (Lance.JUEGO, state.juego, Lance.PARES),
    ):
        if all(yes is None for yes in said):
            if before in closed and not _ended_early(state):
                return False
            continue
        truth = tuple(value_of(hand, state.rules).has(lance) for hand in state.hands)
        if said != truth or before not in closed:
            return False
    return True


def _ended_early(state: State) -> bool:
    """The hand ended by a deje or an órdago, so the lances after it were never reached."""
    last = state.results[-1].outcome if state.results else None
    return state.juego_winner is not None and last in (Outcome.ORDAGO, Outcome.RECHAZADO)


def _results_fit(state: State) -> bool:
    lances = tuple(result.lance for result in state.results)
    nobody = any(r.lance is Lance.JUEGO and r.outcome is Outcome.NADIE for r in state.results)
    if lances != _ORDER[: len(lances)] or (Lance.PUNTO in lances and not nobody):
        return False
    if state.envite is not None:
        return len(lances) < len(_ORDER) and state.envite.lance is _ORDER[len(lances)]
    if state.phase in (Phase.MUS, Phase.DESCARTE):
        return not lances
    return _ended_early(state) or lances[-1:] == ((Lance.PUNTO,) if nobody else (Lance.JUEGO,))


def _pieces_fit(state: State) -> bool:
    earned = [0, 0]
    for piece in state.pieces:
        earned[piece.pair] += piece.stones
    early = not state.shown and all(piece.kind is PieceKind.DEJE for piece in state.pieces)
    return all(have >= got for have, got in zip(state.score, earned, strict=True)) and (state.shown or early)


def _score_fits(state: State) -> bool:
    reached = [score >= state.rules.target for score in state.score]
    return min(state.score) >= 0 and (state.juego_winner is not None or not any(reached))


def _winners_fit(state: State) -> bool:
    rules = state.rules
    juego, vaca, partida = state.juego_winner, state.vaca_winner, state.partida_winner
    if vaca not in (None, juego) or partida not in (None, vaca):
        return False
    if (state.phase is Phase.FIN) != (partida is not None):
        return False
    if juego is not None and state.phase not in (Phase.RECUENTO, Phase.FIN):
        return False
    for won, limit, winner in (
        (state.juegos, rules.juegos_to_win, vaca),
        (state.vacas, rules.vacas_to_win, partida),
    ):
        if min(won) < 0 or any((count >= limit) != (winner == pair) for pair, count in enumerate(won)):
            return False
    return _history_fits(state)


def _history_fits(state: State) -> bool:
    won = [sum(1 for pair, _ in state.history if pair == side) for side in (0, 1)]
    least = [state.juegos[side] + (state.vacas[side] - (state.vaca_winner == side)) for side in (0, 1)]
    last = state.history[-1] if state.history else None
    ended = state.juego_winner is None or last == (state.juego_winner, state.score)
    return ended and all(have >= need for have, need in zip(won, least, strict=True))


def _shown_fits(state: State) -> bool:
    over = state.phase in (Phase.RECUENTO, Phase.FIN)
    if state.shown:
        return over
    return not over or _ended_early(state)


_CHECKS: tuple[tuple[Problem, Callable[[State], bool]], ...] = (
    (Problem.CARDS, _cards_fit),
    (Problem.HAND_SIZE, _hands_fit),
    (Problem.MUS, _mus_fits),
    (Problem.DISCARDS, _discards_fit),
    (Problem.DRAWN, _drawn_fits),
    (Problem.ENVITE, _envite_fits),
    (Problem.TURNS, _turns_fit),
    (Problem.STAKES, _stakes_fit),
    (Problem.RESULTS, _results_fit),
    (Problem.PIECES, _pieces_fit),
    (Problem.SCORE, _score_fits),
    (Problem.WINNERS, _winners_fit),
    (Problem.SHOWN, _shown_fits),
)
