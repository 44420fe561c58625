"""What `python -m benchmarks all` measures: the parts of the page, each with its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from benchmarks.comparison.task import Task
from benchmarks.texts import ADVERSARIAL, PROSE, SIX

REACH = {"30mb": 16_384, "96mb": 65_536, "all": 32_768}
"""Vocabulary sizes by text, as the reach is given."""

SUPERWORD_SIZE = 16_384
DATASET_SIZE = 32_768
QUICK_RUNS = 1
QUICK_LIBRARIES = ("gigatoken", "fastokens", "rustbpe")
"""What is measured for a quick look: those that are not far behind."""
ADVERSARIAL_SIZE = 2_048

_SPLIT = (("30mb", "gpt2"), ("30mb", "cl100k"), ("30mb", "o200k"),
          ("mix", "gpt2"), ("mix", "cl100k"), ("mix", "o200k"),
          ("30mb-whole", "gpt2"), ("sources-whole", "gpt2"))  # fmt: skip
_SUPERWORDS = (("4mb", "lines"), ("4mb", "superbpe-stage2"), ("30mb", "superbpe-stage2"))
_SLOW = ("bpeasy", "sentencepiece", "tokenizers")
"""Libraries that take minutes for large texts without being the ones to beat."""
_SLOW_ENCODERS = ("tokenizers", "kitoken")


@dataclass(frozen=True)
class Step:
    """One table to measure: the task, and candidates that would take too long.

    reads_files: the text is given as a folder of files. trains: the vocabulary is not the
    published one, but one of this size, trained on the text.
    """

    task: Task
    without: tuple[str, ...] = ()
    reads_files: bool = False
    trains: int = 0


@dataclass(frozen=True)
class Part:
    """A section of the page. says: what it measures, for the help."""

    title: str
    says: str
    steps: Callable[[str], Iterable[Step]]


def steps_of(part: str, corpus: str) -> Iterator[Step]:
    """The steps of a part, cheap ones first."""
    yield from PARTS[part].steps(corpus)


def _split(corpus: str) -> Iterator[Step]:
    for text, pattern in _SPLIT:
        yield Step(Task("split", "", text, corpus, threads=1, pattern=pattern))


def _count(corpus: str) -> Iterator[Step]:
    for threads in (1, None):
        yield Step(Task("count", "", "30mb", corpus, threads=threads))
    for text in ("30mb", "all"):
        yield Step(Task("count_files", "", text, corpus), reads_files=True)


def _train(corpus: str) -> Iterator[Step]:
    for text, size in REACH.items():
        without = () if text == "30mb" else _SLOW[:2] if text == "96mb" else _SLOW
        yield Step(Task("train", "", text, corpus, vocab_size=size), without)


def _train_one_core(corpus: str) -> Iterator[Step]:
    for text, size in REACH.items():
        yield Step(Task("train", "", text, corpus, threads=1, vocab_size=size), _SLOW)


def _train_files(corpus: str) -> Iterator[Step]:
    for text, size in REACH.items():
        yield Step(Task("train_files", "", text, corpus, vocab_size=size), reads_files=True)


def _superword(corpus: str) -> Iterator[Step]:
    for text, pattern in _SUPERWORDS:
        yield Step(Task("train", "", text, corpus, pattern=pattern, vocab_size=SUPERWORD_SIZE))


def _encode(corpus: str) -> Iterator[Step]:
    for text in ("30mb", "six", "sources"):
        for threads in (1, None):
            without = () if threads == 1 and text != "sources" else _SLOW_ENCODERS
            yield Step(Task("encode", "", text, corpus, threads), without)


def _scripts(corpus: str) -> Iterator[Step]:
    for text in SIX:
        yield Step(Task("encode", "", text, corpus, threads=1))


def _adversarial(corpus: str) -> Iterator[Step]:
    for text in (PROSE, *ADVERSARIAL):
        yield Step(Task("encode", "", text, corpus, threads=1), _SLOW_ENCODERS)
    for text in (PROSE, *ADVERSARIAL):
        yield Step(Task("train", "", text, corpus, vocab_size=ADVERSARIAL_SIZE), _SLOW)


def _dataset(corpus: str) -> Iterator[Step]:
    for threads in (None, 1):
        task = Task("dataset", "", "all", corpus, threads)
        yield Step(task, reads_files=True, trains=DATASET_SIZE)


PARTS: dict[str, Part] = {
    "split": Part("Split", "text to pre-tokens, also 30 MB in one call", _split),
    "count": Part("Count", "distinct pre-tokens, from memory and from files", _count),
    "train": Part("Train", "text in memory to merges, all cores", _train),
    "train-one-core": Part("Train on one core", "the same on one core", _train_one_core),
    "train-files": Part("Train from files", "files to merges, all cores", _train_files),
    "superword": Part("Train across spaces", "merges that cross spaces", _superword),
    "encode": Part("Encode", "text to ids: arrays cold and warm, and lists", _encode),
    "scripts": Part("Encode by script", "six non-Latin scripts, each by itself", _scripts),
    "adversarial": Part("Adversarial texts", "a megabyte of one kind", _adversarial),
    "dataset": Part("Datasets", "218 MB of files to shards of uint32", _dataset),
}
