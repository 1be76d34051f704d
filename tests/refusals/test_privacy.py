"""Nobody can ever see a card of another hand before it is shown: all that was seen, held against the log."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from musbot.app.document import Stage
from musbot.engine import State, fold, initial
from musbot.engine.state import Phase
from tests.support.town import Town, town, virtually
from tests.support.townspeople import Manner, crowd

LETTERS = {1: "A", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 10: "S", 11: "C", 12: "R"}
"""How a rank stands on a card, by its printed number."""

_CARD = re.compile(r"([A2-7SCR])([ᵒᶜᵉᵇ])")
_SUITS = {"o": "ᵒ", "c": "ᶜ", "e": "ᵉ", "b": "ᵇ"}
_NUMBERED = re.compile(r"[1-4]·([A2-7SCR])(?![ᵒᶜᵉᵇ])")
_SUMMARY = re.compile(r"(?:^|· |\n)((?:[A2-7SCR] ){3}[A2-7SCR])(?= · |$|\n)")
_WORTH = re.compile(r"sin pares|\b(?:par|medias|duples) de |al punto|la real", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Moment:
    """What the hands were from some time on."""

    at: float
    state: State


def moments(here: Town) -> list[Moment]:
    """Every state of the table with its time, folded from the log."""
    state, found = initial(), []
    for at, commit in here.commits:
        if commit.events:
            state = fold(state, [line.event for line in commit.events])
            found.append(Moment(at, state))
    return found


def cards_of(state: State, seat: int) -> set[str]:
    return {LETTERS[int(card.rank)] + _SUITS[card.suit.value] for card in state.hands[seat]}


def ranks_of(state: State, seat: int) -> list[str]:
    return [LETTERS[int(card.rank)] for card in state.hands[seat]]


def near(told: list[Moment], at: float, patience: float = 30.0) -> Iterator[State]:
    """The states that something seen at a time can be about: the present one and those shortly before."""
    for place, moment in enumerate(told):
        until = told[place + 1].at if place + 1 < len(told) else float("inf")
        if moment.at <= at and until > at - patience:
            yield moment.state


def cards_thrown(state: State, seat: int) -> set[str]:
    return {LETTERS[int(card.rank)] + _SUITS[card.suit.value] for card in state.thrown[seat]}


@virtually
async def test_in_a_whole_juego_nobody_is_shown_what_others_hold(tmp_path: Path) -> None:
    """Two with open private chats, one of them playing there; two on the board alone; an onlooker in the group."""
    async with town(tmp_path, open_chats=("Ane", "Jon"), seed=10) as here:
        onlooker = here.emulator.controls.add_user("Mirón")
        here.emulator.controls.join(onlooker, here.group)
        await here.sit_four()
        manners = (Manner.DISCARDS, Manner.DISCARDS, Manner.GROUP, Manner.GROUP)
        async with crowd(here, manners, seed=10) as people:
            people.people["Itziar"].asleep = False
            await people.until(lambda: here.document.stage is Stage.BETWEEN)
            await here.rest(30)
        await here.sound()
        told = moments(here)
        assert sum(moment.state.phase is Phase.DESCARTE for moment in told) > 5
        seen = {user: here.emulator.reading.seen_by(user) for user in (*here.people.values(), onlooker)}
        private_texts = alerts = shown_hands = 0
        for user, items in seen.items():
            seat = here.document.seat_of(user)
            for item in items:
                in_group = item.chat_id == here.group and item.kind not in ("toast", "alert")
                cards = {"".join(found) for found in _CARD.findall(item.text)}
                if item.kind == "html":
                    cards = {"".join(found) for found in _CARD.findall(re.sub(r"<[^>]+>", "", item.text))}
                if in_group:
                    allowed: set[str] = set()
                    for state in near(told, item.at, 600.0):
                        if state.shown and f"Mano {state.hand_no}" in item.text:
                            allowed |= set().union(*(cards_of(state, each) for each in range(4)))
                    assert cards <= allowed, (item.kind, item.text)
                    if not allowed:
                        assert not _WORTH.search(item.text), item.text
                        assert not _SUMMARY.search(item.text), item.text
                    shown_hands += bool(cards)
                    continue
                assert seat is not None or not (cards or _SUMMARY.search(item.text)), item.text
                if seat is None:
                    continue
                mine = [state for state in near(told, item.at) if state.hands]
                held = (
                    set().union(*(cards_of(s, seat) | cards_thrown(s, seat) for s in mine)) if mine else set()
                )
                assert cards <= held, (item.kind, item.text)
                if item.kind == "alert":
                    numbered = _NUMBERED.findall(item.text)
                    assert numbered in [ranks_of(state, seat) for state in mine], item.text
                    alerts += 1
                for summary in _SUMMARY.findall(item.text):
                    assert summary.split(" ") in [ranks_of(state, seat) for state in mine], item.text
                private_texts += bool(cards)
        assert min(private_texts, alerts, shown_hands) >= 20
        secrets = [m for m in here.logged if _CARD.search(str(m)) or _SUMMARY.search(str(m))]
        assert not secrets
