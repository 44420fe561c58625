"""Counting a corpus into a folder of counts, and folders of counts into one; in bounded memory."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.argument_types import check_threads, checked, checked_path
from engine.corpus import (
    Corpus,
    CorpusProblem,
    DocumentBatch,
    RemotePath,
    checked_corpus,
    content_hash,
    known_hash,
    problem_sentences,
    size_on_disk,
    without_text,
)
from engine.counting.batches import SourceBatches
from engine.counting.counting import (
    CountingProgress,
    count_batches,
    counting_progress,
)
from engine.counting.counts_folder import (
    CountsFolder,
    CountsRules,
    ReadFile,
    open_counts,
)
from engine.counting.counts_parts import (
    CountedTexts,
    RowSpill,
    close_folder,
    usual_memory,
    write_part,
)
from engine.counting.counts_rows import (
    arrow,
    counts_schema,
    dropped_pairs,
    read_rows,
    rows_table,
    summed_rows,
)
from engine.counting.dropped import DroppedPairs
from engine.counting.kept import NO_PRETOKENS, CountsCache
from engine.counting.table import CountedSources, SourceCounter
from engine.errors import CorpusError, ExportError
from engine.machine import Progress, cannot_write, move_into_place, n_cores, partial_folder
from engine.sentences import say
from engine.settings import checked_floor
from engine.splitting import Splitter

WritingCounts = Generator[CountingProgress, None, CountsFolder]
Merging = Generator[Progress, None, CountsFolder]

_TABLES = 3
"""Tables may take a third of the memory: the rest is for what is taken from them."""


@dataclass(frozen=True, slots=True)
class CountedRows:
    """The counts of a corpus, or of a part of one, as an Arrow table.

    table: columns pretoken, label, count, first, each pre-token once for each label; `first` is its
        byte in the text of the label in this corpus.
    bytes, documents, unmatched_bytes: of that text, by label. problems: of reading.
    """

    table: Any
    bytes: dict[str, int]
    documents: dict[str, int]
    unmatched_bytes: dict[str, int]
    problems: tuple[CorpusProblem, ...] = ()


def counted_rows(corpus: Corpus, rules: CountsRules, *, n_threads: int = 1) -> CountedRows:
    """Count a corpus, such as a part of a larger one, into a table in memory.

    A corpus without text gives no rows. Raises CorpusError and PatternError.
    """
    checked_corpus(corpus)
    CountsRules.checked(rules)
    pa = arrow()
    check_threads(n_threads)
    _refuse_counts(corpus)
    labels = [source.label for source in corpus.sources]
    counting = _Counting(_cut(corpus, rules), rules, n_threads, None)
    tables: list[Any] = []
    for _ in count_batches(counting.counters, counting.batches, None):
        pass
    for counter in counting.counters:
        tables += [
            rows_table(labels[source], each.data, each.starts, each.counts, each.firsts)
            for source, each in counter.drained()
        ]
    table = summed_rows(pa.concat_tables(tables) if tables else counts_schema().empty_table())
    totals = counting.totals()
    return CountedRows(
        table,
        _by_label(labels, totals[0]),
        _by_label(labels, totals[1]),
        _by_label(labels, totals[4]),
        counting.batches.problems,
    )


def write_counts(
    corpus: Corpus,
    folder: str | Path,
    rules: CountsRules,
    *,
    min_count: int = 1,
    memory_bytes: int | None = None,
    n_threads: int | None = None,
    cache: CountsCache | None = None,
) -> WritingCounts:
    """Count the pre-tokens of a corpus into a new folder of counts; the result is the folder.

    min_count: pre-tokens that occur less often in a label are dropped; what that may change is
        kept, see `dropped`.
    memory_bytes: about what counting may take; beyond it counts go to disk meanwhile, and the
        result is the same. Half of the free memory, at most 4 GB, by default.
    cache: sources whose counts it has are not read.

    The folder is written beside its place and moved there when it is whole. Raises CorpusError,
    PatternError, and ExportError for a folder that cannot be written or is not empty.
    """
    checked_corpus(corpus)
    checked_path(folder, "folder")
    CountsRules.checked(rules)
    check_threads(n_threads)
    checked_floor(min_count)
    _refuse_counts(corpus)
    arrow()
    memory = usual_memory() if memory_bytes is None else memory_bytes
    counting = _Counting(_cut(corpus, rules), rules, n_threads or n_cores(), cache)
    return _writing(
        corpus, checked_path(folder, "The folder of counts"), counting, min_count, memory
    )


def _writing(
    corpus: Corpus, out: Path, counting: _Counting, min_count: int, memory: int
) -> WritingCounts:
    labels = [source.label for source in corpus.sources]
    with _new_folder(out) as partial:
        spill = RowSpill(partial, memory)
        spilling = _Spilling(spill, labels, counting, memory // _TABLES)
        yield from count_batches(counting.counters, counting.batches, spilling)
        spilling.add(counting.counters)
        if not spill.rows:
            raise without_text(corpus.problem_sentences)
        parts = []
        for number, table in enumerate(spill.tables()):
            parts.append(write_part(partial, number, table, min_count))
            yield counting.progress()
        spill.remove_runs()
        totals = counting.totals()
        problems = problem_sentences(counting.batches.problems)
        texts = CountedTexts(
            documents=_by_label(labels, totals[1]),
            unmatched_bytes=_by_label(labels, totals[4]),
            read=tuple(_read_files(corpus)),
            problems=tuple(problems),
            min_count=min_count,
        )
        close_folder(partial, counting.rules, parts, texts)
        _move(partial, out)
    return open_counts(out)


class _Counting:
    """The threads' tables and the batches of one counting."""

    def __init__(
        self, corpus: Corpus, rules: CountsRules, n_threads: int, cache: CountsCache | None
    ) -> None:
        self.rules = rules
        splitter = Splitter(rules.pattern)
        n_sources = len(corpus.sources)
        self.counters = [SourceCounter(splitter, n_sources) for _ in range(n_threads)]
        self.batches = SourceBatches(corpus, splitter, rules.normalization, cache)

    def totals(self) -> list[list[int]]:
        """Bytes, documents, characters, pre-tokens and unmatched bytes of each source."""
        sums = np.sum([np.stack(each.totals) for each in self.counters], axis=0)
        for index, each in self.batches.kept.items():
            sums[:, index] += (
                each.n_bytes, each.n_documents, each.n_characters, each.n_pretokens,
                each.unmatched_bytes,
            )  # fmt: skip
        numbers: list[list[int]] = sums.tolist()
        return numbers

    def progress(self) -> CountingProgress:
        step = counting_progress(self.counters, self.batches)
        return replace(step, total=step.done)


class _Spilling:
    """Takes what was counted out of the tables where they become too large."""

    def __init__(
        self, spill: RowSpill, labels: Sequence[str], counting: _Counting, most: int
    ) -> None:
        self._spill = spill
        self._labels = labels
        self._counting = counting
        self._most = most
        self._emptied: set[int] = set()

    def note_batch(self, batch: DocumentBatch) -> None:
        """Batches do not matter here."""

    def is_due(self) -> bool:
        if len(self._counting.batches.kept) > len(self._emptied):
            return True
        return sum(each.table.memory_bytes for each in self._counting.counters) > self._most

    def add(self, counters: Sequence[CountedSources]) -> None:
        """Move everything into the spill."""
        kept = self._counting.batches.kept
        for index in [each for each in kept if each not in self._emptied]:
            self._add(index, kept[index])
            empty = NO_PRETOKENS
            kept[index] = replace(
                kept[index], data=empty.data, starts=empty.starts, counts=empty.counts,
                firsts=empty.firsts,
            )  # fmt: skip
            self._emptied.add(index)
        for counter in counters:
            for source, section in counter.drained():
                self._add(source, section)

    def _add(self, source: int, section: Any) -> None:
        self._spill.add(
            self._labels[source], section.data, section.starts, section.counts, section.firsts
        )


def _checked_folders(folders: Iterable[CountsFolder]) -> list[CountsFolder]:
    """Opened folders as a list. Raises ArgumentError for anything else."""
    advice = "opened_counts(paths) gives a list of them"
    if not isinstance(folders, Iterable) or isinstance(folders, str):
        checked(folders, list, "folders", advice)
    return [checked(each, CountsFolder, "a folder to merge", advice) for each in folders]


def merge_counts(
    folders: Iterable[CountsFolder],
    out: str | Path,
    *,
    min_count: int = 1,
    memory_bytes: int | None = None,
) -> Merging:
    """Write folders of counts into one, as if their texts had been counted one after another.

    folders: as `open_counts` or `opened_counts` gives them; of the same rules. min_count: rows
        that occur less often in all of them together are dropped.
    memory_bytes: as in `write_counts`.

    A label has first positions afterwards where it has them in every folder. Raises CorpusError for
    folders of other rules and for the first bad row, ExportError as `write_counts`.
    """
    given = _checked_folders(folders)
    checked_path(out, "out")
    checked_floor(min_count)
    if not given:
        raise CorpusError(say("counts_nothing_to_merge"))
    for each in given:
        each.check_whole()
        each.manifest.rules.check_equal(given[0].manifest.rules, each.path)
    memory = usual_memory() if memory_bytes is None else memory_bytes
    return _merging(given, checked_path(out, "The folder of counts"), min_count, memory)


def _merging(folders: list[CountsFolder], out: Path, min_count: int, memory: int) -> Merging:
    total = sum(part.bytes for each in folders for part in each.manifest.parts)
    done = 0
    with _new_folder(out) as partial:
        spill, ends = RowSpill(partial, memory), dict[str, int]()
        for folder in folders:
            labels = folder.manifest.labels
            for path, part in zip(folder.parts, folder.manifest.parts, strict=True):
                for rows in read_rows(path):
                    begin = ends.get(rows.label, 0)
                    firsts = None if rows.firsts is None else rows.firsts + begin
                    spill.add(rows.label, rows.data, rows.starts, rows.counts, firsts)
                    yield Progress(done, total, "merge", rows.label)
                done += part.bytes
            for label, facts in labels.items():
                ends[label] = ends.get(label, 0) + max(facts.bytes, facts.first_end)
        parts = []
        for number, table in enumerate(spill.tables()):
            parts.append(write_part(partial, number, table, min_count))
            yield Progress(total, total, "merge")
        spill.remove_runs()
        texts = _merged_texts(folders, min_count)
        close_folder(partial, folders[0].manifest.rules, parts, texts)
        _move(partial, out)
    return open_counts(out)


def _merged_texts(folders: Sequence[CountsFolder], min_count: int) -> CountedTexts:
    """What is known of the texts of all folders."""
    documents: dict[str, int] = {}
    unmatched: dict[str, int] = {}
    dropped: dict[str, DroppedPairs] = {}
    for folder in folders:
        for label, facts in folder.manifest.labels.items():
            documents[label] = documents.get(label, 0) + facts.documents
            unmatched[label] = unmatched.get(label, 0) + facts.unmatched_bytes
        for label, each in dropped_pairs(folder).items():
            dropped[label] = dropped[label] + each if label in dropped else each
    return CountedTexts(
        documents,
        unmatched,
        read=tuple(each for folder in folders for each in folder.manifest.read),
        problems=tuple(each for folder in folders for each in folder.manifest.problems),
        dropped=dropped,
        min_count=max(min_count, *(folder.manifest.min_count for folder in folders)),
    )


def _cut(corpus: Corpus, rules: CountsRules) -> Corpus:
    """The corpus cut at the special tokens of the rules."""
    if not rules.cut_at:
        return corpus
    return corpus.with_sources(
        replace(source, reading=replace(source.reading, cut_at=rules.cut_at))
        for source in corpus.sources
    )


def _refuse_counts(corpus: Corpus) -> None:
    for source in corpus.sources:
        if source.is_counts:
            raise CorpusError(say("counts_are_counted", label=source.label), path=source.paths[0])


def _read_files(corpus: Corpus) -> Iterator[ReadFile]:
    """What was counted, with the hashes of the files."""
    for source in corpus.sources:
        for path in source.paths:
            try:
                found = known_hash(path) if isinstance(path, RemotePath) else content_hash(path)
            except CorpusError:  # it is missing since it was read
                found = None
            yield ReadFile(str(path), source.label, size_on_disk(path), found)


def _by_label(labels: Sequence[str], numbers: Sequence[int]) -> dict[str, int]:
    """Numbers of sources by label; several may have the same."""
    sums: dict[str, int] = {}
    for label, number in zip(labels, numbers, strict=True):
        sums[label] = sums.get(label, 0) + number
    return sums


def check_counts_out(out: Path) -> None:
    """Raise ExportError where a folder of counts cannot become `out`: it is a file or not empty."""
    try:
        if out.exists() and not out.is_dir():
            raise ExportError(say("counts_out_is_file", path=out), path=out)
        if out.is_dir() and any(out.iterdir()):
            raise ExportError(say("counts_out_not_empty", path=out), path=out)
    except OSError as error:
        raise cannot_write(out, error) from None


@contextmanager
def _new_folder(out: Path) -> Iterator[Path]:
    """A folder beside `out` to write to. Raises ExportError where that is not empty."""
    check_counts_out(out)
    with partial_folder(out) as partial:
        yield partial


def _move(partial: Path, out: Path) -> None:
    try:
        move_into_place(partial, out)
    except OSError as error:
        raise cannot_write(out, error) from None
