"""Whole games over whole processes, played by pressing what people are shown."""

import signal
from pathlib import Path

import pytest

from musbot.app.screens import Verb
from tests.e2e.support import Players, is_button, town

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(200)]


async def test_four_people_sit_down_and_play_a_hand(tmp_path: Path) -> None:
    """Nobody has opened the private chat: the board and the alerts suffice."""
    async with town(tmp_path) as here:
        await here.sit_four()
        first = here.everyone[0]
        alert = await here.press_verb(first, Verb.CARDS)
        assert "1" in alert
        players = Players(here, here.everyone)
        await players.play_hand()
        assert players.accepted >= 5
        assert await here.client.messages(first, first, from_bot=True) == []
        await here.nothing_wrong()


async def test_each_sees_the_own_cards_in_an_opened_private_chat_and_nobody_else_s(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        for user in here.everyone:
            await here.client.start(user)
        await here.sit_four()
        for user in here.everyone:
            await here.shown(user, lambda seen: any(is_button(each, Verb.HERE) for each in seen), chat=user)
        players = Players(here, here.everyone, seed=2)
        await players.play_hand()
        hands = set()
        for user in here.everyone:
            (alone,) = {tuple(message["now"]["seen_by"]) for message in await here.client.messages(user)}
            assert alone == (user,)
            hands.add((await here.client.last(user))["now"]["text"])
        assert len(hands) == 4
        await here.nothing_wrong()


@pytest.mark.slow
async def test_four_people_play_a_whole_juego(tmp_path: Path) -> None:
    async with town(tmp_path, MUSBOT_PACE__NEXT_HAND="2") as here:
        await here.sit_four()
        players = Players(here, here.everyone, seed=3, cut=90)
        await players.play_until(Verb.REMATCH)
        await here.press_verb(here.everyone[1], Verb.REMATCH)
        await players.play_steps(2)
        await here.nothing_wrong()


@pytest.mark.slow
async def test_one_person_plays_a_whole_juego_with_three_computers(tmp_path: Path) -> None:
    async with town(tmp_path, MUSBOT_PACE__NEXT_HAND="2") as here:
        first = here.everyone[0]
        await here.client.say(first, "/mus", here.group)
        for _ in range(3):
            assert "🤖" in await here.press_verb(first, Verb.BOT)
        await here.press_verb(first, Verb.START)
        players = Players(here, [first], seed=4, cut=90)
        await players.play_until(Verb.REMATCH)
        await here.nothing_wrong()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
async def test_a_hand_goes_on_after_a_restart(tmp_path: Path, number: signal.Signals) -> None:
    async with town(tmp_path) as here:
        await here.sit_four()
        players = Players(here, here.everyone, seed=5)
        await players.play_steps(3)
        code = await here.bot.stop(number)
        assert code == (0 if number is signal.SIGTERM else -signal.SIGKILL)
        seen = await here.buttons(here.everyone[0])
        calls = [button for button in seen if is_button(button, Verb.CALL)]
        # People press while the bot is away: what they said is taken up afterwards, though too late for an answer.
        for user in here.everyone:
            await here.client.press(user, calls[0].chat, calls[0].message_id, data=calls[0].data, stale=True)
        await here.client.excuse_open_presses()
        await here.start_bot()
        await players.play_hand()
        await here.nothing_wrong(killed=True)


async def test_a_second_copy_says_so_in_one_line(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        second = here.bot.again(tmp_path / "second.log")
        await second.start()
        assert await second.wait() == 3
        (line,) = second.said().splitlines()
        assert line.startswith("musbot: ")
        assert "another musbot" in line
