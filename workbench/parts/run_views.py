"""RunViews: tabs that lead from the runs to the registry and to exports."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from workbench.theme import SPACE_M
from workbench.widgets.labels import hairline

RUNS, REGISTRY, EXPORT = range(3)


class RunViews(QWidget):
    """Signals:

    view_changed: another view, or the comparison of runs, came to the front.
    """

    view_changed = Signal()

    def __init__(
        self,
        runs: QWidget,
        comparison: QWidget,
        registry: QWidget,
        export: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._comparison = comparison
        self._tabs = QTabBar(drawBase=False)
        self._runs = QStackedWidget()
        self._pages = QStackedWidget()
        for page in (runs, comparison):
            self._runs.addWidget(page)
        for page in (self._runs, registry, export):
            self._pages.addWidget(page)
        for word in (self.tr("Runs"), self.tr("Registry"), self.tr("Export")):
            self._tabs.addTab(word)
        self._tabs.setAccessibleName(self.tr("View"))
        self._tabs.setExpanding(False)
        tabs = QHBoxLayout()
        tabs.setContentsMargins(SPACE_M, 0, SPACE_M, 0)
        tabs.addWidget(self._tabs)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(tabs)
        column.addWidget(hairline())
        column.addWidget(self._pages, 1)
        self._tabs.currentChanged.connect(self._follow)

    @property
    def view(self) -> int:
        """RUNS, REGISTRY or EXPORT."""
        return self._tabs.currentIndex()

    @property
    def compares(self) -> bool:
        """Whether the comparison stands where the table of runs is."""
        return self._runs.currentWidget() is self._comparison

    @property
    def lists_runs(self) -> bool:
        """Whether the table of runs is in front."""
        return self.view == RUNS and not self.compares

    def show_view(self, view: int) -> None:
        """Bring the runs, the registry or the exports to the front."""
        self._tabs.setCurrentIndex(view)

    def show_runs(self, *, compared: bool = False) -> None:
        """Bring the table of runs to the front, or their comparison."""
        self._runs.setCurrentIndex(1 if compared else 0)
        if self.view == RUNS:
            self._follow()
        else:
            self.show_view(RUNS)

    def _follow(self, _view: int = 0) -> None:
        self._pages.setCurrentIndex(self.view)
        self._tabs.setVisible(not (self.view == RUNS and self.compares))
        self.view_changed.emit()
