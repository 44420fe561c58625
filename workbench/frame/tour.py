"""Tour: a small card that shows the way, one step at a time; the window stays usable meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.theme.icons import icon
from workbench.ui.theme.theme import (
    INSPECTOR_WIDTH,
    RADIUS_CONTROL,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    STATUS_HEIGHT,
    Theme,
)
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import STRETCH, horizontal

CARD_WIDTH = INSPECTOR_WIDTH - SPACE_M
LARGE = 8  # a control is large from an eighth of the window on
_PLACING = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)


@dataclass(frozen=True)
class TourStep:
    """One card.

    workspace: brought to the front with the card. target: gives the control it points at, asked
    for when the step begins. action: gives a command that the card offers as its own button.
    prepare: called when the step begins. lacks: gives what is still missing before the next step
    makes sense, "" for nothing.
    """

    workspace: str
    title: str
    words: str
    target: Callable[[], QWidget | None]
    action: Callable[[], QAction | None] | None = None
    prepare: Callable[[], object] | None = None
    lacks: Callable[[], str] | None = None


class Tour(QFrame):
    """Next, Back and Leave. The card never covers what it points at if it can, nor `spared`.

    It can be dragged elsewhere, where it stays for the steps that follow, and made one row over
    the status bar. Escape leaves wherever the keys are, unless what has them makes use of it.

    Signals:
        workspace_requested: name of the workspace of the step that begins.
        ended: the person left, or came to the end.
    """

    workspace_requested: Signal[str] = Signal(object)
    ended = Signal()

    def __init__(
        self, theme: Theme, window: QWidget, *, spared: Callable[[], QRect] = QRect
    ) -> None:
        super().__init__(window)
        self._spared = spared
        self.setObjectName("palette_box")
        self.setFixedWidth(CARD_WIDTH)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._window = window
        self._steps: tuple[TourStep, ...] = ()
        self._at = 0
        self._watched: list[QWidget] = []
        self._target: QWidget | None = None
        self._shown_action: QAction | None = None
        self._moved_to: QPoint | None = None
        self._held_at: QPoint | None = None
        self._is_minimized = False
        self._theme = theme
        self._ring = _Ring(theme, window)
        self._count = label("", "caption")
        self._title = label("", "title")
        self._words = label("", wrap=True)
        self._lacking = label("", "warning", wrap=True)
        self._leave, self._back = QPushButton(), QPushButton()
        self._act, self._next = QPushButton(), QPushButton()
        self._fold = QPushButton()
        self._lay_out()
        self._show_fold()
        theme.changed.connect(self._show_fold)
        for widget in (self, self._ring):
            widget.hide()

    @property
    def step(self) -> int | None:
        """Number of the step on show, from 0; None while no tour runs."""
        return None if self.isHidden() else self._at

    @property
    def title(self) -> str:
        return self._title.text()

    @property
    def target(self) -> QWidget | None:
        """The control that the card points at."""
        return self._target

    def begin(self, steps: Sequence[TourStep]) -> None:
        """Show the first step; while a tour runs, take the keys back to its card."""
        if not self.isHidden():
            self.minimize(False)
            self._next.setFocus()
            return
        self._steps = tuple(steps)
        self._moved_to = None
        self.minimize(False)
        self.show()
        self._go(0)

    def minimize(self, wanted: bool) -> None:
        """Show the card as one row over the status bar, or whole."""
        self._is_minimized = wanted
        for part in (self._title, self._words, self._foot):
            part.setVisible(not wanted)
        above, below = (0, 0) if wanted else (SPACE_M, SPACE_M)
        self._column.setContentsMargins(SPACE_L, above, SPACE_L, below)
        self._show_fold()
        self.refresh()

    def leave(self) -> None:
        """Take the card away."""
        if self.isHidden():
            return
        self._let_go()
        self._offer(None)
        focus: QWidget | None = self._window.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        self.hide()
        self._ring.hide()
        if had_focus:
            self._window.setFocus()
        self.ended.emit()

    def shutdown(self) -> None:
        """Let go of the window, which is about to be destroyed; that is no leaving."""
        self._let_go()  # the filter would run while both are taken down
        for part in (self, self._ring):
            part.hide()

    def refresh(self, _changed: object = None) -> None:
        """Something happened in the window: what a step lacks may be there now."""
        if self.isHidden():
            return
        lacks = self._steps[self._at].lacks
        words = lacks() if lacks is not None else ""
        had_focus = self._act.hasFocus() or self.hasFocus()
        was_lacking = bool(self._lacking.text())
        self._lacking.setText(words)
        self._lacking.setVisible(bool(words) and not self._is_minimized)
        self._next.setEnabled(not words)
        if had_focus and was_lacking and not words:
            self._next.setFocus()
        self._place()

    def event(self, event: QEvent) -> bool:
        """Words that need other room, as after a change of theme or text size, get it."""
        is_handled = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest and not self.isHidden():
            self._place()
        return is_handled

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Drag the card by what is no button of it."""
        if event.button() == Qt.MouseButton.LeftButton and not self._is_minimized:
            self._held_at = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held_at is not None:
            self._moved_to = self.mapToParent(event.position().toPoint()) - self._held_at
            self._place()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self._held_at = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _PLACING:
            self._place()
        # The window gets the keys that nothing in it took.
        is_left = watched is self._window and event.type() is QEvent.Type.KeyPress
        if is_left and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            self.leave()
            return True
        return False

    def _go(self, at: int) -> None:
        if at >= len(self._steps):
            self.leave()
            return
        self._at = at
        step = self._steps[at]
        self.workspace_requested.emit(step.workspace)
        if step.prepare is not None:
            step.prepare()
        words = self.tr("Step %1 of %2")
        self._count.setText(fill(words, str(at + 1), str(len(self._steps))))
        self._title.setText(step.title)
        self._words.setText(step.words)
        self.setAccessibleName(step.title)
        is_last = at == len(self._steps) - 1
        self._next.setText(self.tr("Finish") if is_last else self.tr("Next"))
        self._next.setAccessibleDescription(f"{step.title}. {step.words}")
        self._back.setEnabled(at > 0)
        self._offer(step.action() if step.action is not None else None)
        self._watch(step.target())
        self.refresh()
        ways_on = (self._next.isEnabled(), not self._act.isHidden())
        first = {(False, True): self._act, (False, False): self}.get(ways_on, self._next)
        first.setFocus()

    def _offer(self, action: QAction | None) -> None:
        """Give a command a button of its own in the card."""
        if self._shown_action is not None:
            self._shown_action.changed.disconnect(self._show_action)
        self._shown_action = action
        if action is not None:
            action.changed.connect(self._show_action)
        self._show_action()

    def _show_action(self) -> None:
        action = self._shown_action
        self._act.setVisible(action is not None)
        if action is not None:
            self._act.setText(action.text())
            if self._act.hasFocus() and not action.isEnabled():
                self.setFocus()  # Qt would take the keys out of the card
            self._act.setEnabled(action.isEnabled())

    def _do(self) -> None:
        if self._shown_action is not None:
            self._shown_action.trigger()

    def _go_on(self) -> None:
        self._go(self._at + 1)

    def _go_back(self) -> None:
        self._go(max(0, self._at - 1))

    def _watch(self, target: QWidget | None) -> None:
        """Follow a control wherever the layout puts it."""
        self._let_go()
        self._target = target
        around = target
        while around is not None:
            self._watched.append(around)
            around = None if around is self._window else around.parentWidget()
        if self._window not in self._watched:
            self._watched.append(self._window)
        for widget in self._watched:
            widget.installEventFilter(self)

    def _let_go(self) -> None:
        """Watch nothing; a control may have been destroyed since its step began."""
        for widget in filter(isValid, self._watched):
            widget.removeEventFilter(self)
        self._target, self._watched = None, []

    def _place(self) -> None:
        """Put the card beside its control, the ring around it."""
        # adjustSize would give wrapped words the height of a wider card.
        column = self._column
        wrapped = column.totalHeightForWidth(CARD_WIDTH)  # -1 where no words wrap
        self.resize(CARD_WIDTH, max(wrapped, column.totalMinimumSize().height()))
        window, target = self._window.rect(), self._target
        place = _corner(window, self.rect())
        if target is None or not isValid(target) or not target.isVisibleTo(self._window):
            self._ring.hide()
        else:
            rect = QRect(target.mapTo(self._window, QPoint(0, 0)), target.size())
            self._ring.surround(rect)
            place = _place_beside(rect, self.rect(), window, self._spared())
        if self._is_minimized:
            place = _foot_of(window, self.rect())
        elif self._moved_to is not None:
            place = _inside(window, self.rect(), self._moved_to)
        self.move(place)
        self.raise_()

    def _show_fold(self, _scheme: object = None) -> None:
        """Let the button say what it does: minimize, or show the whole card."""
        is_small = self._is_minimized
        self._fold.setIcon(icon("chevron-right" if is_small else "expand", self._theme))
        words = self.tr("Show tour card") if is_small else self.tr("Minimize tour card")
        self._fold.setToolTip(words)
        self._fold.setAccessibleName(words)

    def _turn(self) -> None:
        self.minimize(not self._is_minimized)

    def _lay_out(self) -> None:
        self._leave.setText(self.tr("Leave tour"))
        self._leave.setProperty("kind", "quiet")
        self._back.setText(self.tr("Back"))
        self._fold.setProperty("kind", "quiet")
        for button, slot in (
            (self._leave, self.leave), (self._back, self._go_back),
            (self._act, self._do), (self._next, self._go_on), (self._fold, self._turn),
        ):  # fmt: skip
            button.setAutoDefault(True)
            button.clicked.connect(slot)
        head = horizontal(self._count, STRETCH, self._fold, self._leave)
        self._foot = QWidget()
        buttons = (self._back, self._act, self._next)
        horizontal(STRETCH, *buttons, parent=self._foot, spacing=SPACE_S)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addLayout(head)
        for part in (self._title, self._words, self._lacking):
            column.addWidget(part)
        column.addWidget(self._foot)
        for shown in (self._count, self._title):
            shown.setCursor(Qt.CursorShape.OpenHandCursor)
            shown.setToolTip(self.tr("Drag to move the card"))
        order = (self._next, self._back, self._act, self._fold, self._leave)
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)


class _Ring(QWidget):
    """A line around a control; the mouse goes through it."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self.update)

    def surround(self, rect: QRect) -> None:
        """Stand around a rectangle of the window."""
        space, window = SPACE_XS, self.parentWidget()
        assert window is not None
        self.setGeometry(rect.adjusted(-space, -space, space, space) & window.rect())
        self.show()
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("focus"), 2.0))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), RADIUS_CONTROL, RADIUS_CONTROL)


def _place_beside(target: QRect, card: QRect, window: QRect, spared: QRect) -> QPoint:
    """Return where the card stands: below, above, right or left of a control.

    In a corner of the window where the control is too large for that, or `spared` is in the way.
    """
    gap, room = SPACE_M, window.adjusted(SPACE_S, SPACE_S, -SPACE_S, -SPACE_S)
    is_large = LARGE * target.width() * target.height() > window.width() * window.height()
    wanted = (
        QPoint(target.center().x() - card.width() // 2, target.bottom() + gap),
        QPoint(target.center().x() - card.width() // 2, target.top() - gap - card.height()),
        QPoint(target.right() + gap, target.center().y() - card.height() // 2),
        QPoint(target.left() - gap - card.width(), target.center().y() - card.height() // 2),
    )
    for place in wanted:
        x = min(max(place.x(), room.left()), room.right() - card.width())
        y = min(max(place.y(), room.top()), room.bottom() - card.height())
        stands = QRect(x, y, card.width(), card.height())
        is_free = not (stands.intersects(target) or stands.intersects(spared))
        if not is_large and is_free:
            return stands.topLeft()
    return _corner(window, card)


def _inside(area: QRect, card: QRect, place: QPoint) -> QPoint:
    """Return the place, moved so that the whole card is in the window."""
    x = min(max(place.x(), SPACE_S), area.right() - card.width() - SPACE_S)
    y = min(max(place.y(), SPACE_S), area.bottom() - card.height() - SPACE_S)
    return QPoint(x, y)


def _foot_of(area: QRect, card: QRect) -> QPoint:
    """Return the place of the minimized card: the empty middle of the status bar."""
    x = area.center().x() - card.width() // 2
    return QPoint(x, area.bottom() + 1 - max(card.height(), STATUS_HEIGHT))


def _corner(area: QRect, card: QRect) -> QPoint:
    """Return the place of the card at the bottom right of the window, above the status bar."""
    aside, below = SPACE_S, STATUS_HEIGHT + SPACE_S
    return QPoint(area.right() - card.width() - aside, area.bottom() - card.height() - below)
