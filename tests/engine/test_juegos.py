"""How hands, juegos, vacas and partidas end and follow each other."""

from dataclasses import replace

import pytest

from musbot.engine.actions import Siguiente
from musbot.engine.decide import decide
from musbot.engine.events import (
    Called,
    Dealt,
    Declared,
    Event,
    HandEnded,
    HandsShown,
    JuegoWon,
    LanceClosed,
    LanceOpened,
    MusOpened,
    PartidaWon,
    Scored,
    VacaWon,
)
from musbot.engine.evolve import fold
from musbot.engine.legal import to_act
from musbot.engine.rules import Rules
from musbot.engine.state import Lance, LanceResult, Outcome, Phase, Piece, PieceKind, State
from tests.support.engine import PASSING, dealt, happened, no_shuffle, played, seeded

TO_PARES = "co p p p p p p p p"
NO_PARES_ONE_JUEGO = ("R C S 7", "7 6 5 4", "R 6 5 4", "C 6 5 A")


def kinds(events: list[Event]) -> list[type]:
    return [type(event) for event in events]


def test_declarations_come_in_speaking_order_before_pares_and_before_juego() -> None:
    events = happened(dealt(mano=2, hands=PASSING), "co p p p p p p p p")
    assert events[1] == LanceClosed(LanceResult(Lance.CHICA, Outcome.EN_PASO))
    said = [(event.seat, event.yes) for event in events if isinstance(event, Declared)]
    assert said == [(2, True), (3, True), (0, True), (1, False)]
    assert events[-1] == LanceOpened(Lance.PARES, (2, 3, 0))


def test_a_lance_of_one_side_is_not_bet_and_one_of_nobody_is_skipped() -> None:
    events = happened(dealt(NO_PARES_ONE_JUEGO), TO_PARES)
    closed = [event.result for event in events if isinstance(event, LanceClosed)]
    assert closed == [
        LanceResult(Lance.CHICA, Outcome.EN_PASO),
        LanceResult(Lance.PARES, Outcome.NADIE),
        LanceResult(Lance.JUEGO, Outcome.UN_LADO, pair=0),
    ]
    assert [event.piece for event in events if isinstance(event, Scored)][-1] == Piece(
        PieceKind.BONUS, Lance.JUEGO, 0, 2, 0
    )


def test_nobody_with_juego_opens_punto_for_all() -> None:
    events = happened(dealt(("R C 6 4", "C S 5 4", "R 7 6 A", "S 7 7 5")), TO_PARES)
    assert events[-2:] == [
        LanceClosed(LanceResult(Lance.JUEGO, Outcome.NADIE)),
        LanceOpened(Lance.PUNTO, (0, 1, 2, 3)),
    ]


def test_a_refused_opening_pays_one_at_once() -> None:
    events = happened(dealt(), "co 0:e5 1:nq 3:nq")
    assert events[1:3] == [
        LanceClosed(LanceResult(Lance.GRANDE, Outcome.RECHAZADO, deje=1, pair=0)),
        Scored(Piece(PieceKind.DEJE, Lance.GRANDE, 0, 1), (1, 0)),
    ]


@pytest.mark.parametrize(
    ("calls", "pair", "stones"),
    [
        ("co 0:or 3:nq 1:nq", 0, 1),
        ("co 0:e2 1:m5 0:nq 2:nq", 1, 2),
        ("co 0:e2 1:m5 2:m10 1:nq 3:nq", 0, 7),
        ("co 0:e2 1:m5 2:m10 3:or 0:nq 2:nq", 1, 17),
        ("co 0:e2 1:or 2:nq 0:nq", 1, 2),
    ],
)
def test_a_refused_raise_pays_the_stake_before_it(calls: str, pair: int, stones: int) -> None:
    state = played(dealt(), calls)
    assert [(piece.pair, piece.stones) for piece in state.pieces] == [(pair, stones)]
    assert state.score[pair] == stones


def test_the_first_quiero_binds_although_the_partner_refused() -> None:
    state = played(dealt(), "co 0:e2 1:nq 3:q")
    assert state.results == (LanceResult(Lance.GRANDE, Outcome.QUERIDO, stake=2),)
    assert state.envite is not None
    assert state.envite.lance is Lance.CHICA


def test_a_raise_asks_both_rivals_again_even_one_who_refused() -> None:
    state = played(dealt(), "co 0:e2 1:nq 3:m2")
    assert to_act(state) == (0, 2)
    again = played(state, "0:nq 2:m2")
    assert to_act(again) == (1, 3)


def test_an_accepted_ordago_shows_all_hands_and_gives_the_juego_to_the_best_hand_of_that_lance() -> None:
    state = dealt(score=(39, 3))
    events = happened(state, "co p p p p p 1:or 2:q")  # chica: 4 4 2 A is best
    assert events[1:] == [
        HandsShown(),
        LanceClosed(LanceResult(Lance.CHICA, Outcome.ORDAGO, pair=1)),
        JuegoWon(1, (39, 3), Lance.CHICA),
        VacaWon(1),
        PartidaWon(1),
        HandEnded(),
    ]
    after = played(state, "co p p p p p 1:or 2:q")
    assert after.phase is Phase.FIN
    assert after.shown
    assert after.history == ((1, (39, 3)),)


def test_an_accepted_ordago_over_a_bet_counts_nothing_else() -> None:
    state = played(dealt(), "co 0:e10 1:q 0:e2 1:or 2:q")
    assert state.pieces == ()
    assert state.juego_winner == 1


def test_a_deje_that_ends_the_juego_shows_nobodys_cards() -> None:
    state = dealt(score=(39, 38))
    events = happened(state, "co 0:e30 1:q 0:e2 1:nq 3:nq")  # the accepted 30 of grande stays unpaid
    assert kinds(events) == [Called, LanceClosed, Scored, JuegoWon, VacaWon, PartidaWon, HandEnded]
    after = played(state, "co 0:e30 1:q 0:e2 1:nq 3:nq")
    assert (after.score, after.shown, after.phase) == ((40, 38), False, Phase.FIN)


def test_the_count_stops_the_moment_a_pair_reaches_the_target() -> None:
    state = dealt(score=(39, 39))
    after = played(state, "co p p p p p p p p p p p p p")
    assert [piece.lance for piece in after.pieces] == [Lance.GRANDE]
    assert (after.score, after.juego_winner) == ((40, 39), 0)


def test_a_score_may_pass_the_target() -> None:
    state = played(dealt(score=(0, 39)), "co p p p p p p p p p p p p p")
    assert state.score == (1, 40)  # chica en paso ends it before the three of pares
    state = played(dealt(score=(0, 38)), "co p p p p p p p p p p p p p")
    assert state.score == (1, 42)


def test_siguiente_deals_the_next_hand_to_the_next_mano() -> None:
    state = played(dealt(mano=3), "co p p p p p p p p p p p p p")
    assert state.phase is Phase.RECUENTO
    for seat in range(4):
        events = decide(state, seat, Siguiente(), seeded(seat))
        assert kinds(list(events)) == [Called, Dealt, MusOpened]
        after = fold(state, events)
        assert (after.hand_no, after.mano, after.score) == (2, 0, state.score)
        assert (after.calls, after.pieces, after.results, after.shown) == ((), (), (), False)
        assert after.first_of_juego is False


def won_by(state: State, pair: int) -> State:
    """The juego goes to a pair by a deje of one stone."""
    state = replace(state, score=(0, 39) if pair else (39, 0))
    state = played(state, "co")
    while state.envite is not None and state.envite.eligible[len(state.envite.passed)] % 2 != pair:
        state = played(state, "p")
    state = played(state, "or")
    return played(state, " ".join(f"{seat}:nq" for seat in to_act(state)))


def following(state: State, seed: int = 1) -> State:
    return fold(state, decide(state, 0, Siguiente(), seeded(seed)))


def test_the_next_juego_starts_at_nil_and_mano_moves_on_as_always() -> None:
    state = won_by(dealt(rules=Rules(juegos_to_win=2), mano=1), 0)
    assert (state.phase, state.juegos, state.score) == (Phase.RECUENTO, (1, 0), (40, 0))
    after = following(state)
    assert (after.score, after.juegos, after.mano, after.first_of_juego) == ((0, 0), (1, 0), 2, True)
    assert after.juego_winner is None


def test_a_vaca_is_the_first_to_so_many_juegos_and_the_next_starts_at_nil() -> None:
    rules = Rules(juegos_to_win=2, vacas_to_win=2)
    state = following(won_by(dealt(rules=rules), 0))
    state = following(won_by(state, 1))
    assert state.juegos == (1, 1)
    state = won_by(state, 0)
    assert (state.juegos, state.vacas, state.vaca_winner) == ((2, 1), (1, 0), 0)
    state = following(state)
    assert (state.juegos, state.vacas, state.vaca_winner) == ((0, 0), (1, 0), None)
    state = won_by(following(won_by(state, 0)), 0)
    assert (state.vacas, state.partida_winner, state.phase) == ((2, 0), 0, Phase.FIN)
    assert [pair for pair, _ in state.history] == [0, 1, 0, 0, 0]


def test_an_ordago_wins_one_juego_not_the_partida() -> None:
    state = played(dealt(rules=Rules(juegos_to_win=3)), "co 0:or 1:q")
    assert (state.juegos, state.partida_winner, state.phase) == ((1, 0), None, Phase.RECUENTO)
    assert following(state).hand_no == 2


def test_no_call_is_possible_after_the_partida() -> None:
    state = won_by(dealt(), 1)
    assert to_act(state) == ()
    assert state.phase is Phase.FIN


def test_every_hand_ends_with_the_same_event() -> None:
    for calls in ("co 0:or 1:q", "co p p p p p p p p p p p p p"):
        assert happened(dealt(), calls)[-1] == HandEnded()
    ended = happened(dealt(score=(39, 0)), "co 0:or 1:nq 3:nq")
    assert ended[-1] == HandEnded()


def test_bonuses_are_for_both_partners_of_the_pair_that_takes_the_lance() -> None:
    # pares: seat 0 duples of kings beats seat 1; seat 2's mere par counts too, seat 1's medias do not
    state = dealt(("R R C C", "7 7 7 A", "4 4 6 A", "S 6 5 5"))
    state = played(state, f"{TO_PARES} 0:e4 1:q")
    pares = [piece for piece in state.pieces if piece.lance is Lance.PARES]
    assert [(piece.kind, piece.stones, piece.seat) for piece in pares] == [
        (PieceKind.BET, 4, 0),
        (PieceKind.BONUS, 3, 0),
        (PieceKind.BONUS, 1, 2),
    ]


@pytest.mark.parametrize(
    ("bonus", "calls", "expected"),
    [
        (True, "p p p p", [("en_paso", 1, 0)]),
        (False, "p p p p", [("en_paso", 1, 0)]),
        (True, "0:e3 1:q", [("bet", 3, 0), ("punto", 1, 0)]),
        (False, "0:e3 1:q", [("bet", 3, 0)]),
        (True, "p 1:e3 0:nq 2:nq", [("deje", 1, 1), ("punto", 1, 1)]),
        (False, "p 1:e3 0:nq 2:nq", [("deje", 1, 1)]),
    ],
)
def test_punto_is_worth_a_stone_at_the_count(
    bonus: bool, calls: str, expected: list[tuple[str, int, int]]
) -> None:
    state = dealt(("R C 6 4", "C S 5 4", "R 7 6 A", "S 7 7 5"), Rules(punto_bonus=bonus))
    state = played(state, f"{TO_PARES} {calls}", no_shuffle)
    punto = [piece for piece in state.pieces if piece.lance is Lance.PUNTO]
    assert [(piece.kind.value, piece.stones, piece.pair) for piece in punto] == expected


def test_two_play_mano_a_mano() -> None:
    state = played(dealt(("R R 7 4", "C C 7 5"), Rules(seats=2), mano=1), "mus co 1:e2 0:q p p p p p p")
    assert state.phase is Phase.RECUENTO
    assert [(piece.kind.value, piece.lance.value, piece.pair) for piece in state.pieces] == [
        ("bet", "grande", 0),
        ("en_paso", "chica", 0),
        ("bonus", "pares", 0),
        ("bonus", "juego", 0),
    ]


def test_with_six_seats_all_three_rivals_answer() -> None:
    hands = ("R R 7 4", "C C 7 5", "S S 4 5", "7 7 6 A", "6 6 5 A", "4 4 2 A")
    state = played(dealt(hands, Rules(seats=6)), "co 0:e2 5:nq 1:nq")
    assert to_act(state) == (3,)
    refused = played(state, "3:nq")
    assert refused.score == (1, 0)
    assert refused.envite is not None
    assert refused.envite.eligible == (0, 1, 2, 3, 4, 5)
