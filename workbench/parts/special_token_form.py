"""SpecialTokenForm: reserved slots, padding, and what special tokens in the corpus are."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from engine.settings import MAX_MULTIPLE, MAX_VOCAB_SIZE, USUAL_MULTIPLES, SpecialText
from workbench.numbers import GROUP_SPACE, grouped
from workbench.placeholders import fill
from workbench.theme import FORM_WIDTH, SPACE_M
from workbench.widgets.field import Field
from workbench.widgets.number_box import NumberBox


class SpecialTokenForm(QWidget):
    """Stands below the table of special tokens.

    Signals:
        changed: a person chose something else that can work.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_showing = False
        self._slots = NumberBox()
        self._slots.setRange(0, MAX_VOCAB_SIZE)
        self._slots.setKeyboardTracking(False)
        self._multiple = QComboBox(editable=True)
        self._multiple.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._multiple.addItem(self.tr("No padding"))
        self._multiple.addItems([str(each) for each in USUAL_MULTIPLES])
        self._text = QComboBox()
        self._text.addItem(self.tr("Ordinary text"), "ordinary")
        self._text.addItem(self.tr("Cut documents there"), "cut")
        self.fields = {
            "reserved_slots": Field(self.tr("Reserved slots"), self._slots),
            "pad_vocab_to": Field(self.tr("Pad vocabulary to a multiple of"), self._multiple),
            "special_text": Field(self.tr("In the corpus they are"), self._text),
        }
        self._slots.setToolTip(self.tr("Ids kept free for special tokens of later."))
        self._multiple.setToolTip(
            self.tr("More reserved slots at the end; the merges stay as many as asked for.")
        )
        self._text.setToolTip(
            self.tr("Ordinary text may become merges. Cut, the tokens are left out of the text.")
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_M)
        for field in self.fields.values():
            field.setMaximumWidth(FORM_WIDTH)
            row.addWidget(field, 1, Qt.AlignmentFlag.AlignTop)  # an error makes one of them higher
        row.addStretch(0)
        self._slots.valueChanged.connect(self._tell)
        self._multiple.editTextChanged.connect(self._take_multiple)
        self._text.currentIndexChanged.connect(self._tell)

    @property
    def reserved_slots(self) -> int:
        return self._slots.value()

    @property
    def multiple(self) -> int | None:
        """The multiple, None for no padding."""
        return _multiple_of(self._multiple.currentText())

    @property
    def special_text(self) -> SpecialText:
        return "cut" if self._text.currentData() == "cut" else "ordinary"

    def show_values(
        self, reserved_slots: int, multiple: int | None, special_text: SpecialText
    ) -> None:
        """Show values; what a person is typing stays as typed where it means the same."""
        self._is_showing = True
        if self._slots.value() != reserved_slots:
            self._slots.setValue(reserved_slots)
        if self.multiple != multiple:
            self._multiple.setEditText(
                self._multiple.itemText(0) if multiple is None else str(multiple)
            )
        self._text.setCurrentIndex(self._text.findData(special_text))
        self._is_showing = False

    def edit(self, **values: object) -> None:
        """Fill in values as a person does."""
        if "reserved_slots" in values:
            self._slots.setValue(int(str(values["reserved_slots"])))
        if "multiple" in values:
            self._multiple.setEditText(str(values["multiple"]))
        if "special_text" in values:
            self._text.setCurrentIndex(self._text.findData(values["special_text"]))

    def _take_multiple(self, text: str) -> None:
        is_none = text in ("", self._multiple.itemText(0))
        is_wrong = not is_none and _multiple_of(text) is None
        words = fill(self.tr("A whole number up to %1, such as 64."), grouped(MAX_MULTIPLE))
        self.fields["pad_vocab_to"].show_error(words if is_wrong else "")
        if not is_wrong:
            self._tell()

    def _tell(self, _value: object = None) -> None:
        if not self._is_showing:
            self.changed.emit()


def _multiple_of(text: str) -> int | None:
    digits = "".join(text.replace(GROUP_SPACE, "").split())
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > len(str(MAX_MULTIPLE)):
        return None
    number = int(digits)
    return number if 1 <= number <= MAX_MULTIPLE else None
