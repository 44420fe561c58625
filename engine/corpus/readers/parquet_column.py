"""Parquet: one document per value of a column, read in batches through pyarrow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from engine.corpus.paths import SourcePath
from engine.corpus.readers.csv_rows import no_column
from engine.corpus.readers.parts import DocumentPart
from engine.corpus.readers.problems import FileProblems
from engine.corpus.readers.text import refuse_invalid, repaired
from engine.corpus.sentences import say
from engine.errors import CorpusError
from engine.machine import how_to_install
from engine.settings import ReadingOptions
from engine.text import first_invalid_byte

_BATCH_ROWS = 1024


def parquet_documents(
    stream: BinaryIO, reading: ReadingOptions, problems: FileProblems
) -> Iterator[DocumentPart]:
    """The values of one column; null and empty ones are counted, reported and left out.

    Raises CorpusError if pyarrow is missing, for a damaged or missing file, and for a
    missing column or one without text.
    """
    pyarrow, parquet = _pyarrow(problems.path)
    left_out = {"null": 0, "empty": 0}
    first = dict(left_out)
    row = 0
    with _sentences(problems.path, pyarrow):
        file = parquet.ParquetFile(stream)
        _check_column(pyarrow, file.schema_arrow, reading.text_field, problems.path)
        n_rows = file.metadata.num_rows
        batches = file.iter_batches(_BATCH_ROWS, columns=[reading.text_field], use_threads=False)
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


def _pyarrow(path: SourcePath) -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import compute, parquet  # noqa: F401  (pa.compute is there once imported)
    except ImportError:
        raise CorpusError(
            say("parquet_needs_pyarrow", path=path, advice=how_to_install(["pyarrow"])),
            path=path,
        ) from None
    return pa, parquet


@contextmanager
def _sentences(path: SourcePath, pyarrow: Any) -> Iterator[None]:
    """Errors of pyarrow as CorpusErrors."""
    try:
        yield
    except (pyarrow.ArrowException, OSError) as error:
        words = str(error).partition("\n")[0].rstrip(".")
        raise CorpusError(say("parquet_damaged", path=path, reason=words), path=path) from None


def _check_column(pyarrow: Any, schema: Any, name: str, path: SourcePath) -> None:
    """Raise CorpusError if the column is missing or no text."""
    kind = _type_at(pyarrow, schema, name)
    if kind is None:
        sentence = no_column(path, name, schema.names)
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
            say("column_no_text", path=path, name=name, kind=kind),
            path=path,
            setting="text_field",
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
