"""Charts as SVG for a page: values by label as dots, and a curve. Colours are classes of the page.

Everything that is written into a chart is escaped; shapes differ as well as colours, so that a
print in black and white still reads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

_WIDTH, _ROW, _TOP, _BOTTOM = 760, 20, 26, 34
_LEFT, _RIGHT = 170, 24
_CURVE_HEIGHT, _CURVE_LEFT = 260, 64
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_MOST_TICKS = 6
_LABEL_WIDTH = 24
_OUTLINES: tuple[tuple[tuple[int, int], ...], ...] = (
    ((0, -5), (5, 0), (0, 5), (-5, 0)),
    ((-4, -4), (4, -4), (4, 4), (-4, 4)),
    ((0, -5), (5, 4), (-5, 4)),
)
SHAPES = 1 + len(_OUTLINES)
"""Tokenizers that a chart tells apart by shape."""


@dataclass(frozen=True)
class DotRow:
    """A row of a chart: its label and a value of each tokenizer; None for none."""

    label: str
    values: tuple[float | None, ...]
    is_failed: bool = False


@dataclass(frozen=True)
class DotChart:
    """Values by label. limits: where lines are drawn, each with its words."""

    title: str
    axis: str
    names: tuple[str, ...]
    rows: tuple[DotRow, ...]
    limits: tuple[tuple[float, str], ...] = ()
    words: Callable[[float], str] = "{:g}".format


def dot_chart(chart: DotChart) -> str:
    """The chart as an <svg> element."""
    values = [value for row in chart.rows for value in row.values if value is not None]
    values += [limit for limit, _ in chart.limits]
    low, high = _range(values)
    height = _TOP + _ROW * len(chart.rows) + _BOTTOM
    bottom = height - _BOTTOM

    def x_of(value: float) -> float:
        return _LEFT + (value - low) / (high - low) * (_WIDTH - _LEFT - _RIGHT)

    parts = [_opening(chart.title, _WIDTH, height)]
    for tick in ticks(low, high):
        x = _n(x_of(tick))
        parts.append(f'<line class="grid" x1="{x}" y1="{_TOP}" x2="{x}" y2="{_n(bottom)}"/>')
        text = escape(chart.words(tick))
        parts.append(f'<text class="tick" x="{x}" y="{bottom + 14}">{text}</text>')
    for number, row in enumerate(chart.rows):
        parts += _dots(row, _TOP + _ROW * number + _ROW / 2, x_of, chart)
    for limit, words in chart.limits:
        x = _n(x_of(limit))
        parts.append(f'<line class="limit" x1="{x}" y1="{_TOP - 4}" x2="{x}" y2="{_n(bottom)}"/>')
        parts.append(f'<text class="limit-words" x="{x}" y="{_TOP - 9}">{escape(words)}</text>')
    parts.append(_axis_words(chart.axis, (_LEFT + _WIDTH - _RIGHT) / 2, height - 4))
    return "".join([*parts, "</svg>"])


def curve_chart(title: str, axes: tuple[str, str], points: Sequence[tuple[float, float]]) -> str:
    """A curve with its last value written at its end."""
    low_x, high_x = _range([x for x, _ in points], at_zero=False)
    low_y, high_y = _range([y for _, y in points])
    bottom, right = _CURVE_HEIGHT - _BOTTOM - 4, _WIDTH - 60

    def place(x: float, y: float) -> tuple[str, str]:
        across = _CURVE_LEFT + (x - low_x) / (high_x - low_x) * (right - _CURVE_LEFT)
        return _n(across), _n(bottom - (y - low_y) / (high_y - low_y) * (bottom - _TOP))

    parts = [_opening(title, _WIDTH, _CURVE_HEIGHT)]
    for tick in ticks(low_y, high_y):
        _, y = place(low_x, tick)
        parts.append(f'<line class="grid" x1="{_CURVE_LEFT}" y1="{y}" x2="{right}" y2="{y}"/>')
        parts.append(f'<text class="tick-left" x="{_CURVE_LEFT - 6}" y="{y}">{tick:g}</text>')
    for tick in ticks(low_x, high_x):
        x, _ = place(tick, low_y)
        parts.append(f'<text class="tick" x="{x}" y="{bottom + 14}">{tick:,.0f}</text>')
    line = " ".join(",".join(place(x, y)) for x, y in points)
    parts.append(f'<polyline class="curve" points="{line}"/>')
    x, y = place(*points[-1])
    parts.append(f'<circle class="mark mark0" cx="{x}" cy="{y}" r="4"/>')
    parts.append(f'<text class="value" x="{float(x) + 8:.1f}" y="{y}">{points[-1][1]:.2f}</text>')
    parts.append(_axis_words(axes[0], (_CURVE_LEFT + right) / 2, _CURVE_HEIGHT - 4))
    parts.append(f'<text class="axis-left" x="4" y="{_TOP - 10}">{escape(axes[1])}</text>')
    return "".join([*parts, "</svg>"])


def legend(names: Sequence[str]) -> str:
    """The tokenizers with their marks."""
    entries = []
    for number, name in enumerate(names[:SHAPES]):
        mark = _mark(number, 8, 8, "")
        entries.append(
            f'<span><svg class="key" viewBox="0 0 16 16">{mark}</svg>{escape(name)}</span>'
        )
    return f'<p class="legend">{"".join(entries)}</p>'


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between two values.

    >>> ticks(0.0, 9.0)
    [0.0, 2.0, 4.0, 6.0, 8.0]
    """
    rough = (high - low) / _MOST_TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(each * power for each in _STEPS if each * power >= rough)
    first = math.ceil(low / step)
    return [round(number * step, 10) for number in range(first, math.floor(high / step) + 1)]


def _dots(row: DotRow, y: float, x_of: Callable[[float], float], chart: DotChart) -> list[str]:
    label = row.label if len(row.label) <= _LABEL_WIDTH else row.label[: _LABEL_WIDTH - 1] + "…"
    kind = "label failed" if row.is_failed else "label"
    sign = "✗ " if row.is_failed else ""
    parts = [f'<text class="{kind}" x="{_LEFT - 10}" y="{_n(y)}">{sign}{escape(label)}</text>']
    parts.append(
        f'<line class="row" x1="{_LEFT}" y1="{_n(y)}" x2="{_WIDTH - _RIGHT}" y2="{_n(y)}"/>'
    )
    for number, value in reversed(list(enumerate(row.values[:SHAPES]))):
        if value is not None:
            words = f"{row.label}, {chart.names[number]}: {chart.words(value)}"
            parts.append(_mark(number, x_of(value), y, words))
    return parts


def _mark(number: int, x: float, y: float, words: str) -> str:
    """A circle, diamond, square or triangle."""
    title = f"<title>{escape(words)}</title>" if words else ""
    kind = f'class="mark mark{number}"'
    if number == 0:
        return f'<circle {kind} cx="{_n(x)}" cy="{_n(y)}" r="5">{title}</circle>'
    text = " ".join(f"{_n(x + dx)},{_n(y + dy)}" for dx, dy in _OUTLINES[number - 1])
    return f'<polygon {kind} points="{text}">{title}</polygon>'


def _opening(title: str, width: int, height: float) -> str:
    name = escape(title)
    return (
        f'<svg class="chart" viewBox="0 0 {width} {_n(height)}" role="img" '
        f'aria-label="{name}"><title>{name}</title>'
    )


def _axis_words(words: str, x: float, y: float) -> str:
    return f'<text class="axis" x="{_n(x)}" y="{_n(y)}">{escape(words)}</text>'


def _range(values: Sequence[float], *, at_zero: bool = True) -> tuple[float, float]:
    """From 0, or the lowest value, to a little above the highest one."""
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    low = min(low, 0.0) if at_zero else low
    return low, (high + (high - low) * 0.04) if high > low else low + 1.0


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
