"""Tables of losses that are arrays or columns: .npz, a pair of .npy files, parquet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from engine.errors import CorpusError
from engine.loss_rows import (
    PART_ROWS,
    LossColumns,
    LossPart,
    Row,
    chosen_columns,
    length_words,
    parts_of_rows,
)
from engine.optional_libraries import how_to_install
from engine.readers.opening import open_file
from engine.readers.problems import FileProblems


def npz_parts(path: Path, columns: LossColumns) -> Iterator[LossPart]:
    with open_file(path) as stream:
        arrays = _loaded(path, stream)
        if isinstance(arrays, np.ndarray):
            raise CorpusError(f"{path} holds one array; it is a .npy file.", path=path)
        names = tuple(arrays.files)
        at_ids, at_losses, at_label = chosen_columns(path, names, columns)
        ids, losses = _array(path, arrays, names[at_ids]), _array(path, arrays, names[at_losses])
        labels = None if at_label is None else _array(path, arrays, names[at_label])
    yield from _array_parts(path, path, ids, losses, labels)


def holds_fractions(path: Path) -> bool:
    """Whether a .npy file holds floating-point numbers. Raises CorpusError."""
    with open_file(path) as stream:
        array = _loaded(path, stream)
    return isinstance(array, np.ndarray) and array.dtype.kind == "f"


def npy_parts(path: Path, ids_path: Path | None) -> Iterator[LossPart]:
    if ids_path is None:
        raise CorpusError(
            f"{path} holds one array; name the file with the ids that belong to it (--ids).",
            path=path,
        )
    loaded = []
    for each in (ids_path, path):
        with open_file(each) as stream:
            array = _loaded(each, stream)
        if not isinstance(array, np.ndarray):
            raise CorpusError(f"{each} holds several arrays; it is a .npz file.", path=each)
        loaded.append(array)
    yield from _array_parts(path, ids_path, loaded[0], loaded[1], None)


def _loaded(path: Path, stream: BinaryIO) -> Any:
    try:
        return np.load(stream, allow_pickle=False)
    except (ValueError, EOFError, OSError, KeyError, BadZipFile) as error:
        words = str(error).partition("\n")[0].rstrip(".")
        raise CorpusError(f"{path} is no array that can be read ({words}).", path=path) from None


def _array(path: Path, arrays: Any, name: str) -> npt.NDArray[Any]:
    try:
        found: npt.NDArray[Any] = arrays[name]
    except (ValueError, EOFError, OSError, KeyError, BadZipFile) as error:
        words = str(error).partition("\n")[0].rstrip(".")
        raise CorpusError(f'{path}: "{name}" cannot be read ({words}).', path=path) from None
    return found


def _array_parts(
    path: Path, ids_path: Path, ids: npt.NDArray[Any], losses: npt.NDArray[Any],
    labels: npt.NDArray[Any] | None,
) -> Iterator[LossPart]:  # fmt: skip
    if ids.dtype.kind not in "iu":
        raise CorpusError(f"{ids_path}: the ids are {ids.dtype}, not whole numbers.", path=ids_path)
    if losses.dtype.kind not in "fiu":
        raise CorpusError(
            f"{path}: the losses are {losses.dtype}, not floating-point numbers; save them as "
            "float32.",
            path=path,
        )
    if ids.shape != losses.shape:
        what = length_words(ids.size, losses.size)
        if ids.size == losses.size:
            what = f"ids of the shape {ids.shape} and losses of {losses.shape}"
        raise CorpusError(f"{path} and {ids_path} do not fit: {what}.", path=path)
    if labels is not None and labels.size != ids.size:
        raise CorpusError(f"{path}: {labels.size:,} labels for {ids.size:,} ids.", path=path)
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
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise CorpusError(
            f"{path} is a parquet file; reading it needs pyarrow. {how_to_install(['pyarrow'])}",
            path=path,
        ) from None
    with open_file(path) as stream:
        try:
            file = parquet.ParquetFile(stream)
            names = tuple(file.schema_arrow.names)
            chosen = [names[at] for at in chosen_columns(path, names, columns) if at is not None]

            def rows() -> Iterator[Row]:
                row = 0
                for batch in file.iter_batches(PART_ROWS, columns=chosen, use_threads=False):
                    values = [batch.column(name).to_pylist() for name in chosen]
                    values += [[None] * batch.num_rows] * (3 - len(values))
                    for token_id, loss, label in zip(*values, strict=True):
                        row += 1
                        yield from _row_or_list(row, token_id, loss, label, problems)

            yield from parts_of_rows(rows(), problems, "row")
        except (pa.ArrowException, OSError) as error:
            words = str(error).partition("\n")[0].rstrip(".")
            raise CorpusError(
                f"{path} is damaged or no parquet file ({words}).", path=path
            ) from None


def _row_or_list(
    row: int, ids: Any, losses: Any, label: Any, problems: FileProblems
) -> Iterator[Row]:
    if not isinstance(ids, list):
        yield row, ids, losses, label
    elif not isinstance(losses, list) or len(ids) != len(losses):
        n_losses = len(losses) if isinstance(losses, list) else 0
        problems.add(f"row {row:,} left out: {length_words(len(ids), n_losses)}.")
    else:
        for token_id, loss in zip(ids, losses, strict=True):
            yield row, token_id, loss, label
