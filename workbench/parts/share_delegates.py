"""Delegates of the mixture's table: natural and effective share as a bar, and differences."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from engine.evaluation import METRICS
from workbench.models.comparison_values import shade_of
from workbench.models.headed_table import ROW_ROLE, SCALE_ROLE
from workbench.models.mixture_table import MixtureLine, ShareScale, is_much_repeated
from workbench.parts.language_delegates import paint_ground
from workbench.theme import CELL_INSET, SPACE_S, Theme
from workbench.widgets.diverging import DivergingGround

MARK_RADIUS = 4.0

_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_Index = QModelIndex | QPersistentModelIndex


class ShareBarDelegate(QStyledItemDelegate):
    """From the natural share, a ring, to the effective one, a disc, in the language's colour.

    SCALE_ROLE is the ShareScale of all sources. A source that is left out has its ring alone.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        line = index.data(ROW_ROLE)
        painter.save()
        words = paint_ground(painter, option, self._theme)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        natural, effective = mark_places(option.rect, line, index.data(SCALE_ROLE))
        colour = self._theme.language_style(line.label).colour
        left, right = QRectF(option.rect).left(), QRectF(option.rect).right()
        painter.setPen(QPen(self._theme.colour("grid"), 1.0))
        middle = natural.y()
        painter.drawLine(QPointF(left + CELL_INSET, middle), QPointF(right - CELL_INSET, middle))
        if line.share > 0:
            painter.setPen(QPen(colour, 3.0))
            painter.drawLine(natural, effective)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(effective, MARK_RADIUS, MARK_RADIUS)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.colour(words), 1.5))
        painter.drawEllipse(natural, MARK_RADIUS, MARK_RADIUS)
        painter.restore()


def mark_places(cell: QRect, line: MixtureLine, scale: ShareScale) -> tuple[QPointF, QPointF]:
    """The middles of the marks of the natural and of the effective share in a cell."""
    begin = cell.left() + CELL_INSET + MARK_RADIUS
    room = cell.width() - 2 * (CELL_INSET + MARK_RADIUS)
    middle = QRectF(cell).center().y()
    natural, effective = (
        QPointF(begin + room * scale.place(share), middle)
        for share in (line.natural_share, line.share)
    )
    return natural, effective


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


def change_shade(change: float) -> float:
    """The shade of bytes per token that became more by a share; as in comparisons."""
    shade = shade_of(METRICS["bytes_per_token"], change)
    assert shade is not None
    return shade


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
            words = "text"  # also in a row that is selected, which frames the colour
            ground = QRectF(option.rect.adjusted(SPACE_S, 2, 0, -2))
            painter.fillRect(ground, self._ground.colour(change_shade(line.change)))
        painter.setPen(self._theme.colour(words))
        painter.setFont(self._theme.font())
        painter.drawText(option.rect.adjusted(0, 0, -CELL_INSET, 0), _RIGHT, str(index.data()))
        painter.restore()
