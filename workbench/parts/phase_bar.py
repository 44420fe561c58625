"""PhaseBar: the phases of a training side by side, with how far each is."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from engine.progress import Phase
from workbench.numbers import duration
from workbench.theme import SPACE_M, SPACE_XS, Theme
from workbench.widgets.labels import label, set_property

STEPS = 200
WEIGHTS = {
    Phase.PRETOKENIZE: 3, Phase.COUNT_PAIRS: 2, Phase.COMPUTE_MERGES: 5, Phase.EVALUATE: 2,
    Phase.STORE: 1,
}  # fmt: skip
TIME_WIDTH = 150
TIME_WEIGHT = 5


class PhaseBar(QWidget):
    """One thin bar per phase; words at the right say the time."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Phases of the training"))
        self._bars: dict[Phase, QProgressBar] = {}
        self._words = {phase: label(str(phase), "caption") for phase in Phase}
        self._time = label("", "caption")
        self._time.setMaximumWidth(TIME_WIDTH)
        self._time.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._theme = theme
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_M)
        for phase in Phase:
            bar = QProgressBar(textVisible=False, maximum=STEPS)
            bar.setAccessibleName(str(phase))
            bar.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            self._bars[phase] = bar
            column = QVBoxLayout()
            column.setSpacing(SPACE_XS)
            self._words[phase].setSizePolicy(
                QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred
            )
            column.addWidget(self._words[phase])
            column.addWidget(bar)
            row.addLayout(column, WEIGHTS[phase])
        row.addWidget(self._time, TIME_WEIGHT)

    @property
    def shares(self) -> tuple[float, ...]:
        """How far each phase is, 0 to 1."""
        return tuple(bar.value() / STEPS for bar in self._bars.values())

    @property
    def words(self) -> str:
        """What stands at the right: the time, or how the training ended."""
        return self._time.text()

    def reset(self, words: str = "") -> None:
        """Empty the bars; `words` stand where the time does."""
        for phase, bar in self._bars.items():
            bar.setMaximum(STEPS)
            bar.setValue(0)
            set_property(self._words[phase], "role", "caption")
        self._time.setText(words)

    def show_progress(
        self, phase: Phase, fraction: float, elapsed_s: float, remaining_s: float | None
    ) -> None:
        """Show where the training is: phases before are full, phases after are empty."""
        order = list(Phase)
        for other, bar in self._bars.items():
            before = order.index(other) < order.index(phase)
            # Set once: each change of a bar is painted at once, and what else waits with it.
            done = round(fraction * STEPS) if other is phase else STEPS * before
            bar.setValue(done)
            set_property(self._words[other], "role", "now" if other is phase else "caption")
        words = duration(elapsed_s)
        if remaining_s is not None and phase is not Phase.EVALUATE:
            words += self.tr(", about %1 left").replace("%1", duration(remaining_s))
        self._time.setText(words)

    def stop(self, words: str) -> None:
        """Leave the bars where they are; `words` say why nothing moves any more."""
        for phase in Phase:
            set_property(self._words[phase], "role", "caption")
        self._time.setText(words)

    def show_done(self, words: str) -> None:
        """Fill every bar."""
        for phase, bar in self._bars.items():
            bar.setValue(STEPS)
            set_property(self._words[phase], "role", "caption")
        self._time.setText(words)
