"""The training flow, its pane, and who else watches a training."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.app import Workbench


def connect_training(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, compression = workbench.training, workbench.compression_pane
    pane = workbench.training_pane
    pane.training_requested.connect(flow.request)
    pane.pause_requested.connect(flow.pause)
    pane.resume_requested.connect(flow.resume)
    pane.keep_requested.connect(flow.keep)
    pane.cancel_requested.connect(flow.cancel)
    pane.check_requested.connect(workbench.model_checks.request)
    workbench.model_checks.checked.connect(pane.note_check)
    workbench.model_checks.refused.connect(pane.bar.show_error)
    pane.corpus_requested.connect(workbench.navigation.show_corpus)
    workbench.corpus_pane.reading_changed.connect(pane.note_reading)
    compression.training_requested.connect(workbench.navigation.show_training)
    flow.preparation_started.connect(pane.note_preparing)
    flow.started.connect(pane.note_started)
    flow.started.connect(compression.note_started)
    flow.progressed.connect(pane.note_progress)
    flow.progressed.connect(compression.note_progress)
    flow.paused_changed.connect(pane.note_paused)
    flow.reported.connect(pane.note_report)
    flow.finished.connect(pane.note_finished)
    flow.cancelled.connect(pane.note_cancelled)
    flow.failed.connect(pane.note_failed)
    for ended in (flow.finished, flow.cancelled, flow.failed):
        ended.connect(compression.note_ended)
        ended.connect(workbench.runs.refresh)
    flow.started.connect(workbench.runs.refresh)
