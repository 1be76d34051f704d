"""What the bot may cost and how far it may lag, at its real pace: the figures of docs/reliability.md.

People act 6 s after the board shows their turn; `Mis cartas` presses and their answers are not counted. Each figure is
of a few juegos together.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from musbot.app.commit import SlotWrite
from musbot.app.document import Stage
from musbot.app.screens import Verb
from tests.support.town import NAMES, WRITES, Town, plain, town
from tests.support.townspeople import Crowd, Manner, crowd
from tests.support.virtual_time import run_virtual

SEEDS = (10,)
ANSWERED_WITHIN = 0.2
"""Seconds, of which two ways to Telegram take 0.1."""
BEHIND = 4.0
"""Seconds that the board may be behind within a hand."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What some juegos cost."""

    presses: int
    calls: int
    hands: int
    ordagos: int
    messages: int
    lags: tuple[float, ...]
    firsts: tuple[float, ...]
    waits: tuple[float, ...]

    @property
    def calls_a_press(self) -> float:
        return self.calls / self.presses

    def and_(self, other: "Figures") -> "Figures":
        return Figures(
            self.presses + other.presses,
            self.calls + other.calls,
            self.hands + other.hands,
            self.ordagos + other.ordagos,
            self.messages + other.messages,
            self.lags + other.lags,
            self.firsts + other.firsts,
            self.waits + other.waits,
        )

    def line(self, what: str) -> str:
        return (
            f"{what}: {self.presses} presses in {self.hands} hands, {self.calls_a_press:.2f} calls a press, "
            f"{self.messages} new group messages with {self.ordagos} of órdago, board behind "
            f"{sorted(self.lags)[len(self.lags) // 2]:.1f} s half the time and {max(self.lags):.1f} s at most, "
            f"first board of a hand after {max(self.firsts):.1f} s at most, answers within {max(self.waits):.2f} s\n"
        )


def _juegos(folder: Path, manner: Manner, *, bold: bool = False, seeds: Sequence[int] = SEEDS) -> Figures:
    """Play a juego for each seed; everything shown, answered and logged as it should be."""
    total = None
    for seed in seeds:
        place = folder / str(seed)
        figures = run_virtual(lambda place=place, seed=seed: _juego(place, manner, seed, bold))  # type: ignore[misc]
        total = figures if total is None else total.and_(figures)
    assert total is not None
    return total


async def _juego(folder: Path, manner: Manner, seed: int, bold: bool) -> Figures:
    async with town(folder, seed=seed, open_chats=() if manner is Manner.GROUP else NAMES) as here:
        await here.sit_four()
        if manner is Manner.PRIVATE:
            for user in here.people.values():
                await here.press(user, Verb.HERE, "1", chat=user)
        async with crowd(here, (manner,) * 4, seed=seed) as people:
            for one in people.people.values():
                one.bold = bold
            began, first_call = here.clock.now(), len(here.emulator.calls)
            await people.until(lambda: here.document.stage is Stage.BETWEEN)
            await here.rest(30)
        await here.sound()
        people.agree()
        return _figures(here, people, began, first_call)


def _figures(here: Town, people: Crowd, began: float, first_call: int) -> Figures:
    pressed = [each for each in people.pressed if each.press.verb is not Verb.CARDS]
    looks = len(people.pressed) - len(pressed)
    counted = WRITES | {"answerCallbackQuery"}
    calls = [call for call in here.emulator.calls[first_call:] if call.method in counted]
    notices = [notice.name for at, commit in here.commits if at >= began for notice in commit.notices]
    lags, firsts = lag(here)
    return Figures(
        presses=len(pressed),
        calls=len(calls) - looks,
        hands=sum(name.startswith("showdown") for name in notices),
        ordagos=sum(name.startswith("ordago") for name in notices),
        messages=len([call for call in here.calls("sendMessage", chat=here.group) if call.at >= began]),
        lags=tuple(lags),
        firsts=tuple(firsts),
        waits=tuple(each.waited for each in people.pressed),
    )


def lag(here: Town) -> tuple[list[float], list[float]]:
    """Seconds from each commit that changed the board of a hand until the board showed it or something newer.

    Returns:
        Within hands, and of the first board of each.
    """
    within, firsts = [], []
    for board in {slot.name for slot in _boards(here)}:
        wanted = [
            (at, plain(here.draw(commit.document, slot.screen).text))
            for at, commit in here.commits
            for slot in commit.slots
            if slot.name == board and not slot.close
        ]
        shown = _shown(here, [text for _, text in wanted])
        waits = [
            min(at for at, text_no in shown if text_no >= no and at >= since) - since
            for no, (since, _) in enumerate(wanted)
            if any(n >= no for _, n in shown)
        ]
        firsts += waits[:1]
        within += waits[1:]
    return within, firsts


def _boards(here: Town) -> Sequence[SlotWrite]:
    return [s for _, commit in here.commits for s in commit.slots if s.name.startswith("board:")]


def _shown(here: Town, texts: list[str]) -> list[tuple[float, int]]:
    """When the group saw which of the texts, the last of equal ones."""
    found = []
    for message in here.emulator.world.chats[here.group].messages.values():
        for version in message.versions:
            places = [place for place, text in enumerate(texts) if text == version.content.text]
            if places:
                found.append((version.at, places[-1]))
    return found


def _hold(figures: Figures, most: float) -> None:
    assert figures.presses >= 200
    assert figures.calls_a_press < most
    assert figures.messages <= 2 * figures.hands + figures.ordagos
    assert max(figures.lags) <= BEHIND
    assert max(figures.waits) <= ANSWERED_WITHIN


def test_played_on_the_board_alone_a_press_costs_less_than_1_8_calls(tmp_path: Path) -> None:
    figures = _juegos(tmp_path, Manner.GROUP)
    sys.stdout.write(figures.line("on the board alone"))
    _hold(figures, 1.8)


def test_with_discards_chosen_in_private_a_press_costs_less_than_2_4_calls(tmp_path: Path) -> None:
    figures = _juegos(tmp_path, Manner.DISCARDS)
    sys.stdout.write(figures.line("discards in private"))
    _hold(figures, 2.4)


def test_with_all_calls_made_in_private_a_press_costs_less_than_3_4_calls(tmp_path: Path) -> None:
    figures = _juegos(tmp_path, Manner.PRIVATE)
    sys.stdout.write(figures.line("all in private"))
    _hold(figures, 3.4)


def test_an_ordago_is_one_more_message_and_no_more(tmp_path: Path) -> None:
    figures = _juegos(tmp_path, Manner.GROUP, bold=True, seeds=(10, 11, 12, 13))
    sys.stdout.write(figures.line("with órdagos"))
    assert figures.ordagos >= 3
    assert figures.messages <= 2 * figures.hands + figures.ordagos
    assert max(figures.lags) <= BEHIND
