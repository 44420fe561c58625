"""Defects of the program: the bar that shows the newest, the dialog with details to copy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from workbench.frame.window_memory import FittingDialog
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import LEAST_WIDTH, PALETTE_WIDTH, SPACE_L, SPACE_M, SPACE_S
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.message_bar import MessageBar, Offer
from workbench.work.defects import Defect
from workbench.work.program_log import log_path

LOG_LINES = 40


class DefectDialog(FittingDialog):
    """Sentence, traceback, versions and the end of the log; Copy takes all of it."""

    def __init__(
        self, defect: Defect, facts: str, log: Path | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("The program made a mistake"))
        self._log = log
        self._report = self._composed(defect, facts)
        text = QPlainTextEdit(self._report)
        text.setReadOnly(True)
        text.setTabChangesFocus(True)
        text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        text.setAccessibleName(self.tr("Details"))
        said = label(fill(self._sentence(), defect.words), wrap=True)
        copy = QPushButton(self.tr("Copy details"))
        folder = QPushButton(self.tr("Open log folder"))
        close = QPushButton(self.tr("Close"))
        copy.clicked.connect(self.copy_text)
        folder.clicked.connect(self.open_log_folder)
        folder.setEnabled(log is not None)
        close.clicked.connect(self.accept)
        close.setDefault(True)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_S)
        buttons.addWidget(folder)
        buttons.addStretch(1)
        buttons.addWidget(copy)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        column.setSpacing(SPACE_M)
        column.addWidget(said)
        column.addWidget(text, 1)
        column.addLayout(buttons)
        self.resize(LEAST_WIDTH * 4 // 5, PALETTE_WIDTH)

    def _sentence(self) -> str:
        return self.tr(
            "%1\nStored runs are safe. The details below say where it happened; they contain "
            "file names, but no text of the corpus."
        )

    @property
    def report(self) -> str:
        """Everything the dialog knows, as it is copied."""
        return self._report

    def copy_text(self) -> None:
        """Put the report on the clipboard."""
        QGuiApplication.clipboard().setText(self._report)

    def open_log_folder(self) -> None:
        """Show the folder of the log file in the system's file browser."""
        if self._log is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._log.parent)))

    def _composed(self, defect: Defect, facts: str) -> str:
        parts = [defect.words, defect.details.strip(), facts.strip()]
        end = log_end(self._log)
        if end:
            parts.append(f"{self._log}\n{end}")
        return "\n\n".join(part for part in parts if part)


def log_end(path: Path | None, n_lines: int = LOG_LINES) -> str:
    """The last lines of the log file, "" where there is none."""
    if path is None:
        return ""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return "\n".join(text.splitlines()[-n_lines:])


class DefectBar(MessageBar):
    """Shows the newest defect; the traceback is only in the details."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._defect = Defect("", "")
        self._facts: Callable[[], str] = str
        self._copy.setText(self.tr("Copy details"))

    def set_facts(self, facts: Callable[[], str]) -> None:
        """Say where the versions of this installation come from, asked only when needed."""
        self._facts = facts

    def show_defect(self, defect: Defect) -> None:
        """Say it, and keep the details for who wants them."""
        self._defect = defect
        self.show_error(
            self.tr("The program made a mistake; what you have done is stored."),
            offer=Offer(self.tr("Details…"), self._show_details),
        )

    def copy_text(self) -> None:
        """Put the details on the clipboard."""
        dialog = self._dialog()
        dialog.copy_text()
        dialog.deleteLater()

    def _dialog(self) -> DefectDialog:
        return DefectDialog(self._defect, self._facts(), log_path(), self.window())

    def _show_details(self) -> None:
        dialog = self._dialog()
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
