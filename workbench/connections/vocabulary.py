"""The vocabulary pane, and its superwords beside the same size without them in Runs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.connections.panes import RUNS, VOCABULARY
from workbench.ui.widgets.job_slot import JobSlot
from workbench.work.comparison import Baseline
from workbench.work.jobs import Job
from workbench.work.remembered import Remembered
from workbench.work.runs.comparison import PlainPartner
from workbench.work.tokenizer_files import baseline_steps

if TYPE_CHECKING:
    from engine.library import AnyTokenizer
    from workbench.app import Workbench
    from workbench.runs.runs_pane import RunsPane
    from workbench.vocabulary.vocabulary_pane import VocabularyPane


def connect_vocabulary(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    workbench.panes.when_built(VOCABULARY, partial(_connect_pane, workbench))
    SuperwordWires(workbench)
    FrequencyWires(workbench)


def _connect_pane(workbench: Workbench, pane: VocabularyPane) -> None:
    pane.train_requested.connect(workbench.navigation.show_training)
    from workbench.vocabulary.vocabulary_columns import ColumnChoice
    from workbench.vocabulary.vocabulary_views import VocabularyView

    usual, columns = ColumnChoice(), pane.columns
    memory = Remembered(workbench.window_settings, "vocabulary/columns", usual, parent=pane)
    columns.take(memory.value)
    columns.changed.connect(memory.keep)
    kind, own = tuple[VocabularyView, ...], "vocabulary/views"
    views = Remembered[tuple[VocabularyView, ...]](
        workbench.window_settings, own, (), kind, parent=pane
    )
    pane.views.take(views.value)
    pane.views.changed.connect(views.keep)


class FrequencyWires(QObject):
    """Offers stored runs and baselines beside the open tokenizer, and loads the chosen one."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self._slot = JobSlot(workbench.jobs, self, failed=workbench.window.bar.show_error)
        workbench.panes.when_built(VOCABULARY, self._connect)

    def _connect(self, pane: VocabularyPane) -> None:
        self._pane = pane
        pane.side.frequency.partner_requested.connect(self._load)
        self._workbench.runs.runs_changed.connect(self._offer)
        self._workbench.state.run_id_changed.connect(self._offer)
        self._workbench.state.baselines_changed.connect(self._offer)
        self._offer()

    def _offer(self, _changed: object = None) -> None:
        state = self._workbench.state
        runs = [
            Baseline(run.name, run_id=run.run_id)
            for run in self._workbench.runs.runs
            if run.status == "finished" and run.run_id != state.run_id
        ]
        others = [each for each in state.baselines if each.run_id is None]
        self._pane.side.frequency.set_choices((*runs, *others))

    def _load(self, source: Baseline | None) -> None:
        self._slot.give_up()
        if source is None:
            self._pane.reporting.set_partner(None)
            return
        steps = baseline_steps(self._workbench.store, source)
        job = Job(steps, title=self.tr("Load tokenizer"), brief=True)
        self._slot.start(job, partial(self._take, source.name))

    def _take(self, name: str, tokenizer: AnyTokenizer) -> None:
        self._pane.reporting.set_partner((name, tokenizer))


class SuperwordWires(QObject):
    """Leads from the button in the vocabulary to the measured comparison."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self._leads_on = False  # the next comparison is looked at for its superwords
        flow = workbench.superwords
        flow.plain_trained.connect(self._compare_trained)
        flow.failed.connect(workbench.window.bar.show_error)
        workbench.panes.when_built(VOCABULARY, self._connect_vocabulary)
        workbench.panes.when_built(RUNS, self._connect_runs)

    def _connect_vocabulary(self, pane: VocabularyPane) -> None:
        flow, part = self._workbench.superwords, pane.side.superwords
        part.partner_requested.connect(flow.look_for_partner)
        part.plain_requested.connect(flow.train_plain)
        part.comparison_requested.connect(self._compare)
        flow.partner_found.connect(part.note_partner)
        flow.plain_progressed.connect(part.note_training)
        flow.plain_trained.connect(part.note_partner)

    def _connect_runs(self, pane: RunsPane) -> None:
        flow, shown = self._workbench.superwords, pane.comparison.superwords
        shown.measure_requested.connect(flow.measure)
        flow.measured.connect(shown.show_measured)
        flow.measuring_changed.connect(shown.note_measuring)
        self._workbench.run_comparison.compared.connect(self._show_superwords)

    def _compare(self, pair: tuple[Baseline, Baseline]) -> None:
        self._leads_on = True
        self._workbench.window.show_workspace("runs")
        self._workbench.run_comparison.compare(pair)

    def _compare_trained(self, partner: PlainPartner) -> None:
        self._workbench.runs.refresh()
        if partner.pair is not None:
            self._compare(partner.pair)

    def _show_superwords(self, _comparison: object) -> None:
        from workbench.runs.run_comparison_view import SUPERWORDS

        leads_on, self._leads_on = self._leads_on, False
        if leads_on:
            view = self._workbench.runs_pane.comparison
            view.show_view(SUPERWORDS)
            view.focus_view()
            view.superwords.measure()
