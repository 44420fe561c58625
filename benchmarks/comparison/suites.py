"""What `python -m benchmarks all` measures: the rows that the page shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from benchmarks.comparison.task import Task
from benchmarks.texts import ADVERSARIAL, PROSE, SIX

REACH = {"30mb": 16_384, "96mb": 65_536, "all": 32_768}
"""Vocabulary sizes by text, as the reach is given."""

_SPLIT = (("30mb", "gpt2"), ("30mb", "cl100k"), ("30mb", "o200k"),
          ("mix", "gpt2"), ("mix", "cl100k"), ("mix", "o200k"))  # fmt: skip
_SUPERWORDS = (("4mb", "lines"), ("4mb", "superbpe-stage2"), ("30mb", "superbpe-stage2"))
SUPERWORD_SIZE = 16_384
_SLOW = ("bpeasy", "sentencepiece")


Planned = tuple[Task, tuple[str, ...]]
"""A task, and candidates to leave out."""


@dataclass(frozen=True)
class Step:
    """One table to measure: the task, how often, and candidates that would take too long."""

    task: Task
    runs: int
    without: tuple[str, ...] = ()


def steps(corpus: str, tokenizer: str, runs: int, kinds: tuple[str, ...]) -> Iterator[Step]:
    """All steps of the chosen kinds, cheap ones first."""
    made: dict[str, Callable[[str], Iterable[tuple[Task, tuple[str, ...]]]]] = {
        "split": _split, "count": _count, "train": _train, "superword": _superword,
        "encode": lambda corpus: _encode(corpus, tokenizer),
    }  # fmt: skip
    for kind, tasks in made.items():
        if kind in kinds:
            yield from (Step(task, runs, without) for task, without in tasks(corpus))


def _split(corpus: str) -> Iterator[Planned]:
    for text, pattern in _SPLIT:
        yield Task("split", "", text, corpus, threads=1, pattern=pattern), ()


def _count(corpus: str) -> Iterator[Planned]:
    for threads in (1, None):
        yield Task("count", "", "30mb", corpus, threads=threads), ()


def _train(corpus: str) -> Iterator[Planned]:
    for text, size in REACH.items():
        for threads in (None, 1):
            # Two libraries take minutes here without being the ones to beat.
            without = () if text == "30mb" and threads is None else _SLOW
            yield Task("train", "", text, corpus, threads=threads, vocab_size=size), without


def _superword(corpus: str) -> Iterator[Planned]:
    for text, pattern in _SUPERWORDS:
        task = Task("train", "", text, corpus, pattern=pattern, vocab_size=SUPERWORD_SIZE)
        yield task, ()


def _encode(corpus: str, tokenizer: str) -> Iterator[Planned]:
    for text in ("30mb", "six", *SIX):
        for threads in (1, None) if text in {"30mb", "six"} else (1,):
            yield Task("encode", "", text, corpus, threads, tokenizer=tokenizer), ()
    for text in (PROSE, *ADVERSARIAL):
        yield Task("encode", "", text, corpus, threads=1, tokenizer=tokenizer), ()
