"""Names of the fields or columns of a file with records, so that a person can choose one."""

from __future__ import annotations

import csv
import json
from typing import BinaryIO

from engine.errors import CorpusError
from engine.labels import plain_suffix
from engine.readers.documents import CSV_SUFFIXES, JSON_SUFFIXES, has_records
from engine.readers.json_lines import text_fields
from engine.readers.opening import open_file
from engine.source_paths import SourcePath

_LONGEST_LINE = 1 << 20
_MOST_LINES = 20
_DELIMITERS = ",;\t"


def field_names(path: SourcePath) -> tuple[str, ...]:
    """The fields or columns of a file that may hold text; none for plain text.

    JSON lines: those of the first objects, also inside of objects ("message.content"). Only the
    beginning of the file is read, and nothing is raised: reading the file says what is wrong.
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
    rows = [next(csv.reader([header], delimiter=each), []) for each in _DELIMITERS]
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
