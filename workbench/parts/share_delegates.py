"""Delegates of the mixture's table: natural and effective share as a bar, and differences."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from workbench.models.mixture_table import ROW_ROLE, SCALE_ROLE, is_much_repeated
from workbench.parts.language_delegates import paint_ground
from workbench.theme import CELL_INSET, SPACE_S, Theme
from workbench.widgets.diverging import DivergingGround

BAR_THICKNESS = 12
FULL_CHANGE = 0.2
"""A difference of a fifth is shown in the full colour of better or worse."""

SHOWN_PART = 0.88
"""Of the width for shares on the scale; the rest stands for all that is beyond it."""

_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_Index = QModelIndex | QPersistentModelIndex


class ShareBarDelegate(QStyledItemDelegate):
    """The effective share filled in the language's colour, the natural one as an outline.

    SCALE_ROLE is the share that takes the whole width; a greater one ends in a slanted cut.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        line, full = index.data(ROW_ROLE), index.data(SCALE_ROLE)
        rect = option.rect
        painter.save()
        words = paint_ground(painter, option, self._theme)
        room = rect.width() - 2 * CELL_INSET
        top = rect.top() + (rect.height() - BAR_THICKNESS) / 2
        bar = QRectF(rect.left() + CELL_INSET, top, room, BAR_THICKNESS)
        effective, natural = QRectF(bar), QRectF(bar)
        effective.setWidth(room * _length(line.share / full))
        natural.setWidth(max(1.0, room * _length(line.natural_share / full)))
        painter.fillRect(effective, self._theme.language_style(line.label).colour)
        painter.setPen(QPen(self._theme.colour(words), 1.0))
        painter.drawRect(natural.adjusted(0.5, 0.5, -0.5, -0.5))
        if max(line.share, line.natural_share) > full * (1 + 1e-9):
            self._paint_cut(painter, option, bar)
        painter.restore()

    def _paint_cut(self, painter: QPainter, option: QStyleOptionViewItem, bar: QRectF) -> None:
        """Two slanted strokes in the colour of the ground: the bar goes on beyond its end."""
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("selection" if is_chosen else "surface"), 2.5))
        middle = bar.left() + bar.width() * (1 + SHOWN_PART) / 2
        for place in (middle - 5, middle + 1):
            painter.drawLine(QPointF(place, bar.bottom() + 2), QPointF(place + 4, bar.top() - 2))


def _length(share: float) -> float:
    """Part of the width for a share in parts of the full one; what is beyond takes all of it."""
    return SHOWN_PART * share if share <= 1 + 1e-9 else 1.0


class RepetitionDelegate(QStyledItemDelegate):
    """How often a source counts, in the colour of warnings where that is very often."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.save()
        words = paint_ground(painter, option, self._theme)
        is_warned = is_much_repeated(index.data(ROW_ROLE)) and words == "text"
        painter.setPen(self._theme.colour("warning" if is_warned else words))
        painter.setFont(self._theme.font(bold=is_warned))
        painter.drawText(option.rect.adjusted(0, 0, -CELL_INSET, 0), _RIGHT, str(index.data()))
        painter.restore()


class ChangeDelegate(QStyledItemDelegate):
    """A difference in percent on the ground of better or worse; zero is neutral."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ground = DivergingGround(theme)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        line = index.data(ROW_ROLE)
        painter.save()
        words = paint_ground(painter, option, self._theme)
        if line.change is not None:
            share = max(-1.0, min(1.0, line.change / FULL_CHANGE))
            ground = QRectF(option.rect.adjusted(SPACE_S, 2, 0, -2))
            if words == "text":
                painter.fillRect(ground, self._ground.colour(share))
        painter.setPen(self._theme.colour(words))
        painter.setFont(self._theme.font())
        painter.drawText(option.rect.adjusted(0, 0, -CELL_INSET, 0), _RIGHT, str(index.data()))
        painter.restore()
