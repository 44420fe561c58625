"""DefectBar: says that the program made a mistake, and hands out the details."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from workbench.defects import Defect
from workbench.frame.defect_dialog import DefectDialog
from workbench.program_log import log_path
from workbench.widgets.message_bar import MessageBar, Offer


class DefectBar(MessageBar):
    """Shows the newest defect; a person sees its traceback only among the details."""

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
