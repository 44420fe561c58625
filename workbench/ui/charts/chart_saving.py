"""ChartSaving: a chart copied and saved as a picture, a drawing or its data."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.charts.curve import HasData
from workbench.ui.widgets.file_dialogs import ask_place
from workbench.ui.widgets.pane import bar_around

CSV, PNG, SVG = ".csv", ".png", ".svg"


@runtime_checkable
class HasCommands(Protocol):
    """A chart that puts commands of its own before those that copy and save it."""

    def fill_menu(self, menu: QMenu) -> None: ...


class ChartSaving(QObject):
    """Belongs to one chart, whose context menu has the commands from then on.

    The bar of the pane around the chart says how a saving went.

    Signals:
        saved: path of the file that was written.    failed: sentence.
    """

    saved: Signal[Path] = Signal(object)
    failed: Signal[str] = Signal(object)

    def __init__(self, chart: QWidget) -> None:
        super().__init__(chart)
        self._chart = chart
        chart.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        chart.customContextMenuRequested.connect(self._show_menu)

    def fill(self, menu: QMenu) -> None:
        """Append the commands to a menu."""
        menu.addAction(self.tr("Copy picture")).triggered.connect(self.copy)
        kinds = [
            (self.tr("Save as PNG…"), PNG, 1.0),
            (self.tr("Save as PNG, double size…"), PNG, 2.0),
            (self.tr("Save as SVG…"), SVG, 1.0),
        ]
        if isinstance(self._chart, HasData):
            kinds.append((self.tr("Save data as CSV…"), CSV, 1.0))
        for words, suffix, scale in kinds:
            action = menu.addAction(words)
            action.setData((suffix, scale))
            action.triggered.connect(self._ask_path)

    def button(self) -> QPushButton:
        """Return a button for a header that opens the commands."""
        button = QPushButton(self.tr("Copy or save"))
        button.setProperty("kind", "menu")
        menu = QMenu(button)
        self.fill(menu)
        button.setMenu(menu)
        button.setToolTip(self.tr("Copy or save the chart and its data"))
        return button

    def copy(self) -> None:
        """Put the chart on the clipboard as a picture."""
        from workbench.ui.charts import chart_export  # loads Qt's SVG, only when asked for

        chart_export.copy(self._chart)

    def save(self, path: Path, scale: float = 1.0) -> None:
        """Save as the ending of the file says; tells how it went by `saved` or `failed`."""
        from workbench.ui.charts import chart_export

        bar = bar_around(self._chart)
        try:
            if path.suffix.lower() == SVG:
                chart_export.save_svg(self._chart, path)
            elif path.suffix.lower() == CSV and isinstance(self._chart, HasData):
                chart_export.save_csv(self._chart, path)
            else:
                chart_export.save_png(self._chart, path, scale=scale)
        except OSError as error:
            words = self.tr("The chart cannot be saved as %1: %2. Choose another folder.")
            reason = error.strerror or str(error)
            sentence = fill(words, str(path), reason)
            if bar is not None:
                bar.show_error(sentence)
            self.failed.emit(sentence)
            return
        if bar is not None:
            bar.show_done(fill(self.tr("Saved as %1."), str(path)))
        self.saved.emit(path)

    def _show_menu(self, place: QPoint) -> None:
        menu = QMenu(self._chart)
        if isinstance(self._chart, HasCommands):
            self._chart.fill_menu(menu)
        self.fill(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._chart.mapToGlobal(place))

    def _ask_path(self) -> None:
        action = self.sender()
        if not isinstance(action, QAction):
            return
        suffix, scale = action.data()
        name = self._chart.accessibleName().lower().replace(" ", "-")
        chosen = ask_place(
            self._chart,
            self.tr("Save chart"),
            f"{name}{suffix}",
            f"{suffix[1:].upper()} (*{suffix})",
        )
        if chosen:
            self.save(Path(chosen), scale)
