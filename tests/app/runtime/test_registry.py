"""Mailboxes: in order for one key, side by side for different ones."""

import asyncio
from functools import partial

import pytest

from musbot.app.nursery import Nursery
from musbot.app.registry import Mailboxes, MailboxesClosed, MailboxFull


async def test_jobs_of_one_key_run_one_after_the_other_in_order() -> None:
    seen: list[str] = []
    running = 0

    async def work(name: str) -> str:
        nonlocal running
        running += 1
        assert running == 1
        for _ in range(3):
            await asyncio.sleep(0)
        seen.append(name)
        running -= 1
        return name

    async with Nursery() as nursery:
        boxes: Mailboxes[int] = Mailboxes(nursery, name="place")
        results = await asyncio.gather(*[boxes.put(1, partial(work, n)) for n in "abcdef"])

    assert results == list("abcdef")
    assert seen == list("abcdef")


async def test_a_key_that_is_stuck_does_not_hold_up_another() -> None:
    gate = asyncio.Event()

    async def quick() -> str:
        return "done"

    async with Nursery() as nursery:
        boxes: Mailboxes[int] = Mailboxes(nursery, name="place")
        stuck = [boxes.put(1, gate.wait) for _ in range(200)]
        assert await asyncio.wait_for(boxes.put(2, quick), 1) == "done"
        assert not any(each.done() for each in stuck)
        gate.set()
        await asyncio.gather(*stuck)


async def test_a_mailbox_goes_away_with_its_last_job() -> None:
    async with Nursery() as nursery:
        boxes: Mailboxes[int] = Mailboxes(nursery, name="place")
        for key in range(50):
            await boxes.put(key, lambda: asyncio.sleep(0))
        for _ in range(3):
            await asyncio.sleep(0)
        assert len(boxes) == 0
        assert len(nursery) == 0


async def test_an_error_is_its_caller_s_and_the_next_job_runs() -> None:
    async def fail() -> None:
        raise LookupError("mine")

    async def work() -> str:
        return "next"

    async with Nursery() as nursery:
        boxes: Mailboxes[int] = Mailboxes(nursery, name="place")
        first, second = boxes.put(1, fail), boxes.put(1, work)
        with pytest.raises(LookupError, match="mine"):
            await first
        assert await second == "next"
        assert nursery.failures == 0


async def test_a_full_mailbox_takes_only_what_is_urgent() -> None:
    gate = asyncio.Event()
    async with Nursery() as nursery:
        boxes: Mailboxes[int] = Mailboxes(nursery, name="place", capacity=3)
        jobs = [boxes.put(1, gate.wait) for _ in range(3)]
        with pytest.raises(MailboxFull):
            boxes.put(1, gate.wait)
        jobs.append(boxes.put(1, gate.wait, urgent=True))
        gate.set()
        assert await asyncio.gather(*jobs) == [True] * 4


async def test_a_job_whose_caller_has_gone_is_not_started() -> None:
    gate = asyncio.Event()
    started: list[int] = []

    async def work() -> None:
        started.append(1)

    async with Nursery() as nursery:
        boxes: Mailboxes[int] = Mailboxes(nursery, name="place")
        first, gone = boxes.put(1, gate.wait), boxes.put(1, work)
        gone.cancel()
        gate.set()
        await first
        await boxes.drain(1)
    assert started == []


async def test_draining_finishes_what_was_taken_and_takes_nothing_more() -> None:
    gate = asyncio.Event()
    async with Nursery() as nursery:
        boxes: Mailboxes[int] = Mailboxes(nursery, name="place")
        job = boxes.put(1, gate.wait)
        draining = nursery.start(boxes.drain(5), name="drain")
        await asyncio.sleep(0)
        with pytest.raises(MailboxesClosed):
            boxes.put(2, gate.wait)
        gate.set()
        assert await draining is True
        assert job.done()


async def test_draining_gives_up_on_work_that_does_not_end() -> None:
    async with Nursery() as nursery:
        boxes: Mailboxes[int] = Mailboxes(nursery, name="place")
        job = boxes.put(1, asyncio.Event().wait)
        assert await boxes.drain(0.01) is False
    assert job.cancelled()
