"""HeadControls: the controls in a pane's head; a menu has those without room."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QMenu, QPushButton, QSizePolicy, QWidget

from workbench.ui.theme.theme import SPACE_S
from workbench.ui.widgets.layouts import STRETCH, horizontal


class HeadControls(QWidget):
    """One row, the most used control first; the menu "More" at its end has those without room.

    least: how many controls, from the first, are never in the menu.
    usual: how many are in the row before figures beside them give way.
    """

    def __init__(self, least: int, usual: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._least, self._usual = least, usual
        self._controls: list[QWidget] = []
        self._names: dict[QWidget, str] = {}
        self._more = QPushButton(self.tr("More"))
        self._more.setProperty("kind", "menu")
        self._menu = QMenu(self._more)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill)
        self._more.setMenu(self._menu)
        self._always: tuple[QAction, ...] = ()
        self._choices: list[QMenu] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._row = horizontal(STRETCH, self._more, parent=self, spacing=SPACE_S)

    @property
    def menu(self) -> QMenu:
        """What "More" opens."""
        return self._menu

    def add(self, control: QWidget, name: str = "") -> None:
        """Append a control: a list, a check box or a button with a menu, with its name there.

        Any other control must be among the first `least`.
        """
        before = self._controls[-1] if self._controls else None
        self._controls.append(control)
        self._row.insertWidget(self._row.count() - 1, control)
        if before is not None:
            self.setTabOrder(before, control)
        self.setTabOrder(control, self._more)
        self._names[control] = name

    def add_actions(self, actions: Sequence[QAction]) -> None:
        """Put commands into the menu, whatever room there is."""
        self._always = (*self._always, *actions)
        self._fit()

    def sizeHint(self) -> QSize:
        """Room for the usual controls; it takes what is left for the others."""
        return QSize(self._width_of(self._usual), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Room for the first controls and the menu."""
        first = [control.minimumSizeHint().width() for control in self._controls[: self._least]]
        needs_menu = bool(self._always) or len(self._controls) > self._least
        widths = [*first, *([self._more.sizeHint().width()] if needs_menu else [])]
        return QSize(_in_a_row(widths), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Fit again when a control changed its width."""
        is_done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit()
        return is_done

    def _fit(self) -> None:
        n_all = len(self._controls)
        fitting = (n for n in range(n_all, self._least, -1) if self._width_of(n) <= self.width())
        n_shown = next(fitting, self._least)
        for place, control in enumerate(self._controls):
            control.setVisible(place < n_shown)
        self._more.setVisible(n_shown < n_all or bool(self._always))

    def _width_of(self, n: int) -> int:
        """Pixels for the first `n` controls, with the menu if there is more in it."""
        needs_menu = n < len(self._controls) or self._always
        parts = [*self._controls[:n], *([self._more] if needs_menu else [])]
        for part in parts:
            part.ensurePolished()
        return _in_a_row([part.sizeHint().width() for part in parts])

    def _fill(self) -> None:
        """Offer what has no room, as able as in the row.

        Filled each time: PySide6 gives menus another owner while the focus chain is walked, and an
        entry that was kept may be deleted with it.
        """
        for old in self._choices:
            old.deleteLater()
        self._choices.clear()
        self._menu.clear()
        for control in self._controls:
            if control.isHidden():
                entry = self._add_entry(control)
                entry.setEnabled(control.isEnabled())
                entry.setToolTip(control.toolTip() or entry.text())
        if self._always:
            self._menu.addSeparator()
            self._menu.addActions(self._always)

    def _add_entry(self, control: QWidget) -> QAction:
        name = self._names[control]
        if isinstance(control, QComboBox):
            choices = QMenu(name or control.accessibleName(), self._menu)
            _fill_choices(choices, control)
            self._choices.append(choices)
            return self._menu.addMenu(choices)
        if isinstance(control, QCheckBox):
            entry = self._menu.addAction(control.text())
            entry.setCheckable(True)
            entry.setChecked(control.isChecked())
            entry.toggled.connect(control.setChecked)
            return entry
        assert isinstance(control, QPushButton)
        control.menu().setTitle(name or control.text())
        return self._menu.addMenu(control.menu())


def _fill_choices(menu: QMenu, box: QComboBox) -> None:
    """Offer what a list offers; a choice does what a person does in the list."""
    group = QActionGroup(menu)
    for index in range(box.count()):
        action = menu.addAction(box.itemText(index).replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(index == box.currentIndex())
        group.addAction(action)
        action.triggered.connect(partial(_choose, box, index))


def _choose(box: QComboBox, index: int, _checked: bool = False) -> None:
    box.setCurrentIndex(index)
    box.activated.emit(index)


def _in_a_row(widths: Sequence[int]) -> int:
    return sum(widths) + SPACE_S * max(0, len(widths) - 1)
