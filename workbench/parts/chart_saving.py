"""ChartSaving: a chart of curves copied and saved as a picture, a drawing or its data."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMenu

from workbench.plots import chart_export
from workbench.plots.curves_chart import CurvesChart


class ChartSaving(QObject):
    """Belongs to one chart.

    Signals:
        saved: path of the file that was written.    failed: sentence.
    """

    saved = Signal(object)
    failed = Signal(object)

    def __init__(self, chart: CurvesChart) -> None:
        super().__init__(chart)
        self._chart = chart

    def fill(self, menu: QMenu) -> None:
        """Append the commands to a menu."""
        menu.addAction(self.tr("Copy picture")).triggered.connect(self.copy)
        kinds = (
            (self.tr("Save as PNG…"), ".png", 1.0),
            (self.tr("Save as PNG, double size…"), ".png", 2.0),
            (self.tr("Save as SVG…"), ".svg", 1.0),
            (self.tr("Save data as CSV…"), ".csv", 1.0),
        )
        for words, suffix, scale in kinds:
            action = menu.addAction(words)
            action.setData((suffix, scale))
            action.triggered.connect(self._ask_path)

    def copy(self) -> None:
        """Put the chart on the clipboard as a picture."""
        chart_export.copy(self._chart)

    def save(self, path: Path, scale: float = 1.0) -> None:
        """Save as the ending of the file says; tells how it went by `saved` or `failed`."""
        try:
            if path.suffix.lower() == ".svg":
                chart_export.save_svg(self._chart, path)
            elif path.suffix.lower() == ".csv":
                chart_export.save_csv(self._chart, path)
            else:
                chart_export.save_png(self._chart, path, scale=scale)
        except OSError as error:
            words = self.tr("The chart cannot be saved as %1: %2. Choose another place.")
            reason = error.strerror or str(error)
            self.failed.emit(words.replace("%1", str(path)).replace("%2", reason))
            return
        self.saved.emit(path)

    def _ask_path(self) -> None:
        action = self.sender()
        if not isinstance(action, QAction):
            return
        suffix, scale = action.data()
        name = self._chart.accessibleName().lower().replace(" ", "-")
        chosen, _ = QFileDialog.getSaveFileName(
            self._chart,
            self.tr("Save chart"),
            f"{name}{suffix}",
            f"{suffix[1:].upper()} (*{suffix})",
        )
        if chosen:
            self.save(Path(chosen), scale)
