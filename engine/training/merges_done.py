"""MergesDone: merges that a merge loop begins with instead of making them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.compiled import Int64s, UInt32s
from engine.settings import N_BYTES


@dataclass(frozen=True, eq=False)
class MergesDone:
    """Merges in their order, and what each of them did when it was made.

    merges: uint32[n, 2]; ids 0 to 255 are the bytes, 256 + k is the token of merge k.
    counts, applied: int64[n]; source_applied: int64[n, n_sources]. They are handed on as they
        are: all zero if not known, as for a tokenizer made elsewhere.
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
        """Merges of which nothing else is known."""
        merges = np.asarray(merges, np.uint32).reshape(-1, 2)
        n = len(merges)
        zeros = np.zeros(n, np.int64)
        return cls(merges, zeros, zeros, np.zeros((n, n_sources), np.int64))

    def __len__(self) -> int:
        return len(self.merges)

    def token_bytes(self) -> list[bytes]:
        """The bytes of every id, those of the bytes first."""
        tokens = [bytes([byte]) for byte in range(N_BYTES)]
        for left, right in self.merges.tolist():
            tokens.append(tokens[left] + tokens[right])
        return tokens
