"""MergeLog: the merges of a training so far, in a file that only grows.

A record holds merges in a row: the number of the first one, how many of all stage one made once
that is known, and, for each, left and right id, the count when it was made and what it applied in
each source. A training that goes on begins with the
merges of all records that are whole.
"""

from __future__ import annotations

import json
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.counting import CheckpointPace
from engine.machine import GrowingLog, records
from engine.training.merges_done import MergesDone

if TYPE_CHECKING:
    from engine.training.arrays import Results

MAGIC = b"tokenizer-workbench merges 2\n"
_HEAD = struct.Struct("<QQQqQ")
_STAGE_ONE = -1


class MergeLog:
    """The log of one training. Every method that writes raises OSError.

    facts: what the merges were made of, as JSON; a log of other facts is begun again.
    """

    def __init__(
        self,
        path: Path,
        facts: dict[str, Any],
        pace: CheckpointPace,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path, self._pace, self._now = path, pace, now
        self._facts = json.dumps(facts, sort_keys=True).encode()
        self._log: GrowingLog | None = None
        self.n_written = self._end = 0
        self._written_at = self._synced_at = -float("inf")

    def done(self, n_sources: int, n_merges: int) -> tuple[MergesDone | None, bool]:
        """The merges of the log, at most `n_merges`; whether the log is of these facts.

        None where there is none. Afterwards the log goes on behind them.
        """
        found, n_first, end, fits = self._read(n_sources)
        n = sum(len(merges) for merges, _, _ in found)
        self._end = end
        self.n_written = n
        if not n:
            return None, fits
        arrays = [np.concatenate([each[i] for each in found]) for i in range(3)]
        merges, counts, applied = (array[:n_merges] for array in arrays)
        try:
            return MergesDone(merges, counts, applied.sum(axis=1), applied, n_first), fits
        except ValueError:  # a half that was not made before it: no log of ours
            self._end = self.n_written = 0
            return None, fits

    def is_due(self, n_merges: int) -> bool:
        """Whether it is time to write the merges up to `n_merges`."""
        waited = self._now() - self._written_at
        return n_merges > self.n_written and waited >= self._pace.write_every_s

    def add(self, results: Results, n_merges: int, n_first: int | None = None) -> None:
        """Write the merges that are not in the log yet. n_first: as MergesDone has it."""
        if self._log is None:
            self._log = GrowingLog(self._path, MAGIC, self._end)
            if not self._end:
                self._log.append([self._facts])
        first, n_sources = self.n_written, results.source_applied.shape[1]
        rows = slice(first, n_merges)
        stage_one = _STAGE_ONE if n_first is None else n_first
        applied = results.source_applied[rows]
        width = np.min_scalar_type(int(applied.max(initial=0))).itemsize
        head = _HEAD.pack(first, n_merges - first, n_sources, stage_one, width)
        arrays = (
            results.merges[rows].astype("<u4"),
            results.counts[rows].astype("<i8"),
            applied.astype(f"<u{width}"),
        )
        self._log.append([head, *(array.tobytes() for array in arrays)])
        self.n_written = n_merges
        self._written_at = self._now()
        if self._written_at - self._synced_at >= self._pace.sync_every_s:
            self._log.sync()
            self._synced_at = self._now()

    def close(self) -> None:
        """Close the file; what it holds is on the disk then, where the disk can."""
        if self._log is not None:
            log, self._log = self._log, None
            try:
                log.sync()
            finally:
                log.close()

    def _read(self, n_sources: int) -> tuple[list[tuple[Any, Any, Any]], int | None, int, bool]:
        """(merges, counts, applied) by record, the merges of stage one where stage two is known
        to have begun, where the records end, whether the facts are these."""
        found: list[tuple[Any, Any, Any]] = []
        n, last, is_head, n_first = 0, 0, True, _STAGE_ONE
        for content, end in records(self._path, MAGIC):
            if is_head:
                if content != self._facts:
                    return [], None, 0, False
                is_head = False
            else:
                record = _merges_of(content, n_sources)
                if record is None or record[0] != n:
                    break
                found.append(record[2:])
                n, n_first = n + len(record[2]), record[1]
            last = end
        return found, None if n_first == _STAGE_ONE else n_first, last, True


def _merges_of(content: bytes, n_sources: int) -> tuple[int, int, Any, Any, Any] | None:
    """A record's numbers and arrays; None where they do not fit together."""
    if len(content) < _HEAD.size:
        return None
    first, n, n_own, n_first, width = _HEAD.unpack_from(content)
    if n_own != n_sources or len(content) != _HEAD.size + n * (16 + width * n_sources):
        return None
    at = _HEAD.size
    merges = np.frombuffer(content, "<u4", 2 * n, at).reshape(n, 2)
    counts = np.frombuffer(content, "<i8", n, at + 8 * n)
    numbers = np.frombuffer(content, f"<u{width}", n * n_sources, at + 16 * n)
    applied = numbers.astype(np.int64).reshape(n, n_sources)
    return first, n_first, merges, counts, applied
