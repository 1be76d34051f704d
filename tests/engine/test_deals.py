"""Whole hands with known results: who is asked in which order, what is scored, piece by piece."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from musbot.engine.decide import decide
from musbot.engine.evolve import fold
from musbot.engine.legal import to_act
from musbot.engine.notation import move_text, read_move
from musbot.engine.problems import problems
from musbot.engine.rules import LaReal, Rules
from musbot.engine.state import Lance, Phase, Piece, PieceKind, State
from tests.support.engine import dealt, no_shuffle, played

DATA = Path(__file__).parent / "data"
DEALS: list[dict[str, Any]] = json.loads((DATA / "deals.json").read_text())
RANDOM_DEALS: list[dict[str, Any]] = json.loads((DATA / "random_deals.json").read_text())


def rules_of(options: dict[str, Any]) -> Rules:
    real = LaReal(options.get("la_real", "off"))
    return Rules(**{**options, "la_real": real})


def piece_text(piece: Piece) -> str:
    nobody = piece.seat is None or piece.kind is PieceKind.PUNTO  # the cases name no hand for that stone
    seat = "" if nobody else f" {piece.seat}"
    return f"{piece.kind.value} {piece.lance.value} {piece.stones} {'AB'[piece.pair]}{seat}"


def asked_next(state: State) -> int:
    """Who the cases let speak: the next seat, or the first rival in speaking order from the bettor."""
    assert state.envite is not None
    bettor = state.envite.bettor
    seats = to_act(state)
    if bettor is None:
        assert len(seats) == 1
        return seats[0]
    return min(seats, key=lambda seat: (seat - bettor) % state.rules.seats)


def play_lance(state: State, calls: list[str]) -> State:
    """Play one lance, everybody passing when no calls are given."""
    opened = state.envite
    assert opened is not None
    lance = opened.lance
    texts = list(calls) or [f"{seat}:p" for seat in opened.eligible]
    while (envite := state.envite) is not None and envite.lance is lance:
        move = read_move(texts.pop(0))
        assert move.seat is not None
        assert asked_next(state) == move.seat, move_text(move)
        state = fold(state, decide(state, move.seat, move.action, no_shuffle))
    assert not texts, "the lance closed before its last call"
    return state


def play_case(case: dict[str, Any]) -> State:
    state = dealt(case["hands"], rules_of(case["rules"]), case["mano"], tuple(case["start"]))
    state = played(state, f"{case['mano']}:co")
    assert not problems(state)
    calls = {Lance(name): text.split() for name, text in case["calls"].items()}
    while state.envite is not None:
        state = play_lance(state, calls.pop(state.envite.lance, []))
        assert not problems(state)
    assert not calls, "a lance was never played"
    return state


def check(case: dict[str, Any]) -> None:
    state = play_case(case)
    assert [piece_text(piece) for piece in state.pieces] == case["scored"]
    assert list(state.score) == case["end"]
    winner = None if case["winner"] is None else "AB".index(case["winner"])
    assert state.juego_winner == winner
    assert state.phase is (Phase.RECUENTO if winner is None else Phase.FIN)


@pytest.mark.parametrize("case", DEALS, ids=lambda case: case["id"])
def test_a_hand_is_asked_and_counted_as_known(case: dict[str, Any]) -> None:
    check(case)


@pytest.mark.parametrize("case", RANDOM_DEALS, ids=lambda case: case["id"])
def test_a_random_hand_is_asked_and_counted_as_known(case: dict[str, Any]) -> None:
    check(case)


def test_there_are_as_many_hands_as_were_collected() -> None:
    assert (len(DEALS), len(RANDOM_DEALS)) == (33, 440)


def test_a_wrong_result_would_be_noticed() -> None:
    case = DEALS[0]
    with pytest.raises(AssertionError):
        check({**case, "end": [case["end"][0] + 1, case["end"][1]]})
    with pytest.raises(AssertionError):
        check({**case, "calls": {"grande": "1:p 0:p 2:p 3:p"}})


def test_a_deal_turned_by_one_seat_gives_the_other_pair_the_same() -> None:
    for case in DEALS:
        state = play_case(case)
        turned = {
            **case,
            "mano": (case["mano"] + 1) % 4,
            "start": case["start"][::-1],
            "hands": [case["hands"][-1], *case["hands"][:-1]],
            "calls": {
                lance: " ".join(f"{(int(call[0]) + 1) % 4}{call[1:]}" for call in text.split())
                for lance, text in case["calls"].items()
            },
        }
        other = play_case(turned)
        assert other.score == state.score[::-1], case["id"]
        assert [replace(piece, pair=0, seat=None) for piece in other.pieces] == [
            replace(piece, pair=0, seat=None) for piece in state.pieces
        ]
