"""The compression pane with its flows: evaluation, and losses in its second tab."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.connections.panes import COMPRESSION
from workbench.work.remembered import Remembered

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.compression.compression_pane import CompressionPane
    from workbench.compression.loss_view import LossView


def connect_evaluation(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, panes = workbench.evaluation, workbench.panes
    workbench.evaluation_memory.restore()
    panes.when_built(COMPRESSION, partial(_connect_pane, workbench))
    panes.tell(COMPRESSION, flow.busy_changed, lambda pane: pane.note_busy)
    panes.tell(COMPRESSION, flow.stored_changed, lambda pane: pane.choice.set_stored)
    panes.tell(COMPRESSION, flow.texts_described, lambda pane: pane.choice.describe_texts)
    flow.stored_changed.connect(workbench.runs.refresh_soon)  # the list of runs shows premiums
    panes.tell(COMPRESSION, flow.failed, lambda pane: pane.bar.show_error)
    panes.tell(COMPRESSION, workbench.runs.runs_changed, lambda pane: pane.set_runs)


def _connect_pane(workbench: Workbench, pane: CompressionPane) -> None:
    flow = workbench.evaluation
    pane.evaluation_requested.connect(flow.evaluate)
    pane.view.why.corpus_requested.connect(workbench.navigation.show_corpus)
    pane.view.why.pattern_requested.connect(workbench.navigation.show_pattern)
    pane.view.why.script_requested.connect(workbench.navigation.show_script)
    choice = pane.choice
    choice.texts_chosen.connect(flow.choose_texts)
    choice.stored_chosen.connect(flow.show_stored)
    choice.baseline_run_chosen.connect(flow.add_baseline_run)
    choice.baseline_paths_chosen.connect(flow.add_baseline_paths)
    choice.published_chosen.connect(flow.add_published_baseline)
    choice.baseline_removed.connect(flow.remove_baseline)
    pane.tabs.tab_changed.connect(workbench.inspections.close_if_empty)
    _remember_view(workbench, pane)
    pane.tabs.when_loss_built(partial(_connect_losses, workbench))


def _remember_view(workbench: Workbench, pane: CompressionPane) -> None:
    from workbench.compression.comparison_view import ViewChoice

    usual = ViewChoice()
    memory = Remembered(workbench.window_settings, "compression/view", usual, parent=pane)
    pane.choice_changed.connect(memory.keep)
    pane.view.set_choice(memory.value)


def _connect_losses(workbench: Workbench, view: LossView) -> None:
    flow = workbench.loss
    view.measuring_requested.connect(flow.measure)
    view.losses_chosen.connect(flow.read_tables)
    flow.measured.connect(view.show_ngrams)
    flow.tables_loaded.connect(view.show_losses)
    flow.busy_changed.connect(view.note_busy)
    flow.failed.connect(view.note_failed)
    workbench.state.tokenizer_changed.connect(view.forget)
    _connect_probe(workbench, view)


def _connect_probe(workbench: Workbench, view: LossView) -> None:
    flow, part = workbench.probe, view.probe
    part.probe_requested.connect(flow.probe)
    part.cancel_requested.connect(flow.cancel)
    flow.started.connect(part.note_started)
    flow.started.connect(view.show_probe)
    flow.progressed.connect(part.add_progress)
    flow.probed.connect(view.show_outcome)
    flow.busy_changed.connect(part.note_busy)
    flow.cancelled.connect(view.note_probe_cancelled)
    flow.failed.connect(view.note_failed)
