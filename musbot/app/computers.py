"""Computer players at work: thinking happens in a thread, the answer comes back as a command like anybody's.

Who has to be asked, and when, the table says (`due_computers`); how a player decides is the player's
business. Here a player that fails, dawdles or answers nonsense is replaced by the quietest legal call: the
others never wait.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Protocol

import structlog

from musbot.app.commands import Command, ComputerCall
from musbot.app.nursery import Nursery
from musbot.app.ports import Chance
from musbot.app.registry import MailboxesClosed
from musbot.app.trouble import describe
from musbot.engine import PlayerView, legal_from_view
from musbot.engine.actions import Action
from musbot.engine.state import Question

_log = structlog.stdlib.get_logger("musbot.computers")

PATIENCE = 10.0
"""Seconds a player may think before the quietest call is made for it."""


class Player(Protocol):
    """A computer player. It may keep no state: each call gets all that its seat may know."""

    def choose(self, view: PlayerView, legal: tuple[Action, ...], rng: random.Random, /) -> Action:
        """One of the legal calls of the view's seat; all its randomness comes from `rng`."""
        ...


class Turn(Protocol):
    """A computer that is to call now (`table.due_computers` lists them)."""

    @property
    def seat(self) -> int:
        """The computer's seat."""
        ...

    @property
    def question(self) -> Question:
        """What it is asked."""
        ...

    @property
    def player(self) -> str:
        """The key of the player."""
        ...

    @property
    def view(self) -> PlayerView:
        """What its seat may know."""
        ...


@dataclass(frozen=True, slots=True)
class _Asked:
    table_id: int
    seat: int
    question: Question


class Computers:
    """Starts the thinking of computers and sends their answers.

    Args:
        players: players by key.
        executor: where they think (a thread or two: they share the machine with the event loop).
        nursery: holds the tasks that wait for them.
        chance: the source of each question's random numbers.
        send: puts the answer into the table's mailbox.
        patience: see `PATIENCE`.
    """

    def __init__(
        self,
        players: Mapping[str, Player],
        executor: Executor,
        nursery: Nursery,
        chance: Chance,
        send: Callable[[int, Command], Awaitable[object]],
        patience: float = PATIENCE,
    ) -> None:
        """Nobody thinks yet."""
        self._players = players
        self._executor = executor
        self._nursery = nursery
        self._chance = chance
        self._send = send
        self._patience = patience
        self._thinking: set[_Asked] = set()
        self._asked: set[_Asked] = set()

    def ask(self, table_id: int, turns: Iterable[Turn]) -> None:
        """Ask the computers of a table that are not asked already; `turns` are all that are due there."""
        due = {_Asked(table_id, turn.seat, turn.question): turn for turn in turns}
        self._asked = {asked for asked in self._asked if asked.table_id != table_id or asked in due}
        for asked, turn in due.items():
            if asked in self._thinking:
                continue
            # Asked the same again, after the table's alarm: the first answer was refused or lost.
            trust = asked not in self._asked
            self._asked.add(asked)
            self._thinking.add(asked)
            self._nursery.start(self._think(asked, turn, trust=trust), name=f"think-{turn.player}")

    async def _think(self, asked: _Asked, turn: Turn, *, trust: bool) -> None:
        try:
            legal = legal_from_view(turn.view)
            if not legal:
                _log.error("computer-has-no-say", stage=turn.question.stage)
                return
            action = await self._choose(turn, legal) if trust else quietest(legal)
            await self._send(asked.table_id, Command(ComputerCall(turn.seat, turn.question, action)))
        except MailboxesClosed:
            _log.debug("answer-left", player=turn.player)  # asked again after the restart
        finally:
            self._thinking.discard(asked)

    async def _choose(self, turn: Turn, legal: tuple[Action, ...]) -> Action:
        player = self._players.get(turn.player)
        if player is None:
            _log.warning("player-unknown", player=turn.player)
            return quietest(legal)
        rng = random.Random(self._chance.below(1 << 62))
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._patience):
                action = await loop.run_in_executor(self._executor, player.choose, turn.view, legal, rng)
        except TimeoutError:
            _log.warning("player-too-slow", player=turn.player, seconds=self._patience)
            return quietest(legal)
        except Exception as error:  # noqa: BLE001 - a player's fault must not stop a game, and it is logged
            _log.error("player-failed", player=turn.player, **describe(error))
            return quietest(legal)
        if action not in legal:
            _log.error("player-illegal", player=turn.player, stage=turn.question.stage)
            return quietest(legal)
        return action


def quietest(legal: Sequence[Action]) -> Action:
    """The legal call that risks least; the engine lists it first (`musbot.engine.legal_actions`)."""
    return legal[0]
