"""ProbeView: loss curves of probe models while they train, and what they found."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from workbench.compression.probe_flow import ProbeOutcome, ProbeWish
from workbench.signals import Signal
from workbench.text.engine_words import sentence_words
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, byte_size, grouped, percent, ratio
from workbench.text.placeholders import fill
from workbench.ui.charts.curve import ChartText, Curve, GrowingCurve
from workbench.ui.charts.curves_chart import CurvesChart
from workbench.ui.tables.column_table import Column, ColumnTable, bold_where
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import SPACE_L, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.words.translation import counted, translator

if TYPE_CHECKING:
    from engine.probe import ProbeProgress, ProbeReport, Spread

_tr = translator("ProbeView")
_PARAMETERS = (100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
_BYTES = (1_000_000, 3_000_000, 10_000_000, 20_000_000, 100_000_000)
_SEEDS = (1, 2, 3, 5)
_LEAST_HEIGHT = 120
_COLOURS = ("accent", "warning", "positive", "negative")
"""Roles, by the place of the tokenizer; the open one is first."""


class ProbeCells(NamedTuple):
    """A tokenizer on one label, or with label "" on all of the held-out text."""

    name: str
    label: str
    spread: Spread | None
    difference: float | None
    steps: Spread | None = None
    flops: Spread | None = None
    nats: Spread | None = None
    factor: float | None = None
    tokens: int | None = None
    embedding: float | None = None
    choices: Spread | None = None
    merged: float | None = None


def cells_of(report: ProbeReport) -> list[ProbeCells]:
    """The whole text with everything known first, then the labels."""
    steps, flops = report.at_equal("step"), report.at_equal("flops")
    tokenizers, rows, cells = report.plan.tokenizers, report.rows(), []
    firsts = {row.label: row.bits_per_byte for row in rows if not row.tokenizer}
    for row in rows:
        first, place, difference = firsts[row.label], row.tokenizer, None
        if place and first is not None and row.bits_per_byte is not None:
            difference = row.bits_per_byte.mean / first.mean - 1
        runs = report.finished(place)
        more = (
            (steps[place], flops[place], report.nats_per_token(place), report.scale(place),
             runs[0].points[-1].tokens if runs else None, report.embedding_share(place),
             report.share_right(place, "choices"), tokenizers[place].merged_choices)
            if not row.label else ()
        )  # fmt: skip
        name = tokenizers[place].name
        cells.append(ProbeCells(name, row.label, row.bits_per_byte, difference, *more))
    return cells


def probe_columns() -> Sequence[Column[ProbeCells]]:
    """One row for each tokenizer and label; less is better but for the choices."""
    return (
        Column(_tr("Tokenizer"), attrgetter("name"), width=120, stretches=True),
        Column(_tr("Label"), lambda row: language_name(row.label) if row.label else _tr("All"),
               width=88),
        _spread_column(_tr("Bits/byte"), "spread", _tr("Mean and standard deviation of the seeds")),
        Column(_tr("vs first, %"), attrgetter("difference"),
               text=lambda row: NOTHING if row.difference is None else f"{row.difference:+.2%}",
               side="right", width=84),
        _spread_column(_tr("At equal steps"), "steps",
                       _tr("Where all models have made as many steps")),
        _spread_column(_tr("At equal FLOPs"), "flops",
                       _tr("Where all models have computed as much")),
        _spread_column(_tr("Nats/token"), "nats", _tr("As training programs print it")),
        Column(_tr("Factor"), attrgetter("factor"), text=lambda row: ratio(row.factor),
               side="right", width=64,
               explanation=_tr("Nats per token times this compare with the first tokenizer.")),
        Column(_tr("Tokens seen"), attrgetter("tokens"), side="right", width=92),
        Column(_tr("Embedding"), attrgetter("embedding"), text=lambda row: percent(row.embedding),
               side="right", width=80, explanation=_tr("Share of the parameters.")),
        Column(_tr("Choices"), lambda row: None if row.choices is None else row.choices.mean,
               text=lambda row: percent(None if row.choices is None else row.choices.mean),
               side="right", width=72,
               explanation=_tr("Right answers to: which of four texts comes next?")),
        Column(_tr("Merged"), attrgetter("merged"), text=lambda row: percent(row.merged),
               side="right", width=72,
               explanation=_tr("Choices that merge into the last token of their prompt.")),
    )  # fmt: skip


def _spread_column(title: str, field: str, explanation: str) -> Column[ProbeCells]:
    def words(row: ProbeCells) -> str:
        spread = getattr(row, field)
        return NOTHING if spread is None else f"{spread.mean:.4f} ±{spread.deviation:.4f}"

    return Column(title, words, side="right", width=120, explanation=explanation)


class ProbeView(QWidget):
    """Curves, and below them the table or the samples.

    Signals:
        probe_requested: ProbeWish.    cancel_requested: end the probe that runs.
    """

    probe_requested: Signal[ProbeWish] = Signal(object)
    cancel_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._names: tuple[str, ...] = ()
        self._points: dict[tuple[int, int], GrowingCurve] = {}
        self.controls = QWidget()
        self._parameters = _choices(_tr("Parameters of a model"), _PARAMETERS, _millions)
        self._bytes = _choices(_tr("Text for each model"), _BYTES, byte_size)
        self._seeds = _choices(_tr("Models of each tokenizer"), _SEEDS, _seed_words)
        for box, value in ((self._parameters, 300_000), (self._bytes, 3_000_000), (self._seeds, 3)):
            box.setCurrentIndex(box.findData(value))
        self.start_button = QPushButton(self.tr("Train"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.setVisible(False)
        words = (self.tr("bits per byte"), self.tr("vs first tokenizer"), self.tr("factor"),
                 self.tr("held out"), self.tr("parameters without embedding"))  # fmt: skip
        self.figures = Figures(words, theme)
        self.verdict = label("", wrap=True)
        text = ChartText(
            self.tr("Loss on the training text"), self.tr("MB read"), self.tr("bits per byte"),
            lambda x, y: fill(_tr("%1 MB: %2 bits per byte"), f"{x:.2f}", f"{y:.3f}"),
        )  # fmt: skip
        self.chart = CurvesChart(text, theme)
        bold = bold_where(lambda row: not row.label)
        self.cells = ColumnTable(probe_columns(), roles=bold, parent=self)
        self.table = DataTable(self.tr("Results of the probe"), theme)
        self.table.show_columns(self.cells)
        self.samples = QPlainTextEdit(readOnly=True)
        self.samples.setAccessibleName(self.tr("Texts that the models wrote"))
        self._lay_out()
        self.start_button.clicked.connect(self.start)
        self.cancel_button.clicked.connect(self.cancel_requested)
        theme.changed.connect(self._draw)

    @property
    def wish(self) -> ProbeWish:
        """What is chosen."""
        boxes = (self._parameters, self._bytes, self._seeds)
        return ProbeWish(*(int(box.currentData()) for box in boxes))

    def start(self) -> None:
        """Ask for the probe that is chosen."""
        self.probe_requested.emit(self.wish)

    def note_started(self, names: tuple[str, ...]) -> None:
        """Empty curves; the last result goes."""
        self._names, self._points = names, {}
        self.cells.set_rows(())
        self.samples.clear()
        self.verdict.setText(self.tr("Training; the curves are live, results come at the end."))
        self.figures.show_values(*[NOTHING] * 5)
        self.chart.set_curves(())

    def note_busy(self, is_busy: bool) -> None:
        """Nothing is begun twice."""
        self.cancel_button.setVisible(is_busy)
        for part in (self.start_button, self._parameters, self._bytes, self._seeds):
            part.setEnabled(not is_busy)

    def add_progress(self, steps: tuple[ProbeProgress, ...]) -> None:
        """Append the points of curves."""
        for step in steps:
            point = step.point
            if point is not None and point.n_bytes:
                curve = self._points.setdefault((step.tokenizer, step.seed), GrowingCurve())
                bits = point.loss / math.log(2) * point.tokens / point.n_bytes
                curve.extend(np.array([point.n_bytes / 1e6]), np.array([bits]))
        self._draw()

    def show_outcome(self, outcome: ProbeOutcome) -> None:
        """Show what was found."""
        report = outcome.report
        tokenizers = report.plan.tokenizers
        self._names = tuple(each.name for each in tokenizers)
        self._points = {}
        for run in report.runs:
            curve = self._points[run.tokenizer, run.seed] = GrowingCurve()
            read = [point for point in run.points if point.n_bytes]
            x = np.array([point.n_bytes / 1e6 for point in read])
            y = [point.loss / math.log(2) * point.tokens / point.n_bytes for point in read]
            curve.extend(x, np.array(y))
        self._draw()
        cells = cells_of(report)
        self.cells.set_rows(cells)
        last = len(tokenizers) - 1
        spread, best = cells[0].spread, cells[last]
        self.figures.show_values(
            NOTHING if spread is None else f"{spread.mean:.4f} ±{spread.deviation:.4f}",
            NOTHING if best.difference is None else f"{best.difference:+.2%}",
            ratio(best.factor), byte_size(sum(report.plan.label_bytes)),
            grouped(report.plan.settings.shape.body_parameters),
        )  # fmt: skip
        verdicts = [report.verdict(place) for place in range(1, len(tokenizers))]
        self.verdict.setText(" ".join(sentence_words(each) for each in verdicts if each))
        self.samples.setPlainText(_sample_words(self._names, outcome.samples))

    # ---- inside

    def _draw(self) -> None:
        curves = [
            Curve(
                f"{self._names[place]} {seed}",
                self._names[place],
                points.x.copy(),
                points.y.copy(),
                colour=self._theme.colour(_COLOURS[place % len(_COLOURS)]),
            )
            for (place, seed), points in sorted(self._points.items())
        ]
        self.chart.set_curves(curves)

    def _lay_out(self) -> None:
        head = (self._parameters, self._bytes, self._seeds, self.start_button, self.cancel_button)
        horizontal(*head, parent=self.controls, spacing=SPACE_S)
        below, column, tabs = QWidget(), QVBoxLayout(), QTabBar(drawBase=False)
        below.setLayout(column)
        column.setContentsMargins(0, 0, 0, 0)
        tabs.setAccessibleName(self.tr("View of the probe"))
        for word in (self.tr("Results"), self.tr("Samples")):
            tabs.addTab(word)
        column.addLayout(horizontal(tabs, STRETCH, self.table.copying.button()))
        column.addWidget(self.table, 1)
        column.addWidget(self.samples, 1)
        self.samples.hide()
        tabs.currentChanged.connect(self._show_tab)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setChildrenCollapsible(False)
        for part in (self.chart, below):
            parts.addWidget(part)
        parts.setSizes([3 * _LEAST_HEIGHT, 2 * _LEAST_HEIGHT])
        vertical(
            self.figures, self.verdict, (parts, 1), parent=self,
            margins=(SPACE_L, SPACE_XS, SPACE_L, SPACE_S), spacing=SPACE_S,
        )  # fmt: skip

    def _show_tab(self, tab: int) -> None:
        self.table.setVisible(tab == 0)
        self.samples.setVisible(tab == 1)


def _choices(name: str, values: Sequence[int], words: Callable[[int], str]) -> QComboBox:
    box = QComboBox()
    for value in values:
        box.addItem(words(value), value)
    box.setAccessibleName(name)
    box.setToolTip(name)
    return box


def _millions(n: int) -> str:
    return fill(_tr("%1 M parameters"), f"{n / 1e6:g}")


def _seed_words(n: int) -> str:
    return counted("ProbeView", "1 seed", "%1 seeds", n)


def _sample_words(names: Sequence[str], samples: list[list[tuple[int, str]]]) -> str:
    """The texts, prompt by prompt, so that those of one prompt are below each other."""
    lines = []
    for place in range(max(map(len, samples), default=0)):
        for name, made in zip(names, samples, strict=True):
            if place < len(made):
                n, text = made[place]
                tokens = counted("ProbeView", "1 token", "%1 tokens", n)
                lines.append(f"{name}, {tokens}: {' '.join(text.split())}")
        lines.append("")
    return "\n".join(lines)
