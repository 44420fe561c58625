"""RegistryView: registered tokenizers, the form that adds one, and which bytes one comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from workbench.models.registry_tables import (
    EXPORTS,
    FILE,
    NAME,
    ORIGIN,
    REGISTERED_ROLE,
    SHA256,
    SOURCES,
    RegistryTable,
    TrainedFromTable,
)
from workbench.numbers import byte_size
from workbench.parts.register_form import RegisterForm
from workbench.parts.run_shared_table import SharedTable
from workbench.placeholders import fill
from workbench.theme import SPACE_L, SPACE_S, Theme
from workbench.widgets.empty_state import EmptyState
from workbench.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from workbench.store import RegisteredTokenizer

WIDTHS = (108, 124, 108, 92, 76, 72, 140, 100)
SOURCE_WIDTHS = (116, 76, 84, 160, 72, 132)


class RegistryView(QWidget):
    """Signals:

    chosen_changed: another registered tokenizer is chosen.
    open_requested: the RegisteredTokenizer to make current.
    check_requested: the RegisteredTokenizer whose exports are to be checked.
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
        """What stands above the sources."""
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
