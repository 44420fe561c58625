"""PhaseBar: the phases of a training side by side, each with its progress, speed and time left."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QSize, QTimerEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from engine.training import IN_LIBRARY, STAGE_TWO, Phase, TrainingProgress
from workbench.text.numbers import byte_size, duration, grouped
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_M, SPACE_XS
from workbench.ui.widgets.labels import ElidedLabel, label, set_property
from workbench.ui.widgets.layouts import vertical
from workbench.ui.widgets.progress_line import ProgressLine
from workbench.ui.words.job_words import phase_words

STEPS = 200
WEIGHTS = {
    Phase.WRITE_TEXT: 4, Phase.READ_TEXT: 4, Phase.TRAIN_IN_LIBRARY: 8,
    Phase.PRETOKENIZE: 5, Phase.COUNT_PAIRS: 3, Phase.COMPUTE_MERGES: 6,
    Phase.COUNT_TOKEN_PAIRS: 4, Phase.COLLECT_RUNS: 4, Phase.COMPUTE_SUPERWORDS: 6,
    Phase.COUNT_TOKENS: 4, Phase.EVALUATE: 4, Phase.STORE: 3,
}  # fmt: skip
OWN = (Phase.PRETOKENIZE, Phase.COUNT_PAIRS, Phase.COMPUTE_MERGES)
"""The phases of every training of this program."""
SELDOM = Phase.COUNT_TOKENS
"""Shown only once it begins: most trainings with superwords go without it."""
ROOM_FOR_ONE_ROW = 1080
"""Pixels from which on the phases of two stages stand in one row."""
LEAST_SAID_S = 0.05
SPEED_DIGITS = 2
TICK_MS = 250


class PhaseBar(QWidget):
    """One bar per phase, with its elapsed time, or its speed and the time left.

    `time`: a label for the elapsed and remaining time of the whole training, or how it ended; who
    shows the bar places it.
    """

    def __init__(
        self, parent: QWidget | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Phases of the training"))
        self._names = {phase: label(phase_words(phase), "caption") for phase in Phase}
        self._details = {phase: ElidedLabel("", "caption") for phase in Phase}
        self._bars = {phase: _bar(phase) for phase in Phase}
        self._began: dict[Phase, float] = {}
        self._newest: TrainingProgress | None = None
        self._timed: TrainingProgress | None = None
        self.time = ElidedLabel("", "caption")
        self._clock = clock
        self._told_at = 0.0
        self._ticking = 0  # Qt's number of the timer
        self._has_stages = self._is_high = self._is_paused = self._is_in_library = False
        self._parts = {phase: self._part(phase) for phase in Phase}
        self._rows = (QHBoxLayout(), QHBoxLayout())
        for row in self._rows:
            row.setSpacing(SPACE_M)
        for phase in Phase:
            self._rows[0].addWidget(self._parts[phase], WEIGHTS[phase])
            self._parts[phase].setVisible(phase not in (*STAGE_TWO, *IN_LIBRARY))
        column_of_all = vertical(parent=self, spacing=SPACE_XS)
        for row in self._rows:
            column_of_all.addLayout(row)

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The phases on show: those of stage two only where there is one."""
        return tuple(phase for phase, part in self._parts.items() if not part.isHidden())

    @property
    def shares(self) -> tuple[float, ...]:
        """How far each phase on show is, 0 to 1."""
        return tuple(self._bars[phase].value() / STEPS for phase in self.phases)

    @property
    def words(self) -> str:
        """The time, or how the training ended."""
        return self.time.text()

    @property
    def details(self) -> dict[Phase, str]:
        """The text under each phase."""
        return {phase: part.text() for phase, part in self._details.items()}

    def reset(self, words: str = "") -> None:
        """Empty the bars; `words` stand where the time does."""
        self._is_paused = False
        self.hold()
        self._began.clear()
        self._newest = self._timed = None
        self._show_library(False)
        self._show_stages(False)
        for phase, bar in self._bars.items():
            bar.setMaximum(STEPS)
            bar.setValue(0)
            self._details[phase].clear()
            set_property(self._names[phase], "role", "caption")
        self.time.setText(words)
        self.time.setToolTip("")

    def show_progress(self, progress: TrainingProgress) -> None:
        """Show where the training is: phases before are full, phases after are empty."""
        order = list(Phase)
        now = order.index(progress.phase)
        if progress.n_first is not None and not self._has_stages:
            self._show_stages(True)
        if progress.phase in IN_LIBRARY and not self._is_in_library:
            self._show_library(True)
        if progress.phase is SELDOM:
            self._parts[SELDOM].show()
        self.note(progress)
        for at, (phase, bar) in enumerate(self._bars.items()):
            done = round(progress.fraction * STEPS) if at == now else STEPS * (at < now)
            bar.setValue(done)
            set_property(self._names[phase], "role", "now" if at == now else "caption")
        if progress is not self._timed:
            self.show_time(progress)
        words = "" if self._is_paused else self._words_of(progress, self._clock() - self._told_at)
        self._details[progress.phase].setText(words)

    def show_time(self, progress: TrainingProgress) -> None:
        """Show its time at once; it may be told again by `show_progress`, when that is drawn.

        A value that is repeated, as while the evaluation waits for kernels, says nothing new: the
        time goes on from when it was told first.
        """
        timed = self._timed
        told = (progress.phase, progress.elapsed_s)
        if timed is None or told != (timed.phase, timed.elapsed_s):
            self._told_at = self._clock()
        self._timed = progress
        if not self._is_paused:
            self._ticking = self._ticking or self.startTimer(TICK_MS)
        self.tick()

    def tick(self) -> None:
        """Show the time; it goes on while a phase has nothing to say."""
        if self._timed is None:
            return
        since = self._clock() - self._told_at
        elapsed, left = self._timed.elapsed_s + since, self._timed.remaining_s
        if not self._is_paused and self._timed is self._newest:
            self._details[self._timed.phase].setText(self._words_of(self._timed, since))
        if self._is_paused:
            self.time.setText(fill(self.tr("Paused after %1"), duration(elapsed)))
        elif left is None or left <= since:
            self.time.setText(fill(self.tr("%1 elapsed"), duration(elapsed)))
        else:
            words = self.tr("%1 elapsed, about %2 left")
            self.time.setText(fill(words, duration(elapsed), duration(left - since)))

    def hold(self) -> None:
        """Let the time stand until there is progress again."""
        if self._ticking:
            self.killTimer(self._ticking)
            self._ticking = 0

    def note_paused(self, is_paused: bool) -> None:
        """Say after which time of work the training was paused, or let the time run again."""
        timed, self._is_paused = self._timed, is_paused
        if timed is None:
            return
        if is_paused:
            self.hold()
            self._details[timed.phase].clear()
            self.tick()
        else:
            self._told_at = self._clock()  # the pause is no time of work
            self.show_time(timed)

    def note_cancelling(self) -> None:
        """The training was asked to stop; it does at its next step."""
        self.stop(self.tr("Cancelling…"))

    def timerEvent(self, event: QTimerEvent) -> None:
        if event.timerId() == self._ticking:
            self.tick()

    def stop(self, words: str) -> None:
        """Leave the bars where they are; `words` say why nothing moves any more."""
        self._is_paused = False
        self.hold()
        for phase in Phase:
            set_property(self._names[phase], "role", "caption")
        if self._newest is not None:
            self._details[self._newest.phase].clear()  # no speed and nothing left any more
        self.time.setText(words)

    def show_done(self, words: str, elapsed_s: float | None = None, more: str = "") -> None:
        """Fill every bar and say what the last phase took; `more` is in the tool tip."""
        for bar in self._bars.values():
            bar.setValue(STEPS)
        self.stop(words)
        if self._newest is not None and elapsed_s is not None:
            self._end_phase(self._newest.phase, elapsed_s)
        self.time.setToolTip(f"{words} {more}" if more else "")

    def note(self, progress: TrainingProgress) -> None:
        """Follow when phases begin and end, without showing where the training is."""
        before = self._newest
        self._newest = progress
        if before is None or before.phase is not progress.phase:
            if before is not None:
                self._end_phase(before.phase, progress.elapsed_s)
            # The first one began with the training, before it said anything.
            self._began[progress.phase] = 0.0 if before is None else progress.elapsed_s

    def _end_phase(self, phase: Phase, elapsed_s: float) -> None:
        self._details[phase].setText(duration(elapsed_s - self._began.get(phase, elapsed_s)))

    def _words_of(self, progress: TrainingProgress, since: float) -> str:
        """Speed and remaining time of the phase that runs, `since` seconds after it was told."""
        speed, left = "", ""
        if progress.rate is not None and progress.phase is Phase.PRETOKENIZE:
            speed = fill(self.tr("%1/s"), byte_size(round(progress.rate)))
        elif progress.rate is not None:
            speed = fill(self.tr("%1 merges/s"), grouped(_rounded(progress.rate)))
        rest = progress.phase_remaining_s
        if rest is not None and rest - since >= LEAST_SAID_S:
            left = fill(self.tr("%1 left"), duration(rest - since))
        return " · ".join(part for part in (speed, left) if part)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _show_stages(self, has_stages: bool) -> None:
        """Show the phases of stage two as well, or those of an ordinary training alone."""
        self._has_stages = has_stages
        for phase in STAGE_TWO:
            self._parts[phase].setVisible(has_stages and phase is not SELDOM)
        self._arrange()

    def _show_library(self, is_in_library: bool) -> None:
        """Show the phases of a training in another library, or those of this program's own."""
        self._is_in_library = is_in_library
        for phase in OWN:
            self._parts[phase].setVisible(not is_in_library)
        for phase in IN_LIBRARY:
            self._parts[phase].setVisible(is_in_library)

    def _arrange(self) -> None:
        """Put what follows the transition into a second row where one is too narrow for all."""
        is_high = self._has_stages and self.width() < ROOM_FOR_ONE_ROW
        if is_high == self._is_high:
            return
        self._is_high = is_high
        first = list(Phase).index(STAGE_TWO[0])
        for at, phase in enumerate(Phase):
            if at >= first:
                self._rows[not is_high].removeWidget(self._parts[phase])
                self._rows[is_high].addWidget(self._parts[phase], WEIGHTS[phase])

    def _part(self, phase: Phase) -> QWidget:
        """One phase: its name, its bar, and what is said of it."""
        part = QWidget(self)
        column = vertical(parent=part, spacing=SPACE_XS)
        narrow = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        part.setSizePolicy(narrow)
        for each in (self._names[phase], self._bars[phase], self._details[phase]):
            if each is not self._bars[phase]:
                each.setSizePolicy(narrow)
            column.addWidget(each)
        return part


def _bar(phase: Phase) -> ProgressLine:
    bar = ProgressLine(STEPS)
    bar.setAccessibleName(phase_words(phase))
    bar.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    bar.setMinimumSize(QSize(1, 1))
    return bar


def _rounded(rate: float) -> int:
    """A speed with two digits, so that it does not jitter.

    >>> _rounded(45678.9), _rounded(7.3)
    (46000, 7)
    """
    whole = round(rate)
    return round(whole, SPEED_DIGITS - len(str(whole))) if whole >= 100 else whole
