"""PatternTrials: the edited and the saved pattern tried on one text, the edited one at once."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.pattern.pattern_checker import PatternChecker, PatternTrial

REST_MS = 150
"""How long typing rests before the automaton is made, which takes as long."""


class PatternTrials(QObject):
    """Two children: a quick one for a first look, a thorough one whose word counts.

    Signals (GUI thread):
        previewed: PatternTrial of the edited pattern by the quick child, within milliseconds.
        tried: PatternTrial of the edited pattern by the thorough child.
        saved_tried: PatternTrial of the saved pattern on the same text.
        runs_tried: RunsTrial, as PatternChecker has it.
    """

    previewed = Signal(object)
    tried = Signal(object)
    saved_tried = Signal(object)
    runs_tried = Signal(object)

    def __init__(
        self,
        thorough: PatternChecker | None = None,
        quick: PatternChecker | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._thorough = thorough or PatternChecker(self)
        self._quick = quick or PatternChecker(self, is_quick=True)
        self._edited: tuple[str, bytes] | None = None
        self._saved = ""
        self._saved_trial: PatternTrial | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._try_thoroughly)
        self._quick.tried.connect(self._take_preview)
        self._thorough.tried.connect(self._take)
        self._thorough.runs_tried.connect(self._take_runs)

    @property
    def is_busy(self) -> bool:
        """True while an answer is outstanding."""
        return self._rest.isActive() or self._thorough.is_busy or self._quick.is_busy

    @property
    def is_ready(self) -> bool:
        """True once the thorough child can answer at once."""
        return self._thorough.is_ready

    @property
    def saved_trial(self) -> PatternTrial | None:
        """What the saved pattern does to the text on show; None while it is not known."""
        trial = self._saved_trial
        if trial is None or self._edited is None:
            return None
        is_current = (trial.pattern, trial.text) == (self._saved, self._edited[1])
        return trial if is_current else None

    def try_edited(self, pattern: str, text: bytes, *, is_urgent: bool = False) -> None:
        """Try a pattern; is_urgent does not wait for a rest before the thorough trial."""
        self._edited = (pattern, text)
        self._quick.try_pattern(pattern, text)
        if is_urgent:
            self._rest.stop()
            self._try_thoroughly()
        else:
            self._rest.start()

    def set_saved(self, pattern: str) -> None:
        """Compare with this pattern; `saved_tried` follows where it is not known already."""
        self._saved = pattern
        self._go_on()

    def try_runs(self, pattern: str) -> None:
        """Try a pattern on long runs."""
        self._thorough.try_runs(pattern)

    def stop(self) -> None:
        """End both children; later trials start others."""
        self._rest.stop()
        self._thorough.stop()
        self._quick.stop()

    def _try_thoroughly(self) -> None:
        if self._edited is not None:
            self._thorough.try_pattern(*self._edited)

    def _take_preview(self, trial: PatternTrial) -> None:
        if (trial.pattern, trial.text) == self._edited:
            self.previewed.emit(trial)

    def _take(self, trial: PatternTrial) -> None:
        is_saved = trial.pattern == self._saved
        if is_saved:
            self._saved_trial = trial
        if (trial.pattern, trial.text) == self._edited:
            self.tried.emit(trial)
        if is_saved and self.saved_trial is not None:
            self.saved_tried.emit(trial)
        self._go_on()

    def _take_runs(self, trial: object) -> None:
        self.runs_tried.emit(trial)
        self._go_on()

    def _go_on(self) -> None:
        """Try the saved pattern as soon as nobody else waits."""
        is_idle = not self._thorough.is_busy and not self._rest.isActive()
        if self._edited is not None and self._saved and is_idle and self.saved_trial is None:
            self._thorough.try_pattern(self._saved, self._edited[1])
