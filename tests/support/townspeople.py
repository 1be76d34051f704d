"""People who play in a town: each acts some seconds after the board shows that it is the own turn.

They know nothing of the game but what they are shown: the mark beside their name, and buttons. What they pressed, what
they were told and when is kept, for tests to compare with the log.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum

from musbot.app.screens import Press, Verb
from musbot.emulator.core.model import Message
from musbot.engine import fold, initial, question
from musbot.engine.events import Called, Event
from musbot.engine.state import Question
from musbot.telegram.callbacks import decode
from tests.support.town import Town, buttons

THOUGHT = 6.0
"""Seconds between seeing that it is one's turn and pressing."""
TAP = 0.5
"""Seconds between the presses of one who marks cards."""
AGAIN = 2.0
"""Seconds before the second press on an órdago."""
UNANSWERED = 20.0
"""Seconds after which nobody waits for an answer any more."""
CUT = 18
"""Chance in percent that one who is asked for mus cuts: mus in near half of the hands, as people play."""
BET = 20
"""Chance in percent of a bet where none stands, mostly of two."""
PATIENCE = 15.0
"""Seconds after which somebody whose press had no visible effect presses again."""


class Manner(Enum):
    """How somebody plays."""

    GROUP = "group"  # everything on the board, cards by alert
    DISCARDS = "discards"  # the private chat is open: discards are chosen there, calls made on the board
    PRIVATE = "private"  # everything from the private chat


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press: who, what, when, what the toast said (None: no answer came), and seconds until it did."""

    user: int
    press: Press
    at: float
    toast: str | None
    waited: float

    @property
    def told(self) -> bool:
        """An answer came, and it was not only that the press had been dealt with before."""
        return self.toast is not None and "ya estaba hecho" not in self.toast

    @property
    def taken(self) -> bool:
        """The toast says that the call was taken."""
        return self.toast is not None and ("✔" in self.toast or "Nueva mano" in self.toast)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What somebody sees to be asked: on which version of which message, and the buttons of the question."""

    message: Message
    version: int
    buttons: tuple[tuple[str, Press], ...]

    @property
    def key(self) -> tuple[int, int, int]:
        return self.message.chat.id, self.message.id, self.version


@dataclass
class Somebody:
    """One of the four."""

    town: Town
    name: str
    manner: Manner
    dice: random.Random
    leads: bool = False  # presses `Siguiente`
    thought: float = THOUGHT
    asleep: bool = False
    bold: bool = False  # órdagos too
    pressed: list[Pressed] = field(default_factory=list)
    _last: tuple[int, int, int] = (0, 0, 0)
    _again_at: float = 0.0
    _looked: str = ""

    @property
    def user(self) -> int:
        return self.town.people[self.name]

    async def live(self) -> None:
        """Play until cancelled."""
        feed = self.town.emulator.feed
        while True:
            asked = None if self.asleep else self.asked()
            if asked is None:
                await feed.wait_beyond(feed.seq, 5.0 * self.town.haste)
                continue
            await self._pause(self.thought)
            if not self.asleep and (now := self.asked()) is not None:
                await self._act(now)

    async def _pause(self, seconds: float) -> None:
        await self.town.clock.sleep(seconds * self.town.haste)

    def asked(self) -> _Asked | None:
        """What the board in the group asks of this person, with the buttons where this person presses."""
        board = self._board()
        if board is None:
            return None
        found = _asking(board)
        verbs = {press.verb for _, press in found}
        next_hand = any(press.arg == "sg" for _, press in found)
        if not found or not (self._marked(board) or (self.leads and next_hand)):
            return None
        elsewhere = self.manner is Manner.PRIVATE or (self.manner is Manner.DISCARDS and Verb.TOGGLE in verbs)
        if elsewhere and not next_hand:
            private = self._private(found[0][1])
            if private is None:
                return None
            board, found = private
        asked = _Asked(board, len(board.versions), found)
        if asked.key == self._last and self.town.clock.now() < self._again_at:
            return None
        return asked

    def _board(self) -> Message | None:
        for message in self.town.standing(self.user):
            if _asking(message) or "▶" in message.content.text:
                return message
        return None

    def _marked(self, board: Message) -> bool:
        return any("▶" in line and self.name in line for line in board.content.text.splitlines())

    def _private(self, like: Press) -> tuple[Message, tuple[tuple[str, Press], ...]] | None:
        for message in self.town.standing(self.user, self.user):
            found = tuple((data, p) for data, p in _asking(message) if p.question == like.question)
            if found:
                return message, found
        return None

    async def _act(self, asked: _Asked) -> None:
        self._last, self._again_at = asked.key, self.town.clock.now() + PATIENCE * self.town.haste
        if self.manner is Manner.GROUP:
            await self._look(asked)
        if any(press.verb is Verb.TOGGLE for _, press in asked.buttons):
            await self._discard(asked)
            return
        data = self._choose({press.arg: data for data, press in asked.buttons})
        made = await self.press(asked.message, data)
        if made.toast is not None and "otra vez" in made.toast:
            await self._pause(AGAIN)
            await self.press(asked.message, data)

    async def _look(self, asked: _Asked) -> None:
        """`Mis cartas`, when there are new ones."""
        question = asked.buttons[0][1].question
        fresh = f"{question.hand_no}{question.stage}" if question else ""
        if question is None or question.stage[0] not in "md" or fresh == self._looked:
            return
        self._looked = fresh
        for data, press in buttons(asked.message):
            if press.verb is Verb.CARDS:
                await self.press(asked.message, data)
                await self._pause(TAP)

    async def _discard(self, asked: _Asked) -> None:
        toggles = [data for data, press in asked.buttons if press.verb is Verb.TOGGLE]
        (confirm,) = (data for data, press in asked.buttons if press.verb is Verb.CONFIRM)
        for data in (*self.dice.sample(toggles, self.dice.randint(1, 4)), confirm):
            await self.press(asked.message, data)
            await self._pause(TAP)

    def _choose(self, calls: dict[str, str]) -> str:
        roll = self.dice.randrange(100)
        if "mus" in calls:
            return calls["co" if roll < CUT else "mus"]
        if "q" in calls:
            ordago = not any(arg.startswith("m") for arg in calls)
            return calls["q" if roll >= (70 if ordago and self.bold else 100 if ordago else 50) else "nq"]
        if "or" in calls and self.bold and roll >= 80:
            return calls["or"]
        bets = sorted(arg for arg in calls if arg.startswith("e"))
        if bets and roll < BET:
            return calls["e2" if "e2" in calls and roll < BET - 4 else self.dice.choice(bets)]
        return calls["p"] if "p" in calls else next(iter(calls.values()))

    async def press(self, message: Message, data: str) -> Pressed:
        """Press a button that was shown here, and wait for the answer."""
        town = self.town
        at = town.clock.now()
        if message.chat.migrated_to is not None:  # it vanished under the finger
            return Pressed(self.user, buttons_say(data), at, "", 0.0)
        press = town.emulator.controls.press(self.user, message.chat.id, message.id, data=data, stale=True)
        try:
            toast: str | None = (await town.emulator.controls.answer_to(press, UNANSWERED * town.haste)).text
        except TimeoutError:
            toast = None
        said = buttons_say(data)
        made = Pressed(self.user, said, at, toast, town.clock.now() - at)
        self.pressed.append(made)
        return made


def buttons_say(data: str) -> Press:
    """What a button says."""
    press = decode(data)
    assert press is not None, data
    return press


def _asking(message: Message) -> tuple[tuple[str, Press], ...]:
    """The buttons of a message that answer a question."""
    return tuple(
        (data, press)
        for data, press in buttons(message)
        if press.verb in (Verb.CALL, Verb.TOGGLE, Verb.CONFIRM)
    )


@dataclass
class Crowd:
    """The four, playing."""

    town: Town
    people: dict[str, Somebody]

    @property
    def pressed(self) -> list[Pressed]:
        """All presses, in order."""
        return sorted(
            (each for one in self.people.values() for each in one.pressed), key=lambda each: each.at
        )

    async def until(self, holds: Callable[[], object], seconds: float = 3600.0) -> None:
        """Let them play until something holds."""
        await self.town.until(holds, seconds)

    async def hands(self, count: int, seconds: float = 3600.0) -> None:
        """Let them play until so many hands were counted."""
        await self.until(lambda: self.town.ended(count), seconds)

    def stop(self) -> None:
        """Nobody presses any more."""
        for one in self.people.values():
            one.asleep = True

    def agree(self) -> None:
        """Every call that was told to be taken stands in the log once; else only presses that got no answer do."""
        logged = [line for _, commit in self.town.commits for line in commit.events]
        compare(self.pressed, [(line.event, line.person_id) for line in logged])


def compare(pressed: Sequence[Pressed], log: Iterable[tuple[Event, int | None]]) -> None:
    """Compare what people pressed and were told with the log of one table.

    Args:
        pressed: every press.
        log: the events in order, with the person who made each (None: nobody, a computer, time).
    """
    told = Counter((each.user, each.press.question) for each in pressed if each.taken)
    silent = Counter((each.user, each.press.question) for each in pressed if not each.told)
    logged: Counter[tuple[int, Question | None]] = Counter(_calls_of_people(log))
    assert told - logged == Counter(), "told to be taken, but not in the log"
    assert (logged - told) - silent == Counter(), "in the log, but nobody was told or waits"
    assert max(logged.values(), default=1) == 1, "counted twice"


def _calls_of_people(log: Iterable[tuple[Event, int | None]]) -> Iterator[tuple[int, Question | None]]:
    state = initial()
    for event, person_id in log:
        if isinstance(event, Called) and person_id is not None:
            yield person_id, question(state)
        state = fold(state, [event])


@asynccontextmanager
async def crowd(
    town: Town, manners: Sequence[Manner] = (Manner.GROUP,) * 4, *, seed: int = 1, thought: float = THOUGHT
) -> AsyncIterator[Crowd]:
    """Four people play while the block runs."""
    people = {
        name: Somebody(
            town, name, manner, random.Random(seed * 10 + place), leads=place == 0, thought=thought
        )
        for place, (name, manner) in enumerate(zip(town.people, manners, strict=True))
    }
    gathered = Crowd(town, people)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one.live()) for one in people.values()]
        try:
            yield gathered
        finally:
            for task in tasks:
                task.cancel()
