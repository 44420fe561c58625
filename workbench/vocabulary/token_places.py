"""One token in the texts of a corpus, with the text before and after it, and its twins.

`TokenPlaces` is the list of occurrences under `context_columns`; `twin_columns` are for the tokens
with the same letters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.ui.tables.headed_table import Index

if TYPE_CHECKING:
    from pathlib import Path

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QLinearGradient, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from engine.analysis import PER_LABEL, TokenContext, TwinDifference, VocabularyReport
from workbench.signals import Signal
from workbench.text.languages import language_name
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated, visible
from workbench.ui.languages.language_delegates import paint_ground
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.buttons import TextsButton
from workbench.ui.widgets.labels import ElidedLabel
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.translation import counted, translator
from workbench.vocabulary.token_chips import TokenCell, TokenChips
from workbench.vocabulary.vocabulary_index import VocabularyIndex

_tr = translator("TokenPlaces")

LABEL, LEFT, TOKEN, RIGHT, DOCUMENT = range(5)

_LABEL_WIDTH, _DOCUMENT_WIDTH = 84, 76
_ROOM_FOR_DOCUMENT = 720
_LEAST_TOKEN, _MOST_TOKEN = 24, 200
_TOKEN_MARGIN = 16
_BESIDE_TOKEN = 2
FADE = 40
"""Pixels in which text that goes on beyond its cell fades out."""


def context_columns(mono: QFont) -> Sequence[Column[TokenContext]]:
    """Places of a token in a corpus, one to a row: the token between the text around it."""

    def whole(row: TokenContext) -> str:
        return isolated(visible(row.left + row.token + row.right))

    return (
        Column(_tr("Label"), attrgetter("label"), tip=lambda row: language_name(row.label)),
        Column(_tr("Before"), lambda row: _quiet(row.left), tip=whole, side="right"),
        Column(_tr("Token"), lambda row: isolated(visible(row.token)), tip=whole, side="centre",
               font=mono),
        Column(_tr("After"), lambda row: _quiet(row.right), tip=whole),
        Column(_tr("Document"), lambda row: str(row.document), tip=whole, side="right"),
    )  # fmt: skip


def _quiet(data: bytes) -> str:
    """Text without a dot for each space, which would be loud here."""
    return isolated(visible(data).replace("·", " "))


class TokenPlaces(QWidget):
    """A button that searches for occurrences, and those found so far.

    Signals:
        places_requested: None for the corpus of the window, or a tuple of paths.
        stop_requested: end the search.
    """

    places_requested: Signal[tuple[Path, ...] | None] = Signal(object)
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
        self.model = ColumnTable(context_columns(theme.mono_font()), parent=self)
        self._table = DataTable(self.tr("Contexts of the token"), theme)
        self._table.setModel(self.model)
        self._delegate = ContextDelegate(theme, self)
        for place in (LEFT, TOKEN, RIGHT):
            self._table.setItemDelegateForColumn(place, self._delegate)
        above = horizontal(
            (self._words, 1),
            self._stop,
            self.texts,
            self._table.copying.button(),
            margins=(SPACE_M, SPACE_XS, SPACE_S, SPACE_XS),
            spacing=SPACE_S,
        )
        vertical(above, (self._table, 1), parent=self, spacing=0)
        self.texts.requested.connect(self.places_requested)
        self._stop.clicked.connect(self.stop_requested)
        self.model.rowsInserted.connect(self._fit)
        self.clear()

    @property
    def words(self) -> str:
        """What was found, and where."""
        return self._words.text()

    def set_token(self, token_id: int | None) -> None:
        """Say which token is shown; nothing was looked for yet."""
        self._delegate.token_id = token_id or 0
        self.clear()

    def clear(self) -> None:
        """Another token: nothing was looked for yet."""
        self.model.set_rows(())
        words = self.tr("The first %1 occurrences under each label of a corpus")
        self._words.setText(fill(words, str(PER_LABEL)))
        self.note_looking(None)
        self._fit()

    def append(self, contexts: tuple[TokenContext, ...]) -> None:
        """Show more places."""
        self.model.append(contexts)

    def note_looking(self, share: float | None) -> None:
        """Say how far looking is; None when nothing is looked for."""
        self._stop.setVisible(share is not None)
        self.texts.setVisible(share is None)
        if share is not None:
            words = self.tr("%1 % read, %2")
            self._words.setText(fill(words, f"{100 * share:.0f}", self._found()))

    def note_ended(self, *, whole: bool) -> None:
        """Say what was found; `whole` where everything was read."""
        self.note_looking(None)
        if not whole:
            words = self.tr("%1, stopped before the end")
            self._words.setText(fill(words, self._found()))
        elif self.model.rowCount():
            labels = len({row.label for row in self.model.rows})
            words = counted("TokenPlaces", "1 label", "%1 labels", labels)
            self._words.setText(f"{self._found()}, {words}")
        else:
            self._words.setText(self.tr("No occurrences in the corpus"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _found(self) -> str:
        return counted("TokenPlaces", "1 occurrence", "%1 occurrences", self.model.rowCount())

    def _fit(self, _parent: QModelIndex | None = None, _first: int = 0, _last: int = 0) -> None:
        """The token in the middle, the texts before and after it equally wide."""
        room = self._table.viewport().width()
        has_document = room >= _ROOM_FOR_DOCUMENT
        self._table.setColumnHidden(DOCUMENT, not has_document)
        rows = self.model.rows
        token = max(_LEAST_TOKEN, self._table.head_width(TOKEN))
        if rows:
            words = self.model.index(0, TOKEN).data()
            metrics = QFontMetrics(self._mono_font)
            token = max(token, metrics.horizontalAdvance(words) + _TOKEN_MARGIN)
        token = min(token, _MOST_TOKEN)
        side = room - _LABEL_WIDTH - token - (_DOCUMENT_WIDTH if has_document else 0)
        header = self._table.horizontalHeader()
        widths = {LABEL: _LABEL_WIDTH, LEFT: side // 2, TOKEN: token, RIGHT: side - side // 2}
        for column, width in widths.items():
            header.resizeSection(column, max(width, _LEAST_TOKEN))
        header.resizeSection(DOCUMENT, _DOCUMENT_WIDTH)


class ContextDelegate(QStyledItemDelegate):
    """Paints the three cells of an occurrence as one line: the token as in Tokens, text beside it.

    Text that goes on beyond the cell fades out on the side away from the token.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._chips = TokenChips(theme, self)
        self.token_id = 0

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setClipRect(option.rect)
        words = paint_ground(painter, option, self._theme)
        text = str(index.data())
        if index.column() == TOKEN:
            cell = TokenCell(self.token_id, text)
            self._chips.paint_token(painter, QRectF(option.rect), cell)
        else:
            painter.setPen(self._theme.colour(words))
            painter.setFont(self._theme.font())
            self._paint_side(painter, option, text, is_left=index.column() == LEFT)
        painter.restore()

    def _paint_side(
        self, painter: QPainter, option: QStyleOptionViewItem, text: str, *, is_left: bool
    ) -> None:
        rect = option.rect
        room = (
            rect.adjusted(0, 0, -_BESIDE_TOKEN, 0)
            if is_left
            else rect.adjusted(_BESIDE_TOKEN, 0, 0, 0)
        )
        side = Qt.AlignmentFlag.AlignRight if is_left else Qt.AlignmentFlag.AlignLeft
        flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(room, int(flags), text)
        if painter.fontMetrics().horizontalAdvance(text) > room.width():
            ground = QColor(self._ground(option))
            clear = QColor(ground)
            clear.setAlpha(0)
            outer, inner = (
                (rect.left(), rect.left() + FADE) if is_left
                else (rect.right() + 1, rect.right() + 1 - FADE)
            )  # fmt: skip
            fade = QLinearGradient(outer, 0, inner, 0)
            fade.setColorAt(0.0, ground)
            fade.setColorAt(1.0, clear)
            painter.fillRect(QRectF(min(outer, inner), rect.top(), FADE, rect.height()), fade)

    def _ground(self, option: QStyleOptionViewItem) -> QColor:
        states = QStyle.StateFlag
        if option.state & states.State_Selected:
            return self._theme.colour("selection")
        is_hovered = option.state & states.State_MouseOver
        return self._theme.colour("hover" if is_hovered else "surface")


class TwinRow(NamedTuple):
    """A twin of a token. uses: None where they are not counted."""

    token_id: int
    token: bytes
    differences: tuple[TwinDifference, ...]
    uses: int | None


def twin_columns(mono: QFont) -> Sequence[Column[TwinRow]]:
    """The twins of a token and what each differs in."""
    words = {
        TwinDifference.SPACE: _tr("leading space"),
        TwinDifference.CASE: _tr("case"),
        TwinDifference.WIDTH: _tr("full width"),
        TwinDifference.FORM: _tr("normal form"),
        TwinDifference.COMPATIBILITY: _tr("compatibility form"),
    }
    return (
        Column(_tr("Id"), lambda row: str(row.token_id), side="right", width=64),
        Column(_tr("Text"), lambda row: isolated(visible(row.token)), font=mono, width=120),
        Column(_tr("Differs in"), lambda row: ", ".join(words[each] for each in row.differences),
               width=128, stretches=True),
        Column(_tr("Uses"), attrgetter("uses"), side="right", width=88),
    )  # fmt: skip


def twin_rows(
    index: VocabularyIndex | None, report: VocabularyReport | None, token_id: int | None
) -> tuple[TwinRow, ...]:
    """Return the twins of a token, none without one."""
    if index is None or token_id is None:
        return ()
    uses = None if report is None else report.uses
    return tuple(
        TwinRow(twin, index.vocabulary[twin], differences,
                None if uses is None or uses[twin] < 0 else int(uses[twin]))
        for twin, differences in index.twins.of(token_id)
    )  # fmt: skip
