"""TransitionControl: where superwords begin, as a slider of shares and as a field."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from engine.errors import ConfigError
from workbench.parts.superword_words import transition_of, transition_text
from workbench.theme import SPACE_L, SPACE_S, SPACE_XL, Theme
from workbench.widgets.marked_slider import MarkedSlider

STEPS = 98
FIRST = 1  # percent at the left end
MARKS = ((50 - FIRST, "50"), (80 - FIRST, "80"), (90 - FIRST, "90"))
NUMBER_WIDTH = 2 * SPACE_XL + SPACE_L


class TransitionControl(QWidget):
    """Both say the same as far as they can; what is typed stays as typed, right or wrong.

    Signals:
        edited: after the slider or the field was changed.
    """

    edited = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slider = MarkedSlider(STEPS, MARKS, theme)
        self._slider.setAccessibleName(self.tr("Transition, percent of the vocabulary"))
        self._text = QLineEdit()
        self._text.setAccessibleName(self.tr("Transition, share or size"))
        self._text.setToolTip(self.tr("A share such as 80 %, or the vocabulary size at it"))
        self._text.setFixedWidth(NUMBER_WIDTH)
        self._size = 0
        self._is_showing = False
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(self._slider, 1)
        row.addWidget(self._text)
        self.setFocusProxy(self._slider)
        self._slider.valueChanged.connect(self._take_slider)
        self._text.textEdited.connect(self._take_text)

    @property
    def text(self) -> str:
        return self._text.text()

    @property
    def percent(self) -> int:
        """Where the slider stands."""
        return self._slider.value() + FIRST

    def start(self) -> float | int:
        """The transition. Raises ConfigError for a text that is none."""
        return transition_of(self._text.text())

    def show_start(self, start: float, vocab_size: int) -> None:
        """Show a transition of a vocabulary; no signal."""
        self._size = vocab_size
        try:
            if self.start() != start:
                self._text.setText(transition_text(start))
        except ConfigError:
            self._text.setText(transition_text(start))
        self._follow()

    def set_vocab_size(self, size: int) -> None:
        """Say of which vocabulary a size is a share of; no signal."""
        self._size = size
        self._follow()

    def drag_to(self, percent: int) -> None:
        """Move the slider as a person does."""
        self._slider.setValue(percent - FIRST)

    def type_text(self, text: str) -> None:
        """Put text into the field as if typed."""
        self._text.setText(text)
        self._take_text(text)

    def _take_slider(self, value: int) -> None:
        if not self._is_showing:
            self._text.setText(transition_text((value + FIRST) / 100))
            self.edited.emit()

    def _take_text(self, _text: str) -> None:
        self._follow()
        self.edited.emit()

    def _follow(self) -> None:
        """Bring the slider to where the text says, as far as it can go there."""
        try:
            start = self.start()
        except ConfigError:
            return
        share = start if isinstance(start, float) else start / max(1, self._size)
        self._is_showing = True
        self._slider.setValue(min(max(round(100 * share) - FIRST, 0), STEPS))
        self._is_showing = False
