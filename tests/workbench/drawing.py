"""Charts in tests: they are drawn in turns of the event loop, of which there may be several."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from workbench.ui.charts.curves_chart import drawing_turns


def draw_charts() -> None:
    """Draw all charts that changed and are in sight."""
    QApplication.processEvents()
    while drawing_turns()._waiting:
        QApplication.processEvents()
