"""The documents of one file in any format, and the names of the fields or columns it has."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import BinaryIO

from engine.corpus.paths import SourcePath, plain_suffix
from engine.corpus.readers.opening import open_file
from engine.corpus.readers.parts import DocumentPart
from engine.corpus.readers.problems import FileProblems
from engine.corpus.readers.records import (
    csv_documents,
    json_documents,
    parquet_documents,
    text_fields,
)
from engine.corpus.readers.text import Piece, text_blocks, text_documents
from engine.errors import CorpusError
from engine.sentences import say
from engine.settings import ReadingOptions
from engine.text import first_invalid_byte

_LONGEST_LINE = 1 << 20
_MOST_LINES = 20
_DELIMITERS = ",;\t"

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
    try:
        with open_file(path) as stream:
            suffix = plain_suffix(path)
            if suffix in JSON_SUFFIXES:
                return _json_fields(stream)
            if suffix in CSV_SUFFIXES:
                return _csv_columns(stream)
            return _parquet_columns(stream)
    except (CorpusError, OSError, ValueError, csv.Error):
        return ()


def _json_fields(stream: BinaryIO) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for _ in range(_MOST_LINES):
        line = stream.readline(_LONGEST_LINE)
        try:
            value = json.loads(line.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            continue
        names.update(dict.fromkeys(text_fields(value)))
    return tuple(names)


def _csv_columns(stream: BinaryIO) -> tuple[str, ...]:
    header = stream.readline(_LONGEST_LINE).decode("utf-8-sig", "replace")
    rows = [next(csv.reader([header], delimiter=delimiter), []) for delimiter in _DELIMITERS]
    return tuple(name.strip() for name in max(rows, key=len) if name.strip())


def _parquet_columns(stream: BinaryIO) -> tuple[str, ...]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        return ()
    try:
        schema = parquet.ParquetFile(stream).schema_arrow
    except pa.ArrowException:
        return ()
    kinds = (pa.string(), pa.large_string(), pa.binary(), pa.large_binary())
    return tuple(field.name for field in schema if field.type in kinds)


def has_records(path: SourcePath) -> bool:
    """Whether a file has records with a field or column of text, rather than text."""
    return plain_suffix(path) in _RECORD_SUFFIXES


def is_one_document(path: SourcePath, reading: ReadingOptions) -> bool:
    """Whether a file is text without a separator."""
    return not reading.document_separator and not has_records(path)


def document_parts(
    path: SourcePath, reading: ReadingOptions, problems: FileProblems, most_bytes: int | None = None
) -> Iterator[DocumentPart]:
    """The documents of a file in parts, none of them empty, before caps and samples.

    most_bytes: of a file that is one document, read no more than this.
    """
    if not has_records(path):
        yield from _text(path, reading, problems, most_bytes)
        return
    n_nuls = 0
    for part in _of_records(path, reading, problems):
        n_nuls += part.data.count(0)
        yield part
    if n_nuls:
        problems.add(say("nul_characters", n=n_nuls), times=n_nuls)


def _of_records(
    path: SourcePath, reading: ReadingOptions, problems: FileProblems
) -> Iterator[DocumentPart]:
    suffix = plain_suffix(path)
    with open_file(path) as stream:
        if suffix in JSON_SUFFIXES:
            yield from json_documents(stream, reading, problems)
        elif suffix in CSV_SUFFIXES:
            yield from csv_documents(stream, reading, problems, suffix)
        else:
            yield from parquet_documents(stream, reading, problems)


def _text(
    path: SourcePath, reading: ReadingOptions, problems: FileProblems, most_bytes: int | None
) -> Iterator[DocumentPart]:
    errors = reading.encoding_errors

    def pieces(problems: FileProblems) -> Generator[Piece, None, None]:
        with open_file(path) as stream:
            blocks = text_blocks(path, stream, errors, problems, most_bytes)
            yield from text_documents(blocks, reading.document_separator)

    with closing(pieces(problems)) as parts:
        valid: Iterator[Piece] = parts
        if errors == "skip":
            valid = _valid_documents(parts, lambda: pieces(FileProblems(path)), problems)
        yield from _without_empty(valid, problems)


def _without_empty(pieces: Iterator[Piece], problems: FileProblems) -> Iterator[DocumentPart]:
    number = n_empty = first = 0
    for part, _, _ in pieces:
        data, begins, ends = part
        number += begins
        if data or not (begins and ends):
            yield part
            continue
        n_empty += 1
        first = first or number
    if n_empty:
        problems.add(say("empty_documents", n=n_empty, first=first), times=n_empty)


def _valid_documents(
    pieces: Iterator[Piece], again: Callable[[], Iterator[Piece]], problems: FileProblems
) -> Iterator[Piece]:
    """The documents that are valid UTF-8; the others are reported.

    again: the same pieces once more. A document of several parts is known to be valid only at its
    end, so that with the first of these the file is read ahead to find the invalid ones.
    """
    invalid: dict[int, int] | None = None
    number, is_left_out = -1, False
    for piece in pieces:
        part, offset, is_valid = piece
        if part.begins:
            number += 1
            at = None
            if not part.ends:
                if invalid is None:
                    invalid = _invalid_long_documents(again())
                at = invalid.get(number)
            elif not is_valid and (within := first_invalid_byte(part.data)) is not None:
                at = offset + within
            is_left_out = at is not None
            if is_left_out:
                problems.add(say("document_invalid", number=number + 1), offset=at)
        if not is_left_out:
            yield piece


def _invalid_long_documents(pieces: Iterator[Piece]) -> dict[int, int]:
    """Invalid documents in several parts: number -> offset of the first invalid UTF-8."""
    invalid: dict[int, int] = {}
    number = -1
    for part, offset, is_valid in pieces:
        number += part.begins
        if is_valid or (part.begins and part.ends) or number in invalid:
            continue
        if (within := first_invalid_byte(part.data)) is not None:
            invalid[number] = offset + within
    return invalid
