"""What larger corpora would cost, from the measured sizes and the growth law.

Every quantity is extrapolated by a power law that is fitted on the measured sizes; what lies beyond
them is a forecast, with the error of the fit and the drift of the growth exponent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.scale.growth import PowerLaw, fitted

TERABYTE = 1_000_000_000_000
TARGETS = (TERABYTE, 15 * TERABYTE)
TASKS = 1_000
_ROW_BYTES = 24
"""Of a row on its way: its end, count and first position, beside its bytes."""
_PARTITION_BYTES = 1_000_000_000
_SUMMING = 5
"""Memory that summing up a partition takes, in times the bytes of its rows."""


@dataclass(frozen=True, slots=True)
class Measured:
    """counts, trainings: rows of `measuring`; merge: the figures of merging folders.

    row_bytes: of the bytes of a distinct pre-token, the mean. drift: by how much the exponent may
    be another beyond the measured sizes.
    """

    counts: list[dict[str, Any]]
    trainings: list[dict[str, Any]]
    merge: dict[str, Any]
    row_bytes: float
    drift: float

    @property
    def largest(self) -> int:
        return max(int(row["bytes"]) for row in self.counts)

    def law(self, name: str) -> PowerLaw:
        """The power law of a figure of counting."""
        return fitted([row["bytes"] for row in self.counts], [row[name] for row in self.counts])

    def training_law(self, floor: int, name: str) -> PowerLaw:
        """The power law of a figure of training with a floor, over the bytes of the corpus."""
        sizes = {row["asked_bytes"]: row["bytes"] for row in self.counts}
        rows = [row for row in self.trainings if row["floor"] == floor]
        return fitted([sizes[row["asked_bytes"]] for row in rows], [row[name] for row in rows])


def forecast(measured: Measured, n_bytes: int, tasks: int = TASKS) -> dict[str, Any]:
    """The costs of counting and training a corpus of `n_bytes` in `tasks` tasks.

    Hours are those of one core, from the processor's time, which other work on the machine leaves
    nearly as it is.
    """
    law = measured.law("distinct")
    distinct = law.at(n_bytes)
    low, high = law.interval(n_bytes, measured.drift, measured.largest)
    of_task = law.at(n_bytes / tasks)
    rows = of_task * tasks
    wire = rows * (measured.row_bytes + _ROW_BYTES)
    largest = sorted(measured.counts, key=lambda row: row["bytes"])[-2:]
    speeds = sorted(row["bytes"] / row["processor_s"] for row in largest)
    summing = measured.merge["processor_s"] / measured.merge["rows"]
    return {
        "bytes": n_bytes,
        "tasks": tasks,
        "distinct": distinct,
        "distinct_low": low,
        "distinct_high": high,
        "task_distinct": of_task,
        "counting_hours": n_bytes / speeds[0] / 3600,
        "counting_hours_best": n_bytes / speeds[-1] / 3600,
        "summing_hours": rows * summing / 3600,
        "shuffled_rows": rows,
        "network_bytes": wire,
        "folder_bytes": distinct * _mean_folder_row(measured),
        "partitions": max(1, round(wire * _SUMMING / _PARTITION_BYTES)),
        "hosts": [_host(measured, n_bytes, floor) for floor in _floors(measured.trainings)],
    }


def _host(measured: Measured, n_bytes: int, floor: int) -> dict[str, Any]:
    """Rows and memory of the training host."""
    law = measured.training_law(floor, "rows")
    rows = law.at(n_bytes)
    low, high = law.interval(n_bytes, measured.drift, measured.largest)
    base, each = line_of(measured.trainings, "peak_mb")
    start_s, row_s = line_of(measured.trainings, "processor_s")
    return {
        "floor": floor,
        "rows": rows,
        "rows_low": low,
        "rows_high": high,
        "memory_gb": (base + each * rows) / 1e3,
        "memory_gb_low": (base + each * low) / 1e3,
        "memory_gb_high": (base + each * high) / 1e3,
        "hours": (start_s + row_s * rows) / 3600,
    }


def line_of(trainings: Sequence[dict[str, Any]], name: str) -> tuple[float, float]:
    """A figure at no rows, and how much each further row adds: a line by least squares."""
    n = len(trainings)
    mean_rows = sum(row["rows"] for row in trainings) / n
    mean = sum(row[name] for row in trainings) / n
    spread = sum((row["rows"] - mean_rows) ** 2 for row in trainings)
    joint = sum((row["rows"] - mean_rows) * (row[name] - mean) for row in trainings)
    slope = joint / spread
    return mean - slope * mean_rows, slope


def _mean_folder_row(measured: Measured) -> float:
    largest = max(measured.counts, key=lambda row: row["bytes"])
    return float(largest["folder_bytes"] / largest["distinct"])


def _floors(trainings: Sequence[dict[str, Any]]) -> list[int]:
    return sorted({row["floor"] for row in trainings})
