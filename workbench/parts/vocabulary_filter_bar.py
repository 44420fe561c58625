"""VocabularyFilterBar: what a person types to see some tokens only, and a chooser of kinds."""

from __future__ import annotations

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QWidget

from workbench.theme import CHOOSER_WIDTH, SPACE_M
from workbench.widgets.labels import label, set_property

FILTER_DELAY_MS = 120
LEAST_FILTER_WIDTH = 160


class VocabularyFilterBar(QWidget):
    """Problem, kinds and filter in a row.

    Signals:
        changed: the filter is another now; read `conditions`.
        edited: the person chose or typed something else.
    """

    changed = Signal()
    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter = QLineEdit()
        self._kinds = QComboBox()
        self._problem = label("", "error")
        self._timer = QTimer(self, singleShot=True, interval=FILTER_DELAY_MS)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_M)
        for each in (self._problem, self._kinds, self._filter):
            row.addWidget(each)
        self._fill()
        self._filter.textChanged.connect(self._timer.start)
        self._timer.timeout.connect(self.changed)
        self._kinds.activated.connect(self._tell)
        self._filter.textEdited.connect(self.edited)
        QWidget.setTabOrder(self._kinds, self._filter)

    @property
    def conditions(self) -> str:
        """All conditions, those of the chosen kind first."""
        return f"{self._kinds.currentData()} {self._filter.text()}"

    @property
    def problem(self) -> str:
        """What is wrong with the filter, "" when nothing is."""
        return self._problem.text()

    @property
    def last_control(self) -> QWidget:
        """What comes last when one walks with the tabulator key."""
        return self._filter

    def sizeHint(self) -> QSize:
        """The whole filter is in sight where there is room."""
        hint = super().sizeHint()
        return QSize(hint.width() - self._filter.sizeHint().width() + CHOOSER_WIDTH, hint.height())

    def set_text(self, text: str) -> None:
        """Put text into the filter as if typed; it takes effect at once."""
        self._filter.setText(text)
        self._timer.stop()
        self.changed.emit()

    def set_only(self, text: str) -> None:
        """Make this the only condition; "" for all tokens."""
        self._kinds.setCurrentIndex(0)
        self.set_text(text)

    def show_problem(self, sentence: str) -> None:
        """Say what is wrong with the filter, or take that back with ""."""
        self._problem.setText(sentence)
        set_property(self._filter, "wrong", "true" if sentence else "false")

    def _tell(self) -> None:
        self.edited.emit()
        self.changed.emit()

    def _fill(self) -> None:
        self._filter.setPlaceholderText(self.tr("Filter: the   hex:e2 96   length:>8   is:special"))
        self._filter.setAccessibleName(self.tr("Filter tokens"))
        self._filter.setMinimumWidth(LEAST_FILTER_WIDTH)
        self._filter.setMaximumWidth(CHOOSER_WIDTH)
        self._filter.setToolTip(
            self.tr(
                "Text in the token (quotes keep spaces), hex:e2 96, id:512, length:3, length:>8, "
                "length:2..4 in bytes, chars:3 in characters, script:Cyrillic, is:special, "
                "is:partial, is:space, is:digits, is:twin, is:unused, is:byte, is:merge, "
                "is:unreachable, is:dead, is:inside-one, uses:0, covers:50, not:special. "
                "All conditions must hold."
            )
        )
        for words, condition in (
            (self.tr("All tokens"), ""),
            (self.tr("Merges"), "is:merge"),
            (self.tr("Special tokens"), "is:special"),
            (self.tr("Partial UTF-8"), "is:partial"),
            (self.tr("Starting with a space"), "is:space"),
            (self.tr("Unused ids"), "is:unused"),
        ):
            self._kinds.addItem(words, condition)
        self._kinds.setAccessibleName(self.tr("Kinds of tokens"))
