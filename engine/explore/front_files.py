"""A front as a file: a table (.csv), or one HTML page with a chart, the table and the advice.

The page has no scripts and needs nothing else; its colours follow the reader's scheme.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape
from pathlib import Path

from engine.errors import ExportError
from engine.explore.front import Front, Point
from engine.explore.question import Objective
from engine.machine import cannot_write, write_whole
from engine.sentences import say
from resources import resource_path

_WIDTH, _HEIGHT, _EDGE = 640, 360, 48
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def front_table(front: Front) -> tuple[list[str], list[list[str]]]:
    """Heads and rows: trial, size, values of the variables, figures, validation, spread."""
    names = list(dict.fromkeys(name for point in front.points for name in point.values))
    names = [name for name in names if name != "vocab_size"]
    keys = [objective.key for objective in front.objectives]
    heads = ["trial", "vocab_size", *names, *keys]
    heads += [f"{key} validation" for key in keys] + [f"{key} spread" for key in keys] + ["knee"]
    rows = []
    for number, point in enumerate(front.points):
        row = [str(point.trial), str(point.vocab_size)]
        row += [_words(point.values.get(name)) for name in names]
        for figures in (point.figures, point.validation, point.spread):
            row += [_words(figures.get(key)) for key in keys]
        rows.append([*row, "yes" if number == front.knee else ""])
    return heads, rows


def write_front(front: Front, path: Path) -> None:
    """Write a front as .csv or .html. Raises ExportError for another ending and for a full disk."""
    kinds = {".csv": _csv, ".html": front_html}
    make = kinds.get(path.suffix.lower())
    if make is None:
        raise ExportError(say("explore_file_kind", path=path, known=", ".join(kinds)), path=path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path.resolve(), make(front).encode())
    except OSError as error:
        raise cannot_write(path, error) from None


def front_html(front: Front) -> str:
    """The whole page."""
    title = "Front of tokenizers"
    advice = f"<p>{escape(front.advice or front.nearest)}</p>"
    note = (
        '<p class="muted">Spread: standard deviation over samples of the corpus. Validation: '
        "texts that the search never saw.</p>"
    )
    style = resource_path("report.css").read_text("utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n{advice}\n{_chart(front)}\n{_table(front)}\n{note}\n"
        "</main>\n</body>\n</html>\n"
    )


def _csv(front: Front) -> str:
    heads, rows = front_table(front)
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([heads, *rows])
    return stream.getvalue()


def _table(front: Front) -> str:
    heads, rows = front_table(front)
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(
        "<tr>" + "".join(f'<td class="number">{escape(cell)}</td>' for cell in row) + "</tr>\n"
        for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>"
    return f'<div class="wide">{table}</div>'


def _chart(front: Front) -> str:
    """The first two objectives of each point; "" for fewer objectives or points."""
    if len(front.objectives) < 2 or len(front.points) < 2:
        return ""
    across, up = front.objectives[:2]
    places = list(zip(_scaled(front, across), _scaled(front, up), strict=True))
    marks = []
    for number, (point, (x, y)) in enumerate(zip(front.points, places, strict=True)):
        left = _EDGE + x * (_WIDTH - 2 * _EDGE)
        top = _HEIGHT - _EDGE - y * (_HEIGHT - 2 * _EDGE)
        is_knee = number == front.knee
        fill = "var(--accent)" if is_knee else "var(--mark3)"
        marks.append(
            f'<circle cx="{left:.1f}" cy="{top:.1f}" r="{7 if is_knee else 4}" fill="{fill}">'
            f"<title>{escape(_place(point, front.objectives))}</title></circle>"
        )
    return (
        f'<figure><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="front">'
        f"{_axes(front, across, up)}{''.join(marks)}</svg></figure>"
    )


def _axes(front: Front, across: Objective, up: Objective) -> str:
    right, bottom = _WIDTH - _EDGE, _HEIGHT - _EDGE
    lines = (
        f'<path d="M{_EDGE} {_EDGE}V{bottom}H{right}" fill="none" stroke="var(--muted)"/>'
        f'<text x="{right}" y="{_HEIGHT - 8}" text-anchor="end" fill="var(--text)">'
        f"{escape(across.title)}</text>"
        f'<text x="{_EDGE}" y="{_EDGE - 16}" fill="var(--text)">{escape(up.title)}</text>'
    )
    low, high = _bounds(front, across)
    least, most = _bounds(front, up)
    small = 'font-size="12" fill="var(--muted)"'
    return (
        f'{lines}<text x="{_EDGE}" y="{bottom + 18}" {small}>{_words(low)}</text>'
        f'<text x="{right}" y="{bottom + 18}" text-anchor="end" {small}>{_words(high)}</text>'
        f'<text x="{_EDGE - 6}" y="{bottom}" text-anchor="end" {small}>{_words(least)}</text>'
        f'<text x="{_EDGE - 6}" y="{_EDGE + 4}" text-anchor="end" {small}>{_words(most)}</text>'
    )


def _bounds(front: Front, objective: Objective) -> tuple[float, float]:
    values = [point.figures[objective.key] for point in front.points]
    return min(values), max(values)


def _scaled(front: Front, objective: Objective) -> list[float]:
    low, high = _bounds(front, objective)
    return [(point.figures[objective.key] - low) / (high - low or 1.0) for point in front.points]


def _place(point: Point, objectives: Sequence[Objective]) -> str:
    figures = ", ".join(f"{each.key} {_words(point.figures[each.key])}" for each in objectives)
    return f"trial {point.trial}, {point.vocab_size:,} ids: {figures}"


def _words(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return "" if value is None else str(value)
