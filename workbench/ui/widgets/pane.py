"""Pane: the frame every pane shares: header, message bar, and content or empty state.

`Page` is something of the window itself that takes the place of the workspaces for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from workbench.signals import Signal
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.labels import ElidedLabel, hairline, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.widgets.message_bar import FloatingBars, MessageBar
from workbench.ui.words.tool_tips import plain_tip

DropOffer = tuple[str, Callable[[], object]]
"""What dropping something would do, and the way to do it."""


class Page(QFrame):
    """Title and controls at the top, `body` below; Escape leaves. All of it is a cell of `grid`.

    Signals:
        closed: the person wants back to the workspaces.
    """

    closed = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "surface")
        self.setAccessibleName(title)
        self.header = horizontal(
            label(title, "title"),
            STRETCH,
            margins=(SPACE_L, SPACE_M, SPACE_L, SPACE_S),
            spacing=SPACE_M,
        )
        self.body = QVBoxLayout()
        self.grid, column = QGridLayout(self), QVBoxLayout()
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.addLayout(column, 0, 0)
        column.setSpacing(0)
        column.addLayout(self.header)
        column.addWidget(hairline())
        column.addLayout(self.body, 1)

    def open(self) -> None:
        """Called each time the page comes into sight."""
        self.setFocus()

    def add_close(self, words: str) -> None:
        """Put the button that leads back at the right of the header."""
        button = QPushButton(words)
        button.clicked.connect(self.closed)
        self.header.addWidget(button)

    def drop_offer(self, paths: Sequence[Path]) -> DropOffer | None:
        """What dropping these files on the page would do; None leaves them to the window."""
        del paths
        return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


_AFTER_TITLE = 2  # in the header: the words, then what gives way
_CAPTION_WIDTH = 88  # of "Encoding, 45 %"


class Pane(QWidget):
    """Subclass it: build the content, then `set_content(widget)` and `set_empty(...)`.

    header: QHBoxLayout; title and caption stand in it already, add controls at its right. Those
    of `add_controls` stand below it where the pane is too narrow for one row.
    bar: MessageBar for what concerns the whole pane.
    `primary_action()`, where a pane has it, is the main command, which a plain button in the pane
    does: the one filled button of the window is the next step of the whole work.
    `self.make_action(...)` makes a command: it is in the palette, the list of keys, the shortcut
    editor and the guide, under its name ("tokens.next_difference") for good.
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.bar = MessageBar(self)
        self._caption = ElidedLabel("", "caption", parts=True)
        self._title = label(title, "title")
        self.header = horizontal(margins=(SPACE_L, SPACE_M, SPACE_L, SPACE_S), spacing=SPACE_M)
        words = vertical(self._title, self._caption, spacing=0)
        self.header.addLayout(words)
        self.header.addStretch(1)
        self._controls: QWidget | None = None
        self._give_way = False
        self._below = QHBoxLayout()
        self._stack = QStackedWidget()
        self._empty: EmptyState | None = None
        self._content: QWidget | None = None
        grid, column = QGridLayout(self), QVBoxLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        grid.addLayout(column, 0, 0)
        FloatingBars(grid, [self.bar])
        column.addLayout(self.header)
        column.addLayout(self._below)
        column.addWidget(self._stack, 1)

    @property
    def title(self) -> str:
        return self._title.text()

    def add_number(self, number: QWidget, words: QWidget) -> None:
        """Put the one big number of the pane, with what it means, at the header's right."""
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(number, 0, Qt.AlignmentFlag.AlignRight)
        column.addWidget(words, 0, Qt.AlignmentFlag.AlignRight)
        self.header.addLayout(column)

    def add_head(self, figures: QWidget, controls: QWidget) -> None:
        """Put figures beside the title and controls at the right, all in one row.

        Both give way where the pane is narrow; a caption moves neither.
        """
        if not self._caption.isHidden():
            self._title.setMinimumWidth(_CAPTION_WIDTH)
        self._caption.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.header.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        self.header.setSpacing(SPACE_L)
        self.header.setStretch(1, 0)
        figures.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.header.addWidget(figures)
        self.header.addWidget(controls, 1)

    def add_controls(self, controls: QWidget, *, give_way: bool = False) -> None:
        """Put controls into the header that get a row of their own where there is no room.

        give_way: they get it before they are squeezed, and may be squeezed there.
        """
        self._controls, self._give_way = controls, give_way
        self.header.addWidget(controls)

    def minimumSizeHint(self) -> QSize:
        """As narrow as two rows are, so that two panes stand side by side."""
        least = super().minimumSizeHint()
        if self._controls is None or not self._below.isEmpty():
            return least
        alone = self._controls.minimumSizeHint().width()
        others = self.header.minimumSize().width() - alone - self.header.spacing()
        rows = (others, alone + 2 * SPACE_L)
        width = max(*rows, self._stack.minimumSizeHint().width())
        return QSize(min(width, least.width()), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_controls_by_width()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._place_controls_by_width()  # only now are all fonts what they will be

    def _place_controls_by_width(self) -> None:
        if self._controls is not None:
            self._place_controls(is_wide=self.width() >= self._width_of_header())

    def _place_controls(self, *, is_wide: bool) -> None:
        controls = self._controls
        if controls is None or is_wide == self._below.isEmpty():
            return
        if is_wide:
            self._below.removeWidget(controls)
            self._below.setContentsMargins(0, 0, 0, 0)
            self.header.insertWidget(_AFTER_TITLE, controls)
        else:
            self.header.removeWidget(controls)
            self._below.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_S)
            self._below.addWidget(controls)

    def _width_of_header(self) -> int:
        """What the header needs with everything in one row."""
        width = self.header.minimumSize().width()
        if self._controls is None:
            return width
        least = self._controls.minimumSizeHint().width()
        if not self._below.isEmpty():
            width += self.header.spacing() + least
        return width + (max(0, self._controls.sizeHint().width() - least) if self._give_way else 0)

    @property
    def caption(self) -> str:
        """What stands under the title."""
        return self._caption.text()

    def set_caption(self, text: str) -> None:
        """Say in a few words what the pane shows just now ("4 096 tokens of run demo")."""
        self._caption.setText(text)

    def set_content(self, content: QWidget) -> None:
        self._content = content
        self._stack.addWidget(content)

    def set_empty(self, sentence: str, action: str = "") -> EmptyState:
        """Give the pane its empty state and show it; connect `action_requested` of the result."""
        self._empty = EmptyState(sentence, action)
        self._empty.setObjectName("empty_state")
        self._stack.addWidget(self._empty)
        self._stack.setCurrentWidget(self._empty)
        return self._empty

    def set_waiting(self, words: str) -> None:
        """Say in the empty state what is waited for; "" brings its sentence back."""
        if self._empty is not None:
            self._empty.set_waiting(words)

    def show_content(self) -> None:
        if self._content is not None:
            self._stack.setCurrentWidget(self._content)

    def show_empty(self) -> None:
        if self._empty is not None:
            self._stack.setCurrentWidget(self._empty)

    @property
    def is_empty(self) -> bool:
        """True while the empty state is on show."""
        return self._empty is not None and self._stack.currentWidget() is self._empty

    def make_action(
        self,
        name: str,
        text: str,
        slot: Callable[[], object],
        *,
        keys: str | QKeySequence.StandardKey | None = None,
        hint: str = "",
    ) -> QAction:
        """Make a command of the pane; its keys hold while the pane or a part of it has the focus.

        name: "<workspace>.<verb>_<object>", never changed once released. hint: what it does, in
        a sentence, for the tool tip and the guide.
        """
        action = QAction(text, self)
        action.setObjectName(name)
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
        if hint:
            action.setToolTip(plain_tip(hint))
            action.setWhatsThis(hint)
        action.triggered.connect(slot)
        self.addAction(action)
        return action

    def drop_words(self, paths: Sequence[Path]) -> str:
        """Say in a sentence what dropping these files and folders here would do; "" for nothing.

        The window asks while they hang over the pane and shows the sentence on it; what the pane
        does not take goes where such files belong.
        """
        del paths
        return ""

    def accept_drop(self, paths: Sequence[Path]) -> bool:
        """Take what was dropped on the pane; False leaves it to the window."""
        del paths
        return False

    def edit_actions(self) -> list[QAction]:
        """Return those of the pane's actions that undo, redo, rename or remove."""
        return []


def bar_around(widget: QWidget) -> MessageBar | None:
    """Return the bar of the pane that a widget is in, None outside of panes."""
    around: QWidget | None = widget
    while around is not None and not isinstance(around, Pane):
        around = around.parentWidget()
    return None if around is None else around.bar
