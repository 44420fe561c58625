"""MessageBar: one sentence at the top of a pane, with an action, copy and dismiss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimerEvent
from PySide6.QtGui import QCursor, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.machine import libraries_named_in
from workbench.signals import Signal
from workbench.ui.theme.theme import CONTROL_HEIGHT, SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from workbench.ui.widgets.buttons import install_words
from workbench.ui.widgets.labels import label, set_property

_ROLES = ("bar-info", "bar-warning", "bar-error")
PASSES_MS = 10_000
"""How long a note stays that only says that something is done."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a bar's own button does, and the words on it ("Undo", ...)."""

    words: str
    do: Callable[[], object]


@dataclass(frozen=True, slots=True)
class _Notice:
    """One of the sentences on show. role: how urgent it is, as the style sheet names it."""

    number: int
    role: str
    sentence: str
    offer: Offer | None


class MessageBar(QFrame):
    """Hidden until it has something to say; a new sentence replaces the old one, or is added to it.

    Showing returns the number of the notice, with which `end` takes it away when its cause is over.

    A sentence with the command that installs a library gets a button that asks for it, unless it
    has an action of its own.

    Signals:
        installation_requested: tuple of modules, of the libraries to install.
        notice_opened: there is something to say, and the bar may still be hidden.
        dismissed: the person closed the bar, or Escape was pressed in it.
    """

    installation_requested: Signal[tuple[str, ...]] = Signal(object)
    notice_opened = Signal()
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bar-info")
        self.setAccessibleName(self.tr("Message"))
        self._label = label(wrap=True)
        self._label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._modules: tuple[str, ...] = ()
        self._offer: Offer | None = None
        self._notices: list[_Notice] = []
        self._number = 0
        self._passing = 0  # Qt's number of the time a note has left
        self._action = QPushButton()
        self._copy = self._button(self.tr("Copy"))
        self._dismiss = self._button(self.tr("Dismiss"))
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, SPACE_XS, SPACE_XS, SPACE_XS)
        row.setSpacing(SPACE_S)
        row.addWidget(self._label, 1)
        row.addWidget(self._action)
        row.addWidget(self._copy)
        row.addWidget(self._dismiss)
        self._action.clicked.connect(self._ask_action)
        self._copy.clicked.connect(self.copy_text)
        self._dismiss.clicked.connect(self.dismiss)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence on show, "" when the bar is hidden."""
        return "" if self.isHidden() else self._label.text()

    @property
    def action(self) -> str:
        """What the button says, or said when it was pressed last."""
        return self._action.text()

    def show_error(self, sentence: str, *, offer: Offer | None = None) -> int:
        """Show what went wrong and what to do."""
        return self._show("bar-error", sentence, offer)

    def show_warning(self, sentence: str, *, offer: Offer | None = None) -> int:
        return self._show("bar-warning", sentence, offer)

    def show_note(self, sentence: str, *, offer: Offer | None = None) -> int:
        """Show something that is neither wrong nor urgent ("Run deleted." with Undo)."""
        return self._show("bar-info", sentence, offer)

    def add_note(self, sentence: str, *, offer: Offer | None = None) -> int:
        """Show a note below what is on show; of several offers the newest has the button."""
        return self._add("bar-info", sentence, offer)

    def show_done(self, sentence: str, *, offer: Offer | None = None) -> int:
        """Show that something is done ("Saved as ..."); the note ends after a while."""
        number = self._show("bar-info", sentence, offer)
        self._passing = self.startTimer(PASSES_MS)
        return number

    def end(self, number: int) -> None:
        """Take a notice away if it is still on show: what it speaks about is over."""
        others = [notice for notice in self._notices if notice.number != number]
        if not others:
            self.clear()
        elif others != self._notices:
            self._notices = others
            self._show_notices()

    def add_button(self, button: QPushButton) -> None:
        """Put a button before the others."""
        self._row.insertWidget(1, button)

    def clear(self) -> None:
        """Hide the bar without telling anybody."""
        self._stay()
        self._notices, self._offer = [], None
        self._label.clear()
        self.hide()

    def dismiss(self) -> None:
        if not self.isHidden():
            self.clear()
            self.dismissed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def _show(self, role: str, sentence: str, offer: Offer | None) -> int:
        self._notices = []
        return self._add(role, sentence, offer)

    def _add(self, role: str, sentence: str, offer: Offer | None) -> int:
        self._stay()
        self._number += 1
        self._notices.append(_Notice(self._number, role, sentence, offer))
        self._show_notices()
        return self._number

    def _show_notices(self) -> None:
        role = max((notice.role for notice in self._notices), key=_ROLES.index)
        sentence = "\n".join(notice.sentence for notice in self._notices)
        offers = [notice.offer for notice in self._notices if notice.offer is not None]
        set_property(self, "role", role)
        self._offer = offer = offers[-1] if offers else None
        self._modules = () if offer else libraries_named_in(sentence)
        action = offer.words if offer else ""
        if self._modules:
            action = install_words(self._modules)
        self._label.setText(sentence)
        self._action.setText(action)
        self._action.setVisible(bool(action))
        self._copy.setVisible(role != "bar-info")
        self.setAccessibleDescription(sentence)
        self.notice_opened.emit()
        self.show()
        self.raise_()

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("kind", "quiet")
        return button

    def timerEvent(self, event: QTimerEvent) -> None:
        """A note has been read, unless the pointer or the keys are in it."""
        focus = QApplication.focusWidget()
        has_focus = focus is not None and self.isAncestorOf(focus)
        is_read = not self.underMouse() and not has_focus
        if event.timerId() == self._passing and is_read:
            self.clear()

    def _stay(self) -> None:
        if self._passing:
            self.killTimer(self._passing)
            self._passing = 0

    def _ask_action(self) -> None:
        offer = self._offer
        self.clear()
        if self._modules:
            self.installation_requested.emit(self._modules)
        elif offer is not None:
            offer.do()

    def copy_text(self) -> None:
        """Put the sentence on the clipboard."""
        QGuiApplication.clipboard().setText(self._label.text())


# Message bars lie over what they speak about, so that nothing below them moves.
# A grid holds both in one cell. No filter of events is needed, which Qt would still ask while it
# deletes the window.


ABOVE_PANE_BARS = 4 * SPACE_L
"""The lift of the window's own bars, which leaves those of the panes in sight."""

_REACH = 3 * CONTROL_HEIGHT
"""How far up from its lower end a bar of a few lines comes."""


def bars_over(content: QWidget, bars: Sequence[QWidget], *, lift: int = SPACE_L) -> QGridLayout:
    """Return a layout of a widget with bars over it."""
    grid = QGridLayout()
    grid.addWidget(content, 0, 0)
    FloatingBars(grid, bars, lift=lift)
    return grid


class FloatingBars(QVBoxLayout):
    """Bars at the bottom of a grid's first cell; at its top while the pointer is at the bottom.

    lift: pixels between the lowest bar and the bottom.
    """

    def __init__(self, grid: QGridLayout, bars: Sequence[QWidget], *, lift: int = SPACE_L) -> None:
        super().__init__()
        self._grid, self._lift, self._bars = grid, lift, tuple(bars)
        self.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, lift)
        self.setSpacing(SPACE_XS)
        for bar in self._bars:
            self.addWidget(bar)
            message_bars = bar.findChildren(MessageBar)
            for each in [bar] if isinstance(bar, MessageBar) else message_bars:
                each.notice_opened.connect(self.make_room)
        grid.addLayout(self, 0, 0, Qt.AlignmentFlag.AlignBottom)

    def make_room(self) -> None:
        """A bar is about to be shown: choose the end where the pointer is not."""
        if all(bar.isHidden() for bar in self._bars):
            area = self._grid.parentWidget()
            assert area is not None
            pointer = area.mapFromGlobal(QCursor.pos()) - self._grid.geometry().topLeft()
            low = self._grid.geometry().height() - self._lift - _REACH
            ends = Qt.AlignmentFlag
            self._grid.setAlignment(self, ends.AlignTop if pointer.y() > low else ends.AlignBottom)
