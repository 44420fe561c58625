"""SearchPopup, a field with a list below it, and `Popups`: palette, keys, runs, short choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.frame.action_registry import ActionRegistry, Command
from workbench.signals import Signal
from workbench.ui.tables.headed_table import Index
from workbench.ui.theme.theme import (
    CHOOSER_WIDTH,
    PALETTE_WIDTH,
    RAIL_WIDTH,
    ROW_HEIGHT,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    TEXT_CAPTION,
    Theme,
)
from workbench.ui.widgets.layouts import vertical

if TYPE_CHECKING:
    from workbench.frame.docks import Docks

# Fuzzy search: how well typed words fit a text, and which of its letters they mean.


WORD_START = 8
RUN = 5
LETTER = 1
WHOLE_WORD = 4

N_ROWS = 14
ENTRY_ROLE = Qt.ItemDataRole.UserRole
PLACES_ROLE = Qt.ItemDataRole.UserRole + 1
PLACE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Match:
    """score: higher fits better. places: positions in the text that were meant, ascending."""

    score: float
    places: tuple[int, ...]


def fuzzy_match(words: str, text: str) -> Match | None:
    """Return how `words` fit `text`, None where a word does not occur.

    Each word has to occur, in any order: as a piece of the text, else letter by letter with gaps.
    Beginnings of words count most, then letters that stand together; shorter texts win.

    >>> fuzzy_match("ru op", "Open run") is not None, fuzzy_match("opr", "Open run").places
    (True, (0, 1, 5))
    """
    folded = _lower(text)
    score, places = 0.0, set[int]()
    for word in _lower(words).split():
        found = _piece(word, folded) or _letters(word, folded)
        if found is None:
            return None
        score += found.score
        places |= set(found.places)
    return Match(score - len(text) / 100, tuple(sorted(places)))


def _lower(text: str) -> str:
    """Lower case letter by letter, so that positions stay: "İ" would become two."""
    return "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)


def _piece(word: str, text: str) -> Match | None:
    """The best place where a word stands as it is."""
    best: Match | None = None
    at = text.find(word)
    while at >= 0:
        starts = at == 0 or not text[at - 1].isalnum()
        end = at + len(word)
        whole = starts and (end == len(text) or not text[end].isalnum())
        score = len(word) * RUN + starts * WORD_START + whole * WHOLE_WORD
        if best is None or score > best.score:
            best = Match(score, tuple(range(at, end)))
        at = text.find(word, at + 1)
    return best


def _letters(word: str, text: str) -> Match | None:
    """The letters one after another, beginnings of words first where the rest still fits."""
    places: list[int] = []
    at = 0
    for number, letter in enumerate(word):
        at = _next_place(letter, word[number + 1 :], text, at)
        if at < 0:
            return None
        places.append(at)
        at += 1
    starts = sum(place == 0 or not text[place - 1].isalnum() for place in places)
    together = sum(b == a + 1 for a, b in pairwise(places))
    if starts + together < len(places) / 2:
        return None  # letters strewn about are no match a person would see
    return Match(len(places) * LETTER + starts * 2 + together, tuple(places))


def _next_place(letter: str, rest: str, text: str, begin: int) -> int:
    first = text.find(letter, begin)
    if first < 0 or first == begin:
        return first
    at = first
    while at >= 0:
        if not text[at - 1].isalnum() and _fits(rest, text, at + 1):
            return at
        at = text.find(letter, at + 1)
    return first


def _fits(rest: str, text: str, begin: int) -> bool:
    for letter in rest:
        begin = text.find(letter, begin) + 1
        if begin == 0:
            return False
    return True


@dataclass(frozen=True)
class Entry:
    """One line to choose: words at the left, a detail at the right, and what it stands for.

    group: where it belongs, shown muted behind the words and searched as well.
    """

    text: str
    detail: str
    payload: Any
    is_enabled: bool = True
    group: str = ""


class SearchPopup(QFrame):
    """Opens below or over a widget; typing filters, arrows choose, Enter acts, Escape leaves.

    Signals:
        chosen: the payload of the chosen entry.
    """

    chosen: Signal[Any] = Signal(object)  # as Entry.payload

    def __init__(self, name: str, hint: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("palette_box")
        self.setAccessibleName(name)
        self._model = _EntryModel(self)
        self._field = QLineEdit()
        self._field.setPlaceholderText(hint)
        self._field.setAccessibleName(hint)
        self._field.setClearButtonEnabled(False)
        self._field.textChanged.connect(self._narrow)
        self._field.installEventFilter(self)
        self._list = QListView()
        self._list.setAccessibleName(name)
        self._list.setModel(self._model)
        self._list.setUniformItemSizes(True)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setItemDelegate(_EntryDelegate(theme, self._list))
        self._list.clicked.connect(self._choose)
        vertical(
            self._field,
            self._list,
            parent=self,
            margins=(SPACE_S, SPACE_S, SPACE_S, SPACE_S),
            spacing=SPACE_S,
        )

    def set_hint(self, hint: str) -> None:
        """Say in the empty field what can be searched for."""
        self._field.setPlaceholderText(hint)
        self._field.setAccessibleName(hint)

    def open_at(self, corner: QPoint, entries: Sequence[Entry], *, width: int = 0) -> None:
        """Show the entries with the popup's top left at a point of the screen."""
        self._model.set_entries(tuple(entries))
        self._field.clear()
        self.setFixedWidth(width or PALETTE_WIDTH)
        self._narrow("")
        self.move(corner)
        self.show()
        self._field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_typed = watched is self._field and event.type() is QEvent.Type.KeyPress
        if is_typed and isinstance(event, QKeyEvent) and self._take_key(Qt.Key(event.key())):
            return True
        return super().eventFilter(watched, event)

    def _take_key(self, key: Qt.Key) -> bool:
        row = self._list.currentIndex().row()
        steps = {
            Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: N_ROWS, Qt.Key.Key_PageUp: -N_ROWS,
        }  # fmt: skip
        if key in steps:
            last = self._model.rowCount() - 1
            self._list.setCurrentIndex(self._model.index(min(last, max(0, row + steps[key]))))
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self._list.currentIndex())
            return True
        return False

    def _narrow(self, words: str) -> None:
        self._model.narrow(words)
        rows = max(1, min(N_ROWS, self._model.rowCount()))
        self._list.setFixedHeight(rows * ROW_HEIGHT + SPACE_XS)
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.resize(self.width(), self.sizeHint().height())
        self._list.setCurrentIndex(self._model.index(0))

    def _choose(self, index: QModelIndex) -> None:
        entry = index.data(ENTRY_ROLE)
        if entry is not None and entry.is_enabled:
            self.hide()
            self.chosen.emit(entry.payload)


class _EntryModel(QAbstractListModel):
    """The entries that fit what was typed, the best first; all in their order without words."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()
        self._shown: list[tuple[Entry, Match]] = []

    def set_entries(self, entries: tuple[Entry, ...]) -> None:
        self._entries = entries
        self.narrow("")

    def narrow(self, words: str) -> None:
        self.beginResetModel()
        found = []
        for entry in self._entries:
            match = fuzzy_match(words, f"{entry.text} {entry.group} {entry.detail}")
            if match is not None:
                found.append((entry, match))
        if words.strip():
            best: dict[str, float] = {}  # of the same words: they stay in the order they came in
            for entry, match in found:
                best[entry.text] = max(match.score, best.get(entry.text, match.score))
            found.sort(key=lambda pair: (not pair[0].is_enabled, -best[pair[0].text]))
        self._shown = found
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry, match = self._shown[index.row()]
        if role == ENTRY_ROLE:
            return entry
        if role == PLACES_ROLE:
            return match.places
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return ", ".join(part for part in (entry.text, entry.group, entry.detail) if part)
        return None


class _EntryDelegate(QStyledItemDelegate):
    """Draws the words at the left and the detail, muted, at the right."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: Entry = index.data(ENTRY_ROLE)
        theme, chosen = self._theme, bool(option.state & QStyle.StateFlag.State_Selected)
        rect: QRect = option.rect
        if chosen:
            painter.fillRect(rect, theme.colour("selection"))
        inner = rect.adjusted(SPACE_M, 0, -SPACE_M, 0)
        painter.setFont(theme.font(TEXT_CAPTION))
        metrics = painter.fontMetrics()
        detail_width = min(metrics.horizontalAdvance(entry.detail) + SPACE_XS, inner.width() // 2)
        detail = metrics.elidedText(entry.detail, Qt.TextElideMode.ElideRight, detail_width)
        painter.setPen(theme.colour("muted_text"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, detail)
        painter.setFont(theme.font())
        words = "text" if entry.is_enabled else "disabled_text"
        painter.setPen(theme.colour("selection_text" if chosen and entry.is_enabled else words))
        room = inner.adjusted(0, 0, -detail_width - SPACE_M, 0)
        left = self._draw_words(painter, room, entry.text, index.data(PLACES_ROLE) or ())
        if entry.group:
            painter.setFont(theme.font(TEXT_CAPTION))
            painter.setPen(theme.colour("muted_text"))
            group = painter.fontMetrics().elidedText(
                entry.group, Qt.TextElideMode.ElideRight, max(0, room.right() - left - SPACE_M)
            )
            painter.drawText(room.adjusted(left - room.left() + SPACE_M, 0, 0, 0), PLACE, group)

    def _draw_words(
        self, painter: QPainter, room: QRect, text: str, places: tuple[int, ...]
    ) -> int:
        """Draw the words with the letters that were meant in bold; returns where they end."""
        plain, bold = self._theme.font(), self._theme.font(bold=True)
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        left = room.left()
        for piece, is_meant in _pieces(shown, frozenset(places)):
            font: QFont = bold if is_meant else plain
            painter.setFont(font)
            painter.drawText(room.adjusted(left - room.left(), 0, 0, 0), PLACE, piece)
            left += painter.fontMetrics().horizontalAdvance(piece)
        return left


def _pieces(text: str, places: frozenset[int]) -> list[tuple[str, bool]]:
    """The text cut where letters that were meant begin and end."""
    pieces: list[tuple[str, bool]] = []
    for at, letter in enumerate(text):
        is_meant = at in places
        if pieces and pieces[-1][1] == is_meant:
            pieces[-1] = (pieces[-1][0] + letter, is_meant)
        else:
            pieces.append((letter, is_meant))
    return pieces


# Entries of the command palette and of the list of keys, made from the registry.


def command_entries(
    registry: ActionRegistry, workspace: str, titles: Mapping[str, str]
) -> list[Entry]:
    """Return one entry for each command: those used last first, then those of `workspace`.

    titles: what the workspaces are called. What cannot be done stands last, with the reason.
    """
    recent = {name: place for place, name in enumerate(registry.recent)}

    def order(command: Command) -> tuple[bool, int, int, str]:
        where = (workspace, "").index(command.workspace) if command.workspace in (
            workspace, "") else 2  # fmt: skip
        # Of commands with the same words the front workspace's counts as the one that was used.
        places = [recent.get(name, len(recent)) for name in same_words[command.text.casefold()]]
        own = recent.get(command.name, len(recent))
        place = min(places) if command.workspace == workspace else own
        return (not command.is_enabled, place, where, command.text.casefold())

    found = [each for each in registry.commands() if not each.is_of_focus]
    same_words: dict[str, list[str]] = {}
    for each in found:
        same_words.setdefault(each.text.casefold(), []).append(each.name)
    commands = sorted(found, key=order)
    return [_entry(each, titles) for each in commands]


def key_entries(registry: ActionRegistry, workspace: str, titles: Mapping[str, str]) -> list[Entry]:
    """Return the commands whose keys hold in a workspace: its own first, then the window's."""
    shown = [
        each for each in registry.commands() if each.keys and each.workspace in (workspace, "")
    ]
    own_first = sorted(shown, key=lambda each: (each.workspace == "", each.text.casefold()))
    return [_entry(each, titles, says_reason=False) for each in own_first]


def grouped_by_workspace(
    commands: Sequence[Command], titles: Mapping[str, str]
) -> dict[str, list[Command]]:
    """The commands under the name of their workspace, "" for the window's, in the rail's order."""
    groups: dict[str, list[Command]] = {name: [] for name in ("", *titles)}
    for command in commands:
        groups[command.workspace].append(command)
    return {name: group for name, group in groups.items() if group}


def _entry(command: Command, titles: Mapping[str, str], *, says_reason: bool = True) -> Entry:
    reason = command.reason if says_reason else ""
    return Entry(
        command.text,
        reason or command.keys_text,
        command,
        is_enabled=not reason,
        group=titles.get(command.workspace, ""),
    )


class Popups(QObject):
    """Opens them over a window, one at a time.

    Signals:
        command_chosen: a Command.    run_chosen: what the entry of a run stands for.
    """

    command_chosen: Signal[Command] = Signal(object)
    run_chosen: Signal[str] = Signal(object)

    def __init__(
        self,
        registry: ActionRegistry,
        docks: Docks,
        chooser: QWidget,
        theme: Theme,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._registry, self._docks, self._chooser = registry, docks, chooser
        self._window = window
        self._run_entries: tuple[Entry, ...] = ()
        self.palette = SearchPopup(self.tr("Commands"), self.tr("Find a command"), theme, window)
        self.runs = SearchPopup(self.tr("Runs"), self.tr("Find a run"), theme, window)
        self.palette.chosen.connect(self._act)
        self.runs.chosen.connect(self.run_chosen)

    def set_runs(self, entries: Sequence[Entry]) -> None:
        """Give the chooser its runs."""
        self._run_entries = tuple(entries)

    def show_commands(self) -> None:
        """Open the palette with every command."""
        self._open(command_entries(self._registry, self._docks.current, self._docks.titles))

    def show_keys(self) -> None:
        """List the keys that hold in the workspace in front."""
        self._open(key_entries(self._registry, self._docks.current, self._docks.titles))

    def show_runs(self) -> None:
        """Open the list of runs below the chooser."""
        corner = self._chooser.mapToGlobal(QPoint(0, self._chooser.height() + 2))
        nothing = Entry(self.tr("No runs yet"), "", None, is_enabled=False)
        width = CHOOSER_WIDTH + CHOOSER_WIDTH // 2
        self.runs.open_at(corner, self._run_entries or [nothing], width=width)

    def show_choices(self, entries: Sequence[Entry], hint: str) -> None:
        """Offer entries whose payload is called when one is chosen."""
        self._open(entries, hint)

    def _open(self, entries: Sequence[Entry], hint: str = "") -> None:
        self.palette.set_hint(hint or self.tr("Find a command"))
        width = PALETTE_WIDTH + RAIL_WIDTH
        corner = QPoint(max(0, self._window.width() - width) // 2, 64)
        self.palette.open_at(self._window.mapToGlobal(corner), entries, width=width)

    def _act(self, payload: object) -> None:
        if isinstance(payload, Command):
            self.command_chosen.emit(payload)
        elif callable(payload):
            payload()
