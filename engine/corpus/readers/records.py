"""Files of records with a field or column of text: JSON lines, CSV and TSV, Parquet.

Each record is a document. JSON lines are objects or plain strings; the first row of CSV and TSV
names the columns; Parquet is read in batches through pyarrow.
"""

from __future__ import annotations

import codecs
import csv
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

from engine.corpus.paths import SourcePath
from engine.corpus.readers.documents import FileProblems
from engine.corpus.readers.parts import DocumentPart
from engine.corpus.readers.text import decoded_line, refuse_binary, refuse_invalid, repaired
from engine.errors import CorpusError
from engine.machine import how_to_install
from engine.sentences import say, some_of
from engine.settings import EncodingErrors, ReadingOptions
from engine.text import first_invalid_byte, without_lone_surrogates

_LONGEST_LINE = 1 << 20
_MOST_LINES = 20
"""Where the names of fields are looked for."""
_MOST_NAMED = 20
_MOST_DIGITS = 18
_DEEPEST = 3

_LONGEST_CELL = (1 << 31) - 1
_DELIMITERS = {".csv": ",;\t", ".tsv": "\t"}

_BATCH_ROWS = 1024


class _NoText(Exception):  # noqa: N818  caught where the line is known
    """A value that is no document; the message says why."""


class _NoField(_NoText):
    """An object without the field. names: of the fields that it has instead."""

    def __init__(self, field: str, names: tuple[str, ...]) -> None:
        super().__init__(say("field_missing", field=field))
        self.names = names


class _OtherText(_NoText):
    """A value in the field, or instead of an object, that is no text or empty."""


class _Fields:
    """Whether any line of a file has the field, and which fields it has instead."""

    def __init__(self, field: str) -> None:
        self._field = field
        self._names: dict[str, None] = {}
        self._first = 0
        self._is_there = False

    def note(self, number: int, missing: _NoField | None) -> None:
        """Note whether the field is missing in line `number`."""
        if missing is None:
            self._is_there = True
        elif not self._is_there and len(self._names) < _MOST_NAMED:
            self._first = self._first or number
            self._names.update(dict.fromkeys(missing.names))

    def check(self, path: SourcePath) -> None:
        """Raise CorpusError if lines are objects and none had the field."""
        if not self._is_there and self._first:
            listed = ", ".join(f'"{name}"' for name in list(self._names)[:_MOST_NAMED])
            sentence = say(
                "no_line_has_field",
                path=path,
                field=self._field,
                line=self._first,
                fields=listed or say("no_field_with_text"),
            )
            raise CorpusError(sentence, path=path, setting="text_field")


def json_documents(
    stream: BinaryIO, reading: ReadingOptions, problems: FileProblems
) -> Iterator[DocumentPart]:
    """The documents of a file of JSON lines; lines without one are reported and left out.

    Raises CorpusError if no line has the field.
    """
    fields = _Fields(reading.text_field)
    offset = n_blank = first_blank = 0
    is_empty = True
    for number, line in enumerate(stream, 1):
        if number == 1:
            refuse_binary(problems.path, line)
        if line.startswith(codecs.BOM_UTF8):  # files that were put together have some inside
            problems.add(say("byte_order_mark"), line=number, offset=offset)
            line = line[len(codecs.BOM_UTF8) :]
            offset += len(codecs.BOM_UTF8)
        begin, offset = offset, offset + len(line)
        if not line.strip():
            n_blank += 1
            first_blank = first_blank or number
            continue
        is_empty = False
        text = decoded_line(line, number, begin, reading.encoding_errors, problems)
        if text is not None:
            document = _document(text, number, reading.text_field, fields, problems)
            if document is not None:
                yield DocumentPart(document)
    fields.check(problems.path)
    if is_empty:
        problems.add(say("file_empty"))
    elif n_blank:
        problems.add(say("blank_lines_in_file", n=n_blank), line=first_blank, times=n_blank)


def _document(
    line: str, number: int, field: str, fields: _Fields, problems: FileProblems
) -> bytes | None:
    try:
        text = _text_of(line, field)
        fields.note(number, None)
    except _NoText as reason:
        if isinstance(reason, _NoField):
            fields.note(number, reason)
        elif isinstance(reason, _OtherText):
            fields.note(number, None)
        problems.add(say("line_left_out", reason=reason), line=number)
        return None
    try:
        return text.encode()
    except UnicodeEncodeError:
        problems.add(say("surrogate_replaced"), line=number)
        return without_lone_surrogates(text).encode()


def json_value(text: str) -> Any:
    """The value of a line of JSON. Raises ValueError with a sentence's part as the reason."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(say("nested_deeply")) from None
    except ValueError as error:
        reason = str(getattr(error, "msg", error)).removesuffix(" at")  # a place that is cut off
        raise ValueError(reason) from None


def _text_of(line: str, field: str) -> str:
    try:
        value = json_value(line)
    except ValueError as error:
        raise _NoText(say("line_no_json", reason=error)) from None
    if isinstance(value, dict):
        value = _value_at(value, field)
    if not isinstance(value, str):
        raise _OtherText(say("text_no_string", kind=_json_kind(value)))
    if not value:
        raise _OtherText(say("text_empty"))
    return value


def _value_at(value: object, field: str) -> object:
    """The value of a field of an object; a field with dots in its own name comes first."""
    whole = value
    if isinstance(value, dict) and field in value:
        return value[field]
    for step in field.split("."):
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and _is_place(step) and int(step) < len(value):
            value = value[int(step)]
        else:
            raise _NoField(field, tuple(text_fields(whole)))
    return value


def _is_place(step: str) -> bool:
    return step.isdecimal() and len(step) <= _MOST_DIGITS  # Python reads some thousand


def text_fields(value: object, prefix: str = "", depth: int = _DEEPEST) -> Iterator[str]:
    """Names of the text fields of an object, also inside of objects: "a.b"."""
    if not isinstance(value, dict) or not depth:
        return
    for name, inner in value.items():
        if isinstance(inner, str):
            yield f"{prefix}{name}"
        else:
            yield from text_fields(inner, f"{prefix}{name}.", depth - 1)


def _json_kind(value: object) -> str:
    number = say("value_number")
    kinds: dict[type, str] = {bool: say("value_boolean"), int: number, float: number}
    kinds |= {list: say("value_list"), dict: say("value_object"), type(None): "null"}
    return kinds.get(type(value), type(value).__name__)


def csv_documents(
    stream: BinaryIO, reading: ReadingOptions, problems: FileProblems, suffix: str
) -> Iterator[DocumentPart]:
    """The cells of one column; rows without text are reported and left out.

    suffix: ".csv", also with semicolons or tabs if the column is found that way, or ".tsv".
    Raises CorpusError for a file without that column.
    """
    csv.field_size_limit(_LONGEST_CELL)
    lines = TextLines(stream, reading.encoding_errors, problems)
    first = next((line for line in lines if line.strip()), "")
    if lines.has_mark:
        problems.add(say("byte_order_mark_at_start"), offset=0)
    if not first:
        problems.add(say("file_empty"))
        return
    if lines.is_left_out:
        problems.add(say("names_invalid"), line=lines.number, offset=lines.first_invalid)
    if lines.number > 1:
        problems.add(say("blank_lines_before_names"), line=1)
    delimiter = _delimiter(first, suffix, reading.text_field)
    rows = csv.reader(lines.after(first), delimiter=delimiter, strict=True)
    column = _column(rows, reading.text_field, problems)
    while True:
        begin = lines.number + 1
        lines.begin_row()
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            problems.add(_not_csv(error), line=begin)
            continue
        if not row:
            problems.add(say("blank_row"), line=begin)
        elif lines.is_left_out:
            problems.add(say("row_invalid"), line=begin, offset=lines.first_invalid)
        elif len(row) <= column:
            problems.add(say("row_too_short", column=column + 1), line=begin)
        elif not row[column]:
            problems.add(say("row_cell_empty"), line=begin)
        else:
            yield DocumentPart(row[column].encode())


def _not_csv(error: csv.Error) -> str:
    if "unexpected end of data" in str(error):
        return say("cell_never_closed")
    return say("row_no_csv", reason=_reason(error))


def _reason(error: csv.Error) -> str:
    if "new-line character" in str(error):
        return say("carriage_return")
    return str(error)


class TextLines:
    """The lines of a file as text, with invalid UTF-8 replaced; rows learn of it.

    number: of the line that was read last; has_mark: whether the file began with a byte order
    mark, which is skipped; is_left_out: whether the row that is being read is to be left out;
    first_invalid: offset of the first invalid UTF-8 in the file. Raises CorpusError for a file
    that is no text, and for invalid UTF-8 where errors is "stop".
    """

    def __init__(self, stream: BinaryIO, errors: EncodingErrors, problems: FileProblems) -> None:
        self._stream = stream
        self._errors = errors
        self._problems = problems
        self._offset = 0
        self.number = 0
        self.has_mark = False
        self.is_left_out = False
        self.first_invalid = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._stream.readline()
        if not line:
            raise StopIteration
        self.number += 1
        if self.number == 1:
            refuse_binary(self._problems.path, line)
            if line.startswith(codecs.BOM_UTF8):
                self.has_mark = True
                line = line[len(codecs.BOM_UTF8) :]
                self._offset = len(codecs.BOM_UTF8)
        offset, self._offset = self._offset, self._offset + len(line)
        try:
            return line.decode()
        except UnicodeDecodeError:
            return self._invalid(line, offset)

    def after(self, first: str) -> Iterator[str]:
        """All lines, including the first, which was read already."""
        yield first
        yield from self

    def begin_row(self) -> None:
        self.is_left_out = False

    def _invalid(self, line: bytes, offset: int) -> str:
        if self._errors == "replace":
            return repaired(line, self._problems, offset=offset, line=self.number).decode()
        at = first_invalid_byte(line) or 0
        if self._errors == "stop":
            refuse_invalid(self._problems.path, line, at, offset=offset, line=self.number)
        if not self.is_left_out:
            self.is_left_out, self.first_invalid = True, offset + at
        return line.decode("utf-8", "replace")


def _delimiter(header: str, suffix: str, column: str) -> str:
    candidates = _DELIMITERS[suffix]
    with suppress(csv.Error):  # reading the header says what is wrong
        for delimiter in candidates:
            if column in _names(next(csv.reader([header], delimiter=delimiter), [])):
                return delimiter
    return candidates[0]


def _column(rows: Iterator[list[str]], name: str, problems: FileProblems) -> int:
    """The index of the column. Raises CorpusError if it is missing."""
    try:
        names = _names(next(rows, []))
    except csv.Error as error:
        raise CorpusError(
            say("header_no_csv", path=problems.path, reason=_reason(error)),
            path=problems.path,
            line=1,
        ) from None
    if name not in names:
        raise CorpusError(
            _no_column(problems.path, name, names), path=problems.path, line=1, setting="text_field"
        )
    if (n_same := names.count(name)) > 1:
        problems.add(say("columns_of_one_name", n=n_same, name=name), line=1)
    return names.index(name)


def _no_column(path: object, name: str, names: list[str]) -> str:
    """The sentence on a missing column; it names the columns of the file."""
    columns = some_of([f'"{each}"' for each in names], _MOST_NAMED) or say("no_columns")
    return say("no_column", path=path, name=name, columns=columns)


def _names(header: list[str]) -> list[str]:
    return [name.strip() for name in header]


def parquet_documents(
    stream: BinaryIO,
    reading: ReadingOptions,
    problems: FileProblems,
    part: tuple[int, int] | None = None,
) -> Iterator[DocumentPart]:
    """The values of one column; null and empty ones are counted, reported and left out.

    part: only these row groups, the second bound not included.
    Raises CorpusError if pyarrow is missing, for a damaged or missing file, and for a
    missing column or one without text.
    """
    left_out = {"null": 0, "empty": 0}
    first = dict(left_out)
    with opened_parquet(stream, problems.path) as (file, pyarrow):
        _check_column(pyarrow, file.schema_arrow, reading.text_field, problems.path)
        n_rows = file.metadata.num_rows
        begin, end = (0, file.num_row_groups) if part is None else part
        row = sum(file.metadata.row_group(group).num_rows for group in range(begin))
        batches = file.iter_batches(
            _BATCH_ROWS, range(begin, end), [reading.text_field], use_threads=False
        )
        for values in _values(pyarrow, batches, reading.text_field):
            for value in values:
                row += 1
                if not value:
                    kind = "null" if value is None else "empty"
                    first[kind] = first[kind] or row
                    left_out[kind] += 1
                    continue
                document = _valid(value, row, reading, problems)
                if document is not None:
                    yield DocumentPart(document)
    for kind, n in left_out.items():
        if n:
            problems.add(
                say(
                    "null_values" if kind == "null" else "empty_values",
                    n=n,
                    column=reading.text_field,
                    first=first[kind],
                ),
                times=n,
            )
    if not n_rows:
        problems.add(say("file_empty"))


@contextmanager
def opened_parquet(stream: BinaryIO, path: SourcePath) -> Iterator[tuple[Any, Any]]:
    """A ParquetFile and pyarrow; errors of pyarrow inside the `with` block become CorpusErrors.

    Raises CorpusError if pyarrow is missing.
    """
    try:
        import pyarrow as pa
        from pyarrow import compute, parquet  # noqa: F401  (pa.compute is there once imported)
    except ImportError:
        raise CorpusError(
            say("parquet_needs_pyarrow", path=path, advice=how_to_install(["pyarrow"])), path=path
        ) from None
    try:
        yield parquet.ParquetFile(stream), pa
    except (pa.ArrowException, OSError) as error:
        words = str(error).partition("\n")[0].rstrip(".")
        raise CorpusError(say("parquet_damaged", path=path, reason=words), path=path) from None


def _check_column(pyarrow: Any, schema: Any, name: str, path: SourcePath) -> None:
    """Raise CorpusError if the column is missing or no text."""
    kind = _type_at(pyarrow, schema, name)
    if kind is None:
        sentence = _no_column(path, name, schema.names)
        raise CorpusError(sentence, path=path, setting="text_field")
    if pyarrow.types.is_dictionary(kind):
        kind = kind.value_type
    if kind not in {
        pyarrow.string(),
        pyarrow.large_string(),
        pyarrow.string_view(),
        pyarrow.binary(),
        pyarrow.large_binary(),
        pyarrow.binary_view(),
    }:
        raise CorpusError(
            say("column_no_text", path=path, name=name, kind=kind), path=path, setting="text_field"
        )


def _type_at(pyarrow: Any, schema: Any, name: str) -> Any:
    """The type of a column; dots lead into structs. None if there is none."""
    if name in schema.names:
        return schema.field(name).type
    first, *steps = name.split(".")
    kind = schema.field(first).type if first in schema.names else None
    for step in steps:
        if kind is None or not pyarrow.types.is_struct(kind) or kind.get_field_index(step) < 0:
            return None
        kind = kind.field(step).type
    return kind


def _values(pyarrow: Any, batches: Any, name: str) -> Iterator[list[bytes | None]]:
    """The bytes of a column's values, batch after batch: pyarrow does not check its text."""
    for batch in batches:
        values = batch.column(0)
        if batch.schema.names != [name]:
            for step in name.split(".")[1:]:
                values = pyarrow.compute.struct_field(values, step)
        if pyarrow.types.is_dictionary(values.type):
            values = values.dictionary_decode()
        yield values.cast(pyarrow.large_binary()).to_pylist()


def _valid(value: bytes, row: int, reading: ReadingOptions, problems: FileProblems) -> bytes | None:
    """A value in valid UTF-8; None if it is left out."""
    if value.isascii() or (at := first_invalid_byte(value)) is None:
        return value
    if reading.encoding_errors == "replace":
        return repaired(value, problems, row=row)
    if reading.encoding_errors == "stop":
        refuse_invalid(problems.path, value, at, row=row)
    problems.add(say("parquet_row_invalid", row=row, byte=at))
    return None


def json_fields(stream: BinaryIO) -> tuple[str, ...]:
    """The fields of the first objects of a file that may be text."""
    names: dict[str, None] = {}
    for _ in range(_MOST_LINES):
        line = stream.readline(_LONGEST_LINE)
        try:
            value = json.loads(line.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            continue
        names.update(dict.fromkeys(text_fields(value)))
    return tuple(names)


def csv_columns(stream: BinaryIO) -> tuple[str, ...]:
    """The columns of a file by its first line."""
    header = stream.readline(_LONGEST_LINE).decode("utf-8-sig", "replace")
    rows = [
        next(csv.reader([header], delimiter=delimiter), []) for delimiter in _DELIMITERS[".csv"]
    ]
    return tuple(name.strip() for name in max(rows, key=len) if name.strip())


def parquet_columns(stream: BinaryIO) -> tuple[str, ...]:
    """The columns of a file that may be text; none without the library that reads it."""
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
