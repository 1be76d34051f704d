"""What every store promises about tables, places and people (`musbot.app.ports.Store`)."""

from dataclasses import replace

import pytest

from musbot.app.commit import ChatKind, Commit, Reply
from musbot.app.document import Stage
from musbot.app.ports import (
    DueRow,
    DuplicateUpdate,
    PersonRow,
    SlotStatus,
    StaleRevision,
    StoreUnavailable,
)
from tests.storage.samples import ANE, GROUP_CHAT, JON, Both, Table, called, person, screen, seats


async def test_a_committed_document_is_loaded_as_it_was(store: Both) -> None:
    table = await Table.open(store)
    assert await store.load(table.document.table_id) is None
    await table.commit(seats=seats(ANE, None, JON, None), due=9.5, generation=2)
    assert await store.load(table.document.table_id) == table.document


async def test_a_commit_against_an_older_revision_is_refused_and_changes_nothing(store: Both) -> None:
    table = await Table.open(store)
    await table.commit()
    before = table.document
    await table.commit(events=(called(),))
    with pytest.raises(StaleRevision):
        await store.commit(
            Commit(replace(before, rev=2, creator=JON), slots=(table.board("x"),), update_id=7)
        )
    assert await store.load(before.table_id) == table.document
    assert await store.owed(table.chat) is None
    assert not await store.seen_update(7)


async def test_a_table_never_stored_begins_at_revision_one(store: Both) -> None:
    table = await Table.open(store)
    with pytest.raises(StaleRevision):
        await store.commit(Commit(replace(table.document, rev=2)))
    await table.commit()
    with pytest.raises(StaleRevision):
        await store.commit(Commit(replace(table.document, rev=1)))


async def test_the_log_grows_with_the_version_of_the_document(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(events=(called(0), called(1)))
    await table.commit()
    await table.commit(events=(called(2),))
    assert await store.events(table.document.table_id) == tuple(called(seat).event for seat in (0, 1, 2))
    with pytest.raises(ValueError, match="events"):
        await store.commit(Commit(replace(table.document, rev=4, version=9), (called(3),)))
    assert await store.load(table.document.table_id) == table.document


async def test_a_table_needs_a_place(store: Both) -> None:
    table = await Table.open(store)
    with pytest.raises(LookupError):
        await store.commit(Commit(replace(table.document, rev=1, place_id=99)))
    assert await store.load(table.document.table_id) is None


async def test_new_table_numbers_never_repeat(store: Both) -> None:
    table = await Table.open(store)
    await table.commit()
    far = replace(table.document, table_id=500, rev=1)
    await store.commit(Commit(far))
    numbers = [await store.new_table_id() for _ in range(3)]
    assert len({*numbers, table.document.table_id, 500}) == 5
    assert min(numbers) > 500


async def test_an_update_is_committed_once(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(update_id=2**40)
    assert await store.seen_update(2**40)
    after = replace(table.document, rev=2)
    with pytest.raises(DuplicateUpdate):
        await store.commit(Commit(after, slots=(table.board("x"),), update_id=2**40))
    assert await store.load(after.table_id) == table.document
    assert await store.owed(table.chat) is None


async def test_a_refused_update_is_known_and_may_be_refused_again(store: Both) -> None:
    table = await Table.open(store)
    assert not await store.seen_update(4)
    await store.refuse_update(4)
    await store.refuse_update(4)
    assert await store.seen_update(4)
    with pytest.raises(DuplicateUpdate):
        await table.commit(update_id=4)


async def test_the_open_table_of_a_place_is_found_until_it_closes(store: Both) -> None:
    table = await Table.open(store)
    assert await store.open_table_at(table.document.place_id) is None
    await table.commit()
    assert await store.open_table_at(table.document.place_id) == table.document.table_id
    await table.commit(stage=Stage.CLOSED)
    assert await store.open_table_at(table.document.place_id) is None
    assert await store.load(table.document.table_id) == table.document


async def test_open_tables_of_a_person_follow_the_seats_newest_first(store: Both) -> None:
    older, newer = await Table.open(store, -1, 10.0), await Table.open(store, -2, 20.0)
    await newer.commit(seats=seats(None, ANE, None, None))
    await older.commit(seats=seats(ANE, JON, None, None))
    assert await store.open_tables_of(ANE) == (newer.document.table_id, older.document.table_id)
    await newer.commit(seats=seats(None, JON, None, None))
    assert await store.open_tables_of(ANE) == (older.document.table_id,)
    await older.commit(stage=Stage.CLOSED)
    assert await store.open_tables_of(ANE) == ()
    assert await store.open_tables_of(JON) == (newer.document.table_id,)


async def test_each_table_has_one_deadline_that_its_commits_rewrite(store: Both) -> None:
    one, two = await Table.open(store, -1), await Table.open(store, -2)
    assert await store.next_due() is None
    await one.commit(due=30.0, generation=1)
    await two.commit(due=20.0, generation=7)
    rows = [DueRow(t.document.table_id, t.document.place_id, t.document.due or 0, 0) for t in (two, one)]
    assert await store.next_due() == 20.0
    assert await store.due(19.9) == ()
    assert await store.due(30.0) == (replace(rows[0], generation=7), replace(rows[1], generation=1))
    await two.commit(due=None, generation=8)
    await one.commit(due=30.0, generation=2)
    assert await store.due(1e12) == (replace(rows[1], generation=2),)
    assert await store.next_due() == 30.0


async def test_a_place_is_made_once_for_each_topic(store: Both) -> None:
    general = await store.place(GROUP_CHAT, None, "Mus", "mus")
    topic = await store.place(GROUP_CHAT, 44, "Mus")
    assert general.place_id != topic.place_id
    assert (general.thread_id, topic.thread_id) == (None, 44)
    assert general.reachable
    assert general.language is None
    assert await store.place(GROUP_CHAT, None) == general
    assert await store.place_by_id(topic.place_id) == topic
    assert await store.places_of_chat(GROUP_CHAT) == (general, topic)
    assert await store.place_by_id(999) is None
    assert await store.places_of_chat(-5) == ()


async def test_what_is_known_of_a_place_changes_with_what_is_said(store: Both) -> None:
    place = await store.place(GROUP_CHAT, None, "Mus", "mus")
    renamed = await store.place(GROUP_CHAT, None, "Mus and more", None)
    assert renamed == replace(place, title="Mus and more", username=None)
    await store.set_place_language(place.place_id, "eu")
    await store.set_place_reachable(place.place_id, False)
    assert await store.place(GROUP_CHAT, None) == replace(renamed, language="eu", reachable=False)


async def test_a_person_keeps_what_is_not_said_again(store: Both) -> None:
    assert await store.person(ANE) is None
    await store.remember_person(ANE, "Ane")
    assert await store.person(ANE) == PersonRow(ANE, "Ane", None, False)
    await store.remember_person(ANE, "Ane", reachable=True, language="eu")
    await store.remember_person(ANE, "Ane M.")
    assert await store.person(ANE) == PersonRow(ANE, "Ane M.", "eu", True)
    await store.remember_person(ANE, "Ane M.", reachable=False)
    assert await store.person(ANE) == PersonRow(ANE, "Ane M.", "eu", False)
    await store.set_reachable(person(JON), True)
    assert await store.person(JON) == PersonRow(JON, "", None, True)


async def test_small_facts_are_kept(store: Both) -> None:
    assert await store.meta("offset") is None
    await store.set_meta("offset", "1")
    await store.set_meta("offset", "2")
    assert await store.meta("offset") == "2"


async def test_a_closed_store_says_so(store: Both) -> None:
    table = await Table.open(store)
    await store.close()
    await store.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.load(1)
    with pytest.raises(StoreUnavailable, match="closed"):
        await table.commit()


# -- a group becomes a supergroup -------------------------------------------------------------------------------

NEW_CHAT = -1_009_999_999_999


async def test_an_upgraded_group_keeps_its_place_and_gets_its_boards_anew(store: Both) -> None:
    table = await Table.open(store)
    await store.set_place_language(table.document.place_id, "eu")
    await table.commit(table.board("lobby"), table.notice("unsent"), table.notice("sent"))
    sent = (await table.owed()).notices[1]
    await store.notice_sent(sent.notice_id, 8, 1.0)
    await table.show(9)
    await store.add_retire(table.chat, 3)
    for _ in range(2):
        await store.migrate_chat(GROUP_CHAT, NEW_CHAT)
        owed = await table.owed()
        assert (owed.chat_id, owed.language, owed.retires) == (NEW_CHAT, "eu", ())
        assert [slot.message_id for slot in owed.slots] == [None]
        assert [notice.screen for notice in owed.notices] == [screen("unsent")]
        assert await store.slot_status(table.document.table_id, "board:1") == SlotStatus(None, None)
    moved = await store.place(NEW_CHAT, None)
    assert moved.place_id == table.document.place_id
    assert await store.place(GROUP_CHAT, None) == moved
    await table.show(10)
    await store.migrate_chat(GROUP_CHAT, NEW_CHAT)
    assert await store.slot_status(table.document.table_id, "board:1") == SlotStatus(10, 50.0)


async def test_a_closed_board_is_not_posted_again_after_an_upgrade(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("a"))
    await table.show(9)
    await table.commit(table.board("b", close=True))
    await store.migrate_chat(GROUP_CHAT, NEW_CHAT)
    assert await store.owed(table.chat) is None


async def test_a_new_chat_that_is_known_already_is_merged(store: Both) -> None:
    table = await Table.open(store)
    await table.commit(table.board("old"), Reply(table.chat, "mesa", screen("old")))
    await table.show(9)
    known = await Table.open(store, NEW_CHAT, opened_at=5.0)
    await known.commit(known.board("new"), Reply(known.chat, "mesa", screen("new")))
    await known.show(20)
    await store.add_retire(known.chat, 21)
    await store.hold(known.chat, 77.0)
    await store.set_place_language(known.document.place_id, "gl")
    await store.migrate_chat(GROUP_CHAT, NEW_CHAT)
    await store.migrate_chat(GROUP_CHAT, NEW_CHAT)

    (place,) = await store.places_of_chat(NEW_CHAT)
    assert place.language == "gl"
    assert await store.place_by_id(table.document.place_id) == place
    assert await store.place_by_id(known.document.place_id) == place
    assert await store.open_table_at(table.document.place_id) == known.document.table_id
    assert await store.open_table_at(known.document.place_id) == known.document.table_id
    owed = await table.owed()
    assert owed == await store.owed(known.chat)
    assert (owed.chat_id, owed.hold_until) == (NEW_CHAT, 77.0)
    assert [(slot.screen, slot.message_id) for slot in owed.slots] == [(screen("old"), None)]
    assert [retire.message_id for retire in owed.retires] == [21]
    assert len(owed.replies) == 1
    assert await store.slot_status(known.document.table_id, "board:1") == SlotStatus(20, 50.0)
    # Mailboxes go on with the number that they know.
    for each in (table, known):
        await each.commit(each.board("after"))
        loaded = await store.load(each.document.table_id)
        assert loaded == replace(each.document, place_id=place.place_id)
    assert await store.owing_chats() == (replace(table.chat, id=place.place_id, kind=ChatKind.PLACE),)


async def test_numbers_of_places_merged_one_after_the_other_all_lead_to_the_last(store: Both) -> None:
    first, second, third = [await Table.open(store, chat_id) for chat_id in (-1, -2, -3)]
    await third.commit()
    await store.migrate_chat(-3, -2)
    await store.migrate_chat(-2, -1)
    (place,) = await store.places_of_chat(-1)
    assert place.place_id == first.document.place_id
    for table in (second, third):
        assert await store.place_by_id(table.document.place_id) == place
        assert await store.open_table_at(table.document.place_id) == third.document.table_id
    for chat_id in (-2, -3):
        assert await store.place(chat_id, None) == place


async def test_topics_move_with_their_chat(store: Both) -> None:
    await store.place(GROUP_CHAT, None)
    topic = await store.place(GROUP_CHAT, 12)
    await store.migrate_chat(GROUP_CHAT, NEW_CHAT)
    assert await store.place(NEW_CHAT, 12) == replace(topic, chat_id=NEW_CHAT)
    assert len(await store.places_of_chat(NEW_CHAT)) == 2
