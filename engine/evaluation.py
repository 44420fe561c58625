"""Measuring a tokenizer on text, per label: how many tokens it takes and whether it is exact."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass

from engine.corpus import Corpus
from engine.tokenizer import Tokenizer
from engine.utf8 import count_characters_and_words


@dataclass(frozen=True, slots=True)
class LabelEvaluation:
    """Sums over the documents of one label, or over all.

    bytes: UTF-8 bytes; characters: Unicode code points; words: stretches between white space,
    which says little about scripts written without spaces. round_trips: decoding gave every
    document back, byte for byte.
    """

    label: str
    documents: int
    bytes: int
    characters: int
    words: int
    tokens: int
    round_trips: bool

    @property
    def bytes_per_token(self) -> float:
        """Compression: more is better; compares within one language only."""
        return self.bytes / self.tokens if self.tokens else 0.0

    @property
    def characters_per_token(self) -> float:
        return self.characters / self.tokens if self.tokens else 0.0

    @property
    def tokens_per_word(self) -> float:
        """Fertility over white-space words (Rust et al. 2021): less is better."""
        return self.tokens / self.words if self.words else 0.0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One row per label in the order of the corpus, and their total."""

    rows: tuple[LabelEvaluation, ...]
    total: LabelEvaluation


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
    """`evaluate` in steps: yields the sums of a label after each of its documents."""
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
    for source, document in documents:
        label = corpus.sources[source].label
        measured = _measure(tokenizer, label, document)
        rows[source] = _sum(label, [rows[source], measured]) if source in rows else measured
        yield rows[source]
    ordered = tuple(rows[source] for source in sorted(rows))
    return Evaluation(ordered, _sum("all", ordered))


def _measure(tokenizer: Tokenizer, label: str, document: bytes) -> LabelEvaluation:
    ids = tokenizer.encode_to_array(document)
    characters, words = count_characters_and_words(document)
    return LabelEvaluation(
        label=label,
        documents=1,
        bytes=len(document),
        characters=characters,
        words=words,
        tokens=len(ids),
        round_trips=tokenizer.decode_bytes(ids) == document,
    )


def _sum(label: str, rows: list[LabelEvaluation] | tuple[LabelEvaluation, ...]) -> LabelEvaluation:
    return LabelEvaluation(
        label=label,
        documents=sum(row.documents for row in rows),
        bytes=sum(row.bytes for row in rows),
        characters=sum(row.characters for row in rows),
        words=sum(row.words for row in rows),
        tokens=sum(row.tokens for row in rows),
        round_trips=all(row.round_trips for row in rows),
    )
