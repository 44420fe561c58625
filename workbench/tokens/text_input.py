"""TextInput: the text to encode: typed here, or held whole where it is a file or very long."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from workbench.signals import Signal
from workbench.text.sample_text import SAMPLE_TEXT
from workbench.tokens.text_encoding import HeldText, size_words, utf8_of_text
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.file_dialogs import ask_file
from workbench.ui.widgets.labels import ElidedLabel, label
from workbench.ui.widgets.raw_text_edit import RawTextEdit
from workbench.ui.words.tool_tips import plain_tip

MOST_TYPED = 200_000  # characters; an editor is slow with more
_PREVIEW_BYTES = 16_000


class TextInput(QWidget):
    """An editor. A held text is shown by its beginning and cannot be edited.

    Signals:
        changed: another text is to be encoded.
        file_chosen: Path of a text file that the person wants to see.
    """

    changed = Signal()
    file_chosen: Signal[Path] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._held: HeldText | None = None
        self._typed = SAMPLE_TEXT
        self._words = ElidedLabel("", "caption")
        self._open = QPushButton(self.tr("Open file…"))
        self._open.setToolTip(self.tr("Show the tokens of a text file of any size"))
        self._back = QPushButton(self.tr("Back to typing"))
        self._back.hide()
        self._editor = _PlainInput(self.tr("Text to encode"), theme)
        self._editor.set_settled_text(SAMPLE_TEXT)
        self._editor.setPlaceholderText(self.tr("Type or paste text, or drop a text file here."))
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(label(self.tr("Text"), "section"))
        head.addStretch(1)
        head.addWidget(self._back)
        head.addWidget(self._open)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addLayout(head)
        column.addWidget(self._words)
        column.addWidget(self._editor, 1)
        self._words.hide()
        self._editor.settled.connect(self._note_typed)
        self._editor.big_text_pasted.connect(self._hold_pasted)
        self._open.clicked.connect(self.ask_file)
        self._back.clicked.connect(self.release)

    @property
    def data(self) -> bytes:
        """The text as UTF-8, or the bytes of a file as they are."""
        return utf8_of_text(self._editor.raw_text) if self._held is None else self._held.data

    @property
    def held(self) -> HeldText | None:
        """The text that is held, None while a person types."""
        return self._held

    @property
    def words(self) -> str:
        """The line above the text of a file."""
        return self._words.text()

    @property
    def editor(self) -> RawTextEdit:
        return self._editor

    def set_text(self, text: str) -> None:
        """Put text into the editor as if typed or pasted."""
        if len(text) > MOST_TYPED:
            self._hold_pasted(text)
            return
        self.release()
        self._editor.setPlainText(text)
        self._editor.settle()

    def hold(self, held: HeldText) -> None:
        """Show a text that is too long to be edited, or a file's."""
        if self._held is None:
            self._typed = self._editor.raw_text
        self._held = held
        self._words.setText(size_words(held))
        self._words.setToolTip(plain_tip(str(held.path or "")))
        beginning = held.data[:_PREVIEW_BYTES]
        shown = beginning.decode("utf-8", "ignore").replace("\0", "\N{SYMBOL FOR NULL}")
        if len(held.data) > len(beginning):
            shown += "…"
        self._editor.set_settled_text(shown)
        self._editor.setReadOnly(True)
        self._words.show()
        self._back.show()
        self.changed.emit()

    def release(self) -> None:
        """Let go of a held text and bring back what was typed before."""
        if self._held is None:
            return
        self._held = None
        self._words.setText("")
        self._editor.setReadOnly(False)
        for hidden in (self._words, self._back):
            hidden.hide()
        self._editor.setPlainText(self._typed)
        self._editor.settle()

    def ask_file(self) -> None:
        """Let the person choose a text file."""
        name = ask_file(self, self.tr("Text to encode"))
        if name:
            self.file_chosen.emit(Path(name))

    def _note_typed(self) -> None:
        if self._held is None:
            self.changed.emit()

    def _hold_pasted(self, text: str) -> None:
        self.hold(HeldText(self.tr("Pasted text"), utf8_of_text(text)))


class _PlainInput(RawTextEdit):
    """Leaves dropped files to the pane, and hands on what is too long to be edited.

    Signals:
        big_text_pasted: the text, of more than MOST_TYPED characters.
    """

    big_text_pasted: Signal[str] = Signal(object)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.hasText() and len(source.text()) > MOST_TYPED:
            self.big_text_pasted.emit(source.text())
        elif not source.hasUrls():
            super().insertFromMimeData(source)
