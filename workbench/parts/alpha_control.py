"""AlphaControl: the temperature of a mixture, as a slider and as a number."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from workbench.theme import SPACE_S, SPACE_XL, Theme
from workbench.widgets.labels import set_property
from workbench.widgets.marked_slider import MarkedSlider

STEPS = 100
MARKS = ((0, "0"), (30, "0.3"), (50, "0.5"), (100, "1"))
NUMBER_WIDTH = 2 * SPACE_XL + SPACE_S


class AlphaControl(QWidget):
    """Both controls say the same; what is typed stays as typed, right or wrong.

    Signals:
        edited: the text of the number, after the slider or the number was changed.
    """

    edited = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slider = MarkedSlider(STEPS, MARKS, theme)
        self._slider.setAccessibleName(self.tr("Temperature, slider"))
        self._number = QLineEdit()
        self._number.setAccessibleName(self.tr("Temperature, number"))
        self._number.setFixedWidth(NUMBER_WIDTH)
        self._is_showing = False
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(self._slider, 1)
        row.addWidget(self._number)
        self.setFocusProxy(self._slider)
        self._slider.valueChanged.connect(self._take_slider)
        self._number.textEdited.connect(self._take_number)

    @property
    def text(self) -> str:
        """The number as it stands in its field."""
        return self._number.text()

    def show_text(self, text: str) -> None:
        """Show a number, or what was typed for one; no signal."""
        if self._number.text() != text:
            self._number.setText(text)
        self._show_on_slider(text)

    def drag_to(self, alpha: float) -> None:
        """Move the slider as a person does."""
        self._slider.setValue(round(alpha * STEPS))

    def type_text(self, text: str) -> None:
        """Put text into the number's field as if typed."""
        self._number.setText(text)
        self._take_number(text)

    def show_wrong(self, is_wrong: bool) -> None:
        set_property(self._number, "wrong", "true" if is_wrong else "false")

    def _take_slider(self, value: int) -> None:
        if not self._is_showing:
            text = f"{value / STEPS:g}"
            self._number.setText(text)
            self.edited.emit(text)

    def _take_number(self, text: str) -> None:
        self._show_on_slider(text)
        self.edited.emit(text)

    def _show_on_slider(self, text: str) -> None:
        try:
            alpha = float(text.replace(",", "."))
        except ValueError:
            return
        if 0 <= alpha <= 1:
            self._is_showing = True
            self._slider.setValue(round(alpha * STEPS))
            self._is_showing = False
