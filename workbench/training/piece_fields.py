"""PieceFields: whether tokens are made of bytes or of characters, and what characters need."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QWidget

from engine.errors import ConfigError
from engine.settings import Pieces
from workbench.signals import Signal
from workbench.text.engine_words import error_words
from workbench.training.setting_fields import shrink
from workbench.ui.theme.theme import SPACE_M, SPACE_S
from workbench.ui.widgets.fields import Field, NumberBox
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.tool_tips import plain_tip

_MOST_CHARACTERS = 1000


class PieceFields(QWidget):
    """The choice, and below it the settings of characters while they are chosen.

    Signals:
        changed: something was edited.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_showing = False
        self.choice = QComboBox()
        self.choice.addItem(self.tr("Bytes"), False)
        self.choice.addItem(self.tr("Characters, as SentencePiece"), True)
        shrink(self.choice)
        self.coverage_text = QLineEdit()
        self._longest = NumberBox()
        self._longest.setRange(1, _MOST_CHARACTERS)
        self._split = QComboBox()
        self._split.addItem(self.tr("At the beginning only"), "white-space")
        self._split.addItem(self.tr("Anywhere but at the end"), "none")
        self._digits = QCheckBox(self.tr("Each digit alone"))
        self._prefix = QCheckBox(self.tr("Space before each text"))
        hint = self.tr("Rarer characters become bytes, so that nothing is lost")
        self.coverage_text.setToolTip(plain_tip(hint))
        self.coverage = Field(self.tr("Character coverage"), self.coverage_text)
        self._options = QWidget()
        longest = Field(self.tr("Longest token in characters"), self._longest)
        vertical(
            horizontal((self.coverage, 1), (longest, 1), spacing=SPACE_S),
            Field(self.tr("Spaces in tokens"), self._split),
            self._prefix,
            self._digits,
            parent=self._options,
            spacing=SPACE_M,
        )
        alphabet = Field(self.tr("Alphabet"), self.choice)
        vertical(alphabet, self._options, parent=self, spacing=SPACE_M)
        self.show_pieces(None)
        for box in (self.choice, self._split):
            box.currentIndexChanged.connect(self._note_edit)
        for check in (self._digits, self._prefix):
            check.toggled.connect(self._note_edit)
        self.coverage_text.textChanged.connect(self._note_edit)
        self._longest.valueChanged.connect(self._note_edit)

    @property
    def is_on(self) -> bool:
        """Whether characters are chosen."""
        return bool(self.choice.currentData())

    def pieces(self) -> Pieces | None:
        """What the fields say, None for bytes. Raises ConfigError."""
        if not self.is_on:
            return None
        try:
            coverage = float(self.coverage_text.text().replace(",", "."))
        except ValueError:
            coverage = -1.0
        return Pieces(
            coverage=coverage,
            prefix_space=self._prefix.isChecked(),
            split=self._split.currentData(),
            split_digits=self._digits.isChecked(),
            longest=self._longest.value(),
        )

    def show_pieces(self, pieces: Pieces | None) -> None:
        """Show other settings. No signal."""
        self._is_showing = True
        self.choice.setCurrentIndex(int(pieces is not None))
        shown = pieces or Pieces()
        self.coverage_text.setText(f"{shown.coverage:g}")
        self._split.setCurrentIndex(self._split.findData(shown.split))
        self._digits.setChecked(shown.split_digits)
        self._prefix.setChecked(shown.prefix_space)
        self._longest.setValue(shown.longest)
        self._is_showing = False
        self._options.setVisible(self.is_on)

    def check(self) -> None:
        """Say at the field what is wrong."""
        try:
            self.pieces()
        except ConfigError as error:
            self.coverage.show_error(error_words(error))
        else:
            self.coverage.show_error("")

    def _note_edit(self, _changed: object = None) -> None:
        self._options.setVisible(self.is_on)
        if not self._is_showing:
            self.changed.emit()
