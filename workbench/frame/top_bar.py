"""TopBar: menus, the run everything speaks about, palette, theme, and the primary action."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
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

from workbench.frame.pane_commands import words_of_filled_buttons
from workbench.signals import Signal
from workbench.ui.theme.icons import icon
from workbench.ui.theme.theme import (
    CHOOSER_LEAST,
    CHOOSER_WIDTH,
    ICON_SIZE,
    PRIMARY_WIDTH,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    TOOLBAR_HEIGHT,
    Theme,
)
from workbench.ui.widgets.buttons import ActionToolButton, tip_of
from workbench.ui.widgets.labels import set_property
from workbench.ui.words.tool_tips import plain_tip

_BEFORE_THE_GAP = 100
"""The chooser takes its room before the gap at its left does."""


class TopBar(QFrame):
    """One slim row over the whole width.

    Signals:
        chooser_requested: the person wants to choose a run.
    """

    chooser_requested = Signal()

    def __init__(self, menus: QMenuBar, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("top_bar")
        self.setFixedHeight(TOOLBAR_HEIGHT + 2 * SPACE_XS)
        self._theme = theme
        self._shown_action: QAction | None = None
        self._icons: list[tuple[QAction, str]] = []
        self.chooser = _Chooser(self.tr("No run chosen"))
        self.chooser.setAccessibleName(self.tr("Current run"))
        self.chooser.clicked.connect(self.chooser_requested)
        set_property(self.chooser, "kind", "chooser")
        self._primary = _FilledButton()
        self._primary.setProperty("kind", "primary")
        place = self._primary.sizePolicy()
        place.setRetainSizeWhenHidden(True)  # the chooser stays where it is in every workspace
        self._primary.setSizePolicy(place)
        self._primary.clicked.connect(self._act)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(SPACE_S, 0, SPACE_M, 0)
        self._row.setSpacing(SPACE_S)
        self._row.addWidget(menus, 0, Qt.AlignmentFlag.AlignVCenter)
        menus.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._row.addStretch(1)
        self._row.addWidget(self.chooser, _BEFORE_THE_GAP)
        self._row.addSpacing(SPACE_S)
        self._row.addWidget(self._primary)
        self.set_primary(None)
        theme.changed.connect(self._restyle)

    def add_icon(self, action: QAction, icon_name: str) -> QToolButton:
        """Put an action as an icon left of the primary action."""
        button = ActionToolButton(action)
        button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        button.setAccessibleName(action.text())
        if action.menu() is not None:
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._icons.append((action, icon_name))
        self._row.insertWidget(self._row.indexOf(self._primary), button)
        self._restyle()
        return button

    def add_menu(self, action: QAction, choices: Iterable[QAction], icon_name: str) -> None:
        """Put a menu of choices as an icon left of the primary action."""
        menu = QMenu(self)
        menu.addActions(list(choices))
        action.setMenu(menu)
        self.add_icon(action, icon_name)

    @property
    def primary_button(self) -> QPushButton:
        """The filled button of the workspace in front."""
        return self._primary

    def set_run(self, words: str) -> None:
        """Show which run is current."""
        self.chooser.set_words(words)

    def set_primary(self, action: QAction | None) -> None:
        """Offer an action as the filled button; None for a workspace without one."""
        if self._shown_action is not None:
            self._shown_action.changed.disconnect(self._show_primary)
        self._shown_action = action
        if action is not None:
            action.changed.connect(self._show_primary)
        self._show_primary()

    def _show_primary(self) -> None:
        action = self._shown_action
        self._primary.setVisible(action is not None)
        if action is not None:
            self._primary.setText(action.text())
            self._primary.setEnabled(action.isEnabled())
            self._primary.setToolTip(tip_of(action))

    def _act(self) -> None:
        if self._shown_action is not None:
            self._shown_action.trigger()

    def _restyle(self) -> None:
        for action, name in self._icons:
            action.setIcon(icon(name, self._theme))


class _FilledButton(QPushButton):
    """As wide as the longest words of all workspaces, so that nothing moves beside it."""

    def __init__(self) -> None:
        super().__init__()
        self._reserved = words_of_filled_buttons()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        beside = hint.width() - self._width_of(self.text())
        widest = max(map(self._width_of, (*self._reserved, self.text())))
        return QSize(max(PRIMARY_WIDTH, beside + widest), hint.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _width_of(self, words: str) -> int:
        """As QPushButton measures its own words."""
        return self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic.value, words).width()


class _Chooser(QPushButton):
    """As wide as there is room for; its words end in an ellipsis, and stand in the tool tip."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words
        self.setMinimumWidth(CHOOSER_LEAST)
        self.setMaximumWidth(CHOOSER_WIDTH)
        self.set_words(words)

    def set_words(self, words: str) -> None:
        self._words = words
        self.setToolTip(plain_tip(words))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.width() - 3 * SPACE_M
        elided = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        self.setText(elided)
