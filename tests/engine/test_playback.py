"""Playing a written game as far as it is valid."""

from dataclasses import replace

import pytest

from musbot.engine.cards import DECK
from musbot.engine.errors import AmbiguousCall, IllegalAction, IllegalCode, NotationError
from musbot.engine.evolve import fold, initial
from musbot.engine.notation import Deal, Game, Move, Reshuffle, game_text, games_of, read_game, read_move
from musbot.engine.playback import narrate, play, resolve
from musbot.engine.rules import Rules
from musbot.engine.state import Phase
from tests.support.engine import dealt, deck_for, hands_of, played, random_partida

DEAL = Deal(deck_for(hands_of("R R 7 4", "C S 7 5", "6 6 5 A", "4 4 2 A")))


def game(calls: str, *more: Deal | Reshuffle) -> Game:
    return Game(Rules(), 0, 1, (DEAL, *map(read_move, calls.split()), *more))


def test_a_whole_log_plays_to_the_same_events_and_state() -> None:
    for seed in range(5):
        state, log = random_partida(Rules(target=20, juegos_to_win=2), seed)
        (written,) = games_of(log)
        playback = play(written)
        assert playback.error is None
        assert (playback.game, playback.events, playback.state) == (written, log, state)


def test_calls_without_a_seat_are_those_of_the_only_seat_that_may_act() -> None:
    playback = play(game("mus co p e2 2:q"))
    assert playback.error is None
    assert playback.game == game("0:mus 1:co 0:p 1:e2 2:q")


def test_a_game_is_played_up_to_its_first_illegal_call() -> None:
    playback = play(game("mus co p e2 3:q 2:q"))
    assert isinstance(playback.error, IllegalAction)
    assert playback.error.code is IllegalCode.OWN_SIDE
    assert playback.game == game("0:mus 1:co 0:p 1:e2")
    assert playback.state == played(dealt(), "mus co p e2")
    assert fold(initial(), playback.events) == playback.state


def test_a_call_that_could_be_two_seats_is_ambiguous() -> None:
    playback = play(game("co e2 nq"))
    assert isinstance(playback.error, AmbiguousCall)
    assert set(playback.error.seats) == {1, 3}
    assert "nq" in str(playback.error)


@pytest.mark.parametrize(
    ("written", "part"),
    [
        (Game(Rules(), 0, 1, ()), "end of the game"),
        (Game(Rules(), 0, 1, (Move(0, read_move("mus").action),)), "0:mus"),
        (Game(Rules(), 0, 1, (Deal(DECK[:39]),)), "deal"),
        (Game(Rules(), 0, 1, (Deal((*DECK[:39], DECK[0])),)), "deal"),
        (Game(Rules(), 0, 1, (Reshuffle(DECK),)), "stock"),
        (game("co", DEAL), "deal"),
        (game("co p p p p p p p p p p p p p 0:sg"), "end of the game"),
        (game("co 0:or 1:q p"), "p"),
    ],
)
def test_a_step_that_does_not_fit_cannot_be_read(written: Game, part: str) -> None:
    playback = play(written)
    assert isinstance(playback.error, NotationError)
    assert part in str(playback.error)
    again = play(playback.game)
    assert again.state == playback.state


def test_a_reshuffle_must_give_the_discards_back() -> None:
    _, log = next(
        p for p in (random_partida(Rules(seats=6), s) for s in range(40)) if "Reshuffled" in str(p[1])
    )
    (written,) = games_of(log)
    at = next(i for i, step in enumerate(written.steps) if isinstance(step, Reshuffle))
    step = written.steps[at]
    assert isinstance(step, Reshuffle)
    wrong = replace(written, steps=(*written.steps[:at], Reshuffle(step.stock[1:]), *written.steps[at + 1 :]))
    playback = play(wrong)
    assert isinstance(playback.error, NotationError)
    assert playback.game.steps == written.steps[: at - 1]  # the call that needed it was not played either


def test_nobody_can_be_meant_when_nobody_may_act() -> None:
    with pytest.raises(NotationError):
        resolve(initial(), Move(None, read_move("p").action))


def test_the_narration_tells_every_step_and_the_first_error() -> None:
    lines = list(narrate(game_text(game("0:mus 1:co 0:p 1:e2 1:q"))))
    assert lines[0] == "partida: default rules; mano 0"
    assert "hand 1, mano 0, score 0-0" in lines
    assert "  1: envido 2" in lines
    assert lines[-1] == "stopped after 5 steps, IllegalAction: own_side"


def test_the_narration_of_a_whole_game_ends_with_its_winner() -> None:
    state, log = random_partida(Rules(seats=6, mus_corrido=True, target=20), 3)
    (written,) = games_of(log)
    lines = list(narrate(game_text(written)))
    assert state.phase is Phase.FIN
    assert f"  partida to {'AB'[state.partida_winner or 0]}" in lines
    assert lines[-1] == "  hand over"


def test_a_text_that_is_no_game_is_not_narrated() -> None:
    with pytest.raises(NotationError):
        list(narrate("once upon a time"))
    assert read_game(game_text(game("co"))) == game("co")
