"""The problems that tasks found, as one reading of the whole files would have told them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.cluster.worker import PieceFacts
from engine.corpus import CorpusProblem, FileProblems, SourcePath
from engine.sentences import Sentence, say

_TOLD_AT_THE_END = ("nul_bytes", "empty_documents", "null_values", "empty_values", "nul_characters")
"""Codes of what is told once for a file, in the order in which it is."""
_NOT_LISTED = "problems_not_listed"


def joined_problems(facts: Sequence[PieceFacts]) -> list[CorpusProblem]:
    """The problems of all pieces, file after file; facts: in the order of the corpus."""
    by_file: dict[SourcePath, list[CorpusProblem]] = {}
    documents: dict[SourcePath, int] = {}
    for each in facts:
        for _, problem in each.problems:
            moved = _moved(problem, documents.get(problem.path, 0))
            by_file.setdefault(problem.path, []).append(moved)
        for path in each.paths:
            n_empty = sum(
                problem.times
                for _, problem in each.problems
                if problem.path == path and _code(problem) == "empty_documents"
            )
            own = sum(each.documents.values()) + n_empty
            documents[path] = documents.get(path, 0) + own
    return [problem for path, found in by_file.items() for problem in _joined(path, found)]


def _moved(problem: CorpusProblem, n_before: int) -> CorpusProblem:
    """A problem whose sentence numbers documents, numbered from the beginning of the file."""
    if _code(problem) != "empty_documents" or not n_before:
        return problem
    assert isinstance(problem.reason, Sentence)
    first = problem.reason.data["first"]
    assert isinstance(first, int)
    return replace(problem, reason=say("empty_documents", n=problem.times, first=first + n_before))


def _joined(path: SourcePath, found: Iterable[CorpusProblem]) -> list[CorpusProblem]:
    """The problems of the parts of one file."""
    whole = FileProblems(path)
    told: dict[str, CorpusProblem] = {}
    for each in found:
        code = _code(each)
        if code in _TOLD_AT_THE_END:
            told[code] = _sum(told[code], each) if code in told else each
        elif code == _NOT_LISTED:
            whole.add_unlisted(each.times, "")
        else:
            whole.add(
                each.reason, line=each.line, offset=each.offset, times=each.times,
                record=each.record,
            )  # fmt: skip
    for code in _TOLD_AT_THE_END:
        if code in told:
            last = told[code]
            whole.add(last.reason, offset=last.offset, times=last.times)
    return whole.listed


def _sum(first: CorpusProblem, other: CorpusProblem) -> CorpusProblem:
    """Two of one kind, told at the place of the first."""
    assert isinstance(first.reason, Sentence)
    times = first.times + other.times
    reason = say(first.reason.code, **(dict(first.reason.data) | {"n": times}))
    return replace(first, reason=reason, times=times)


def _code(problem: CorpusProblem) -> str:
    return problem.reason.code if isinstance(problem.reason, Sentence) else ""
