"""Delegates of the compression tables: a language's marker, its bar, better and worse, flags."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from workbench.ui.tables.headed_table import (
    REFERENCE_ROLE,
    ROW_ROLE,
    SCALE_ROLE,
    SHADE_ROLE,
    SORT_ROLE,
    Index,
)
from workbench.ui.theme.diverging import LEAST_SHADE_SHOWN, DivergingGround, paint_side
from workbench.ui.theme.icons import MARKER_SIZE, paint_marker
from workbench.ui.theme.theme import CELL_INSET, SPACE_L, SPACE_S, SPACE_XS, Theme

BAR_THICKNESS = 12
VALUE_WIDTH = 44
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class LanguageDelegate(QStyledItemDelegate):
    """A language's marker, in its one colour, before its name."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        style = self._theme.language_style(index.data(ROW_ROLE).label)
        painter.save()
        words = paint_ground(painter, option, self._theme)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(style.colour)
        middle = option.rect.top() + option.rect.height() / 2
        paint_marker(painter, style.marker, QPointF(option.rect.left() + SPACE_L, middle))
        room = option.rect.adjusted(SPACE_L + MARKER_SIZE + 2, 0, -SPACE_S, 0)
        painter.setPen(self._theme.colour(words))
        painter.setFont(self._theme.font())
        name = painter.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, _LEFT, name)
        painter.restore()


class BarDelegate(QStyledItemDelegate):
    """A bar from zero, as long as the value is, with the value at its end.

    The greatest value of the column (SCALE_ROLE) takes the whole width; a line is at the
    reference (REFERENCE_ROLE), where there is one.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        value, greatest = index.data(SORT_ROLE), index.data(SCALE_ROLE)
        rect = option.rect
        painter.save()
        words = paint_ground(painter, option, self._theme)
        room = rect.width() - CELL_INSET - VALUE_WIDTH
        is_known = isinstance(value, float) and value >= 0 and bool(greatest)
        length = max(1.0, room * value / greatest) if is_known else 0.0
        top = rect.top() + (rect.height() - BAR_THICKNESS) / 2
        bar = QRectF(rect.left() + CELL_INSET, top, length, BAR_THICKNESS)
        painter.fillRect(bar, self._theme.language_style(index.data(ROW_ROLE).label).colour)
        reference = index.data(REFERENCE_ROLE)
        if reference is not None and greatest:
            x = rect.left() + CELL_INSET + room * reference / greatest
            painter.fillRect(QRectF(x, rect.top(), 1.0, rect.height()), self._theme.colour(words))
        painter.setPen(self._theme.colour(words))
        painter.setFont(self._theme.font())
        after = QRectF(bar.right() + SPACE_S, rect.top(), VALUE_WIDTH, rect.height())
        painter.drawText(after, _LEFT, str(index.data()))
        painter.restore()


class DifferenceDelegate(QStyledItemDelegate):
    """A difference from a baseline on the ground of better or worse, with a triangle besides."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ground = DivergingGround(theme)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shade = index.data(SHADE_ROLE)
        painter.save()
        words = paint_ground(painter, option, self._theme)
        cell = option.rect.adjusted(1, 0, -1, -1)
        if shade is not None:  # a selection frames it
            words = "text"
            inset = 2 if option.state & QStyle.StateFlag.State_Selected else 0
            painter.fillRect(cell.adjusted(0, inset, 0, -inset), self._ground.colour(shade))
        painter.setPen(self._theme.colour(words))
        painter.setFont(self._theme.font())
        room = cell.adjusted(SPACE_XS, 0, -SPACE_S, 0)
        painter.drawText(room, _RIGHT, str(index.data() or ""))
        if shade is not None and abs(shade) >= LEAST_SHADE_SHOWN:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            colour = self._theme.colour(words)
            paint_side(painter, QPointF(room.left(), room.center().y()), colour, shade > 0)
        painter.restore()


class FlagDelegate(QStyledItemDelegate):
    """A red flag in the colour of warnings."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        words = str(index.data() or "")
        painter.save()
        role = paint_ground(painter, option, self._theme)
        is_selected = option.state & QStyle.StateFlag.State_Selected
        painter.setPen(self._theme.colour(role if is_selected else "warning"))
        painter.setFont(self._theme.font(bold=True))
        painter.drawText(option.rect.adjusted(CELL_INSET, 0, -SPACE_S, 0), _LEFT, words)
        painter.restore()


def paint_ground(painter: QPainter, option: QStyleOptionViewItem, theme: Theme) -> str:
    """Paint the ground of a cell; return the role of the text colour that goes with it."""
    if option.state & QStyle.StateFlag.State_Selected:
        painter.fillRect(option.rect, theme.colour("selection"))
        return "selection_text"
    if option.state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(option.rect, theme.colour("hover"))
    return "text"
