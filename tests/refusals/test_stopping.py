"""Two copies with one token, a disk that is full for a while, updates that come twice, and stopping in bounded time."""

import asyncio
from pathlib import Path

import pytest

from musbot.bootstrap import DRAIN
from musbot.storage import SqliteStore
from musbot.telegram.app import FLUSH
from musbot.telegram.errors import AnotherCopy
from tests.support.town import Town, town, virtually
from tests.support.townspeople import crowd


@virtually
async def test_of_two_copies_with_one_token_and_two_databases_one_ends_within_two_minutes_and_says_so(
    tmp_path: Path,
) -> None:
    async with town(tmp_path) as here:
        await here.sit_four()
        await here.rest(120)
        second = Town(tmp_path, here.emulator, here.clock, here.settings_of(tmp_path / "second.db"))
        began = here.clock.now()
        await second.start()
        async with asyncio.TaskGroup() as group:
            both = [group.create_task(_outcome(each)) for each in (here, second)]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            assert here.clock.now() - began < 120
            (ended,) = [task for task in both if task.done()]
            assert "another copy of the bot is running with this token" in str(ended.result())
            loser, winner = (here, second) if both[0].done() else (second, here)
            await loser.stop()
            await here.rest(120)
            assert not all(task.done() for task in both)
            await winner.stop()
        assert winner is here, "the copy that was there first goes on"
        await here.start()
        await here.sound(excused=("late_answer", "unanswered"))


async def _outcome(here: Town) -> AnotherCopy | None:
    """What `run` of a copy ends with."""
    try:
        await here.bot.run()
    except AnotherCopy as error:
        return error
    return None


@virtually
async def test_a_disk_that_is_full_for_a_while_loses_no_press_and_nobody_is_told_what_is_not_stored(
    tmp_path: Path,
) -> None:
    async with town(tmp_path, seed=9) as here:
        await here.sit_four()
        async with crowd(here, seed=9) as people:
            await people.until(lambda: len(people.pressed) >= 4)
            _pages(here.store, 1)
            await people.until(lambda: _refused(here), 3000)
            await here.rest(120)
            _pages(here.store, 1_000_000)
            await people.hands(1)
            people.stop()
            await here.rest(60)
        full = (
            "intake-store-unavailable",
            "outbox-step-failed",
            "alarms-failed",
            "task-failed",
            "computers-failed",
        )
        await here.sound(excused=("late_answer", "unanswered"), errors=full)
        people.agree()
        assert any("the disk is full" in str(line.get("reason")) for line in here.logged)


def _refused(here: Town) -> bool:
    """Whether an update could not be dealt with because the disk is full (a small write may still fit)."""
    return any(line["event"] == "intake-store-unavailable" for line in here.logged)


def _pages(store: SqliteStore, most: int) -> None:
    """How many pages the database may have; fewer than it has: no more."""
    store._db._writer._connection.execute(f"PRAGMA max_page_count = {most}")


@virtually
async def test_updates_that_come_twice_or_late_are_taken_once(tmp_path: Path) -> None:
    async with town(tmp_path, seed=10) as here:
        await here.sit_four()
        async with crowd(here, seed=10) as people:
            for step in range(8):
                here.emulator.controls.duplicate_next(2)
                if step % 2:
                    here.emulator.controls.late_next(8)
                known = len(people.pressed)
                await people.until(lambda known=known: len(people.pressed) >= known + 3)  # type: ignore[misc]
                here.emulator.controls.redeliver()
            people.stop()
            await here.rest(60)
        await here.sound()
        people.agree()


@pytest.mark.parametrize("method", ["sendMessage", "editMessageText", "answerCallbackQuery", "getUpdates"])
def test_stopping_takes_bounded_time_whatever_telegram_keeps_us_waiting_for(
    method: str, tmp_path: Path
) -> None:
    @virtually
    async def run(folder: Path) -> None:
        async with town(folder, seed=9) as here:
            await here.sit_four()
            async with crowd(here, seed=9) as people:
                await people.until(lambda: len(people.pressed) >= 4)
                chat = here.group if "Message" in method else None
                hold = here.emulator.controls.hold_next(method, chat=chat)
                await people.until(lambda: here.emulator.controls.is_held(hold), 600)
                began = here.clock.now()
                await here.stop()
                assert here.clock.now() - began <= DRAIN + 3 * FLUSH
                people.stop()
                here.emulator.controls.release(hold)
            here.emulator.controls.excuse_open_presses()
            await here.start()
            async with crowd(here, seed=11) as again:
                await again.until(lambda: len(again.pressed) >= 3)
                again.stop()
                await here.rest(60)
            await here.sound()

    run(tmp_path)
