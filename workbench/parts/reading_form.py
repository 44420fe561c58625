"""ReadingForm: how the files of one source are read, where it differs from the whole corpus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from engine.errors import ConfigError
from engine.settings import ReadingOptions
from workbench.engine_words import error_words
from workbench.parts.document_form import MAX_CAP, SETTLE_MS
from workbench.parts.separator_box import SeparatorBox
from workbench.theme import SPACE_M
from workbench.widgets.field import Field
from workbench.widgets.labels import label
from workbench.widgets.number_box import NumberBox

DEFAULT_FIELD = ReadingOptions().text_field


class ReadingForm(QWidget):
    """Separator, longest document, a cap of its own, and the field or column with the text.

    Signals:
        changed: a setting was edited, the typing rests and the settings can work.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ReadingOptions()
        general = self.tr("As for the whole corpus")
        self._separator = SeparatorBox(general)
        self._longest = _number_box(general)
        self._whole = _number_box(self.tr("No limit"))
        self._field = QComboBox(editable=True)
        self._field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._field.lineEdit().setPlaceholderText(general)
        self._field.setToolTip(
            self.tr("Field of JSON lines, column of CSV and parquet; dots lead into objects.")
        )
        self.fields = {
            "document_separator": Field(self.tr("Document separator"), self._separator),
            "max_document_chars": Field(self.tr("Longest document, characters"), self._longest),
            "max_chars": Field(self.tr("Whole source, characters"), self._whole),
            "text_field": Field(self.tr("Field or column with the text"), self._field),
        }
        self._words = label("", "caption", wrap=True)
        self._is_showing = False
        self._timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._timer.timeout.connect(self.take)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_M)
        for field in self.fields.values():
            column.addWidget(field)
        column.addWidget(self._words)
        column.addStretch(1)
        self._separator.currentTextChanged.connect(self._wait)
        self._field.editTextChanged.connect(self._wait)
        self._longest.valueChanged.connect(self._wait)
        self._whole.valueChanged.connect(self._wait)

    @property
    def options(self) -> ReadingOptions:
        """The settings as they stand. Raises ConfigError for what cannot work."""
        return replace(
            self._shown,
            document_separator=self._separator.separator(),
            max_document_chars=self._longest.value() or None,
            max_chars=self._whole.value() or None,
            text_field=self._field.currentText().strip() or DEFAULT_FIELD,
        )

    def set_options(self, options: ReadingOptions, fields: Sequence[str]) -> None:
        """Show the settings of a source; `fields` are those its files have."""
        self._is_showing = True
        self._shown = options
        self._separator.show_separator(options.document_separator)
        self._longest.setValue(options.max_document_chars or 0)
        self._whole.setValue(options.max_chars or 0)
        self._field.clear()
        self._field.addItems(list(fields))
        chosen = options.text_field
        self._field.setEditText("" if chosen == DEFAULT_FIELD else chosen)
        self._timer.stop()
        self._is_showing = False
        for field in self.fields.values():
            field.show_error("")

    def show_words(self, words: str) -> None:
        """Say something of the settings, below them."""
        self._words.setText(words)

    def edit(self, **settings: object) -> None:
        """Fill in settings as a person does, and have them take effect."""
        if "document_separator" in settings:
            self._separator.setEditText(str(settings["document_separator"] or ""))
        if "max_document_chars" in settings:
            self._longest.setValue(int(str(settings["max_document_chars"] or 0)))
        if "max_chars" in settings:
            self._whole.setValue(int(str(settings["max_chars"] or 0)))
        if "text_field" in settings:
            self._field.setEditText(str(settings["text_field"] or ""))
        self.take()

    def take(self) -> None:
        """Have the settings take effect, or say what is wrong with them."""
        self._timer.stop()
        try:
            options = self.options
        except ConfigError as error:
            for name, field in self.fields.items():
                field.show_error(error_words(error) if name == error.setting else "")
            return
        for field in self.fields.values():
            field.show_error("")
        if options != self._shown:
            self._shown = options
            self.changed.emit()

    def _wait(self, _value: object = None) -> None:
        if not self._is_showing:
            self._timer.start()


def _number_box(none: str) -> NumberBox:
    box = NumberBox()
    box.setRange(0, MAX_CAP)
    box.setSingleStep(1000)
    box.setSpecialValueText(none)
    return box
