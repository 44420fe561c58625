"""Trainings that go on: the offer at the start, the commands of Runs, and what Train shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.connections.workspaces import RUNS, TRAINING
from workbench.state import ResumeRequest
from workbench.store import RESUMABLE
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.widgets.message_bar import Offer
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.runs.runs_pane import RunsPane
    from workbench.store import RunSummary


class Resuming(QObject):
    """Slots between the runs pane, the training flow and the training pane."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self._offered: str | None = None
        self._notice = 0
        flow, panes = workbench.training, workbench.panes
        panes.when_built(RUNS, self._follow_runs)
        workbench.runs.runs_changed.connect(self._look)
        flow.resumption_started.connect(self._show_going_on)
        panes.tell(TRAINING, flow.remarked, lambda pane: pane.bar.show_warning)

    def offer(self, interrupted: Sequence[RunSummary]) -> None:
        """Offer to resume the newest of the runs that were just found interrupted."""
        if not interrupted:
            return
        self._offered = interrupted[0].run_id
        words = counted(
            "Resuming",
            "The training %1 was interrupted at %2 %.",
            "%3 trainings were interrupted, the last one, %1, at %2 %.",
            len(interrupted),
            interrupted[0].name,
            str(round(100 * interrupted[0].fraction)),
            grouped(len(interrupted)),
        )
        self._notice = self._workbench.window.bar.add_note(
            words, offer=Offer(self.tr("Resume"), self._take_offer)
        )

    def go_on(self, request: ResumeRequest) -> None:
        """Show the training pane and let the run go on there."""
        if self._workbench.training.is_running:
            words = self.tr("Another training is running; resume this one afterwards.")
            self._workbench.runs_pane.bar.show_error(words)
            return
        self._workbench.navigation.show_training()
        self._workbench.training.go_on(request)

    def _follow_runs(self, pane: RunsPane) -> None:
        pane.going_on.requested.connect(self.go_on)

    def _take_offer(self) -> None:
        run_id, self._offered = self._offered, None
        run = self._workbench.runs.summary(run_id)
        if run is not None and run.status in RESUMABLE:
            self.go_on(ResumeRequest(run.run_id))

    def _look(self, _runs: object) -> None:
        """End the offer when the run goes on already, or is deleted."""
        run = self._workbench.runs.summary(self._offered)
        if self._offered is not None and (run is None or run.status not in RESUMABLE):
            self._offered = None
            self._workbench.window.bar.end(self._notice)

    def _show_going_on(self, request: ResumeRequest) -> None:
        pane, run = self._workbench.training_pane, self._workbench.runs.summary(request.run_id)
        if run is None:
            return
        words = self.tr("The run %1 goes on: %2 ids")
        if request.vocab_size is not None:
            words = self.tr("The run %1 continues to %2 ids")
        size = run.vocab_size if request.vocab_size is None else request.vocab_size
        words = fill(words, run.name, grouped(size))
        pane.trained_on = run.name
        pane.set_caption(fill(self.tr("Training on %1"), run.name))
        pane.controls.begin(words)


def connect_resuming(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    workbench.resuming = Resuming(workbench)
