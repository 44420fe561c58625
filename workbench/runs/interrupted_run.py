"""RunGoingOn: commands that resume an interrupted run and continue a finished one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QInputDialog

from engine.settings import MAX_VOCAB_SIZE
from workbench.runs.run_actions import RunActions, enable_action
from workbench.state import ResumeRequest
from workbench.store import RESUMABLE

if TYPE_CHECKING:
    from workbench.runs.run_list import RunList
    from workbench.ui.widgets.pane import Pane


class RunGoingOn(QObject):
    """Belongs to the pane, which both actions are added to.

    Signals:
        requested: ResumeRequest.
    """

    requested = Signal(object)

    def __init__(self, pane: Pane, runs: RunList, commands: RunActions) -> None:
        super().__init__(pane)
        self._pane, self._runs, self._commands = pane, runs, commands
        self.resume = pane.make_action(
            "runs.resume_run",
            self.tr("Resume training"),
            self._ask_resume,
            hint=self.tr(
                "Lets the chosen run, which was interrupted, cancelled or failed, go on where it "
                "was; the result is that of a training without interruption."
            ),
        )
        self.continuation = pane.make_action(
            "runs.continue_run",
            self.tr("Continue to a larger vocabulary…"),
            self._ask_continue,
            hint=self.tr(
                "Makes a new run that goes on from the chosen one, as if that had never stopped; "
                "the ids of special tokens move up behind the new merges."
            ),
        )
        runs.table.addActions([self.resume, self.continuation])
        runs.chosen_changed.connect(self.update)
        self.update()

    def update(self) -> None:
        """Enable what can be done with the chosen runs; status tips say why not."""
        chosen = self._runs.chosen if not self._commands.shows_deleted else ()
        status = chosen[0].status if len(chosen) == 1 else ""
        why = self.tr("choose one run that was interrupted, cancelled or failed")
        enable_action(self.resume, status in RESUMABLE, why)
        enable_action(self.continuation, status == "finished", self.tr("choose one finished run"))

    def _ask_resume(self) -> None:
        self.requested.emit(ResumeRequest(self._runs.chosen[0].run_id))

    def _ask_continue(self) -> None:
        run = self._runs.chosen[0]
        size, is_given = QInputDialog.getInt(
            self._pane,
            self.tr("Continue to a larger vocabulary"),
            self.tr("Ids in all, with bytes and special tokens:"),
            min(2 * run.vocab_size, MAX_VOCAB_SIZE),
            run.vocab_size + 1,
            MAX_VOCAB_SIZE,
        )
        if is_given:
            self.requested.emit(ResumeRequest(run.run_id, size))
