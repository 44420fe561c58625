"""TokenPlaces: one token in the texts of a corpus, with what stands before and after it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine.analysis import PER_LABEL, TokenContext
from workbench.models.context_table import DOCUMENT, LABEL, LEFT, RIGHT, TOKEN, ContextTable
from workbench.parts.texts_button import TextsButton
from workbench.placeholders import fill
from workbench.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.translation import counted
from workbench.widgets.data_table import DataTable
from workbench.widgets.labels import ElidedLabel

_LABEL_WIDTH, _DOCUMENT_WIDTH = 84, 76
_ROOM_FOR_DOCUMENT = 720
_LEAST_TOKEN, _MOST_TOKEN = 64, 200
_TOKEN_MARGIN = 32


class TokenPlaces(QWidget):
    """A button that looks for places, and what was found so far.

    Signals:
        places_requested: None for the corpus of the window, or a tuple of paths.
        stop_requested: the person has seen enough.
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
    """Words without room end in an ellipsis on the side away from the token, which stands out."""

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
