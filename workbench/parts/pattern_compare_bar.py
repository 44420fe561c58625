"""PatternCompareBar: text or comparison, what to compare with, the way from change to change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QWidget,
)

from engine.splitting import presets
from workbench.numbers import grouped
from workbench.pattern_engines import ENGINES
from workbench.placeholders import fill
from workbench.theme import SPACE_L, SPACE_S
from workbench.translation import counted
from workbench.widgets.action_button import ToolTipOfAction
from workbench.widgets.labels import label, set_property

TEXT, COMPARISON = range(2)
_NAME_LENGTH = 18
_PATTERN, _ENGINE = "pattern:", "engine:"


@dataclass(frozen=True, slots=True)
class Against:
    """What stands at the left: the cuts of a pattern, or of the engine of that name."""

    kind: Literal["pattern", "engine"]
    value: str


class PatternCompareBar(QWidget):
    """Stands above both views.

    Signals:
        view_chosen: TEXT or COMPARISON.
        against_chosen: Against.
        keep_requested: the edited pattern shall be the saved one.
    """

    view_chosen = Signal(object)
    against_chosen = Signal(object)
    keep_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._views = QButtonGroup(self)
        self._against = QComboBox()
        self._against.setAccessibleName(self.tr("Compare with"))
        self._against.setToolTip(self.tr("What the edited pattern is compared with."))
        policy = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self._against.setSizeAdjustPolicy(policy)
        self._against.setMinimumContentsLength(_NAME_LENGTH)
        self._keep = QPushButton(self.tr("Keep as saved"))
        self._keep.setToolTip(
            self.tr("Compare from now on with the pattern as it is in the editor.")
        )
        self._place = label("", "muted")
        self._place.setAccessibleName(self.tr("Differences"))
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, 0)
        row.setSpacing(SPACE_S)
        for number, words in enumerate((self.tr("Text"), self.tr("Compare"))):
            button = QPushButton(words)
            button.setCheckable(True)
            self._views.addButton(button, number)
            row.addWidget(button)
        self._views.button(TEXT).setChecked(True)
        row.addWidget(self._against)
        row.addWidget(self._keep)
        row.addStretch(1)
        row.addWidget(self._place)
        self._row = row
        self._steps: list[QToolButton] = []
        self._controls: list[QWidget] = [self._against, self._keep, self._place]
        self._views.idClicked.connect(self._choose_view)
        self._against.activated.connect(self._choose_against)
        self._keep.clicked.connect(self.keep_requested)
        self.show_view(TEXT)

    def add_controls(self, *controls: QWidget) -> None:
        """Add controls of the comparison behind those that are there."""
        for control in controls:
            control.setVisible(self._views.checkedId() == COMPARISON)
            self._controls.append(control)
            self._row.insertWidget(self._row.indexOf(self._place) - 1, control)

    def add_step(self, action: QAction, arrow: Qt.ArrowType) -> None:
        """Add the button of a command that goes from difference to difference."""
        step = QToolButton()
        step.setDefaultAction(action)
        ToolTipOfAction(step, action)
        step.setArrowType(arrow)
        step.setAccessibleName(action.text())
        step.setVisible(self._views.checkedId() == COMPARISON)
        self._steps.append(step)
        self._row.addWidget(step)

    @property
    def against(self) -> Against:
        """What is compared with."""
        kind, _, value = (self._against.currentData() or _PATTERN).partition(":")
        return Against("engine" if kind == "engine" else "pattern", value)

    @property
    def against_title(self) -> str:
        """Its name, as in the list."""
        return self._against.currentText()

    @property
    def against_name(self) -> str:
        """Its name in a table: short for the saved pattern."""
        return self.tr("Saved") if self._against.currentIndex() < 1 else self.against_title

    def show_view(self, view: int) -> None:
        """Show which view is chosen, and of the other controls those that belong to it."""
        self._views.button(view).setChecked(True)
        for widget in (*self._controls, *self._steps):
            widget.setVisible(view == COMPARISON)

    def set_saved(self, pattern: str, title: str) -> None:
        """Make a pattern the saved one, the first of the list; it is compared with from now on."""
        self._against.clear()
        self._against.addItem(title, _PATTERN + pattern)
        for preset in presets().values():
            self._against.addItem(preset.title, _PATTERN + preset.pattern)
        for engine in ENGINES:
            words = fill(self.tr("%1, the real engine"), engine)
            self._against.addItem(words, _ENGINE + engine)
        self._against.setCurrentIndex(0)

    def choose_saved(self) -> None:
        """Compare with the saved pattern again."""
        self._against.setCurrentIndex(0)

    def choose_engine(self, engine: str) -> None:
        """Compare with an engine."""
        self._against.setCurrentIndex(self._against.findData(_ENGINE + engine))

    def show_place(self, place: tuple[int, int]) -> None:
        """Show which of how many differences was gone to."""
        number, total = place
        words = counted("PatternCompareBar", "1 difference", "%1 differences", total)
        if number:
            words = fill(self.tr("%1 of %2"), grouped(number), grouped(total))
        self._place.setText(words if total else self.tr("no difference"))
        set_property(self._place, "role", "now" if total else "muted")
        for step in self._steps:
            step.setEnabled(total > 0)

    def _choose_view(self, view: int) -> None:
        self.view_chosen.emit(view)

    def _choose_against(self, _index: int) -> None:
        self.against_chosen.emit(self.against)
