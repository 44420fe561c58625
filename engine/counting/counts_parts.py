"""Writing a folder of counts in parts: rows go to disk, are summed up by partition, and closed.

Three steps, which one process or many may do:

    spill = RowSpill(folder, memory_bytes); spill.add(label, data, starts, counts, firsts)
    for number, table in enumerate(spill.tables()): parts.append(write_part(folder, number, table))
    close_folder(folder, rules, parts, texts)

`RowSpill` keeps what exceeds its memory in runs on disk, each divided into partitions by a hash of
the pre-token. A partition of all runs is summed up at a time, so that no more of the distinct
pre-tokens than one partition is in memory. Where another program brings the rows of a partition
together, `summed_rows` sums them up and `write_part` writes them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from engine.compiled import Int64s, UInt8s
from engine.corpus import LABEL_ENDING, LABELS, MANIFEST, CountsLabel
from engine.counting.counts_folder import (
    DROPPED,
    PART_ENDING,
    CountsFolder,
    CountsManifest,
    CountsRules,
    LabelFacts,
    PartFile,
    ReadFile,
    open_counts,
)
from engine.counting.counts_rows import (
    arrow,
    counts_schema,
    partition_numbers,
    rows_table,
    summed_rows,
    write_dropped,
    write_rows,
)
from engine.counting.dropped import DroppedPairs
from engine.machine import available_bytes, cannot_write, make_directory, write_whole

N_PARTITIONS = 256
_USUAL_MEMORY = 4 << 30
_LEAST_MEMORY = 1 << 26
_SUMMING = 5
"""Memory that summing up rows takes, in times their bytes."""
_NAME_CHARACTERS = 60
_ROW_BYTES = 32


def usual_memory() -> int:
    """Bytes that counting may take for its tables: half of what is free, at most 4 GB."""
    free = available_bytes()
    return _USUAL_MEMORY if free is None else max(_LEAST_MEMORY, min(_USUAL_MEMORY, free // 2))


class RowSpill:
    """Rows on their way to a folder of counts: in memory, and beyond `memory_bytes` on disk.

    folder: where runs are written; the caller removes it.
    """

    def __init__(self, folder: Path, memory_bytes: int) -> None:
        self._folder = folder
        self._most = memory_bytes // _SUMMING
        self._waiting: list[Any] = []
        self._n_waiting = 0
        self._runs: list[Path] = []
        self._sizes = np.zeros(N_PARTITIONS, np.int64)
        self.rows = 0
        """Rows that were added."""

    def add(
        self, label: str, data: UInt8s, starts: Int64s, counts: Int64s, firsts: Int64s | None
    ) -> None:
        """Add rows of one label, as `SourcePretokens` has them. Raises ExportError.

        firsts: None where they have no first positions.
        """
        if not len(counts):
            return
        table = rows_table(label, data, starts, counts, firsts)
        sizes = np.diff(starts) + _ROW_BYTES
        numbers = partition_numbers(data, starts, N_PARTITIONS)
        self._sizes += np.bincount(numbers, sizes, N_PARTITIONS).astype(np.int64)
        self._waiting.append((table, numbers))
        self._n_waiting += int(sizes.sum())
        self.rows += len(counts)
        if self._n_waiting > self._most:
            self._write_run()

    def tables(self) -> Iterator[Any]:
        """The rows summed up, partition after partition; call it when all were added."""
        if not self._runs:
            yield summed_rows(self._joined([table for table, _ in self._waiting]))
            return
        self._write_run()
        begin = 0
        while begin < N_PARTITIONS:
            end, size = begin + 1, int(self._sizes[begin])
            while end < N_PARTITIONS and size + int(self._sizes[end]) <= self._most:
                size += int(self._sizes[end])
                end += 1
            yield summed_rows(self._joined(self._of_runs(begin, end)))
            begin = end

    def _joined(self, tables: Sequence[Any]) -> Any:
        pa = arrow()
        return pa.concat_tables(tables) if tables else counts_schema().empty_table()

    def _write_run(self) -> None:
        """Write what waits as one run: a batch for each partition."""
        if not self._waiting:
            return
        pa = arrow()
        table = pa.concat_tables([each for each, _ in self._waiting])
        numbers = np.concatenate([each for _, each in self._waiting])
        self._waiting.clear()
        self._n_waiting = 0
        order = np.argsort(numbers.astype(np.uint16), kind="stable")
        bounds = np.searchsorted(numbers[order], np.arange(N_PARTITIONS + 1))
        path = self._folder / f"run-{len(self._runs):05}.arrow"
        try:
            with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
                for begin, end in pairwise(bounds):
                    part = table.take(pa.array(order[begin:end])).combine_chunks()
                    batches = part.to_batches()
                    writer.write_batch(batches[0] if batches else _no_rows(pa, table.schema))
        except OSError as error:
            raise cannot_write(path, error) from None
        self._runs.append(path)

    def _of_runs(self, begin: int, end: int) -> list[Any]:
        """The rows of some partitions in all runs."""
        pa = arrow()
        tables = []
        for path in self._runs:
            with pa.OSFile(str(path), "rb") as source:
                reader = pa.ipc.open_file(source)
                batches = [reader.get_batch(number) for number in range(begin, end)]
            tables.append(pa.Table.from_batches(batches))
        return tables

    def remove_runs(self) -> None:
        """Remove the runs from the disk."""
        for path in self._runs:
            with suppress(OSError):
                path.unlink()
        self._runs.clear()


def _no_rows(pa: Any, schema: Any) -> Any:
    return pa.RecordBatch.from_arrays([pa.array([], each.type) for each in schema], schema=schema)


@dataclass(frozen=True, slots=True)
class WrittenPart:
    """A part on disk, and what it has of each label: rows, sums and what the floor dropped."""

    file: PartFile
    labels: dict[str, LabelFacts] = field(default_factory=dict)
    dropped: dict[str, DroppedPairs] = field(default_factory=dict)


def write_part(folder: Path, number: int, table: Any, min_count: int = 1) -> WrittenPart:
    """Write summed rows as a part, without those counted less than `min_count`.

    table: as `summed_rows` gives it: sorted, each key once. Raises ExportError.
    """
    pa = arrow()
    facts: dict[str, LabelFacts] = {}
    dropped: dict[str, DroppedPairs] = {}
    for label, own in _by_label(table):
        counts = own["count"].to_numpy()
        if min_count > 1:
            dropped[label] = _dropped(own.filter(pa.array(counts < min_count)))
            own = own.filter(pa.array(counts >= min_count))
        facts[label] = _facts(pa, own)
    if min_count > 1:
        table = table.filter(pa.compute.greater_equal(table["count"], min_count)).combine_chunks()
    file = write_rows(folder / f"part-{number:05}{PART_ENDING}", table)
    return WrittenPart(file, facts, dropped)


def _by_label(table: Any) -> Iterator[tuple[str, Any]]:
    """The rows of each label of a sorted table."""
    if table.num_rows == 0:
        return
    labels = table["label"].combine_chunks().dictionary_encode()
    codes = labels.indices.to_numpy()
    bounds = [0, *(np.flatnonzero(np.diff(codes)) + 1).tolist(), len(codes)]
    for begin, end in pairwise(bounds):
        label = labels.dictionary[int(codes[begin])].as_py()
        yield label, table.slice(begin, end - begin).combine_chunks()


def table_arrays(own: Any) -> tuple[UInt8s, Int64s]:
    """uint8[n_bytes] and int64[n + 1]: the pre-tokens of a table of rows, and their bounds."""
    array = own["pretoken"].combine_chunks()
    _, offsets, data = array.buffers()
    bounds = np.frombuffer(offsets, np.int64)[array.offset : array.offset + len(array) + 1]
    text = np.zeros(0, np.uint8) if data is None else np.frombuffer(data, np.uint8)
    return text[int(bounds[0]) : int(bounds[-1])], bounds - bounds[0]


def _facts(pa: Any, own: Any) -> LabelFacts:
    """Sums of the rows of one label."""
    if own.num_rows == 0:
        return LabelFacts()
    data, starts = table_arrays(own)
    counts = own["count"].to_numpy()
    has_first = own["first"].null_count == 0
    is_first = (data & 0xC0) != 0x80
    characters = np.add.reduceat(is_first.astype(np.int64), starts[:-1])
    return LabelFacts(
        bytes=int((np.diff(starts) * counts).sum()),
        characters=int((characters * counts).sum()),
        pretokens=int(counts.sum()),
        rows=own.num_rows,
        has_first=has_first,
        first_end=1 + pa.compute.max(own["first"]).as_py() if has_first else 0,
    )


def _dropped(own: Any) -> DroppedPairs:
    own = own.combine_chunks()
    if own.num_rows == 0:
        return DroppedPairs.none()
    return DroppedPairs.of(*table_arrays(own), own["count"].to_numpy())


@dataclass(frozen=True, slots=True)
class CountedTexts:
    """What is known of the texts beside their pre-tokens.

    documents, unmatched_bytes: by label. read: the files. problems: of reading, as sentences.
    dropped: what was dropped already before the rows came here, by label.
    min_count: the greatest floor so far.
    """

    documents: Mapping[str, int] = field(default_factory=dict)
    unmatched_bytes: Mapping[str, int] = field(default_factory=dict)
    read: tuple[ReadFile, ...] = ()
    problems: tuple[str, ...] = ()
    dropped: Mapping[str, DroppedPairs] = field(default_factory=dict)
    min_count: int = 1


def close_folder(
    folder: Path, rules: CountsRules, parts: Sequence[WrittenPart], texts: CountedTexts
) -> CountsFolder:
    """Write the manifest and the files of the labels of parts that are in the folder.

    A part without rows may be among them. Raises ExportError.
    """
    facts: dict[str, LabelFacts] = {}
    dropped: dict[str, DroppedPairs] = dict(texts.dropped)
    for part in parts:
        for label, each in part.labels.items():
            _add(facts.setdefault(label, LabelFacts(has_first=True)), each)
        for label, pairs in part.dropped.items():
            dropped[label] = dropped[label] + pairs if label in dropped else pairs
    for label, pairs in dropped.items():
        _note_dropped(facts.setdefault(label, LabelFacts(has_first=True)), pairs)
    for label, each in facts.items():
        each.documents = texts.documents.get(label, 0)
        each.unmatched_bytes = texts.unmatched_bytes.get(label, 0)
    dropped_file = None
    if any(each.rows for each in dropped.values()):
        dropped_file = write_dropped(folder / DROPPED, dropped)
    manifest = CountsManifest(
        rules=rules,
        labels=dict(sorted(facts.items())),
        parts=tuple(part.file for part in parts),
        min_count=texts.min_count,
        dropped=dropped_file,
        read=texts.read,
        problems=texts.problems,
    )
    return write_manifest(folder, manifest)


def write_manifest(folder: Path, manifest: CountsManifest) -> CountsFolder:
    """Write the manifest of a folder, and the files of its labels before it.

    Raises ExportError.
    """
    make_directory(folder / LABELS)
    content = manifest.content()
    digest = hashlib.sha256(content).hexdigest()
    used: set[str] = set()
    try:
        for label, each in manifest.labels.items():
            name = _file_name(label, used)
            own = CountsLabel(label, "..", digest, each.documents, each.bytes, each.characters)
            write_whole(folder / LABELS / f"{name}{LABEL_ENDING}", own.content())
        write_whole(folder / MANIFEST, content)
    except OSError as error:
        raise cannot_write(folder, error) from None
    return open_counts(folder)


def _add(total: LabelFacts, part: LabelFacts) -> None:
    total.bytes += part.bytes
    total.characters += part.characters
    total.pretokens += part.pretokens
    total.rows += part.rows
    total.has_first = total.has_first and (part.has_first or not part.rows)
    total.first_end = max(total.first_end, part.first_end) if total.has_first else 0


def _note_dropped(facts: LabelFacts, pairs: DroppedPairs) -> None:
    """Add the dropped rows: sizes are those of the whole text."""
    facts.dropped_rows, facts.dropped_pretokens = pairs.rows, pairs.pretokens
    facts.dropped_bytes, facts.dropped_characters = pairs.bytes, pairs.characters
    facts.bytes += pairs.bytes
    facts.characters += pairs.characters
    facts.pretokens += pairs.pretokens


def _file_name(label: str, used: set[str]) -> str:
    """A file name for a label, unlike all before, also where case does not matter."""
    plain = "".join(c if c.isalnum() or c in "-_" else "_" for c in label)[:_NAME_CHARACTERS]
    name, number = plain, 1
    while name.casefold() in used:
        number += 1
        name = f"{plain}-{number}"
    used.add(name.casefold())
    return name
