"""The training flow, its pane, and who else watches a training."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.connections.workspaces import COMPRESSION, CORPUS, TRAINING

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.compression.compression_pane import CompressionPane
    from workbench.corpus.corpus_pane import CorpusPane
    from workbench.training.training_pane import TrainingPane


def connect_training(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, panes = workbench.training, workbench.panes
    panes.when_built(TRAINING, partial(_connect_pane, workbench))
    panes.when_built(CORPUS, partial(_connect_corpus, workbench))
    panes.when_built(COMPRESSION, partial(_connect_compression, workbench))
    panes.tell(COMPRESSION, flow.started, lambda pane: pane.note_started)
    panes.tell(COMPRESSION, flow.progressed, lambda pane: pane.note_progress)
    flow.started.connect(workbench.runs.refresh)
    panes.tell(COMPRESSION, flow.finished, lambda pane: pane.note_ended)
    panes.tell(COMPRESSION, flow.cancelled, lambda pane: pane.note_ended)
    panes.tell(COMPRESSION, flow.failed, lambda pane: pane.note_ended)
    for ended in (flow.finished, flow.cancelled, flow.failed):
        ended.connect(workbench.runs.refresh)
    recipes = workbench.recipes
    recipes.opening_begun.connect(workbench.undo.begin_opening)
    recipes.opened.connect(workbench.undo.end_recipe)
    recipes.opened.connect(workbench.navigation.show_training)
    recipes.mixture_named.connect(workbench.navigation.name_mixture)
    panes.tell(TRAINING, recipes.noted, lambda pane: pane.bar.show_note)
    panes.tell(TRAINING, recipes.failed, lambda pane: pane.bar.show_error)


def _connect_compression(workbench: Workbench, pane: CompressionPane) -> None:
    pane.training_requested.connect(workbench.navigation.show_training)


def _connect_corpus(workbench: Workbench, pane: CorpusPane) -> None:
    workbench.panes.tell(TRAINING, pane.reading_changed, lambda train: train.note_reading)
    pane.reading_changed.emit(pane.is_reading)  # it may have begun while the pane was built


def _connect_pane(workbench: Workbench, pane: TrainingPane) -> None:
    pane.follow(workbench.training)
    pane.recipes.file_chosen.connect(workbench.recipes.open)
    pane.recipes.place_chosen.connect(workbench.recipes.save)
    pane.check_requested.connect(workbench.model_checks.request)
    workbench.model_checks.checked.connect(pane.note_check)
    workbench.model_checks.refused.connect(pane.bar.show_error)
    pane.corpus_requested.connect(workbench.navigation.show_corpus)
    pane.tokenizer_requested.connect(workbench.imports.read_paths)
    pane.removal_requested.connect(workbench.navigation.remove_files)
