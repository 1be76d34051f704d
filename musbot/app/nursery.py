"""Supervised tasks: each is held, named, counted, logged when it fails, and ended before the program ends.

The only place that calls `asyncio.create_task`: the event loop holds tasks weakly, so one that nobody holds
may vanish in the middle of its work, and so does its error.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, Self, TypeVar

import structlog

from musbot.app.trouble import describe

T = TypeVar("T")
_log = structlog.stdlib.get_logger("musbot.nursery")


class Nursery:
    """A set of running tasks. Use it as an async context manager, or call `close`.

    Attributes:
        failures: number of tasks that ended with an error nobody waited for.
    """

    def __init__(self) -> None:
        """An open nursery without tasks."""
        self.failures = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._kept: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def __aenter__(self) -> Self:
        """The nursery itself."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close it."""
        await self.close()

    def __len__(self) -> int:
        """How many tasks run."""
        return len(self._tasks) + len(self._kept)

    def start(self, coro: Coroutine[Any, Any, T], *, name: str) -> asyncio.Task[T]:
        """Run a coroutine beside the caller. An error is logged and counted; `close` cancels the task.

        Raises:
            RuntimeError: the nursery is closed.
        """
        task = self._create(coro, name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def shielded(self, coro: Coroutine[Any, Any, T], *, name: str) -> T:
        """Run a coroutine to its end even when the caller is cancelled meanwhile; `close` waits for it.

        Its result or error is the caller's; only when the caller is gone is an error logged and counted here.

        Raises:
            RuntimeError: the nursery is closed.
        """
        task = self._create(coro, name)
        self._kept.add(task)
        task.add_done_callback(self._kept.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(self._report)
            raise

    async def close(self) -> None:
        """Take no more tasks, cancel those that run, wait for all of them and for the shielded ones."""
        self._closed = True
        me = asyncio.current_task()
        while running := {task for task in self._tasks | self._kept if task is not me}:
            for task in running - self._kept:
                task.cancel()
            await asyncio.wait(running)

    def _create(self, coro: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
        if self._closed:
            coro.close()
            raise RuntimeError(f"no new task {name!r}: the nursery is closed")
        return asyncio.create_task(coro, name=name)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        self._report(task)

    def _report(self, task: asyncio.Task[Any]) -> None:
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            self.failures += 1
            _log.error("task-failed", task=task.get_name(), **describe(error))
