"""BrushChip: filters a table by the marks that are chosen in a plot, and says how many they are."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.compression.comparison_table_view import ComparisonTableView
from workbench.text.numbers import grouped
from workbench.ui.languages.share_plot import SharePlot
from workbench.ui.words.translation import counted


class BrushChip(QPushButton):
    """In sight while marks are chosen; pressing it, or Escape in the table, shows all again."""

    def __init__(
        self, plot: SharePlot, table: ComparisonTableView, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "chip")
        self._table = table
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), table)
        self._escape.setContext(Qt.ShortcutContext.WidgetShortcut)
        self._escape.activated.connect(plot.clear_brush)
        self.clicked.connect(plot.clear_brush)
        plot.brushed.connect(self._show)
        self._show(frozenset())

    def _show(self, labels: frozenset[str]) -> None:
        n = len(labels)
        words = counted("BrushChip", "1 language selected", "%1 languages selected", n, grouped(n))
        self.setText(f"{words} ✕")
        self.setToolTip(self.tr("Show all languages again (Escape)"))
        self.setAccessibleName(words)
        self.setVisible(bool(labels))
        self._escape.setEnabled(bool(labels))
        self._table.shown.set_labels(labels)
