"""PretokenCounts: every distinct pre-token of a corpus with its count in each source.

Everything after counting, training above all, works on these counts alone: its cost depends on
the number of distinct pre-tokens and not on the size of the corpus.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from engine.compiled import Int64s, UInt8s, UInt32s
from engine.corpus import CorpusProblem

if TYPE_CHECKING:
    from engine.counting.dropped import DroppedPairs


@dataclass(frozen=True)
class PretokenCounts:
    """Distinct pre-tokens in the order of their first occurrence, with counts per source.

    data: uint8[n_bytes], all pre-tokens back to back; starts: int64[n + 1], their bounds.
    counts: int64[n], occurrences in the whole corpus.
    source_starts: int64[n + 1]; pre-token i occurs source_counts[j] times in source
        source_indices[j], first at byte source_firsts[j] of that source, for j in
        source_starts[i]:source_starts[i + 1]; sources ascend.
    source_bytes, source_documents, source_characters (code points), source_pretokens and
        source_unmatched (bytes): int64[n_sources], of the text as it was read.
    first_positions: int64[n], the byte of the corpus where each pre-token occurs first.
    problems: what was repaired or left out while reading.
    source_dropped: what floors left out of the counts of each source; () where none did.
    source_weights: int64[n_sources], by which counts and source_counts are multiplied; they are
        in units of 1 / weight_scale. Everything else is natural.
    """

    data: UInt8s
    starts: Int64s
    counts: Int64s
    source_starts: Int64s
    source_indices: UInt32s
    source_counts: Int64s
    source_firsts: Int64s
    labels: tuple[str, ...]
    source_bytes: Int64s
    source_documents: Int64s
    source_characters: Int64s
    source_pretokens: Int64s
    source_unmatched: Int64s
    first_positions: Int64s
    problems: tuple[CorpusProblem, ...] = ()
    source_dropped: tuple[DroppedPairs | None, ...] = ()
    source_weights: Int64s = field(default_factory=lambda: np.zeros(0, np.int64))
    weight_scale: int = 1

    def __post_init__(self) -> None:
        if not len(self.source_weights):
            object.__setattr__(self, "source_weights", np.ones(len(self.labels), np.int64))

    @property
    def n_unique(self) -> int:
        return len(self.counts)

    @property
    def n_pretokens(self) -> int:
        return int(self.source_pretokens.sum())

    @property
    def n_bytes(self) -> int:
        return int(self.source_bytes.sum())

    @property
    def n_documents(self) -> int:
        return int(self.source_documents.sum())

    @property
    def unmatched_bytes(self) -> int:
        return int(self.source_unmatched.sum())

    @property
    def whole_source_bytes(self) -> Int64s:
        """int64[n_sources]: bytes of each source with what floors left out; mixtures go by them."""
        if not self.source_dropped:
            return self.source_bytes
        dropped = [0 if each is None else each.bytes for each in self.source_dropped]
        return self.source_bytes + np.array(dropped, np.int64)

    @property
    def is_weighted(self) -> bool:
        """Whether sources count otherwise than as they are."""
        return self.weight_scale != 1 or bool((self.source_weights != 1).any())

    def pretoken(self, index: int) -> bytes:
        """The bytes of one pre-token."""
        return self.data[self.starts[index] : self.starts[index + 1]].tobytes()

    def weighted(self, weights: Int64s, scale: int = 1) -> PretokenCounts:
        """The same pre-tokens counted weights[s] times for each occurrence in source s.

        weights: int64[n_sources], in units of 1 / scale, with sum(weights * source_bytes) below
        2^63. What occurs only in sources of weight 0 falls out, and those sources are empty
        afterwards. Call it on natural counts.
        """
        weights = np.asarray(weights, np.int64)
        if weights.shape != self.source_bytes.shape or self.weight_scale != 1:
            raise ValueError("one weight is needed for each source of natural counts")
        if scale == 1 and (weights == 1).all():
            return self
        from engine.counting.counts_by_source import weighted_counts  # here: few trainings need it

        return weighted_counts(self, weights, scale)

    def divided(self, group_of: Int64s) -> list[tuple[Int64s, PretokenCounts]]:
        """What occurs in each of several groups of sources: which pre-tokens, and their counts.

        group_of: int64[n_sources], the group of each source, 0 to n - 1; each group has text. The
        sources of other groups are empty in its counts, which are weighted as these are.
        """
        from engine.counting.counts_by_source import divided_counts  # here: few trainings need it

        return divided_counts(self, group_of)
