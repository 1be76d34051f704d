"""An event loop whose clock jumps over idle waits, so that ten minutes of play take a second of the test.

The clock stands still while work goes on that the loop cannot see: a thread of the default executor, a database
thread, anything inside `busy()`. Without that, a wait for the database would count as hours of virtual time.

    run_virtual(main)                                  a coroutine function, from a plain test
    @pytest.mark.asyncio(loop_factories=["virtual"])   a coroutine test, where conftest.py has the hook
                                                       `pytest_asyncio_loop_factories = loop_factories`
    with busy(): ...                                   around work in a thread of one's own
    with tracked_aiosqlite(): ...                      around tests that use aiosqlite
"""

import asyncio
import selectors
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, TypeVar, TypeVarTuple

import aiosqlite
import pytest

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

REAL_PAUSE = 1.0
"""Longest real wait in one go while something is busy; the loop then looks again."""


class _JumpingSelector(selectors.BaseSelector):
    """Asks the real selector, and moves the loop's clock instead of waiting."""

    def __init__(self, loop: "VirtualTimeLoop") -> None:
        self._real = selectors.DefaultSelector()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        events = self._real.select(0)
        if events or (timeout is not None and timeout <= 0):
            return events
        if self._loop.busy_count:
            # Threads report back through the loop's own pipe, which ends this wait; time stands meanwhile.
            return self._real.select(REAL_PAUSE)
        own = 1  # the loop's pipe
        sockets = len(self._real.get_map() or ()) > own
        if timeout is None:
            return self._idle_for_ever()
        events = self._real.select(self._loop.grace if sockets else 0)
        if not events and not self._loop.busy_count:
            self._loop.jump(timeout)
        return events

    def _idle_for_ever(self) -> list[tuple[selectors.SelectorKey, int]]:
        events = self._real.select(self._loop.stuck_after)
        if not events and not self._loop.busy_count:
            raise RuntimeError(
                "virtual time: nothing is scheduled, nothing is busy, and the test still waits: it would hang"
            )
        return events

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._real.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._real.unregister(fileobj)

    def modify(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._real.modify(fileobj, events, data)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._real.get_map() or {}

    def get_key(self, fileobj: Any) -> selectors.SelectorKey:
        return self._real.get_key(fileobj)

    def close(self) -> None:
        self._real.close()


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """An event loop with a clock of its own.

    Attributes:
        grace: Real seconds given to open sockets of this process before the clock jumps.
        stuck_after: Real seconds after which a loop that nothing can wake gives up.
    """

    def __init__(self, *, start: float = 0.0, grace: float = 0.003, stuck_after: float = 5.0) -> None:
        self._now = start
        self._busy = 0
        self._lock = threading.Lock()
        self.grace = grace
        self.stuck_after = stuck_after
        super().__init__(_JumpingSelector(self))

    def time(self) -> float:
        """Give the loop's time in seconds; only idle waits move it."""
        return self._now

    def jump(self, seconds: float) -> None:
        """Move the clock on."""
        self._now += seconds

    @property
    def busy_count(self) -> int:
        """How many pieces of unseen work are under way."""
        return self._busy

    def begin_busy(self) -> None:
        """Let the clock stand until `end_busy`; may be called from any thread."""
        with self._lock:
            self._busy += 1

    def end_busy(self) -> None:
        """End one `begin_busy`; may be called from any thread, and wakes the loop."""
        with self._lock:
            if self._busy == 0:
                raise RuntimeError("end_busy without begin_busy")
            self._busy -= 1
        if not self.is_closed():
            self._write_to_self()  # type: ignore[attr-defined]

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts
    ) -> "asyncio.Future[T]":
        """Run in a thread; the clock stands until its result is back."""
        self.begin_busy()
        try:
            future = super().run_in_executor(executor, func, *args)
        except BaseException:
            self.end_busy()
            raise
        future.add_done_callback(lambda _: self.end_busy())
        return future


@contextmanager
def busy() -> Iterator[None]:
    """Let virtual time stand while this block works outside the loop; on another loop it does nothing."""
    loop = asyncio.get_running_loop()
    if not isinstance(loop, VirtualTimeLoop):
        yield
        return
    loop.begin_busy()
    try:
        yield
    finally:
        loop.end_busy()


@contextmanager
def tracked_aiosqlite() -> Iterator[None]:
    """Count every call into aiosqlite's thread as busy while this block runs."""
    execute, connect = aiosqlite.Connection._execute, aiosqlite.Connection._connect

    async def counted_execute(self: aiosqlite.Connection, *args: Any, **kwargs: Any) -> Any:
        with busy():
            return await execute(self, *args, **kwargs)  # type: ignore[no-untyped-call]

    async def counted_connect(self: aiosqlite.Connection) -> aiosqlite.Connection:
        with busy():
            return await connect(self)

    # `close` waits for the thread's end outside `_execute`.
    close = aiosqlite.Connection.close

    async def counted_close(self: aiosqlite.Connection) -> None:
        with busy():
            await close(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aiosqlite.Connection, "_execute", counted_execute)
        patch.setattr(aiosqlite.Connection, "_connect", counted_connect)
        patch.setattr(aiosqlite.Connection, "close", counted_close)
        yield


def run_virtual(main: Callable[[], Coroutine[Any, Any, T]], *, start: float = 0.0) -> T:
    """Run a coroutine function to its end on a fresh loop with virtual time; aiosqlite is tracked.

    Args:
        main: What to run, without arguments.
        start: The loop's first time.

    Returns:
        What it gives.
    """
    with tracked_aiosqlite(), asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(start=start)) as runner:
        return runner.run(main())


def loop_factories(
    config: pytest.Config, item: pytest.Item
) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The hook `pytest_asyncio_loop_factories`: "real" for all, "virtual" for tests whose marker asks for it."""
    factories: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {"real": asyncio.new_event_loop}
    marker = item.get_closest_marker("asyncio")
    if marker is not None and "loop_factories" in marker.kwargs:
        factories["virtual"] = VirtualTimeLoop
    return factories
