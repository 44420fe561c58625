"""CSV for spreadsheets, which run cells that begin like a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

_BEGINS_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """RFC 4180 with line feeds. An apostrophe keeps texts that begin like a formula texts.

    rows: cells; numbers, also those in strings, are written as they are.
    """
    return "".join(csv_lines(headers, rows))


def csv_lines(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the same text row by row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in chain((headers,), rows):
        writer.writerow(map(_harmless, row))
        yield out.getvalue()
        out.seek(0)
        out.truncate()


def _harmless(cell: object) -> object:
    if not isinstance(cell, str) or not cell.startswith(_BEGINS_FORMULA) or _is_number(cell):
        return cell
    return "'" + cell


def _is_number(cell: str) -> bool:
    """Whether a spreadsheet reads a number; a sign alone is harmless, too."""
    try:
        float(cell.strip(" %▲▼⚑×") or "0")
    except ValueError:
        return len(cell) == 1 and cell in "+-"
    return True
