"""MergeStream: the merges while they happen, with a switch to follow them and a search."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from workbench.models.merge_table import COUNT, MERGE, MERGE_ROLE, TOKEN_ID, MergeRow, MergeTable
from workbench.numbers import grouped
from workbench.parts.merge_delegate import MergeDelegate
from workbench.placeholders import fill
from workbench.theme import SEARCH_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.widgets.data_table import DataTable
from workbench.widgets.labels import ElidedLabel, hairline, label, set_property

COLUMN_WIDTHS = (88, 80, 104, 200)
ROOM_FOR_ALL_COLUMNS = 440
SEARCH_DELAY_MS = 120


class MergeStream(QWidget):
    """Rows are only ever appended: scroll position and selection stay as they are.

    Signals:
        merge_chosen: the MergeRow the person chose.
    """

    merge_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.merges = MergeTable(self)
        self.table = _StreamTable(self.tr("Merges"), theme)
        self.table.setModel(self.merges)
        self.table.setItemDelegateForColumn(MERGE, MergeDelegate(theme, self.table))
        self.table.set_widths(COLUMN_WIDTHS, stretch=MERGE)
        self.table.selectionModel().selectionChanged.connect(self._choose)
        self._facts = ElidedLabel("", "caption")
        self._found = label("", "caption")
        self._search = _SearchField(placeholderText=self.tr("Find in tokens"))
        self._search.setAccessibleName(self.tr("Find in tokens"))
        self._search.setToolTip(
            self.tr(
                "Text that a token holds, or bytes such as e2 80. Enter goes to the next, "
                "Shift+Enter to the one before."
            )
        )
        self._search.setClearButtonEnabled(True)
        self._search.setMaximumWidth(SEARCH_WIDTH)
        self._delay = QTimer(self, singleShot=True, interval=SEARCH_DELAY_MS)
        self._delay.timeout.connect(self._begin_search)
        self._matches: list[int] = []
        self._looked_at = 0
        self._part = b""
        self._follow = QCheckBox(self.tr("Follow"))
        self._follow.setToolTip(
            self.tr("Keep the newest merge in sight; scrolling away ends it, scrolling down begins")
        )
        self._follow.toggled.connect(self.table.set_following)
        self.table.following_changed.connect(self._follow.setChecked)
        self._search.textChanged.connect(self._delay.start)
        self._search.next_wanted.connect(self.find_next)
        self._search.previous_wanted.connect(self.find_previous)
        self._lay_out()

    @property
    def follows(self) -> bool:
        """Whether the newest merge is kept in sight."""
        return self._follow.isChecked()

    @property
    def found_words(self) -> str:
        """How many merges hold what is looked for, and which of them is chosen."""
        return self._found.text()

    @property
    def facts(self) -> str:
        """What the training came to so far."""
        return self._facts.text()

    def follow(self, follows: bool) -> None:
        """Keep the newest merge in sight, or stop doing so."""
        self._follow.setChecked(follows)

    def show_facts(self, words: str) -> None:
        """Say above the table what the training came to so far."""
        self._facts.setText(words)

    def focus_search(self) -> None:
        """Go to the search field."""
        self._search.setFocus()
        self._search.selectAll()

    def find(self, text: str) -> None:
        """Look for text as if typed, at once."""
        self._search.setText(text)
        self._delay.stop()
        self._begin_search()

    def find_next(self) -> None:
        self._go(forward=True)

    def find_previous(self) -> None:
        self._go(forward=False)

    def show_room(self, width: int) -> None:
        """Hide the less telling columns where there is little room."""
        for column in (TOKEN_ID, COUNT):
            is_narrow = width < ROOM_FOR_ALL_COLUMNS
            if self.table.isColumnHidden(column) != is_narrow:
                self.table.setColumnHidden(column, is_narrow)

    def _begin_search(self) -> None:
        if self._delay.isActive():
            self._delay.stop()
        self._part = searched_bytes(self._search.text())
        self._matches, self._looked_at = [], 0
        set_property(self._found, "role", "caption")
        if not self._part:
            self._found.clear()
            return
        self._go(forward=True, here_too=True)

    def _go(self, *, forward: bool, here_too: bool = False) -> None:
        """Choose the next match after the current row, around the end to the first."""
        if self._delay.isActive():
            self._begin_search()
            return
        if not self._part:
            return
        self._look_on()
        if not self._matches:
            self._found.setText(self.tr("no merge makes it"))
            set_property(self._found, "role", "warning")
            return
        row = self.table.currentIndex().row()
        later = [
            at
            for at, match in enumerate(self._matches)
            if match > row or (here_too and match == row)
        ]
        earlier = [at for at, match in enumerate(self._matches) if match < row]
        if forward:
            place = later[0] if later else 0
        else:
            place = earlier[-1] if earlier else len(self._matches) - 1
        self.follow(False)
        index = self.merges.index(self._matches[place], MERGE)
        self.table.setCurrentIndex(index)
        self.table.scrollTo(index, DataTable.ScrollHint.PositionAtCenter)
        self._found.setText(
            fill(self.tr("%1 of %2"), grouped(place + 1), grouped(len(self._matches)))
        )
        set_property(self._found, "role", "caption")

    def _look_on(self) -> None:
        """Search what was merged since the last look; a new table is searched from its start."""
        n = self.merges.rowCount()
        if n < self._looked_at:
            self._matches, self._looked_at = [], 0
        self._matches += self.merges.rows_with(self._part, self._looked_at)
        self._looked_at = n

    def _choose(self, selection: QItemSelection) -> None:
        indexes = selection.indexes()
        merge = indexes[0].data(MERGE_ROLE) if indexes else None
        if isinstance(merge, MergeRow):
            self.merge_chosen.emit(merge)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        head.setSpacing(SPACE_M)
        head.addWidget(self._facts, 1)
        head.addWidget(self._found)
        head.addWidget(self._search)
        head.addWidget(self._follow)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addLayout(head)
        rows.addWidget(hairline())
        rows.addWidget(self.table, 1)


class _StreamTable(DataTable):
    """Says when a person scrolls away from the newest row, or back to it.

    Signals:
        following_changed: bool.
    """

    following_changed = Signal(object)

    def __init__(self, name: str, theme: Theme) -> None:
        super().__init__(name, theme)
        self.verticalScrollBar().actionTriggered.connect(self._note_scroll)
        self._may_follow = True

    def set_following(self, follows: bool) -> None:
        if follows != self._follows:
            self._follows = follows
            if follows:
                self.scrollToBottom()

    def _note_scroll(self, _action: int = 0) -> None:
        before = self._follows
        super()._note_scroll()
        if self._follows != before:
            self.following_changed.emit(self._follows)


class _SearchField(QLineEdit):
    """Enter asks for the next, Shift+Enter for the one before, Escape empties the field."""

    next_wanted = Signal()
    previous_wanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        if event.key() in (keys.Key_Return, keys.Key_Enter):
            is_back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.previous_wanted if is_back else self.next_wanted).emit()
        elif event.key() == keys.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


def searched_bytes(text: str) -> bytes:
    """Return the bytes that are looked for: those written in hex where it reads as such.

    >>> searched_bytes("ing"), searched_bytes("e2 80"), searched_bytes("·the")
    (b'ing', b'\\xe2\\x80', b' the')
    """
    parts = text.split(" ")
    if len(parts) > 1 and all(len(part) == 2 for part in parts):
        try:
            return bytes.fromhex(text)
        except ValueError:
            pass
    if text.startswith("·"):  # as a space at the beginning is drawn
        text = " " + text[1:]
    return text.encode("utf-8", "surrogatepass")
