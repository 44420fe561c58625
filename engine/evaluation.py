"""Measuring a tokenizer on text, per label: how many tokens it takes and whether it is exact."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from engine.corpus import Corpus
from engine.document_groups import DocumentGroup, document_groups
from engine.encoder import Encoder
from engine.metrics.fairness import FairnessFigures
from engine.metrics.label_evaluation import LabelEvaluation
from engine.parallel_text import TextReport
from engine.tokenizer import Tokenizer
from engine.utf8 import count_characters_and_words

__all__ = [
    "Evaluation",
    "LabelEvaluation",
    "evaluate",
    "evaluation_steps",
    "nothing_evaluated",
    "sample_evaluation_steps",
]

Int64s = npt.NDArray[np.int64]
UInt32s = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One row per label in the order of the corpus, and their total.

    fairness: between the languages of parallel texts, None where there are none. texts: what each
    label's text is. remarks: sentences for people, such as why there is no premium.
    """

    rows: tuple[LabelEvaluation, ...]
    total: LabelEvaluation
    fairness: FairnessFigures | None = None
    texts: tuple[TextReport, ...] = ()
    remarks: tuple[str, ...] = ()


def nothing_evaluated() -> Evaluation:
    """The evaluation of no text at all."""
    return Evaluation((), _sum("all", ()))


def evaluate(tokenizer: Tokenizer, corpus: Corpus) -> Evaluation:
    """Encode and decode a whole corpus. Raises CorpusError for files that cannot be read."""
    steps = evaluation_steps(tokenizer, corpus)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            evaluation: Evaluation = stop.value
            return evaluation


def evaluation_steps(
    tokenizer: Tokenizer, corpus: Corpus
) -> Generator[LabelEvaluation, None, Evaluation]:
    """`evaluate` in steps: yields the sums of a label some ten times a second and more."""
    return (yield from _evaluated(tokenizer, corpus, corpus.labelled_documents()))


def sample_evaluation_steps(
    tokenizer: Tokenizer, corpus: Corpus, characters_per_source: int
) -> Generator[LabelEvaluation, None, Evaluation]:
    """`evaluation_steps` on the beginning of each source, the given number of code points."""
    return (yield from _evaluated(tokenizer, corpus, _beginnings(corpus, characters_per_source)))


def _beginnings(corpus: Corpus, characters_per_source: int) -> Iterator[tuple[int, bytes]]:
    for index, source in enumerate(corpus.sources):
        for document in corpus.encoded_documents(source, max_chars=characters_per_source):
            if document:
                yield index, document


def _evaluated(
    tokenizer: Tokenizer, corpus: Corpus, documents: Iterator[tuple[int, bytes]]
) -> Generator[LabelEvaluation, None, Evaluation]:
    rows: dict[int, LabelEvaluation] = {}
    latest = _sum(corpus.sources[0].label if corpus.sources else "", ())
    rewritten = ((source, tokenizer.normalized(document)) for source, document in documents)
    groups = document_groups(rewritten, tokenizer.splitter)
    measured = tokenizer.batch_encoder.spread(partial(_measuring, tokenizer, corpus), groups)
    with closing(measured):
        for found in measured:
            if found is not None:
                source, row = found
                latest = _sum(row.label, [rows[source], row]) if source in rows else row
                rows[source] = latest
            yield latest
    ordered = tuple(rows[source] for source in sorted(rows))
    return Evaluation(ordered, _sum("all", ordered))


def _measuring(
    tokenizer: Tokenizer, corpus: Corpus, encoder: Encoder
) -> Callable[[DocumentGroup], tuple[int, LabelEvaluation]]:
    def work(group: DocumentGroup) -> tuple[int, LabelEvaluation]:
        ids, starts = encoder.encode_documents(group.data, group.bounds)
        characters, words = _counted(group)
        row = LabelEvaluation(
            label=corpus.sources[group.source].label,
            documents=group.n_documents,
            bytes=len(group.data),
            characters=characters,
            words=words,
            tokens=len(ids),
            round_trips=_comes_back(tokenizer, group, ids, starts),
        )
        return group.source, row

    return work


def _counted(group: DocumentGroup) -> tuple[int, int]:
    """Characters and words. A word that goes on from the part before is not counted again."""
    if group.before:
        characters, words = count_characters_and_words(group.before + group.data)
        return characters - 1, words - count_characters_and_words(group.before)[1]
    documents = group.documents()
    characters, words = count_characters_and_words(b"\n".join(documents))
    return characters - (len(documents) - 1), words


def _comes_back(tokenizer: Tokenizer, group: DocumentGroup, ids: UInt32s, starts: Int64s) -> bool:
    """Whether decoding gives every document back, byte for byte."""
    if tokenizer.decode_bytes(ids) != group.data:
        return False
    ends = np.zeros(len(ids) + 1, np.int64)
    np.cumsum(tokenizer.token_lengths[ids], out=ends[1:])
    return bool((ends[starts] == group.bounds).all())


def _sum(label: str, rows: Sequence[LabelEvaluation]) -> LabelEvaluation:
    return LabelEvaluation(
        label=label,
        documents=sum(row.documents for row in rows),
        bytes=sum(row.bytes for row in rows),
        characters=sum(row.characters for row in rows),
        words=sum(row.words for row in rows),
        tokens=sum(row.tokens for row in rows),
        round_trips=all(row.round_trips for row in rows),
    )
