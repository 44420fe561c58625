"""ReportDelegate: a row of the vocabulary report over its bar, and the heads of sections."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from workbench.models.headed_table import ROW_ROLE
from workbench.models.report_table import PART_ROLE, WHAT
from workbench.parts.language_delegates import paint_ground
from workbench.theme import CELL_INSET, SPACE_L, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme

BAR_THICKNESS = 3
_Index = QModelIndex | QPersistentModelIndex


def share_bar(cell: QRect, share: float) -> tuple[QRectF, QRectF]:
    """Where 100 % is in a cell, and where a share is; something of every share is in sight."""
    track = QRectF(cell.left() + SPACE_S, cell.bottom() - BAR_THICKNESS, cell.width() - SPACE_L,
                   BAR_THICKNESS)  # fmt: skip
    bar = QRectF(track)
    bar.setWidth(max(1.0, track.width() * share) if share else 0.0)
    return track, bar


class ReportDelegate(QStyledItemDelegate):
    """The bar below the words is the share of ids: the whole width is 100 % in every section.

    Rows of single tokens, whose numbers are no shares, have none.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.save()
        row = index.data(ROW_ROLE)
        if row is None:
            self._paint_head(painter, option, index)
        else:
            self._paint_row(painter, option, index, is_token=row.token_id is not None)
        painter.restore()

    def _paint_head(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.fillRect(option.rect, self._theme.colour("surface"))
        is_title = index.column() == WHAT
        painter.setPen(self._theme.colour("text" if is_title else "muted_text"))
        painter.setFont(self._theme.font(bold=True) if is_title else self._theme.font(TEXT_CAPTION))
        room = option.rect.adjusted(CELL_INSET if is_title else 0, 0, -SPACE_S, -SPACE_XS)
        side = Qt.AlignmentFlag.AlignLeft if is_title else Qt.AlignmentFlag.AlignRight
        painter.drawText(room, side | Qt.AlignmentFlag.AlignBottom, str(index.data()))
        painter.fillRect(
            QRectF(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
            self._theme.colour("hairline"),
        )

    def _paint_row(
        self, painter: QPainter, option: QStyleOptionViewItem, index: _Index, *, is_token: bool
    ) -> None:
        words = paint_ground(painter, option, self._theme)
        rect = option.rect
        is_what = index.column() == WHAT
        share = index.data(PART_ROLE)
        if is_what and share is not None:
            track, bar = share_bar(rect, share)
            painter.fillRect(track, self._theme.colour("track"))
            painter.fillRect(bar, self._theme.colour("muted_text"))
        painter.setPen(self._theme.colour(words))
        painter.setFont(self._theme.mono_font() if is_token and is_what else self._theme.font())
        below = BAR_THICKNESS if is_what and share is not None else 0
        room = rect.adjusted(CELL_INSET if is_what else 0, 0, -SPACE_S, -below)
        side = Qt.AlignmentFlag.AlignLeft if is_what else Qt.AlignmentFlag.AlignRight
        text = painter.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, text)
