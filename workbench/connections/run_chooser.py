"""RunChooser: keeps the chooser of the top bar up to date, and says what failed elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QObject

from workbench.frame.main_window import MainWindow
from workbench.frame.search_popup import Entry
from workbench.runs.run_flow import RunFlow
from workbench.state import WorkbenchState
from workbench.store import RunSummary
from workbench.text.numbers import grouped, ratio
from workbench.text.placeholders import fill
from workbench.ui.widgets.lazy_panes import LazyPanes
from workbench.ui.widgets.pane import Pane
from workbench.work.run_search import run_titles

OPEN_FILE = "open a tokenizer file"
"""What the entry of the chooser stands for that is no run."""
OF_OPEN_RUN = ("compression", "sizes", "tokens", "vocabulary", "chat")


class RunChooser(QObject):
    """Gives the window the finished runs and the words for the current one."""

    def __init__(
        self,
        window: MainWindow,
        state: WorkbenchState,
        runs: RunFlow,
        panes: LazyPanes,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window, self._state, self._runs = window, state, runs
        self._opening = ""
        self._panes = panes
        for workspace in OF_OPEN_RUN:
            panes.when_built(workspace, self._show_opening)

    def show_runs(self, _changed: object = None) -> None:
        """List the finished runs again."""
        finished = [run for run in self._runs.runs if run.status == "finished"]
        titles = run_titles(self._runs.runs)
        entries = [Entry(titles[run.run_id], self._in_short(run), run.run_id) for run in finished]
        entries.append(Entry(self.tr("Open tokenizer file…"), "", OPEN_FILE))
        current = self._runs.summary(self._state.run_id)
        words = self.tr("No run chosen")
        tokenizer = self._state.tokenizer
        if current is not None:
            title = titles.get(current.run_id, current.name)
            words = f"{title}   {self._in_short(current)}"
        elif tokenizer is not None and self._state.tokenizer_name:
            size = fill(self.tr("%1 tokens"), grouped(tokenizer.vocab_size))
            words = f"{self._state.tokenizer_name}   {size}"
        if self._opening:
            words = fill(self.tr("Opening %1…"), self._opening)
        self._window.set_runs(entries, words)

    def take_choice(self, choice: object) -> None:
        """Open the run that was chosen, or ask for a file."""
        if choice == OPEN_FILE:
            self._window.actions_of_frame.open_tokenizer.trigger()
        else:
            self._runs.open(str(choice))

    def note_opening(self, name: str) -> None:
        """A run of this name is being read, "" for none: the chooser and empty panes say so."""
        self._opening = name
        built = self._panes.built
        for workspace in OF_OPEN_RUN:
            if workspace in built:
                self._show_opening(built[workspace])
        self.show_runs()

    def _show_opening(self, pane: Pane) -> None:
        words = fill(self.tr("Opening %1…"), self._opening) if self._opening else ""
        pane.set_waiting(words)

    def show_failure(self, sentence: str) -> None:
        """Say what failed, unless the runs pane is in front and says it itself."""
        if self._window.workspace != "runs":
            self._window.bar.show_error(sentence)

    def _in_short(self, run: RunSummary) -> str:
        return fill(
            self.tr("%1 tokens, training corpus %2 bytes/token"),
            grouped(run.vocab_size),
            ratio(run.bytes_per_token),
        )
