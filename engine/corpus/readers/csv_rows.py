"""CSV and TSV: one document per row, in the column that the first row names."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO

from engine.corpus.readers.parts import DocumentPart
from engine.corpus.readers.problems import FileProblems
from engine.corpus.readers.text import refuse_binary, refuse_invalid, repaired
from engine.corpus.sentences import say
from engine.errors import CorpusError
from engine.sentences import some_of
from engine.settings import EncodingErrors, ReadingOptions
from engine.text import first_invalid_byte

_LONGEST_CELL = (1 << 31) - 1
_DELIMITERS = {".csv": ",;\t", ".tsv": "\t"}
_MOST_NAMED = 20


def csv_documents(
    stream: BinaryIO, reading: ReadingOptions, problems: FileProblems, suffix: str
) -> Iterator[DocumentPart]:
    """The cells of one column; rows without text are reported and left out.

    suffix: ".csv", also with semicolons or tabs if the column is found that way, or ".tsv".
    Raises CorpusError for a file without that column.
    """
    csv.field_size_limit(_LONGEST_CELL)
    lines = _Lines(stream, reading.encoding_errors, problems)
    first = next((line for line in lines if line.strip()), "")
    if not first:
        problems.add(say("file_empty"))
        return
    if lines.is_left_out:
        problems.add(
            say("names_invalid"),
            line=lines.number,
            offset=lines.first_invalid,
        )
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


class _Lines:
    """The lines of a file as text, with invalid UTF-8 replaced; rows learn of it.

    number: of the line that was read last; is_left_out: whether the row that is being read is to
    be left out; first_invalid: offset of the first invalid UTF-8 in the file.
    """

    def __init__(self, stream: BinaryIO, errors: EncodingErrors, problems: FileProblems) -> None:
        self._stream = stream
        self._errors = errors
        self._problems = problems
        self._offset = 0
        self.number = 0
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
                self._problems.add(say("byte_order_mark_at_start"), offset=0)
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
    """The place of the column. Raises CorpusError if there is none of that name."""
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
            no_column(problems.path, name, names),
            path=problems.path,
            line=1,
            setting="text_field",
        )
    if (n_same := names.count(name)) > 1:
        problems.add(say("columns_of_one_name", n=n_same, name=name), line=1)
    return names.index(name)


def no_column(path: object, name: str, names: list[str]) -> str:
    """The sentence on a column that is not there; it names those that are."""
    columns = some_of([f'"{each}"' for each in names], _MOST_NAMED) or say("no_columns")
    return say("no_column", path=path, name=name, columns=columns)


def _names(header: list[str]) -> list[str]:
    return [name.strip() for name in header]
