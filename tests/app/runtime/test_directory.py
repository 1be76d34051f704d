"""Whom an update is for: the right table, the right person, and a word for everybody else."""

import asyncio

from musbot.app.commands import Reach, Slash, SlashCommand, TypedCall, Word
from musbot.app.commit import Chat, ChatKind
from musbot.app.document import Stage
from musbot.app.incoming import BadPress, BotAdded, BotRemoved, Chatter, MemberLeft, Migrated
from musbot.app.ports import StoreUnavailable
from musbot.app.screens import Press, Screen, Verb
from musbot.engine.actions import Corto
from tests.app.runtime.bench import ANE, FOUR, GROUP, ITZIAR, JON, MIKEL, MIRON, OTHER_GROUP, Bench


def keys_of(screen: Screen) -> list[str]:
    return [line.key for line in screen.lines]


async def test_mus_opens_one_table_however_many_ask_at_once() -> None:
    async with Bench() as bench:
        asked = [bench.incoming(SlashCommand(Slash.MUS), person) for person in FOUR]
        await asyncio.gather(*[bench.directory.take(each) for each in asked])
        assert {commit.document.table_id for commit in bench.store.commits} == {1}
        assert len(bench.store.commits) == 1
        assert {keys_of(reply.screen)[0] for reply in bench.store.replies} == {"table-open"}
        assert bench.store.dealt_with == [1, 2, 3, 4]


async def test_topics_of_one_group_have_tables_of_their_own() -> None:
    async with Bench() as bench:
        for thread in (None, 5, 6, 5):
            await bench.directory.take(bench.incoming(SlashCommand(Slash.MUS), ANE, thread=thread))
        assert len(bench.store.commits) == 3


async def test_a_new_group_speaks_the_language_it_was_told_else_the_default() -> None:
    async with Bench() as bench:
        await bench.say(Slash.MUS)
        assert (await bench.document()).language == "es"
        place = await bench.store.place(OTHER_GROUP, None)
        await bench.store.set_place_language(place.place_id, "en")
        await bench.say(Slash.MUS, chat=OTHER_GROUP)
        assert (await bench.document(OTHER_GROUP)).language == "en"


async def test_a_press_from_another_group_or_by_an_outsider_in_private_touches_no_table() -> None:
    async with Bench() as bench:
        await bench.say(Slash.MUS)
        document = await bench.document()
        press = Press(document.table_id, Verb.SIT, None, "1")
        for incoming in (
            bench.incoming(press, JON, chat=OTHER_GROUP),
            bench.incoming(press, JON, private=True),
        ):
            await bench.directory.take(incoming)
            assert bench.answers.last == "toast-foreign"
        assert await bench.document() == document


async def test_a_press_for_a_table_that_is_gone_says_so_and_loses_its_keyboard() -> None:
    async with Bench() as bench:
        await bench.say(Slash.MUS)
        await bench.press(Verb.CLOSE)
        closed = await bench.document()
        assert closed.stage is Stage.CLOSED
        for table_id in (closed.table_id, 4711):
            press = bench.incoming(Press(table_id, Verb.SIT, None, "1"), JON, message_id=55)
            await bench.directory.take(press)
            assert bench.answers.last == "toast-table-gone"
        place = Chat(ChatKind.PLACE, closed.place_id)
        assert bench.store.retired == [(place, 55), (place, 55)]


async def test_a_press_that_no_button_of_ours_made_is_answered() -> None:
    async with Bench() as bench:
        await bench.directory.take(bench.incoming(BadPress(), query=True))
        assert bench.answers.last == "toast-unknown"
        assert bench.store.dealt_with == [1]


async def test_commands_without_a_table_are_answered() -> None:
    async with Bench() as bench:
        for name in (Slash.MESA, Slash.CARTAS, Slash.SALIR, Slash.SCORE, Slash.CANCELAR):
            await bench.say(name)
            await bench.say(name, private=True)
        assert {keys_of(reply.screen)[0] for reply in bench.store.replies} == {"no-table"}
        for name, first in ((Slash.AYUDA, "help-head"), (Slash.REGLAS, "rules-head")):
            await bench.say(name)
            await bench.say(name, private=True)
            assert [keys_of(reply.screen)[0] for reply in bench.store.replies[-2:]] == [first, first]


async def test_a_typed_bet_without_a_table_is_explained_and_an_old_reply_is_not() -> None:
    async with Bench() as bench:
        await bench.directory.take(bench.incoming(TypedCall(Word.PASO, None, 12)))
        assert bench.store.replies == []
        await bench.directory.take(bench.incoming(TypedCall(Word.ENVIDO, 5)))
        assert keys_of(bench.store.replies[-1].screen) == ["no-table"]


async def test_a_typed_call_reaches_the_table_of_its_group_and_from_private_the_only_one() -> None:
    async with Bench() as bench:
        await bench.playing()
        await bench.call(await bench.speaker(), Corto())
        for private in (False, True):
            speaker = await bench.speaker()
            await bench.directory.take(bench.incoming(TypedCall(Word.PASO), speaker, private=private))
        document = await bench.document()
        assert document.state is not None
        assert document.state.envite is not None
        assert len(document.state.envite.passed) == 2


async def test_one_who_sits_at_two_tables_is_asked_which_unless_playing_one_from_here() -> None:
    async with Bench() as bench:
        await bench.playing()
        await bench.say(Slash.MUS, JON, chat=OTHER_GROUP)
        await bench.say(Slash.CARTAS, JON, private=True)
        assert keys_of(bench.store.replies[-1].screen) == ["which-table"]
        first = await bench.document()
        here = Press(first.table_id, Verb.HERE, None, "1")
        await bench.directory.take(bench.incoming(here, JON, private=True))
        assert bench.answers.last == "toast-here-on"
        before = len(bench.store.replies)
        await bench.say(Slash.SCORE, JON, private=True)
        assert keys_of(bench.store.replies[-1].screen)[0] == "score-head"
        assert len(bench.store.replies) == before + 1


async def test_start_in_private_opens_the_way_for_the_cards_of_a_seated_person() -> None:
    async with Bench() as bench:
        await bench.playing()
        assert (await bench.document()).reachable == ()
        await bench.say(Slash.START, JON, "hola", private=True)
        document = await bench.document()
        assert document.reachable == (JON,)
        person = await bench.store.person(JON)
        assert person is not None
        assert person.reachable
        owed = await bench.store.owed(Chat(ChatKind.PERSON, JON))
        assert owed is not None
        assert owed.slots
        assert [slot.name for slot in bench.store.commits[-1].slots] == [f"hand:1:{JON}"]
        assert not owed.replies  # a greeting would push the cards up
        await bench.say(Slash.START, JON, private=True)
        assert [slot.fresh for slot in bench.store.commits[-1].slots] == [True]


async def test_start_without_a_game_says_how_to_begin() -> None:
    async with Bench() as bench:
        await bench.say(Slash.START, JON, private=True)
        assert keys_of(bench.store.replies[-1].screen)[0] == "greeting-head"


async def test_who_blocks_the_bot_is_told_to_the_tables() -> None:
    async with Bench() as bench:
        await bench.playing()
        await bench.say(Slash.START, JON, private=True)
        await bench.directory.take(bench.incoming(Reach(False), JON, private=True, message_id=None))
        assert (await bench.document()).reachable == ()
        person = await bench.store.person(JON)
        assert person is not None
        assert not person.reachable
        await bench.store.remember_person(JON, "Jon", reachable=True)
        await bench.say(Slash.START, JON, private=True)
        await bench.store.set_reachable(Chat(ChatKind.PERSON, JON), False)
        await bench.directory.unreachable(Chat(ChatKind.PERSON, JON))
        assert (await bench.document()).reachable == ()


async def test_toasts_speak_the_chosen_language_else_the_client_s() -> None:
    async with Bench() as bench:
        await bench.say(Slash.MUS)
        document = await bench.document()
        press = Press(document.table_id, Verb.SIT, None, "1")
        await bench.directory.take(bench.incoming(press, JON, language="en-GB"))
        assert bench.answers.given[-1][2] == "en"
        await bench.say(Slash.IDIOMA, JON, "es", private=True)
        await bench.directory.take(bench.incoming(press, JON, language="en-GB"))
        assert bench.answers.given[-1][2] == "es"


async def test_the_group_s_language_is_chosen_by_its_admins_or_who_opened_the_table() -> None:
    async with Bench() as bench:
        place = await bench.store.place(GROUP, None)
        choose = Press(0, Verb.LANGUAGE, None, "en")
        await bench.directory.take(bench.incoming(choose, JON))
        assert bench.answers.last == "toast-language-admins"
        bench.members.admins = {JON}
        await bench.directory.take(bench.incoming(choose, JON))
        assert bench.answers.last == "toast-language"
        row = await bench.store.place_by_id(place.place_id)
        assert row is not None
        assert row.language == "en"
        await bench.say(Slash.MUS, ANE)
        await bench.say(Slash.IDIOMA, MIKEL, "es")
        assert keys_of(bench.store.replies[-1].screen) == ["toast-language-admins"]
        await bench.say(Slash.IDIOMA, ANE, "es")
        assert (await bench.document()).language == "es"
        await bench.directory.take(bench.incoming(Press(0, Verb.LANGUAGE, None, "xx"), JON))
        assert bench.answers.last == "toast-unknown"


async def test_the_platform_is_asked_for_admins_only_where_it_matters() -> None:
    async with Bench() as bench:
        await bench.playing()
        await bench.call(await bench.speaker(), Corto())
        assert bench.members.asked == []
        bench.members.admins = {MIRON}
        assert await bench.press(Verb.CANCEL, MIRON) == "toast-cancelled"
        assert bench.members.asked == [(GROUP, MIRON)]
        assert (await bench.document()).stage is Stage.CLOSED


async def test_an_anonymous_admin_may_cancel_and_is_not_seated_nor_remembered() -> None:
    async with Bench() as bench:
        anonymous = bench.incoming(SlashCommand(Slash.MUS), None, anonymous=True)
        await bench.directory.take(anonymous)
        document = await bench.document()
        assert document.humans == ()
        await bench.press(Verb.SIT, ANE, "0")
        cancel = bench.incoming(SlashCommand(Slash.CANCELAR), None, anonymous=True)
        await bench.directory.take(cancel)
        assert (await bench.document()).stage is Stage.CLOSED
        assert await bench.store.person(0) is None


async def test_a_new_group_is_greeted_once_and_one_that_comes_back_gets_what_it_is_owed() -> None:
    async with Bench() as bench:
        added = BotAdded()
        await bench.directory.take(bench.incoming(added))
        await bench.directory.take(bench.incoming(added))
        assert [keys_of(reply.screen)[0] for reply in bench.store.replies] == ["greeting-head"]
        await bench.say(Slash.MUS)
        place = Chat(ChatKind.PLACE, (await bench.document()).place_id)
        await bench.directory.take(bench.incoming(BotRemoved()))
        assert await bench.store.owed(place) is None
        bench.wakes.chats.clear()
        await bench.directory.take(bench.incoming(added))
        assert place in bench.wakes.chats
        assert await bench.store.owed(place) is not None


async def test_a_group_that_becomes_a_supergroup_keeps_its_table() -> None:
    async with Bench() as bench:
        await bench.playing()
        speaker = await bench.speaker()
        new = -100_123
        moved = Migrated(GROUP, new)
        await bench.directory.take(bench.incoming(moved, None))
        await bench.directory.take(bench.incoming(moved, None, chat=new))
        await bench.directory.migrated(GROUP, new)
        document = await bench.document(new)
        assert document.state is not None
        from musbot.engine import question

        call = Press(document.table_id, Verb.CALL, question(document.state), "co")
        await bench.directory.take(bench.incoming(call, speaker, chat=new))
        assert bench.answers.last == "toast-taken"


async def test_who_leaves_the_group_leaves_the_table() -> None:
    async with Bench() as bench:
        await bench.four_seated()
        await bench.directory.take(bench.incoming(MemberLeft(), ITZIAR))
        document = await bench.document()
        assert document.seat_of(ITZIAR) is None
        await bench.press(Verb.SIT, ITZIAR, "1")
        await bench.press(Verb.START)
        seat = (await bench.document()).seat_of(ITZIAR)
        assert seat is not None
        await bench.directory.take(bench.incoming(MemberLeft(), ITZIAR))
        await bench.directory.take(bench.incoming(MemberLeft(), MIRON))
        after = await bench.document()
        assert after.stage is Stage.PLAYING
        assert after.computer_at(seat)
        await bench.directory.take(bench.incoming(MemberLeft(), ITZIAR))
        assert (await bench.document()).computer_at(seat)


async def test_a_buried_board_comes_back_once_until_it_is_buried_again() -> None:
    async with Bench() as bench:
        await bench.playing()
        document = await bench.document()
        place = Chat(ChatKind.PLACE, document.place_id)
        owed = await bench.store.owed(place)
        assert owed is not None
        board = next(slot for slot in owed.slots if not slot.close)
        await bench.store.slot_shown(board.slot_id, board.wanted, 100, bench.clock.now())
        edge = 100 + bench.pace.bury
        await bench.directory.take(bench.incoming(Chatter(), MIRON, message_id=edge))
        assert (await bench.document()).rev == document.rev
        for message_id in range(edge + 1, edge + 6):
            await bench.directory.take(bench.incoming(Chatter(), MIRON, message_id=message_id))
        assert (await bench.document()).rev == document.rev + 1
        assert await bench.store.person(MIRON) is None


async def test_an_update_that_the_store_cannot_take_comes_again() -> None:
    async with Bench() as bench:
        await bench.say(Slash.MUS)
        broken = True

        async def full(commit: object) -> None:
            if broken:
                raise StoreUnavailable("the disk is full")

        bench.store.before_commit = full
        document = await bench.document()
        press = bench.incoming(Press(document.table_id, Verb.SIT, None, "1"), JON)
        try:
            await bench.directory.take(press)
        except StoreUnavailable:
            pass
        else:
            raise AssertionError("it was taken")
        assert not await bench.store.seen_update(press.update_id)
        broken = False
        await bench.directory.take(press)
        assert bench.answers.last == "toast-sat"


async def test_while_the_program_stops_nothing_is_taken_nor_forgotten() -> None:
    async with Bench() as bench:
        await bench.say(Slash.MUS)
        document = await bench.document()
        assert await bench.directory.drain(1)
        press = bench.incoming(Press(document.table_id, Verb.SIT, None, "1"), JON)
        try:
            await bench.directory.take(press)
        except StoreUnavailable:
            pass
        else:
            raise AssertionError("it was taken")
        assert not await bench.store.seen_update(press.update_id)
