"""Whole evenings of random presses: every screen that a table makes can be drawn, and every button comes back."""

import random
from collections import deque

import pytest
from telegram import InlineKeyboardMarkup

from musbot.app.commit import Accepted, Notice, Outcome, Reply, SlotWrite
from musbot.app.screens import Button, Press, Screen, Verb
from musbot.i18n import Translator
from musbot.telegram.callbacks import LIMIT, decode
from musbot.telegram.cut import MESSAGE_LIMIT, cut_plain, utf16_length
from musbot.telegram.render import Address, content_of
from tests.support.tables import FOUR, running_table

WORDS = Translator(strict=True)
ADDRESS = Address("musbot", "penya")
ENDS = (Verb.CLOSE, Verb.CANCEL, Verb.ENOUGH, Verb.LEAVE)


def screens(outcome: Outcome) -> list[Screen]:
    if not isinstance(outcome, Accepted):
        return [reply.screen for reply in outcome.replies]
    commit = outcome.commit
    owed: list[SlotWrite | Notice | Reply] = [*commit.slots, *commit.notices, *commit.replies]
    return [each.screen for each in owed]


def check_drawing(screen: Screen, locale: str) -> None:
    content = content_of(screen, locale, WORDS, ADDRESS)
    assert 0 < utf16_length(content.text) <= MESSAGE_LIMIT
    wanted = [button.press for row in screen.keyboard for button in row if button.press is not None]
    markup = content.keyboard or InlineKeyboardMarkup([])
    carried = [
        str(b.callback_data) for row in markup.inline_keyboard for b in row if b.callback_data is not None
    ]
    assert [decode(data) for data in carried] == wanted
    assert all(len(data.encode()) <= LIMIT for data in carried)


def buttons(shown: list[Screen]) -> list[Press]:
    every: list[Button] = [button for screen in shown for row in screen.keyboard for button in row]
    return [button.press for button in every if button.press is not None]


@pytest.mark.parametrize("seed", range(1, 3))
def test_every_screen_of_an_evening_can_be_drawn_and_its_buttons_read(seed: int) -> None:
    chance, table = random.Random(seed), running_table(seed + 1)
    recent: deque[Screen] = deque(maxlen=6)
    looked_at = drawn = 0
    for _ in range(700):
        if pressable := [press for press in buttons(list(recent)) if press.verb not in ENDS]:
            table.do(chance.choice(pressable), chance.choice(FOUR))
            table.wait(chance.choice((0.0, 1.0, 4.0)))
        for outcome in table.outcomes[looked_at:]:
            shown = screens(outcome)
            for screen in shown:
                check_drawing(screen, chance.choice(WORDS.locales))
            if outcome.answer is not None:
                assert cut_plain(WORDS.say(chance.choice(WORDS.locales), outcome.answer.text, html=False))
            drawn += len(shown)
            recent.extend(screen for screen in shown if buttons([screen]))
        looked_at = len(table.outcomes)
    assert drawn > 100
    assert table.document.next_hand > 2
