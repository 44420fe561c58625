"""Tables as text: CSV that is safe in spreadsheets, Markdown and LaTeX, for terminal and window."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Literal, get_args

TableFormat = Literal["csv", "markdown", "latex"]
TABLE_FORMATS: tuple[TableFormat, ...] = get_args(TableFormat)
SUFFIXES: dict[TableFormat, str] = {"csv": ".csv", "markdown": ".md", "latex": ".tex"}
"""The ending of a file of each format."""

Rows = Sequence[Sequence[str]]

_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "×": r"$\times$",
    "−": r"$-$", "≤": r"$\leq$", "≥": r"$\geq$", "▲": r"$\blacktriangle$",
    "⚑": r"$\dagger$",
    "▼": r"$\blacktriangledown$", "…": r"\ldots{}", "\u00a0": "~", "\u202f": r"\,",
}  # fmt: skip
_MARKDOWN = str.maketrans({mark: f"\\{mark}" for mark in "\\|*_`<>[]#~"})

_BEGINS_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def table_text(
    headers: Sequence[str], rows: Rows, how: TableFormat, *, n_words: int | None = None
) -> str:
    """A table in one of the formats, ended by a line feed.

    rows: cells as they are shown. n_words: how many columns, from the left, are words; the others
    are numbers and stand at the right. By default a column is numbers if all its cells are.
    """
    return "".join(table_pieces(headers, rows, how, n_words=n_words))


def table_pieces(
    headers: Sequence[str], rows: Iterable[Sequence[str]], how: TableFormat, *,
    n_words: int | None = None,
) -> Iterator[str]:  # fmt: skip
    """Yield the same text in pieces: an empty one for each row that is read, then the text.

    So a large table can be made while a window answers.
    """
    heads = [_one_line(head) for head in headers]
    is_number = [n_words is None or i >= n_words for i in range(len(heads))]
    cells = []
    for row in rows:
        cells.append([_one_line(cell) for cell in row])
        if n_words is None:
            is_number = [
                so_far and _is_number(cell)
                for so_far, cell in zip(is_number, cells[-1], strict=True)
            ]
        yield ""
    if n_words is None and not cells:
        is_number = [False] * len(heads)
    yield from _WRITERS[how](heads, cells, is_number)


def _csv(headers: list[str], rows: list[list[str]], is_number: list[bool]) -> Iterator[str]:
    """Numbers without the commas and spaces of their display."""
    bare = (
        [
            _bare_number(cell) if numeric else cell
            for cell, numeric in zip(row, is_number, strict=True)
        ]
        for row in rows
    )
    return csv_lines(headers, bare)


def _markdown(headers: list[str], rows: list[list[str]], is_number: list[bool]) -> Iterator[str]:
    yield _markdown_row(cell.translate(_MARKDOWN) for cell in headers)
    yield _markdown_row("---:" if numeric else ":---" for numeric in is_number)
    for row in rows:
        yield _markdown_row(cell.translate(_MARKDOWN) for cell in row)


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _latex(headers: list[str], rows: list[list[str]], is_number: list[bool]) -> Iterator[str]:
    """A tabular with the rules of the booktabs package; blacktriangle comes from amssymb."""
    columns = "".join("r" if numeric else "l" for numeric in is_number)
    yield f"\\begin{{tabular}}{{{columns}}}\n\\toprule\n{_latex_row(headers)}\n\\midrule\n"
    for row in rows:
        yield f"{_latex_row(row)}\n"
    yield "\\bottomrule\n\\end{tabular}\n"


def _latex_row(cells: Sequence[str]) -> str:
    # A row that begins with "[" would be read as the argument of the "\\" before it.
    escaped = ["".join(_LATEX.get(sign, sign) for sign in cell) for cell in cells]
    if escaped and escaped[0].startswith(("[", "*")):
        escaped[0] = "{}" + escaped[0]
    return " & ".join(escaped) + r" \\"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _is_number(cell: str) -> bool:
    if cell in {"", "-", "–", "—"}:
        return True
    try:
        float(_bare_number(cell).removesuffix("%").rstrip("▲▼⚑×"))
    except ValueError:
        return False
    return True


def _bare_number(cell: str) -> str:
    """A shown number as programs read it: "1,234.5" -> "1234.5", "+3.1 %" -> "3.1%", "-" -> ""."""
    if cell in {"-", "–", "—"}:
        return ""
    bare = "".join(sign for sign in cell if sign not in ",\u202f\u00a0 ").replace("−", "-")
    return bare.removeprefix("+")


_Writer = Callable[[list[str], list[list[str]], list[bool]], Iterator[str]]
_WRITERS: dict[TableFormat, _Writer] = {"csv": _csv, "markdown": _markdown, "latex": _latex}


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
    if not isinstance(cell, str) or not cell.startswith(_BEGINS_FORMULA) or _reads_as_number(cell):
        return cell
    return "'" + cell


def _reads_as_number(cell: str) -> bool:
    """Whether a spreadsheet reads a number; a sign alone is harmless, too."""
    try:
        float(cell.strip(" %▲▼⚑×") or "0")
    except ValueError:
        return len(cell) == 1 and cell in "+-"
    return True
