"""PatternLegend: the alternatives with their hues, and what each of them covers."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from workbench.models.headed_table import ROW_ROLE
from workbench.models.pattern_alternatives import (
    CHANGE,
    EXPRESSION,
    NUMBER,
    AlternativeRow,
    AlternativesTable,
)
from workbench.theme import SPACE_XS, TEXT_CAPTION, Theme
from workbench.views.span_colouring import base_hue
from workbench.views.span_marks import mark_rects
from workbench.widgets.data_table import DataTable

_WIDTHS = (40, 120, 80, 64, 80)


class PatternLegend(DataTable):
    """One row for each alternative.

    Signals:
        alternative_chosen: number of the alternative, from 0, that the person chose.
    """

    alternative_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Alternatives of the pattern"), theme, parent)
        self._table = AlternativesTable(self)
        self.setModel(self._table)
        self.set_widths(_WIDTHS, stretch=EXPRESSION)
        self._delegate = _SwatchDelegate(theme, self)
        self._texts = _ExpressionDelegate(theme, self)
        self.setItemDelegateForColumn(NUMBER, self._delegate)
        self.setItemDelegateForColumn(EXPRESSION, self._texts)
        self.activated.connect(self._choose)
        self.clicked.connect(self._choose)

    @property
    def rows(self) -> tuple[AlternativeRow, ...]:
        """What is on show."""
        return self._table.rows

    def show_rows(self, rows: list[AlternativeRow]) -> None:
        """Show these rows."""
        self._table.show_rows(rows)

    def show_change(self, wanted: bool) -> None:
        """Show or hide how much more each covers than under the saved pattern."""
        self.setColumnHidden(CHANGE, not wanted)

    def _choose(self, index: QModelIndex) -> None:
        row: AlternativeRow = index.data(ROW_ROLE)
        if row.number is not None and row.pretokens:
            self.alternative_chosen.emit(row.number - 1)


class _SwatchDelegate(QStyledItemDelegate):
    """The number on the ground that the alternative's pre-tokens have."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row: AlternativeRow = index.data(ROW_ROLE)
        area = QRectF(option.rect).adjusted(SPACE_XS, SPACE_XS, -SPACE_XS, -SPACE_XS)
        painter.save()
        if row.hue is not None:
            hue = self._theme.token_colour(base_hue(row.hue))
            painter.fillRect(area, hue.background)
            for part in mark_rects(area, row.hue):
                painter.fillRect(part, hue.boundary)
            painter.setPen(hue.text)
            painter.setFont(self._theme.mono_font(TEXT_CAPTION))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(index.data()))
        elif not row.is_gone:
            painter.fillRect(area, self._theme.colour("surface"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(Qt.BrushStyle.BDiagPattern)
            brush = painter.brush()
            brush.setColor(self._theme.colour("warning"))
            painter.setBrush(brush)
            painter.drawRect(area)
        painter.restore()


class _ExpressionDelegate(QStyledItemDelegate):
    """Alternatives in the monospaced face, muted where they do nothing."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        row: AlternativeRow = index.data(ROW_ROLE)
        if row.hue is not None or row.is_gone:
            option.font = self._theme.mono_font(TEXT_CAPTION)
        if not row.pretokens:
            role = option.palette.ColorRole.Text
            option.palette.setColor(role, self._theme.colour("muted_text"))
        if row.is_gone:
            option.font.setStrikeOut(True)
