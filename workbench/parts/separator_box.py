"""SeparatorBox: the text between documents, with line ends and tabs written as \\n and \\t."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QWidget

_ESCAPES = (("\\r", "\r"), ("\\n", "\n"), ("\\t", "\t"))


class SeparatorBox(QComboBox):
    """`none` are the words for no separator; they are the first choice."""

    def __init__(self, none: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, editable=True)
        for words in (none, "\\n", "\\n\\n", "<|endoftext|>"):
            self.addItem(words)
        self.setToolTip(self.tr("Text between documents; \\n is a line end, \\t a tab."))
        self.setMinimumContentsLength(1)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.lineEdit().home(False)  # where it is narrow, its beginning is in sight

    def separator(self) -> str | None:
        """The separator as it stands; None for none."""
        text = self.currentText()
        if not text or text == self.itemText(0):
            return None
        for escape, character in _ESCAPES:
            text = text.replace(escape, character)
        return text

    def show_separator(self, separator: str | None) -> None:
        """Show a separator."""
        if separator is None:
            self.setCurrentIndex(0)
            self.lineEdit().home(False)
            return
        for escape, character in _ESCAPES:
            separator = separator.replace(character, escape)
        self.setEditText(separator)
