"""VocabularySide: beside the table of tokens, either the chosen token or the report."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from workbench.parts.token_detail import TokenDetail
from workbench.parts.vocabulary_report_part import VocabularyReportPart
from workbench.theme import Theme
from workbench.widgets.labels import hairline

TOKEN, REPORT = range(2)


class VocabularySide(QWidget):
    """A switch "Token | Report" over what it shows.

    Signals:
        report_shown: the report came to the front. switched: something else did, or it.
    """

    report_shown = Signal()
    switched = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.detail = TokenDetail(theme)
        self.report = VocabularyReportPart(theme)
        self._switch = QTabBar()
        self._switch.setAccessibleName(self.tr("Token or report"))
        self._switch.setDrawBase(False)
        self._switch.setExpanding(False)
        self._switch.addTab(self.tr("Token"))
        self._switch.addTab(self.tr("Report"))
        self._stack = QStackedWidget()
        self._stack.addWidget(self.detail)
        self._stack.addWidget(self.report)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        above = QHBoxLayout()
        above.setContentsMargins(0, 0, 0, 0)
        above.addWidget(self._switch)
        above.addStretch(1)
        above.addWidget(self.report.controls)
        column.addLayout(above)
        column.addWidget(hairline())
        column.addWidget(self._stack, 1)
        self.report.controls.hide()
        self._switch.currentChanged.connect(self._show)

    @property
    def shows_report(self) -> bool:
        return self._switch.currentIndex() == REPORT

    def show_report(self) -> None:
        """Bring the report to the front."""
        self._switch.setCurrentIndex(REPORT)

    def show_token(self) -> None:
        """Bring the chosen token to the front."""
        self._switch.setCurrentIndex(TOKEN)

    def _show(self, number: int) -> None:
        self._stack.setCurrentIndex(number)
        self.report.controls.setVisible(number == REPORT)
        self.switched.emit()
        if number == REPORT:
            self.report_shown.emit()
