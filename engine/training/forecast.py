"""How long a training will take: what its parts usually cost, corrected by what is seen.

A merge costs as much as its pair is frequent, and frequencies fall like a power of the rank; below
that lies a small price that every merge has. So k merges take a * k ** 0.35 + b * k seconds, with
`a` proportional to the bytes of the distinct pre-tokens. The constants were measured on two cores
of 2.6 GHz, on 10, 40 and 218 MB in up to 85 languages with 4 k to 400 k merges; what this machine
makes of them is learned while the training runs.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

_COUNTING_S = 8e-9  # per byte of text
_JOINING_S = 25e-9  # per byte of distinct pre-tokens, as the three below
_LAYING_OUT_S = 17e-9
_MERGING_S = 45e-9  # for this number of merges:
_REFERENCE_MERGES = 32768
_GROWTH = 0.35
_PER_MERGE_S = 1.7e-6
_PRIOR_SHARE = 0.4
"""Of the whole merging: the weight that the usual price has against what is seen."""
_DISTINCT_SHARE, _DISTINCT_GROWTH = 0.10, 0.877
_REFERENCE_BYTES = 9.5e6
_LEAST_PACE, _MOST_PACE = 0.2, 20.0
_KEPT_PACE = 0.3
"""No reading is that fast: the counts were kept."""
_KEPT_S, _KEPT_OPENING_S = 40e-9, 0.02  # per byte of distinct pre-tokens, and once
_RATE_WINDOW_S = 1.0


def expected_distinct_bytes(n_bytes: int) -> float:
    """Bytes of the distinct pre-tokens that so much text usually has.

    Heaps' law, B ** 0.877, through 0.95 MB of 9.5 MB and 14.8 MB of 218 MB in many languages.
    """
    if n_bytes <= 0:
        return 0.0
    share = _DISTINCT_SHARE * math.pow(n_bytes / _REFERENCE_BYTES, _DISTINCT_GROWTH - 1)
    return n_bytes * min(1.0, share)


def counting_seconds(n_bytes: float) -> float:
    """Usual time for reading, cutting and counting so much text."""
    return _COUNTING_S * n_bytes


def joining_seconds(distinct_bytes: float) -> float:
    """Usual time for putting the counts of all threads together."""
    return _JOINING_S * distinct_bytes


def laying_out_seconds(distinct_bytes: float) -> float:
    """Usual time for laying the distinct pre-tokens out and counting their pairs."""
    return _LAYING_OUT_S * distinct_bytes


def merging_seconds(distinct_bytes: float, n_merges: int) -> float:
    """Usual time for a number of merges."""
    falling = _MERGING_S * distinct_bytes * _grown(n_merges)
    return falling + _PER_MERGE_S * n_merges


def _grown(n_merges: int) -> float:
    """What merges cost by their counts, where 32,768 cost 1."""
    return math.pow(n_merges / _REFERENCE_MERGES, _GROWTH)


def pace_of_counting(elapsed_s: float, n_bytes: int) -> float:
    """Seconds taken for each that is usual; where counts were kept, for taking them up."""
    usual = counting_seconds(n_bytes)
    if usual <= 0:
        return 1.0
    pace = elapsed_s / usual
    if pace < _KEPT_PACE:
        pace = elapsed_s / (_KEPT_OPENING_S + _KEPT_S * expected_distinct_bytes(n_bytes))
    return min(max(pace, _LEAST_PACE), _MOST_PACE)


class Rate:
    """Units a second of the last second or so; `elapsed_s` is the clock."""

    def __init__(self, elapsed_s: Callable[[], float]) -> None:
        self._elapsed_s = elapsed_s
        self._seen: deque[tuple[float, float]] = deque()

    def at(self, done: float) -> float | None:
        """Note that so much is done; None until there is something to divide by."""
        now = self._elapsed_s()
        self._seen.append((now, done))
        while len(self._seen) > 2 and now - self._seen[1][0] >= _RATE_WINDOW_S:
            self._seen.popleft()
        began, before = self._seen[0]
        return (done - before) / (now - began) if now > began else None


class MergeForecast:
    """Estimates the rest of the merge loop from the slices so far.

    Fits the two prices of a merge to the time of every slice by least squares, drawn towards the
    usual prices at the pace of this training. A slice counts by how short it is expected to be,
    so that the many fast merges late in a training weigh as much as the few slow ones at first.

    pace: seconds taken for each that is usual, in what was done before.
    """

    def __init__(self, total: int, distinct_bytes: int, pace: float = 1.0) -> None:
        self._total, self._pace = total, pace
        self._falling_s = _MERGING_S * distinct_bytes
        self._done = 0
        self._spent_s = self._usual_s = 0.0
        self._normal = np.zeros((2, 2))
        self._right = np.zeros(2)
        self._whole_s = sum(self._prices(0, total))

    def add(self, done: int, took_s: float) -> None:
        """`done` merges so far, the last slice of them in `took_s` seconds."""
        prices = np.array(self._prices(self._done, done))
        weight = 1.0 / max(float(prices.sum()), 1e-6)
        self._normal += weight * np.outer(prices, prices)
        self._right += weight * took_s * prices
        self._done = done
        self._spent_s += took_s
        self._usual_s += float(prices.sum())

    @property
    def pace(self) -> float:
        """Seconds that merging takes for each that is usual."""
        prior = _PRIOR_SHARE * self._whole_s
        return (self._spent_s + prior * self._pace) / max(self._usual_s + prior, 1e-9)

    def remaining_s(self) -> float:
        """Seconds to go; the usual ones while nothing is merged."""
        rest = np.array(self._prices(self._done, self._total))
        pace = self.pace
        prior = _PRIOR_SHARE * self._whole_s / 2
        normal = self._normal + prior * np.eye(2)
        factors = np.linalg.solve(normal, self._right + prior * pace) if prior else (pace, pace)
        return float(rest @ np.clip(factors, pace / 10, pace * 10))

    def _prices(self, first: int, end: int) -> tuple[float, float]:
        """What the merges from `first` to `end` usually cost: by their counts, and each."""
        return self._falling_s * (_grown(end) - _grown(first)), _PER_MERGE_S * (end - first)


# EstimateLog: what was estimated on the way, and how far off that was in the end.


SHARES = (0.10, 0.25, 0.50)
"""Of the whole time: the moments at which an estimate is judged."""
LEAST_TOLD_S = 3.0
_LEAST_STEP_S = 0.005


@dataclass(frozen=True, slots=True)
class EstimateError:
    """One moment of a task that is over.

    share: of the whole time that had passed, 0 to 1. estimated_s: the whole time, as it was
    estimated then; None where there was no estimate yet. actual_s: the whole time.
    """

    share: float
    estimated_s: float | None
    actual_s: float

    @property
    def error(self) -> float | None:
        """Estimate against truth, as a share of the truth: 0.2 is a fifth too long."""
        if self.estimated_s is None or self.actual_s <= 0:
            return None
        return self.estimated_s / self.actual_s - 1


def told_errors(estimates: Sequence[EstimateError]) -> list[tuple[float, float]]:
    """Share and error of the estimates that a person could read: none of a shorter task.

    Loading kernels is most of so short a time, and progress lines wait before they estimate.
    """
    return [
        (each.share, each.error)
        for each in estimates
        if each.error is not None and each.actual_s >= LEAST_TOLD_S
    ]


class EstimateLog:
    """Collects estimates of the whole time while a task runs."""

    def __init__(self) -> None:
        self._seen: list[tuple[float, float | None]] = []

    def add(self, elapsed_s: float, remaining_s: float | None) -> None:
        """Note what was said at a moment; moments ascend."""
        if not self._seen or elapsed_s - self._seen[-1][0] >= _LEAST_STEP_S:
            whole = None if remaining_s is None else elapsed_s + remaining_s
            self._seen.append((elapsed_s, whole))

    def errors(
        self, actual_s: float, shares: Sequence[float] = SHARES
    ) -> tuple[EstimateError, ...]:
        """What stood on the screen when these shares of the time had passed, against the truth."""
        found = []
        for share in shares:
            said = [whole for at, whole in self._seen if at <= share * actual_s]
            found.append(EstimateError(share, said[-1] if said else None, actual_s))
        return tuple(found)
