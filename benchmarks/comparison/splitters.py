"""Cutting text at a split pattern: documents -> pre-tokens; compared are their ends in bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from benchmarks.comparison.patterns import expression
from benchmarks.comparison.task import Candidate, Documents, Phases, Result, Task

_WARM_UP = "warm the kernels up, don't stop at 12345 \n\n é 漢字 " * 50
GPT2 = ("gpt2",)


def _ours(task: Task, documents: Documents) -> Phases:
    from engine import Splitter

    splitter = Splitter(expression(task.pattern))
    splitter.spans(_WARM_UP.encode())
    data = [document.encode() for document in documents]

    def work() -> None:
        for each in data:
            splitter.spans(each)

    return Phases(
        {"split": work},
        lambda _: _shifted([splitter.spans(each)[:, 1] for each in data], documents),
    )


def _regex(task: Task, documents: Documents) -> Phases:
    import regex

    compiled = regex.compile(expression(task.pattern))
    return _by_pieces(compiled.findall, documents, lambda pieces: pieces)


def _tokenizers(task: Task, documents: Documents) -> Phases:
    from tokenizers import Regex, pre_tokenizers

    cut = pre_tokenizers.Split(Regex(expression(task.pattern)), "isolated")
    return _by_pieces(cut.pre_tokenize_str, documents, lambda pairs: [piece for piece, _ in pairs])


def _gigatoken(task: Task, documents: Documents) -> Phases:  # noqa: ARG001  (GPT-2 only)
    import gigatoken

    data = [document.encode() for document in documents]
    return Phases(
        {"split": lambda: _count(gigatoken.pretokenizer(each) for each in data)},
        lambda _: _ends([[bytes(p) for p in gigatoken.pretokenizer(each)] for each in data]),
    )


def _by_pieces(
    cut: Callable[[str], Any], documents: Documents, pieces: Callable[[Any], list[str]]
) -> Phases:
    """Measures cutting alone: what is cut is let go, document by document."""
    cut(_WARM_UP)

    def work() -> None:
        for document in documents:
            cut(document)

    return Phases(
        {"split": work},
        lambda _: _ends([[p.encode() for p in pieces(cut(each))] for each in documents]),
    )


def _count(iterators: Iterable[Iterable[bytes]]) -> int:
    return sum(1 for pieces in iterators for _ in pieces)


def _ends(documents: list[list[bytes]]) -> Result:
    widths = [len(piece) for pieces in documents for piece in pieces]
    return np.cumsum(np.array(widths, np.int64))


def _shifted(ends: list[Any], documents: Documents) -> Result:
    sizes = [len(document.encode()) for document in documents]
    starts = np.cumsum([0, *sizes[:-1]])
    return np.concatenate([part + start for part, start in zip(ends, starts, strict=True)])


SPLITTERS: dict[str, Candidate] = {
    "ours": Candidate(None, _ours),
    "regex": Candidate("regex", _regex, note="strings; the truth for the boundaries"),
    "tokenizers": Candidate("tokenizers", _tokenizers, note="Oniguruma; strings with offsets"),
    "gigatoken": Candidate(
        "gigatoken", _gigatoken, note="an iterator of bytes, one Python object each", patterns=GPT2
    ),
}
