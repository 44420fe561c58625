"""One token of the vocabulary: how it was merged, and all facts on it.

`TokenDetail` is the widget; `TokenParents` lists the merges that use the token, `TokenUses` shows
how often each label uses it, with rates that `UsesDelegate` paints as bars.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTabBar,
    QWidget,
)

from engine.analysis import VocabularyReport, making_by_label
from workbench.signals import Signal
from workbench.text.languages import language_name
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.languages.language_delegates import paint_ground
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import ROW_ROLE, Index
from workbench.ui.theme.theme import (
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XL,
    SPACE_XS,
    TEXT_TITLE,
    Theme,
)
from workbench.ui.widgets.buttons import TextsButton
from workbench.ui.widgets.labels import ElidedLabel, hairline, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.words.token_facts import TokenKind, token_facts
from workbench.ui.words.translation import translator
from workbench.vocabulary.merge_tree import MergeTree, TreeScroll
from workbench.vocabulary.token_places import TokenPlaces, twin_columns, twin_rows
from workbench.vocabulary.vocabulary_columns import COUNT, ID, RANK, TEXT, WIDTHS
from workbench.vocabulary.vocabulary_index import VocabularyIndex
from workbench.vocabulary.vocabulary_table import VocabularyTable
from workbench.work.exact_tokenizer import exact_or_none, runs_elsewhere

if TYPE_CHECKING:
    from pathlib import Path

    from engine.library import AnyTokenizer

_tr = translator("UsesTable")


PART_ROLE = Qt.ItemDataRole.UserRole
"""The rate as a share of the greatest."""

_NUMBER_WIDTH = 3 * SPACE_XL
_THICKNESS = 8.0
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class LabelUses:
    """rate: uses in a million of what the head of the column names."""

    label: str
    uses: int
    rate: float


def uses_columns(rate_head: str, greatest: float) -> Sequence[Column[LabelUses]]:
    """How often one token is used under each label of a text; greatest: rate of a full bar."""

    def part(row: LabelUses) -> float:
        return row.rate / greatest if greatest else 0.0

    def name(row: LabelUses) -> str:
        return language_name(row.label)

    return (
        Column(_tr("Label"), attrgetter("label"), tip=name, width=104),
        Column(_tr("Uses"), attrgetter("uses"), tip=name, side="right", width=88),
        Column(rate_head, lambda row: round(row.rate), tip=name, side="right", width=160,
               stretches=True, roles={PART_ROLE: part}, key="rate"),
    )  # fmt: skip


class UsesDelegate(QStyledItemDelegate):
    """Paints a rate over a bar in the colour of its language."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        words = paint_ground(painter, option, self._theme)
        rect = QRectF(option.rect)
        room = rect.width() - _NUMBER_WIDTH - SPACE_S
        length = room * float(index.data(PART_ROLE))
        middle = rect.center().y() - _THICKNESS / 2
        colour = self._theme.language_style(index.data(ROW_ROLE).label).colour
        painter.fillRect(QRectF(rect.left() + SPACE_S, middle, length, _THICKNESS), colour)
        painter.setPen(self._theme.colour(words))
        painter.setFont(self._theme.font())
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect.adjusted(0, 0, -SPACE_S, 0), side, str(index.data()))
        painter.restore()


class TokenUses(QWidget):
    """The uses from the text that was counted last, else from the training record.

    Signals:
        uses_requested: None for the corpus of the window, or a tuple of paths.
    """

    uses_requested: Signal[tuple[Path, ...] | None] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report: VocabularyReport | None = None
        self._tokenizer: AnyTokenizer | None = None
        self._token_id: int | None = None
        self._words = ElidedLabel("", "caption")
        self.texts = TextsButton(
            self.tr("Count uses"),
            self.tr("Encode a text once and count how often each token is used in it"),
        )
        self.model = ColumnTable(uses_columns("", 0.0), parent=self)
        self._table = DataTable(self.tr("Uses of the token by label"), theme)
        self._table.show_columns(self.model)
        delegate = UsesDelegate(theme, self._table)
        self._table.setItemDelegateForColumn(self.model.place("rate"), delegate)
        above = horizontal(
            (self._words, 1),
            self.texts,
            self._table.copying.button(),
            margins=(SPACE_M, SPACE_XS, SPACE_S, SPACE_XS),
            spacing=SPACE_S,
        )
        vertical(above, (self._table, 1), parent=self, spacing=0)
        self.texts.requested.connect(self.uses_requested)
        theme.changed.connect(self._table.viewport().update)

    @property
    def words(self) -> str:
        """How many uses, and where they were counted."""
        return self._words.text()

    def note_counting(self, is_counting: bool) -> None:
        """Say that uses are being counted, or no more."""
        self.texts.note_working(self.tr("Counting…") if is_counting else "")

    def set_report(self, report: VocabularyReport | None) -> None:
        """Say what is known of uses by now."""
        self._report = report
        self._show()

    def show_token(self, tokenizer: AnyTokenizer | None, token_id: int | None) -> None:
        """Show the uses of a token, or nothing."""
        self._tokenizer, self._token_id = tokenizer, token_id
        self._show()

    def _show(self) -> None:
        report, token_id, tokenizer = self._report, self._token_id, self._tokenizer
        exact = None if tokenizer is None else exact_or_none(tokenizer)
        if report is None or token_id is None or tokenizer is None:
            self._say((), "", "")
        elif report.usage is not None and report.usage.by_label is not None:
            self._show_counted(report, token_id)
        elif exact is not None and (making := making_by_label(exact, token_id)) is not None:
            rows = [
                LabelUses(label, uses, _MILLION * uses / max(1, n_bytes))
                for label, uses, n_bytes in zip(
                    making.labels,
                    making.remaining.tolist(),
                    making.n_bytes.tolist(),
                    strict=True,
                )
            ]
            words = self.tr("%1 in the training corpus, by its record")
            n_uses = grouped(int(making.remaining.sum()))
            self._say(rows, fill(words, n_uses), self.tr("Per million bytes"))
        else:
            self._say((), self.tr("Uses not counted yet: count them in a text"), "")

    def _show_counted(self, report: VocabularyReport, token_id: int) -> None:
        usage = report.usage
        assert usage is not None
        assert usage.by_label is not None
        by_label = usage.by_label
        uses = by_label.of(token_id).tolist()
        rows = [
            LabelUses(label, n_uses, _MILLION * n_uses / max(1, tokens))
            for label, n_uses, tokens in zip(
                by_label.labels, uses, by_label.tokens.tolist(), strict=True
            )
        ]
        self._say(
            rows,
            fill(self.tr("%1 in %2"), grouped(sum(uses)), report.usage_name),
            self.tr("Per million tokens"),
        )

    def _say(self, rows: list[LabelUses] | tuple[()], words: str, rate_head: str) -> None:
        self._words.setText(words)
        ordered = sorted(rows, key=lambda row: (-row.rate, row.label))
        greatest = ordered[0].rate if ordered else 0.0
        self.model.set_columns(uses_columns(rate_head, greatest), ordered)


_SHOWN = (ID, TEXT, RANK, COUNT)
HALF, ANYWHERE = range(2)

_LONGEST = 60
PARENTS, USES, CONTEXTS, TWINS = range(4)


class TokenParents(QWidget):
    """The tokens that were made with a token: with it as a part, or anywhere in the tree.

    Signals:
        token_requested: int, the token chosen in the list.
    """

    token_requested: Signal[int] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._token_id: int | None = None
        self._which = QComboBox()
        self._which.setAccessibleName(self.tr("Which tokens are listed"))
        self._which.addItems(["", ""])
        self._model = VocabularyTable(theme.mono_font(), self)
        self._table = DataTable(self.tr("Tokens merged from this one"), theme)
        self._table.setModel(self._model)
        self._table.set_widths(WIDTHS, stretch=TEXT)
        for number in range(self._model.columnCount()):
            self._table.setColumnHidden(number, number not in _SHOWN)
        self._table.setSortingEnabled(True)
        self._table.sortByColumn(RANK, Qt.SortOrder.AscendingOrder)
        above = horizontal(
            self._which,
            STRETCH,
            self._table.copying.button(),
            margins=(SPACE_M, SPACE_XS, SPACE_S, SPACE_XS),
        )
        vertical(above, (self._table, 1), parent=self, spacing=0)
        self._which.activated.connect(self._show)
        self._table.activated.connect(self._choose)
        self._table.clicked.connect(self._choose)

    @property
    def ids(self) -> list[int]:
        """The tokens in the list, from the top."""
        return [self._model.token_at(row) for row in range(self._model.rowCount())]

    @property
    def vocabulary(self) -> VocabularyIndex | None:
        return self._model.vocabulary

    def set_vocabulary(self, vocabulary: VocabularyIndex | None) -> None:
        self._model.show_vocabulary(vocabulary)
        self.show_token(None)

    def show_all(self, *, anywhere: bool) -> None:
        """List those with the token anywhere in their tree, or as a half."""
        self._which.setCurrentIndex(ANYWHERE if anywhere else HALF)
        self._show()

    def show_token(self, token_id: int | None) -> int:
        """List the tokens of one, or none; returns how many have it as a half."""
        self._token_id = token_id
        index = self._model.vocabulary
        n_halves = 0
        has_record = index is not None and index.report.lineage is not None
        self._table.setColumnHidden(COUNT, not has_record)
        if index is not None and token_id is not None:
            n_halves = int(index.parent_counts[token_id])
            n_anywhere = len(index.containing(token_id))
            halves = fill(self.tr("Directly: %1"), grouped(n_halves))
            anywhere = self.tr("Anywhere in the tree: %1")
            self._which.setItemText(HALF, halves)
            self._which.setItemText(ANYWHERE, fill(anywhere, grouped(n_anywhere)))
        self._show()
        return n_halves

    def _show(self) -> None:
        index, token_id = self._model.vocabulary, self._token_id
        if index is None or token_id is None:
            self._model.show_ids(np.empty(0, np.int64))
            return
        is_half = self._which.currentIndex() == HALF
        self._model.show_ids(index.parents(token_id) if is_half else index.containing(token_id))

    def _choose(self) -> None:
        index = self._table.currentIndex()
        if index.isValid():
            self.token_requested.emit(self._model.token_at(index.row()))


class TokenDetail(QWidget):
    """Title, merge tree, and a switch: its merges, uses, contexts, twins.

    Signals:
        token_requested: int, the token chosen in the tree or in a list.
    """

    token_requested: Signal[int] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report: VocabularyReport | None = None
        self._token_id: int | None = None
        self._title = ElidedLabel("", "title")
        self._title.setFont(theme.mono_font(TEXT_TITLE, bold=True))
        self._words = label("", "caption", wrap=True)
        for shown in (self._title, self._words):
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.tree = MergeTree(theme)
        self._scroll = TreeScroll(self.tree)
        self._saving = ChartSaving(self.tree)
        self.parents = TokenParents(theme)
        self.uses = TokenUses(theme)
        self.places = TokenPlaces(theme)
        self.twins = ColumnTable(twin_columns(theme.mono_font()), parent=self)
        self._twin_table = DataTable(self.tr("Twins of the token"), theme)
        self._twin_table.show_columns(self.twins)
        self._switch = QTabBar()
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()

    @property
    def words(self) -> str:
        """The line under the title: why there is no tree or no count."""
        return self._words.text()

    def show_part(self, part: int) -> None:
        """Bring PARENTS, USES, CONTEXTS or TWINS to the front."""
        self._switch.setCurrentIndex(part)

    def arrange(self, *, tall: bool) -> None:
        """Put the lists below the tree where the detail is tall, else beside it."""
        direction = QBoxLayout.Direction
        self._sides.setDirection(direction.TopToBottom if tall else direction.LeftToRight)
        self._sides.setStretch(0, 1)
        self._sides.setStretch(3, 1)
        self._line_across.setVisible(tall)
        self._line_down.setVisible(not tall)

    def set_vocabulary(self, vocabulary: VocabularyIndex | None) -> None:
        """Say which vocabulary the tokens belong to, and show none of them."""
        self.parents.set_vocabulary(vocabulary)
        self.show_token(None, None)

    def set_report(self, report: VocabularyReport | None) -> None:
        """Say what is known of uses by now."""
        self._report = report
        self.uses.set_report(report)
        self.twins.set_rows(twin_rows(self.parents.vocabulary, report, self._token_id))

    def show_token(self, tokenizer: AnyTokenizer | None, token_id: int | None) -> None:
        """Show one token, or nothing."""
        vocabulary = self.parents.vocabulary
        if tokenizer is None or vocabulary is None:
            token_id = None
        self._token_id = token_id
        exact = None if tokenizer is None else exact_or_none(tokenizer)
        self.tree.show_token(exact, None if exact is None else token_id)
        self._scroll.fit()
        n_parents = self.parents.show_token(token_id)
        self.uses.show_token(tokenizer, token_id)
        self.places.set_token(token_id)
        self.twins.set_rows(twin_rows(vocabulary, self._report, token_id))
        self._name_parts(n_parents)
        self._right.setVisible(token_id is not None)
        if tokenizer is None or token_id is None:
            self._title.setText("")
            self._say(self.tr("Select a token to see how it was merged."))
            return
        facts = token_facts(tokenizer, token_id)
        text = facts.text if len(facts.text) <= _LONGEST else f"{facts.text[:_LONGEST]}…"
        self._title.setText(isolated(text))
        has_record = tokenizer.training is not None
        if runs_elsewhere(tokenizer):
            self._say(fill(self.tr("Runs in %1, which does not tell merges"), tokenizer.library))
        elif facts.kind is TokenKind.MERGE and not has_record:
            self._say(self.tr("No training record, counts unknown"))
        elif facts.kind is TokenKind.EXTRA:
            self._say(self.tr("No merge makes it, so it has no tree"))
        else:
            self._say("")

    def _say(self, words: str) -> None:
        self._words.setText(words)
        self._words.setVisible(bool(words))

    def _name_parts(self, n_parents: int) -> None:
        n_twins = self.twins.rowCount()
        self._switch.setTabText(PARENTS, fill(self.tr("Used in %1"), grouped(n_parents)))
        self._switch.setTabText(TWINS, fill(self.tr("Twins %1"), grouped(n_twins)))

    def _connect(self) -> None:
        self._switch.currentChanged.connect(self._stack.setCurrentIndex)
        self.parents.token_requested.connect(self.token_requested)
        self.tree.token_requested.connect(self.token_requested)
        self._twin_table.activated.connect(self._choose_twin)
        self._twin_table.clicked.connect(self._choose_twin)

    def _lay_out(self) -> None:
        head = vertical(
            self._title, self._words, margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_S), spacing=0
        )
        left = vertical(head, (self._scroll, 1), spacing=0)
        self._switch.setAccessibleName(self.tr("Details of the token"))
        self._switch.setDrawBase(False)
        self._switch.setExpanding(False)
        for words, part in (
            (self.tr("Used in"), self.parents),
            (self.tr("Uses"), self.uses),
            (self.tr("Contexts"), self.places),
            (self.tr("Twins"), self._twin_table),
        ):
            self._switch.addTab(words)
            self._stack.addWidget(part)
        self._right = QWidget()
        vertical(self._switch, hairline(), (self._stack, 1), parent=self._right, spacing=0)
        self._line_across, self._line_down = hairline(), hairline(vertical=True)
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._sides.setContentsMargins(0, 0, 0, 0)
        self._sides.setSpacing(0)
        self._sides.addLayout(left, 1)
        self._sides.addWidget(self._line_across)
        self._sides.addWidget(self._line_down)
        self._sides.addWidget(self._right, 1)

    def _choose_twin(self) -> None:
        index = self._twin_table.currentIndex()
        if index.isValid():
            self.token_requested.emit(self.twins.rows[index.row()].token_id)
