"""Tables as text: CSV, Markdown and LaTeX, for the command line and for the window's copying."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, get_args

from workbench.text.csv_text import csv_lines

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
