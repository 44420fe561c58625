"""One token in the texts of a corpus, with the text before and after it, and its twins.

`TokenPlaces` is the list of occurrences with the model `ContextTable`; `TwinTable` is the model of
tokens with the same letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine.analysis import PER_LABEL, TokenContext, TwinDifference, VocabularyReport
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated, visible
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import HeadedTable, Index
from workbench.ui.theme.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.labels import ElidedLabel
from workbench.ui.widgets.texts_button import TextsButton
from workbench.ui.words.translation import counted
from workbench.vocabulary.vocabulary_filter import VocabularyIndex
from workbench.vocabulary.vocabulary_table import TOKEN_ROLE

LABEL, LEFT, TOKEN, RIGHT, DOCUMENT = range(5)

_LABEL_WIDTH, _DOCUMENT_WIDTH = 84, 76
_ROOM_FOR_DOCUMENT = 720
_LEAST_TOKEN, _MOST_TOKEN = 64, 200
_TOKEN_MARGIN = 32
ID, TEXT, DIFFERENCE, USES = range(4)


class ContextTable(HeadedTable):
    """Columns: label, text before (aligned to the token), token, text after, document."""

    right_aligned = (LEFT, DOCUMENT)

    def __init__(self, mono_font: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Label"), self.tr("Before"), self.tr("Token"), self.tr("After"),
            self.tr("Document"),
        )  # fmt: skip
        self._mono_font = mono_font
        self._rows: list[TokenContext] = []

    @property
    def rows(self) -> tuple[TokenContext, ...]:
        return tuple(self._rows)

    def clear(self) -> None:
        self.beginResetModel()
        self._rows = []
        self.endResetModel()

    def append(self, contexts: Iterable[TokenContext]) -> None:
        """Add places below the others."""
        fresh = list(contexts)
        if fresh:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(fresh) - 1)
            self._rows.extend(fresh)
            self.endInsertRows()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            if column == LABEL:
                return language_name(row.label)
            return isolated(visible(row.left + row.token + row.right))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        return self._mono_font if role == Qt.ItemDataRole.FontRole and column == TOKEN else None

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignCenter if column == TOKEN else super()._alignment(column)

    def _shown(self) -> Sequence[object]:
        return self._rows


def _text(row: TokenContext, column: int) -> str:
    if column == LABEL:
        return row.label
    if column == DOCUMENT:
        return str(row.document)
    data = {LEFT: row.left, TOKEN: row.token, RIGHT: row.right}[column]
    shown = visible(data)
    if column != TOKEN:  # a dot for each space would be loud here
        shown = shown.replace("·", " ")
    return isolated(shown)


class TokenPlaces(QWidget):
    """A button that searches for occurrences, and those found so far.

    Signals:
        places_requested: None for the corpus of the window, or a tuple of paths.
        stop_requested: end the search.
    """

    places_requested = Signal(object)
    stop_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mono_font = theme.mono_font()
        self._words = ElidedLabel("", "caption")
        self.texts = TextsButton(
            self.tr("Find contexts"), self.tr("Read a text and show where the token is used in it")
        )
        self._stop = QPushButton(self.tr("Stop"))
        self._stop.hide()
        self._model = ContextTable(theme.mono_font(), self)
        self._table = DataTable(self.tr("Contexts of the token"), theme)
        self._table.setModel(self._model)
        self._delegate = _ContextDelegate(theme, self)
        for place in (LEFT, TOKEN, RIGHT):
            self._table.setItemDelegateForColumn(place, self._delegate)
        above = QHBoxLayout()
        above.setContentsMargins(SPACE_M, SPACE_XS, SPACE_S, SPACE_XS)
        above.setSpacing(SPACE_S)
        above.addWidget(self._words, 1)
        for each in (self._stop, self.texts, self._table.copying.button()):
            above.addWidget(each)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(above)
        column.addWidget(self._table, 1)
        self.texts.requested.connect(self.places_requested)
        self._stop.clicked.connect(self.stop_requested)
        self._model.rowsInserted.connect(self._fit)
        self.clear()

    @property
    def model(self) -> ContextTable:
        return self._model

    @property
    def words(self) -> str:
        """What was found, and where."""
        return self._words.text()

    def clear(self) -> None:
        """Another token: nothing was looked for yet."""
        self._model.clear()
        words = self.tr("The first %1 places under each label of a corpus")
        self._words.setText(fill(words, str(PER_LABEL)))
        self.note_looking(None)

    def append(self, contexts: tuple[TokenContext, ...]) -> None:
        """Show more places."""
        self._model.append(contexts)

    def note_looking(self, share: float | None) -> None:
        """Say how far looking is; None when nothing is looked for."""
        self._stop.setVisible(share is not None)
        self.texts.setVisible(share is None)
        if share is not None:
            words = self.tr("%1 % read, so far %2")
            self._words.setText(fill(words, f"{100 * share:.0f}", self._found()))

    def note_ended(self, *, whole: bool) -> None:
        """Say what was found; `whole` where everything was read."""
        self.note_looking(None)
        if not whole:
            words = self.tr("%1, stopped before the end")
            self._words.setText(fill(words, self._found()))
        elif self._model.rowCount():
            labels = len({row.label for row in self._model.rows})
            words = counted("TokenPlaces", "1 label", "%1 labels", labels)
            self._words.setText(f"{self._found()}, {words}")
        else:
            self._words.setText(self.tr("No text of the corpus has it as a token"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _found(self) -> str:
        return counted("TokenPlaces", "1 place", "%1 places", self._model.rowCount())

    def _fit(self, _parent: QModelIndex | None = None, _first: int = 0, _last: int = 0) -> None:
        """The token in the middle, the texts before and after it equally wide."""
        room = self._table.viewport().width()
        has_document = room >= _ROOM_FOR_DOCUMENT
        self._table.setColumnHidden(DOCUMENT, not has_document)
        rows = self._model.rows
        token = _LEAST_TOKEN
        if rows:
            words = self._model.index(0, TOKEN).data()
            metrics = QFontMetrics(self._mono_font)
            token = max(token, metrics.horizontalAdvance(words) + _TOKEN_MARGIN)
        token = min(token, _MOST_TOKEN)
        side = room - _LABEL_WIDTH - token - (_DOCUMENT_WIDTH if has_document else 0)
        header = self._table.horizontalHeader()
        widths = {LABEL: _LABEL_WIDTH, LEFT: side // 2, TOKEN: token, RIGHT: side - side // 2}
        for column, width in widths.items():
            header.resizeSection(column, max(width, _LEAST_TOKEN))
        header.resizeSection(DOCUMENT, _DOCUMENT_WIDTH)


class _ContextDelegate(QStyledItemDelegate):
    """Cuts long text on the side away from the token, which is emphasized."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        elide = Qt.TextElideMode
        option.textElideMode = elide.ElideLeft if index.column() == LEFT else elide.ElideRight
        if index.column() == TOKEN:
            option.font.setBold(True)
            role = option.palette.ColorRole.Text
            option.palette.setColor(role, self._theme.colour("accent"))


class TwinTable(HeadedTable):
    """The twins of a token: id, text, difference, uses. TOKEN_ROLE: the id."""

    right_aligned = (ID, USES)

    def __init__(self, mono_font: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (self.tr("Id"), self.tr("Text"), self.tr("Differs in"), self.tr("Uses"))
        self._words = {
            TwinDifference.SPACE: self.tr("leading space"),
            TwinDifference.CASE: self.tr("case"),
            TwinDifference.WIDTH: self.tr("full width"),
            TwinDifference.FORM: self.tr("normal form"),
            TwinDifference.COMPATIBILITY: self.tr("compatibility form"),
        }
        self._mono_font = mono_font
        self._rows: tuple[tuple[int, tuple[TwinDifference, ...]], ...] = ()
        self._index: VocabularyIndex | None = None
        self._report: VocabularyReport | None = None

    def show_twins(
        self, index: VocabularyIndex | None, report: VocabularyReport | None, token_id: int | None
    ) -> None:
        """Show the twins of a token, or nothing."""
        self.beginResetModel()
        self._index, self._report = index, report
        self._rows = () if index is None or token_id is None else index.twins.of(token_id)
        self.endResetModel()

    def token_at(self, row: int) -> int:
        """Return the id in a row."""
        return self._rows[row][0]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._index is None:
            return None
        token_id, differences = self._rows[index.row()]
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            if column == ID:
                return str(token_id)
            if column == TEXT:
                return isolated(visible(self._index.vocabulary[token_id]))
            if column == DIFFERENCE:
                return ", ".join(self._words[each] for each in differences)
            return self._uses(token_id)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole and column == TEXT:
            return self._mono_font
        return token_id if role == TOKEN_ROLE else None

    def _shown(self) -> Sequence[object]:
        return self._rows

    def _uses(self, token_id: int) -> str:
        uses = None if self._report is None else self._report.uses
        return NOTHING if uses is None or uses[token_id] < 0 else grouped(int(uses[token_id]))
