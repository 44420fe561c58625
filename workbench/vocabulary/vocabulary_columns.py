"""The columns of the vocabulary table, and what the user made of them: shown, order, width."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QT_TRANSLATE_NOOP, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton

from engine.analysis import (
    BYTE,
    EXTRA,
    MIXED,
    NO_SCRIPT,
    NOT_TEXT,
    PARTIAL,
    SPECIAL,
    UNUSED,
    WHITE_SPACE,
)
from engine.compiled import Int64s
from engine.encoding import to_byte_alphabet
from engine.text import script_titles
from workbench.signals import Signal
from workbench.text.numbers import NOTHING, grouped
from workbench.text.visible_text import hex_of, isolated, visible
from workbench.ui.tables.data_table import DataTable, choose_columns
from workbench.ui.words.translation import translator
from workbench.vocabulary.token_chips import TokenCell

if TYPE_CHECKING:
    from engine.analysis import VocabularyReport
    from workbench.vocabulary.vocabulary_index import VocabularyIndex

_tr = translator("VocabularyTable")

_MAX_TEXT = 120
_MAX_HEX = 24
_UNKNOWN = -1
LEAST_TEXT = 120

Values = Callable[["VocabularyIndex", "VocabularyReport"], Int64s]
Known = Callable[["VocabularyIndex", "VocabularyReport | None"], bool]
Cells = Callable[["VocabularyIndex", int], tuple[TokenCell, ...]]


@dataclass(frozen=True, slots=True)
class TokenColumn:
    """A column of the vocabulary; a new one is one more in `COLUMNS`.

    key: its name in the settings. title, explanation: English, of the head and its tool tip.
    values: int64[n], what sorting compares, one per id, negative where unknown. number: the words
    of a value, which stand on the right; text: those of an id, for columns that are not of numbers.
    is_mono: in the monospaced face. is_usual: shown unless a person chooses otherwise, as long as
    it is_known and there is room; leaves: 1 for the first that goes where there is none, 0 never.
    is_counted: its values change when uses are counted. cells: the tokens of an id's cell, which
    are drawn as tokens. condition: the key of the filter that takes a range of the values; such
    a column has a histogram in its head.
    """

    key: str
    title: str
    width: int
    values: Values
    number: Callable[[int], str] = grouped
    text: Callable[[VocabularyIndex, int], str] | None = None
    explanation: str = ""
    is_mono: bool = False
    is_usual: bool = False
    leaves: int = 0
    is_known: Known = lambda _index, _report: True
    is_counted: bool = False
    cells: Cells | None = None
    condition: str = ""


def _text(index: VocabularyIndex, token_id: int) -> str:
    shown = visible(index.vocabulary[token_id][: 4 * _MAX_TEXT])
    return isolated(shown if len(shown) <= _MAX_TEXT else f"{shown[:_MAX_TEXT]}…")


def cells_of(index: VocabularyIndex, ids: Iterable[int]) -> tuple[TokenCell, ...]:
    """Tokens as cells draw them."""
    flags = index.flags
    return tuple(TokenCell(each, _text(index, each), bool(flags[each] & PARTIAL)) for each in ids)


def _itself(index: VocabularyIndex, token_id: int) -> tuple[TokenCell, ...]:
    return cells_of(index, (token_id,)) if index.lengths[token_id] else ()


def _halves(index: VocabularyIndex, token_id: int) -> tuple[int, ...]:
    """The ids of the two tokens that were merged; none for a token that no merge made."""
    if index.ranks[token_id] < 0:
        return ()
    return int(index.lefts[token_id]), int(index.rights[token_id])


def _path(index: VocabularyIndex, token_id: int) -> str:
    halves = [_text(index, each) for each in _halves(index, token_id)]
    return " + ".join(halves) if halves else NOTHING


def _hex(index: VocabularyIndex, token_id: int) -> str:
    data = index.vocabulary[token_id]
    return hex_of(data[:_MAX_HEX]) + ("…" if len(data) > _MAX_HEX else "")


def _in_gpt2_notation(index: VocabularyIndex, token_id: int) -> str:
    """The token as tokenizer.json and merges.txt write it; special tokens are written as text."""
    data = index.vocabulary[token_id][: 4 * _MAX_TEXT]
    if index.flags[token_id] & SPECIAL:
        return _text(index, token_id)
    shown = to_byte_alphabet(data)
    return shown if len(shown) <= _MAX_TEXT else f"{shown[:_MAX_TEXT]}…"


def _parts(index: VocabularyIndex, token_id: int) -> str:
    parts = [visible(index.vocabulary[each]) for each in index.parts(token_id)]
    return isolated(" | ".join(parts)) if len(parts) > 1 else NOTHING


def _kind(index: VocabularyIndex, token_id: int) -> str:
    flags = int(index.flags[token_id])
    return next((_tr(word) for flag, word in _KINDS if flags & flag), _tr("merge"))


def _script(index: VocabularyIndex, token_id: int) -> str:
    number = int(index.report.facts.scripts[token_id])
    if number == MIXED:
        return _tr("mixed")
    return NOTHING if number in (NO_SCRIPT, NOT_TEXT) else script_titles()[number]


def _uses(index: VocabularyIndex, report: VocabularyReport) -> Int64s:
    return np.full(index.n_tokens, _UNKNOWN) if report.uses is None else report.uses


def _inside(index: VocabularyIndex, report: VocabularyReport) -> Int64s:
    """The share of each token that one longer token took, in hundredths of a percent."""
    lineage = report.lineage
    if lineage is None:
        return np.full(index.n_tokens, _UNKNOWN)
    return np.where(lineage.remaining < 0, _UNKNOWN, np.rint(lineage.inside_share * 10_000))


def _has_record(index: VocabularyIndex, _report: VocabularyReport | None) -> bool:
    return bool((index.counts >= 0).any())


def _is_counted(_index: VocabularyIndex, report: VocabularyReport | None) -> bool:
    return report is not None and report.uses is not None


def _has_superwords(index: VocabularyIndex, _report: VocabularyReport | None) -> bool:
    """Whether a token has several words; pieces of white space between spaces are none."""
    facts = index.report.facts
    return bool(((facts.words > 1) & ~facts.has(WHITE_SPACE)).any())


def _marked(words: str) -> str:
    """Words that are translated when the table is made, after the language is known."""
    return str(QT_TRANSLATE_NOOP("VocabularyTable", words))


_KINDS = (
    (SPECIAL, _marked("special")), (UNUSED, _marked("unused")), (BYTE, _marked("byte")),
    (PARTIAL, _marked("incomplete UTF-8")), (EXTRA, _marked("no merge")),
)  # fmt: skip

COLUMNS = (
    TokenColumn(
        "id", _marked("Id"), 76, lambda index, _: np.arange(index.n_tokens),
        number=str, is_usual=True,
    ),
    TokenColumn(
        "text", _marked("Text"), 160, lambda index, _: index.text_order,
        text=_text, is_mono=True, is_usual=True, cells=_itself,
    ),
    TokenColumn(
        "path", _marked("Made of"), 200, lambda index, _: index.ranks,
        text=_path, is_mono=True, cells=lambda index, each: cells_of(index, _halves(index, each)),
        explanation=_marked("The two tokens that the merge joined; sorted by rank"),
        is_usual=True, leaves=8,
    ),
    TokenColumn(
        "bytes", _marked("Bytes"), 60, lambda index, _: index.lengths,
        is_usual=True, leaves=10, condition="length",
    ),
    TokenColumn(
        "rank", _marked("Rank"), 88, lambda index, _: index.ranks,
        explanation=_marked("Which merge made the token, from 0"),
        is_usual=True, leaves=7,
    ),
    TokenColumn(
        "left", _marked("Left"), 76, lambda index, _: index.lefts, number=str,
        explanation=_marked("Id of the left token"),
    ),
    TokenColumn(
        "right", _marked("Right"), 76, lambda index, _: index.rights, number=str,
        explanation=_marked("Id of the right token"),
    ),
    TokenColumn(
        "count", _marked("Count"), 92, lambda index, _: index.counts,
        explanation=_marked(
            "Count of the pair when it was merged, weighted by the mixture"
        ),
        is_usual=True, leaves=6, is_known=_has_record, condition="count",
    ),
    TokenColumn(
        "applied", _marked("Applied"), 92, lambda index, _: index.applied,
        explanation=_marked(
            "How often training applied the merge, weighted like the count; lower if a pair "
            "overlaps itself"
        ),
        is_usual=True, leaves=1, is_known=_has_record, condition="applied",
    ),
    TokenColumn(
        "uses", _marked("Uses"), 92, _uses,
        explanation=_marked(
            "How often the token occurs in the text that was counted last"
        ),
        is_usual=True, leaves=4, is_known=_is_counted, is_counted=True, condition="uses",
    ),
    TokenColumn(
        "inside", _marked("Inside, %"), 80, _inside,
        number=lambda value: f"{value / 100:.1f}",
        explanation=_marked(
            "Share of its occurrences that one longer token took in training"
        ),
        is_known=_has_record, is_counted=True,
    ),
    TokenColumn(
        "merged-into", _marked("Used in"), 84,
        lambda index, _: index.parent_counts,
        explanation=_marked("How many merges use it"),
    ),
    TokenColumn(
        "characters", _marked("Characters"), 80,
        lambda _, report: report.facts.characters, condition="chars",
    ),
    TokenColumn(
        "script", _marked("Script"), 88,
        lambda _, report: report.facts.scripts.astype(np.int64),
        text=_script, is_usual=True, leaves=3,
    ),
    TokenColumn(
        "hex", _marked("Bytes in hex"), 144, lambda index, _: index.text_order,
        text=_hex, is_mono=True,
    ),
    TokenColumn(
        "gpt2", _marked("GPT-2 notation"), 144, lambda index, _: index.text_order,
        text=_in_gpt2_notation, is_mono=True,
        explanation=_marked(
            "The token as tokenizer.json, vocab.json and merges.txt write it: Ġ is a space, Ċ a "
            "line feed"
        ),
    ),
    TokenColumn(
        "kind", _marked("Kind"), 108,
        lambda index, _: index.flags.astype(np.int64), text=_kind, is_usual=True, leaves=2,
    ),
    TokenColumn(
        "words", _marked("Words"), 64, lambda _, report: report.facts.words,
        explanation=_marked("Pieces between spaces"),
        is_usual=True, leaves=9, is_known=_has_superwords, condition="words",
    ),
    TokenColumn(
        "parts", _marked("Parts"), 148, lambda index, _: index.part_counts,
        text=_parts, is_mono=True,
        explanation=_marked(
            "Single-word tokens that a multi-word token is made of"
        ),
        is_usual=True, leaves=5, is_known=_has_superwords,
    ),
)  # fmt: skip
"""The columns of the vocabulary in their usual order."""

KEYS = tuple(column.key for column in COLUMNS)
WIDTHS = tuple(column.width for column in COLUMNS)
_NAMED = ("id", "text", "rank", "count")
ID, TEXT, RANK, COUNT = (KEYS.index(key) for key in _NAMED)
USUAL = tuple(at for at, column in enumerate(COLUMNS) if column.is_usual)
EXPENDABLE = sorted((at for at in USUAL if COLUMNS[at].leaves), key=lambda at: COLUMNS[at].leaves)
"""What goes where there is no room for the usual columns, the first first."""


def unknown_columns(index: VocabularyIndex, report: VocabularyReport | None) -> frozenset[int]:
    """The empty columns of the table: no record, nothing counted, no multi-word token."""
    return frozenset(at for at, each in enumerate(COLUMNS) if not each.is_known(index, report))


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

    changed: Signal[ColumnChoice] = Signal(object)

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
