"""What was repaired or left out while files were read, and where."""

from __future__ import annotations

from dataclasses import dataclass

from engine.source_paths import SourcePath

MOST_PROBLEMS = 100
"""How many problems of one file are kept in words."""


@dataclass(frozen=True, slots=True)
class CorpusProblem:
    """Something in a file that was repaired or left out; `str` gives the sentence to show.

    line counts from 1 and offset in bytes of the uncompressed file from 0, where they are known;
    `times` says how often.
    """

    path: SourcePath
    reason: str
    line: int | None = None
    offset: int | None = None
    times: int = 1

    def __str__(self) -> str:
        where = str(self.path)
        if self.line is not None:
            where += f", line {self.line}"
        if self.offset is not None:
            where += f", byte {self.offset:,}"
        return f"{where}: {self.reason}"


class FileProblems:
    """The problems of one reading of one file: the first ones in words, the others counted."""

    def __init__(self, path: SourcePath) -> None:
        self.path = path
        self.n_times = 0
        self._listed: list[CorpusProblem] = []
        self._n_unlisted = 0

    @property
    def is_full(self) -> bool:
        """Whether further problems are only counted."""
        return len(self._listed) >= MOST_PROBLEMS

    @property
    def listed(self) -> list[CorpusProblem]:
        """The problems in words, and how many more there were."""
        if not self._n_unlisted:
            return self._listed.copy()
        reason = f"problems not listed here: {self._n_unlisted:,}."
        return [*self._listed, CorpusProblem(self.path, reason, times=self._n_unlisted)]

    def add(
        self, reason: str, *, line: int | None = None, offset: int | None = None, times: int = 1
    ) -> None:
        """Note a problem."""
        self.n_times += times
        if self.is_full:
            self._n_unlisted += 1
        else:
            self._listed.append(CorpusProblem(self.path, reason, line, offset, times))

    def add_unlisted(self, times: int) -> None:
        """Count problems whose places were not looked for, because there are too many."""
        self.n_times += times
        self._n_unlisted += times


class ProblemLog:
    """The problems of all files that were read; of several readings of a file, the fullest."""

    def __init__(self) -> None:
        self._fullest: dict[SourcePath, FileProblems] = {}
        self._newest: dict[SourcePath, FileProblems] = {}

    def begin(self, path: SourcePath) -> FileProblems:
        """A new list, for a reading of a file that begins now."""
        self._fullest[path] = self._of(path)
        self._newest[path] = FileProblems(path)
        return self._newest[path]

    def clear(self) -> None:
        """Forget everything."""
        self._fullest.clear()
        self._newest.clear()

    @property
    def problems(self) -> list[CorpusProblem]:
        """All problems, file after file in the order of reading."""
        return [problem for path in self._newest for problem in self._of(path).listed]

    def _of(self, path: SourcePath) -> FileProblems:
        newest = self._newest.get(path) or FileProblems(path)
        fullest = self._fullest.get(path) or newest
        return newest if newest.n_times >= fullest.n_times else fullest


def plural(word: str, n: int) -> str:
    """The word in the form for n things. Example: ("byte", 2) -> "bytes"."""
    return word if n == 1 else word + "s"
