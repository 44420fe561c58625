"""The corpus pane with the mixture flow, and the plan of what a training reads."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.errors import ConfigError
from workbench.connections.panes import CORPUS, TRAINING

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.corpus.corpus_pane import CorpusPane
    from workbench.training.training_pane import TrainingPane


def connect_mixture(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, panes = workbench.mixture, workbench.panes
    panes.tell(CORPUS, flow.plan_changed, lambda pane: pane.show_plan)
    panes.tell(TRAINING, flow.plan_changed, lambda pane: pane.side.show_plan)
    workbench.window.docks.workspace_changed.connect(flow.look_again)
    SettingsOfState(workbench)
    panes.when_built(TRAINING, partial(_connect_training, workbench))
    panes.when_built(CORPUS, partial(_connect_corpus, workbench))


class SettingsOfState(QObject):
    """Passes the settings of the state to the mixture flow until the Train pane is built."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        for changed in (workbench.state.pattern_changed, workbench.state.training_settings_changed):
            changed.connect(self.tell)
        self.tell()

    def tell(self, _changed: object = None) -> None:
        workbench = self._workbench
        if "train" in workbench.panes.built:
            return
        try:
            config = workbench.state.training_settings.config(workbench.state.pattern)
        except ConfigError:
            config = None
        workbench.mixture.set_config(config)


def _connect_training(workbench: Workbench, pane: TrainingPane) -> None:
    pane.settings_changed.connect(workbench.mixture.set_config)
    pane.announce_settings()


def _connect_corpus(workbench: Workbench, pane: CorpusPane) -> None:
    flow, part = workbench.mixture, pane.mixture
    part.preview.wish_changed.connect(flow.set_wish)
    part.preview.count_requested.connect(flow.count_now)
    flow.preview_changed.connect(part.show_preview)
    flow.status_changed.connect(part.preview.show_state)
    workbench.window.docks.workspace_changed.connect(part.preview.tell_wish)
