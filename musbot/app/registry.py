"""Mailboxes: what concerns one key (a place, a chat) runs one by one, different keys run side by side.

A mailbox exists while something is in it: a worker is started with the first job and ends with the last one.
What the jobs do is not known here.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from musbot.app.nursery import Nursery

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

CAPACITY = 256
"""Jobs that may wait in one mailbox: far more than people can press, little memory for a flood."""


class MailboxFull(Exception):
    """Too much waits for this key already; the job was not taken."""


class MailboxesClosed(Exception):
    """The program is stopping; the job was not taken."""


@dataclass(slots=True)
class _Job:
    work: Callable[[], Awaitable[Any]]
    done: "asyncio.Future[Any]"


class Mailboxes(Generic[K]):
    """One bounded mailbox for each key, made on demand.

    Args:
        nursery: holds the workers.
        name: what the workers are called in logs.
        capacity: jobs that may wait for one key.
    """

    def __init__(self, nursery: Nursery, *, name: str, capacity: int = CAPACITY) -> None:
        """No mailboxes yet."""
        self._nursery = nursery
        self._name = name
        self._capacity = capacity
        self._boxes: dict[K, deque[_Job]] = {}
        self._closed = False
        self._empty = asyncio.Event()
        self._empty.set()

    def __len__(self) -> int:
        """How many keys have work."""
        return len(self._boxes)

    def put(self, key: K, work: Callable[[], Awaitable[T]], *, urgent: bool = False) -> "asyncio.Future[T]":
        """Queue work for a key; the future has its result or its error. Order is that of the calls.

        Args:
            key: whose mailbox.
            work: called when its turn comes.
            urgent: take it though the mailbox is full (clocks and computers: few, and not to be lost).

        Raises:
            MailboxFull: too much waits already.
            MailboxesClosed: `drain` has begun.
        """
        if self._closed:
            raise MailboxesClosed(self._name)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        box = self._boxes.get(key)
        if box is None:
            box = self._boxes[key] = deque([_Job(work, done)])
            self._empty.clear()
            self._nursery.start(self._work_through(key, box), name=f"{self._name}-{key}")
        elif len(box) >= self._capacity and not urgent:
            raise MailboxFull(self._name)
        else:
            box.append(_Job(work, done))
        return done

    async def drain(self, seconds: float) -> bool:
        """Take nothing more and wait until everything taken is done; False when that took too long."""
        self._closed = True
        try:
            async with asyncio.timeout(seconds):
                await self._empty.wait()
        except TimeoutError:
            return False
        return True

    async def _work_through(self, key: K, box: deque[_Job]) -> None:
        try:
            while box:
                await _run(box[0])
                box.popleft()
        finally:
            for job in box:
                job.done.cancel()
            del self._boxes[key]
            if not self._boxes:
                self._empty.set()


async def _run(job: _Job) -> None:
    if job.done.cancelled():
        return
    try:
        result = await job.work()
    except Exception as error:  # noqa: BLE001 - belongs to whoever waits for the job
        if not job.done.cancelled():
            job.done.set_exception(error)
    else:
        if not job.done.cancelled():
            job.done.set_result(result)
        elif asyncio.iscoroutine(result):
            result.close()  # nobody is left to await it
