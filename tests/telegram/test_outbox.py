"""Delivery against the emulated Telegram, in virtual time: order, budgets, refusals, restarts."""

import pytest

from musbot.app.commit import Amend, Chat, ChatKind, Notice, Reply, Retire, SlotWrite
from musbot.app.screens import Button, Link, Press, Screen, Verb
from musbot.app.text import text
from musbot.telegram.app import BotOptions
from musbot.telegram.limits import Pacing
from tests.telegram.world import screen, virtually, world


@virtually
async def test_a_board_is_posted_silently_and_then_edited_in_place() -> None:
    async with world() as w:
        await w.show("one")
        await w.rest(1)
        (board,) = w.shown()
        assert (board.text, board.labels, board.silent, board.protected) == ("one", [["cards"]], True, False)
        await w.show("two")
        await w.rest(1)
        assert w.texts() == ["two"]
        assert [call.method for call in w.calls()] == ["sendMessage", "editMessageText"]
        assert w.calls()[0].params["link_preview_options"] == {"is_disabled": True}
        status = await w.store.slot_status(1, "board:1")
        assert status is not None
        assert (status.message_id, status.shown_at) == (board.message_id, pytest.approx(w.clock.now(), abs=1))
        assert not w.emulator.violations


@virtually
async def test_of_many_states_only_the_latest_is_sent() -> None:
    async with world() as w:
        for n in range(40):
            await w.show(f"state {n}")
            await w.rest(0.2)
        await w.rest(10)
        assert w.texts() == ["state 39"]
        assert len(w.calls()) <= 2 + 8 / 3.75 + 1
        versions = [int(version.text.split()[1]) for version in w.shown()[0].history]
        assert versions == sorted(versions)


@virtually
async def test_a_busy_group_is_written_to_at_most_seventeen_times_in_any_minute() -> None:
    async with world(latency=0.02) as w:
        for n in range(600):
            await w.show(f"state {n}")
            if n % 60 == 0:
                await w.owe(notices=(Notice(f"notice:{n}", w.place, screen("notice")),))
            await w.rest(0.5)
        times = [call.at for call in w.calls()]
        assert max(sum(1 for at in times if first <= at < first + 60) for first in times) <= 17
        assert len(times) >= 75
        assert not w.emulator.violations


@virtually
async def test_a_table_in_a_private_chat_is_not_held_to_the_budget_of_groups() -> None:
    async with world() as w:
        w.emulator.controls.start(w.ane)
        practice = Chat(ChatKind.PLACE, (await w.store.place(w.ane, None)).place_id)
        for n in range(60):
            await w.show(f"state {n}", chat=practice, name="board:2")
            await w.rest(1.2)
        assert len(w.calls()) > 40
        assert not w.emulator.violations


@virtually
async def test_topics_of_one_group_share_its_budget() -> None:
    async with world(forum=True) as w:
        thread = w.emulator.controls.create_topic(w.group, "mus")
        topic = Chat(ChatKind.PLACE, (await w.store.place(w.group, thread)).place_id)
        for n in range(200):
            await w.show(f"general {n}")
            await w.show(f"topic {n}", chat=topic, name="board:2")
            await w.rest(0.5)
        await w.rest(10)
        times = [call.at for call in w.calls()]
        assert max(sum(1 for at in times if first <= at < first + 60) for first in times) <= 17
        found = {message.thread_id: message.text for message in w.shown()}
        assert found == {None: "general 199", thread: "topic 199"}
        assert not w.emulator.violations


@virtually
async def test_another_chat_is_not_held_up_by_a_busy_one() -> None:
    async with world() as w:
        other = w.emulator.controls.add_group("Otra", [w.ane])
        place = Chat(ChatKind.PLACE, (await w.store.place(other, None)).place_id)
        for n in range(30):
            await w.show(f"state {n}")
            await w.rest(0.2)
        asked = w.clock.now()
        await w.show("here", chat=place, name="board:2")
        await w.rest(0.3)
        assert w.texts(other) == ["here"]
        assert w.calls()[-1].at - asked < 0.2


@virtually
async def test_what_changes_at_one_moment_goes_out_as_one_write() -> None:
    async with world() as w:
        for n in range(3):
            await w.show(f"state {n}")
        await w.rest(5)
        assert len(w.calls()) == 1
        assert w.texts() == ["state 2"]


@virtually
async def test_notices_come_in_order_before_boards_and_boards_before_replies_and_retires() -> None:
    async with world() as w:
        await w.owe(notices=(Notice("old", w.place, screen("old")),))
        await w.rest()
        await w.owe(
            SlotWrite("board:1", w.place, screen("board")),
            notices=(
                Notice("n1", w.place, screen("first")),
                Notice("n2", w.place, screen("second", loud=True)),
            ),
            replies=(Reply(w.place, "score", screen("reply", button=False)),),
            retires=(Retire("old"),),
        )
        await w.rest()
        assert w.texts() == ["old", "first", "second", "board", "reply"]
        assert [message.silent for message in w.shown()] == [True, True, False, True, True]
        assert w.calls()[-1].method == "editMessageReplyMarkup"
        assert w.shown()[0].labels == []


@virtually
async def test_an_amended_notice_changes_where_it_stands_without_a_new_message() -> None:
    async with world() as w:
        await w.owe(notices=(Notice("n", w.place, screen("first", loud=True)),))
        await w.rest()
        await w.owe(amends=(Amend("n", w.place, screen("and more", loud=True)),))
        await w.rest()
        assert w.texts() == ["and more"]
        assert [call.method for call in w.calls()] == ["sendMessage", "editMessageText"]


@virtually
async def test_a_private_hand_is_protected_and_links_back_to_a_public_group() -> None:
    async with world() as w:
        w.emulator.controls.start(w.ane)
        await w.store.remember_person(w.ane, "Ane", reachable=True, language="en")
        await w.store.place(w.group, None, "Peña", "penya")
        chat = Chat(ChatKind.PERSON, w.ane)
        back = Screen(screen("hand").lines, ((Button(text("back"), link=Link.GROUP),),), protect=True)
        await w.owe(SlotWrite(f"hand:1:{w.ane}", chat, back))
        await w.rest(1)
        (hand,) = w.shown(w.ane)
        assert (hand.text, hand.protected) == ("en:hand", True)
        assert hand.keyboard[0][0].url == "https://t.me/penya"


@virtually
async def test_an_unmodified_edit_counts_as_shown() -> None:
    async with world() as w:
        await w.show("same")
        await w.rest()
        w.emulator.controls.drop_next("editMessageText", chat=w.group)
        await w.show("new")
        await w.rest()
        assert [call.error for call in w.calls("editMessageText")][-1] is not None
        assert await w.store.owed(w.place) is None
        assert not w.store.dead


@virtually
async def test_a_deleted_board_is_posted_again() -> None:
    async with world() as w:
        await w.show("one")
        await w.rest()
        w.emulator.controls.delete(w.group, w.shown()[0].message_id)
        await w.show("two")
        await w.rest()
        assert w.texts() == ["two"]
        await w.show("three")
        await w.rest()
        assert w.texts() == ["three"]


@virtually
async def test_a_fresh_board_stands_at_the_bottom_and_the_old_one_goes() -> None:
    async with world() as w:
        await w.show("one")
        await w.rest()
        w.emulator.controls.say(w.ane, "charla", w.group)
        await w.show("two", fresh=True)
        await w.rest()
        assert w.texts() == ["two"]
        assert [call.method for call in w.calls()] == ["sendMessage", "sendMessage", "deleteMessage"]


@virtually
async def test_a_board_too_old_to_be_deleted_loses_its_keyboard() -> None:
    async with world() as w:
        await w.show("one")
        await w.rest(49 * 3600)
        await w.show("two", fresh=True)
        await w.rest()
        assert [(message.text, message.labels) for message in w.shown()] == [
            ("one", []),
            ("two", [["cards"]]),
        ]
        assert await w.store.owed(w.place) is None


@virtually
async def test_the_last_screen_of_a_board_takes_its_keyboard_and_the_slot_is_gone() -> None:
    async with world() as w:
        await w.show("one")
        await w.rest()
        await w.show("over", close=True)
        await w.rest()
        assert [(message.text, message.labels) for message in w.shown()] == [("over", [])]
        assert await w.store.slot_status(1, "board:1") is None


@virtually
async def test_a_flood_refusal_holds_that_chat_alone_and_the_latest_state_follows() -> None:
    async with world() as w:
        other = w.emulator.controls.add_group("Otra", [w.ane])
        place = Chat(ChatKind.PLACE, (await w.store.place(other, None)).place_id)
        await w.show("one")
        await w.rest()
        w.emulator.controls.fail_next("editMessageText", chat=w.group, retry_after=13)
        await w.show("two")
        refused_at = w.clock.now()
        await w.rest(1)
        owed = await w.store.owed(w.place)
        assert owed is not None
        assert owed.hold_until >= refused_at + 13.5
        await w.show("three")
        await w.show("elsewhere", chat=place, name="board:2")
        await w.rest(11)
        assert w.texts() == ["one"]
        assert w.texts(other) == ["elsewhere"]
        await w.rest(5)
        assert w.texts() == ["three"]
        assert w.calls("editMessageText")[-1].at - refused_at >= 13.5
        assert await w.store.owing_chats() == ()


@virtually
async def test_a_hold_is_kept_over_a_restart() -> None:
    async with world(started=False) as w:
        await w.show("one")
        await w.store.hold(w.place, w.clock.now() + 40)
        await w.start()
        await w.rest(39)
        assert w.texts() == []
        await w.rest(2)
        assert w.texts() == ["one"]


@virtually
async def test_what_was_owed_before_a_restart_is_delivered_after_it_as_slowly_as_if_all_had_been_used() -> (
    None
):
    async with world(started=False) as w:
        await w.owe(
            SlotWrite("board:1", w.place, screen("board")), notices=(Notice("n", w.place, screen("notice")),)
        )
        start = w.clock.now()
        await w.start()
        await w.rest()
        assert w.texts() == ["notice", "board"]
        assert [round(call.at - start, 2) for call in w.calls()] == [3.75, 7.5]


@virtually
async def test_someone_who_blocked_the_bot_is_told_nothing_until_he_is_back() -> None:
    async with world() as w:
        w.emulator.controls.start(w.ane)
        await w.store.remember_person(w.ane, "Ane", reachable=True)
        chat = Chat(ChatKind.PERSON, w.ane)
        w.emulator.controls.block(w.ane)
        await w.show("hand", chat=chat, name="hand:1")
        await w.rest()
        person = await w.store.person(w.ane)
        assert person is not None
        assert (person.reachable, w.unreachable) == (False, [chat])
        assert len(w.calls()) == 1
        w.emulator.controls.unblock(w.ane)
        await w.store.remember_person(w.ane, "Ane", reachable=True)
        w.bot.delivery([chat])
        await w.rest()
        assert w.texts(w.ane) == ["hand"]


@virtually
async def test_a_private_chat_that_was_never_opened_is_unreachable() -> None:
    async with world() as w:
        await w.store.remember_person(w.ane, "Ane", reachable=True)
        await w.show("hand", chat=Chat(ChatKind.PERSON, w.ane), name="hand:1")
        await w.rest()
        assert w.unreachable == [Chat(ChatKind.PERSON, w.ane)]


@virtually
async def test_a_group_that_threw_the_bot_out_is_unreachable() -> None:
    async with world() as w:
        w.emulator.controls.kick_bot(w.group)
        await w.show("board")
        await w.rest()
        assert w.unreachable == [w.place]
        assert await w.store.owing_chats() == ()
        assert not w.store.dead


@virtually
async def test_a_migrated_group_gets_its_board_again_under_its_new_id() -> None:
    async with world(basic=True) as w:
        await w.show("one")
        await w.rest()
        new = w.emulator.controls.migrate(w.group, announce=False)
        await w.show("two")
        await w.rest()
        assert w.migrated == [(w.group, new)]
        assert w.texts(new) == ["two"]
        assert not w.store.dead


@virtually
async def test_a_reply_that_waited_too_long_is_dropped() -> None:
    async with world() as w:
        await w.store.hold(w.place, w.clock.now() + 25)
        await w.owe(replies=(Reply(w.place, "score", screen("late", button=False)),))
        await w.rest(10)
        await w.owe(replies=(Reply(w.place, "rules", screen("in time", button=False)),))
        await w.rest()
        assert w.texts() == ["in time"]
        assert await w.store.owing_chats() == ()


@virtually
async def test_a_server_error_is_waited_out_and_nothing_is_lost() -> None:
    async with world() as w:
        w.emulator.controls.fail_next("sendMessage", code=500, times=6)
        await w.owe(
            SlotWrite("board:1", w.place, screen("board")), notices=(Notice("n", w.place, screen("notice")),)
        )
        await w.rest(180)
        assert w.texts() == ["notice", "board"]
        assert not w.store.dead


@virtually
async def test_a_notice_that_may_have_arrived_is_sent_once_more_and_then_given_up() -> None:
    async with world() as w:
        w.emulator.controls.drop_next("sendMessage", times=2)
        await w.owe(notices=(Notice("n", w.place, screen("notice")),))
        await w.rest(120)
        assert w.texts() == ["notice", "notice"]
        assert [letter.kind for letter in w.store.dead] == ["notice"]
        w.emulator.controls.drop_next("sendMessage")
        await w.owe(notices=(Notice("n2", w.place, screen("another")),))
        await w.rest(120)
        assert w.texts().count("another") == 2
        assert len(w.store.dead) == 1


@virtually
async def test_a_reply_that_may_have_arrived_is_not_repeated() -> None:
    async with world() as w:
        w.emulator.controls.drop_next("sendMessage")
        await w.owe(replies=(Reply(w.place, "score", screen("reply", button=False)),))
        await w.rest(120)
        assert w.texts() == ["reply"]
        assert await w.store.owing_chats() == ()


@virtually
async def test_a_board_that_may_have_arrived_is_posted_again() -> None:
    async with world() as w:
        w.emulator.controls.drop_next("sendMessage", mode="close")
        await w.show("board")
        await w.rest(120)
        assert w.texts() == ["board", "board"]
        await w.show("next")
        await w.rest()
        assert w.texts() == ["board", "next"]


@virtually
async def test_what_telegram_will_never_take_is_put_aside_and_the_rest_goes_on() -> None:
    async with world() as w:
        w.emulator.controls.fail_next("sendMessage", code=400, text="can't parse entities: x")
        await w.owe(
            SlotWrite("board:1", w.place, screen("board")), notices=(Notice("n", w.place, screen("broken")),)
        )
        await w.rest()
        assert w.texts() == ["board"]
        assert [(letter.kind, letter.error) for letter in w.store.dead] == [
            ("notice", "Can't parse entities: x")
        ]


@virtually
async def test_a_screen_that_cannot_be_drawn_holds_up_nobody() -> None:
    async with world() as w:
        broken = Screen((text("a"),), ((Button(text("b"), Press(1, Verb.PRESET, None, "ñ")),),))
        await w.owe(SlotWrite("board:1", w.place, screen("board")), notices=(Notice("n", w.place, broken),))
        await w.rest()
        assert w.texts() == ["board"]
        assert [letter.kind for letter in w.store.dead] == ["notice"]


@virtually
async def test_a_retire_of_a_message_that_is_gone_is_done() -> None:
    async with world() as w:
        await w.store.add_retire(w.place, 9999)
        w.bot.delivery([w.place])
        await w.rest()
        assert await w.store.owing_chats() == ()
        assert not w.store.dead


@virtually
async def test_a_store_that_is_away_for_a_while_loses_no_delivery() -> None:
    async with world() as w:
        w.store.away = 3
        await w.show("board")
        await w.rest()
        assert w.texts() == ["board"]


@virtually
async def test_stopping_delivers_what_the_budget_allows_and_leaves_the_rest_owed() -> None:
    async with world(latency=0.05) as w:
        await w.owe(notices=tuple(Notice(f"n{n}", w.place, screen(f"notice {n}")) for n in range(9)))
        await w.bot.stop(flush=5)
        assert w.texts() == ["notice 0", "notice 1", "notice 2"]
        owed = await w.store.owed(w.place)
        assert owed is not None
        assert len(owed.notices) == 6


@virtually
async def test_a_call_that_is_out_at_the_stop_is_still_marked() -> None:
    async with world() as w:
        w.emulator.controls.delay_next(4, "sendMessage")
        await w.owe(notices=(Notice("n", w.place, screen("notice")),))
        await w.rest(0.1)
        await w.bot.stop(flush=2.5)
        assert w.texts() == ["notice"]
        assert await w.store.owed(w.place) is None


@virtually
async def test_everything_can_run_twenty_times_faster() -> None:
    options = BotOptions("4242:local-emulator-no-secret-at-all", menu=False, pacing=Pacing().scaled(0.05))
    async with world(options=options) as w:
        start = w.clock.now()
        for n in range(100):
            await w.show(f"state {n}")
            await w.rest(0.03)
        assert 12 <= len(w.calls()) <= 2 + (w.clock.now() - start) / 0.1875 + 1
