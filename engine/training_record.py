"""TrainingRecord: what is known of a training beyond the merges themselves."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from engine.config import TrainingConfig

ENGINE_VERSION = "1"
"""Changes when the same corpus and settings would give other merges."""


@dataclass(frozen=True, eq=False)
class TrainingRecord:
    """The circumstances and the statistics of one training.

    counts: int64[n_merges], occurrences of each pair when it was selected.
    applied: int64[n_merges], occurrences merged; less where a pair overlaps itself.
    source_labels, source_bytes int64[n_sources], source_documents int64[n_sources].
    source_applied: int64[n_merges, n_sources]; its rows add up to `applied`.
    unmatched_bytes: corpus bytes that the split pattern left uncovered.
    seconds: wall time of "count", "merge" and "total".
    """

    config: TrainingConfig
    counts: npt.NDArray[np.int64]
    applied: npt.NDArray[np.int64]
    source_labels: tuple[str, ...]
    source_bytes: npt.NDArray[np.int64]
    source_documents: npt.NDArray[np.int64]
    source_applied: npt.NDArray[np.int64]
    pretokens: int
    unique_pretokens: int
    unmatched_bytes: int
    seconds: dict[str, float]
    problems: tuple[str, ...] = ()
    unicode_version: str = "16.0"
    engine_version: str = field(default=ENGINE_VERSION)

    def __post_init__(self) -> None:
        n_merges, n_sources = len(self.counts), len(self.source_labels)
        shapes = {
            "applied": (self.applied.shape, (n_merges,)),
            "source_applied": (self.source_applied.shape, (n_merges, n_sources)),
            "source_bytes": (self.source_bytes.shape, (n_sources,)),
            "source_documents": (self.source_documents.shape, (n_sources,)),
        }
        for name, (found, wanted) in shapes.items():
            if found != wanted:
                raise ValueError(f"{name} has the shape {found}, not {wanted}")
        if set(self.seconds) != {"count", "merge", "total"}:
            raise ValueError(f"seconds has {sorted(self.seconds)}")

    @property
    def documents(self) -> int:
        return int(self.source_documents.sum())

    @property
    def bytes(self) -> int:
        """UTF-8 bytes of the corpus."""
        return int(self.source_bytes.sum())

    def corpus_tokens(self, n_merges: int | None = None) -> int:
        """Tokens of the training corpus after the first `n_merges` merges, all by default."""
        return self.bytes - int(self.applied[:n_merges].sum())

    def bytes_per_token(self, n_merges: int | None = None) -> float:
        """Corpus bytes per token after the first `n_merges` merges."""
        return self.bytes / max(1, self.corpus_tokens(n_merges))

    def source_bytes_per_token(self, n_merges: int | None = None) -> npt.NDArray[np.float64]:
        """float64[n_sources]: bytes per token of each source; NaN for a source without text."""
        tokens = self.source_bytes - self.source_applied[:n_merges].sum(axis=0)
        with np.errstate(invalid="ignore"):
            return np.asarray(self.source_bytes / tokens, np.float64)

    def truncated(self, config: TrainingConfig) -> TrainingRecord:
        """The record of the same training stopped at the size of `config`."""
        n = config.n_merges
        return replace(
            self,
            config=config,
            counts=self.counts[:n],
            applied=self.applied[:n],
            source_applied=self.source_applied[:n],
        )
