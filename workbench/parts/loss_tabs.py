"""LossTabs: compression and loss as two tabs over the same texts and tokenizers."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from workbench.parts.loss_view import LossView
from workbench.theme import SPACE_M, SPACE_S, Theme
from workbench.widgets.labels import hairline

COMPRESSION, LOSS = range(2)


class LossTabs(QWidget):
    """`compression` is what the pane shows in the first tab, `loss` the second."""

    def __init__(self, compression: QWidget, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.loss = LossView(theme)
        self._tabs = QTabBar(drawBase=False)
        self._tabs.setAccessibleName(self.tr("View"))
        self._tabs.setExpanding(False)
        self._pages = QStackedWidget()
        self._companions: list[QWidget] = []
        for word, page in ((self.tr("Compression"), compression), (self.tr("Loss"), self.loss)):
            self._tabs.addTab(word)
            self._pages.addWidget(page)
        tabs = QHBoxLayout()
        tabs.setContentsMargins(SPACE_M, 0, SPACE_M, 0)
        tabs.addWidget(self._tabs)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(tabs)
        column.addWidget(hairline())
        column.addSpacing(SPACE_S)
        column.addWidget(self._pages, 1)
        self._tabs.currentChanged.connect(self._follow)

    @property
    def tab(self) -> int:
        """COMPRESSION or LOSS."""
        return self._tabs.currentIndex()

    def show_tab(self, tab: int) -> None:
        """Bring a tab to the front."""
        self._tabs.setCurrentIndex(tab)

    def add_companion(self, companion: QWidget) -> None:
        """Show a widget elsewhere, such as a filter, only while the first tab is in front."""
        self._companions.append(companion)

    def show_loss(self) -> None:
        """Bring loss to the front."""
        self.show_tab(LOSS)

    def measure_ngrams(self) -> None:
        """Bring loss to the front and ask for the n-grams."""
        self.show_loss()
        self.loss.measuring_requested.emit()

    def ask_losses(self) -> None:
        """Bring loss to the front and let the person choose tables."""
        self.show_loss()
        self.loss.ask_files()

    def _follow(self, tab: int) -> None:
        self._pages.setCurrentIndex(tab)
        for companion in self._companions:
            companion.setVisible(tab == COMPRESSION)
