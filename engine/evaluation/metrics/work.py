"""EvaluationWork: several tokenizers on one stream of documents, in threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

import numpy as np

from engine.corpus import DocumentGroup, DocumentPart
from engine.encoding import spread
from engine.evaluation.metrics.fairness import FairnessFigures
from engine.evaluation.metrics.groups import (
    GroupText,
    GroupTokens,
    Measured,
    group_text,
    group_tokens,
    text_groups,
)
from engine.evaluation.metrics.label_sums import LabelSums
from engine.evaluation.metrics.labels import LabelEvaluation
from engine.evaluation.metrics.parallel_lines import (
    ParallelSet,
    TextLines,
    chosen_reference,
    fairness_of,
    lost_texts_remark,
    missing_reference,
    parallel_set,
)
from engine.evaluation.parallel_text import TextReport
from engine.evaluation.words_seen import StringSet
from engine.library import AnyTokenizer
from engine.machine import n_cores, results_in_order
from engine.text import (
    BLANK,
    RANGE,
    Normalization,
    WordRule,
    detected_script,
    is_code,
    language_code,
    word_rule,
)

Worker = Callable[[DocumentGroup], "_Result"]


@dataclass
class _Text:
    """Facts of a source's text as a whole. types: its words, by normalization."""

    label: str
    declared: str | None
    detected: str | None
    rule: WordRule
    types: dict[Normalization | None, StringSet] = field(default_factory=dict)


@dataclass(frozen=True)
class _Result:
    """One group, with its text and its tokens for each tokenizer."""

    group: DocumentGroup
    texts: list[GroupText]
    tokens: list[GroupTokens]


class EvaluationWork:
    """Several tokenizers on one stream of documents, in threads.

    Each group of documents is worked on by one thread with all tokenizers in turn, so that its
    words, lines and numbers are found once, or once for each normalization.

    labels: of the sources, by their number.
    """

    def __init__(self, tokenizers: Sequence[AnyTokenizer], labels: Sequence[str]) -> None:
        self._tokenizers = tokenizers
        self._labels = labels
        self._texts: dict[int, _Text] = {}
        self._rows: list[dict[int, LabelEvaluation]] = [{} for _ in tokenizers]
        self._lines: list[dict[int, TextLines]] = [{} for _ in tokenizers]
        self._totals = [LabelSums("all", None, tokenizer.vocab_size) for tokenizer in tokenizers]
        self._measured: list[Measured] = []

    def steps(self, parts: Iterable[tuple[int, DocumentPart]]) -> Iterator[LabelEvaluation]:
        """Do the work; yields the first tokenizer's sums of a label every now and then."""
        latest = LabelEvaluation(self._labels[0] if self._labels else "", 0, 0, 0, 0, 0, True)
        for _ in self._prepared():
            yield latest
        sums: list[LabelSums] = []
        source = -1
        groups = self._noted(text_groups(parts, self._tokenizers))
        thread_bytes = sum(item.batch_encoder.thread_bytes for item in self._tokenizers)
        with closing(spread(self._workers, groups, thread_bytes=thread_bytes)) as results:
            for result in results:
                if result is not None:
                    if result.group.source != source:
                        self._finish(source, sums)
                        source = result.group.source
                        sums = self._begin(source)
                    for item, text, tokens in zip(sums, result.texts, result.tokens, strict=True):
                        item.add(result.group, text, tokens)
                    latest = sums[0].progress()
                yield latest
        self._finish(source, sums)

    def rows(self, number: int) -> tuple[tuple[LabelEvaluation, ...], LabelEvaluation]:
        """The rows of one tokenizer in the order of the labels, and their total."""
        return tuple(self._rows[number].values()), self._totals[number].row()

    def parallel_set(self) -> ParallelSet:
        """The texts that are parallel."""
        counts = {
            self._labels[source]: len(lines.flags) for source, lines in self._lines[0].items()
        }
        return parallel_set(counts)

    def fairness(
        self, number: int, found: ParallelSet, wanted: str | None
    ) -> tuple[FairnessFigures | None, tuple[str, ...]]:
        """Fairness of one tokenizer on the parallel texts, and remarks. wanted: the reference."""
        if not found.labels:
            return None, found.remarks
        lines = {self._labels[source]: counts for source, counts in self._lines[number].items()}
        texts = {label: lines[label] for label in found.labels}
        reference = chosen_reference(found.labels, wanted)
        figures, remarks = fairness_of(texts, reference)
        lost = [
            row.label
            for row in self._rows[number].values()
            if not row.round_trips and row.label in found.labels
        ]
        if lost:
            figures, remarks = figures.without(lost), (*remarks, lost_texts_remark(lost, reference))
        lacking = () if reference is not None else (missing_reference(found, wanted),)
        return figures, (*found.remarks, *remarks, *lacking)

    def reports(self, found: ParallelSet) -> tuple[TextReport, ...]:
        """A report on each label's text."""
        reports = []
        for source, lines in self._lines[0].items():
            text = self._texts[source]
            reports.append(
                TextReport(
                    text.label,
                    lines=len(lines.flags),
                    bytes=self._rows[0][source].bytes,
                    blank_lines=int(np.count_nonzero(lines.flags == BLANK)),
                    range_lines=int(np.count_nonzero(lines.flags == RANGE)),
                    declared_script=text.declared,
                    detected_script=text.detected,
                    is_parallel=text.label in found.labels,
                )
            )
        return tuple(reports)

    def _prepared(self) -> Iterator[None]:
        """Look up what is needed of every tokenizer, in threads if there are several."""
        if len(self._tokenizers) == 1:
            self._measured = [Measured.of(self._tokenizers[0])]
            return
        workers = [Measured.of] * min(n_cores(), len(self._tokenizers))
        for measured in results_in_order(workers, self._tokenizers):
            if measured is not None:
                self._measured.append(measured)
            yield

    def _noted(self, groups: Iterable[DocumentGroup]) -> Iterator[DocumentGroup]:
        """The groups; facts of a text are complete before a thread gets its first group."""
        for group in groups:
            if group.source not in self._texts:
                self._texts[group.source] = self._text(group)
            yield group

    def _text(self, group: DocumentGroup) -> _Text:
        label = self._labels[group.source]
        code = None if is_code(label) else language_code(label)
        declared = code.expected_script if code else None
        detected = detected_script(group.data, declared)
        text = _Text(label, declared, detected, word_rule(label, detected))
        for tokenizer in self._tokenizers:
            text.types.setdefault(tokenizer.normalization, StringSet())
        return text

    def _workers(self, n_threads: int) -> list[Worker]:
        """One for each thread, each with an encoder of every tokenizer."""
        encoders = [owner.batch_encoder.encoders(n_threads) for owner in self._tokenizers]

        def worker(thread: int) -> Worker:
            def work(group: DocumentGroup) -> _Result:
                text = self._texts[group.source]
                forms: dict[Normalization | None, GroupText] = {}
                tokens = []
                for measured, of_threads in zip(self._measured, encoders, strict=True):
                    tokenizer = measured.tokenizer
                    form = tokenizer.normalization
                    if form not in forms:
                        forms[form] = group_text(group, tokenizer, text.rule, text.types[form])
                    tokens.append(group_tokens(group, forms[form], measured, of_threads[thread]))
                texts = [forms[owner.normalization] for owner in self._tokenizers]
                return _Result(group, texts, tokens)

            return work

        return [worker(thread) for thread in range(n_threads)]

    def _begin(self, source: int) -> list[LabelSums]:
        text = self._texts[source]
        return [
            LabelSums(text.label, text.rule, tokenizer.vocab_size) for tokenizer in self._tokenizers
        ]

    def _finish(self, source: int, sums: Sequence[LabelSums]) -> None:
        """Keep the row and the lines of a label; its counts go into the total."""
        for number, sums_of_label in enumerate(sums):
            self._rows[number][source] = sums_of_label.row()
            self._lines[number][source] = sums_of_label.lines
            self._totals[number].add_label(sums_of_label)
        if source in self._texts:
            self._texts[source].types.clear()
