"""Supervised tasks: none is lost, no error goes unseen."""

import asyncio

import pytest
from structlog.testing import capture_logs

from musbot.app.nursery import Nursery
from musbot.app.trouble import describe


async def test_a_failed_task_is_logged_with_its_name_and_counted() -> None:
    async def fail() -> None:
        raise LookupError("queen of hearts")

    with capture_logs() as lines:
        async with Nursery() as nursery:
            task = nursery.start(fail(), name="pump")
            await asyncio.wait({task})
            await asyncio.sleep(0)
            assert nursery.failures == 1

    assert [(line["event"], line["task"], line["error"]) for line in lines] == [
        ("task-failed", "pump", "LookupError")
    ]
    assert "test_nursery" in lines[0]["where"]


async def test_the_words_of_an_unexpected_error_stay_out_of_the_log() -> None:
    def fields() -> dict[str, object]:
        try:
            raise ValueError("as de oros")
        except ValueError as error:
            return describe(error)

    assert "oros" not in str(fields())


async def test_the_words_of_a_disk_error_are_kept() -> None:
    assert describe(OSError(28, "No space left on device"))["reason"] == "[Errno 28] No space left on device"


async def test_the_cause_of_an_error_is_named() -> None:
    def fields() -> dict[str, object]:
        try:
            try:
                raise KeyError("x")
            except KeyError as error:
                raise RuntimeError("y") from error
        except RuntimeError as error:
            return describe(error)

    assert fields()["error"] == "RuntimeError from KeyError"


async def test_closing_cancels_what_runs_and_waits_for_it() -> None:
    ended: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("work")

    nursery = Nursery()
    nursery.start(work(), name="work")
    await asyncio.sleep(0)
    await nursery.close()

    assert ended == ["work"]
    assert len(nursery) == 0
    assert nursery.failures == 0


async def test_shielded_work_ends_though_its_caller_is_cancelled() -> None:
    gate = asyncio.Event()
    written: list[str] = []

    async def write() -> None:
        await gate.wait()
        written.append("row")

    nursery = Nursery()
    caller = nursery.start(nursery.shielded(write(), name="write"), name="caller")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    caller.cancel()
    await asyncio.wait({caller})
    assert caller.cancelled()

    closing = asyncio.gather(nursery.close())
    await asyncio.sleep(0)
    assert not closing.done()
    gate.set()
    await closing
    assert written == ["row"]


async def test_an_error_of_shielded_work_belongs_to_the_caller_who_waits() -> None:
    async def fail() -> None:
        raise LookupError

    with capture_logs() as lines:
        async with Nursery() as nursery:
            with pytest.raises(LookupError):
                await nursery.shielded(fail(), name="write")

    assert lines == []
    assert nursery.failures == 0


async def test_a_closed_nursery_takes_no_task() -> None:
    nursery = Nursery()
    await nursery.close()
    with pytest.raises(RuntimeError, match="closed"):
        nursery.start(asyncio.sleep(0), name="late")
