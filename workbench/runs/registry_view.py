"""The view of registered tokenizers, and of the texts that one was trained from.

`RegistryView` is the widget; `RegistryTable` and `TrainedFromTable` are its models.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from workbench.runs.register_form import RegisterForm
from workbench.store import HASH_DIGITS
from workbench.text.numbers import NOTHING, byte_size, grouped
from workbench.text.placeholders import fill
from workbench.ui.tables.headed_table import HeadedTable
from workbench.ui.tables.shared_table import SharedTable
from workbench.ui.theme.theme import SPACE_L, SPACE_S, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.labels import ElidedLabel
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from workbench.store import FileRecord, RegisteredTokenizer, SourceRecord

(NAME, HASH, ORIGIN, SOURCES, BYTES, IDS, WHEN, EXPORTS) = range(8)
(LABEL, TEXT, DOCUMENTS, FILE, SIZE, SHA256) = range(6)
REGISTERED_ROLE = Qt.ItemDataRole.UserRole
_MOST_LABELS = 3
_Index = QModelIndex | QPersistentModelIndex

WIDTHS = (108, 124, 108, 92, 76, 72, 140, 100)
SOURCE_WIDTHS = (116, 76, 84, 160, 72, 132)


class RegistryTable(HeadedTable):
    """Model of registered tokenizers: one row per version of a name, newest first."""

    right_aligned = frozenset({BYTES, IDS})

    def __init__(self, mono: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mono = mono
        self._heads = (
            self.tr("Tokenizer"), self.tr("Hash"), self.tr("From"), self.tr("Trained from"),
            self.tr("Text"), self.tr("Ids"), self.tr("Registered"), self.tr("Exports"),
        )  # fmt: skip
        self._rows: tuple[RegisteredTokenizer, ...] = ()

    @property
    def registered(self) -> tuple[RegisteredTokenizer, ...]:
        return self._rows

    def set_registered(self, registered: Sequence[RegisteredTokenizer]) -> None:
        """Show these; nothing is done where they are the same."""
        if tuple(registered) != self._rows:
            self.beginResetModel()
            self._rows = tuple(registered)
            self.endResetModel()

    def row_of(self, reference: str) -> int | None:
        """The row of NAME@VERSION, None where it is not there."""
        found = (row for row, each in enumerate(self._rows) if each.reference == reference)
        return next(found, None)

    def _shown(self) -> Sequence[object]:
        return self._rows

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        each, column = self._rows[index.row()], index.column()
        if role == REGISTERED_ROLE:
            return each
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(each, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole and column == HASH:
            return self._mono
        if role == Qt.ItemDataRole.ToolTipRole:
            whole = {HASH: each.semantic_hash, SOURCES: _labels(each)}
            return whole.get(column) or self._text(each, column)
        return None

    def _text(self, each: RegisteredTokenizer, column: int) -> str:
        known = each.trained_from
        return (
            each.reference,
            each.semantic_hash[:HASH_DIGITS],
            self._origin(each),
            self._sources(each),
            NOTHING if known.bytes is None else byte_size(known.bytes),
            grouped(each.vocab_size),
            f"{each.created.astimezone():%Y-%m-%d %H:%M}",
            self._exports(each),
        )[column]

    def _origin(self, each: RegisteredTokenizer) -> str:
        if each.file is not None:
            return fill(self.tr("file %1"), each.file.name)
        return fill(self.tr("run %1"), each.run_name or "")

    def _sources(self, each: RegisteredTokenizer) -> str:
        labels = [source.label for source in each.trained_from.sources]
        if not labels:
            return self.tr("not known")
        if len(labels) > _MOST_LABELS:
            return counted("RegistryTable", "1 source", "%1 sources", len(labels))
        return ", ".join(labels)

    def _exports(self, each: RegisteredTokenizer) -> str:
        """Each format once, by its newest export: a sign says what the library said."""
        newest = {record.format: record.status for record in reversed(each.exports)}
        signs = {"equal": "✓", "different": "≠", "failed": "✗"}
        words = (f"{name} {signs.get(status, '')}".strip() for name, status in newest.items())
        return ", ".join(words) or NOTHING


def _labels(each: RegisteredTokenizer) -> str | None:
    labels = ", ".join(source.label for source in each.trained_from.sources)
    return labels or None


class TrainedFromTable(HeadedTable):
    """Model of sources: one row per file; a source without files has its own."""

    right_aligned = frozenset({TEXT, DOCUMENTS, SIZE})

    def __init__(self, mono: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mono = mono
        self._heads = (
            self.tr("Source"), self.tr("Text"), self.tr("Documents"), self.tr("File"),
            self.tr("Size"), self.tr("sha256"),
        )  # fmt: skip
        self._rows: tuple[tuple[SourceRecord, FileRecord | None], ...] = ()

    def set_sources(self, sources: Sequence[SourceRecord]) -> None:
        """Show the files of these sources."""
        self.beginResetModel()
        self._rows = tuple(
            (source, file) for source in sources for file in (source.files or (None,))
        )
        self.endResetModel()

    def _shown(self) -> Sequence[object]:
        return self._rows

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column = index.column()
        text = self._text(*self._rows[index.row()], column)
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole and column == SHA256:
            return self._mono
        return text if role == Qt.ItemDataRole.ToolTipRole and column == FILE else None

    def _text(self, source: SourceRecord, file: FileRecord | None, column: int) -> str:
        return (
            source.label,
            NOTHING if source.bytes is None else byte_size(source.bytes),
            NOTHING if source.documents is None else grouped(source.documents),
            self.tr("text in memory, or not known") if file is None else file.path,
            NOTHING if file is None or file.size_bytes is None else byte_size(file.size_bytes),
            NOTHING if file is None or file.sha256 is None else file.sha256,
        )[column]


class RegistryView(QWidget):
    """Registered tokenizers, the form that adds one, and the sources of the selected one.

    Signals:
        chosen_changed: another registered tokenizer is selected.
        open_requested: the RegisteredTokenizer to open.
        check_requested: the RegisteredTokenizer whose exports to check.
        register_wanted: the button of the empty state was pressed.
    """

    chosen_changed = Signal()
    open_requested = Signal(object)
    check_requested = Signal(object)
    register_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        mono = theme.mono_font()
        self.form = RegisterForm()
        self.rows = RegistryTable(mono, self)
        self.table = SharedTable(self.tr("Registered tokenizers"), theme)
        self.table.setModel(self.rows)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # versions stand at the end
        self.table.share(WIDTHS, (NAME, ORIGIN, SOURCES, EXPORTS))
        self.sources = TrainedFromTable(mono, self)
        self.source_table = SharedTable(self.tr("Trained from"), theme)
        self.source_table.setModel(self.sources)
        self.source_table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.source_table.share(SOURCE_WIDTHS, (FILE, SHA256))
        self._title = ElidedLabel("", "section")
        self._nothing = EmptyState(
            self.tr(
                "Tokenizers that are registered never change again: by name and version or hash "
                "they load anywhere, and say which bytes they come from."
            ),
            self.tr("Register the chosen run"),
        )
        self._pages = QStackedWidget()
        self._lay_out()
        self.table.selectionModel().selectionChanged.connect(self._note_chosen)
        self.table.activated.connect(self.open_chosen)
        self._nothing.action_requested.connect(self.register_wanted)
        self.form.asked.connect(self._show_ways)
        self.form.closed.connect(self._show_ways)
        self.set_registered(())

    @property
    def chosen(self) -> RegisteredTokenizer | None:
        """The chosen one, None unless it is one."""
        rows = self.table.selectionModel().selectedRows()
        return rows[0].data(REGISTERED_ROLE) if len(rows) == 1 else None

    def set_registered(self, registered: Sequence[RegisteredTokenizer]) -> None:
        """Show these; what is chosen stays chosen, else the newest is."""
        before = self.chosen
        self.rows.set_registered(registered)
        self.form.set_names([each.name for each in registered])
        self._pages.setCurrentIndex(1 if registered else 0)
        self.choose(registered[0].reference if before is None and registered else
                    "" if before is None else before.reference)  # fmt: skip

    def choose(self, reference: str) -> None:
        """Choose NAME@VERSION, if it is there."""
        row = self.rows.row_of(reference)
        if row is not None:
            self.table.selectRow(row)
        self._note_chosen()

    def open_chosen(self) -> None:
        """Ask for the chosen one to be opened."""
        if self.chosen is not None:
            self.open_requested.emit(self.chosen)

    def check_chosen(self) -> None:
        """Ask for the exports of the chosen one to be checked."""
        if self.chosen is not None:
            self.check_requested.emit(self.chosen)

    @property
    def title(self) -> str:
        """The line above the sources."""
        return self._title.text()

    # ---- inside

    def _show_ways(self) -> None:
        """One way to register is enough: the form, or the button that opens it."""
        is_open = self.form.subject is not None
        self._nothing.set_action("" if is_open else self.tr("Register the chosen run"))

    def _note_chosen(self) -> None:
        each = self.chosen
        self.sources.set_sources(() if each is None else each.trained_from.sources)
        words = "" if each is None else self._words(each)
        self._title.setText(words)
        self.chosen_changed.emit()

    def _words(self, each: RegisteredTokenizer) -> str:
        known = each.trained_from
        if not known.sources:
            words = self.tr("What %1 was trained from is not known")
        elif known.bytes is None:
            words = self.tr("%1 was trained from")
        else:
            words = self.tr("%1 was trained from %2 of text")
        return fill(words, each.reference, byte_size(known.bytes or 0))

    def _lay_out(self) -> None:
        above = QWidget()
        column = QVBoxLayout(above)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table, 1)
        below = QWidget()
        head = QHBoxLayout()
        head.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        head.setSpacing(SPACE_S)
        head.addWidget(self._title, 1)
        head.addWidget(self.source_table.copying.button())
        lower = QVBoxLayout(below)
        lower.setContentsMargins(0, 0, 0, 0)
        lower.setSpacing(0)
        lower.addLayout(head)
        lower.addWidget(self.source_table, 1)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(above)
        split.addWidget(below)
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 1)
        self._pages.addWidget(self._nothing)
        self._pages.addWidget(split)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.form)
        rows.addWidget(self._pages, 1)
