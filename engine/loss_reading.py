"""Reading tables of per-token losses with their ids, whatever the file.

CSV, TSV, JSON lines, JSON, parquet (through pyarrow), .npz, and .npy with the ids in a second file;
text may be compressed. A row is one token: its id, its loss (of predicting this very id from what
stands before it) and perhaps a label. In JSON a row may also be a document: a list of ids and one
of as many losses. An empty or null loss means that the token has none, as the first of a context.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.errors import CorpusError
from engine.loss_arrays import npy_parts, npz_parts, parquet_parts
from engine.loss_rows import LossColumns, LossPart, parts_of_rows
from engine.loss_text import csv_rows, json_lines, json_records, json_rows
from engine.readers.problems import FileProblems

SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".parquet", ".npy", ".npz")
_COMPRESSED = (".gz", ".zst", ".xz")


def loss_parts(
    path: Path, columns: LossColumns, problems: FileProblems, ids_path: Path | None = None
) -> Iterator[LossPart]:
    """The rows of a file in parts; rows that cannot be read go into `problems`.

    ids_path: the file with the ids, for a .npy of losses. Raises CorpusError for a file that
    cannot be read at all.
    """
    suffix = _suffix(path)
    if ids_path is not None and suffix != ".npy":
        raise CorpusError(
            f"{path} holds its ids itself; a file of ids goes with losses in a .npy file.",
            path=path,
        )
    match suffix:
        case ".csv" | ".tsv":
            rows = csv_rows(path, columns, "\t" if suffix == ".tsv" else ",")
            yield from parts_of_rows(rows, problems, "line")
        case ".jsonl" | ".ndjson":
            rows = json_rows(json_lines(path, problems), columns, problems, path)
            yield from parts_of_rows(rows, problems, "line")
        case ".json":
            rows = json_rows(json_records(path), columns, problems, path)
            yield from parts_of_rows(rows, problems, "row")
        case ".parquet":
            yield from parquet_parts(path, columns, problems)
        case ".npz":
            yield from npz_parts(path, columns)
        case ".npy":
            yield from npy_parts(path, ids_path)
        case _:
            raise CorpusError(
                f"{path} is no table of losses that is read here: they end in "
                f"{', '.join(SUFFIXES)}, text also compressed.",
                path=path,
            )


def _suffix(path: Path) -> str:
    suffixes = [each.lower() for each in path.suffixes]
    if suffixes and suffixes[-1] in _COMPRESSED:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""
