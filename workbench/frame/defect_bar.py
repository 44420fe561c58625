"""DefectBar: says that the program made a mistake, and hands out the details."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from workbench.defects import Defect
from workbench.program_log import log_path
from workbench.widgets.message_bar import MessageBar


class DefectBar(MessageBar):
    """Shows the newest defect; a person sees its traceback only among the details."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._defect = Defect("", "")
        self._copy.setText(self.tr("Copy details"))
        self.action_requested.connect(self._show_details)

    def show_defect(self, defect: Defect) -> None:
        """Say it, and keep the details for who wants them."""
        self._defect = defect
        self.show_error(
            self.tr("The program made a mistake; what you have done is stored."),
            action=self.tr("Details…"),
        )

    def copy_text(self) -> None:
        """Put the details on the clipboard."""
        QGuiApplication.clipboard().setText(self._defect.details)

    def _show_details(self) -> None:
        box = QMessageBox(self.window())
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Details"))
        box.setText(self._defect.words)
        path = log_path()
        if path is not None:
            words = self.tr("The log file has it all: %1").replace("%1", str(path))
            box.setInformativeText(words)
        box.setDetailedText(self._defect.details)
        copy = box.addButton(self.tr("Copy details"), QMessageBox.ButtonRole.ActionRole)
        copy.clicked.connect(self.copy_text)
        box.addButton(QMessageBox.StandardButton.Close)
        box.open()
        box.finished.connect(box.deleteLater)
