"""What every store promises about what the chats are owed (`musbot.app.ports.Deliveries`)."""

import pytest

from musbot.app.commit import Amend, Notice, Reply, Retire, SlotWrite
from musbot.app.document import Stage
from musbot.app.ports import SlotStatus
from tests.storage.conftest import NOW
from tests.storage.samples import ANE, GROUP_CHAT, JON, Both, Table, person, screen


async def test_a_chat_is_owed_everything_at_once_with_its_address(store: Both) -> None:
    table = await Table.open(store)
    await store.set_place_language(table.document.place_id, "eu")
    await table.commit(
        table.board("board"), table.notice("b"), table.notice("a"), Reply(table.chat, "mesa", screen("mesa"))
    )
    await store.add_retire(table.chat, 3)
    owed = await table.owed()
    assert (owed.chat, owed.chat_id, owed.thread_id) == (table.chat, GROUP_CHAT, None)
    assert (owed.language, owed.hold_until, owed.group_username) == ("eu", 0.0, "group")
    assert [notice.screen for notice in owed.notices] == [screen("b"), screen("a")]
    assert [(slot.screen, slot.wanted, slot.message_id, slot.close) for slot in owed.slots] == [
        (screen("board"), 1, None, False)
    ]
    assert [(reply.screen, reply.at) for reply in owed.replies] == [(screen("mesa"), NOW)]
    assert [(retire.message_id, retire.delete) for retire in owed.retires] == [(3, False)]
    assert await store.owing_chats() == (table.chat,)


async def test_what_was_delivered_is_not_owed_any_more(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("board"), table.notice("n"), Reply(table.chat, "mesa", screen("mesa")))
    await store.add_retire(table.chat, 3)
    owed = await table.owed()
    await table.show(7, at=55.0)
    await store.notice_sent(owed.notices[0].notice_id, 8, 55.0)
    await store.reply_done(owed.replies[0].reply_id)
    await store.retire_done(owed.retires[0].retire_id)
    assert await store.owed(table.chat) is None
    assert await store.owing_chats() == ()
    assert await store.slot_status(table.document.table_id, "board:1") == SlotStatus(7, 55.0)
    assert await store.slot_status(table.document.table_id, "board:2") is None


async def test_one_private_chat_is_owed_by_several_tables(store: Both) -> None:
    one, two = await Table.open(store, -1), await Table.open(store, -2)
    await store.place(-2, None, "Other", "other")
    await store.remember_person(ANE, "Ane", reachable=True)
    await one.commit(SlotWrite("hand:1", person(ANE), screen("one")))
    await two.commit(SlotWrite("hand:1", person(ANE), screen("two")), Notice("n", person(ANE), screen("n")))
    owed = await store.owed(person(ANE))
    assert owed is not None
    assert (owed.chat_id, owed.thread_id) == (ANE, None)
    assert [slot.screen for slot in owed.slots] == [screen("one"), screen("two")]
    assert [slot.group_username for slot in owed.slots] == ["group", "other"]
    assert owed.notices[0].group_username == "other"
    assert owed.group_username == "other"


async def test_an_unreachable_chat_waits_for_what_it_is_owed(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(Notice("n", person(ANE), screen("n")), table.board("b"))
    assert await store.owed(person(ANE)) is None
    assert await store.owing_chats() == (table.chat,)
    await store.set_reachable(person(ANE), True)
    await store.set_reachable(table.chat, False)
    assert await store.owing_chats() == (person(ANE),)
    assert await store.owed(table.chat) is None
    await store.set_place_reachable(table.document.place_id, True)
    assert len((await table.owed()).slots) == 1


async def test_a_hold_is_for_the_whole_chat_with_all_its_topics(store: Both) -> None:
    table = await Table.open(store)
    topic = await store.place(GROUP_CHAT, 6)
    await table.commit(table.board("b"), Notice("n", person(ANE), screen("n")))
    await store.set_reachable(person(ANE), True)
    await store.hold(type(table.chat)(table.chat.kind, topic.place_id), 90.0)
    await store.hold(table.chat, 40.0)
    assert (await table.owed()).hold_until == 90.0
    await store.hold(person(ANE), 70.0)
    private = await store.owed(person(ANE))
    assert private is not None
    assert private.hold_until == 70.0


# -- slots ------------------------------------------------------------------------------------------------------


async def test_the_latest_wanted_screen_wins(store: Both) -> None:
    table = await Table.open(store)
    for key in ("a", "b", "c"):
        await table.commit(table.board(key))
    (slot,) = (await table.owed()).slots
    assert (slot.screen, slot.wanted) == (screen("c"), 3)


async def test_a_screen_that_is_wanted_already_is_not_owed_again(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"))
    await table.show(7)
    await table.commit(table.board("a"))
    assert await store.owed(table.chat) is None
    assert await store.slot_status(table.document.table_id, "board:1") == SlotStatus(7, 50.0)


async def test_a_screen_written_while_another_is_sent_stays_owed(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"))
    (slot,) = (await table.owed()).slots
    await table.commit(table.board("b"))
    await store.slot_shown(slot.slot_id, slot.wanted, 7, 50.0)
    assert await store.slot_status(table.document.table_id, "board:1") == SlotStatus(7, None)
    (slot,) = (await table.owed()).slots
    assert (slot.screen, slot.message_id) == (screen("b"), 7)


async def test_closing_with_what_is_shown_already_is_no_write_and_what_is_not_shown_yet_is_one(
    store: Both,
) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"))
    await table.show(7)
    await table.commit(table.board("a", close=True))
    assert await store.owed(table.chat) is None
    await table.commit(table.board("b", "board:2"))
    await table.show(8)
    await table.commit(table.board("c", "board:2"))
    await table.commit(table.board("c", "board:2", close=True))
    (slot,) = (await table.owed()).slots
    assert (slot.screen, slot.message_id, slot.close) == (screen("c"), 8, True)


async def test_a_lost_message_is_sent_anew(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"))
    (slot,) = (await table.owed()).slots
    await table.show(7)
    await store.slot_lost(slot.slot_id)
    assert await store.slot_status(table.document.table_id, "board:1") == SlotStatus(None, None)
    assert (await table.owed()).slots[0].message_id is None


async def test_a_fresh_board_is_a_new_message_and_the_old_one_goes(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"))
    await table.show(7)
    await table.commit(table.board("a", fresh=True))
    (slot,) = (await table.owed()).slots
    assert (slot.message_id, slot.replaces) == (None, 7)
    assert (await table.owed()).retires == ()
    await table.show(8)
    owed = await table.owed()
    assert owed.slots == ()
    assert [(retire.message_id, retire.delete) for retire in owed.retires] == [(7, True)]
    assert await store.slot_status(table.document.table_id, "board:1") == SlotStatus(8, 50.0)


async def test_a_fresh_board_wanted_while_another_is_posted_replaces_both(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"))
    await table.show(7)
    await table.commit(table.board("a", fresh=True))
    (slot,) = (await table.owed()).slots
    await table.commit(table.board("b", fresh=True))
    await store.slot_shown(slot.slot_id, slot.wanted, 8, 50.0)
    owed = await table.owed()
    assert [(slot.message_id, slot.replaces, slot.screen) for slot in owed.slots] == [(None, 8, screen("b"))]
    assert [retire.message_id for retire in owed.retires] == [7]
    await table.show(9)
    assert {retire.message_id for retire in (await table.owed()).retires} == {7, 8}


async def test_a_fresh_board_wanted_while_the_old_one_is_edited_replaces_it(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"))
    await table.show(7)
    await table.commit(table.board("b"))
    (slot,) = (await table.owed()).slots
    await table.commit(table.board("c", fresh=True))
    await store.slot_shown(slot.slot_id, slot.wanted, 7, 50.0)
    owed = await table.owed()
    assert [(slot.message_id, slot.replaces) for slot in owed.slots] == [(None, 7)]
    assert owed.retires == ()


async def test_a_closing_slot_shows_its_last_screen_and_is_gone(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"))
    await table.show(7)
    await table.commit(table.board("end", keyboard=False, close=True))
    (slot,) = (await table.owed()).slots
    assert (slot.message_id, slot.close) == (7, True)
    await table.show(7)
    assert await store.owed(table.chat) is None
    await table.commit(Retire("board:1"))
    assert await store.owed(table.chat) is None
    await table.commit(table.board("end", keyboard=False, close=True))
    assert await store.owed(table.chat) is None


async def test_a_closing_slot_that_stands_nowhere_posts_nothing(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"), table.board("x", "board:2", close=True))
    (slot,) = (await table.owed()).slots
    await table.commit(table.board("end", close=True))
    assert await store.owed(table.chat) is None
    # It was on its way: now it stands, and is closed.
    await store.slot_shown(slot.slot_id, slot.wanted, 7, 50.0)
    (slot,) = (await table.owed()).slots
    assert (slot.message_id, slot.screen, slot.close) == (7, screen("end"), True)


async def test_a_last_board_may_be_wanted_at_the_bottom(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"))
    await table.show(7)
    await table.commit(table.board("end", close=True, fresh=True))
    (slot,) = (await table.owed()).slots
    assert (slot.message_id, slot.replaces) == (None, 7)
    await table.show(8)
    assert [retire.message_id for retire in (await table.owed()).retires] == [7]


async def test_a_closed_slot_with_buttons_can_be_retired(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"))
    await table.show(7)
    await table.commit(table.board("rematch?", close=True))
    await table.show(7)
    assert await store.owed(table.chat) is None
    await table.commit(Retire("board:1"))
    assert [retire.message_id for retire in (await table.owed()).retires] == [7]


@pytest.mark.parametrize("keyboard", [True, False])
async def test_a_slot_opened_again_is_a_new_message_and_the_old_one_stays(
    store: Both, keyboard: bool
) -> None:
    table = await Table.open(store)
    await table.commit(table.board("lobby"))
    await table.show(7)
    await table.commit(table.board("started", keyboard=keyboard, close=True))
    await table.show(7)
    await table.commit(table.board("lobby"))
    (slot,) = (await table.owed()).slots
    assert (slot.message_id, slot.replaces, slot.close) == (None, None, False)
    await table.show(30)
    assert await store.owed(table.chat) is None


async def test_a_slot_opened_again_before_its_end_was_shown_replaces_the_stale_message(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("lobby"))
    await table.show(7)
    await table.commit(table.board("started", close=True))
    await table.commit(table.board("lobby"))
    (slot,) = (await table.owed()).slots
    assert (slot.message_id, slot.replaces) == (None, 7)


# -- notices, replies, retires ----------------------------------------------------------------------------------


@pytest.mark.parametrize("retires", [(), (Retire("reminder"),)], ids=["by itself", "asked for as well"])
async def test_a_notice_posted_again_under_its_name_retires_the_old_one(
    store: Both, retires: tuple[Retire, ...]
) -> None:
    table = await Table.open(store)
    await table.commit(table.notice("reminder"))
    (first,) = (await table.owed()).notices
    await store.notice_sent(first.notice_id, 7, 50.0)
    await table.commit(table.notice("reminder"), table.notice("later"), *retires)
    owed = await table.owed()
    assert [notice.screen for notice in owed.notices] == [screen("reminder"), screen("later")]
    assert owed.notices[0].notice_id != first.notice_id
    assert [(retire.message_id, retire.delete) for retire in owed.retires] == [(7, False)]


async def test_a_notice_of_one_table_does_not_replace_that_of_another(store: Both) -> None:
    one, two = await Table.open(store, -1), await Table.open(store, -2)
    await store.set_reachable(person(ANE), True)
    for table in (one, two):
        await table.commit(Notice("reminder", person(ANE), screen("n")))
    owed = await store.owed(person(ANE))
    assert owed is not None
    assert len(owed.notices) == 2


async def test_a_sent_notice_is_retired_once_and_only_if_it_has_buttons(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.notice("with"), table.notice("without", keyboard=False))
    for message_id, notice in enumerate((await table.owed()).notices, 7):
        await store.notice_sent(notice.notice_id, message_id, 50.0)
    await table.commit(Retire("with"), Retire("without"), Retire("unknown"))
    (retire,) = (await table.owed()).retires
    assert retire.message_id == 7
    await store.retire_done(retire.retire_id)
    await table.commit(Retire("with"))
    assert await store.owed(table.chat) is None


async def test_a_notice_taken_away_is_deleted_when_it_was_sent_and_never_sent_otherwise(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.notice("sent", keyboard=False), table.notice("waiting"))
    first = (await table.owed()).notices[0]
    await store.notice_sent(first.notice_id, 8, 55.0)
    await table.commit(Retire("sent", delete=True), Retire("waiting", delete=True))
    owed = await table.owed()
    assert owed.notices == ()
    assert [(retire.message_id, retire.delete) for retire in owed.retires] == [(8, True)]


async def test_a_notice_retired_before_it_was_sent_is_sent_without_buttons(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.notice("n"))
    await table.commit(Retire("n"))
    (notice,) = (await table.owed()).notices
    assert notice.screen == screen("n", keyboard=False)
    # It may have been on its way with buttons all the same.
    await store.notice_sent(notice.notice_id, 7, 50.0)
    assert [retire.message_id for retire in (await table.owed()).retires] == [7]


async def test_a_notice_that_stands_is_amended_in_its_message_and_its_buttons_can_still_be_taken(
    store: Both,
) -> None:
    table = await Table.open(store)
    await table.commit(table.notice("n"))
    await table.send(7)
    await table.commit(Amend("n", table.chat, screen("more")))
    owed = await table.owed()
    assert [(slot.screen, slot.message_id) for slot in owed.slots] == [(screen("more"), 7)]
    assert owed.notices == ()
    await table.show(7)
    assert await store.owed(table.chat) is None
    await store.add_retire(table.chat, 7)
    assert await store.owed(table.chat) is None
    await table.commit(Retire("n"))
    (retire,) = (await table.owed()).retires
    assert retire.message_id == 7
    await store.retire_done(retire.retire_id)
    await table.commit(Retire("n"))
    assert await store.owed(table.chat) is None


async def test_a_notice_amended_on_its_way_is_changed_once_it_stands(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.notice("n"))
    (notice,) = (await table.owed()).notices
    await table.commit(Amend("n", table.chat, screen("more")))
    assert (await table.owed()).slots == ()
    await store.notice_sent(notice.notice_id, 7, 50.0)
    assert [(slot.screen, slot.message_id) for slot in (await table.owed()).slots] == [(screen("more"), 7)]


async def test_an_amended_notice_retired_before_the_change_is_shown_has_no_buttons(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.notice("n"))
    await table.send(7)
    await table.commit(Amend("n", table.chat, screen("more")))
    await table.commit(Retire("n"))
    owed = await table.owed()
    assert [slot.screen for slot in owed.slots] == [screen("more", keyboard=False)]
    await table.show(7)
    assert (await table.owed()).slots == ()
    assert [retire.message_id for retire in (await table.owed()).retires] == [7]


async def test_a_notice_that_is_not_there_is_never_amended(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(Amend("n", table.chat, screen("more")))
    assert await store.owed(table.chat) is None
    assert await store.owing_chats() == ()


async def test_a_retired_slot_loses_its_buttons_until_it_is_written_again(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"))
    await table.show(7)
    await table.commit(Retire("board:1"))
    owed = await table.owed()
    assert ([retire.message_id for retire in owed.retires], owed.slots) == ([7], ())
    await table.commit(table.board("a"))
    assert [slot.screen for slot in (await table.owed()).slots] == [screen("a")]


async def test_a_slot_retired_before_it_was_shown_is_shown_without_buttons(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"))
    (sent,) = (await table.owed()).slots
    await table.commit(Retire("board:1"))
    await store.slot_shown(sent.slot_id, sent.wanted, 7, 50.0)
    (slot,) = (await table.owed()).slots
    assert (slot.message_id, slot.screen) == (7, screen("a", keyboard=False))


async def test_one_reply_waits_for_each_chat_and_topic(store: Both) -> None:
    table = await Table.open(store)
    other = await store.place(-7, None)
    await store.add_replies([Reply(table.chat, "mesa", screen("first"))])
    await store.add_replies([])
    (first,) = (await table.owed()).replies
    await table.commit(
        Reply(table.chat, "mesa", screen("second")),
        Reply(table.chat, "score", screen("score")),
        Reply(type(table.chat)(table.chat.kind, other.place_id), "mesa", screen("elsewhere")),
    )
    await store.reply_done(first.reply_id)
    replies = (await table.owed()).replies
    assert [reply.screen for reply in replies] == [screen("second"), screen("score")]
    assert [reply.group_username for reply in replies] == ["group", "group"]


async def test_a_message_is_owed_its_retirement_once(store: Both) -> None:
    table = await Table.open(store)
    await store.add_retire(table.chat, 3)
    await store.add_retire(table.chat, 3)
    assert len((await table.owed()).retires) == 1


async def test_a_stale_button_on_a_message_that_shows_the_present_costs_it_no_keyboard(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"), table.notice("n"))
    await table.send(6)
    await table.show(7)
    await store.add_retire(table.chat, 6)
    await store.add_retire(table.chat, 7)
    assert await store.owed(table.chat) is None
    await table.commit(table.board("a", fresh=True))
    await table.show(8)
    owed = await table.owed()
    await store.retire_done(owed.retires[0].retire_id)
    await store.add_retire(table.chat, 7)
    await table.commit(stage=Stage.CLOSED)
    await store.add_retire(table.chat, 6)
    assert {retire.message_id for retire in (await table.owed()).retires} == {6, 7}


async def test_what_is_given_up_is_not_owed_and_a_slot_tries_its_next_screen(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"), table.notice("n"), Reply(table.chat, "mesa", screen("mesa")))
    await store.add_retire(table.chat, 3)
    owed = await table.owed()
    await store.dead_letter(table.chat, "slot", owed.slots[0].slot_id, "400", owed.slots[0].wanted)
    await store.dead_letter(table.chat, "notice", owed.notices[0].notice_id, "400")
    await store.dead_letter(table.chat, "reply", owed.replies[0].reply_id, "400")
    await store.dead_letter(table.chat, "retire", owed.retires[0].retire_id, "400")
    assert await store.owed(table.chat) is None
    assert await store.slot_status(table.document.table_id, "board:1") == SlotStatus(None, None)
    await table.commit(table.board("b"))
    (slot,) = (await table.owed()).slots
    await table.commit(table.board("c"))
    await store.dead_letter(table.chat, "slot", slot.slot_id, "400", slot.wanted)
    assert [slot.screen for slot in (await table.owed()).slots] == [screen("c")]
    with pytest.raises(ValueError, match="picture"):
        await store.dead_letter(table.chat, "picture", 1, "400")


async def test_marks_for_rows_that_are_gone_do_nothing(store: Both) -> None:
    await store.slot_shown(99, 1, 1, 1.0)
    await store.slot_lost(99)
    await store.notice_sent(99, 1, 1.0)
    await store.reply_done(99)
    await store.retire_done(99)
    await store.dead_letter(person(JON), "notice", 99, "400")
    await store.hold(person(JON), 5.0)
    assert await store.owing_chats() == ()
