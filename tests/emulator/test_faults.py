"""Failures on request, and updates that come twice, late, or not at all."""

import asyncio
from typing import Any

import pytest
from telegram import Bot
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TimedOut

from musbot.emulator.clocks import LoopClock, ManualClock
from musbot.emulator.core import ControlError, Emulator
from tests.emulator.conftest import Room, keys


async def test_the_next_call_fails_and_only_that_one(room: Room) -> None:
    room.controls.fail_next(retry_after=7)
    outcome = await room.call("sendMessage", chat_id=room.group, text="a")
    assert (outcome.status, outcome.body["parameters"]) == (429, {"retry_after": 7})
    assert outcome.body["description"] == "Too Many Requests: retry after 7"
    assert room.reading.messages(room.group) == []
    await room.send("a")
    assert [call.forced for call in room.emulator.calls] == [True, False]


async def test_failures_are_aimed_at_methods_and_chats(room: Room) -> None:
    other = room.controls.add_group("Otros", [room.ane])
    room.controls.fail_next("editMessageText", code=400, text="message to edit not found")
    room.controls.fail_next(chat=other, code=403, text="bot was kicked from the supergroup chat", times=2)
    number = await room.send("a")
    target = {"chat_id": room.group, "message_id": number, "text": "b"}
    assert await room.refusal("editMessageText", **target) == (400, "Bad Request: message to edit not found")
    await room.result("editMessageText", **target)
    for _ in range(2):
        refusal = await room.refusal("sendMessage", chat_id=other, text="a")
        assert refusal == (403, "Forbidden: bot was kicked from the supergroup chat")
    await room.send("a", other)


async def test_a_server_error_has_its_bare_text(room: Room) -> None:
    room.controls.fail_next(code=500)
    refusal = await room.refusal("sendMessage", chat_id=room.group, text="a")
    assert refusal == (500, "Internal Server Error")


async def test_a_poll_never_meets_a_failure_by_chance_but_by_name(room: Room) -> None:
    room.controls.fail_next(code=500)
    assert await room.updates() == []
    room.controls.fail_next("getUpdates", code=502)
    assert await room.refusal("getUpdates") == (502, "Bad Gateway")
    room.controls.clear_faults()
    await room.send("a")


async def test_a_dropped_answer_leaves_its_effect(room: Room, bot: Bot) -> None:
    room.controls.drop_next("sendMessage")
    with pytest.raises(TimedOut):
        await bot.send_message(room.group, "a")
    room.controls.drop_next("sendMessage", mode="close")
    with pytest.raises(NetworkError):
        await bot.send_message(room.group, "b")
    assert [view.text for view in room.reading.messages(room.group)] == ["a", "b"]
    assert [call.dropped for call in room.emulator.calls if call.method == "sendMessage"] == [True, True]


async def test_a_delay_runs_on_the_emulators_clock(room: Room) -> None:
    room.controls.delay_next(3, "sendMessage")
    room.controls.delay_next(3, "sendMessage", before=True)

    async with asyncio.TaskGroup() as group:
        after = group.create_task(room.send("a"))
        before = group.create_task(room.send("b"))
        await room.controls.wait_until(lambda: len(room.emulator.calls) == 2)
        assert [view.text for view in room.reading.messages(room.group)] == ["a"]
        assert not after.done()
        room.controls.advance(3)
        await before
    assert [view.text for view in room.reading.messages(room.group)] == ["a", "b"]


async def test_a_held_answer_waits_for_its_release(room: Room) -> None:
    hold = room.controls.hold_next("sendMessage")
    assert not room.controls.is_held(hold)
    async with asyncio.TaskGroup() as group:
        call = group.create_task(room.send("a"))
        await room.controls.wait_until(lambda: room.reading.messages(room.group) != [])
        assert room.controls.is_held(hold)
        await room.send("b")
        assert not call.done()
        room.controls.release(hold)
        await call


async def test_a_late_answer_that_a_test_delayed_is_not_the_bots_fault(room: Room) -> None:
    await room.send("a", reply_markup=keys(["Mus"]))
    press = room.controls.press(room.ane, room.group, text="Mus")
    room.controls.delay_next(9, "answerCallbackQuery", before=True)
    async with asyncio.TaskGroup() as group:
        group.create_task(room.result("answerCallbackQuery", callback_query_id=press.id))
        await room.controls.wait_until(lambda: len(room.emulator.calls) == 2)
        room.controls.advance(9)
    assert press.answer is not None
    assert room.kinds() == []


async def test_python_telegram_bot_gets_its_own_exceptions(room: Room, bot: Bot) -> None:
    with pytest.raises(Forbidden, match="can't initiate"):
        await bot.send_message(room.ane, "a")
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.send_message(-5, "a")
    room.controls.fail_next(retry_after=11)
    with pytest.raises(RetryAfter) as caught:
        await bot.send_message(room.group, "a")
    assert "11" in str(caught.value)
    room.controls.fail_next(code=500)
    with pytest.raises(NetworkError):
        await bot.send_message(room.group, "a")


# Updates


def ids(updates: list[dict[str, Any]]) -> list[int]:
    return [update["update_id"] for update in updates]


async def test_updates_stay_until_they_are_confirmed(room: Room) -> None:
    for text in ("/a", "/b", "/c"):
        room.controls.say(room.ane, text, room.group)
    first = ids(await room.updates())
    assert ids(await room.updates()) == first
    assert ids(await room.updates(limit=2)) == first[:2]
    assert ids(await room.updates(offset=first[1])) == first[1:]
    assert ids(await room.updates(offset=-1)) == first[2:]
    assert await room.updates(offset=first[2] + 1) == []
    assert first == list(range(first[0], first[0] + 3))


async def test_a_poll_waits_for_an_update_or_its_time(room: Room) -> None:
    async with asyncio.TaskGroup() as group:
        poll = group.create_task(room.updates(timeout=30))
        await room.controls.wait_until(lambda: room.emulator.world.updates.poll is not None)
        room.controls.say(room.ane, "/a", room.group)
        (update,) = await poll
        empty = group.create_task(room.updates(timeout=30, offset=update["update_id"] + 1))
        await asyncio.sleep(0)
        room.controls.advance(29)
        await asyncio.sleep(0)
        assert not empty.done()
        room.controls.advance(1)
        assert await empty == []


async def test_a_second_poll_ends_the_first_with_409(room: Room) -> None:
    async with asyncio.TaskGroup() as group:
        first = group.create_task(room.call("getUpdates", timeout=30))
        await asyncio.sleep(0)
        second = group.create_task(room.call("getUpdates", timeout=1))
        outcome = await first
        assert outcome.status == 409
        assert outcome.body["description"].startswith("Conflict: terminated by other getUpdates request")
        room.controls.advance(1)
        assert (await second).ok


async def test_a_poll_is_refused_while_a_webhook_is_set(room: Room) -> None:
    async with asyncio.TaskGroup() as group:
        poll = group.create_task(room.call("getUpdates", timeout=30))
        await asyncio.sleep(0)
        await room.result("setWebhook", url="http://127.0.0.1:1/hook", allowed_updates=["message"])
        assert (await poll).body["description"] == "Conflict: terminated by setWebhook request"
    code, text = await room.refusal("getUpdates")
    assert (code, "webhook is active" in text) == (409, True)
    info = await room.result("getWebhookInfo")
    assert isinstance(info, dict)
    assert (info["url"], info["allowed_updates"]) == ("http://127.0.0.1:1/hook", ["message"])
    room.controls.say(room.ane, "/a", room.group)
    await room.result("deleteWebhook", drop_pending_updates=True)
    assert await room.updates() == []
    assert (await room.call("setWebhook", url="nonsense")).status == 400


async def test_only_the_kinds_that_were_asked_for_come(room: Room) -> None:
    await room.send("a", reply_markup=keys(["Mus"]))
    await room.updates(allowed_updates=["callback_query"])
    room.controls.say(room.ane, "/a", room.group)
    room.controls.press(room.ane, room.group, text="Mus")
    assert ["callback_query" in update for update in await room.updates()] == [True]
    await room.updates(allowed_updates=[])
    room.controls.say(room.ane, "/a", room.group)
    assert len(await room.updates()) == 2


async def test_an_update_can_come_a_second_time_after_it_was_confirmed(room: Room) -> None:
    await room.send("a", reply_markup=keys(["Mus"]))
    room.controls.duplicate_next()
    press = room.controls.press(room.ane, room.group, text="Mus")
    first = await room.updates()
    assert len(first) == 1
    assert await room.updates(offset=first[0]["update_id"] + 1) == first
    assert await room.updates(offset=first[0]["update_id"] + 1) == []
    for _ in range(2):
        await room.call("answerCallbackQuery", callback_query_id=press.id)
    assert room.kinds() == []


async def test_any_old_update_can_be_delivered_again(room: Room) -> None:
    room.controls.say(room.ane, "/a", room.group)
    room.controls.say(room.ane, "/b", room.group)
    first, second = await room.updates()
    await room.updates(offset=second["update_id"] + 1)
    assert room.controls.redeliver(first["update_id"]) == first["update_id"]
    assert await room.updates() == [first]
    assert room.controls.redeliver() == second["update_id"]
    assert await room.updates() == [second]
    with pytest.raises(ControlError):
        room.controls.redeliver(1)


async def test_a_late_update_is_overtaken_and_its_answer_counts_from_its_coming(room: Room) -> None:
    await room.send("a", reply_markup=keys(["Mus"]))
    room.controls.late_next(20)
    press = room.controls.press(room.ane, room.group, text="Mus")
    room.controls.say(room.ane, "/a", room.group)
    heard = await room.updates()
    assert ["message" in update for update in heard] == [True]
    await room.updates(offset=heard[0]["update_id"] + 1)
    room.controls.advance(20)
    (late,) = await room.updates()
    assert late["update_id"] == heard[0]["update_id"] + 1
    room.controls.advance(4)
    await room.result("answerCallbackQuery", callback_query_id=late["callback_query"]["id"])
    assert press.ready_at == press.at + 20
    assert room.kinds() == []


# Clocks


async def test_a_standing_clock_moves_when_it_is_told(room: Room) -> None:
    clock, rung = room.clock, []
    before = clock.now()
    clock.call_at(before + 2, lambda: rung.append("b"))
    clock.call_at(before + 1, lambda: rung.append("a"))
    clock.call_at(before + 1.5, lambda: rung.append("never"))()
    clock.advance(1.9)
    assert (rung, clock.now()) == (["a"], before + 1.9)
    clock.advance(1)
    assert rung == ["a", "b"]
    with pytest.raises(ValueError, match="backwards"):
        clock.advance(-1)


@pytest.mark.asyncio(loop_factories=["virtual"])
async def test_the_loops_clock_runs_with_virtual_time() -> None:
    clock = LoopClock(start=1000.0)
    emulator = Emulator(clock)
    async with asyncio.TaskGroup() as group:
        poll = group.create_task(emulator.call(emulator.token, "getUpdates", {"timeout": 30}))
        await clock.sleep(12.5)
        assert clock.now() == pytest.approx(1012.5)
        assert not poll.done()
        clock.advance(10)
        await clock.sleep(7.5)
    assert (await poll).body == {"ok": True, "result": []}
    assert clock.now() == pytest.approx(1030)


async def test_two_worlds_with_the_same_seed_are_alike() -> None:
    def play() -> list[object]:
        emulator = Emulator(ManualClock())
        ane = emulator.controls.add_user("Ane")
        group = emulator.controls.add_group("G", [ane])
        emulator.controls.say(ane, "/mus", group)
        return [update.json() for update in emulator.world.updates.pending]

    assert play() == play()
