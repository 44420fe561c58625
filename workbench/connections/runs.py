"""The flows of runs, the runs pane, the chooser in the top bar, and the flip between two runs.

`RunChooser` fills the top bar; `RunFlip` opens the other one of two runs, `ScrollPlaces` keeps what
is scrolled meanwhile.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar

from workbench.connections.panes import OF_OPEN_RUN, RUNS, TRAINING
from workbench.frame.main_window import MainWindow
from workbench.frame.search_popup import Entry
from workbench.runs.run_flow import RunFlow
from workbench.state import WorkbenchState
from workbench.store import RunSummary
from workbench.text.numbers import grouped, ratio
from workbench.text.placeholders import fill
from workbench.ui.widgets.lazy_panes import LazyPanes
from workbench.ui.widgets.pane import Pane
from workbench.ui.words.translation import translator
from workbench.work.remembered import Remembered
from workbench.work.runs.search import run_titles

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.runs.run_comparison_flow import RunComparison
    from workbench.runs.runs_pane import RunsPane

PATIENCE_MS = 2000
"""How long a pane may take to fill itself with the other run."""
_BY_THE_PERSON = frozenset(
    {QEvent.Type.KeyPress, QEvent.Type.Wheel, QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin}
)

_tr = translator("RunChooser")

OPEN_FILE = "open a tokenizer file"
"""What the entry of the chooser stands for that is no run."""


def connect_runs(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, panes = workbench.runs, workbench.panes
    panes.when_built(RUNS, partial(_connect_pane, workbench))
    panes.tell(RUNS, flow.runs_changed, lambda pane: pane.set_runs)
    panes.tell(RUNS, flow.failed, lambda pane: pane.bar.show_error)
    flow.runs_changed.connect(workbench.chooser.take_runs)
    flow.opening_changed.connect(workbench.chooser.note_opening)
    flow.noted.connect(workbench.window.bar.show_note)
    flow.failed.connect(workbench.chooser.show_failure)
    workbench.state.run_id_changed.connect(workbench.chooser.show_runs)
    workbench.window.docks.workspace_changed.connect(flow.look_again)
    workbench.run_purging.purged.connect(workbench.undo.note_purged)
    workbench.run_purging.purged.connect(flow.refresh)
    recipes = workbench.run_recipes
    recipes.taking_begun.connect(workbench.undo.begin_recipe)
    recipes.taken.connect(workbench.undo.end_recipe)
    recipes.taken.connect(workbench.navigation.show_training)
    panes.tell(TRAINING, recipes.noted, lambda pane: pane.bar.show_warning)
    RunFlip(workbench)


def _connect_pane(workbench: Workbench, pane: RunsPane) -> None:
    flow, recipes = workbench.runs, workbench.run_recipes
    pane.open_requested.connect(flow.open)
    pane.rename_requested.connect(flow.rename)
    pane.tags_requested.connect(flow.set_tags)
    pane.note_requested.connect(flow.set_note)
    pane.delete_requested.connect(flow.delete)
    pane.restore_requested.connect(flow.restore)
    pane.undo_requested.connect(workbench.undo.restore_runs)
    pane.deleted_toggled.connect(flow.list_deleted)
    purging = workbench.run_purging
    pane.purging.asked.connect(purging.count)
    pane.purging.confirmed.connect(purging.purge)
    purging.counted.connect(pane.purging.ask)
    purging.purged.connect(pane.purging.note_purged)
    purging.failed.connect(pane.bar.show_error)
    pane.training_requested.connect(workbench.navigation.show_training)
    flow.deleted.connect(pane.note_deleted)
    flow.restored.connect(pane.commands.note_restored)
    flow.deleted_listed.connect(pane.set_deleted_runs)
    pane.edit_as_new_requested.connect(recipes.edit_as_new)
    recipes.failed.connect(pane.bar.show_error)
    _connect_comparison(workbench, pane)
    from workbench.runs.run_table import RunTableChoice

    usual, table = RunTableChoice(), pane.list.table
    memory = Remembered(workbench.window_settings, "runs/table", usual, parent=pane)
    table.set_choice(memory.value)
    table.choice_changed.connect(memory.keep)


def _connect_comparison(workbench: Workbench, pane: RunsPane) -> None:
    flow = workbench.run_comparison
    pane.compare_requested.connect(flow.compare)
    pane.comparison.pair_requested.connect(flow.compare_pair)
    pane.comparison.measure_requested.connect(flow.measure)
    pane.comparison.baseline_requested.connect(flow.make_baseline)
    flow.compared.connect(pane.show_comparison)
    flow.pair_compared.connect(pane.comparison.show_pair)
    flow.busy_changed.connect(pane.note_busy)
    flow.failed.connect(pane.bar.show_error)


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
        self._listed: dict[str, RunSummary] = {}
        self._titles: dict[str, str] = {}
        self._panes = panes
        for workspace in OF_OPEN_RUN:
            panes.when_built(workspace, self._show_opening)

    def take_runs(self, runs: tuple[RunSummary, ...]) -> None:
        """List these runs."""
        self._listed, self._titles = {run.run_id: run for run in runs}, run_titles(runs)
        self.show_runs()

    def show_runs(self, _changed: object = None) -> None:
        """List the finished runs again, and name the one that is open."""
        titles = self._titles
        entries = [
            Entry(titles[run_id], run_in_short(run), run_id)
            for run_id, run in self._listed.items()
            if run.status == "finished"
        ]
        entries.append(Entry(self.tr("Open tokenizer file…"), "", OPEN_FILE))
        current = self._listed.get(self._state.run_id or "")
        words = self.tr("No run chosen")
        tokenizer = self._state.any_tokenizer
        if current is not None:
            words = f"{titles[current.run_id]}   {run_in_short(current)}"
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


def run_in_short(run: RunSummary) -> str:
    """Size and compression of a run; of another library's, of the text that was measured here."""
    words = _tr("%1 tokens, training corpus %2 bytes/token")
    if run.trainer is not None:
        words = _tr("%1 tokens, beginnings of the sources %2 bytes/token")
    return fill(words, grouped(run.vocab_size), ratio(run.bytes_per_token))


class RunFlip(QObject):
    """Opens the other one of two runs: of the pair compared last, or of the two opened last."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self._action = workbench.window.actions_of_frame.flip_runs
        self._pair: tuple[str, ...] = ()
        self._last = ""
        self._current: str | None = None
        self._finished: frozenset[str] = frozenset()
        self._places = ScrollPlaces(self)
        self._action.triggered.connect(self.flip)
        workbench.state.run_id_changed.connect(self._note_opened)
        workbench.run_comparison.compared.connect(self._note_compared)
        workbench.runs.runs_changed.connect(self._take_runs)
        self._update()

    @property
    def other(self) -> str | None:
        """The run that a flip opens, None for none."""
        others = (run_id for run_id in self._pair if run_id != self._current)
        return next((run_id for run_id in others if run_id in self._finished), None)

    def flip(self) -> None:
        """Open the other run; what is scrolled in the workspace stays where it is."""
        other = self.other
        if other is None:
            return
        workspace = self._workbench.window.workspace
        self._places.keep(self._workbench.panes.built[workspace])
        self._workbench.runs.open(other)

    def _take_runs(self, runs: tuple[RunSummary, ...]) -> None:
        self._finished = frozenset(run.run_id for run in runs if run.status == "finished")
        self._update()

    def _note_opened(self, run_id: str | None) -> None:
        self._current = run_id
        if run_id is not None:
            if run_id not in self._pair:
                self._pair = tuple(filter(None, (self._last, run_id)))
            self._last = run_id
        self._update()

    def _note_compared(self, comparison: RunComparison) -> None:
        runs = [each.run_id for each in comparison.compared if each.run_id is not None]
        if len(runs) > 1:
            self._pair = tuple(runs[:2])
        self._update()

    def _update(self) -> None:
        is_possible = self.other is not None
        self._action.setEnabled(is_possible)
        why = self.tr("open or compare two runs first")
        self._action.setStatusTip("" if is_possible else why)


class ScrollPlaces(QObject):
    """Keeps the scroll positions of a pane while its content is replaced, step by step."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[QScrollBar, int] = {}
        self._end = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._end.timeout.connect(self.forget)

    def keep(self, pane: QObject) -> None:
        """Bring every visible part of a pane back to where it is now when it is filled again."""
        self.forget()
        for area in pane.findChildren(QAbstractScrollArea):
            bar = area.verticalScrollBar()
            if area.isVisible() and bar.value() > 0:
                self._kept[bar] = bar.value()
                bar.rangeChanged.connect(self._restore)
                bar.valueChanged.connect(self._restore)
        application = QCoreApplication.instance()
        if self._kept and application is not None:
            application.installEventFilter(self)
            self._end.start()

    def forget(self) -> None:
        """Leave the positions alone: the person does something, or everything is filled."""
        for bar in self._kept:
            bar.rangeChanged.disconnect(self._restore)
            bar.valueChanged.disconnect(self._restore)
        self._kept.clear()
        self._end.stop()
        application = QCoreApplication.instance()
        if application is not None:
            application.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _BY_THE_PERSON:
            self.forget()
        return super().eventFilter(watched, event)

    def _restore(self, _number: int, _most: int = 0) -> None:
        bar = self.sender()
        if isinstance(bar, QScrollBar) and bar in self._kept and bar.maximum() > 0:
            bar.setValue(min(self._kept[bar], bar.maximum()))
