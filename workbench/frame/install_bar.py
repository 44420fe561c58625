"""InstallBar: what becomes of an installation of libraries, with pip's own words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from engine.machine import library_names, optional_library
from workbench.placeholders import fill
from workbench.theme import ROW_HEIGHT, Theme
from workbench.widgets.install_button import install_words
from workbench.widgets.message_bar import MessageBar, Offer

SHOWN_LINES = 4
LONGEST_LINE = 96
NOTE_MS = 10_000


class InstallBar(QWidget):
    """Hidden until a library is installed; Dismiss leaves the installation running.

    Signals:
        cancel_requested: stop the installation.
        again_requested: repeat one that failed or was cancelled.
    """

    cancel_requested = Signal()
    again_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = MessageBar()
        self._modules: tuple[str, ...] = ()
        self._is_running = False
        self._toggle = QPushButton(self.tr("Output"))
        self._toggle.setCheckable(True)
        self._toggle.setProperty("kind", "quiet")
        self._toggle.setToolTip(self.tr("Show what pip prints"))
        self.bar.add_button(self._toggle)
        self._output = QPlainTextEdit()
        self._output.setReadOnly(True)
        self._output.setTabChangesFocus(True)
        self._output.setFont(theme.mono_font())
        self._output.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._output.setFixedHeight(SHOWN_LINES * ROW_HEIGHT)
        self._output.setAccessibleName(self.tr("Output of the installation"))
        self._output.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self._output)
        self._rest = QTimer(self, singleShot=True, interval=NOTE_MS)
        self._rest.timeout.connect(self._end_note)
        self._toggle.toggled.connect(self._output.setVisible)
        self._cancel = Offer(self.tr("Cancel"), self.cancel_requested.emit)
        self.bar.dismissed.connect(self.hide)
        self.hide()

    @property
    def output(self) -> str:
        """What pip printed."""
        return self._output.toPlainText()

    @property
    def shows_output(self) -> bool:
        return not self._output.isHidden()

    def dismiss(self) -> None:
        """Leave, as the person asked."""
        self.bar.dismiss()

    def note_started(self, modules: Sequence[str]) -> None:
        """Libraries are installed now."""
        self._modules, self._is_running = tuple(modules), True
        self._output.clear()
        self._say(self.bar.show_note, self._progress_words(""), self._cancel)

    def note_line(self, line: str) -> None:
        """pip printed a line."""
        self._output.appendPlainText(line)
        if self._is_running and not self.isHidden():
            self.bar.show_note(self._progress_words(line.strip()), offer=self._cancel)

    def note_installed(self, modules: Sequence[str]) -> None:
        """Say which versions are there; the note leaves after a while unless pip's words show."""
        self._is_running = False
        libraries = [optional_library(module) for module in modules]
        names = ", ".join(f"{each.distribution} {each.version}" for each in libraries)
        self._say(self.bar.show_note, fill(self.tr("Installed: %1"), names))
        self._rest.start()

    def note_conflicts(self, sentence: str) -> None:
        """Say which versions do not go together; that stays until it is dismissed."""
        self._say(self.bar.show_warning, sentence)

    def note_failed(self, sentence: str) -> None:
        """Say why it failed."""
        self._is_running = False
        again = Offer(self.tr("Try again"), self.again_requested.emit)
        self._say(self.bar.show_error, sentence, again)

    def note_cancelled(self) -> None:
        """The person stopped it."""
        self._is_running = False
        words = self.tr("The installation was cancelled.")
        again = Offer(install_words(self._modules), self.again_requested.emit)
        self._say(self.bar.show_note, words, again)

    def _say(self, show: Callable[..., int], sentence: str, offer: Offer | None = None) -> None:
        self._rest.stop()
        show(sentence, offer=offer)
        self.show()
        self.raise_()

    def _progress_words(self, line: str) -> str:
        shown = line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"
        words = self.tr("Installing %1: %2") if shown else self.tr("Installing %1…")
        return fill(words, library_names(self._modules), shown)

    def _end_note(self) -> None:
        if not self.shows_output:
            self.bar.clear()
            self.hide()
