"""TopBar: menus, the run everything speaks about, palette, theme, and the next step."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAction, QIcon, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QMenuBar,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from workbench.frame.next_step import NextStepButton
from workbench.signals import Signal
from workbench.ui.theme.icons import icon
from workbench.ui.theme.theme import (
    CHOOSER_LEAST,
    ICON_SIZE,
    RUN_WIDTH,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    TOOLBAR_HEIGHT,
    Theme,
)
from workbench.ui.widgets.buttons import ActionToolButton
from workbench.ui.widgets.labels import label, set_property
from workbench.ui.words.tool_tips import plain_tip

_BEFORE_THE_GAP = 100
"""The chooser takes its room before the gap at its left does."""
_ROOM_FOR_WORD = 1200


class TopBar(QFrame):
    """One slim row over the whole width.

    Signals:
        chooser_requested: the person wants to choose a run.
    """

    chooser_requested = Signal()

    def __init__(
        self, menus: QMenuBar, next_step: QAction, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("top_bar")
        self.setFixedHeight(TOOLBAR_HEIGHT + 2 * SPACE_XS)
        self._theme = theme
        self._icons: list[tuple[QAction, str]] = []
        self.chooser = _Chooser(self.tr("No run chosen"))
        self.chooser.setAccessibleName(self.tr("Current run"))
        self.chooser.clicked.connect(self.chooser_requested)
        set_property(self.chooser, "kind", "chooser")
        self._next = NextStepButton(next_step)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(SPACE_S, 0, SPACE_M, 0)
        self._row.setSpacing(SPACE_S)
        self._row.addWidget(menus, 0, Qt.AlignmentFlag.AlignVCenter)
        menus.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._row.addStretch(1)
        self._word = label(self.tr("Run"), "muted")
        self._row.addWidget(self._word)
        self._row.addWidget(self.chooser, _BEFORE_THE_GAP)
        self._row.addSpacing(SPACE_S)
        self._row.addWidget(self._next)
        self._restyle()
        theme.changed.connect(self._restyle)

    def add_icon(self, action: QAction, icon_name: str) -> QToolButton:
        """Put an action as an icon left of the next step."""
        button = ActionToolButton(action)
        button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        button.setAccessibleName(action.text())
        if action.menu() is not None:
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._icons.append((action, icon_name))
        self._row.insertWidget(self._row.indexOf(self._next), button)
        self._restyle()
        return button

    def add_menu(self, action: QAction, choices: Iterable[QAction], icon_name: str) -> None:
        """Put a menu of choices as an icon left of the next step."""
        menu = QMenu(self)
        menu.addActions(list(choices))
        action.setMenu(menu)
        self.add_icon(action, icon_name)

    def set_run(self, words: str) -> None:
        """Show which run is current."""
        self.chooser.set_words(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the word before the chooser gives way: its arrow says enough."""
        super().resizeEvent(event)
        self._word.setVisible(event.size().width() >= _ROOM_FOR_WORD)

    def _restyle(self) -> None:
        for action, name in self._icons:
            action.setIcon(icon(name, self._theme))
        self.chooser.set_arrow(icon("chevron-down", self._theme))


class MenuBar(QMenuBar):
    """As wide with every title of the workspace's menu, so that nothing moves at its right.

    titles: those that its one changing menu may have.
    """

    def __init__(self, titles: Iterable[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setNativeMenuBar(False)
        self._titles = tuple(titles)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        shown = [each.text() for each in self.actions() if each.text() in self._titles]
        if not shown:
            return hint
        missing = max(map(self._width_of, self._titles)) - max(map(self._width_of, shown))
        return QSize(hint.width() + max(0, missing), hint.height())

    def _width_of(self, title: str) -> int:
        """As QMenuBar measures its titles."""
        return self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic.value, title).width()


class _Chooser(QPushButton):
    """As wide as there is room for, with an arrow; its words end in an ellipsis, and are in the
    tool tip."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words
        self._arrow = QIcon()
        self.setMinimumWidth(CHOOSER_LEAST)
        self.setMaximumWidth(RUN_WIDTH)
        self.set_words(words)

    def set_words(self, words: str) -> None:
        self._words = words
        self.setToolTip(plain_tip(words))
        self._fit()

    def set_arrow(self, arrow: QIcon) -> None:
        self._arrow = arrow
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        left = self.width() - SPACE_S - SPACE_L
        place = QRect(left, (self.height() - SPACE_L) // 2, SPACE_L, SPACE_L)
        self._arrow.paint(QPainter(self), place)

    def _fit(self) -> None:
        room = self.width() - 2 * SPACE_M - SPACE_L
        elided = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        self.setText(elided)
