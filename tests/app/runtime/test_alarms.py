"""Deadlines are fired when they are due, once, and again only when nothing came of it."""

from dataclasses import dataclass, field

from structlog.testing import capture_logs

from musbot.app.alarms import AGAIN, MAX_AGAIN, Alarms
from musbot.app.nursery import Nursery
from musbot.app.ports import DueRow
from tests.support.clock import START, ManualClock
from tests.support.memory_store import MemoryStore


@dataclass(slots=True)
class Deadlines(MemoryStore):
    """A store of which only the deadlines are used."""

    rows: dict[int, DueRow] = field(default_factory=dict)
    failing: bool = False

    async def due(self, until: float) -> tuple[DueRow, ...]:
        if self.failing:
            raise OSError(5, "disk")
        rows = [row for row in self.rows.values() if row.due <= until]
        return tuple(sorted(rows, key=lambda row: row.due))

    async def next_due(self) -> float | None:
        return min((row.due for row in self.rows.values()), default=None)

    def want(self, table_id: int, after: float, generation: int = 1) -> None:
        self.rows[table_id] = DueRow(table_id, 1, START + after, generation)


class Bench:
    """The pump, a clock, and what it fired."""

    def __init__(self, nursery: Nursery) -> None:
        self.clock = ManualClock()
        self.store = Deadlines()
        self.fired: list[tuple[int, int, float]] = []
        self.rings = True
        self.alarms = Alarms(self.store, self.ring, self.clock, nursery)
        nursery.start(self.alarms.run(), name="alarms")

    async def ring(self, row: DueRow) -> None:
        self.fired.append((row.table_id, row.generation, self.clock.now() - START))
        if self.rings:
            del self.store.rows[row.table_id]

    @property
    def moments(self) -> list[float]:
        return [round(moment, 3) for _, _, moment in self.fired]


async def test_each_deadline_is_fired_at_its_moment() -> None:
    async with Nursery() as nursery:
        bench = Bench(nursery)
        bench.store.want(1, 10)
        bench.store.want(2, 3)
        bench.store.want(3, 500)
        await bench.clock.advance(1000)
    assert bench.fired == [(2, 1, 3), (1, 1, 10), (3, 1, 500)]


async def test_a_deadline_that_moves_nearer_is_not_overslept() -> None:
    async with Nursery() as nursery:
        bench = Bench(nursery)
        bench.store.want(1, 100)
        await bench.clock.advance(5)
        bench.store.want(1, 7, generation=2)
        bench.alarms.wake()
        await bench.clock.advance(10)
    assert bench.fired == [(1, 2, 7)]


async def test_overdue_deadlines_are_fired_at_the_start_after_a_rest() -> None:
    async with Nursery() as nursery:
        bench = Bench(nursery)
        bench.store.want(1, -86_400)
        await bench.clock.advance(0.1)
    assert [table for table, _, _ in bench.fired] == [1]


async def test_an_alarm_in_flight_is_not_fired_again_and_does_not_hide_others() -> None:
    async with Nursery() as nursery:
        bench = Bench(nursery)

        async def slow(row: DueRow) -> None:
            bench.fired.append((row.table_id, row.generation, bench.clock.now() - START))
            await bench.clock.sleep(60)
            del bench.store.rows[row.table_id]

        bench.alarms._fire = slow
        bench.store.want(1, 1)
        bench.store.want(2, 20)
        await bench.clock.advance(50)
        assert bench.fired == [(1, 1, 1), (2, 1, 20)]
        await bench.clock.advance(100)
        assert bench.store.rows == {}


async def test_an_alarm_that_changed_nothing_is_fired_again_less_and_less_often() -> None:
    async with Nursery() as nursery:
        bench = Bench(nursery)
        bench.rings = False
        bench.store.want(1, 0)
        await bench.clock.advance(36)
        assert bench.moments == [0, AGAIN, 3 * AGAIN, 7 * AGAIN]
        await bench.clock.advance(3600)
        gaps = [later - earlier for earlier, later in zip(bench.moments, bench.moments[1:], strict=False)]
        assert max(gaps) == MAX_AGAIN


async def test_a_new_generation_is_fired_at_once_though_the_old_one_waits() -> None:
    async with Nursery() as nursery:
        bench = Bench(nursery)
        bench.rings = False
        bench.store.want(1, 0)
        await bench.clock.advance(1)
        bench.rings = True
        bench.store.want(1, 2, generation=2)
        bench.alarms.wake()
        await bench.clock.advance(2)
    assert bench.fired == [(1, 1, 0), (1, 2, 2)]


async def test_the_pump_outlives_a_failing_store() -> None:
    with capture_logs() as lines:
        async with Nursery() as nursery:
            bench = Bench(nursery)
            bench.store.failing = True
            bench.store.want(1, 1)
            await bench.clock.advance(20)
            assert bench.fired == []
            bench.store.failing = False
            await bench.clock.advance(AGAIN)
            assert [table for table, _, _ in bench.fired] == [1]
    assert lines
    assert {line["event"] for line in lines} == {"alarms-failed"}
