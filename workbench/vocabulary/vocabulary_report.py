"""The report on a vocabulary; a selected row shows its tokens in the table.

`VocabularyReportPart` is the widget, `ReportTable` its model, `ReportDelegate` paints its rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QRect, QRectF, Qt
from PySide6.QtGui import QAction, QKeySequence, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.analysis import ReportRow, ReportSection, VocabularyReport, report_sections
from workbench.signals import Signal
from workbench.text.numbers import GROUP_SPACE, byte_size, grouped, percent
from workbench.text.visible_text import isolated, visible
from workbench.ui.languages.language_delegates import paint_ground
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import ROW_ROLE, HeadedTable, Index
from workbench.ui.theme.theme import (
    CELL_INSET,
    ROW_HEIGHT,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    TEXT_CAPTION,
    Theme,
)
from workbench.ui.widgets.buttons import TextsButton
from workbench.ui.widgets.labels import hairline, label
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.translation import counted
from workbench.vocabulary.vocabulary_index import VocabularyIndex

if TYPE_CHECKING:
    from pathlib import Path

    from engine.analysis import VocabularyReport

WHAT, COUNT, SHARE = range(3)
PART_ROLE = Qt.ItemDataRole.UserRole + 1
"""float, the count as a part of the greatest in the section; 0 for heads."""
_LONGEST_TITLE = 200
_GROUPING = re.compile(r"(?<=[0-9]),(?=[0-9])")

BAR_THICKNESS = 3
_WIDTHS = (200, 76, 112)
_HEAD_HEIGHT = ROW_HEIGHT + SPACE_L


class ReportTable(HeadedTable):
    """The report as one table: a header for each section, then its rows.

    Columns: what, how many, share of all ids. A model of its own: its rows are of two kinds, heads
    of sections and figures.
    """

    right_aligned = (COUNT, SHARE)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (self.tr("Property"), self.tr("Tokens"), self.tr("Share of ids"))
        self._rows: list[tuple[ReportSection, ReportRow | None]] = []
        self._vocabulary: Sequence[bytes] = ()

    def show_sections(self, sections: Sequence[ReportSection], vocabulary: Sequence[bytes]) -> None:
        """Show these sections; `vocabulary` gives the text of single tokens."""
        self.beginResetModel()
        self._vocabulary = vocabulary
        self._rows = []
        for section in sections:
            self._rows.append((section, None))
            self._rows += [(section, row) for row in section.rows]
        self.endResetModel()

    def heads(self) -> list[int]:
        """Return the rows that begin a section."""
        return [number for number, (_, row) in enumerate(self._rows) if row is None]

    def row_of(self, condition: str) -> int | None:
        """Return the row that shows the tokens of a condition."""
        for number, (_, row) in enumerate(self._rows):
            if row is not None and row.condition == condition:
                return number
        return None

    def explanation(self, number: int) -> tuple[str, str]:
        """Return what a row means, and the section that it stands in; "" where nothing is said."""
        section, row = self._rows[number]
        own = "" if row is None or not row.explanation else self.tr(row.explanation)
        return own, self.tr(section.explanation) if section.explanation else ""

    def _shown(self) -> Sequence[object]:
        return self._rows

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        section, row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(section, row, index.column())
            case Qt.ItemDataRole.TextAlignmentRole:
                return self._alignment(index.column())
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.WhatsThisRole:
                return "\n\n".join(filter(None, self.explanation(index.row())))
        if role == PART_ROLE:
            return None if row is None or row.token_id is not None else row.share
        return row if role == ROW_ROLE else None

    def _text(self, section: ReportSection, row: ReportRow | None, column: int) -> str:
        if row is None:
            heads = {WHAT: self.tr(section.title), COUNT: self.tr(section.unit)}
            return heads.get(column, "")
        if column == COUNT:
            return grouped(row.count)
        if column == SHARE:
            return "" if row.token_id is not None else percent(row.share)
        if row.token_id is None:
            return _GROUPING.sub(GROUP_SPACE, self.tr(row.title))
        return isolated(visible(self._vocabulary[row.token_id][:_LONGEST_TITLE]))


def share_bar(cell: QRect, share: float) -> tuple[QRectF, QRectF]:
    """Where 100 % is in a cell, and where a share is; something of every share is in sight."""
    track = QRectF(cell.left() + SPACE_S, cell.bottom() - BAR_THICKNESS, cell.width() - SPACE_L,
                   BAR_THICKNESS)  # fmt: skip
    bar = QRectF(track)
    bar.setWidth(max(1.0, track.width() * share) if share else 0.0)
    return track, bar


class ReportDelegate(QStyledItemDelegate):
    """Paints a row over its bar, and the headers of sections.

    The bar is the share of ids, 100 % wide in every section. Rows of single tokens have none.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        row = index.data(ROW_ROLE)
        if row is None:
            self._paint_head(painter, option, index)
        else:
            self._paint_row(painter, option, index, is_token=row.token_id is not None)
        painter.restore()

    def _paint_head(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
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
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, *, is_token: bool
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


class VocabularyReportPart(QWidget):
    """Sections of rows, the meaning of the selected one, and the counted text.

    Signals:
        condition_chosen: the filter that shows the tokens of a row; "" for all tokens.
        uses_requested: None for the corpus of the window, or a tuple of paths.
        failed: the sentence that says why the report could not be saved.
    """

    condition_chosen: Signal[str] = Signal(object)
    failed: Signal[str] = Signal(object)
    uses_requested: Signal[tuple[Path, ...] | None] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.model = ReportTable(self)
        self.table = DataTable(self.tr("Vocabulary report"), theme)
        self.table.setModel(self.model)
        self.table.setItemDelegate(ReportDelegate(theme, self.table))
        self.table.set_widths(_WIDTHS, stretch=WHAT)
        self._where = label("", "caption", wrap=True)
        self._meaning = label("", "caption", wrap=True)
        self._meaning.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.texts = TextsButton(
            self.tr("Count uses"),
            self.tr("Encode a text once and count how often each token is used in it"),
        )
        self.texts.requested.connect(self.uses_requested)
        self._is_new_choice = False
        self._told = ""  # the condition that others know of
        self._lay_out()
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self.table.clicked.connect(self._take_click)
        self.table.copying.failed.connect(self.failed)
        leave = QAction(self.tr("Show all tokens"), self.table)
        leave.setObjectName("vocabulary.show_all_tokens")
        leave.setShortcut(QKeySequence(Qt.Key.Key_Escape))
        leave.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        leave.triggered.connect(self._leave)
        self.table.addAction(leave)
        theme.changed.connect(self.table.viewport().update)

    @property
    def caption(self) -> str:
        """Where the uses come from."""
        return self._where.text()

    @property
    def meaning(self) -> str:
        """What the chosen row means."""
        return self._meaning.text()

    def show_report(self, index: VocabularyIndex | None, report: VocabularyReport | None) -> None:
        """Show a report on the tokens of an index, or nothing; the chosen row stays chosen."""
        chosen = self._chosen()
        scroll = self.table.verticalScrollBar().value()
        if index is None or report is None:
            self.model.show_sections((), ())
        else:
            self.model.show_sections(report_sections(report), index.vocabulary)
        heads = set(self.model.heads())
        for row in range(self.model.rowCount()):
            height = _HEAD_HEIGHT if row in heads else ROW_HEIGHT
            self.table.verticalHeader().resizeSection(row, height)
        self._where.setText("" if report is None else self._where_words(report))
        self._explain(None)
        if chosen is None or not self.choose(chosen.condition):
            self._told = ""
        self.table.verticalScrollBar().setValue(scroll)

    def choose(self, condition: str) -> bool:
        """Choose the row that shows these tokens; False where there is none."""
        row = self.model.row_of(condition)
        if row is not None:
            self.table.setCurrentIndex(self.model.index(row, WHAT))
        return row is not None

    def forget_choice(self) -> None:
        """Select no row: the filter of the table comes from elsewhere."""
        self._told = ""
        self._leave()

    def note_counting(self, is_counting: bool) -> None:
        """Say that uses are being counted, or no more."""
        self.texts.note_working(self.tr("Counting…") if is_counting else "")

    def _lay_out(self) -> None:
        above = horizontal(
            (self._where, 1),
            self.texts,
            self.table.copying.button(),
            margins=(SPACE_M, SPACE_XS, SPACE_S, SPACE_XS),
            spacing=SPACE_S,
        )
        foot = vertical(self._meaning, margins=(SPACE_M, SPACE_S, SPACE_M, SPACE_M))
        vertical(above, (self.table, 1), hairline(), foot, parent=self, spacing=0)
        # Room for the longest explanation, so that nothing moves when another row is chosen.
        self._meaning.setMinimumHeight(5 * self.fontMetrics().lineSpacing())
        self._meaning.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _where_words(self, report: VocabularyReport) -> str:
        if report.usage is not None:
            return counted(
                "VocabularyReportPart",
                "Uses in %1: %2 in 1 token",
                "Uses in %1: %2 in %3 tokens",
                report.usage.tokens,
                report.usage_name,
                byte_size(report.usage.bytes),
                grouped(report.usage.tokens),
            )
        if report.lineage is not None:
            return counted(
                "VocabularyReportPart",
                "Uses in the training corpus, from its record: 1 token",
                "Uses in the training corpus, from its record: %1 tokens",
                report.lineage.n_tokens,
            )
        return self.tr("Uses not counted yet: count them in a text")

    def _chosen(self) -> ReportRow | None:
        index = self.table.currentIndex()
        return index.data(ROW_ROLE) if index.isValid() else None

    def _choose(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._is_new_choice = True
        self._explain(current.row() if current.isValid() else None)
        row = self._chosen()
        condition = "" if row is None else row.condition
        if condition != self._told:
            self._told = condition
            self.condition_chosen.emit(condition)

    def _take_click(self, _index: QModelIndex) -> None:
        """A second click on the chosen row leaves it again."""
        if not self._is_new_choice:
            self._leave()
        self._is_new_choice = False

    def _leave(self) -> None:
        self.table.setCurrentIndex(QModelIndex())
        self.table.clearSelection()

    def _explain(self, number: int | None) -> None:
        if number is None:
            self._meaning.setText(
                self.tr("Select a row to filter the table; select it again to clear.")
            )
            return
        self._meaning.setText("\n".join(filter(None, self.model.explanation(number))))
