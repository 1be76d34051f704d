"""Telegram refuses, loses and delays what the bot asks for in the middle of a hand: the game goes on.

After each refusal people play on by what they are shown; at the end the boards show the state, every press was
answered, the log leads to the document, and the emulator saw nothing that Telegram would mind.
"""

from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest

from musbot.app.screens import Verb
from musbot.emulator.core import Controls
from tests.support.town import NAMES, Town, town
from tests.support.townspeople import Crowd, Manner, crowd
from tests.support.virtual_time import run_virtual

Refusal = Callable[[Controls, int], None]
BOARD, NEW, ANSWER, POLL = "editMessageText", "sendMessage", "answerCallbackQuery", "getUpdates"


def refused(
    method: str, code: int, text: str | None = None, times: int = 1, retry: int | None = None
) -> Refusal:
    def arm(controls: Controls, group: int) -> None:
        chat = None if method in (ANSWER, POLL) else group
        controls.fail_next(method, chat=chat, code=code, text=text, times=times, retry_after=retry)

    return arm


def lost(method: str, mode: str = "timeout", times: int = 1) -> Refusal:
    def arm(controls: Controls, group: int) -> None:
        controls.drop_next(method, chat=None if method in (ANSWER, POLL) else group, mode=mode, times=times)

    return arm


def slow(method: str, seconds: float, *, before: bool = False, times: int = 1) -> Refusal:
    def arm(controls: Controls, group: int) -> None:
        chat = None if method in (ANSWER, POLL) else group
        controls.delay_next(seconds, method, chat=chat, before=before, times=times)

    return arm


REFUSALS: dict[str, Refusal] = {
    "429 for 3 s": refused(BOARD, 429, retry=3),
    "429 for 40 s": refused(BOARD, 429, retry=40),
    "429 three times": refused(BOARD, 429, retry=5, times=3),
    "429 for a new message": refused(NEW, 429, retry=10),
    "429 for an answer": refused(ANSWER, 429, retry=5),
    "429 for the poll": refused(POLL, 429, retry=5),
    "board not found": refused(BOARD, 400, "message to edit not found"),
    "board cannot be edited": refused(BOARD, 400, "message can't be edited"),
    "board has an invalid number": refused(BOARD, 400, "MESSAGE_ID_INVALID"),
    "board not modified": refused(BOARD, 400, "message is not modified"),
    "500": refused(BOARD, 500),
    "502 four times": refused(BOARD, 502, times=4),
    "502 for a new message": refused(NEW, 502, times=2),
    "500 for an answer": refused(ANSWER, 500),
    "502 for the poll": refused(POLL, 502, times=4),
    "409 for the poll": refused(POLL, 409, "terminated by other getUpdates request", times=2),
    "an answer too old": refused(
        ANSWER, 400, "query is too old and response timeout expired or query ID is invalid"
    ),
    "edit applied, answer lost": lost(BOARD),
    "edit applied, connection reset": lost(BOARD, "close"),
    "message applied, answer lost": lost(NEW),
    "message applied, connection reset": lost(NEW, "close"),
    "toast applied, answer lost": lost(ANSWER),
    "updates lost on their way": lost(POLL, "close"),
    "slow edits": slow(BOARD, 4, times=5),
    "edits slower than anybody waits": slow(BOARD, 30, times=2),
    "an edit that arrives late": slow(BOARD, 10, before=True),
    "slow answers": slow(ANSWER, 3, times=8),
}
NOT_OUR_FAULT = frozenset({"outbox-perhaps-sent"})


@pytest.mark.parametrize("name", list(REFUSALS))
def test_the_game_goes_on_after(name: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with town(tmp_path, seed=5) as here:
            await here.sit_four()
            async with crowd(here, seed=5) as people:
                await people.until(lambda: len(people.pressed) >= 4)
                REFUSALS[name](here.emulator.controls, here.group)
                await people.until(lambda: any(call.forced for call in here.emulator.calls), 600)
                met = len(people.pressed)
                await people.until(lambda: len(people.pressed) >= met + 6)
                if "message" in name:
                    await people.hands(1)  # the showdown, or the board of the next hand
                people.stop()
                await here.rest(60)
                late = ("late_answer", "unanswered") if name.endswith("the poll") else ()
                await here.sound(errors=NOT_OUR_FAULT, excused=late)
            people.agree()
            told(here)

    run_virtual(run)


def told(here: Town) -> None:
    """Every notice stands in the group, as often as it was sent while its answer got lost, and once more."""
    lost_sends = sum(call.dropped or call.forced for call in here.calls("sendMessage", chat=here.group))
    for _, commit in here.commits:
        for notice in commit.notices:
            if not notice.name.startswith("showdown"):
                continue
            text = here.draw(commit.document, notice.screen).text
            sent = [c for c in here.calls("sendMessage", chat=here.group) if c.params["text"] == text]
            arrived = [call for call in sent if call.result is not None]
            assert 1 <= len(arrived) <= 1 + lost_sends, notice.name


@pytest.mark.parametrize(
    "text", ["can't parse entities: unexpected end tag", "message is too long", "TEXT_INVALID"]
)
def test_what_telegram_will_never_take_is_given_up_with_a_line_and_the_next_board_comes(
    text: str, tmp_path: Path
) -> None:
    async def run() -> None:
        async with town(tmp_path, seed=5) as here:
            await here.sit_four()
            async with crowd(here, seed=5) as people:
                await people.until(lambda: len(people.pressed) >= 4)
                here.emulator.controls.fail_next(BOARD, chat=here.group, code=400, text=text)
                await people.hands(1, 1200)
                people.stop()
                await here.rest(60)
                await here.sound(errors=("outbox-refused",))
            assert [line["reason"] for line in here.logged if line["event"] == "outbox-refused"]

    run_virtual(run)


# -- the group becomes a supergroup ------------------------------------------------------------------------------


@pytest.mark.parametrize("road", ["both in order", "both the other way round", "late", "the error alone"])
def test_a_group_that_is_upgraded_in_mid_hand_plays_on_in_the_supergroup(road: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with town(tmp_path, basic=True, seed=6, open_chats=("Ane",)) as here:
            controls = here.emulator.controls
            await here.sit_four()
            async with crowd(here, seed=6) as people:
                await people.until(lambda: len(people.pressed) >= 5)
                if road == "both the other way round":
                    controls.late_next(4)
                elif road == "late":
                    controls.late_next(20, 2)
                old, here.group = here.group, controls.migrate(here.group, announce=road != "the error alone")
                if road == "the error alone":
                    here.emulator.controls.say(here.people["Jon"], "/mesa", here.group)
                    await here.rest(10)
                await people.hands(2)
                people.stop()
                await here.rest(60)
                await here.sound()
            people.agree()
            (place,) = await here.store.places_of_chat(here.group)
            assert place == (await here.store.places_of_chat(old))[0]
            assert {commit.document.table_id for _, commit in here.commits} == {1}

    run_virtual(run)


def test_an_upgrade_that_only_an_error_tells_is_learnt_from_it(tmp_path: Path) -> None:
    """Nobody says anything in the supergroup: a call made in private makes the bot write to the old number."""

    async def run() -> None:
        async with town(tmp_path, basic=True, seed=6, open_chats=NAMES) as here:
            await here.sit_four()
            for user in here.people.values():
                await here.press(user, Verb.HERE, "1", chat=user)
            async with crowd(here, (Manner.PRIVATE,) * 4, seed=6) as people:
                await people.until(lambda: len(people.pressed) >= 3)
                people.stop()
                await here.rest(20)
                old = here.group
                here.group = here.emulator.controls.migrate(old, announce=False)
                said = [await _say_in_private(here, one.user) for one in people.people.values()]
                assert any(said)
                await here.until(lambda: here.standing(here.people["Ane"]), 60)
                for one in people.people.values():
                    one.asleep = False
                await people.hands(1)
                people.stop()
                await here.rest(60)
                await here.sound()

    run_virtual(run)


async def _say_in_private(here: Town, user: int) -> bool:
    """Try a call from the private chat; whether it was taken."""
    for arg in ("mus", "p", "nq"):
        found = here.find(user, Verb.CALL, arg, chat=user)
        if found is not None:
            press = here.emulator.controls.press(user, user, found[0].id, data=found[1])
            toast = (await here.emulator.controls.answer_to(press, 30)).text
            if "✔" in toast:
                return True
    return False


# -- people and administrators -----------------------------------------------------------------------------------


def _play(
    folder: Path,
    act: Callable[[Town, Crowd], Coroutine[Any, Any, None]],
    *,
    manner: Manner = Manner.GROUP,
    open_chats: Sequence[str] = (),
    forum: bool = False,
) -> None:
    """Let four people play a hand and more, with something happening in its middle."""

    async def run() -> None:
        async with town(folder, seed=7, open_chats=open_chats, forum=forum) as here:
            await here.sit_four()
            async with crowd(here, (manner,) * 4, seed=7) as people:
                await people.until(lambda: len(people.pressed) >= 5)
                await act(here, people)
                await people.hands(2)
                people.stop()
                await here.rest(60)
                await here.sound()
            people.agree()

    run_virtual(run)


def test_a_private_chat_blocked_in_mid_hand_costs_nobody_the_game_and_shows_the_hand_again_when_opened(
    tmp_path: Path,
) -> None:
    async def act(here: Town, people: Crowd) -> None:
        jon = people.people["Jon"]
        here.emulator.controls.block(jon.user)
        jon.manner = Manner.GROUP
        await people.hands(1)
        await here.rest(10)
        assert jon.user not in here.document.reachable
        here.emulator.controls.start(jon.user)
        await here.until(lambda: jon.user in here.document.reachable)
        await here.until(lambda: here.standing(jon.user, jon.user))
        jon.manner = Manner.DISCARDS

    _play(tmp_path, act, open_chats=NAMES, manner=Manner.DISCARDS)


def test_a_board_that_an_admin_deletes_comes_back_with_the_next_call_or_when_asked_for(
    tmp_path: Path,
) -> None:
    async def act(here: Town, people: Crowd) -> None:
        board = here.standing(here.people["Ane"])[0]
        here.emulator.controls.delete(here.group, board.id)
        await here.rest(5)
        await here.say(here.people["Mikel"], "/mesa")
        await here.until(lambda: here.standing(here.people["Ane"])[0].id != board.id)

    _play(tmp_path, act)


def test_a_bot_that_is_removed_and_added_again_goes_on_where_it_was(tmp_path: Path) -> None:
    async def act(here: Town, people: Crowd) -> None:
        calls = len(here.document.state.calls) if here.document.state else 0
        here.emulator.controls.kick_bot(here.group)
        await here.rest(400)  # nobody can play meanwhile, and nobody's time runs
        assert here.document.state is not None
        assert len(here.document.state.calls) <= calls + 1
        assert not any(turn.late for turn in here.document.turns)
        here.emulator.controls.add_bot(here.group, here.people["Ane"])
        await here.rest(10)

    _play(tmp_path, act)


def test_a_bot_that_may_not_write_for_a_while_goes_on_when_it_may(tmp_path: Path) -> None:
    async def act(here: Town, people: Crowd) -> None:
        here.emulator.controls.restrict_bot(here.group)
        await here.rest(200)
        here.emulator.controls.demote_bot(here.group)
        await here.rest(10)

    _play(tmp_path, act)


def test_a_topic_that_is_closed_and_opened_again_goes_on(tmp_path: Path) -> None:
    async def act(here: Town, people: Crowd) -> None:
        assert here.thread is not None
        here.emulator.controls.close_topic(here.group, here.thread)
        await here.rest(200)
        here.emulator.controls.reopen_topic(here.group, here.thread)
        await here.rest(10)

    _play(tmp_path, act, forum=True)


def test_a_refusal_to_write_that_nobody_takes_back_ends_when_somebody_presses_there(tmp_path: Path) -> None:
    """A 403 or "chat not found" out of the blue: no update tells that it is over, a press in the group does."""

    async def act(here: Town, people: Crowd) -> None:
        here.emulator.controls.fail_next(BOARD, chat=here.group, code=400, text="chat not found")

    _play(tmp_path, act)
