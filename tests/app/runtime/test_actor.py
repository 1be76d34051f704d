"""One command at a time at a table: stored before answered, decided anew when somebody was faster."""

import asyncio
from dataclasses import replace

from structlog.testing import capture_logs

from musbot.app import table
from musbot.app.actor import Result
from musbot.app.alarm import ComputerTurn
from musbot.app.commands import Command, Person, Slash
from musbot.app.commit import ChatKind, Commit, Outcome
from musbot.app.document import Stage, TableDocument
from musbot.app.pace import Pace
from musbot.app.ports import Chance
from musbot.app.screens import Press, Verb
from musbot.engine import question
from musbot.engine.actions import Corto, Mus, Paso
from tests.app.runtime.bench import ANE, FOUR, GROUP, JON, OTHER_GROUP, Bench


class FailingPlay:
    """The real use cases, which fail when told to."""

    def __init__(self) -> None:
        self.failing = False

    def handle(
        self, document: TableDocument, command: Command, now: float, chance: Chance, pace: Pace
    ) -> Outcome:
        if self.failing:
            raise ValueError("rey de oros")
        return table.handle(document, command, now, chance, pace)

    def due_computers(self, document: TableDocument, now: float, pace: Pace) -> tuple[ComputerTurn, ...]:
        return table.due_computers(document, now, pace)

    def review_due(self, document: TableDocument) -> bool:
        return table.review_due(document)


async def test_presses_of_all_at_once_are_each_decided_on_what_the_last_one_left() -> None:
    async with Bench() as bench:
        await bench.say(Slash.MUS)
        document = await bench.document()
        presses = [
            bench.incoming(Press(document.table_id, Verb.SIT, None, pair), person)
            for person, pair in zip(FOUR[1:], ("1", "0", "1"), strict=True)
        ]
        await asyncio.gather(*[bench.directory.take(press) for press in presses])
        after = await bench.document()
        assert after.full
        assert after.rev == document.rev + 3
        assert bench.store.dealt_with == [1, 2, 3, 4]


async def test_a_command_is_decided_anew_when_somebody_else_committed_first() -> None:
    async with Bench() as bench:
        await bench.say(Slash.MUS)
        document = await bench.document()
        await bench.store.commit(Commit(replace(document, rev=document.rev + 1, language="en")))
        assert await bench.press(Verb.SIT, JON, "1") == "toast-sat"
        after = await bench.document()
        assert after.rev == document.rev + 2
        assert after.language == "en"
        assert after.seat_of(JON) is not None


async def test_a_press_that_comes_twice_counts_once() -> None:
    async with Bench() as bench:
        await bench.playing()
        speaker = await bench.speaker()
        document = await bench.document()
        assert document.state is not None
        press = Press(document.table_id, Verb.CALL, question(document.state), "mus")
        twice = bench.incoming(press, speaker)
        await bench.directory.take(twice)
        commits = len(bench.store.commits)
        await bench.directory.take(twice)
        assert len(bench.store.commits) == commits
        assert bench.answers.last == "toast-duplicate"
        assert bench.store.dealt_with.count(twice.update_id) == 1


async def test_the_same_update_twice_at_once_counts_once() -> None:
    async with Bench() as bench:
        await bench.playing()
        speaker = await bench.speaker()
        document = await bench.document()
        assert document.state is not None
        twice = bench.incoming(Press(document.table_id, Verb.CALL, question(document.state), "mus"), speaker)
        await asyncio.gather(bench.directory.take(twice), bench.directory.take(twice))
        after = await bench.document()
        assert after.state is not None
        assert len(after.state.said_mus) == 1


async def test_an_effect_that_is_stored_already_is_answered_and_not_applied() -> None:
    async with Bench() as bench:
        await bench.say(Slash.MUS)
        document = await bench.document()
        person = Person(JON, "Jon", "es")
        press = Press(document.table_id, Verb.SIT, None, "1")
        command = Command(press, person, document.place_id, 50, "q50")
        assert await bench.tables.process(document.table_id, command) is Result.ACCEPTED
        stand = Command(Press(document.table_id, Verb.STAND), person, document.place_id, 50, "q51")
        assert await bench.tables.process(document.table_id, stand) is Result.DUPLICATE
        assert bench.answers.given[-1][0] == "q51"
        assert (await bench.document()).seat_of(JON) is not None


async def test_a_failing_command_is_told_logged_without_its_words_and_leaves_the_table_usable() -> None:
    play = FailingPlay()
    async with Bench(play) as bench:
        await bench.say(Slash.MUS)
        before = await bench.document()
        play.failing = True
        with capture_logs() as lines:
            assert await bench.press(Verb.SIT, JON, "1") == "toast-error"
            await bench.say(Slash.SCORE, JON)
        play.failing = False
        assert [line["event"] for line in lines] == ["command-failed", "command-failed"]
        assert "oros" not in str(lines)
        assert bench.store.replies[-1].screen.lines[0].key == "toast-error"
        assert await bench.document() == before
        assert bench.store.dealt_with == [1, 2, 3]
        assert await bench.press(Verb.SIT, JON, "1") == "toast-sat"


async def test_a_flood_at_one_table_does_not_delay_another() -> None:
    gate = asyncio.Event()

    async with Bench() as bench:
        await bench.say(Slash.MUS)
        await bench.say(Slash.MUS, JON, chat=OTHER_GROUP)
        flooded = await bench.document(GROUP)
        other = await bench.document(OTHER_GROUP)

        async def slow_at_one_place(commit: Commit) -> None:
            if commit.document.place_id == flooded.place_id:
                await gate.wait()

        bench.store.before_commit = slow_at_one_place
        flood = [bench.incoming(Press(flooded.table_id, Verb.SIT, None, str(n % 2)), JON) for n in range(150)]
        stuck = asyncio.gather(*[bench.directory.take(press) for press in flood])
        await bench.clock.settle()
        quick = bench.incoming(Press(other.table_id, Verb.SIT, None, "1"), ANE, chat=OTHER_GROUP)
        await asyncio.wait_for(bench.directory.take(quick), 1)
        assert bench.answers.last == "toast-sat"
        assert not stuck.done()
        gate.set()
        await stuck


async def test_what_does_not_fit_into_a_mailbox_is_answered_at_once() -> None:
    gate = asyncio.Event()
    async with Bench() as bench:
        await bench.say(Slash.MUS)
        document = await bench.document()
        stuck = bench.directory._boxes.put(document.place_id, gate.wait)
        presses = [
            bench.incoming(Press(document.table_id, Verb.SIT, None, str(n % 2)), JON) for n in range(260)
        ]
        waiting = asyncio.gather(*[bench.directory.take(press) for press in presses])
        for _ in range(40):
            await bench.clock.settle()
        assert {answer.text.key for _, answer, _ in bench.answers.given if answer} == {"toast-busy"}
        gate.set()
        await waiting
        await stuck
        assert len(bench.store.dealt_with) == len(presses) + 1


async def test_a_query_is_answered_after_the_commit_and_those_who_are_owed_are_woken() -> None:
    async with Bench() as bench:
        await bench.say(Slash.MUS)
        seen_at_answer: list[bool] = []
        commits = len(bench.store.commits)
        bench.answers.on_answer = lambda: seen_at_answer.append(len(bench.store.commits) > commits)
        bench.wakes.chats.clear()
        await bench.press(Verb.SIT, JON, "1")
        assert seen_at_answer == [True]
        assert {chat.kind for chat in bench.wakes.chats} == {ChatKind.PLACE}


async def test_a_cancelled_caller_does_not_tear_a_commit() -> None:
    async with Bench() as bench:
        await bench.say(Slash.MUS)
        gate = asyncio.Event()
        document = await bench.document()

        async def slow(commit: Commit) -> None:
            await gate.wait()

        bench.store.before_commit = slow
        command = Command(
            Press(document.table_id, Verb.SIT, None, "1"), Person(JON, "Jon"), document.place_id
        )
        caller = bench.nursery.start(bench.tables.process(document.table_id, command), name="caller")
        await bench.clock.settle()
        caller.cancel()
        await bench.clock.settle()
        gate.set()
        await bench.clock.settle()
        assert (await bench.document()).seat_of(JON) is not None
        assert await bench.press(Verb.STAND, JON) == "toast-stood"


async def test_a_hand_is_played_by_presses_and_the_next_is_dealt_by_the_clock() -> None:
    async with Bench() as bench:
        await bench.playing()
        first = await bench.speaker()
        assert await bench.call(first, Corto()) == "toast-taken"
        for _ in range(40):
            document = await bench.document()
            assert document.state is not None
            if document.state.phase.value == "recuento":
                break
            toast = await bench.call(await bench.speaker(), Paso())
            assert toast in ("toast-taken", "toast-taken-last")
        document = await bench.document()
        assert document.state is not None
        assert document.state.phase.value == "recuento"
        await bench.clock.advance(bench.pace.next_hand + 1)
        after = await bench.document()
        assert after.state is not None
        assert after.state.hand_no == document.state.hand_no + 1
        assert after.stage is Stage.PLAYING


async def test_a_call_that_is_refused_writes_nothing() -> None:
    async with Bench() as bench:
        await bench.playing()
        speaker = await bench.speaker()
        before, commits = await bench.document(), len(bench.store.commits)
        other = next(person for person in FOUR if person != speaker)
        assert await bench.call(other, Mus()) == "toast-out-of-turn"
        assert await bench.document() == before
        assert len(bench.store.commits) == commits
