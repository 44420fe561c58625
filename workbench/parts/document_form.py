"""DocumentForm: how files are cut into documents and read, and where reading ends."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from workbench.parts.encoding_box import EncodingBox
from workbench.parts.separator_box import SeparatorBox
from workbench.source_scan import DocumentOptions
from workbench.theme import SPACE_M
from workbench.widgets.field import Field
from workbench.widgets.number_box import NumberBox

MAX_CAP = 2_000_000_000
SETTLE_MS = 500
DEFAULT_FIELD = DocumentOptions().text_field


class DocumentForm(QWidget):
    """What holds for every source whose own options leave the matter open.

    Signals:
        changed: a setting was edited and the typing rests.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._separator = SeparatorBox(self.tr("None: a file is one document"))
        self._longest = self._number_box()
        self._whole = self._number_box()
        self._field = QLineEdit(DEFAULT_FIELD)
        self._field.setToolTip(
            self.tr("Field of JSON lines, column of CSV and parquet; dots lead into objects.")
        )
        self._encoding = EncodingBox()
        self._timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._timer.timeout.connect(self.changed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_M)
        row.addWidget(Field(self.tr("Document separator"), self._separator), 12)
        row.addWidget(Field(self.tr("Longest document, characters"), self._longest), 9)
        row.addWidget(Field(self.tr("Whole corpus, characters"), self._whole), 8)
        row.addWidget(Field(self.tr("Field of text"), self._field), 7)
        row.addWidget(Field(self.tr("What is not UTF-8"), self._encoding), 8)
        self._separator.currentTextChanged.connect(self._wait)
        self._longest.valueChanged.connect(self._wait)
        self._whole.valueChanged.connect(self._wait)
        self._field.textChanged.connect(self._wait)
        self._encoding.policy_chosen.connect(self._wait)

    @property
    def options(self) -> DocumentOptions:
        """The settings as they stand."""
        return DocumentOptions(
            separator=self._separator.separator(),
            max_document_chars=self._longest.value() or None,
            max_chars=self._whole.value() or None,
            text_field=self._field.text().strip() or DEFAULT_FIELD,
            encoding_errors=self._encoding.policy(),
        )

    def set_options(self, options: DocumentOptions) -> None:
        """Show these settings without reporting a change."""
        if options == self.options:
            return
        self._separator.show_separator(options.separator)
        self._longest.setValue(options.max_document_chars or 0)
        self._whole.setValue(options.max_chars or 0)
        self._field.setText(options.text_field)
        self._encoding.show_policy(options.encoding_errors)
        self._timer.stop()

    def set_separator(self, text: str) -> None:
        """Put text into the separator's field as if typed, and have it take effect."""
        self._separator.setEditText(text)
        self._take_now()

    def set_field(self, name: str) -> None:
        """Put a name into the field of text as if typed, and have it take effect."""
        self._field.setText(name)
        self._take_now()

    def _take_now(self) -> None:
        self._timer.stop()
        self.changed.emit()

    def _wait(self, _value: object = None) -> None:
        self._timer.start()

    def _number_box(self) -> NumberBox:
        box = NumberBox()
        box.setRange(0, MAX_CAP)
        box.setSingleStep(1000)
        box.setSpecialValueText(self.tr("No limit"))
        return box
