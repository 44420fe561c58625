"""PictureSaving: copying and saving the chart on show as a picture."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

PNG_SCALE = 2.0


class PictureSaving(QObject):
    """Works on `chart`, which its owner sets.

    Signals:
        saved: path of the file that was written.    failed: sentence.
    """

    saved = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.chart: QWidget | None = None

    def fill(self, menu: QMenu) -> None:
        """Append the commands to a menu."""
        menu.addAction(self.tr("Copy picture")).triggered.connect(self.copy)
        menu.addAction(self.tr("Save as PNG…")).triggered.connect(self._ask_png)
        menu.addAction(self.tr("Save as SVG…")).triggered.connect(self._ask_svg)

    def copy(self) -> None:
        """Put the chart on the clipboard."""
        from workbench.plots.chart_export import copy  # loads pyqtgraph, only when asked for

        if self.chart is not None:
            copy(self.chart)

    def save(self, path: Path) -> None:
        """Save the chart as PNG or, by the file's ending, as SVG."""
        from workbench.plots.chart_export import save_png, save_svg

        if self.chart is None:
            return
        try:
            if path.suffix.lower() == ".svg":
                save_svg(self.chart, path)
            else:
                save_png(self.chart, path, scale=PNG_SCALE)
        except OSError as error:
            words = self.tr("The picture cannot be saved as %1: %2. Choose another place.")
            reason = error.strerror or str(error)
            self.failed.emit(words.replace("%1", str(path)).replace("%2", reason))
            return
        self.saved.emit(path)

    def _ask_png(self) -> None:
        self._ask(".png")

    def _ask_svg(self) -> None:
        self._ask(".svg")

    def _ask(self, suffix: str) -> None:
        chart = self.chart
        if chart is None:
            return
        name = chart.accessibleName().lower().replace(" ", "-")
        title, kinds = self.tr("Save picture"), f"{suffix[1:].upper()} (*{suffix})"
        chosen, _ = QFileDialog.getSaveFileName(chart, title, f"{name}{suffix}", kinds)
        if chosen:
            self.save(Path(chosen))
