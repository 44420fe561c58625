"""TrainingSide: the form of a training, what it would read, and the button that begins it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from workbench.parts.training_form import TrainingForm
from workbench.reading_words import ReadingPlan, reading_words
from workbench.theme import FORM_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.widgets.action_button import ActionButton
from workbench.widgets.labels import hairline, label


class TrainingSide(QWidget):
    """Stands at the left of the pane while no training runs."""

    def __init__(self, theme: Theme, train: QAction) -> None:
        super().__init__()
        self.form = TrainingForm(theme)
        self._reads = label("", "caption", wrap=True)
        self._reads.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, 0)
        self._reads.hide()
        self.setFixedWidth(FORM_WIDTH)
        fields = QWidget()
        column = QVBoxLayout(fields)
        column.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_M)
        column.addWidget(self.form)
        column.addStretch(1)
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(fields)
        button = QHBoxLayout()
        button.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        button.addWidget(ActionButton(train), 1)
        inner = QVBoxLayout()
        inner.setSpacing(0)
        inner.addWidget(self._scroll, 1)
        inner.addWidget(hairline())
        inner.addWidget(self._reads)
        inner.addLayout(button)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(inner, 1)
        row.addWidget(hairline(vertical=True))

    @property
    def reads(self) -> str:
        """What the next training reads again, in words."""
        return self._reads.text()

    @property
    def is_whole(self) -> bool:
        """Whether all of the form is in sight without scrolling."""
        return self._scroll.verticalScrollBar().maximum() == 0

    def show_plan(self, plan: ReadingPlan | None) -> None:
        """Say what the next training reads again."""
        self._reads.setText(reading_words(plan))
        self._reads.setVisible(bool(self._reads.text()))
