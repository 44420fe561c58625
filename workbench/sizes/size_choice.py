"""SizeChoice: the size at the marker as a number, chips for good sizes beside it, what to do."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from engine.analysis import HardwareSize, hardware_sizes
from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import ROW_HEIGHT, SPACE_S, SPACE_XS
from workbench.ui.widgets.fields import NumberBox
from workbench.ui.widgets.labels import label
from workbench.ui.words.tool_tips import plain_tip

SIZE_WIDTH, CAPTION_WIDTH = 104, 84
N_POWERS, N_MULTIPLES = 2, 3
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class SizeChoice(QWidget):
    """The same size as the marker's.

    Signals:
        size_chosen: int.    export_requested: name of a format.
    """

    size_chosen: Signal[int] = Signal(object)
    export_requested: Signal[str] = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bounds = (0, 0)
        self._box = NumberBox()
        self._box.setAccessibleName(self.tr("Size at the marker"))
        self._box.setFixedWidth(SIZE_WIDTH)
        self._box.setKeyboardTracking(False)
        self._chips: list[QPushButton] = []
        self._powers, self._multiples = QHBoxLayout(), QHBoxLayout()
        self._export = QPushButton(self.tr("Export this size"))
        self._export.setProperty("kind", "menu")
        self._export.setMenu(QMenu(self._export))
        self._export.setEnabled(False)
        above = QHBoxLayout()
        above.setSpacing(SPACE_S)
        above.addWidget(self._box)
        above.addWidget(label(self.tr("ids"), "caption"))
        above.addStretch(1)
        above.addWidget(self._export)
        offered = (
            (self.tr("Powers of two"), self._powers),
            (self.tr("×64, ×128"), self._multiples),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(above)
        for words, row in offered:
            caption = label(words, "caption")
            caption.setFixedSize(CAPTION_WIDTH, ROW_HEIGHT)  # also while the row has no chips
            row.setSpacing(SPACE_XS)
            row.addWidget(caption)
            column.addLayout(row)
        for place in range(N_POWERS + N_MULTIPLES):  # made once: dragging changes their words
            self._add_chip(self._powers if place < N_POWERS else self._multiples)
        self._met = [label(self.tr("this size"), "caption") for _ in offered]
        for (_, row), met in zip(offered, self._met, strict=True):
            row.addWidget(met)
            row.addStretch(1)
        self._box.valueChanged.connect(self._note_number)

    @property
    def vocab_size(self) -> int:
        return self._box.value()

    @property
    def chips(self) -> tuple[int, ...]:
        """The sizes that the chips offer."""
        return tuple(chip.property("vocab_size") for chip in self._chips if not chip.isHidden())

    def set_bounds(self, smallest: int, largest: int) -> None:
        """Let sizes from `smallest` to `largest` be chosen."""
        self._bounds = smallest, largest
        self._is_showing = True
        self._box.setRange(smallest, largest)
        self._is_showing = False

    def show_size(self, size: int) -> None:
        """Show the marker's size and what lies beside it; no signal."""
        self._is_showing = True
        self._box.setValue(size)
        self._is_showing = False
        smallest, largest = self._bounds
        offered = hardware_sizes(size, smallest=smallest, largest=largest)
        powers = [each for each in offered if each.is_power_of_two and each.size != size]
        others = [each for each in offered if not each.is_power_of_two and each.size != size]
        for met, is_met in zip(self._met, (size & (size - 1) == 0, size % 64 == 0), strict=True):
            met.setVisible(is_met)
        for chips, group in (
            (self._chips[:N_POWERS], powers),
            (self._chips[N_POWERS:], others),
        ):
            for place, chip in enumerate(chips):
                chip.setVisible(place < len(group))
                if place < len(group):
                    self._show_chip(chip, group[place])

    def set_export_formats(self, formats: Mapping[str, str]) -> None:
        """Offer these formats (name -> description)."""
        menu = self._export.menu()
        menu.clear()
        for name, description in formats.items():
            action = menu.addAction(fill(self.tr("Export as %1…"), name))
            action.setData(name)
            action.setToolTip(plain_tip(description))
            action.triggered.connect(self._ask_export)
        self._export.setEnabled(bool(formats))

    _is_showing = False

    def _add_chip(self, row: QHBoxLayout) -> None:
        chip = QPushButton()
        chip.setProperty("kind", "chip")
        chip.clicked.connect(self._note_chip)
        chip.hide()
        self._chips.append(chip)
        row.addWidget(chip)

    def _show_chip(self, chip: QPushButton, each: HardwareSize) -> None:
        chip.setText(grouped(each.size))
        words = (
            "2" + str(each.size.bit_length() - 1).translate(_SUPERSCRIPTS)
            if each.is_power_of_two
            else fill(self.tr("A multiple of %1"), str(each.multiple))
        )
        chip.setToolTip(plain_tip(words))
        chip.setAccessibleName(f"{grouped(each.size)}, {words}")
        chip.setProperty("vocab_size", each.size)

    def _note_number(self, value: int) -> None:
        if not self._is_showing:
            self.size_chosen.emit(value)

    def _note_chip(self) -> None:
        chip = self.sender()
        if isinstance(chip, QPushButton):
            self.size_chosen.emit(chip.property("vocab_size"))

    def _ask_export(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.export_requested.emit(action.data())
