"""Tables of losses that are text: CSV, TSV, JSON lines and JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from engine.errors import CorpusError
from engine.loss_rows import LossColumns, Row, chosen_columns, length_words, shown_value
from engine.readers.opening import open_file
from engine.readers.problems import FileProblems


def csv_rows(path: Path, columns: LossColumns, delimiter: str) -> Iterator[Row]:
    with open_file(path) as stream:
        lines = _decoded(stream, path)
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
                f"{path}, line {reader.line_num}: not valid CSV ({error}).",
                path=path, line=reader.line_num,
            ) from None  # fmt: skip


def _decoded(stream: BinaryIO, path: Path) -> Iterator[str]:
    for number, line in enumerate(stream, 1):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise CorpusError(
                f"{path}, line {number:,}: not UTF-8; convert the table.", path=path, line=number
            ) from None


Records = Iterable[tuple[int, Any]]


def json_lines(path: Path, problems: FileProblems) -> Iterator[tuple[int, Any]]:
    with open_file(path) as stream:
        for number, line in enumerate(_decoded(stream, path), 1):
            if not line.strip():
                continue
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError) as error:
                reason = getattr(error, "msg", "nested too deeply")
                problems.add(f"left out: not valid JSON ({reason}).", line=number)


def json_records(path: Path) -> Iterator[tuple[int, Any]]:
    with open_file(path) as stream:
        try:
            document = json.loads(stream.read())
        except (ValueError, RecursionError) as error:
            line = getattr(error, "lineno", None)
            raise CorpusError(
                f"{path}{f', line {line}' if line else ''}: not valid JSON "
                f"({getattr(error, 'msg', 'not UTF-8, or nested too deeply')}).",
                path=path, line=line,
            ) from None  # fmt: skip
    yield from enumerate(document if isinstance(document, list) else [document], 1)


def json_rows(
    records: Records, columns: LossColumns, problems: FileProblems, path: Path
) -> Iterator[Row]:
    for place, record in records:
        if not isinstance(record, dict):
            problems.add(f"left out: {shown_value(record)} is no object.", line=place)
            continue
        names = tuple(record)
        at_ids, at_losses, at_label = chosen_columns(path, names, columns)
        ids, losses = record[names[at_ids]], record[names[at_losses]]
        label = None if at_label is None else record[names[at_label]]
        if not isinstance(ids, list) and not isinstance(losses, list):
            yield place, ids, losses, label
        elif not isinstance(ids, list) or not isinstance(losses, list):
            problems.add("left out: ids and losses are not both lists.", line=place)
        elif len(ids) != len(losses):
            problems.add(f"left out: {length_words(len(ids), len(losses))}.", line=place)
        else:
            labels = label if isinstance(label, list) and len(label) == len(ids) else None
            for i, (token_id, loss) in enumerate(zip(ids, losses, strict=True)):
                yield place, token_id, loss, label if labels is None else labels[i]
