"""Rows of counts in Arrow: read from Parquet files of anyone, checked, summed up, written.

Files of strangers are read in batches with limits, and every value is checked before anything
relies on it; the first bad one is named by file, row and column.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from engine.compiled import Bools, Int64s, UInt8s
from engine.counting.counts_folder import MOST_COUNT, CountsFolder, PartFile
from engine.counting.dropped import DroppedPairs
from engine.errors import CorpusError, ExportError, reason_of
from engine.machine import cannot_write, how_to_install
from engine.sentences import say

COLUMNS = ("pretoken", "label", "count", "first")
BATCH_ROWS = 1 << 16
ROW_GROUP_ROWS = 1 << 19
MOST_BATCH_BYTES = 1 << 30
"""Of the pre-tokens of one batch: more is refused rather than held in memory."""
MOST_LABEL_BYTES = 1 << 12
MOST_LABELS = 1 << 16
_SHOWN_BYTES = 40


def arrow() -> Any:
    """The module pyarrow, with what is used of it. Raises CorpusError where it is missing."""
    try:
        import pyarrow as pa
        from pyarrow import compute, ipc, parquet  # noqa: F401  (parts of pyarrow once imported)
    except ImportError:
        words = say("counts_need_pyarrow", advice=how_to_install(["pyarrow"]))
        raise CorpusError(words) from None
    return pa


@dataclass(frozen=True, slots=True)
class Rows:
    """Checked rows of one label.

    data: uint8[n_bytes], their pre-tokens back to back; starts: int64[n + 1], the bounds there.
    counts: int64[n]; firsts: int64[n], or None where not every row has one.
    places: int64[n], which row of the file each is, counted from 0.
    """

    label: str
    data: UInt8s
    starts: Int64s
    counts: Int64s
    firsts: Int64s | None
    places: Int64s

    def of(self, is_wanted: Bools) -> Rows:
        """Only some of the rows."""
        if is_wanted.all():
            return self
        widths = np.diff(self.starts)
        kept = widths[is_wanted]
        return replace(
            self,
            data=self.data[int(self.starts[0]) : int(self.starts[-1])][
                np.repeat(is_wanted, widths)
            ],
            starts=np.concatenate((np.zeros(1, np.int64), np.cumsum(kept))),
            counts=self.counts[is_wanted],
            firsts=None if self.firsts is None else self.firsts[is_wanted],
            places=self.places[is_wanted],
        )


def counts_schema() -> Any:
    """The schema of a part."""
    pa = arrow()
    return pa.schema(
        [
            pa.field("pretoken", pa.large_binary(), nullable=False),
            pa.field("label", pa.string(), nullable=False),
            pa.field("count", pa.int64(), nullable=False),
            pa.field("first", pa.int64()),
        ]
    )


def rows_table(
    label: str, data: UInt8s, starts: Int64s, counts: Int64s, firsts: Int64s | None
) -> Any:
    """Rows of one label as an Arrow table, without a copy of the bytes.

    data: uint8[n_bytes and more]; starts: int64[n + 1]; counts, firsts: int64[n]; firsts is None
    where they have no first positions.
    """
    pa = arrow()
    n = len(counts)
    buffers = [None, pa.py_buffer(starts), pa.py_buffer(data)]
    pretokens = pa.LargeBinaryArray.from_buffers(pa.large_binary(), n, buffers)
    positions = pa.nulls(n, pa.int64()) if firsts is None else pa.array(firsts)
    columns = [pretokens, pa.repeat(label, n), pa.array(counts), positions]
    return pa.Table.from_arrays(columns, schema=counts_schema())


def summed_rows(table: Any) -> Any:
    """A table of rows with one for each label and pre-token, sorted by both.

    Counts are added up, and the least of the first positions is taken; a label without all of
    them loses them. Raises CorpusError for a sum beyond what counts may be.
    """
    pa = arrow()
    if table.num_rows == 0:
        return table
    if weighted_sum(table["count"].to_numpy()) >= MOST_COUNT:
        raise CorpusError(say("counts_sum_too_large", label=table["label"][0].as_py()))
    table = table.sort_by([("label", "ascending"), ("pretoken", "ascending")]).combine_chunks()
    is_new = np.ones(table.num_rows, np.bool_)
    for name in ("label", "pretoken"):
        column = table[name].combine_chunks()
        same = pa.compute.equal(column.slice(1), column.slice(0, len(column) - 1))
        is_equal = same.to_numpy(zero_copy_only=False)
        is_new[1:] = ~is_equal if name == "label" else is_new[1:] | ~is_equal
    if is_new.all():
        return table
    begins = np.flatnonzero(is_new)
    firsts, is_missing = table["first"], table["first"].is_null().to_numpy()
    least = np.minimum.reduceat(firsts.fill_null(0).to_numpy(), begins)
    mask = np.logical_or.reduceat(is_missing, begins)
    kept = table.take(pa.array(begins))
    sums = np.add.reduceat(table["count"].to_numpy(), begins)
    columns = [kept["pretoken"], kept["label"], pa.array(sums), pa.array(least, mask=mask)]
    return pa.Table.from_arrays(columns, schema=counts_schema()).combine_chunks()


def weighted_sum(counts: Int64s, factors: Int64s | None = None) -> int:
    """The sum of counts, each times its factor, which may be beyond 64 bits.

    counts: int64[n], below 2^62; factors: int64[n], below 2^31 in all.
    """
    high, low = counts >> 31, counts & ((1 << 31) - 1)
    if factors is not None:
        high, low = high * factors, low * factors
    return (int(high.sum()) << 31) + int(low.sum())


def partition_numbers(data: UInt8s, starts: Int64s, n_partitions: int) -> Int64s:
    """int64[n]: the partition of each pre-token, the same on every machine.

    data: uint8[n_bytes and more]; starts: int64[n + 1]. No pre-token may be empty.
    """
    n = len(starts) - 1
    numbers = np.empty(n, np.int64)
    for at in range(0, n, BATCH_ROWS):
        bounds = starts[at : min(at + BATCH_ROWS, n) + 1]
        begin, end = int(bounds[0]), int(bounds[-1])
        own = bounds[:-1] - begin
        inside = np.arange(end - begin) - np.repeat(own, np.diff(bounds))
        words = (data[begin:end].astype(np.uint64) + np.uint64(1)) * _POWERS[inside & 63]
        hashes = np.add.reduceat(words, own)
        hashes = (hashes ^ (hashes >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
        numbers[at : at + len(own)] = (hashes >> np.uint64(33)) % np.uint64(n_partitions)
    return numbers


def _powers() -> Any:
    with np.errstate(over="ignore"):
        return np.cumprod(np.full(64, 0x9E3779B97F4A7C15, np.uint64), dtype=np.uint64)


_POWERS = _powers()


def write_rows(path: Path, table: Any) -> PartFile:
    """Write a part, sorted as it is; it is on the disk afterwards. Raises ExportError.

    A row group has rows of one label, so that readers of a label pass over the others.
    """
    pa = arrow()
    try:
        with pa.parquet.ParquetWriter(
            path, counts_schema(), compression="zstd", use_dictionary=["label"],
            write_statistics=True,
        ) as writer:  # fmt: skip
            for begin, end in _row_groups(table):
                writer.write_table(table.slice(begin, end - begin), row_group_size=ROW_GROUP_ROWS)
        return PartFile(path.name, table.num_rows, *_hashed_on_disk(path))
    except OSError as error:
        raise cannot_write(path, error) from None
    except pa.ArrowException as error:
        words = say("file_unwritable", path=path, reason=reason_of(error))
        raise ExportError(words, path=path) from None


def _row_groups(table: Any) -> Iterator[tuple[int, int]]:
    """The rows of each label; those are neighbours."""
    if table.num_rows == 0:
        return
    codes = table["label"].combine_chunks().dictionary_encode().indices.to_numpy()
    bounds = [0, *(np.flatnonzero(np.diff(codes)) + 1).tolist(), len(codes)]
    yield from pairwise(bounds)


def _hashed_on_disk(path: Path) -> tuple[int, str]:
    """Size and SHA-256 of a file, which the disk has afterwards."""
    digest = hashlib.sha256()
    with path.open("r+b") as stream:
        while data := stream.read(1 << 20):
            digest.update(data)
        os.fsync(stream.fileno())
        return stream.tell(), digest.hexdigest()


def file_hash(path: Path) -> str:
    """The SHA-256 of a file. Raises OSError."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


# ---- reading ------------------------------------------------------------------------------------


def read_rows(path: Path, label: str | None = None) -> Iterator[Rows]:
    """The rows of a part in batches, checked, those of each label by themselves.

    label: only its rows. Raises CorpusError for a file that cannot be read or has another schema,
    and for the first bad row, by its number from 1.
    """
    with _opened(path) as (file, pa):
        _check_schema(pa, file.schema_arrow, path)
        columns = [name for name in COLUMNS if name in file.schema_arrow.names]
        at = 0
        for group in range(file.metadata.num_row_groups):
            n_rows = file.metadata.row_group(group).num_rows
            if label is None or _may_have(file.metadata.row_group(group), label):
                place = at
                for batch in file.iter_batches(BATCH_ROWS, [group], columns, use_threads=False):
                    yield from _checked(pa, batch, path, place, label)
                    place += batch.num_rows
            at += n_rows


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Any, Any]]:
    """The file and pyarrow. Dictionaries stay, so that no small file becomes large in memory."""
    pa = arrow()
    try:
        with path.open("rb") as stream:
            file = pa.parquet.ParquetFile(stream)
            coded = _coded_columns(file)
            if coded:
                stream.seek(0)
                file = pa.parquet.ParquetFile(stream, read_dictionary=coded)
            yield file, pa
    except FileNotFoundError:
        raise CorpusError(say("counts_file_missing", path=path), path=path) from None
    except (pa.ArrowException, OSError) as error:
        words = say("counts_file_damaged", path=path, reason=reason_of(error))
        raise CorpusError(words, path=path) from None


def _coded_columns(file: Any) -> list[str]:
    """The columns of texts that have a dictionary somewhere."""
    found = set()
    for group in range(file.metadata.num_row_groups):
        row_group = file.metadata.row_group(group)
        for index in range(row_group.num_columns):
            column = row_group.column(index)
            if any("DICTIONARY" in each for each in column.encodings):
                found.add(column.path_in_schema)
    return sorted(found & {"pretoken", "label"})


def _may_have(row_group: Any, label: str) -> bool:
    """Whether a row group can have rows of a label, by its statistics."""
    for index in range(row_group.num_columns):
        column = row_group.column(index)
        if column.path_in_schema == "label" and column.is_stats_set:
            low, high = column.statistics.min, column.statistics.max
            if isinstance(low, str) and isinstance(high, str):
                return bool(low <= label <= high)
    return True


def _check_schema(pa: Any, schema: Any, path: Path) -> None:
    """Raise CorpusError for a missing column or one of another type."""
    types = pa.types
    texts = (types.is_string, types.is_large_string, types.is_string_view)
    binaries = (types.is_binary, types.is_large_binary, types.is_binary_view)
    wanted = {"pretoken": (*binaries, *texts), "label": texts, "count": (types.is_integer,)}
    wanted["first"] = (types.is_integer, types.is_null)
    for name, fits in wanted.items():
        n_same = schema.names.count(name)
        if not n_same and name == "first":
            continue
        if n_same != 1:
            names = ", ".join(schema.names[:12])
            raise CorpusError(
                say("counts_no_column", path=path, name=name, columns=names), path=path
            )
        kind = schema.field(name).type
        kind = kind.value_type if types.is_dictionary(kind) else kind
        if not any(fit(kind) for fit in fits):
            words = say("counts_column_type", path=path, name=name, kind=str(kind))
            raise CorpusError(words, path=path)


def _checked(pa: Any, batch: Any, path: Path, place: int, label: str | None) -> Iterator[Rows]:
    """The rows of a batch by label. place: of its first row in the file."""
    if batch.num_rows == 0:
        return
    bad = _BadRow(path, place)
    labels, codes = _labels(pa, batch.column("label"), bad)
    counts = _numbers(pa, batch.column("count"), bad)
    _check_sizes(pa, batch.column("pretoken"), bad)
    pretokens = _plain(pa, batch.column("pretoken"))
    data, starts = _bytes_of(pretokens)
    bad.check(starts[1:] > starts[:-1], "pretoken", "counts_pretoken_empty")
    firsts = _firsts(pa, batch, bad)
    places = place + np.arange(batch.num_rows)
    everything = Rows("", data, starts, counts, None, places)
    for code, name in enumerate(labels):
        if label is not None and name != label:
            continue
        is_own = codes == code
        if not is_own.any():
            continue
        own = replace(everything, label=name, firsts=firsts[0]).of(is_own)
        yield own if firsts[1][is_own].all() else replace(own, firsts=None)


@dataclass(frozen=True, slots=True)
class _BadRow:
    """Names the first row of a batch that is wrong."""

    path: Path
    place: int

    def check(self, is_right: Bools, column: str, code: str, values: Sequence[Any] = ()) -> None:
        """Raise CorpusError for the first row that is not right."""
        if is_right.all():
            return
        row = int(np.argmin(is_right))
        value = _shown(values[row]) if len(values) else ""
        words = say(code, path=self.path, row=self.place + row + 1, column=column, value=value)
        raise CorpusError(words, path=self.path)


def _shown(value: Any) -> str:
    text = value.as_py() if hasattr(value, "as_py") else value
    if isinstance(text, bytes):
        return repr(text[:_SHOWN_BYTES])
    return str(text)[:_SHOWN_BYTES]


def _not_null(pa: Any, column: Any) -> Bools:
    found: Bools = pa.compute.is_valid(column).to_numpy(zero_copy_only=False)
    return found


def _labels(pa: Any, column: Any, bad: _BadRow) -> tuple[list[str], Int64s]:
    """The labels of a batch and which one each row has."""
    bad.check(_not_null(pa, column), "label", "counts_value_missing")
    coded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    codes = coded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    values = coded.dictionary.cast(pa.large_binary())
    used = np.unique(codes)
    if len(used) > MOST_LABELS:
        raise CorpusError(say("counts_too_many_labels", path=bad.path, most=MOST_LABELS))
    names = [""] * len(values)
    for code in used.tolist():
        value = values[code].as_py()
        with suppress(UnicodeDecodeError):
            names[code] = value.decode() if len(value) <= MOST_LABEL_BYTES else ""
    is_right = np.array([bool(name) for name in names], np.bool_)[codes]
    bad.check(is_right, "label", "counts_label_invalid", values.take(coded.indices))
    return names, codes


def _numbers(pa: Any, column: Any, bad: _BadRow) -> Int64s:
    """The counts of a batch."""
    bad.check(_not_null(pa, column), "count", "counts_value_missing")
    if pa.types.is_uint64(column.type):
        small = column.to_numpy(zero_copy_only=False) < np.uint64(MOST_COUNT)
        bad.check(small, "count", "counts_count_too_large", column)
    numbers: Int64s = column.cast(pa.int64()).to_numpy(zero_copy_only=False)
    bad.check(numbers > 0, "count", "counts_count_not_positive", column)
    bad.check(numbers < MOST_COUNT, "count", "counts_count_too_large", column)
    return numbers


def _check_sizes(pa: Any, column: Any, bad: _BadRow) -> None:
    """Raise CorpusError where the pre-tokens of a batch would take too much memory."""
    bad.check(_not_null(pa, column), "pretoken", "counts_value_missing")
    if pa.types.is_dictionary(column.type):
        widths = pa.compute.binary_length(column.dictionary).to_numpy(zero_copy_only=False)
        sizes = widths.astype(np.int64)[column.indices.to_numpy(zero_copy_only=False)]
    else:
        sizes = pa.compute.binary_length(column).to_numpy(zero_copy_only=False).astype(np.int64)
    bad.check(np.cumsum(sizes) <= MOST_BATCH_BYTES, "pretoken", "counts_pretokens_too_large")


def _plain(pa: Any, column: Any) -> Any:
    """A column of bytes without its dictionary."""
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    return column.cast(pa.large_binary())


def _bytes_of(array: Any) -> tuple[UInt8s, Int64s]:
    """uint8[n_bytes] and int64[n + 1] of an array of binaries, as they lie."""
    _, offsets, data = array.buffers()
    bounds = np.frombuffer(offsets, np.int64)[array.offset : array.offset + len(array) + 1]
    if data is None:
        return np.zeros(0, np.uint8), bounds - bounds[0]
    return np.frombuffer(data, np.uint8)[int(bounds[0]) : int(bounds[-1])], bounds - bounds[0]


def _firsts(pa: Any, batch: Any, bad: _BadRow) -> tuple[Int64s, Bools]:
    """The first positions of a batch, and which rows have one."""
    n = batch.num_rows
    if "first" not in batch.schema.names or pa.types.is_null(batch.column("first").type):
        return np.zeros(n, np.int64), np.zeros(n, np.bool_)
    column = batch.column("first")
    is_there = _not_null(pa, column)
    filled = pa.compute.fill_null(column, 0)
    if pa.types.is_uint64(column.type):
        small = filled.to_numpy(zero_copy_only=False) < np.uint64(MOST_COUNT)
        bad.check(small, "first", "counts_first_invalid", column)
    firsts: Int64s = filled.cast(pa.int64()).to_numpy(zero_copy_only=False)
    bad.check((firsts >= 0) & (firsts < MOST_COUNT), "first", "counts_first_invalid", column)
    return firsts, is_there


# ---- the dropped pairs of a folder ---------------------------------------------------------------


def write_dropped(path: Path, dropped: dict[str, DroppedPairs]) -> PartFile:
    """Write the pairs of dropped rows: columns label, left, right, count. Raises ExportError."""
    pa = arrow()
    labels: list[str] = []
    keys, counts = [], []
    for label, each in sorted(dropped.items()):
        found = np.flatnonzero(each.pairs)
        labels += [label] * len(found)
        keys.append(found)
        counts.append(each.pairs[found])
    joined = np.concatenate(keys) if keys else np.zeros(0, np.int64)
    table = pa.table(
        {
            "label": pa.array(labels, pa.string()),
            "left": pa.array((joined >> 8).astype(np.uint8)),
            "right": pa.array((joined & 0xFF).astype(np.uint8)),
            "count": pa.array(np.concatenate(counts) if counts else joined),
        }
    )
    try:
        pa.parquet.write_table(table, path, compression="zstd")
        return PartFile(path.name, table.num_rows, *_hashed_on_disk(path))
    except OSError as error:
        raise cannot_write(path, error) from None


def _read_dropped(path: Path) -> dict[str, Int64s]:
    """int64[65536] by label: the pairs of the rows that a folder dropped. Raises CorpusError."""
    pairs: dict[str, Int64s] = {}
    with _opened(path) as (file, pa):
        n_rows = file.metadata.num_rows
        if file.schema_arrow.names != ["label", "left", "right", "count"] or n_rows > 1 << 26:
            raise CorpusError(say("counts_dropped_damaged", path=path), path=path)
        for batch in file.iter_batches(BATCH_ROWS, use_threads=False):
            labels, codes = _labels(pa, batch.column("label"), _BadRow(path, 0))
            counts = _numbers(pa, batch.column("count"), _BadRow(path, 0))
            left, right = (
                batch.column(name).cast(pa.uint8()).to_numpy(zero_copy_only=False).astype(np.int64)
                for name in ("left", "right")
            )
            for code in np.unique(codes).tolist():
                own = codes == code
                found = pairs.setdefault(labels[code], np.zeros(1 << 16, np.int64))
                np.add.at(found, (left[own] << 8) | right[own], counts[own])
    return pairs


def dropped_pairs(folder: CountsFolder) -> dict[str, DroppedPairs]:
    """What a folder dropped of each label; empty without a floor. Raises CorpusError."""
    path = folder.dropped_file
    if path is None:
        return {}
    found, none = _read_dropped(path), DroppedPairs.none().pairs
    return {
        label: DroppedPairs(
            facts.dropped_rows,
            facts.dropped_pretokens,
            facts.dropped_bytes,
            facts.dropped_characters,
            found.get(label, none),
        )
        for label, facts in folder.manifest.labels.items()
        if facts.dropped_rows
    }
