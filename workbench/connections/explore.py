"""The Explore pane with its flow, which is made when the pane is first shown."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.connections.panes import COMPRESSION, EXPLORE
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.words.translation import counted, translator
from workbench.work.remembered import Remembered

if TYPE_CHECKING:
    from pathlib import Path

    from workbench.app import Workbench
    from workbench.explore.explore_flow import ExploreFlow, Shown
    from workbench.explore.explore_pane import ExplorePane
    from workbench.explore.language_changes import LanguagePair

_tr = translator("ExploreWires")


def connect_explore(workbench: Workbench) -> None:
    """Tie the signals together when the pane is built; called once."""
    workbench.window.rail.set_state("explore", _tr("not explored"))
    workbench.panes.when_built(EXPLORE, partial(ExploreWires, workbench))


class ExploreWires(QObject):
    """What the pane and its flow ask of each other, and of runs, corpus and Compression."""

    def __init__(self, workbench: Workbench, pane: ExplorePane) -> None:
        from workbench.explore.explore_flow import ExploreFlow
        from workbench.work.explore_records import FOLDER

        super().__init__(pane)
        self._workbench, self._pane = workbench, pane
        folder = workbench.store.path.parent / FOLDER
        self.flow = ExploreFlow(
            workbench.state, workbench.engine_jobs, workbench.store, folder, self
        )
        self._connect_pane(self.flow)
        self._connect_flow(self.flow)
        usual = ("", "", "")
        memory = Remembered(
            workbench.window_settings, "explore/axes", usual, tuple[str, str, str], pane
        )
        pane.view.set_axes(memory.value)
        pane.view.axes_chosen.connect(memory.keep)
        self.flow.list_studies()

    def _connect_pane(self, flow: ExploreFlow) -> None:
        pane, workbench = self._pane, self._workbench
        pane.explore_requested.connect(flow.explore)
        pane.resume_requested.connect(flow.resume)
        pane.pause_toggled.connect(flow.pause)
        pane.stop_requested.connect(flow.stop)
        pane.study_requested.connect(flow.show_study)
        pane.forget_requested.connect(flow.forget)
        pane.keep_requested.connect(flow.keep)
        pane.measure_requested.connect(flow.measure)
        pane.export_requested.connect(flow.export)
        pane.view.spot_chosen.connect(flow.choose)
        pane.corpus_requested.connect(workbench.navigation.show_corpus)
        pane.texts_chosen.connect(workbench.evaluation.choose_texts)

    def _connect_flow(self, flow: ExploreFlow) -> None:
        pane = self._pane
        flow.started.connect(pane.note_started)
        flow.searched.connect(self._show)
        flow.ended.connect(pane.note_ended)
        flow.ended.connect(self._show_rail)
        flow.paused_changed.connect(pane.note_paused)
        flow.refused.connect(pane.refuse)
        flow.failed.connect(pane.bar.show_error)
        flow.noted.connect(pane.bar.show_note)
        flow.studies_changed.connect(pane.set_studies)
        flow.draft_taken.connect(pane.form.take_draft)
        flow.paired.connect(self._show_pair)
        flow.measured.connect(pane.view.choose)
        flow.stored.connect(self._open_stored)
        flow.exported.connect(self._note_exported)

    def _show(self, shown: Shown) -> None:
        self._pane.show_search(shown.name, shown.landscape, shown.standing, shown.hypervolume)
        self._show_rail()

    def _show_rail(self) -> None:
        """Say under the word of the workspace how far the search is, or what it found."""
        view, flow = self._pane.view, self.flow
        words, explained = self.tr("not explored"), ""
        n_front = len(view.landscape.front)
        if flow.is_running:
            words = counted("ExploreWires", "1 trial", "%1 trials", flow.n_trials)
        elif n_front:
            words = fill(self.tr("front of %1"), grouped(n_front))
        elif flow.n_trials:
            words = self.tr("no point")
        self._workbench.window.rail.set_state("explore", words, explained)

    def _show_pair(self, told: tuple[LanguagePair | None, str]) -> None:
        self._pane.show_pair(*told)

    def _open_stored(self, stored: tuple[str, bool]) -> None:
        """A point is a run now: list it, or measure it beside the current one."""
        run_id, beside = stored
        workbench = self._workbench
        workbench.runs.refresh()
        if not beside:
            self._pane.bar.show_done(self.tr("Kept as a run; it is in Runs."))
            return
        workbench.evaluation.add_baseline_run(run_id)
        workbench.window.show_workspace("compression")
        workbench.panes.pane(COMPRESSION).primary_action().trigger()

    def _note_exported(self, path: Path) -> None:
        self._pane.bar.show_done(fill(self.tr("Saved as %1."), str(path)))
