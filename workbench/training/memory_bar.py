"""MemoryBar: what a training is expected to need, and what this process uses."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QWidget,
)

from engine.machine import available_bytes
from workbench.text.numbers import NOTHING, byte_size
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_M, Theme
from workbench.ui.widgets.labels import ElidedLabel, set_property
from workbench.work.memory import peak_bytes, resident_bytes

TRACK_WIDTH, TRACK_HEIGHT = 160, 12
BAR_HEIGHT = 6


class MemoryBar(QWidget):
    """Memory now, the peak and the forecast, relative to the memory of the machine.

    `sample` reads the system; `begin` resets the peak before a new training.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Memory"))
        self._need: int | None = None
        self._base: int | None = None
        self._most = 0
        self._has_trained = False
        self._peak_before = peak_bytes() or 0
        self._track = _Track(theme)
        self._words = ElidedLabel("", "caption")
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_M)
        row.addWidget(self._track)
        row.addWidget(self._words, 1)

    @property
    def words(self) -> str:
        """Now, at most, expected and free."""
        return self._words.text()

    @property
    def is_short(self) -> bool:
        """Whether more is expected than there is."""
        return self._track.is_short

    def begin(self) -> None:
        """A training begins: what it takes at most is followed from here on."""
        self._most = 0
        self._peak_before = peak_bytes() or 0
        self.sample()  # until here everything is the program's
        self._has_trained = True

    def set_need(self, need: int | None) -> None:
        """Say what a training is expected to take besides the program itself."""
        if need != self._need:
            self._need = need
            self.sample()

    def sample(self) -> None:
        """Look at what is used and left just now."""
        now, free = resident_bytes(), available_bytes()
        if now is None:
            self._words.setText(self.tr("This system does not report memory use."))
            return
        # What the program has comes first: it grew while the engine and the corpus were loaded.
        # The room of the last training is used again, so that only the first one comes on top.
        is_known = self._base is not None and self._has_trained
        self._base = min(self._base or now, now) if is_known else now
        peak = peak_bytes() or 0
        self._most = max(self._most, now, peak if peak > self._peak_before else 0)
        expected = None if self._need is None else max(now, self._base + self._need)
        self._track.show_values(now, self._most, expected, None if free is None else now + free)
        self._words.setText(self._sentence(now, expected, free))
        set_property(self._words, "role", "warning" if self.is_short else "caption")
        self.setAccessibleDescription(self.words)

    def _sentence(self, now: int, expected: int | None, free: int | None) -> str:
        if self.is_short:
            words = self.tr("Memory %1, about %3 expected, only %4 free")
        elif expected is None:
            words = self.tr("Memory %1 (peak %2) · %4 free")
        else:
            words = self.tr("Memory %1 (peak %2, about %3 expected) · %4 free")
        values = (now, self._most, expected, free)
        return fill(words, *(NOTHING if value is None else byte_size(value) for value in values))


class _Track(QWidget):
    """A bar as long as all memory: filled to now, a line at the peak, a notch at the forecast."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._now = self._most = 0
        self._expected: int | None = None
        self._all: int | None = None
        self.setFixedSize(TRACK_WIDTH, TRACK_HEIGHT)
        theme.changed.connect(self.update)

    @property
    def is_short(self) -> bool:
        known = self._expected is not None and self._all is not None
        return known and (self._expected or 0) > (self._all or 0)

    def show_values(self, now: int, most: int, expected: int | None, whole: int | None) -> None:
        values = (now, most, expected, whole)
        if values != (self._now, self._most, self._expected, self._all):
            self._now, self._most, self._expected, self._all = values
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(TRACK_WIDTH, TRACK_HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, top = self._theme, (self.height() - BAR_HEIGHT) / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("track"))
        painter.drawRoundedRect(QRectF(0, top, self.width(), BAR_HEIGHT), 3, 3)
        most = max(self._all or 0, self._most, self._expected or 0)
        if not most:
            return
        scale = self.width() / most
        painter.setBrush(theme.colour("muted_text"))
        painter.drawRoundedRect(QRectF(0, top, max(2.0, self._now * scale), BAR_HEIGHT), 3, 3)
        inside = (self.height() - BAR_HEIGHT) / 2 - 1
        marks = [(self._most, "text", inside)]
        if self._expected is not None:  # taller, so that it differs without a colour too
            marks.append((self._expected, "negative" if self.is_short else "text", 0.0))
        for value, role, inset in marks:
            x = min(value * scale, self.width() - 1.0)
            painter.setPen(QPen(theme.colour(role), 2))
            painter.drawLine(QPointF(x, inset), QPointF(x, self.height() - inset))
        painter.end()
