"""The documents of one file in any format, the names of its fields, and problems with them.

`text` and `records` read the formats; they load when a file is read.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.corpus.paths import SourcePath, open_file, plain_suffix
from engine.errors import CorpusError
from engine.sentences import say

if TYPE_CHECKING:
    from engine.corpus.readers.parts import DocumentPart
    from engine.settings import ReadingOptions

MOST_PROBLEMS = 100
"""Number of problems of one file that are kept with their places."""

_MOST_PLACES = 4


@dataclass(frozen=True, slots=True)
class CorpusProblem:
    """Something in a file that was repaired or left out; `str` gives the sentence to show.

    line counts from 1 and offset in bytes of the uncompressed file from 0, if they are known;
    `times` says how often. record: the number of a conversation, from 1, if lines say little.
    """

    path: SourcePath
    reason: str
    line: int | None = None
    offset: int | None = None
    times: int = 1
    record: int | None = None

    def __str__(self) -> str:
        place = str(self.path)
        if self.line is not None:
            place = say("at_line", place=place, line=self.line)
        if self.record is not None:
            place = say("at_conversation", place=place, record=self.record)
        if self.offset is not None:
            place = say("at_byte", place=place, offset=self.offset)
        return say("at_place", place=place, reason=self.reason)


class FileProblems:
    """The problems of one reading of one file: the first ones with places, the others counted."""

    def __init__(self, path: SourcePath) -> None:
        self.path = path
        self.n_times = 0
        self._listed: list[CorpusProblem] = []
        self._unlisted: dict[str, int] = {}  # times by reason, "" for reasons that are not listed

    @classmethod
    def of(cls, path: SourcePath, listed: Iterable[CorpusProblem]) -> FileProblems:
        """The problems that a reading found, as they were listed."""
        found = cls(path)
        found._listed = list(listed)
        found.n_times = sum(problem.times for problem in found._listed)
        return found

    @property
    def is_full(self) -> bool:
        """Whether further problems are only counted."""
        return len(self._listed) >= MOST_PROBLEMS

    @property
    def listed(self) -> list[CorpusProblem]:
        """The problems with their places, and how many more there were."""
        more = [
            CorpusProblem(self.path, reason or say("problems_not_listed", times=times), times=times)
            for reason, times in self._unlisted.items()
        ]
        return self._listed + more

    def add(
        self,
        reason: str,
        *,
        line: int | None = None,
        offset: int | None = None,
        times: int = 1,
        record: int | None = None,
    ) -> None:
        """Note a problem."""
        if self.is_full:
            self.add_unlisted(times, reason)
            return
        self.n_times += times
        self._listed.append(CorpusProblem(self.path, reason, line, offset, times, record))

    def add_unlisted(self, times: int, reason: str) -> None:
        """Count problems without their places, because there are too many."""
        self.n_times += times
        known = reason if any(each.reason == reason for each in self._listed) else ""
        self._unlisted[known] = self._unlisted.get(known, 0) + times


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

    def note(self, problems: Iterable[CorpusProblem]) -> None:
        """Take over what another reading of whole files found."""
        by_path: dict[SourcePath, list[CorpusProblem]] = {}
        for problem in problems:
            by_path.setdefault(problem.path, []).append(problem)
        for path, listed in by_path.items():
            self._fullest[path] = self._of(path)
            self._newest[path] = FileProblems.of(path, listed)

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


def problem_sentences(problems: Iterable[CorpusProblem]) -> list[str]:
    """Problems for people: what happened often in a file is one sentence with the first places."""
    groups: dict[tuple[SourcePath, str], list[CorpusProblem]] = {}
    for problem in problems:
        groups.setdefault((problem.path, problem.reason), []).append(problem)
    return [_sentence(same) for same in groups.values()]


def without_text(problems: Sequence[str]) -> CorpusError:
    """The error on a corpus without text; problems: sentences on its files, the first is told."""
    if not problems:
        return CorpusError(say("corpus_without_text"))
    n_more = len(problems) - 1
    several, one = "corpus_without_text_because_of_several", "corpus_without_text_because"
    return CorpusError(say(several if n_more else one, problem=problems[0], n=n_more))


def _sentence(same: list[CorpusProblem]) -> str:
    """One sentence for problems of one kind in one file."""
    first, *others = same
    if not others:
        return str(first)
    if first.record is not None:
        code, found = "problem_also_in_conversation", [other.record for other in others]
    elif first.line is not None:
        code, found = "problem_also_in_line", [other.line for other in others]
    else:
        code, found = "problem_also_in_byte", [other.offset for other in others]
    numbers = [number for number in found if number is not None]
    places = ", ".join(f"{number:,}" for number in numbers[:_MOST_PLACES])
    if len(numbers) > _MOST_PLACES:
        places = say("places_and_on", places=places)
    times = sum(problem.times for problem in same)
    if not places:
        return say("problem_often", problem=str(first), times=times)
    return say(code, problem=str(first), times=times, places=places)


JSON_SUFFIXES = frozenset({".jsonl", ".ndjson"})
CSV_SUFFIXES = frozenset({".csv", ".tsv"})
PARQUET_SUFFIXES = frozenset({".parquet"})
_RECORD_SUFFIXES = JSON_SUFFIXES | CSV_SUFFIXES | PARQUET_SUFFIXES


def field_names(path: SourcePath) -> tuple[str, ...]:
    """The fields or columns of a file that may be text; none for plain text.

    JSON lines: those of the first objects, also inside of objects ("message.content"). Only the
    beginning of the file is read, and nothing is raised: errors appear when the file is read.
    """
    if not has_records(path):
        return ()
    from engine.corpus.readers.records import csv_columns, json_fields, parquet_columns

    try:
        with open_file(path) as stream:
            suffix = plain_suffix(path)
            if suffix in JSON_SUFFIXES:
                return json_fields(stream)
            if suffix in CSV_SUFFIXES:
                return csv_columns(stream)
            return parquet_columns(stream)
    except (CorpusError, OSError, ValueError, csv.Error):
        return ()


def has_records(path: SourcePath) -> bool:
    """Whether a file has records with a field or column of text, rather than text."""
    return plain_suffix(path) in _RECORD_SUFFIXES


def is_one_document(path: SourcePath, reading: ReadingOptions) -> bool:
    """Whether a file is text without a separator."""
    return not reading.document_separator and not has_records(path)


def document_parts(
    path: SourcePath,
    reading: ReadingOptions,
    problems: FileProblems,
    most_bytes: int | None = None,
    part: tuple[int, int] | None = None,
) -> Iterator[DocumentPart]:
    """The documents of a file in parts, none of them empty, before caps and samples.

    most_bytes: of a file that is one document, read no more than this.
    part: of a text file these bytes, of parquet these row groups; see `engine.corpus.dividing`.
    """
    if not has_records(path):
        from engine.corpus.readers.text import text_file

        yield from text_file(path, reading, problems, most_bytes, part)
        return
    n_nuls = 0
    for each in _of_records(path, reading, problems, part):
        n_nuls += each.data.count(0)
        yield each
    if n_nuls:
        problems.add(say("nul_characters", n=n_nuls), times=n_nuls)


def _of_records(
    path: SourcePath,
    reading: ReadingOptions,
    problems: FileProblems,
    part: tuple[int, int] | None,
) -> Iterator[DocumentPart]:
    from engine.corpus.readers.records import csv_documents, json_documents, parquet_documents

    suffix = plain_suffix(path)
    with open_file(path) as stream:
        if suffix in JSON_SUFFIXES:
            yield from json_documents(stream, reading, problems)
        elif suffix in CSV_SUFFIXES:
            yield from csv_documents(stream, reading, problems, suffix)
        else:
            yield from parquet_documents(stream, reading, problems, part)
