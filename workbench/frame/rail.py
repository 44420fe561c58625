"""Rail: the column at the left with icon, word and state of every workspace, as a pipeline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QIcon,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QStyle, QStyleOptionToolButton, QWidget

from workbench.signals import Signal
from workbench.ui.theme.icons import icon
from workbench.ui.theme.theme import (
    ICON_SIZE,
    LINE_GAP,
    RAIL_BUTTON_HEIGHT,
    RAIL_WIDTH,
    SPACE_S,
    SPACE_XS,
    Theme,
)
from workbench.ui.widgets.buttons import ActionToolButton, tip_of
from workbench.ui.widgets.labels import label, with_whole_number
from workbench.ui.widgets.layouts import vertical
from workbench.ui.words.tool_tips import plain_tip


class Rail(QFrame):
    """One button for each workspace action; the chosen one is checked.

    groups: names of workspaces by the heading above them, in their order.

    Signals:
        beside_requested: name of a workspace to see beside the current one (Ctrl+click).
    """

    beside_requested: Signal[str] = Signal(object)

    def __init__(
        self,
        actions: Mapping[str, QAction],
        groups: Mapping[str, Sequence[str]],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAccessibleName(self.tr("Workspaces"))
        self.setFixedWidth(RAIL_WIDTH)
        self._theme = theme
        self._actions = actions
        self._group = QActionGroup(self)
        self._buttons: dict[str, _RailButton] = {}
        column = vertical(
            parent=self, margins=(SPACE_XS, SPACE_XS, SPACE_XS + 1, SPACE_XS), spacing=LINE_GAP
        )
        for heading, names in groups.items():
            words = label(heading, "section")
            words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            words.setContentsMargins(0, SPACE_S, 0, 0)
            column.addWidget(words)
            for name in names:
                self._group.addAction(actions[name])
                column.addWidget(self._button(name))
        column.addStretch(1)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_state(self, name: str, words: str, explained: str = "") -> None:
        """Say under a workspace's word what it has now; `explained` is for the tool tip."""
        self._buttons[name].set_state(words, explained or words)

    def light(self, name: str | None) -> None:
        """Show a workspace as the one in front; None while a page is in its place."""
        if name is not None:
            self._actions[name].setChecked(True)
            return
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        for action in self._actions.values():
            action.setChecked(False)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.Exclusive)

    def _button(self, name: str) -> _RailButton:
        button = self._buttons[name] = _RailButton(self._actions[name], self._theme, self)
        button.beside_requested.connect(self.beside_requested)
        return button

    def _restyle(self) -> None:
        for name, action in self._actions.items():
            action.setIcon(icon(name, self._theme, on_role="selection_text"))


class _RailButton(ActionToolButton):
    """Icon, word and state below each other; a click with Ctrl is told apart.

    The icon is left out where there is no height for all three: a low window or large text.
    """

    beside_requested: Signal[str] = Signal(object)

    def __init__(self, action: QAction, theme: Theme, parent: QWidget) -> None:
        super().__init__(action, parent)
        self._action, self._theme = action, theme
        self._state = self._explained = ""
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        self.setFixedWidth(RAIL_WIDTH - 2 * SPACE_XS - 1)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        action.changed.connect(self._show_tip)  # after the tip of the action alone
        self._show_tip()

    def set_state(self, words: str, explained: str) -> None:
        if (words, explained) != (self._state, self._explained):
            self._state, self._explained = words, explained
            self._show_tip()
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.width(), max(RAIL_BUTTON_HEIGHT, self._height_of_words() + ICON_SIZE))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.width(), self._height_of_words() + SPACE_XS)

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text, option.icon = "", QIcon()
        painter = QPainter(self)
        style = self.style()
        style.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option, painter, self)
        line = self.fontMetrics().height()
        has_icon = self.height() >= ICON_SIZE + self._height_of_words()
        whole = self._height_of_words() + (ICON_SIZE if has_icon else 0)
        top = (self.height() - whole) // 2
        if has_icon:
            state = QIcon.State.On if self.isChecked() else QIcon.State.Off
            place = QRect((self.width() - ICON_SIZE) // 2, top, ICON_SIZE, ICON_SIZE)
            self.icon().paint(painter, place, state=state)
            top += ICON_SIZE
        lit = "selection_text" if self.isChecked() else ""
        for words, role in ((self.text(), lit or "text"), (self._state, lit or "muted_text")):
            self._draw_line(painter, words, role, QRect(0, top, self.width(), line))
            top += line

    def _draw_line(self, painter: QPainter, words: str, role: str, place: QRect) -> None:
        room = place.adjusted(SPACE_XS, 0, -SPACE_XS, 0)
        painter.setPen(self._theme.colour(role))
        shown = with_whole_number(words, self.fontMetrics(), room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, shown)

    def _height_of_words(self) -> int:
        return 2 * self.fontMetrics().height()

    def _show_tip(self) -> None:
        words = self._action.iconText()
        self.setAccessibleName(f"{words}, {self._explained}" if self._explained else words)
        tip = tip_of(self._action)
        self.setToolTip(f"{tip}\n{plain_tip(self._explained)}" if self._explained else tip)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if inside and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.setDown(False)
            self.beside_requested.emit(self.defaultAction().data())
        else:
            super().mouseReleaseEvent(event)
