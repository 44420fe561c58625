"""DocumentForm: how files are cut into documents, and where reading ends."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from workbench.source_scan import DocumentOptions
from workbench.theme import SPACE_M
from workbench.widgets.field import Field
from workbench.widgets.number_box import NumberBox

MAX_CAP = 2_000_000_000
SETTLE_MS = 500
_ESCAPES = (("\\r", "\r"), ("\\n", "\n"), ("\\t", "\t"))


class DocumentForm(QWidget):
    """Document separator and caps.

    Signals:
        changed: a setting was edited and the typing rests.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._separator = QComboBox(editable=True)
        for words in (
            self.tr("None: a file is one document"),
            "\\n", "\\n\\n", "<|endoftext|>",
        ):  # fmt: skip
            self._separator.addItem(words)
        self._separator.setToolTip(self.tr("Text between documents; \\n is a line end, \\t a tab."))
        self._longest = self._number_box()
        self._whole = self._number_box()
        self._timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._timer.timeout.connect(self.changed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_M)
        row.addWidget(Field(self.tr("Document separator"), self._separator), 2)
        row.addWidget(Field(self.tr("Longest document, characters"), self._longest), 1)
        row.addWidget(Field(self.tr("Whole corpus, characters"), self._whole), 1)
        self._separator.currentTextChanged.connect(self._timer.start)
        self._longest.valueChanged.connect(self._timer.start)
        self._whole.valueChanged.connect(self._timer.start)

    @property
    def options(self) -> DocumentOptions:
        """The settings as they stand."""
        return DocumentOptions(
            separator=self._separator_text(),
            max_document_chars=self._longest.value() or None,
            max_chars=self._whole.value() or None,
        )

    def set_options(self, options: DocumentOptions) -> None:
        """Show these settings without reporting a change."""
        if options == self.options:
            return
        if options.separator is None:
            self._separator.setCurrentIndex(0)
        else:
            self._separator.setEditText(_escaped(options.separator))
        self._longest.setValue(options.max_document_chars or 0)
        self._whole.setValue(options.max_chars or 0)
        self._timer.stop()

    def set_separator(self, text: str) -> None:
        """Put text into the separator's field as if typed, and have it take effect."""
        self._separator.setEditText(text)
        self._timer.stop()
        self.changed.emit()

    def _separator_text(self) -> str | None:
        text = self._separator.currentText()
        if not text or text == self._separator.itemText(0):
            return None
        for escape, character in _ESCAPES:
            text = text.replace(escape, character)
        return text

    def _number_box(self) -> NumberBox:
        box = NumberBox()
        box.setRange(0, MAX_CAP)
        box.setSingleStep(1000)
        box.setSpecialValueText(self.tr("No limit"))
        return box


def _escaped(text: str) -> str:
    for escape, character in _ESCAPES:
        text = text.replace(character, escape)
    return text
