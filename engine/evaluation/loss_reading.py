"""Tables of losses per token with their ids, from files of any supported format.

CSV, TSV, JSON lines, JSON, parquet (through pyarrow), .npz, and .npy with the ids in a second file;
text may be compressed. A row is one token: its id, its loss (of predicting this very id from those
before it) and perhaps a label. In JSON a row may also be a document: a list of ids and a list of as
many losses. An empty or null loss means that the token has none, as the first of a context.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, repeat
from pathlib import Path
from tokenize import TokenError
from typing import Any, BinaryIO, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from engine.compiled import Bools, Floats, Int64s
from engine.corpus import (
    FileProblems,
    TextLines,
    json_value,
    open_file,
    opened_parquet,
    plain_suffix,
)
from engine.errors import CorpusError
from engine.sentences import say

Records = Iterable[tuple[int, Any]]
ID_NAMES = ("id", "ids", "token_id", "token_ids", "token", "tokens", "target", "targets")
LOSS_NAMES = ("loss", "losses", "nll", "nlls", "nats", "cross_entropy", "surprisal")
LABEL_NAMES = ("label", "lang", "language", "domain", "split", "source")
PART_ROWS = 1 << 16
_MOST_NAMED = 20
_MOST_DIGITS = 100
"""Of a number that is an id; Python reads no more than some thousand."""
_WHOLE = re.compile(r"[+-]?\d+(?:\.0*)?")

Row = tuple[int, Any, Any, Any]
"""(place, id, loss, label) as in the file."""

SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".parquet", ".npy", ".npz")


def csv_rows(
    path: Path, columns: LossColumns, delimiter: str, problems: FileProblems
) -> Iterator[Row]:
    with open_file(path) as stream:
        lines = TextLines(stream, "stop", problems)
        reader = csv.reader(lines, delimiter=delimiter, strict=True)
        try:
            header = [name.strip() for name in next(reader, [])]
            if delimiter == "," and len(header) == 1 and ";" in header[0]:
                header = [name.strip() for name in header[0].split(";")]
                reader = csv.reader(lines, delimiter=";", strict=True)
            places = chosen_columns(path, header, columns)
            for row in reader:
                if row:
                    cells = [row[at] if at is not None and at < len(row) else None
                             for at in places]  # fmt: skip
                    yield reader.line_num, cells[0], cells[1], cells[2]
        except csv.Error as error:
            raise CorpusError(
                say("loss_no_csv", path=path, line=reader.line_num, reason=error),
                path=path, line=reader.line_num,
            ) from None  # fmt: skip


def json_lines(path: Path, problems: FileProblems) -> Iterator[tuple[int, Any]]:
    with open_file(path) as stream:
        lines = TextLines(stream, "stop", problems)
        for line in lines:
            if not line.strip():
                continue
            try:
                yield lines.number, json_value(line)
            except ValueError as error:
                problems.add(say("loss_line_no_json", reason=error), line=lines.number)


def json_records(path: Path) -> Iterator[tuple[int, Any]]:
    with open_file(path) as stream:
        try:
            document = json.loads(stream.read())
        except (ValueError, RecursionError) as error:
            line = getattr(error, "lineno", None)
            place = say("loss_place", path=path, line=line) if line else str(path)
            reason = getattr(error, "msg", None) or say("loss_no_document")
            raise CorpusError(
                say("loss_document_no_json", place=place, reason=reason), path=path, line=line
            ) from None
    yield from enumerate(document if isinstance(document, list) else [document], 1)


def json_parts(
    records: Records, columns: LossColumns, problems: FileProblems, path: Path, kind: str
) -> Iterator[LossPart]:
    """The rows of JSON objects. kind: what the numbers of `records` count, as in LossPart."""

    def rows() -> Iterator[Row]:
        for place, record in records:
            if not isinstance(record, dict):
                reason = say("loss_no_object", value=shown_value(record))
                report_row(problems, kind, place, reason)
                continue
            names = tuple(record)
            at_ids, at_losses, at_label = chosen_columns(path, names, columns)
            label = None if at_label is None else record[names[at_label]]
            yield place, record[names[at_ids]], record[names[at_losses]], label

    yield from parts_of_rows(rows(), problems, kind)


@dataclass(frozen=True, slots=True)
class LossColumns:
    """Names of columns, fields or arrays; None takes the usual ones, and no label.

    guesses_labels: take a column of labels by its usual name, if there is one.
    """

    ids: str | None = None
    losses: str | None = None
    labels: str | None = None
    guesses_labels: bool = False


class LossPart(NamedTuple):
    """Some rows. ids: int64[n]; losses: float64[n]; has_loss: bool[n], False if none was given.

    labels: one for each row, None without labels. places: int64[n], lines, rows or values from 1.
    kind: what `places` counts.
    """

    ids: Int64s
    losses: Floats
    has_loss: Bools
    labels: list[str] | None
    places: Int64s
    kind: str


def parts_of_rows(rows: Iterable[Row], problems: FileProblems, kind: str) -> Iterator[LossPart]:
    """Rows and lists of rows as numbers, in parts; what cannot be read goes into `problems`."""
    waiting: list[tuple[int, int, float, bool, str]] = []
    for place, token_id, loss, label in _single_rows(rows, problems, kind):
        try:
            number = _whole_number(token_id)
            value, has_loss = _loss_number(loss)
        except ValueError as error:
            report_row(problems, kind, place, str(error))
            continue
        waiting.append((place, number, value, has_loss, "" if label is None else str(label)))
        if len(waiting) >= PART_ROWS:
            yield _part(waiting, kind)
            waiting.clear()
    if waiting:
        yield _part(waiting, kind)


def _single_rows(rows: Iterable[Row], problems: FileProblems, kind: str) -> Iterator[Row]:
    """Rows of one token each; a row may be a list of ids with as many losses."""
    for row in rows:
        place, ids, losses, label = row
        if not isinstance(ids, list) and not isinstance(losses, list):
            yield row
        elif not isinstance(ids, list) or not isinstance(losses, list):
            report_row(problems, kind, place, say("loss_no_lists"))
        elif len(ids) != len(losses):
            report_row(problems, kind, place, length_words(len(ids), len(losses)))
        else:
            has_each = isinstance(label, list) and len(label) == len(ids)
            labels = label if has_each else repeat(label, len(ids))
            yield from zip(repeat(place, len(ids)), ids, losses, labels, strict=True)


def report_row(problems: FileProblems, kind: str, place: int, reason: str) -> None:
    """Report a row that is left out. kind, place: as in LossPart."""
    if kind == "line":
        problems.add(say("loss_left_out", reason=reason), line=place)
    else:
        problems.add(say("loss_row_refused", kind=kind, row=place, reason=reason))


def _part(rows: Sequence[tuple[int, int, float, bool, str]], kind: str) -> LossPart:
    places, ids, losses, has_loss, labels = zip(*rows, strict=True)
    return LossPart(
        np.array(ids, np.int64), np.array(losses, np.float64), np.array(has_loss, np.bool_),
        list(labels), np.array(places, np.int64), kind,
    )  # fmt: skip


def _whole_number(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        digits = value.strip().partition(".")[0]
        number = int(digits) if len(digits) <= _MOST_DIGITS else 1 << 62
    elif isinstance(value, float) and value.is_integer():
        number = int(value)
    else:
        raise ValueError(say("loss_id_no_number", value=shown_value(value)))
    if not -(1 << 62) < number < 1 << 62:
        raise ValueError(say("loss_id_too_long", value=shown_value(value)))
    return number


def _loss_number(value: Any) -> tuple[float, bool]:
    if value is None or (isinstance(value, str) and not value.strip()):
        return 0.0, False
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        try:
            return float(value), True
        except (ValueError, OverflowError):
            pass
    raise ValueError(say("loss_is_no_number", value=shown_value(value)))


def shown_value(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:39] + "…"


def chosen_columns(
    path: Path, names: Sequence[str], columns: LossColumns
) -> tuple[int, int, int | None]:
    """Indexes of the columns. Raises CorpusError that names the existing ones."""
    found = [
        _column(path, names, columns.ids, ID_NAMES, "ids"),
        _column(path, names, columns.losses, LOSS_NAMES, "losses"),
    ]
    label = None
    if columns.labels is not None:
        label = _column(path, names, columns.labels, (), "labels")
    elif columns.guesses_labels:
        label = next((names.index(name) for name in LABEL_NAMES if name in names), None)
    return found[0], found[1], label


def _column(
    path: Path, names: Sequence[str], wanted: str | None, usual: Sequence[str], what: str
) -> int:
    folded = [name.casefold() for name in names]
    for name in usual if wanted is None else (wanted,):
        if name in names:
            return list(names).index(name)
        if wanted is None and name in folded:
            return folded.index(name)
    listed = ", ".join(f'"{name}"' for name in names[:_MOST_NAMED])
    sentence = say(
        "loss_no_column_of" if wanted is None else "loss_no_such_column",
        path=path,
        wanted=wanted,
        usual=", ".join(usual[:4]),
        columns=listed or say("no_columns"),
        what=what,
    )
    raise CorpusError(sentence, path=path, line=1)


def length_words(n_ids: int, n_losses: int) -> str:
    code = "loss_lengths_of_context" if n_ids == n_losses + 1 else "loss_lengths"
    return say(code, n_ids=n_ids, n_losses=n_losses)


def npz_parts(path: Path, columns: LossColumns) -> Iterator[LossPart]:
    with open_file(path) as stream:
        arrays = _loaded(path, stream)
        if isinstance(arrays, np.ndarray):
            raise CorpusError(say("loss_npz_is_npy", path=path), path=path)
        names = tuple(arrays.files)
        at_ids, at_losses, at_label = chosen_columns(path, names, columns)
        ids, losses = _array(path, arrays, names[at_ids]), _array(path, arrays, names[at_losses])
        labels = None if at_label is None else _array(path, arrays, names[at_label])
    yield from _array_parts(path, path, ids, losses, labels)


def holds_fractions(path: Path) -> bool:
    """Whether a .npy file has floating-point numbers. Raises CorpusError."""
    with open_file(path) as stream:
        array = _loaded(path, stream)
    return isinstance(array, np.ndarray) and array.dtype.kind == "f"


def npy_parts(path: Path, ids_path: Path | None) -> Iterator[LossPart]:
    if ids_path is None:
        raise CorpusError(say("loss_needs_ids", path=path), path=path, setting="ids")
    loaded = []
    for each in (ids_path, path):
        with open_file(each) as stream:
            array = _loaded(each, stream)
        if not isinstance(array, np.ndarray):
            raise CorpusError(say("loss_npy_is_npz", path=each), path=each)
        loaded.append(array)
    yield from _array_parts(path, ids_path, loaded[0], loaded[1], None)


def _loaded(path: Path, stream: BinaryIO) -> Any:
    try:
        return np.load(stream, allow_pickle=False)
    except (ValueError, EOFError, OSError, KeyError, BadZipFile, SyntaxError, TokenError) as error:
        words = str(error).partition("\n")[0].partition(": <")[0].rstrip(".")  # no addresses
        raise CorpusError(say("loss_no_array", path=path, reason=words), path=path) from None


def _array(path: Path, arrays: Any, name: str) -> npt.NDArray[Any]:
    try:
        found: npt.NDArray[Any] = arrays[name]
    except (ValueError, EOFError, OSError, KeyError, BadZipFile) as error:
        words = str(error).partition("\n")[0].rstrip(".")
        raise CorpusError(
            say("loss_array_unreadable", path=path, name=name, reason=words), path=path
        ) from None
    return found


def _array_parts(
    path: Path, ids_path: Path, ids: npt.NDArray[Any], losses: npt.NDArray[Any],
    labels: npt.NDArray[Any] | None,
) -> Iterator[LossPart]:  # fmt: skip
    if ids.dtype.kind not in "iu":
        raise CorpusError(say("loss_ids_no_integers", path=ids_path, kind=ids.dtype), path=ids_path)
    if losses.dtype.kind not in "fiu":
        raise CorpusError(say("loss_no_floats", path=path, kind=losses.dtype), path=path)
    if ids.shape != losses.shape:
        what = length_words(ids.size, losses.size)
        if ids.size == losses.size:
            what = say("loss_shapes", ids=ids.shape, losses=losses.shape)
        raise CorpusError(
            say("loss_files_do_not_fit", path=path, ids_path=ids_path, reason=what), path=path
        )
    if labels is not None and labels.size != ids.size:
        raise CorpusError(
            say("loss_labels", path=path, n_labels=labels.size, n_ids=ids.size), path=path
        )
    flat = [each.reshape(-1) for each in (ids, losses)]
    for begin in range(0, ids.size, PART_ROWS):
        part = slice(begin, begin + PART_ROWS)
        values = flat[1][part].astype(np.float64)
        yield LossPart(
            flat[0][part].astype(np.int64), values, np.ones(len(values), np.bool_),
            None if labels is None else [str(each) for each in labels.reshape(-1)[part]],
            np.arange(begin + 1, begin + 1 + len(values)), "value",
        )  # fmt: skip


def parquet_parts(path: Path, columns: LossColumns, problems: FileProblems) -> Iterator[LossPart]:
    with open_file(path) as stream, opened_parquet(stream, path) as (file, _):
        names = tuple(file.schema_arrow.names)
        chosen = [names[at] for at in chosen_columns(path, names, columns) if at is not None]
        yield from parts_of_rows(_parquet_rows(file, chosen), problems, "row")


def _parquet_rows(file: Any, chosen: list[str]) -> Iterator[Row]:
    numbers = count(1)
    for batch in file.iter_batches(PART_ROWS, columns=chosen, use_threads=False):
        values = [batch.column(name).to_pylist() for name in chosen]
        values += [[None] * batch.num_rows] * (3 - len(values))
        for token_id, loss, label in zip(*values, strict=True):
            yield next(numbers), token_id, loss, label


def loss_parts(
    path: Path, columns: LossColumns, problems: FileProblems, ids_path: Path | None = None
) -> Iterator[LossPart]:
    """The rows of a file in parts; rows that cannot be read go into `problems`.

    ids_path: the file with the ids, for a .npy of losses. Raises CorpusError for a file that
    cannot be read at all.
    """
    suffix = plain_suffix(path)
    if ids_path is not None and suffix != ".npy":
        raise CorpusError(say("loss_holds_ids", path=path), path=path)
    match suffix:
        case ".csv" | ".tsv":
            rows = csv_rows(path, columns, "\t" if suffix == ".tsv" else ",", problems)
            yield from parts_of_rows(rows, problems, "line")
        case ".jsonl" | ".ndjson":
            yield from json_parts(json_lines(path, problems), columns, problems, path, "line")
        case ".json":
            yield from json_parts(json_records(path), columns, problems, path, "row")
        case ".parquet":
            yield from parquet_parts(path, columns, problems)
        case ".npz":
            yield from npz_parts(path, columns)
        case ".npy":
            yield from npy_parts(path, ids_path)
        case _:
            raise CorpusError(
                say("loss_no_table", path=path, suffixes=", ".join(SUFFIXES)), path=path
            )
