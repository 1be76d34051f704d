"""The intake loop: nothing is confirmed before it is dealt with, and nothing stops it but a reason to stop."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from musbot.app.commands import Reach, Slash, SlashCommand
from musbot.app.incoming import BadPress, Chatter, Incoming
from musbot.app.ports import StoreUnavailable
from musbot.app.screens import Verb
from musbot.telegram.errors import AnotherCopy, TokenRefused
from tests.telegram.world import World, virtually, world


def commands(w: World) -> list[str]:
    return [taken.what.arg for taken in w.intake.taken if isinstance(taken.what, SlashCommand)]


def offsets(w: World) -> list[int | None]:
    return [call.params.get("offset") for call in w.emulator.calls if call.method == "getUpdates"]


@virtually
async def test_what_people_do_reaches_the_use_cases_in_order() -> None:
    async with world() as w:
        for n in range(5):
            w.emulator.controls.say(w.ane, f"/mus {n}", w.group)
        w.emulator.controls.start(w.ane, "mesa")
        await w.rest(1)
        assert commands(w) == ["0", "1", "2", "3", "4", "mesa"]
        assert w.intake.taken[-1].private
        assert not w.emulator.violations


@virtually
async def test_a_press_is_taken_with_its_query() -> None:
    async with world() as w:
        await w.show("board")
        await w.rest(5)
        press = w.emulator.controls.press(w.ane, w.group, w.shown()[0].message_id, text="cards")
        await w.rest(1)
        (taken,) = w.intake.taken
        assert taken.query_id == press.id
        assert getattr(taken.what, "verb", None) is Verb.CARDS
        w.bot.answers.answer(press.id, None, None)
        await w.rest(1)
        assert not w.emulator.controls.check_unanswered(final=True)


@virtually
async def test_the_poll_asks_for_what_we_read_and_nothing_else() -> None:
    async with world() as w:
        polls = [call for call in w.emulator.calls if call.method == "getUpdates"]
        assert polls[0].params["allowed_updates"] == ["message", "callback_query", "my_chat_member"]
        assert polls[0].params["timeout"] == 25


@virtually
async def test_an_update_is_not_confirmed_before_it_is_dealt_with() -> None:
    async with world() as w:
        gate = asyncio.Event()

        async def wait(_: Incoming) -> None:
            await gate.wait()

        w.intake.before = wait
        w.emulator.controls.say(w.ane, "/mus 1", w.group)
        await w.rest(20)
        polls = len(offsets(w))
        await w.rest(5)
        assert len(offsets(w)) == polls
        gate.set()
        await w.rest(1)
        assert offsets(w)[-1] == w.intake.taken[0].update_id + 1


@virtually
async def test_one_chat_waits_for_no_other() -> None:
    async with world() as w:
        gate, order = asyncio.Event(), []

        async def wait(incoming: Incoming) -> None:
            if incoming.chat_id == w.group:
                await gate.wait()
            order.append(incoming.chat_id)
            gate.set()

        w.intake.before = wait
        w.emulator.controls.say(w.ane, "/mus 1", w.group)
        w.emulator.controls.start(w.ane)
        await w.rest(1)
        assert order == [w.ane, w.group]


@virtually
async def test_an_update_that_breaks_something_is_tried_again_and_does_not_lose_the_others() -> None:
    async with world() as w:
        tries: list[int] = []

        async def fail(incoming: Incoming) -> None:
            if isinstance(incoming.what, SlashCommand) and incoming.what.arg == "bad":
                tries.append(incoming.update_id)
                raise KeyError("a bug")

        w.intake.before = fail
        for arg in ("1", "bad", "2"):
            w.emulator.controls.say(w.ane, f"/mus {arg}", w.group)
        await w.rest(10)
        assert commands(w) == ["1", "2"]
        assert len(tries) == 3
        assert await w.store.seen_update(tries[0])
        assert not await w.store.seen_update(tries[0] + 1)
        w.emulator.controls.say(w.ane, "/mus 3", w.group)
        await w.rest(1)
        assert commands(w) == ["1", "2", "3"]


@virtually
async def test_a_press_that_is_given_up_is_answered_all_the_same() -> None:
    async with world() as w:

        async def fail(_: Incoming) -> None:
            raise KeyError("a bug")

        w.intake.before = fail
        await w.show("board")
        await w.rest(5)
        w.emulator.controls.press(w.ane, w.group, w.shown()[0].message_id, text="cards")
        await w.rest(10)
        assert not w.emulator.controls.check_unanswered(final=True)


@virtually
async def test_an_update_that_never_ends_is_given_up() -> None:
    async with world() as w:

        async def hang(incoming: Incoming) -> None:
            if isinstance(incoming.what, SlashCommand) and incoming.what.arg == "hangs":
                await asyncio.Event().wait()

        w.intake.before = hang
        w.emulator.controls.say(w.ane, "/mus hangs", w.group)
        await w.rest(120)
        w.emulator.controls.say(w.ane, "/mus next", w.group)
        await w.rest(1)
        assert commands(w) == ["next"]


@virtually
async def test_while_the_store_is_away_updates_wait_and_none_is_refused() -> None:
    async with world() as w:
        away = True

        async def unavailable(_: Incoming) -> None:
            if away:
                raise StoreUnavailable("the disk is full")

        w.intake.before = unavailable
        w.emulator.controls.say(w.ane, "/mus 1", w.group)
        await w.rest(300)
        assert commands(w) == []
        away = False
        await w.rest(60)
        assert commands(w) == ["1"]


@virtually
async def test_what_is_undone_at_the_stop_is_not_confirmed() -> None:
    async with world() as w:

        async def unavailable(_: Incoming) -> None:
            raise StoreUnavailable("the disk is full")

        w.intake.before = unavailable
        w.emulator.controls.say(w.ane, "/mus 1", w.group)
        await w.rest(2)
        seen = offsets(w)[-1]
        await w.bot.stop_intake()
        assert offsets(w)[-1] == seen


@virtually
async def test_the_stop_ends_the_poll_finishes_the_batch_and_confirms_it() -> None:
    async with world() as w:
        gate = asyncio.Event()

        async def wait(_: Incoming) -> None:
            await gate.wait()

        w.intake.before = wait
        w.emulator.controls.say(w.ane, "/mus 1", w.group)
        await w.rest(1)
        w.emulator.controls.say(w.ane, "/mus 2", w.group)
        stopping = w.nursery.start(w.bot.stop_intake(), name="stop")
        await w.rest(1)
        assert not stopping.done()
        gate.set()
        await stopping
        assert commands(w) == ["1"]
        assert offsets(w)[-1] == w.intake.taken[0].update_id + 1
        await w.bot.run()


@virtually
async def test_a_poll_that_waits_ends_at_once_at_the_stop() -> None:
    async with world() as w:
        await w.rest(5)
        before = w.clock.now()
        await w.bot.stop_intake()
        assert w.clock.now() - before < 1
        await w.bot.run()


@virtually
async def test_an_update_that_the_library_cannot_read_is_skipped() -> None:
    async with world() as w:
        read = w.bot._gateway.updates
        strange: list[dict[str, Any]] = [
            {"update_id": 10, "message": {"message_id": "no", "chat": 5}},
            {"update_id": 11, "callback_query": {}},
            {"update_id": 12},
        ]

        async def updates(offset: int | None, timeout: float, limit: int = 100) -> list[dict[str, Any]]:
            return [strange.pop(0)] if strange else await read(offset, timeout, limit)

        w.bot._gateway.updates = updates  # type: ignore[method-assign]
        w.emulator.controls.say(w.ane, "/mus 1", w.group)
        await w.rest(60)
        assert not strange
        assert "1" in commands(w)


@virtually
async def test_a_network_that_is_away_is_asked_again_ever_more_slowly() -> None:
    async with world() as w:
        w.emulator.controls.fail_next("getUpdates", code=502, times=8)
        w.emulator.controls.say(w.ane, "/mus 1", w.group)
        await w.rest(200)
        assert commands(w) == ["1"]
        failed = [call.at for call in w.emulator.calls if call.method == "getUpdates" and call.status == 502]
        gaps = [later - earlier for earlier, later in pairwise(failed)]
        assert len(failed) == 8
        assert gaps[-1] > 3 * gaps[0]
        assert gaps[-1] <= 30


@virtually
async def test_a_second_copy_is_a_clear_end_but_one_that_is_just_ending_is_not() -> None:
    async with world() as w:
        w.emulator.controls.fail_next(
            "getUpdates", code=409, text="terminated by other getUpdates request", times=2
        )
        w.emulator.controls.say(w.ane, "/mus 1", w.group)
        await w.rest(60)
        assert commands(w) == ["1"]
        await w.rest(300)
        w.emulator.controls.fail_next(
            "getUpdates", code=409, text="terminated by other getUpdates request", times=10
        )
        w.emulator.controls.say(w.ane, "/mus 2", w.group)
        with pytest.raises(AnotherCopy, match="another copy of the bot is running"):
            await w.bot.run()


@virtually
async def test_a_webhook_that_stands_in_the_way_is_removed() -> None:
    async with world(started=False) as w:
        text = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
        w.emulator.controls.fail_next("getUpdates", code=409, text=text)
        w.emulator.controls.say(w.ane, "/mus 1", w.group)
        await w.start()
        await w.rest()
        assert "deleteWebhook" in [call.method for call in w.emulator.calls]
        assert commands(w) == ["1"]


@virtually
async def test_a_token_that_is_revoked_while_the_bot_runs_is_a_clear_end() -> None:
    async with world() as w:
        w.emulator.controls.fail_next("getUpdates", code=401, text="Unauthorized")
        w.emulator.controls.say(w.ane, "/mus 1", w.group)
        with pytest.raises(TokenRefused, match="refused the token"):
            await w.bot.run()


@virtually
async def test_a_block_a_forged_press_and_talk_are_told_apart() -> None:
    async with world() as w:
        w.emulator.controls.start(w.ane)
        await w.show("board")
        await w.rest(5)
        press = w.emulator.controls.forge(w.ane, w.group, w.shown()[0].message_id, "1.1.a1-g.or.xx")
        w.emulator.controls.say(w.ane, "qué tal", w.group, reply_to=w.shown()[0].message_id)
        w.emulator.controls.block(w.ane)
        await w.rest(1)
        w.bot.answers.answer(press.id, None, None)
        await w.rest(1)
        said = [taken.what for taken in w.intake.taken]
        assert said[0] == SlashCommand(Slash.START)
        assert {type(what) for what in said[1:]} == {BadPress, Chatter, Reach}
