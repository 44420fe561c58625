"""How much memory stage two of a training with superwords will take, and what it may take."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.counting import PretokenTable
from engine.errors import ConfigError, CorpusError
from engine.machine import available_bytes, counts_bytes, merging_bytes
from engine.training.sentences import say

_DEFAULT_SHARE = 0.8
"""Of the memory that is free when stage two begins."""
_KEPT_SHARE = 0.25
"""Of what stage two may take: so much for tokens that are kept between the passes."""
_ENCODERS_SHARE = 0.25
"""Of it: so much for the caches of the encoders of all threads."""
_CELLS_SHARE = 0.125
"""Of it: so much for the cells in which all threads count pairs."""
_MOST_WITHOUT_LIMIT = 8 << 30
_GROWTH = 0.85
"""Distinct runs of a text of B bytes grow like B ** 0.85 (Heaps' law)."""
_SURE_FACTOR = 1.5
"""A forecast from a sample is believed where it is this multiple of the limit."""
_MEGABYTE = 1 << 20


def checked_memory(n_bytes: int | None) -> int | None:
    """The setting as it is. Raises ConfigError for what is no number of bytes."""
    if n_bytes is not None and (isinstance(n_bytes, bool) or n_bytes < _MEGABYTE):
        raise ConfigError(
            say("superword_memory_too_small", value=repr(n_bytes)),
            setting="superword_memory",
        )
    return n_bytes


class SuperwordMemory:
    """What stage two may take.

    asked: bytes that a person allows; None for most of what is free.
    """

    def __init__(self, asked: int | None = None) -> None:
        self._is_asked = checked_memory(asked) is not None
        free = available_bytes()
        self._free = free
        if asked is not None:
            self.limit = asked
        else:
            self.limit = int(_DEFAULT_SHARE * (_MOST_WITHOUT_LIMIT if free is None else free))

    @property
    def most_kept(self) -> int:
        """Bytes for tokens that are kept between the passes."""
        return int(_KEPT_SHARE * self.limit)

    def n_threads(self, most: int, bytes_each: int) -> int:
        """How many of `most` threads may encode, each with a number of bytes; at least one."""
        return max(1, min(most, int(_ENCODERS_SHARE * self.limit) // bytes_each))

    @property
    def most_in_cells(self) -> int:
        """Bytes for the cells of pairs of all threads together."""
        return int(_CELLS_SHARE * self.limit)

    def check_forecast(self, needed: int, n_runs: int) -> None:
        """Raise CorpusError where a forecast says that it cannot fit.

        needed: bytes of memory. n_runs: distinct runs that are expected.
        """
        if needed > _SURE_FACTOR * self.limit:
            raise self._error(say("memory_expected"), needed, n_runs)

    def check(self, needed: int, n_runs: int) -> None:
        """Raise CorpusError where what is counted so far needs more than there may be."""
        if needed > self.limit:
            raise self._error(say("memory_at_least"), needed, n_runs)

    def _error(self, need: str, needed: int, n_runs: int) -> CorpusError:
        allowed, more = (
            ("memory_allowed", "memory_allow_more")
            if self._is_asked
            else ("memory_free", "memory_larger_machine")
        )
        sentence = say(
            "superword_memory",
            need=need,
            needed=_megabytes(needed),
            n_runs=n_runs,
            allowed=say(allowed, limit=_megabytes(self.limit)),
            more=say(more),
        )
        return CorpusError(sentence, setting="memory_bytes" if self._is_asked else None)


def runs_memory(n_runs: int, n_bytes: int) -> int:
    """Bytes of memory that n distinct runs of n_bytes in all take, counts and merging."""
    return counts_bytes(n_runs, n_bytes) + merging_bytes(n_runs, n_bytes)


def tables_memory(tables: Sequence[PretokenTable]) -> int:
    """Bytes of memory that counting in these tables takes at least, each in a thread of its own.

    A run may be in several tables, so that only the fullest one is sure to be merged as a whole.
    """
    fullest = max(tables, key=lambda table: table.n_entries)
    merging = runs_memory(fullest.n_entries, fullest.expected_bytes)
    return max(merging, sum(table.memory_bytes for table in tables))


def extrapolated(distinct: int, share: float) -> int:
    """How much a whole text has that is distinct, where a share of it has so much."""
    if not 0 < share < 1:
        return distinct
    return int(distinct * math.pow(1 / share, _GROWTH))


def _megabytes(n_bytes: int) -> str:
    return f"{n_bytes / _MEGABYTE:,.0f} MB"
