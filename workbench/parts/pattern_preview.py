"""PatternPreview: the text on which a split pattern is tried."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from workbench.numbers import byte_size
from workbench.placeholders import fill
from workbench.sample_text import SAMPLE_TEXT
from workbench.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.widgets.labels import label
from workbench.widgets.raw_text_edit import RawTextEdit

MAX_PREVIEW_BYTES = 65_536
SETTLE_MS = 30


class PatternPreview(QWidget):
    """An editor that starts with a text which is hard to cut.

    Signals:
        settled: the text changed and the typing rests.
        sample_requested: text from the corpus is wanted.
    """

    settled = Signal()
    sample_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = _Beginning(self.tr("Preview text"), theme, settle_ms=SETTLE_MS)
        self._editor.setPlainText(SAMPLE_TEXT)
        self._crlf = QCheckBox(self.tr("CRLF"))
        self._crlf.setToolTip(self.tr("Try the text with the line ends of Windows."))
        self._sample = QPushButton(self.tr("From corpus"))
        self._sample.setToolTip(
            self.tr("Take the beginnings of all sources, 64 KB together, as the preview text.")
        )
        self._reset = QPushButton(self.tr("Hard cases"))
        self._reset.setToolTip(self.tr("Go back to the short text that is hard to cut."))
        self._cut = label("", "caption", wrap=True)
        self._cut.hide()
        row = QHBoxLayout()
        row.addWidget(label(self.tr("Preview text"), "section"))
        row.addStretch(1)
        row.addWidget(self._crlf)
        row.addWidget(self._sample)
        row.addWidget(self._reset)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, 0, SPACE_M, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addLayout(row)
        column.addWidget(self._editor, 1)
        column.addWidget(self._cut)
        self._editor.settled.connect(self._note_text)
        self._editor.settled.connect(self.settled)
        self._crlf.toggled.connect(self.settled)
        self._sample.clicked.connect(self.sample_requested)
        self._reset.clicked.connect(self._reset_text)

    @property
    def data(self) -> bytes:
        """The text in UTF-8, with the line ends that were chosen, cut at MAX_PREVIEW_BYTES."""
        text = self._editor.raw_text
        if self._crlf.isChecked():
            text = text.replace("\n", "\r\n")
        data = text.encode("utf-8", "replace")[:MAX_PREVIEW_BYTES]
        return data.decode("utf-8", "ignore").encode() if len(data) == MAX_PREVIEW_BYTES else data

    @property
    def cut_words(self) -> str:
        """What stands below a text that is longer than what is cut, else ""."""
        return "" if self._cut.isHidden() else self._cut.text()

    def set_text(self, text: str) -> None:
        """Put text into the editor as if typed; of a very long one the beginning."""
        self._editor.setPlainText(self._editor.beginning_of(text))
        self._editor.settle()

    def set_crlf(self, crlf: bool) -> None:
        self._crlf.setChecked(crlf)

    def note_corpus(self, corpus: object) -> None:
        """Offer text from the corpus, or not while there is none."""
        self._sample.setEnabled(corpus is not None)

    def _note_text(self) -> None:
        """Say how much of a long text is tried."""
        self._editor.settle_cut()
        n_bytes = len(self._editor.raw_text.encode("utf-8", "replace")) + self._editor.n_cut
        words = self.tr("The pattern is tried on the first %1 of %2.")
        self._cut.setText(fill(words, byte_size(MAX_PREVIEW_BYTES), byte_size(n_bytes)))
        self._cut.setVisible(n_bytes > MAX_PREVIEW_BYTES)

    def _reset_text(self) -> None:
        self.set_text(SAMPLE_TEXT)


class _Beginning(RawTextEdit):
    """Takes of a pasted text no more than is tried: an editor needs seconds for megabytes.

    n_cut: bytes of UTF-8 that were left behind, 0 once the text has been made short enough.
    """

    n_cut = 0

    def beginning_of(self, text: str) -> str:
        """Return the part of a text that is taken, and note the size of the rest."""
        beginning = text[:MAX_PREVIEW_BYTES]
        self.n_cut = len(text[MAX_PREVIEW_BYTES:].encode("utf-8", "replace"))
        return beginning

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.hasText() and len(source.text()) > MAX_PREVIEW_BYTES:
            self.insertPlainText(self.beginning_of(source.text()))
        else:
            super().insertFromMimeData(source)

    def settle_cut(self) -> None:
        """Forget what was left behind once the text is shorter than what is tried."""
        if self.document().characterCount() <= MAX_PREVIEW_BYTES:
            self.n_cut = 0
