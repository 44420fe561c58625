"""TrainingControls: what is trained in one line, and what can be done with it while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from workbench.theme import SPACE_L, SPACE_S
from workbench.widgets.action_button import ActionButton
from workbench.widgets.labels import ElidedLabel
from workbench.widgets.pane import Pane

if TYPE_CHECKING:
    from engine.training import TrainingProgress


class TrainingControls(QWidget):
    """Makes its actions those of the pane; shown while a training runs.

    Signals:
        pause_requested, resume_requested, keep_requested, cancel_requested: for the training.
        settings_shown_changed: bool, the person wants to see the settings or to fold them again.
    """

    pause_requested = Signal()
    resume_requested = Signal()
    keep_requested = Signal()
    cancel_requested = Signal()
    settings_shown_changed = Signal(object)

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self._is_running = self._is_paused = self._is_merging = self._is_keeping = False
        self._is_cancelling = False
        self._shows_settings = False
        self._summary = ElidedLabel("", "")
        self._settings = QPushButton()
        self._settings.setProperty("kind", "quiet")
        self._settings.clicked.connect(self._toggle_settings)
        self.pause = pane.make_action(
            "train.pause", self.tr("Pause"), self._ask_pause, keys="F9",
            hint=self.tr("Hold the training; its time and estimate stand still meanwhile"),
        )  # fmt: skip
        self.keep = pane.make_action(
            "train.keep", self.tr("Stop and keep"), self._ask_keep, keys="Shift+F9",
            hint=self.tr(
                "Stop merging: what is merged so far becomes a whole tokenizer, as if its size "
                "had been asked for"
            ),
        )  # fmt: skip
        self.cancel = pane.make_action(
            "train.cancel", self.tr("Cancel"), self._ask_cancel, keys="Ctrl+F9",
            hint=self.tr("Stop the training; nothing of it is kept"),
        )  # fmt: skip
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        row.setSpacing(SPACE_S)
        row.addWidget(self._summary, 1)
        row.addWidget(self._settings)
        for action in (self.pause, self.keep, self.cancel):
            row.addWidget(ActionButton(action))
        self._show_state()

    @property
    def summary(self) -> str:
        """What is trained, in one line."""
        return self._summary.text()

    @property
    def is_running(self) -> bool:
        return self._is_running

    def begin(self, summary: str) -> None:
        """A training begins, with these settings."""
        self._is_running = True
        self._is_cancelling = self._is_paused = self._is_merging = self._is_keeping = (
            self._shows_settings
        ) = False
        self._summary.setText(summary)
        self._show_state()

    def note_progress(self, newest: TrainingProgress) -> None:
        """There is something to keep from the first merge to the last."""
        is_merging = newest.is_merging and newest.merges_done > 0
        if is_merging != self._is_merging:
            self._is_merging = is_merging
            self._show_state()

    def note_paused(self, is_paused: bool) -> None:
        self._is_paused = is_paused
        self._show_state()

    def end(self) -> None:
        """No training runs any more."""
        self._is_running = self._is_paused = self._is_merging = self._is_keeping = False
        self._is_cancelling = False
        self._show_state()

    def _show_state(self) -> None:
        is_ending = self._is_keeping or self._is_cancelling
        self.pause.setEnabled(self._is_running and not is_ending)
        self.pause.setText(self.tr("Resume") if self._is_paused else self.tr("Pause"))
        self.keep.setEnabled(self._is_merging and not is_ending)
        reason = self.tr("there is no merge to keep yet, or there are all")
        self.keep.setStatusTip("" if self.keep.isEnabled() else reason)
        self.cancel.setEnabled(self._is_running and not self._is_cancelling)
        cancelling, cancel = self.tr("Cancelling…"), self.tr("Cancel")
        self.cancel.setText(cancelling if self._is_cancelling else cancel)
        idle, ending = self.tr("no training runs"), self.tr("the training is about to end")
        why_not = ending if is_ending else idle
        self.pause.setStatusTip("" if self.pause.isEnabled() else why_not)
        self.cancel.setStatusTip("" if self.cancel.isEnabled() else why_not)
        hide, show = self.tr("Hide settings"), self.tr("Show settings")
        self._settings.setText(hide if self._shows_settings else show)
        self.setVisible(self._is_running)

    def _toggle_settings(self) -> None:
        self._shows_settings = not self._shows_settings
        self._show_state()
        self.settings_shown_changed.emit(self._shows_settings)

    def _ask_pause(self) -> None:
        (self.resume_requested if self._is_paused else self.pause_requested).emit()

    def _ask_keep(self) -> None:
        self._is_keeping = True
        self._show_state()
        self.keep_requested.emit()

    def _ask_cancel(self) -> None:
        self._is_cancelling = True
        self._show_state()
        self.cancel_requested.emit()
