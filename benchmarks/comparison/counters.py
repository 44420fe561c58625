"""Counting distinct pre-tokens of documents; compared are all pre-tokens with their counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.comparison.patterns import expression
from benchmarks.comparison.splitters import GPT2
from benchmarks.comparison.task import Candidate, Documents, Phases, Result, Task
from benchmarks.texts import text_files

_WARM_UP = [" ".join(f"warm them up, {i} é 漢字 {i:024b}" for i in range(20_000))]
"""Enough words for tables that grow, and a text that is cut, so that all kernels are loaded."""
_SEPARATOR = b"\0end of document\0"


def _ours(task: Task, documents: Documents) -> Phases:
    from engine import Corpus, Splitter
    from engine.counting import count_pretokens
    from engine.machine import result_of

    def count(texts: Documents) -> Any:
        return result_of(count_pretokens(Corpus.from_texts(texts), splitter))

    splitter = Splitter(expression(task.pattern))
    count(_WARM_UP)
    return Phases(
        {"count": lambda: count(documents)},
        lambda made: _listed((made.pretoken(i), int(made.counts[i])) for i in range(made.n_unique)),
    )


def _regex(task: Task, documents: Documents) -> Phases:
    import regex

    cut = regex.compile(expression(task.pattern)).findall

    def count() -> Counter[str]:
        counts: Counter[str] = Counter()
        for document in documents:
            counts.update(cut(document))
        return counts

    return Phases({"count": count}, lambda made: _listed((p.encode(), n) for p, n in made.items()))


def _gigatoken(task: Task, documents: Documents) -> Phases:  # noqa: ARG001  (GPT-2 only)
    from gigatoken.gigatoken_rs import pretokenized_counts

    data = _SEPARATOR.join(document.encode() for document in documents)
    pretokenized_counts(_WARM_UP[0].encode())
    return Phases(
        {"count": lambda: pretokenized_counts(data, separator=_SEPARATOR)},
        lambda made: _listed((bytes(piece), n) for piece, n in made),
    )


def _ours_from_files(task: Task, documents: Documents) -> Phases:  # noqa: ARG001  (files)
    from engine import Corpus, Splitter
    from engine.counting import count_pretokens
    from engine.machine import result_of

    splitter = Splitter(expression(task.pattern))
    with TemporaryDirectory() as folder:
        Path(folder, "warm.txt").write_text(_WARM_UP[0], "utf-8")
        result_of(count_pretokens(Corpus.from_paths(folder), splitter))
    return Phases(
        {"count": lambda: result_of(count_pretokens(Corpus.from_paths(task.files), splitter))},
        lambda made: _listed((made.pretoken(i), int(made.counts[i])) for i in range(made.n_unique)),
    )


def _gigatoken_from_files(task: Task, documents: Documents) -> Phases:  # noqa: ARG001  (files)
    from gigatoken.gigatoken_rs import pretokenized_counts

    pretokenized_counts(_WARM_UP[0].encode())

    def count() -> Any:
        data = _SEPARATOR.join(file.read_bytes() for file in text_files(task.files))
        return pretokenized_counts(data, separator=_SEPARATOR)

    return Phases({"count": count}, lambda made: _listed((bytes(piece), n) for piece, n in made))


def _listed(counts: Iterable[tuple[bytes, int]]) -> Result:
    return sorted(b"%d %s" % (n, piece) for piece, n in counts)


COUNTERS: dict[str, Candidate] = {
    "ours": Candidate(None, _ours),
    "regex, Counter": Candidate("regex", _regex, note="collections.Counter, one core"),
    "gigatoken": Candidate(
        "gigatoken", _gigatoken, note="one buffer; the step before its training", patterns=GPT2
    ),
}

FILE_COUNTERS: dict[str, Candidate] = {
    "ours": Candidate(None, _ours_from_files),
    "gigatoken": Candidate(
        "gigatoken", _gigatoken_from_files, note="reading joined to one buffer", patterns=GPT2
    ),
}
