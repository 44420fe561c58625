"""Sizes as data and curves: rows of the table, charts over the vocabulary size with one marker.

The functions `…_curves` make the points of a chart: as many as a screen shows, all of them exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engine.analysis import SMOOTHED_OVER
from engine.compiled import Int64s
from workbench.signals import Signal
from workbench.text.languages import language_name
from workbench.text.numbers import grouped, ratio
from workbench.text.placeholders import fill
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.charts.curve import ChartText, Curve, Note
from workbench.ui.charts.zoom_chart import SpreadChart, ZoomChart
from workbench.ui.tables.column_table import Column
from workbench.ui.theme.theme import SPACE_S, Theme
from workbench.ui.widgets.layouts import vertical
from workbench.ui.words.translation import translator

if TYPE_CHECKING:
    from engine.analysis import SizeCurves

_tr = translator("SizesTable")


@dataclass(frozen=True, slots=True)
class SizeRow:
    """One size. gain: share of tokens that a thousand further ids save; share: of all parameters,
    None without a total; remark: what is special about the size."""

    size: int
    bytes_per_token: float
    gain: float
    parameters: int
    share: float | None
    fits: bool | None
    remark: str = ""
    is_marker: bool = False


def size_columns() -> Sequence[Column[SizeRow]]:
    """One row for each vocabulary size, the size at the marker first."""
    return (
        Column(_tr("Size"), attrgetter("size"), side="right", width=72),
        Column(_tr("Bytes/token"), attrgetter("bytes_per_token"), side="right", width=72),
        Column(_tr("Saved, %"), lambda row: 100 * row.gain, side="right", width=64, key="gain",
               explanation=_tr(
                   "Share of all tokens that 1000 more ids save, measured over the 1000 merges "
                   "around the size; near the ends, the merges that are left are scaled up to 1000."
               )),
        Column(_tr("Params, M"), lambda row: row.parameters / 1e6, side="right", width=64,
               key="parameters",
               explanation=_tr(
                   "Embedding and output in millions: width times ids, twice where not tied."
               )),
        Column(_tr("Share, %"), lambda row: None if row.share is None else 100 * row.share,
               side="right", width=64, key="share",
               explanation=_tr("Share of all parameters of the model.")),
        Column(_tr("Remark"), attrgetter("remark"), tip=attrgetter("remark"), width=100,
               stretches=True),
    )  # fmt: skip


def parameter_words(n: int) -> str:
    """A number of parameters in millions or billions.

    >>> parameter_words(134_217_728), parameter_words(2_101_346_304)
    ('134 M', '2.10 B')
    """
    return f"{ratio(n / 1e9)} B" if n >= 999_500_000 else f"{ratio(n / 1e6)} M"


MOST_POINTS = 480
SHOWN_FOLD = 128  # the axis begins at the greatest size divided by this
TOTAL = ""  # all labels together; no source has an empty label


def shown_columns(curves: SizeCurves) -> Int64s:
    """int64[n]: columns of `SizeCurves.tokens`, evenly over the logarithm of the size."""
    first = max(curves.smallest_size, curves.largest_size // SHOWN_FOLD)
    if curves.n_merges == 0:
        return np.zeros(1, np.int64)
    sizes = np.geomspace(first, curves.largest_size, MOST_POINTS).round().astype(np.int64)
    return np.unique(sizes) - curves.smallest_size


def compression_curves(curves: SizeCurves, total_name: str) -> list[Curve]:
    """Bytes per token of each label, and of all."""
    columns = shown_columns(curves)
    x = (columns + curves.smallest_size).astype(float)
    found = [
        Curve(label, language_name(label), x, curves.bytes_per_token_curve(label, columns))
        for label in curves.labels
    ]
    total = curves.bytes_per_token_curve(None, columns)
    return [*found, Curve(TOTAL, total_name, x, total, is_emphasised=True)]


def gain_curves(curves: SizeCurves, total_name: str, labels: Sequence[str] = ()) -> list[Curve]:
    """Percent of the tokens that a thousand further ids save, of all and of some labels.

    From where that is measured over whole thousands, so that the beginning does not bend the curve;
    the end is that of the marker at the greatest size.
    """
    half = SMOOTHED_OVER // 2
    columns = shown_columns(curves)
    columns = columns[columns >= half]
    x = (columns + curves.smallest_size).astype(float)
    found = [
        Curve(label, language_name(label), x, 100 * curves.gain(label, columns)) for label in labels
    ]
    return [
        *found,
        Curve(TOTAL, total_name, x, 100 * curves.gain(None, columns), is_emphasised=True),
    ]


class SizeCharts(QWidget):
    """Two charts over the same axis, zoomed together, with one marker.

    Signals:
        marker_moved: int, the size to which the user moved the marker.
    """

    marker_moved: Signal[int] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curves: SizeCurves | None = None
        self._total_name = self.tr("All text")
        self.compression = SpreadChart(
            ChartText(
                self.tr("Bytes per token at every size"), self.tr("vocabulary size, all ids (log)"),
                self.tr("bytes per token"), _compression_words,
            ),
            theme, log_x=True,
        )  # fmt: skip
        self.gain = ZoomChart(
            ChartText(
                self.tr("Tokens saved by 1000 more ids"),
                self.tr("vocabulary size, all ids (log)"),
                self.tr("percent (log)"), _gain_words,
            ),
            theme, log_x=True, log_y=True,
        )  # fmt: skip
        column = vertical(parent=self, spacing=SPACE_S)
        for chart, stretch in ((self.compression, 3), (self.gain, 2)):
            column.addWidget(chart, stretch)
            chart.marker_moved.connect(self._note_marker)
        self.compression.link_x(self.gain)
        self.compression.show_x_words(False)  # the chart below has them
        self.compression.choice_changed.connect(self._share_room)
        self.compression.curve_hovered.connect(self._show_gain_of)

    @property
    def saving_button(self) -> QPushButton:
        """A button that copies and saves the charts and their data."""
        button = QPushButton(self.tr("Charts"))
        button.setProperty("kind", "menu")
        menu = QMenu(button)
        for chart in (self.compression, self.gain):
            ChartSaving(chart).fill(menu.addMenu(chart.text.title))
        button.setMenu(menu)
        button.setToolTip(self.tr("Copy or save the charts and their data"))
        return button

    def set_curves(self, curves: SizeCurves | None, nearest: Callable[[float], float]) -> None:
        """Show other curves; `nearest` gives the size that the marker may have."""
        self._curves = curves
        if curves is None:
            self.compression.set_curves([])
            self.gain.set_curves([])
            return
        self._total_name = self.tr("As mixed") if curves.is_weighted else self.tr("All text")
        n_bytes = dict(zip(curves.labels, curves.n_bytes.tolist(), strict=True))
        self.compression.set_source_bytes(n_bytes)
        self.compression.set_curves(compression_curves(curves, self._total_name))
        shown = self.compression.curves[-1].x
        self.gain.set_x_range(float(shown[0]), float(shown[-1]))
        self.gain.set_curves(gain_curves(curves, self._total_name))
        for chart in (self.compression, self.gain):
            chart.look_at(None)
            chart.set_marker_places(nearest)
        self._share_room()

    def show_marker(self, row: SizeRow) -> None:
        """Put the marker at a size and say what is true of it, not of the nearest point drawn."""
        for chart, value in ((self.compression, row.bytes_per_token), (self.gain, 100 * row.gain)):
            words = chart.text.value(float(row.size), value)
            chart.set_marker(float(row.size), f"{self._total_name}, {words}")

    def set_notes(self, notes: Sequence[Note]) -> None:
        """Name sizes in the chart of compression; the other shows the last of them alike."""
        self.compression.set_notes(notes)
        self.gain.set_notes(notes)

    def _share_room(self) -> None:
        """Leave both charts as much room for labels, so that their axes agree."""
        charts = (self.compression, self.gain)
        room = max(chart.label_need for chart in charts)
        for chart in charts:
            chart.set_label_room(room)

    def _note_marker(self, x: float) -> None:
        self.marker_moved.emit(round(x))

    def _show_gain_of(self, label: str | None) -> None:
        """Show the gain of the label that is pointed at beside that of all."""
        if self._curves is None:
            return
        labels = [label] if label is not None and label != TOTAL else []
        self.gain.set_curves(gain_curves(self._curves, self._total_name, labels))
        self.gain.set_hovered(labels[0] if labels else None)


def _compression_words(x: float, y: float) -> str:
    words = QCoreApplication.translate("size_charts", "at %1: %2")
    return fill(words, grouped(round(x)), ratio(y))


def _gain_words(x: float, y: float) -> str:
    words = QCoreApplication.translate("size_charts", "at %1: %2 %")
    return fill(words, grouped(round(x)), ratio(y))
