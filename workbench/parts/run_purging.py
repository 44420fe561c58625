"""RunPurging: the command that removes deleted runs for ever, and its question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox

from workbench.numbers import byte_size, grouped
from workbench.placeholders import fill
from workbench.translation import counted

if TYPE_CHECKING:
    from workbench.widgets.pane import Pane


class RunPurging(QObject):
    """Belongs to the pane, which the action is added to.

    Signals:
        asked: how many runs are deleted, and how large they are? `ask` takes the answer.
        confirmed: remove them.
    """

    asked = Signal()
    confirmed = Signal()

    def __init__(self, pane: Pane) -> None:
        super().__init__(pane)
        self._pane = pane
        self.purge = pane.make_action(
            "runs.purge_deleted",
            self.tr("Remove deleted runs for ever…"),
            self.asked.emit,
            hint=self.tr("Removes all deleted runs from the store and gives their room back."),
        )

    def ask(self, deleted: tuple[int, int]) -> QMessageBox | None:
        """Ask whether to remove them. deleted: number of runs, and their bytes."""
        n_runs, n_bytes = deleted
        if not n_runs:
            self._pane.bar.show_done(self.tr("There are no deleted runs."))
            return None
        words = counted(
            "RunPurging",
            "Remove 1 deleted run (%2) for ever? It cannot be restored.",
            "Remove %1 deleted runs (%2) for ever? They cannot be restored.",
            n_runs,
            grouped(n_runs),
            byte_size(n_bytes),
        )
        box = QMessageBox(QMessageBox.Icon.Warning, self.purge.text(), words, parent=self._pane)
        remove = box.addButton(self.tr("Remove for ever"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        remove.clicked.connect(self.confirmed)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()
        return box

    def note_purged(self, purged: tuple[int, int]) -> None:
        """Say what was removed. purged: number of runs, and the bytes that are free again."""
        n_runs, n_bytes = purged
        words = counted("RunPurging", "1 run was removed;", "%1 runs were removed;", n_runs)
        free = fill(self.tr("%1 are free again."), byte_size(n_bytes))
        self._pane.bar.show_done(f"{words} {free}")
