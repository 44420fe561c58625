"""The columns of the vocabulary table, and what the user made of them: shown, order, width."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton

from workbench.ui.tables.data_table import DataTable, choose_columns

(
    ID, TEXT, BYTES, RANK, LEFT, RIGHT, COUNT, APPLIED, USES, INSIDE, PARENTS, CHARACTERS, SCRIPT,
    HEX, KIND, WORDS, PARTS,
) = range(17)  # fmt: skip

KEYS = (
    "id", "text", "bytes", "rank", "left", "right", "count", "applied", "uses", "inside",
    "merged-into", "characters", "script", "hex", "kind", "words",
    "parts",
)  # fmt: skip
WIDTHS = (76, 160, 60, 88, 76, 76, 92, 92, 92, 80, 84, 80, 96, 144, 108, 64, 148)
USUAL = (ID, TEXT, BYTES, RANK, LEFT, RIGHT, COUNT, APPLIED, USES, SCRIPT, KIND, WORDS, PARTS)
EXPENDABLE = (LEFT, RIGHT, SCRIPT, USES, KIND, PARTS, COUNT, RANK, APPLIED, WORDS, BYTES)
"""What goes where there is no room for the usual columns, the first first."""

NUMBERS = (ID, BYTES, RANK, LEFT, RIGHT, COUNT, APPLIED, USES, INSIDE, PARENTS, CHARACTERS, WORDS)
LEAST_TEXT = 120


@dataclass(frozen=True)
class ColumnChoice:
    """The user's choice of columns.

    shown: keys of the visible columns from left to right; empty for the usual ones. widths: of
    columns whose width was set, in pixels.
    """

    shown: tuple[str, ...] = ()
    widths: dict[str, int] = field(default_factory=dict)

    @property
    def is_usual(self) -> bool:
        return not self.shown and not self.widths


class VocabularyColumns(QObject):
    """The header of the table: drag to order and resize, a menu to show and hide.

    Without a choice of the user, columns without room are hidden, the least important first. The
    text column takes the remaining width.

    Signals:
        changed: ColumnChoice, after the user changed it.
    """

    changed = Signal(object)

    def __init__(self, table: DataTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._choice = ColumnChoice()
        self._is_arranging = False
        self._unknown: frozenset[int] = frozenset()
        header = table.horizontalHeader()
        header.setSectionsMovable(True)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._open_menu)
        header.sectionMoved.connect(self._note_order)
        header.sectionResized.connect(self._note_width)
        table.viewport().installEventFilter(self)

    @property
    def choice(self) -> ColumnChoice:
        return self._choice

    @property
    def shown(self) -> list[int]:
        """The visible columns from left to right."""
        return self._table.copying.columns()

    def take(self, choice: ColumnChoice) -> None:
        """Show the columns as they were chosen another time; unknown ones are passed over."""
        known = tuple(key for key in choice.shown if key in KEYS)
        widths = {key: width for key, width in choice.widths.items() if key in KEYS and width > 0}
        self._choice = ColumnChoice(known, widths)
        self.arrange()

    def set_unknown(self, columns: frozenset[int]) -> None:
        """Say which columns have nothing to show; they are not among the usual ones then."""
        if columns != self._unknown:
            self._unknown = columns
            self.arrange()

    def show_usual(self) -> None:
        """Give up what the person chose."""
        self._choice = ColumnChoice()
        self.arrange()
        self.changed.emit(self._choice)

    def toggle(self, column: int) -> None:
        """Show a column, or hide it; the last one stays."""
        shown = self.shown
        if column in shown:
            shown.remove(column)
        else:
            before = [at for at, other in enumerate(shown) if other < column]
            shown.insert(before[-1] + 1 if before else 0, column)
        if shown:
            self._choose(shown)

    def button(self) -> QPushButton:
        """Return a button for a header that opens the menu."""
        button = QPushButton(self.tr("Columns"))
        button.setProperty("kind", "menu")
        menu = QMenu(button)
        menu.aboutToShow.connect(self._refill)
        button.setMenu(menu)
        return button

    def fill(self, menu: QMenu) -> None:
        """Append all columns and the way back to a menu."""
        shown = set(self.shown)
        model = self._table.model()
        for column in range(len(KEYS)):
            words = str(model.headerData(column, Qt.Orientation.Horizontal))
            action = menu.addAction(words)
            action.setCheckable(True)
            action.setChecked(column in shown)
            action.setData(column)
            action.triggered.connect(self._toggle_sender)
        menu.addSeparator()
        usual = menu.addAction(self.tr("Usual columns"))
        usual.setEnabled(not self._choice.is_usual)
        usual.triggered.connect(self.show_usual)

    def arrange(self) -> None:
        """Bring order, visibility and widths to what was chosen, as far as there is room."""
        if self._is_arranging:
            return
        self._is_arranging = True
        header, choice = self._table.horizontalHeader(), self._choice
        usual = [max(width, self._table.head_width(i)) for i, width in enumerate(WIDTHS)]
        widths = [choice.widths.get(key, width) for key, width in zip(KEYS, usual, strict=True)]
        order = [KEYS.index(key) for key in choice.shown] or list(range(len(KEYS)))
        order += [column for column in range(len(KEYS)) if column not in order]
        for place, column in enumerate(order):
            header.moveSection(header.visualIndex(column), place)
        if choice.shown:
            for column, key in enumerate(KEYS):
                self._table.setColumnHidden(column, key not in choice.shown)
        else:
            wanted = [each for each in USUAL if each not in self._unknown]
            choose_columns(
                self._table, widths, wanted, expendable=EXPENDABLE, stretch=TEXT,
                least_stretch=LEAST_TEXT,
            )  # fmt: skip
            if self._table.isColumnHidden(LEFT):
                self._table.setColumnHidden(RIGHT, True)  # one half alone says nothing
        for column, width in enumerate(widths):
            if column != TEXT and not self._table.isColumnHidden(column):
                header.resizeSection(column, width)
        self._stretch_text(choice.widths.get(KEYS[TEXT], LEAST_TEXT))
        self._is_arranging = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Another width of the table may have room for more."""
        if event.type() is QEvent.Type.Resize:
            self.arrange()
        return super().eventFilter(watched, event)

    def _stretch_text(self, least: int) -> None:
        header = self._table.horizontalHeader()
        others = sum(header.sectionSize(column) for column in self.shown if column != TEXT)
        header.resizeSection(TEXT, max(least, self._table.viewport().width() - others))

    def _choose(self, shown: list[int]) -> None:
        self._choice = replace(self._choice, shown=tuple(KEYS[column] for column in shown))
        self.arrange()
        self.changed.emit(self._choice)

    def _note_order(self, _column: int, _old: int, _new: int) -> None:
        if not self._is_arranging:
            self._choose(self.shown)

    def _note_width(self, column: int, _old: int, width: int) -> None:
        if self._is_arranging or width == 0 or self._table.isColumnHidden(column):
            return
        self._choice = replace(self._choice, widths={**self._choice.widths, KEYS[column]: width})
        if column != TEXT:
            self._is_arranging = True
            self._stretch_text(self._choice.widths.get(KEYS[TEXT], LEAST_TEXT))
            self._is_arranging = False
        self.changed.emit(self._choice)

    def _toggle_sender(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.toggle(int(action.data()))

    def _refill(self) -> None:
        menu = self.sender()
        if isinstance(menu, QMenu):
            menu.clear()
            self.fill(menu)

    def _open_menu(self, place: QPoint) -> None:
        menu = QMenu(self._table)
        self.fill(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._table.horizontalHeader().mapToGlobal(place))
