"""DocumentForm: how all files are split into documents and read, and where reading ends.

`EncodingBox` and `SeparatorBox` are its choosers; the form of a single source has them as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Literal

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from engine.settings import ENCODING_ERRORS, EncodingErrors
from workbench.corpus.source_scan import DocumentOptions
from workbench.signals import Signal
from workbench.ui.theme.theme import SPACE_M
from workbench.ui.widgets.fields import Field, NumberBox
from workbench.ui.widgets.layouts import horizontal

_ESCAPES = (("\\r", "\r"), ("\\n", "\n"), ("\\t", "\t"))
MAX_CAP = 2_000_000_000
SETTLE_MS = 500
DEFAULT_FIELD = DocumentOptions().text_field


class EncodingBox(QComboBox):
    """A chooser of what happens to invalid UTF-8.

    `first` is the text of the first policy, which applies if no other is chosen.

    Signals:
        policy_chosen: EncodingErrors, chosen by the user.
    """

    policy_chosen: Signal[Literal["replace", "skip", "stop"]] = Signal(object)

    def __init__(self, first: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = {
            "replace": first or self.tr("Replace with �"),
            "skip": self.tr("Skip the document"),
            "stop": self.tr("Stop reading"),
        }
        for policy in ENCODING_ERRORS:
            self.addItem(words[policy], policy)
        self.setToolTip(self.tr("How invalid UTF-8 is treated; every case is reported."))
        self.setMinimumContentsLength(1)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.activated.connect(self._tell)

    def policy(self) -> EncodingErrors:
        """The policy that is chosen."""
        chosen: EncodingErrors = self.currentData()
        return chosen

    def show_policy(self, policy: EncodingErrors) -> None:
        self.setCurrentIndex(self.findData(policy))

    def _tell(self, _index: int) -> None:
        self.policy_chosen.emit(self.policy())


class SeparatorBox(QComboBox):
    """A chooser of the text between documents; line ends and tabs are typed as \\n and \\t.

    `none` is the text of the first choice, no separator.
    """

    def __init__(self, none: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, editable=True)
        for words in (none, "\\n", "\\n\\n", "<|endoftext|>"):
            self.addItem(words)
        self.setToolTip(self.tr("Text between documents; \\n is a line end, \\t a tab."))
        self.setMinimumContentsLength(1)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._show_beginning()

    def separator(self) -> str | None:
        """The chosen or typed separator; None for none."""
        text = self.currentText()
        if not text or text == self.itemText(0):
            return None
        for escape, character in _ESCAPES:
            text = text.replace(escape, character)
        return text

    def _show_beginning(self) -> None:
        """Where the field is narrow, its beginning is in sight."""
        line = self.lineEdit()
        assert line is not None
        line.home(False)

    def show_separator(self, separator: str | None) -> None:
        """Show a separator."""
        if separator is None:
            self.setCurrentIndex(0)
            self._show_beginning()
            return
        for escape, character in _ESCAPES:
            separator = separator.replace(character, escape)
        self.setEditText(separator)


class DocumentForm(QWidget):
    """The reading options of all sources that do not set their own.

    Signals:
        changed: a setting was edited and typing has paused.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._separator = SeparatorBox(self.tr("None: a file is one document"))
        self._separator.setObjectName("separator")
        self._longest = self._number_box()
        self._whole = self._number_box()
        self._field = QLineEdit(DEFAULT_FIELD)
        self._field.setObjectName("text_field")
        self._field.setToolTip(
            self.tr("Field of JSON Lines, column of CSV and Parquet; dots select nested fields.")
        )
        self._encoding = EncodingBox()
        self._timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._timer.timeout.connect(self.changed)
        horizontal(
            (Field(self.tr("Document separator"), self._separator), 12),
            (Field(self.tr("Max. document length, characters"), self._longest), 9),
            (Field(self.tr("Corpus limit, characters"), self._whole), 8),
            (Field(self.tr("Text field"), self._field), 7),
            (Field(self.tr("Invalid UTF-8"), self._encoding), 8),
            parent=self,
            spacing=SPACE_M,
        )
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

    def _wait(self, _value: object = None) -> None:
        self._timer.start()

    def _number_box(self) -> NumberBox:
        box = NumberBox()
        box.setRange(0, MAX_CAP)
        box.setSingleStep(1000)
        box.setSpecialValueText(self.tr("No limit"))
        return box
