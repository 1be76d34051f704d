"""The loop whose clock jumps, and the work that stops it from jumping."""

import asyncio
import threading
import time
from pathlib import Path

import aiosqlite
import pytest

from tests.support.virtual_time import VirtualTimeLoop, busy, run_virtual, tracked_aiosqlite


def test_an_hour_of_idle_waiting_takes_no_time() -> None:
    async def main() -> float:
        loop = asyncio.get_running_loop()
        before = loop.time()
        await asyncio.sleep(3600)
        return loop.time() - before

    started = time.perf_counter()
    assert run_virtual(main) == pytest.approx(3600)
    assert time.perf_counter() - started < 1


def test_timers_run_in_order_at_their_own_times() -> None:
    async def main() -> list[tuple[float, str]]:
        loop, seen = asyncio.get_running_loop(), []

        async def at(seconds: float, name: str) -> None:
            await asyncio.sleep(seconds)
            seen.append((round(loop.time(), 6), name))

        await asyncio.gather(at(90, "c"), at(0.5, "a"), at(30, "b"))
        return seen

    assert run_virtual(main) == [(0.5, "a"), (30.0, "b"), (90.0, "c")]


def test_time_stands_while_a_thread_of_the_executor_works() -> None:
    async def main() -> tuple[float, bool]:
        loop = asyncio.get_running_loop()
        late = loop.call_later(0.001, lambda: None)
        before = loop.time()
        await asyncio.to_thread(time.sleep, 0.05)
        return loop.time() - before, late.when() <= loop.time()

    assert run_virtual(main) == (0.0, False)


def test_time_stands_inside_busy_and_goes_on_after_it() -> None:
    async def main() -> tuple[float, float]:
        loop = asyncio.get_running_loop()
        loop.call_later(1000, lambda: None)
        done = loop.create_future()
        with busy():
            threading.Timer(0.05, lambda: loop.call_soon_threadsafe(done.set_result, None)).start()
            await done
            inside = loop.time()
        await asyncio.sleep(5)
        return inside, loop.time()

    inside, after = run_virtual(main)
    assert inside == 0.0
    assert after == pytest.approx(5.0)


def test_commits_of_a_database_take_no_virtual_time(tmp_path: Path) -> None:
    async def main() -> tuple[float, int]:
        loop = asyncio.get_running_loop()
        loop.call_later(3600, lambda: None)
        async with aiosqlite.connect(tmp_path / "a.db") as database:
            await database.execute("CREATE TABLE t (n INTEGER)")
            for number in range(20):
                await database.execute("INSERT INTO t VALUES (?)", (number,))
                await database.commit()
            async with database.execute("SELECT count(*) FROM t") as cursor:
                row = await cursor.fetchone()
        assert row is not None
        return loop.time(), row[0]

    assert run_virtual(main) == (0.0, 20)


def test_without_tracking_the_same_wait_would_jump(tmp_path: Path) -> None:
    # Shows that the counter is what holds the clock, not luck.
    async def main() -> float:
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        loop.call_later(3600, lambda: None)
        threading.Timer(0.05, lambda: loop.call_soon_threadsafe(done.set_result, None)).start()
        await done
        return loop.time()

    assert run_virtual(main) == pytest.approx(3600)


def test_a_test_that_nothing_can_wake_fails_instead_of_hanging() -> None:
    loop = VirtualTimeLoop(stuck_after=0.02)
    try:
        with pytest.raises(RuntimeError, match="it would hang"):
            loop.run_until_complete(loop.create_future())
    finally:
        loop.close()


def test_busy_is_harmless_on_a_real_loop() -> None:
    async def main() -> int:
        with busy(), tracked_aiosqlite():
            await asyncio.sleep(0)
        return 1

    assert asyncio.run(main()) == 1


def test_end_busy_without_begin_is_an_error() -> None:
    loop = VirtualTimeLoop()
    try:
        with pytest.raises(RuntimeError, match="without begin"):
            loop.end_busy()
    finally:
        loop.close()


def test_sockets_of_this_process_are_heard_before_the_clock_jumps() -> None:
    async def main() -> tuple[bytes, float]:
        loop = asyncio.get_running_loop()

        async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(await reader.readline())
            await writer.drain()
            writer.close()
            await writer.wait_closed()

        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            async with asyncio.timeout(30):
                writer.write(b"mus\n")
                line = await reader.readline()
            writer.close()
            await writer.wait_closed()
        return line, loop.time()

    line, now = run_virtual(main)
    assert line == b"mus\n"
    assert now < 30


@pytest.mark.asyncio(loop_factories=["virtual"])
async def test_the_marker_gives_a_coroutine_test_virtual_time() -> None:
    assert isinstance(asyncio.get_running_loop(), VirtualTimeLoop)
    await asyncio.sleep(86_400)
    assert asyncio.get_running_loop().time() == pytest.approx(86_400)


async def test_an_unmarked_coroutine_test_keeps_the_real_loop() -> None:
    assert not isinstance(asyncio.get_running_loop(), VirtualTimeLoop)
