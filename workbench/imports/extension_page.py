"""ExtensionPage: new tokens for a tokenizer, in the place of the workspaces for a while."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from workbench.imports.extension_form import ExtensionForm
from workbench.imports.extension_report import ExtensionReportPart
from workbench.signals import Signal
from workbench.text.numbers import duration
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated, visible
from workbench.ui.theme.theme import Theme
from workbench.ui.widgets.file_dialogs import ask_folder_to_save_in
from workbench.ui.widgets.labels import hairline
from workbench.ui.widgets.message_bar import FloatingBars, MessageBar
from workbench.ui.widgets.page import Page
from workbench.ui.words.phase_words import phase_words
from workbench.ui.words.tool_tips import plain_tip

if TYPE_CHECKING:
    from workbench.imports.extension_form import ExtensionRequest, FinishedExtension
    from workbench.work.jobs import StepProgress


class ExtensionPage(Page):
    """The form at the left, the report at the right; what is done is asked of others.

    Signals:
        use_requested: FinishedExtension, to be the current tokenizer.
        save_requested: (FinishedExtension, folder).
    """

    use_requested: Signal[FinishedExtension] = Signal(object)
    save_requested: Signal[tuple[FinishedExtension, Path]] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Extend a tokenizer"), parent)
        self._finished: FinishedExtension | None = None
        self.bar = MessageBar()
        self.form = ExtensionForm(theme)
        self.report = ExtensionReportPart(theme)
        self._save = QPushButton(self.tr("Save files…"))
        self._use = QPushButton(self.tr("Use this tokenizer"))
        for button in (self._save, self._use):
            self.header.addWidget(button)
        self.add_close(self.tr("Close"))
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        FloatingBars(self.grid, [self.bar])
        halves = QHBoxLayout()
        halves.setSpacing(0)
        halves.addWidget(self.form)
        halves.addWidget(hairline(vertical=True))
        halves.addWidget(self.report, 1)
        self.body.addLayout(halves, 1)
        self._save.clicked.connect(self._ask_folder)
        self._use.clicked.connect(self.press_use)
        self._show_buttons()

    @property
    def finished(self) -> FinishedExtension | None:
        """What is on show."""
        return self._finished

    def note_started(self, request: ExtensionRequest) -> None:
        """An extension begins."""
        del request
        self._finished = None
        self.bar.clear()
        self.form.set_running(running=True)
        self.report.clear(self.tr("Extending…"))
        self._show_buttons()

    def show_progress(self, step: StepProgress) -> None:
        """Show how far it is, with the newest token."""
        words = phase_words(step.phase)
        if step.payload:
            words = f"{words}: {isolated(visible(step.payload))}"
        self.form.show_progress(step, words)

    def show_report(self, finished: FinishedExtension) -> None:
        """Show the result."""
        self._finished = finished
        self.form.set_running(running=False)
        self.report.show_report(finished)
        took = duration(finished.report.extension.seconds)
        self.bar.show_done(fill(self.tr("Extended in %1."), took))
        self._show_buttons()

    def show_failure(self, sentence: str) -> None:
        """Nothing came of it: say why. What was on show before stays."""
        self.form.set_running(running=False)
        if self._finished is None:
            self.report.clear()
        self.bar.show_error(sentence)

    def note_cancelled(self) -> None:
        self.form.set_running(running=False)
        self.report.clear()
        self.bar.show_note(self.tr("The extension was cancelled; nothing was changed."))

    def note_written(self, paths: tuple[Path, ...]) -> None:
        """The files are saved."""
        words = fill(self.tr("Saved: %1"), ", ".join(str(path) for path in paths))
        self.bar.show_note(words)

    def press_use(self) -> None:
        """Ask for the extended tokenizer to be the current one."""
        if self._finished is not None:
            self.use_requested.emit(self._finished)

    def save_into(self, folder: Path) -> None:
        """Ask for the files to be written into a folder."""
        if self._finished is not None:
            self.save_requested.emit((self._finished, folder))

    # ---- inside

    def _ask_folder(self) -> None:
        title = self.tr("Folder for tokenizer, report and rows")
        if name := ask_folder_to_save_in(self.window(), title):
            self.save_into(Path(name))

    def _show_buttons(self) -> None:
        words = self.tr("There is no extended tokenizer yet.")
        for button in (self._save, self._use):
            button.setEnabled(self._finished is not None)
            button.setToolTip(plain_tip("" if self._finished is not None else words))
