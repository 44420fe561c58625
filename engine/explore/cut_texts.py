"""CutTexts: test texts as distinct pre-tokens, from which any training's figures come quickly.

Each distinct pre-token is encoded once, with all merges of a training. What a smaller vocabulary
makes of it follows: the tokens as of merge k are what is left when every later merge is taken
apart again (see engine.analysis.MergeReplay), so a token counts for as many as its tree has parts.

The figures equal those of `evaluate` on the same texts with the truncated tokenizer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from engine.compiled import Bools, Int64s, UInt32s, padded
from engine.corpus import Corpus
from engine.counting import PretokenTable
from engine.encoding import Encoder, Tokenizer
from engine.evaluation import (
    CountedLines,
    Evaluation,
    EvaluationWork,
    FairnessFigures,
    LabelEvaluation,
    LabelFairness,
    counted_lines,
)
from engine.settings import N_BYTES
from engine.splitting import Splitter
from engine.text import Normalization, normalized_documents, text_facts

_FIRST_SLOTS = 1 << 16
_OF_TOKENIZER = (
    "fertility_median", "fertility_p95", "whole_words", "retained_types", "retained_types_bare",
    "number_f1_sum", "indentation_tokens", "split_characters", "used_ids", "entropy",
    "renyi_efficiency",
)  # fmt: skip
"""Figures of a label that only the text as a whole gives; they are None here."""


class _Column(NamedTuple):
    """Occurrences of pre-tokens in a label, or in some of its lines.

    entries, counts: int64[m], whole pre-tokens. begins, ends, times: int64[p], stretches of the
    distinct pre-tokens in which tokens begin that count, of pre-tokens that lie partly outside.
    """

    entries: Int64s
    counts: Int64s
    begins: Int64s
    ends: Int64s
    times: Int64s


class _Columns(NamedTuple):
    """The columns of a label; -1 for none.

    total: of all its text. common: lines that no text lacks. own, reference: lines of the pairs
    with the reference, here and there.
    """

    total: int
    common: int = -1
    own: int = -1
    reference: int = -1


class SizedMerges:
    """Merges of a training with what texts need of them, made once for all texts.

    merges: uint32[n, 2].
    """

    def __init__(self, merges: UInt32s) -> None:
        self.encoder = Encoder(merges)
        self.pairs: list[list[int]] = merges.tolist()
        lengths = [1] * N_BYTES
        for left, right in self.pairs:
            lengths.append(lengths[left] + lengths[right])
        self.lengths = np.array(lengths, np.int64)
        self._parts: dict[int, Int64s] = {}

    def parts(self, n_merges: int) -> Int64s:
        """int64[256 + n]: the tokens that each token is with the first n_merges alone."""
        if n_merges not in self._parts:
            parts = [1] * (N_BYTES + min(n_merges, len(self.pairs)))
            for left, right in self.pairs[n_merges:]:
                parts.append(parts[left] + parts[right])
            self._parts[n_merges] = np.array(parts, np.int64)
        return self._parts[n_merges]


class SizedTokens:
    """The tokens of distinct pre-tokens at any number of the merges that they were encoded with.

    ids: uint32[n]; bounds: int64[e + 1], of the pre-tokens in the bytes.
    """

    def __init__(self, ids: UInt32s, merges: SizedMerges, bounds: Int64s) -> None:
        self._ids, self._merges = ids, merges
        widths = merges.lengths[ids]
        self._ends = np.cumsum(widths)
        self._starts = self._ends - widths
        self._firsts = np.searchsorted(self._starts, bounds)

    def of_entries(self, n_merges: int) -> tuple[Int64s, Int64s]:
        """Tokens of each pre-token, int64[e], and running sums over all tokens, int64[n + 1]."""
        sums = np.zeros(len(self._ids) + 1, np.int64)
        np.cumsum(self._merges.parts(n_merges)[self._ids], out=sums[1:])
        return np.diff(sums[self._firsts]), sums

    def begun_between(self, begins: Int64s, ends: Int64s, sums: Int64s, n_merges: int) -> Int64s:
        """int64[p]: tokens that begin in stretches of the bytes; sums: those of `of_entries`."""
        first = np.searchsorted(self._starts, begins)
        last = np.searchsorted(self._starts, ends)
        found = sums[last] - sums[first]
        # A token may begin before a stretch or go beyond it, and be several tokens of a smaller
        # vocabulary.
        for at in np.flatnonzero((last > 0) & (last > first)).tolist():
            token = int(last[at]) - 1
            if self._ends[token] > ends[at] and self._ids[token] >= N_BYTES + n_merges:
                whole = int(sums[token + 1] - sums[token])
                found[at] += self._inside(token, int(begins[at]), int(ends[at]), n_merges) - whole
        for at in np.flatnonzero(first > 0).tolist():
            token = int(first[at]) - 1
            if self._ends[token] > begins[at] and self._ids[token] >= N_BYTES + n_merges:
                found[at] += self._inside(token, int(begins[at]), int(ends[at]), n_merges)
        return found

    def _inside(self, token: int, begin: int, end: int, n_merges: int) -> int:
        """How many of the parts of a token begin within a stretch."""
        n, stack = 0, [(int(self._ids[token]), int(self._starts[token]))]
        while stack:
            part, at = stack.pop()
            if part < N_BYTES + n_merges:
                n += begin <= at < end
                continue
            left, right = self._merges.pairs[part - N_BYTES]
            stack += [(left, at), (right, at + int(self._merges.lengths[left]))]
        return n


@dataclass(frozen=True)
class CutTexts:
    """Test texts cut by one split pattern. `cut_texts` makes them.

    data, spans: the distinct pre-tokens, uint8 and int64[n, 2]. base: the evaluation of these
    texts without merges, whose figures of the text itself hold for every tokenizer.
    """

    pattern: str
    normalization: Normalization | None
    data: bytes
    spans: Int64s
    columns: tuple[_Column, ...]
    of_label: Mapping[str, _Columns]
    base: Evaluation
    n_common: int

    @property
    def n_bytes(self) -> int:
        """Of the distinct pre-tokens."""
        return len(self.data)

    def evaluations(
        self, merges: SizedMerges, sizes: Sequence[tuple[int, int]]
    ) -> dict[int, Evaluation]:
        """The evaluation at each size, without the figures that only a whole encoding gives.

        merges: with all that any of the sizes has. sizes: (vocabulary size, number of merges).
        """
        ids = merges.encoder.encode_spans(self.data, self.spans)
        bounds = np.append(self.spans[:, 0], len(self.data))
        tokens = SizedTokens(ids, merges, bounds)
        return {size: self._evaluation(tokens, size, n_merges) for size, n_merges in sizes}

    def _evaluation(self, tokens: SizedTokens, size: int, n_merges: int) -> Evaluation:
        of_entries, sums = tokens.of_entries(n_merges)
        found = []
        for column in self.columns:
            n = int(of_entries[column.entries] @ column.counts)
            if len(column.times):
                begun = tokens.begun_between(column.begins, column.ends, sums, n_merges)
                n += int(begun @ column.times)
            found.append(n)
        rows = tuple(
            _with_tokens(row, found[self.of_label[row.label].total], size) for row in self.base.rows
        )
        total = _with_tokens(self.base.total, sum(row.tokens for row in rows), size)
        return replace(self.base, rows=rows, total=total, fairness=self._fairness(found))

    def _fairness(self, found: Sequence[int]) -> FairnessFigures | None:
        base = self.base.fairness
        if base is None:
            return None

        def row(label: LabelFairness) -> LabelFairness:
            columns = self.of_label[label.label]
            there = found[columns.reference] if columns.reference >= 0 else 0
            premium = found[columns.own] / there if there and label.premium is not None else None
            return replace(
                label,
                tokens_per_line=found[columns.common] / self.n_common if self.n_common else 0.0,
                premium=premium,
                premium_median=None,
                premium_p90=None,
            )

        return FairnessFigures(
            base.reference, base.lines, base.lines_left_out, tuple(map(row, base.labels))
        )


def _with_tokens(row: LabelEvaluation, tokens: int, size: int) -> LabelEvaluation:
    unknown: dict[str, Any] = dict.fromkeys(_OF_TOKENIZER)
    return replace(row, tokens=tokens, vocab_size=size, **unknown)


def cut_texts(
    corpus: Corpus, pattern: str, normalization: Normalization | None, reference: str | None
) -> CutTexts:
    """Cut the texts of a corpus in memory, one document for each source. Raises PatternError."""
    plain = Tokenizer(np.empty((0, 2), np.uint32), pattern=pattern, normalization=normalization)
    labels = [source.label for source in corpus.sources]
    work = EvaluationWork([plain], labels)
    for _ in work.steps(corpus.labelled_parts()):
        pass
    base = work.evaluations(reference)[0]
    lines = None
    if base.fairness is not None:
        own = work.lines(0)
        texts = {row.label: own[row.label] for row in base.fairness.labels}
        lines = counted_lines(texts, base.fairness.reference)
    cutting = _Cutting(Splitter(pattern), normalization)
    for source in corpus.sources:
        assert source.texts is not None
        cutting.add(source.label, source.texts[0].encode())
    return cutting.finished(base, lines)


class _Cut(NamedTuple):
    """A text: spans int64[n, 2], the entry of each int64[n], and its lines."""

    spans: Int64s
    entries: Int64s
    line_starts: Int64s
    line_ends: Int64s


class _Cutting:
    """Cuts texts one after another and finds their distinct pre-tokens."""

    def __init__(self, splitter: Splitter, normalization: Normalization | None) -> None:
        self._splitter, self._normalization = splitter, normalization
        self._table = PretokenTable(_FIRST_SLOTS)
        self._texts: dict[str, tuple[bytes, _Cut]] = {}

    def add(self, label: str, data: bytes) -> None:
        """Cut the text of a label."""
        bounds = np.array([0, len(data)], np.int64)
        data, _ = normalized_documents(data, bounds, self._normalization)
        spans = self._splitter.spans(data)
        starts, ends = spans.T.copy()
        entries = self._table.enter(padded(data), starts, ends)
        dense = np.where(entries >= 0, 2 * entries, -2 * entries - 1)
        facts = text_facts(data, np.array([0, len(data)], np.int64), "white-space")
        self._texts[label] = data, _Cut(spans, dense, facts.lines.starts, facts.lines.ends)

    def finished(self, base: Evaluation, lines: CountedLines | None) -> CutTexts:
        """The texts, once all are added."""
        data, spans = self._distinct()
        columns: list[_Column] = []
        of_label: dict[str, _Columns] = {}
        known: dict[tuple[str, bytes], int] = {}

        def column(label: str, is_counted: Bools | None) -> int:
            key = (label, b"" if is_counted is None else is_counted.tobytes())
            if key not in known:
                known[key] = len(columns)
                columns.append(_column(self._texts[label][1], is_counted, spans[:, 0]))
            return known[key]

        parallel = {} if base.fairness is None else {row.label for row in base.fairness.labels}
        reference = None if base.fairness is None else base.fairness.reference
        for label in self._texts:
            of_label[label] = _Columns(column(label, None))
            if lines is None or label not in parallel:
                continue
            found = of_label[label]._replace(common=column(label, lines.common[label]))
            if reference is not None:
                own, there = lines.own[label], lines.reference[label]
                found = found._replace(own=column(label, own), reference=column(reference, there))
            of_label[label] = found
        return CutTexts(
            self._splitter.pattern, self._normalization, data, spans, tuple(columns), of_label,
            base, 0 if lines is None else lines.n_common,
        )  # fmt: skip

    def _distinct(self) -> tuple[bytes, Int64s]:
        """The bytes of all distinct pre-tokens and their spans; entries are numbered by them."""
        cuts = [cut for _, cut in self._texts.values()]
        every = np.concatenate([cut.entries for cut in cuts])
        _, firsts, numbers = np.unique(every, return_index=True, return_inverse=True)
        numbers = numbers.reshape(-1)
        begins = np.cumsum([0, *(len(cut.entries) for cut in cuts)])
        pieces: list[bytes] = [b""] * len(firsts)
        order = np.argsort(firsts, kind="stable")
        which = np.searchsorted(begins, firsts[order], "right") - 1
        texts = [data for data, _ in self._texts.values()]
        for entry, text, first in zip(
            order.tolist(), which.tolist(), firsts[order].tolist(), strict=True
        ):
            start, end = cuts[text].spans[first - begins[text]].tolist()
            pieces[entry] = texts[text][start:end]
        for i, (label, (data, cut)) in enumerate(self._texts.items()):
            own = numbers[begins[i] : begins[i + 1]]
            self._texts[label] = data, cut._replace(entries=own)
        ends = np.cumsum([len(piece) for piece in pieces], dtype=np.int64)
        widths = np.diff(ends, prepend=0)
        return b"".join(pieces), np.stack([ends - widths, ends], axis=1)


def _column(cut: _Cut, is_counted: Bools | None, places: Int64s) -> _Column:
    """The occurrences in a text, or in its lines that are counted.

    is_counted: bool[n_lines], None for all of the text. places: int64[e], first byte of each entry.
    """
    nothing = np.empty(0, np.int64)
    if is_counted is None:
        counts = np.bincount(cut.entries)
        entries = np.flatnonzero(counts)
        return _Column(entries, counts[entries], nothing, nothing, nothing)
    starts, ends = cut.line_starts[is_counted], cut.line_ends[is_counted]
    kept = ends > starts
    starts, ends = starts[kept], ends[kept]
    first = np.searchsorted(ends, cut.spans[:, 0], "right")
    last = np.searchsorted(starts, cut.spans[:, 1], "left")
    n_lines = last - first
    one = np.flatnonzero(n_lines == 1)
    line = first[one]
    is_inside = (starts[line] <= cut.spans[one, 0]) & (ends[line] >= cut.spans[one, 1])
    counts = np.bincount(cut.entries[one[is_inside]], minlength=1)
    entries = np.flatnonzero(counts)
    partial = np.concatenate([one[~is_inside], np.flatnonzero(n_lines > 1)])
    spans = np.repeat(partial, n_lines[partial])
    within = np.arange(len(spans)) - np.repeat(
        np.cumsum(n_lines[partial]) - n_lines[partial], n_lines[partial]
    )
    line = first[spans] + within
    place = places[cut.entries[spans]] - cut.spans[spans, 0]
    begins = np.maximum(starts[line], cut.spans[spans, 0]) + place
    stops = np.minimum(ends[line], cut.spans[spans, 1]) + place
    rows, times = np.unique(np.stack([begins, stops], axis=1), axis=0, return_counts=True)
    return _Column(entries, counts[entries], rows[:, 0], rows[:, 1], times)
