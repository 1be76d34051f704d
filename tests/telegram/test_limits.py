"""Buckets: what a chat may be sent, and when."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.telegram.limits import Bucket, Pacing

PACING = Pacing()


def writes(bucket: Bucket, start: float, end: float, think: float = 0.0) -> list[float]:
    """When a writer who always has something to write gets to write."""
    times, now = [], start
    while (now := now + bucket.wait(now)) < end:
        bucket.take(now)
        times.append(now)
        now += think
    return times


def most_in_a_minute(times: list[float]) -> int:
    return max(sum(1 for other in times if first <= other < first + 60 - 1e-6) for first in times)


def test_a_group_gets_at_most_seventeen_writes_in_any_minute() -> None:
    times = writes(Bucket(PACING, private=False, since=-100), 0, 900)
    assert most_in_a_minute(times) == 17
    assert len(times) >= 900 / 3.75


@given(st.lists(st.floats(0, 200), min_size=1, max_size=40))
def test_no_pattern_of_rests_gets_more_through(rests: list[float]) -> None:
    bucket, now, times = Bucket(PACING, private=False, since=0), 0.0, []
    for rest in rests * 3:
        now += rest / 10
        for _ in range(5):
            now += bucket.wait(now)
            bucket.take(now)
            times.append(now)
    assert most_in_a_minute(times) <= 17
    assert all(later - earlier >= PACING.group_gap - 1e-6 for earlier, later in pairwise(times))


def test_a_rested_group_takes_two_at_once_but_not_in_the_same_moment() -> None:
    assert writes(Bucket(PACING, private=False, since=-100), 0, 5) == pytest.approx([0.0, 0.7, 3.75])


def test_a_bucket_is_empty_after_a_restart() -> None:
    assert Bucket(PACING, private=False, since=50).wait(50) == pytest.approx(3.75)


def test_a_private_chat_takes_a_burst_and_then_one_a_second() -> None:
    assert writes(Bucket(PACING, private=True, since=-100), 0, 4) == pytest.approx([0, 0.1, 0.2, 1, 2, 3])


def test_a_hold_adds_half_a_second_and_keeps_what_was_longer() -> None:
    bucket = Bucket(PACING, private=False, since=-100)
    assert bucket.flooded(10, 13) == 23.5
    bucket.hold(20)
    assert bucket.wait(10) == 13.5


def test_a_second_flood_within_five_minutes_doubles_the_spacing_for_an_hour() -> None:
    bucket = Bucket(PACING, private=False, since=-100)
    bucket.flooded(0, 1)
    bucket.flooded(290, 1)
    slow = writes(bucket, 300, 600)
    assert slow[-1] - slow[-2] == pytest.approx(7.5)
    after = writes(bucket, 290 + 3600 + 20, 290 + 3600 + 120)
    assert after[-1] - after[-2] == pytest.approx(3.75)


def test_a_second_flood_after_five_minutes_changes_nothing() -> None:
    bucket = Bucket(PACING, private=False, since=-100)
    bucket.flooded(0, 1)
    bucket.flooded(301, 1)
    times = writes(bucket, 310, 400)
    assert times[-1] - times[-2] == pytest.approx(3.75)


def test_floods_without_end_do_not_stop_the_chat_for_ever() -> None:
    bucket = Bucket(PACING, private=False, since=-100)
    for moment in range(0, 3000, 100):
        bucket.flooded(moment, 1)
    times = writes(bucket, 3000, 3300)
    assert times[-1] - times[-2] == pytest.approx(3.75 * PACING.slowest)


def test_failures_wait_longer_each_time_and_a_success_forgives_them() -> None:
    bucket = Bucket(PACING, private=False, since=-100)
    waits = [bucket.failed(0, 1.0) for _ in range(9)]
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    bucket.succeeded()
    assert bucket.failed(100, 0.0) == 0.5


def test_a_clock_that_is_set_back_stops_nobody() -> None:
    bucket = Bucket(PACING, private=False, since=1000)
    bucket.wait(1010)
    assert bucket.wait(10) <= 3.75


def test_scaled_pacing_has_the_same_counts_and_shorter_times() -> None:
    quick = PACING.scaled(0.05)
    assert (quick.group_burst, quick.ambiguous_sends) == (2, 2)
    assert quick.group_every == pytest.approx(0.1875)
    assert quick.reply_ttl == pytest.approx(1.0)
