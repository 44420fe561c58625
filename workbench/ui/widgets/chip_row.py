"""ChipRow: chips in one row that are never cut; the menu of "+2" has those without room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from workbench.ui.theme.theme import SPACE_XS
from workbench.ui.widgets.layouts import horizontal


class ChipRow(QWidget):
    """Chips, each a button with an accessible name that says what a click does.

    name: what the menu of the others is called. before: what is visible left of the first chip;
    with it the chips are at the right, else at the left.
    """

    def __init__(self, name: str, before: QWidget | None = None) -> None:
        super().__init__()
        self.chips: list[QPushButton] = []
        self._before = before
        self._more = QPushButton("+1")
        self._more.setAccessibleName(name)
        self._more.setProperty("kind", "menu")
        self._more.setMenu(QMenu(self._more))
        self._more.menu().aboutToShow.connect(self._fill_menu)
        self._row = horizontal(parent=self, spacing=SPACE_XS)
        if before is not None:
            self._row.addStretch(1)
            self._row.addWidget(before)
            self._row.addSpacing(SPACE_XS)
        self._first = self._row.count()
        self._row.addWidget(self._more)
        if before is None:
            self._row.addStretch(1)
        self._note_chips()

    def set_chips(self, chips: Sequence[QPushButton]) -> None:
        """Show other chips; the old ones are deleted."""
        for old in [*self.chips]:
            self.remove(old)
        for chip in chips:
            self.add(chip)

    def add(self, chip: QPushButton) -> None:
        """Append a chip."""
        self._row.insertWidget(self._first + len(self.chips), chip)
        self.chips.append(chip)
        self._note_chips()

    def remove(self, chip: QPushButton) -> None:
        """Remove and delete a chip."""
        self.chips.remove(chip)
        self._row.removeWidget(chip)
        chip.hide()
        chip.deleteLater()
        self._note_chips()

    def sizeHint(self) -> QSize:
        """Room for all chips."""
        return QSize(self._width_of(len(self.chips)), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Room for the menu alone."""
        least = self._width_of(0) if self.chips else 0
        return QSize(least, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _note_chips(self) -> None:
        if self._before is not None:
            self._before.setVisible(bool(self.chips))
        self._fit()
        self.updateGeometry()

    def _fit(self) -> None:
        n_fit = next(
            (n for n in range(len(self.chips), 0, -1) if self._width_of(n) <= self.width()), 0
        )
        for place, chip in enumerate(self.chips):
            chip.setVisible(place < n_fit)
        self._more.setVisible(n_fit < len(self.chips))
        self._more.setText(f"+{len(self.chips) - n_fit}")

    def _width_of(self, n: int) -> int:
        """Pixels for the first n chips, with the menu if there are more."""
        before = [] if self._before is None else [self._before]
        parts = [*before, *self.chips[:n], *([self._more] if n < len(self.chips) else [])]
        for part in parts:
            part.ensurePolished()
        return sum(part.sizeHint().width() + SPACE_XS for part in parts) + SPACE_XS

    def _fill_menu(self) -> None:
        menu = self._more.menu()
        menu.clear()
        for chip in self.chips:
            if chip.isHidden():
                words = chip.accessibleName().replace("&", "&&")  # one would be a mnemonic
                menu.addAction(words).triggered.connect(chip.click)
