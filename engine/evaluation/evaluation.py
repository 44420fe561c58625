"""Measuring tokenizers on text, per label: compression, words, fairness, structure, exactness.

In: tokenizers and a corpus. Groups of documents are measured in threads (`EvaluationWork`) and
added up for each label (`LabelSums`). Out: an `Evaluation` for each tokenizer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.analysis import entropy_and_efficiency
from engine.argument_types import described
from engine.corpus import Corpus, DocumentGroup, DocumentPart, checked_corpus
from engine.encoding import spread
from engine.errors import ArgumentError
from engine.evaluation.figures import FairnessFigures, LabelEvaluation, TextDifference
from engine.evaluation.groups import (
    MOST_TOKENS,
    GroupText,
    GroupTokens,
    Measured,
    StringSet,
    group_text,
    group_tokens,
    percentile,
    text_groups,
)
from engine.evaluation.parallel import (
    ParallelSet,
    TextLines,
    TextReport,
    check_reference,
    chosen_reference,
    fairness_of,
    lost_texts_remark,
    missing_reference,
    parallel_set,
    parallel_training_texts,
)
from engine.library import AnyTokenizer, checked_tokenizer
from engine.machine import n_cores, result_of, results_in_order
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
Parts = Iterator[tuple[int, DocumentPart]]

# Fields of LabelEvaluation that are sums over groups.
_OF_TEXT = ("documents", "bytes", "characters", "words", "tokens")
_OF_TYPES = ("word_types", "retained_types", "retained_types_bare")
_OF_PRETOKENS = ("pretokens", "mark_splits")
_OF_STRUCTURE = (
    "rule_words", "numbers", "number_f1_sum", "indented_lines", "indentation_tokens",
    "multibyte_characters", "split_characters", "unknown_characters",
)  # fmt: skip


class LabelSums:
    """The figures of one tokenizer for a label, added up group by group."""

    def __init__(self, label: str, rule: WordRule | None, vocab_size: int) -> None:
        self.label = label
        self.rule = rule
        self.counts = np.zeros(vocab_size, np.int64)
        self.histogram = np.zeros(MOST_TOKENS + 1, np.int64)
        self.sums: dict[str, Any] = dict.fromkeys(
            (*_OF_TEXT, *_OF_TYPES, *_OF_PRETOKENS, *_OF_STRUCTURE), 0
        )
        self.sums["number_f1_sum"] = 0.0
        self.has_types = rule == "white-space"
        self.has_pretokens = False
        self.round_trips = True
        self.difference: TextDifference | None = None
        self._lines: list[TextLines] = []
        self._before = 0

    def add(self, group: DocumentGroup, text: GroupText, found: GroupTokens) -> None:
        """Add the next group of the label."""
        facts, cut = text.facts, found.pretokens
        self._note_difference(group, found)
        self._before = (self._before if group.before else 0) + len(text.data)
        self._add(
            {
                "documents": group.n_documents,
                "bytes": len(text.data),
                "characters": facts.characters,
                "words": facts.stretches,
                "tokens": found.tokens,
                "rule_words": len(facts.word_starts),
                "word_types": len(text.new_words.starts),
                "retained_types": found.retained,
                "retained_types_bare": found.retained_bare,
                "pretokens": cut.number if cut else 0,
                "mark_splits": cut.mark_splits if cut else 0,
                "numbers": len(facts.numbers.starts),
                "number_f1_sum": found.number_f1,
                "indented_lines": int(facts.lines.is_indented.sum()),
                "indentation_tokens": found.indentation,
                "multibyte_characters": facts.multibyte,
                "split_characters": found.split_characters,
                "unknown_characters": found.unknown_characters,
            }
        )
        self.round_trips &= found.round_trips
        self.has_pretokens |= cut is not None
        self.counts += found.counts
        self.histogram += found.histogram
        # Half the memory, for corpora of millions of lines; no line has 2^31 tokens.
        pretokens = None if cut is None else cut.of_lines.astype(np.int32)
        of_lines = TextLines(facts.lines.flags, found.line_tokens.astype(np.int32), pretokens)
        self._lines.append(of_lines)

    def add_label(self, other: LabelSums) -> None:
        """Add a whole label, for the total; a word rule only if all labels have the same."""
        self.rule = other.rule if self.rule == other.rule or not self.sums["tokens"] else None
        self._add(other.sums)
        self.round_trips &= other.round_trips
        self.has_types |= other.has_types
        self.has_pretokens |= other.has_pretokens
        self.counts += other.counts
        self.histogram += other.histogram

    def _add(self, sums: Mapping[str, float]) -> None:
        for name, number in sums.items():
            self.sums[name] += number

    @property
    def lines(self) -> TextLines:
        """All lines of the label."""
        pretokens = [part.pretokens for part in self._lines if part.pretokens is not None]
        return TextLines(
            np.concatenate([part.flags for part in self._lines]),
            np.concatenate([part.tokens for part in self._lines]),
            np.concatenate(pretokens) if pretokens else None,
        )

    def row(self) -> LabelEvaluation:
        """The figures of everything added so far."""
        entropy, efficiency = entropy_and_efficiency(self.counts)
        sums = dict(self.sums)
        median = p95 = whole_words = None
        if self.rule is not None:
            median, p95 = percentile(self.histogram, 0.5), percentile(self.histogram, 0.95)
            whole_words = int(self.histogram[1])
        else:
            sums["rule_words"] = None
        if not self.has_types:
            sums |= dict.fromkeys(_OF_TYPES)
        if not self.has_pretokens:
            sums |= dict.fromkeys(_OF_PRETOKENS)
        return LabelEvaluation(
            label=self.label,
            round_trips=self.round_trips,
            word_rule=self.rule,
            fertility_median=median,
            fertility_p95=p95,
            whole_words=whole_words,
            used_ids=int(np.count_nonzero(self.counts)),
            vocab_size=len(self.counts),
            entropy=entropy,
            renyi_efficiency=efficiency,
            first_difference=self.difference,
            **sums,
        )

    def progress(self) -> LabelEvaluation:
        """The plain sums so far, cheap enough for every group."""
        return LabelEvaluation(
            label=self.label,
            round_trips=self.round_trips,
            **{name: self.sums[name] for name in _OF_TEXT},
        )

    def _note_difference(self, group: DocumentGroup, found: GroupTokens) -> None:
        difference = found.difference
        if difference is None or (self.difference and self.difference.cause == "decoding"):
            return
        if self.difference is not None and difference.cause == "normalization":
            return
        goes_on = bool(group.before) and difference.document == 0
        self.difference = TextDifference(
            self.sums["documents"] + difference.document + (0 if group.before else 1),
            difference.offset + (self._before if goes_on else 0),
            difference.cause,
        )


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


@dataclass(frozen=True)
class MeasuredSource:
    """A source that was measured by itself; picklable. sums: for each tokenizer."""

    source: int
    text: _Text
    sums: list[LabelSums]


class EvaluationWork:
    """Several tokenizers on one stream of documents, in threads.

    Each group of documents is worked on by one thread with all tokenizers in turn, so that its
    words, lines and numbers are found once, or once for each normalization.

    labels: of the sources, by their number. kept: None, or a list that sources are added to.
    """

    def __init__(self, tokenizers: Sequence[AnyTokenizer], labels: Sequence[str]) -> None:
        self._tokenizers = tokenizers
        self._labels = labels
        self._texts: dict[int, _Text] = {}
        self._rows: list[dict[int, LabelEvaluation]] = [{} for _ in tokenizers]
        self._lines: list[dict[int, TextLines]] = [{} for _ in tokenizers]
        self._totals = [LabelSums("all", None, tokenizer.vocab_size) for tokenizer in tokenizers]
        self._measured: list[Measured] = []
        self.kept: list[MeasuredSource] | None = None

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

    def lines(self, number: int) -> dict[str, TextLines]:
        """The lines of each label as one tokenizer encodes them."""
        return {self._labels[source]: lines for source, lines in self._lines[number].items()}

    def parallel_set(self) -> ParallelSet:
        """The texts that are parallel."""
        counts = {
            self._labels[source]: len(lines.flags) for source, lines in self._lines[0].items()
        }
        return parallel_set(counts)

    def parallel_training_texts(self, whole: Collection[int]) -> ParallelSet:
        """The parallel texts of a training corpus. whole: sources that were measured whole."""
        lines = self._lines[0]
        return parallel_training_texts(
            {self._labels[source]: lines[source] for source in lines if source in whole}
        )

    def fairness(
        self, number: int, found: ParallelSet, wanted: str | None
    ) -> tuple[FairnessFigures | None, tuple[str, ...]]:
        """Fairness of one tokenizer on the parallel texts, and remarks. wanted: the reference."""
        if not found.labels:
            return None, found.remarks
        lines = self.lines(number)
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

    def evaluations(self, reference: str | None) -> tuple[Evaluation, ...]:
        """The evaluation of each tokenizer, once all sources are measured."""
        found = self.parallel_set()
        evaluations = []
        for number in range(len(self._tokenizers)):
            fairness, remarks = self.fairness(number, found, reference)
            rows, total = self.rows(number)
            evaluations.append(Evaluation(rows, total, fairness, self.reports(found), remarks))
        return tuple(evaluations)

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
        """The source is measured."""
        if source in self._texts:
            text = self._texts[source]
            text.types.clear()
            self.add(MeasuredSource(source, text, list(sums)))

    def add(self, measured: MeasuredSource) -> None:
        """Keep the row and the lines of a source; its counts go into the total.

        Sources are added in their order, those that were measured elsewhere too.
        """
        source = measured.source
        self._texts[source] = measured.text
        for number, sums_of_label in enumerate(measured.sums):
            self._rows[number][source] = sums_of_label.row()
            self._lines[number][source] = sums_of_label.lines
            self._totals[number].add_label(sums_of_label)
        if self.kept is not None:
            self.kept.append(measured)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One row per label in the order of the corpus, and their total.

    fairness: between the languages of parallel texts, None without such. texts: what each
    label's text is. remarks: sentences for people, such as why there is no premium.
    """

    rows: tuple[LabelEvaluation, ...]
    total: LabelEvaluation
    fairness: FairnessFigures | None = None
    texts: tuple[TextReport, ...] = ()
    remarks: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        """The rows as a table, the highest premium first, for notebooks."""
        from engine.evaluation.rich_display import html_of_evaluation

        return html_of_evaluation(self)


def nothing_evaluated() -> Evaluation:
    """The evaluation of no text at all."""
    return Evaluation((), LabelEvaluation("all", 0, 0, 0, 0, 0, round_trips=True))


def evaluate(
    tokenizer: AnyTokenizer, corpus: Corpus, *, reference: str | None = None
) -> Evaluation:
    """Encode and decode a whole corpus and measure everything; see `METRICS`.

    reference: label of the text that premiums are against; English by default. Raises CorpusError
    for files that cannot be read, ConfigError for a reference that no text is labelled with.
    """
    return evaluate_all([tokenizer], corpus, reference=reference)[0]


def evaluate_all(
    tokenizers: Sequence[AnyTokenizer], corpus: Corpus, *, reference: str | None = None
) -> tuple[Evaluation, ...]:
    """`evaluate` for several tokenizers, which share what does not depend on them."""
    return result_of(all_evaluation_steps(tokenizers, corpus, reference=reference))


def all_evaluation_steps(
    tokenizers: Sequence[AnyTokenizer], corpus: Corpus, *, reference: str | None = None
) -> Generator[LabelEvaluation, None, tuple[Evaluation, ...]]:
    """`evaluate_all` in steps: yields the first tokenizer's sums of a label, many times a second.

    The call itself checks its arguments. Closing the generator stops the work within the time of
    one group of documents.
    """
    labels = checked_labels(tokenizers, corpus, reference)
    return _evaluating(tokenizers, corpus, labels, reference)


def checked_labels(
    tokenizers: Sequence[AnyTokenizer], corpus: Corpus, reference: str | None
) -> list[str]:
    """The labels of a corpus. Raises ArgumentError and ConfigError as `evaluate_all`."""
    if not isinstance(tokenizers, Sequence):
        raise ArgumentError(f"tokenizers must be a list of them, not {described(tokenizers)}.")
    for each in tokenizers:
        checked_tokenizer(each)
    labels = [source.label for source in checked_corpus(corpus).sources]
    check_reference(labels, reference)
    return labels


def _evaluating(
    tokenizers: Sequence[AnyTokenizer], corpus: Corpus, labels: list[str], reference: str | None
) -> Generator[LabelEvaluation, None, tuple[Evaluation, ...]]:
    work = EvaluationWork(tokenizers, labels)
    yield from work.steps(corpus.labelled_parts())
    return work.evaluations(reference)


def sample_evaluation_steps(
    tokenizer: AnyTokenizer, corpus: Corpus, characters_per_source: int
) -> Generator[LabelEvaluation, None, Evaluation]:
    """`evaluation_steps` on the beginning of each source, the given number of code points.

    Fairness is between texts that are whole within it and parallel; beginnings of equal length do
    not say the same.
    """
    work = EvaluationWork([tokenizer], [source.label for source in corpus.sources])
    whole: set[int] = set()
    yield from work.steps(_beginnings(corpus, characters_per_source, whole))
    found = work.parallel_training_texts(whole)
    fairness, remarks = work.fairness(0, found, None)
    return Evaluation(*work.rows(0), fairness, work.reports(found), remarks)


def _beginnings(corpus: Corpus, characters_per_source: int, whole: set[int]) -> Parts:
    """The beginning of each source; notes in `whole` the sources that are no longer."""
    for index, source in enumerate(corpus.sources):
        n_characters = 0
        for document in corpus.encoded_documents(source, max_chars=characters_per_source):
            if document:
                n_characters += len(document.decode())
                yield index, DocumentPart(document)
        if n_characters < characters_per_source:
            whole.add(index)
