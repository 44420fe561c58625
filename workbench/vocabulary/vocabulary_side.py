"""VocabularySide: beside the table, the chosen token, the timeline, the report or superwords."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from workbench.ui.theme.theme import Theme
from workbench.ui.widgets.labels import hairline
from workbench.ui.widgets.texts_button import TextsButton
from workbench.vocabulary.superword_part import SuperwordPart
from workbench.vocabulary.token_detail import TokenDetail
from workbench.vocabulary.vocabulary_jobs import VocabularyJobs
from workbench.vocabulary.vocabulary_report import VocabularyReportPart
from workbench.vocabulary.vocabulary_timeline import VocabularyTimeline
from workbench.work.tokenizer_files import SAMPLE_TEXT

TOKEN, TIMELINE, REPORT, SUPERWORDS = range(4)


class VocabularySide(QWidget):
    """A switch "Token | Timeline | Report | Superwords" over what it shows.

    Signals:
        report_shown, superwords_shown: that came to the front.
    """

    report_shown = Signal()
    superwords_shown = Signal()

    def __init__(self, theme: Theme, jobs: VocabularyJobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.detail = TokenDetail(theme)
        self.timeline = VocabularyTimeline(theme, jobs, SAMPLE_TEXT)
        self.report = VocabularyReportPart(theme)
        self.superwords = SuperwordPart(theme)
        self._switch = QTabBar()
        self._switch.setAccessibleName(self.tr("Token, timeline, report or superwords"))
        self._switch.setDrawBase(False)
        self._switch.setExpanding(False)
        self._switch.addTab(self.tr("Token"))
        self._switch.addTab(self.tr("Timeline"))
        self._switch.addTab(self.tr("Report"))
        self._switch.addTab(self.tr("Superwords"))
        self._stack = QStackedWidget()
        self._stack.addWidget(self.detail)
        self._stack.addWidget(self.timeline)
        self._stack.addWidget(self.report)
        self._stack.addWidget(self.superwords)
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
        keeps = self.report.controls.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)  # the tabs stay where they are
        self.report.controls.setSizePolicy(keeps)
        self.report.controls.hide()
        self._switch.currentChanged.connect(self._show)

    @property
    def shows_report(self) -> bool:
        return self._switch.currentIndex() == REPORT

    @property
    def shows_superwords(self) -> bool:
        return self._switch.currentIndex() == SUPERWORDS

    @property
    def texts_buttons(self) -> tuple[TextsButton, ...]:
        """All buttons that ask for a text."""
        return self.report.texts, self.detail.uses.texts, self.detail.places.texts

    def show_timeline(self) -> None:
        """Bring the timeline to the front."""
        self._switch.setCurrentIndex(TIMELINE)

    def show_report(self) -> None:
        """Bring the report to the front."""
        self._switch.setCurrentIndex(REPORT)

    def show_superwords(self) -> None:
        """Bring the superwords to the front."""
        self._switch.setCurrentIndex(SUPERWORDS)

    def show_token(self) -> None:
        """Bring the chosen token to the front."""
        self._switch.setCurrentIndex(TOKEN)

    def _show(self, number: int) -> None:
        self._stack.setCurrentIndex(number)
        self.report.controls.setVisible(number == REPORT)
        if number == REPORT:
            self.report_shown.emit()
        elif number == SUPERWORDS:
            self.superwords_shown.emit()
        elif number == TIMELINE:
            self.timeline.encode()
