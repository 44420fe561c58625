"""RunChooser: keeps the chooser of the top bar up to date, and says what failed elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QObject

from workbench.flows.run_flow import RunFlow
from workbench.frame.search_popup import Entry
from workbench.main_window import MainWindow
from workbench.numbers import grouped, ratio
from workbench.state import WorkbenchState
from workbench.store import RunSummary


class RunChooser(QObject):
    """Gives the window the finished runs and the words for the current one."""

    def __init__(
        self,
        window: MainWindow,
        state: WorkbenchState,
        runs: RunFlow,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window, self._state, self._runs = window, state, runs

    def show_runs(self, _changed: object = None) -> None:
        """List the finished runs anew."""
        finished = [run for run in self._runs.runs if run.status == "finished"]
        entries = [Entry(run.name, _in_short(run), run.run_id) for run in finished]
        current = self._runs.summary(self._state.run_id)
        words = self.tr("No run chosen")
        if current is not None:
            words = f"{current.name}   {_in_short(current)}"
        self._window.set_runs(entries, words)

    def show_failure(self, sentence: str) -> None:
        """Say what failed, unless the runs pane is in front and says it itself."""
        if self._window.workspace != "runs":
            self._window.bar.show_error(sentence)


def _in_short(run: RunSummary) -> str:
    return f"{grouped(run.vocab_size)} tokens, {ratio(run.bytes_per_token)} bytes/token"
