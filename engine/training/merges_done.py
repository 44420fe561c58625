"""MergesDone: merges that a merge loop begins with instead of making them, and where they are from.

`MergeLog` has the merges of a training so far, in a file that only grows. A record has merges in
a row: the number of the first one, how many of all stage one made once that is known, and, for
each, left and right id, the count when it was made and what it applied in each source. A training
that goes on begins with the merges of all records that are whole.

A finished training goes on to a larger vocabulary as if it had never stopped: the merges of a
smaller training are the first merges of a larger one on the same text. So they are taken as done,
and only the others are made. Special tokens follow the merges, as in every training: their ids move
up. Superwords begin at the same merge, whatever share of the vocabulary that is now.
"""

from __future__ import annotations

import json
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.compiled import Int64s, UInt32s
from engine.counting import CheckpointPace
from engine.errors import CheckpointError, ConfigError
from engine.machine import GrowingLog, records
from engine.sentences import say
from engine.settings import N_BYTES, Superwords, TrainingConfig, TrainingRecord

if TYPE_CHECKING:
    from engine.counting import PretokenCounts
    from engine.encoding import Tokenizer
    from engine.training.layout import Results

MAGIC = b"tokenizer-workbench merges 2\n"
_HEAD = struct.Struct("<QQQqQ")
_STAGE_ONE = -1


@dataclass(frozen=True, eq=False)
class MergesDone:
    """Merges in their order, and what each of them did when it was made.

    merges: uint32[n, 2]; ids 0 to 255 are the bytes, 256 + k is the token of merge k.
    counts, applied: int64[n]; source_applied: int64[n, n_sources]. All zero
        if not known, as for a tokenizer made elsewhere.
    n_first: how many of them stage one of a training with superwords made, which may have run out
        of pairs before the transition; None where all were made in stage one, or in the only one.

    Raises ValueError for shapes that do not fit and for halves that a merge cannot have yet.
    """

    merges: UInt32s
    counts: Int64s
    applied: Int64s
    source_applied: Int64s
    n_first: int | None = None

    def __post_init__(self) -> None:
        merges = np.ascontiguousarray(self.merges, np.uint32).reshape(-1, 2)
        object.__setattr__(self, "merges", merges)
        for name in ("counts", "applied", "source_applied"):
            object.__setattr__(self, name, np.asarray(getattr(self, name), np.int64))
        n = len(merges)
        if self.counts.shape != (n,) or self.applied.shape != (n,):
            raise ValueError(f"{n} merges done have {len(self.counts)} counts")
        if self.source_applied.ndim != 2 or len(self.source_applied) != n:
            raise ValueError(f"source_applied of {n} merges done has {self.source_applied.shape}")
        if (merges >= N_BYTES + np.arange(n, dtype=np.int64)[:, None]).any():
            raise ValueError("a merge that is done has a half that was not made before it")

    @classmethod
    def of_merges(cls, merges: UInt32s, n_sources: int) -> MergesDone:
        """Merges uint32[n, 2] of which nothing else is known."""
        merges = np.asarray(merges, np.uint32).reshape(-1, 2)
        n = len(merges)
        zeros = np.zeros(n, np.int64)
        return cls(merges, zeros, zeros, np.zeros((n, n_sources), np.int64))

    @classmethod
    def of_results(cls, results: Results, n: int) -> MergesDone:
        """The first n merges of a loop, as copies: the loop may go on."""
        merges, counts, applied = results.merges[:n], results.counts[:n], results.applied[:n]
        by_source = results.source_applied[:n].copy()
        return cls(merges.copy(), counts.copy(), applied.copy(), by_source)

    def without_choosers(self) -> tuple[MergesDone, Int64s]:
        """The merges of a log with choosers, and these: int64[n], -1 for none."""
        by_source = self.source_applied[:, :-1]
        done = MergesDone(self.merges, self.counts, by_source.sum(axis=1), by_source, self.n_first)
        return done, self.source_applied[:, -1] - 1

    def first(self, n: int) -> MergesDone:
        """The first n of them, all made in stage one."""
        by_source = self.source_applied[:n]
        return MergesDone(self.merges[:n], self.counts[:n], self.applied[:n], by_source)

    def __len__(self) -> int:
        return len(self.merges)

    def token_bytes(self) -> list[bytes]:
        """The bytes of every id, those of the bytes first."""
        tokens = [bytes([byte]) for byte in range(N_BYTES)]
        for left, right in self.merges.tolist():
            tokens.append(tokens[left] + tokens[right])
        return tokens


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

    def add(
        self,
        results: Results,
        n_merges: int,
        n_first: int | None = None,
        choosers: Int64s | None = None,
    ) -> None:
        """Write the merges that are not in the log yet. n_first: as MergesDone has it.

        choosers: int64[n], which language chose each, -1 for none. They are a further column of
        what is applied, one higher.
        """
        if self._log is None:
            self._log = GrowingLog(self._path, MAGIC, self._end)
            if not self._end:
                self._log.append([self._facts])
        first = self.n_written
        rows = slice(first, n_merges)
        stage_one = _STAGE_ONE if n_first is None else n_first
        applied = results.source_applied[rows]
        if choosers is not None:
            applied = np.column_stack([applied, choosers[rows] + 1])
        n_sources = applied.shape[1]
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
        """Close the file after bringing it to the disk."""
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


def continued_config(tokenizer: Tokenizer, vocab_size: int) -> TrainingConfig:
    """The settings with which a tokenizer's training goes on to `vocab_size` ids.

    Raises ConfigError (setting "vocab_size") for a size that is not larger, and for a tokenizer
    whose training is not known.
    """
    record = _record(tokenizer)
    if vocab_size <= record.config.vocab_size:
        raise ConfigError(
            say("already_that_large", size=record.config.vocab_size), setting="vocab_size"
        )
    return record.config.of_size(vocab_size)


def superwords_config(
    tokenizer: Tokenizer, vocab_size: int, superwords: Superwords
) -> TrainingConfig:
    """The settings with which a training without superwords goes on to some.

    The merges up to the transition are stage one; those beyond it, where it is smaller than the
    tokenizer, are made again by stage two. Raises ConfigError.
    """
    config = _record(tokenizer).config
    if config.superwords is not None:
        raise ConfigError(say("superwords_there"), setting="superwords_from")
    return replace(config.of_size(vocab_size), superwords=superwords)


def merges_to_continue(tokenizer: Tokenizer, pretokens: PretokenCounts) -> MergesDone:
    """The merges of a tokenizer with what they did, to go on from on the same text.

    Raises CheckpointError where the counts are of another text or another mixture.
    """
    record = _record(tokenizer)
    pairs = (
        ("bytes", record.source_bytes, pretokens.source_bytes),
        ("documents", record.source_documents, pretokens.source_documents),
        ("weight", record.source_weights, pretokens.source_weights),
    )
    if record.source_labels != pretokens.labels:
        raise CheckpointError(
            say(
                "continued_on_other_sources",
                then=", ".join(record.source_labels),
                now=", ".join(pretokens.labels),
            )
        )
    for what, then, now in pairs:
        for label, before, present in zip(record.source_labels, then, now, strict=True):
            if before != present:
                raise CheckpointError(
                    say(
                        "continued_on_other_counts",
                        label=label,
                        what=what,
                        then=before,
                        now=present,
                    )
                )
    if (record.pretokens, record.unique_pretokens, record.weight_scale) != (
        pretokens.n_pretokens, pretokens.n_unique, pretokens.weight_scale,
    ):  # fmt: skip
        raise CheckpointError(say("continued_on_other_text"))
    return MergesDone(
        np.asarray(tokenizer.ranked_merges, np.uint32),
        record.counts,
        record.applied,
        record.source_applied,
        None if tokenizer.superwords is None else tokenizer.superwords.n_first_merges,
    )


def _record(tokenizer: Tokenizer) -> TrainingRecord:
    if tokenizer.training is None:
        raise ConfigError(say("unknown_training"), setting="vocab_size")
    return tokenizer.training


class LaidTokens(NamedTuple):
    """Pre-tokens as tokens in an arena, in their own order.

    symbols: uint32[n_slots], see layout.Arena. starts: int64[n + 1], the bytes of each pre-token.
    numbers: int64[m], which of them are meant; None for all.
    """

    symbols: UInt32s
    starts: Int64s
    numbers: Int64s | None = None

    def copy_to(self, starts: Int64s, symbols: UInt32s) -> None:
        """Write the pre-tokens that are meant into another arena, in this order.

        starts: int64[m + 1], their bytes.
        """
        from engine.counting import copied_pretokens  # late: it loads Numba

        numbers = np.arange(len(starts) - 1) if self.numbers is None else self.numbers
        begins = 4 * (self.starts + np.arange(1, len(self.starts) + 1))
        to = 4 * (starts + np.arange(len(starts)))
        copied = copied_pretokens(self.symbols.view(np.uint8), begins, numbers, to)
        symbols[1:] = copied[: to[-1]].view(np.uint32)
