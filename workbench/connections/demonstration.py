"""The demonstration in the window: it trains on the sample, whatever the person's corpus is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.state import TrainingRequest
from workbench.text.placeholders import fill
from workbench.training.training_words import pattern_words, settings_words

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.work.training_settings import TrainingSettings


class Demonstration(QObject):
    """Slots between the training flow and the training pane.

    request: the training that begins behind the window, None for none.
    first_settings: fill the form of the training if nothing is kept of an earlier start.
    """

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self.request: TrainingRequest | None = None
        self.first_settings: TrainingSettings | None = None
        workbench.training.other_corpus_started.connect(self._show)

    def begin(self) -> None:
        """Start the training that is asked for, with the Train workspace in front."""
        request, self.request = self.request, None
        if request is not None:
            self._workbench.window.show_workspace("train")
            self._workbench.training.request(request)

    def _show(self, request: TrainingRequest) -> None:
        """Say what is trained: neither the corpus nor the settings in the form."""
        pane, pattern = self._workbench.training_pane, request.config.pattern
        words = self.tr("the sample corpus, pattern %1")
        pane.trained_on = fill(words, pattern_words(pattern))
        pane.set_caption(fill(self.tr("Training on %1"), pane.trained_on))
        pane.controls.begin(settings_words(request.config, pattern_words(pattern)))
