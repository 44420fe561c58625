"""TrainingRecord: circumstances and statistics of a training, apart from its merges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from engine.compiled import Floats, Int64s
from engine.settings.config import TrainingConfig
from engine.settings.parity import ParityRecord

ENGINE_VERSION = "1"
"""Changes when the same corpus and settings would give other merges."""


def whole_occurrences(weighted: Int64s, scale: int) -> Int64s:
    """int64[n]: numbers in units of 1 / scale, rounded; any above zero is at least 1."""
    return np.maximum(weighted > 0, (weighted + scale // 2) // scale)


@dataclass(frozen=True)
class SecondStage:
    """The circumstances of stage two of a training.

    n_first: merges that stage one made, which may be fewer than were asked for.
    source_bytes, source_tokens: by source, the UTF-8 bytes that took part in stage two and the
        tokens they had when it began, cut by its pattern, each text counted once.
    first_tokens: by source, the tokens that the same bytes had at the end of stage one; differs
        from source_tokens because the two patterns cut differently. Empty where unknown.
    floor: count below which pairs were left out, in units of 1 / weight_scale; every merge of
        stage two had at least that many. tries: how often it was lowered, and once more.
    n_runs, n_distinct_runs: runs of tokens that could be merged, in the corpus and distinct.
    n_refused: pairs that the rules refused when they were the most frequent ones.
    seconds: wall time by step.
    """

    n_first: int
    source_bytes: tuple[int, ...]
    source_tokens: tuple[int, ...]
    first_tokens: tuple[int, ...] = ()
    floor: int = 1
    tries: int = 1
    n_runs: int = 0
    n_distinct_runs: int = 0
    n_refused: int = 0
    seconds: Mapping[str, float] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """As in JSON."""
        return asdict(self)

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> SecondStage:
        """The stage of a document. Raises TypeError and KeyError for an invalid one."""
        values = dict(document)
        for name in ("source_bytes", "source_tokens", "first_tokens"):
            values[name] = tuple(map(int, values.get(name, ())))
        return cls(**values)


@dataclass(frozen=True, eq=False)
class TrainingRecord:
    """The circumstances and the statistics of one training.

    counts: int64[n_merges], occurrences of each pair when it was selected, multiplied by the
        weights of the sources and in units of 1 / weight_scale; see `occurrences`.
    applied: int64[n_merges], natural occurrences merged: each in the corpus counts once, without
        the weight of its source; less if a pair overlaps itself. Those of stage two are of all
        text, even if its rules left text out: then they were counted afterwards.
    source_labels, source_bytes int64[n_sources], source_documents int64[n_sources],
    source_characters int64[n_sources], code points: what was read of each source and had a
        weight; zero for a source of weight 0.
    source_applied: int64[n_merges, n_sources]; its rows add up to `applied`.
    source_weights: int64[n_sources], in units of 1 / weight_scale; all 1 if nothing is weighed.
    unmatched_bytes: corpus bytes that the split pattern left uncovered.
    seconds: wall time of "count", "merge" and "total".
    second_stage: the merge at which superwords begin and its facts; None without them.
    parity: what languages chose in a parity-aware training; None otherwise.
    memory: int64[n, 2], merges and the bytes that the process had resident after them, in order;
        empty where the training was not observed.
    """

    config: TrainingConfig
    counts: Int64s
    applied: Int64s
    source_labels: tuple[str, ...]
    source_bytes: Int64s
    source_documents: Int64s
    source_applied: Int64s
    source_characters: Int64s
    source_weights: Int64s
    pretokens: int
    unique_pretokens: int
    unmatched_bytes: int
    seconds: dict[str, float]
    problems: tuple[str, ...] = ()
    unicode_version: str = "16.0"
    engine_version: str = field(default=ENGINE_VERSION)
    weight_scale: int = 1
    second_stage: SecondStage | None = None
    parity: ParityRecord | None = None
    memory: Int64s = field(default_factory=lambda: np.zeros((0, 2), np.int64))

    def __post_init__(self) -> None:
        for name, value in (("source_characters", 0), ("source_weights", 1)):
            if not len(getattr(self, name)):  # of a record from before there were any
                numbers = np.full(len(self.source_labels), value, np.int64)
                object.__setattr__(self, name, numbers)
        n_merges, n_sources = len(self.counts), len(self.source_labels)
        shapes = {
            "applied": (self.applied.shape, (n_merges,)),
            "source_applied": (self.source_applied.shape, (n_merges, n_sources)),
            "source_bytes": (self.source_bytes.shape, (n_sources,)),
            "source_documents": (self.source_documents.shape, (n_sources,)),
            "source_characters": (self.source_characters.shape, (n_sources,)),
            "source_weights": (self.source_weights.shape, (n_sources,)),
        }
        for name, (shape, expected) in shapes.items():
            if shape != expected:
                raise ValueError(f"{name} has the shape {shape}, not {expected}")
        if set(self.seconds) != {"count", "merge", "total"}:
            raise ValueError(f"seconds has {sorted(self.seconds)}")

    @property
    def is_weighted(self) -> bool:
        """Whether sources had weights other than 1."""
        return self.weight_scale != 1 or bool((self.source_weights != 1).any())

    @property
    def occurrences(self) -> Int64s:
        """int64[n_merges]: `counts` in whole occurrences, rounded if sources are weighted."""
        return whole_occurrences(self.counts, self.weight_scale)

    @cached_property
    def mixed_applied(self) -> Int64s:
        """int64[n_merges]: `applied`, weighted and rounded as `occurrences`."""
        if not self.is_weighted:
            return self.applied
        return whole_occurrences(self.source_applied @ self.source_weights, self.weight_scale)

    @property
    def source_repetitions(self) -> Floats:
        """float64[n_sources]: how often each source counted; 1 if nothing is weighed."""
        return np.asarray(self.source_weights / self.weight_scale, np.float64)

    @property
    def documents(self) -> int:
        return int(self.source_documents.sum())

    @property
    def bytes(self) -> int:
        """UTF-8 bytes of the corpus."""
        return int(self.source_bytes.sum())

    def source_tokens(self, n_merges: int | None = None) -> Int64s:
        """int64[n_sources]: tokens of each source after the first `n_merges` merges, or all.

        Up to the last merge of stage one the text is cut by its pattern; from the first merge of
        stage two on it is cut by the second pattern, which alone changes the number of tokens.
        Without a number it is the tokenizer's own pattern: the second one even if stage two
        found nothing to merge.
        """
        before, ranks = self._tokens_before(n_merges)
        return np.asarray(before - self.source_applied[ranks].sum(axis=0), np.int64)

    def corpus_tokens(self, n_merges: int | None = None) -> int:
        """Tokens of the training corpus after the first `n_merges` merges, all by default."""
        before, ranks = self._tokens_before(n_merges)
        return int(before.sum()) - int(self.applied[ranks].sum())

    def token_curve(self) -> Int64s:
        """int64[n_merges + 1]: `corpus_tokens` after every number of merges."""
        tokens = np.concatenate(([self.bytes], self.bytes - np.cumsum(self.applied)))
        second = self.second_stage
        if second is not None and second.n_first < len(self.applied):
            applied = np.cumsum(self.applied[second.n_first :])
            tokens[second.n_first + 1 :] = sum(second.source_tokens) - applied
        return np.asarray(tokens, np.int64)

    def bytes_per_token(self, n_merges: int | None = None) -> float:
        """Corpus bytes per token after the first `n_merges` merges, each text counted once."""
        return self.bytes / max(1, self.corpus_tokens(n_merges))

    def mixed_bytes_per_token(self, n_merges: int | None = None) -> float:
        """As bytes_per_token, but each source counted as often as the mixture repeats it."""
        weights = self.source_weights  # a mixture's weights keep such sums below 2^62
        tokens = int(weights @ self.source_tokens(n_merges))
        return int(weights @ self.source_bytes) / max(1, tokens)

    def source_bytes_per_token(self, n_merges: int | None = None) -> Floats:
        """float64[n_sources]: bytes per token of each source; NaN without text or weight."""
        with np.errstate(invalid="ignore"):
            return np.asarray(self.source_bytes / self.source_tokens(n_merges), np.float64)

    def by_label(self, *numbers: Int64s) -> tuple[tuple[str, ...], list[Int64s]]:
        """The labels in the order of the corpus, and int64[n_labels], the sums, of each array.

        numbers: int64[n_sources] each; several sources may have one label.
        """
        labels = tuple(dict.fromkeys(self.source_labels))
        sums = [np.zeros(len(labels), np.int64) for _ in numbers]
        rows = [labels.index(label) for label in self.source_labels]
        for of_labels, of_sources in zip(sums, numbers, strict=True):
            np.add.at(of_labels, rows, of_sources)
        return labels, sums

    def _tokens_before(self, n_merges: int | None) -> tuple[Int64s, slice]:
        """Tokens int64[n_sources] at the beginning of the stage in which the merge before
        `n_merges` was made, and the merges that this stage had made by then."""
        n = len(self.applied) if n_merges is None else min(n_merges, len(self.applied))
        second = self.second_stage
        is_first = second is not None and n_merges is not None and n <= second.n_first
        if second is None or is_first:
            return self.source_bytes, slice(0, n)
        return np.array(second.source_tokens, np.int64), slice(second.n_first, n)

    def truncated(self, config: TrainingConfig, n_merges: int) -> TrainingRecord:
        """The record of the same training stopped at the size of `config`, with n_merges."""
        n = n_merges
        second = self.second_stage
        return replace(
            self,
            config=config,
            counts=self.counts[:n],
            applied=self.applied[:n],
            source_applied=self.source_applied[:n],
            second_stage=None if second is None or n <= second.n_first else second,
            parity=self.parity if n >= len(self.counts) else None,
            memory=self.memory[self.memory[:, 0] <= n],
        )
