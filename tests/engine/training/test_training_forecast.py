"""Estimates of the rest of a training: the fitted decay, rates, pauses, and their errors."""

from __future__ import annotations

import pytest

from engine.machine.work import LEAST_PAUSE_S, WorkClock
from engine.training.progress import (
    EstimateError,
    EstimateLog,
    MergeForecast,
    Rate,
    counting_seconds,
    expected_distinct_bytes,
    merging_seconds,
    pace_of_counting,
)

DISTINCT = 14_788_852


class Clock:
    """A clock that tests wind."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def cost(k, *, factor, falling=0.5, each=2e-6):
    """Seconds for k merges: the shape of the model with prices of a machine of its own."""
    return factor * (falling * (k / 32768) ** 0.35 + each * k)


def estimates(total, whole, price, pace):
    """(share of the time passed, error of the estimate, that of dividing), slice by slice."""
    forecast = MergeForecast(total, DISTINCT, pace)
    done, found = 0, []
    while done < total:
        first, done = done, min(total, done + max(1, done // 10))
        forecast.add(done, price(done) - price(first))
        said, divided = price(done) + forecast.remaining_s(), price(done) * total / done
        found.append((price(done) / whole, said / whole - 1, divided / whole - 1))
    return found


@pytest.mark.parametrize("factor", [0.5, 1.0, 4.0])
@pytest.mark.parametrize("total", [4_000, 32_512, 130_816])
def test_the_decay_is_fitted_and_not_divided(factor, total):
    def price(k):
        return cost(k, factor=factor)

    # Reading was half as fast again as usual beside merging.
    seen = estimates(total, price(total), price, pace=1.5 * factor)
    assert max(abs(error) for share, error, _ in seen if share > 0.25) < 0.3
    assert max(abs(error) for share, error, _ in seen if share > 0.5) < 0.12
    between = [(error, divided) for share, error, divided in seen if 0.1 < share < 0.5]
    assert all(abs(error) < abs(divided) for error, divided in between)
    assert seen[-1][1] == pytest.approx(0)


def test_before_the_first_merge_the_usual_time_is_said_at_the_pace_of_counting():
    usual = merging_seconds(DISTINCT, 32_512)
    assert MergeForecast(32_512, DISTINCT).remaining_s() == pytest.approx(usual)
    assert MergeForecast(32_512, DISTINCT, pace=3.0).remaining_s() == pytest.approx(3 * usual)
    assert MergeForecast(0, 0).remaining_s() == 0


def test_the_pace_is_that_of_reading_or_of_taking_up_what_was_kept():
    n_bytes = 218_000_000
    usual = counting_seconds(n_bytes)
    assert pace_of_counting(2 * usual, n_bytes) == pytest.approx(2)
    # Counts that were kept are taken up by the size of what is distinct, far faster.
    kept = pace_of_counting(0.2 * usual, n_bytes)
    assert 0.2 < kept < 2
    assert pace_of_counting(0.1 * usual, n_bytes) == pytest.approx(kept / 2)
    assert pace_of_counting(0.0, 0) == 1


def test_the_distinct_bytes_follow_heaps_law():
    # Measured on a twelfth, a third and all of a corpus in 85 languages.
    for n_bytes, found in ((9_548_280, 951_002), (40_320_568, 4_202_585), (217_999_095, DISTINCT)):
        assert expected_distinct_bytes(n_bytes) == pytest.approx(found, rel=0.2)
    assert expected_distinct_bytes(0) == 0
    assert expected_distinct_bytes(100) <= 100


def test_a_rate_is_that_of_the_last_second():
    clock = Clock()
    rate = Rate(clock)
    assert rate.at(0) is None
    for step in range(1, 21):  # two seconds at 100 a second
        clock.now = step / 10
        assert rate.at(10 * step) == pytest.approx(100)
    for step in range(1, 21):  # then 10 a second
        clock.now = 2 + step / 10
        newest = rate.at(200 + step)
    assert newest == pytest.approx(10)


def test_a_pause_is_not_time_of_work():
    clock = Clock()
    work = WorkClock(clock)

    def steps():
        for _ in range(3):
            clock.now += 0.5
            yield work.elapsed_s
        return "done"

    seen = []
    watched = work.without_pauses(steps())
    for elapsed in watched:
        seen.append(elapsed)
        clock.now += 60.0 if len(seen) == 2 else LEAST_PAUSE_S / 2
    assert seen == [0.5, 1.5, 2.0]  # half a second of a slow caller is work, a minute is a pause


def test_closing_reaches_the_generator_within():
    closed = []

    def steps():
        try:
            yield 1
        finally:
            closed.append(True)

    watched = WorkClock().without_pauses(steps())
    next(watched)
    watched.close()
    assert closed == [True]


def test_errors_are_those_of_what_was_said_when_the_share_had_passed():
    log = EstimateLog()
    log.add(0.5, None)
    log.add(2.0, 6.0)  # said 8 in all
    log.add(2.001, 60.0)  # too soon after the last to have been read
    log.add(4.0, 8.0)  # 12
    log.add(9.0, 1.0)
    tenth, quarter, half = log.errors(10.0)
    assert tenth == EstimateError(0.10, None, 10.0)
    assert tenth.error is None
    assert quarter.error == pytest.approx(-0.2)
    assert half.error == pytest.approx(0.2)
    assert EstimateLog().errors(1.0)[0].error is None
