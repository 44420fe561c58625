"""The test texts of a search, divided: what the search sees, a sample of it, what it never sees.

Lines are divided in blocks, by their numbers, so that parallel texts stay parallel. Every second
block belongs to the validation texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.corpus import Corpus, Source
from engine.errors import CorpusError
from engine.evaluation import check_reference, labels_meant
from engine.explore.question import Question
from engine.machine import write_whole
from engine.sentences import say, some_of
from engine.settings import Parity

_BLOCK_LINES = 4
_LEAST_BLOCKS = 8
"""Texts of fewer blocks are divided line by line."""
SAMPLE_BYTES = 1_000_000
"""The sample has about as many bytes at most."""


@dataclass(frozen=True)
class DividedTexts:
    """The three parts as corpora in memory, one document for each label.

    sample: a part of `search`. problems: what was left out, in sentences.
    """

    search: Corpus
    sample: Corpus
    validation: Corpus
    problems: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(source.label for source in self.search.sources)

    @property
    def n_bytes(self) -> int:
        """Of all texts, about."""
        return self.search.expected_bytes + self.validation.expected_bytes


def divided_texts(corpus: Corpus) -> DividedTexts:
    """Read the test texts and divide them. Raises CorpusError where there is no text."""
    texts: dict[str, list[str]] = {}
    for source in corpus.sources:
        if source.is_counts:
            raise CorpusError(say("explore_counts_as_texts", path=source.paths[0]))
        lines = [
            line
            for document in corpus.encoded_documents(source)
            for line in document.decode().removesuffix("\n").split("\n")
        ]
        texts.setdefault(source.label, []).extend(lines)
    texts = {label: lines for label, lines in texts.items() if any(line.strip() for line in lines)}
    if not texts:
        raise CorpusError(say("explore_no_texts"))
    n_bytes = sum(len(line) for lines in texts.values() for line in lines)
    every = max(1, round(n_bytes / 2 / SAMPLE_BYTES))
    parts: tuple[list[Source], ...] = ([], [], [])
    short = []
    for label, lines in texts.items():
        divided = _divided(lines, every)
        if not divided[2]:
            short.append(label)
        for part, own in zip(parts, divided, strict=True):
            if any(line.strip() for line in own):
                part.append(Source(label, texts=("\n".join(own) + "\n",)))
    problems = [*corpus.problem_sentences]
    if short:
        problems.append(say("explore_short_texts", labels=some_of(short)))
    search, sample, validation = (Corpus(part) for part in parts)
    return DividedTexts(search, sample if every > 1 else search, validation, tuple(problems))


def _divided(lines: Sequence[str], every: int) -> tuple[list[str], list[str], list[str]]:
    """The lines for the search, for the sample and for validation.

    every: of the blocks of the search one in this number is in the sample.
    """
    size = _BLOCK_LINES if len(lines) >= _BLOCK_LINES * _LEAST_BLOCKS else 1
    search: list[str] = []
    sample: list[str] = []
    validation: list[str] = []
    for number, block in enumerate(_blocks(lines, size)):
        if number % 2:
            validation += block
            continue
        search += block
        if number // 2 % every == 0:
            sample += block
    return search, sample, validation


def _blocks(lines: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for begin in range(0, len(lines), size):
        yield lines[begin : begin + size]


def parity_texts(texts: Corpus, folder: Path) -> Parity:
    """Write what a search sees of its test texts, as texts by which languages choose.

    Validation texts are not among them. folder: is made; a file for each label is written there,
    unless it is known. Raises CorpusError for texts that cannot be read or written.
    """
    for source in divided_texts(texts).search.sources:
        assert source.texts is not None
        path, data = folder / f"{source.label}.txt", source.texts[0].encode()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not path.is_file() or path.read_bytes() != data:
                write_whole(path, data)
        except OSError as error:
            reason = error.strerror or error
            sentence = say("explore_parity_texts", path=path, reason=reason)
            raise CorpusError(sentence, path=path) from None
    return Parity((str(folder),))


def check_text_labels(question: Question, labels: Sequence[str]) -> None:
    """Raise CorpusError for an objective on a label, ConfigError for a reference without text."""
    check_reference(labels, question.reference)
    for objective in question.objectives:
        wanted = objective.group or ((objective.label,) if objective.label != "all" else ())
        for label in wanted:
            if not labels_meant(label, labels):
                words = some_of(labels, 8)
                sentence = say("explore_no_label", key=objective.key, label=label, labels=words)
                raise CorpusError(sentence, setting="explore")
