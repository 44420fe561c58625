"""Measuring tokenizers on text, per label: compression, words, fairness, structure, exactness."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from engine.argument_types import described
from engine.corpus import Corpus, DocumentPart, checked_corpus
from engine.errors import ArgumentError
from engine.evaluation.metrics.fairness import FairnessFigures
from engine.evaluation.metrics.labels import LabelEvaluation
from engine.evaluation.metrics.parallel_lines import check_reference
from engine.evaluation.metrics.work import EvaluationWork
from engine.evaluation.parallel_text import TextReport
from engine.library import AnyTokenizer, checked_tokenizer
from engine.machine import result_of

__all__ = [
    "Evaluation",
    "LabelEvaluation",
    "all_evaluation_steps",
    "evaluate",
    "evaluate_all",
    "evaluation_steps",
    "nothing_evaluated",
    "sample_evaluation_steps",
]

Parts = Iterator[tuple[int, DocumentPart]]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One row per label in the order of the corpus, and their total.

    fairness: between the languages of parallel texts, None if there are none. texts: what each
    label's text is. remarks: sentences for people, such as why there is no premium.
    """

    rows: tuple[LabelEvaluation, ...]
    total: LabelEvaluation
    fairness: FairnessFigures | None = None
    texts: tuple[TextReport, ...] = ()
    remarks: tuple[str, ...] = ()


def nothing_evaluated() -> Evaluation:
    """The evaluation of no text at all."""
    return Evaluation((), LabelEvaluation("all", 0, 0, 0, 0, 0, round_trips=True))


def evaluate(
    tokenizer: AnyTokenizer, corpus: Corpus, *, reference: str | None = None
) -> Evaluation:
    """Encode and decode a whole corpus and measure everything; see metrics.definitions.

    reference: label of the text that premiums are against; English by default. Raises CorpusError
    for files that cannot be read, ConfigError for a reference that no text is labelled with.
    """
    return evaluate_all([tokenizer], corpus, reference=reference)[0]


def evaluate_all(
    tokenizers: Sequence[AnyTokenizer], corpus: Corpus, *, reference: str | None = None
) -> tuple[Evaluation, ...]:
    """`evaluate` for several tokenizers, which share what does not depend on them."""
    return result_of(all_evaluation_steps(tokenizers, corpus, reference=reference))


def evaluation_steps(
    tokenizer: AnyTokenizer, corpus: Corpus, *, reference: str | None = None
) -> Generator[LabelEvaluation, None, Evaluation]:
    """`evaluate` in steps: yields the sums of a label about ten times a second and more."""
    return (yield from all_evaluation_steps([tokenizer], corpus, reference=reference))[0]


def all_evaluation_steps(
    tokenizers: Sequence[AnyTokenizer], corpus: Corpus, *, reference: str | None = None
) -> Generator[LabelEvaluation, None, tuple[Evaluation, ...]]:
    """`evaluate_all` in steps: yields the first tokenizer's sums of a label, many times a second.

    The call itself checks its arguments. Closing the generator stops the work within the time of
    one group of documents.
    """
    if not isinstance(tokenizers, Sequence):
        raise ArgumentError(f"tokenizers must be a list of them, not {described(tokenizers)}.")
    for each in tokenizers:
        checked_tokenizer(each)
    labels = [source.label for source in checked_corpus(corpus).sources]
    check_reference(labels, reference)
    return _evaluating(tokenizers, corpus, labels, reference)


def _evaluating(
    tokenizers: Sequence[AnyTokenizer], corpus: Corpus, labels: list[str], reference: str | None
) -> Generator[LabelEvaluation, None, tuple[Evaluation, ...]]:
    work = EvaluationWork(tokenizers, labels)
    yield from work.steps(corpus.labelled_parts())
    found = work.parallel_set()
    evaluations = []
    for number in range(len(tokenizers)):
        fairness, remarks = work.fairness(number, found, reference)
        rows, total = work.rows(number)
        evaluations.append(Evaluation(rows, total, fairness, work.reports(found), remarks))
    return tuple(evaluations)


def sample_evaluation_steps(
    tokenizer: AnyTokenizer, corpus: Corpus, characters_per_source: int
) -> Generator[LabelEvaluation, None, Evaluation]:
    """`evaluation_steps` on the beginning of each source, the given number of code points.

    There is no fairness: beginnings of equal length do not say the same.
    """
    work = EvaluationWork([tokenizer], [source.label for source in corpus.sources])
    yield from work.steps(_beginnings(corpus, characters_per_source))
    return Evaluation(*work.rows(0))


def _beginnings(corpus: Corpus, characters_per_source: int) -> Parts:
    for index, source in enumerate(corpus.sources):
        for document in corpus.encoded_documents(source, max_chars=characters_per_source):
            if document:
                yield index, DocumentPart(document)
