"""Computers play like anybody; one that fails, dawdles or cheats is replaced and keeps nobody waiting."""

import asyncio
import random
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest
from structlog.testing import capture_logs

from musbot.app.commands import Command, ComputerCall, Slash
from musbot.app.computers import Computers, Player, quietest
from musbot.app.nursery import Nursery
from musbot.app.screens import Verb
from musbot.engine import (
    PlayerView,
    Rules,
    decide,
    fold,
    legal_from_view,
    question,
    replay,
    start,
    to_act,
    view_for,
)
from musbot.engine.actions import Action, Corto, Descarte, Envido, Mus, NoQuiero, Ordago, Paso, Quiero
from musbot.engine.state import State
from tests.app.runtime.bench import ANE, Bench, Whatever
from tests.support.chance import SeededChance


class Fails:
    def choose(self, view: PlayerView, legal: tuple[Action, ...], rng: random.Random, /) -> Action:
        raise ZeroDivisionError("my cards are " + repr(view.hand))


class Cheats:
    def choose(self, view: PlayerView, legal: tuple[Action, ...], rng: random.Random, /) -> Action:
        return Quiero()


class Dawdles:
    def __init__(self) -> None:
        self.released = threading.Event()

    def choose(self, view: PlayerView, legal: tuple[Action, ...], rng: random.Random, /) -> Action:
        self.released.wait(10)
        return Corto()


class Remembers:
    """Any legal call, and what was seen."""

    def __init__(self) -> None:
        self.seen: list[tuple[PlayerView, float]] = []

    def choose(self, view: PlayerView, legal: tuple[Action, ...], rng: random.Random, /) -> Action:
        self.seen.append((view, rng.random()))
        return legal[0]


async def until(check: Callable[[], bool]) -> None:
    """Wait for a thread, which no clock of a test can move."""
    for _ in range(5000):
        if check():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("the thread did not end")


def first_state(*actions: Action) -> State:
    chance = SeededChance(3)
    state = replay(start(Rules(), 0, chance.shuffle))
    for action in actions:
        state = fold(state, decide(state, to_act(state)[0], action, chance.shuffle))
    return state


class Turn:
    """Seat 0 is asked for mus."""

    def __init__(self, player: str = "x") -> None:
        state = first_state()
        self.seat = 0
        self.question = question(state)
        self.player = player
        self.view = view_for(state, 0)


async def answer_of(player: Player, patience: float = 5.0) -> list[tuple[int, Command]]:
    from concurrent.futures import ThreadPoolExecutor

    sent: list[tuple[int, Command]] = []
    done = asyncio.Event()

    async def send(table_id: int, command: Command) -> None:
        sent.append((table_id, command))
        done.set()

    executor = ThreadPoolExecutor(1)
    async with Nursery() as nursery:
        computers = Computers({"x": player}, executor, nursery, SeededChance(), send, patience)
        turn = Turn()
        computers.ask(7, [turn])
        computers.ask(7, [turn])  # asked already
        await done.wait()
        await asyncio.sleep(0)
    executor.shutdown(wait=False)
    return sent


async def test_a_computer_is_asked_once_and_its_answer_names_seat_and_question() -> None:
    player = Remembers()
    sent = await answer_of(player)
    assert len(player.seen) == 1
    assert sent == [(7, Command(ComputerCall(0, Turn().question, Mus())))]


@pytest.mark.parametrize(("player", "event"), [(Fails(), "player-failed"), (Cheats(), "player-illegal")])
async def test_a_player_that_fails_or_cheats_makes_the_quietest_call(player: Player, event: str) -> None:
    with capture_logs() as lines:
        ((_, command),) = await answer_of(player)
    assert command.what == ComputerCall(0, Turn().question, Mus())
    assert [line["event"] for line in lines] == [event]
    assert "Card" not in str(lines)


async def test_a_player_that_dawdles_is_not_waited_for() -> None:
    player = Dawdles()
    begun = time.monotonic()
    with capture_logs() as lines:
        ((_, command),) = await answer_of(player, patience=0.05)
    player.released.set()
    assert time.monotonic() - begun < 5
    assert command.what == ComputerCall(0, Turn().question, Mus())
    assert [line["event"] for line in lines] == ["player-too-slow"]


async def test_a_computer_asked_the_same_again_makes_the_quietest_call() -> None:
    from concurrent.futures import ThreadPoolExecutor

    sent: list[Action] = []

    class Cuts:
        def choose(self, view: PlayerView, legal: tuple[Action, ...], rng: random.Random, /) -> Action:
            return Corto()

    async def send(table_id: int, command: Command) -> None:
        assert isinstance(command.what, ComputerCall)
        sent.append(command.what.action)

    executor = ThreadPoolExecutor(1)
    async with Nursery() as nursery:

        def idle_after(expected: int) -> bool:
            return len(sent) == expected and not len(nursery)

        computers = Computers({"x": Cuts()}, executor, nursery, SeededChance(), send)
        for expected in (1, 2):
            computers.ask(7, [Turn()])
            await until(partial(idle_after, expected))
    executor.shutdown(wait=False)
    assert sent == [Corto(), Mus()]


def test_the_quietest_call_is_legal_wherever_a_seat_may_act() -> None:
    corto = first_state(Corto())
    bet = first_state(Corto(), Envido(5))
    ordago = first_state(Corto(), Ordago())
    assert quietest(legal_from_view(view_for(first_state(), 0))) == Mus()
    assert quietest(legal_from_view(view_for(corto, 0))) == Paso()
    assert quietest(legal_from_view(view_for(bet, 1))) == NoQuiero()
    assert quietest(legal_from_view(view_for(ordago, 1))) == NoQuiero()


def test_the_quietest_discard_is_one_card() -> None:
    state = first_state(Mus(), Mus(), Mus(), Mus())
    action = quietest(legal_from_view(view_for(state, 2)))
    assert isinstance(action, Descarte)
    assert sum(action.mask) == 1


async def test_one_person_and_three_computers_play_a_hand() -> None:
    player = Remembers()
    async with Bench(players={"honesto": player, "azar": Whatever()}) as bench:
        await bench.say(Slash.MUS)
        for _ in range(3):
            assert await bench.press(Verb.BOT, arg="honesto") == "toast-bot-added"
        assert await bench.press(Verb.START) == "toast-started"
        for _ in range(400):
            document = await bench.document()
            assert document.state is not None
            if document.state.hand_no > 1:
                break
            if await bench.speaker() == ANE and document.state.phase.value != "recuento":
                seat = document.seat_of(ANE)
                assert seat is not None
                if document.state.phase.value == "descarte":
                    await bench.press(Verb.ALL, ask=True)
                    await bench.press(Verb.CONFIRM, ask=True)
                else:
                    quiet = quietest(legal_from_view(view_for(document.state, seat)))
                    await bench.call(ANE, Corto() if quiet == Mus() else quiet)
            await bench.clock.advance(2)
            await until(lambda: not (bench.tables.computers and bench.tables.computers._thinking))
        document = await bench.document()
        assert document.state is not None
        assert document.state.hand_no == 2
        own = document.seat_of(ANE)
        assert {view.seat for view, _ in player.seen} == {0, 1, 2, 3} - {own}
        assert len({roll for _, roll in player.seen}) == len(player.seen)
