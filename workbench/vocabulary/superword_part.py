"""The superwords of a tokenizer: how many, where the text uses them, and what to compare.

`SuperwordPart` is the widget; `SuperwordShareTable` and `SavedTokensTable` are models by label.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from engine.analysis import SUPERWORD, superword_shares
from workbench.signals import Signal
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, grouped, percent, ratio
from workbench.text.placeholders import fill
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import HeadedTable, Index
from workbench.ui.theme.theme import SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.words.tool_tips import plain_tip
from workbench.vocabulary.vocabulary_index import VocabularyIndex
from workbench.work.runs.comparison import PlainPartner

if TYPE_CHECKING:
    from engine import Tokenizer, TrainingProgress
    from engine.analysis import SavedTokens, SuperwordComparison, SuperwordShare
    from workbench.work.comparison import Baseline

TOTAL = "all"
_Row = tuple[str, tuple[float | None, ...]]

CONDITION = "is:superword"
WIDTHS = (104, 168, 136, 100)
ROOM_FOR_TOKENS = 520


class _LabelTable(HeadedTable):
    """Model of a label and numbers per row; the last row is the total and stays last.

    A model of its own for that row.

    kinds: of each column of numbers: "count", "ratio", "percent" or "signed" percent.
    """

    kinds: tuple[str, ...] = ()
    explanations: dict[int, str]

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.right_aligned = range(1, len(self.kinds) + 1)
        self._rows: list[_Row] = []
        self._order = (1, Qt.SortOrder.DescendingOrder)
        self.explanations = {}

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels from the top."""
        return tuple(label for label, _ in self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        label, values = self._rows[index.row()]
        column = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if column == 0:
            return _all_text() if label == TOTAL else language_name(label)
        return _shown(self.kinds[column - 1], values[column - 1])

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._order = (column, order)
        self.beginResetModel()
        self._rows = self._sorted(self._rows)
        self.endResetModel()

    def set_rows(self, rows: Sequence[_Row]) -> None:
        """Show other rows, the one of all text last."""
        self.beginResetModel()
        self._rows = self._sorted(rows)
        self.endResetModel()

    def _sorted(self, rows: Sequence[_Row]) -> list[_Row]:
        column, order = self._order
        is_down = order is Qt.SortOrder.DescendingOrder
        single = [row for row in rows if row[0] != TOTAL]
        if column == 0:
            single.sort(key=_name, reverse=is_down)
        else:
            known = [row for row in single if row[1][column - 1] is not None]
            unknown = [row for row in single if row[1][column - 1] is None]
            known.sort(key=lambda row: row[1][column - 1] or 0.0, reverse=is_down)
            single = known + unknown
        return single + [row for row in rows if row[0] == TOTAL]

    def _shown(self) -> Sequence[object]:
        return self._rows

    def _explanation(self, column: int) -> str | None:
        return self.explanations.get(column)


class SuperwordShareTable(_LabelTable):
    """Columns: label, tokens, percent of multi-word tokens, percent by stage two."""

    kinds = ("percent", "percent", "count")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Language"), self.tr("Multi-word tokens, %"), self.tr("Stage-2 tokens, %"),
            self.tr("Tokens"),
        )  # fmt: skip
        self.explanations = {
            1: self.tr("Tokens of the training text with more than one word between spaces"),
            2: self.tr("Tokens of the training text that stage two made"),
        }

    def show_shares(self, shares: Sequence[SuperwordShare]) -> None:
        """Show the shares of a run."""
        rows: list[_Row] = []
        for each in shares:
            made = each.stage_two_share
            values = (100 * each.share, None if made is None else 100 * made, each.tokens)
            rows.append((each.label, values))
        self.set_rows(rows)


class SavedTokensTable(_LabelTable):
    """Columns: label, percent saved, then tokens and bytes per token of both, percent."""

    kinds = ("signed", "count", "count", "ratio", "ratio", "percent")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Language"), self.tr("Saved, %"), self.tr("Tokens"), self.tr("Without"),
            self.tr("Bytes/token"), self.tr("Without"), self.tr("Multi-word tokens, %"),
        )  # fmt: skip
        self.explanations = {
            1: self.tr(
                "Share of the tokens without superwords; below zero, superwords cost tokens"
            ),
            2: self.tr("Tokens with superwords"),
            3: self.tr("Tokens of the same size without superwords"),
            4: self.tr("Bytes per token with superwords"),
            5: self.tr("Bytes per token of the same size without superwords"),
            6: self.tr("Tokens with more than one word between spaces"),
        }

    def show_comparison(self, found: SuperwordComparison) -> None:
        """Show what was measured."""
        self.set_rows([_saved_row(each) for each in (*found.rows, found.total)])


def _saved_row(each: SavedTokens) -> _Row:
    return each.label, (
        100 * each.saved, each.tokens, each.plain_tokens, each.bytes_per_token,
        each.plain_bytes_per_token, 100 * each.several_words_share,
    )  # fmt: skip


def _shown(kind: str, value: float | None) -> str:
    if value is None or math.isnan(value):
        return NOTHING
    if kind == "count":
        return grouped(round(value))
    if kind == "ratio":
        return ratio(value)
    return signed(value) if kind == "signed" else f"{value:.1f}"


def signed(percent: float) -> str:
    """A percentage with one decimal and a true minus sign; nothing is no minus nothing.

    >>> signed(-3.14), signed(-0.01)
    ('−3.1', '0.0')
    """
    words = f"{abs(percent):.1f}"
    return words if percent >= 0 or words == "0.0" else f"−{words}"


def _name(row: _Row) -> str:
    return language_name(row[0]).casefold()


def _all_text() -> str:
    return QCoreApplication.translate("superword_tables", "All text")


class SuperwordPart(QWidget):
    """Counts, tables and commands of superwords, beside the table of tokens.

    Signals:
        condition_chosen: the filter that shows the superwords.
        partner_requested: run id, to find its training without superwords.
        comparison_requested: two Baselines, to be set side by side.
        plain_requested: run id, to be trained without superwords.
    """

    condition_chosen: Signal[str] = Signal(object)
    partner_requested: Signal[str] = Signal(object)
    comparison_requested: Signal[tuple[Baseline, Baseline]] = Signal(object)
    plain_requested: Signal[str] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run_id: str | None = None
        self._partner: PlainPartner | None = None
        words = (
            self.tr("superwords"), self.tr("of the vocabulary"), self.tr("of the text's tokens"),
        )  # fmt: skip
        self.figures = Figures(words, theme)
        self.rows = SuperwordShareTable(self)
        self.table = DataTable(self.tr("Superwords by language"), theme)
        self.table.setModel(self.rows)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
        self.table.set_widths(WIDTHS, stretch=0)
        self._words = label("", "caption", wrap=True)
        self._state = label("", "caption", wrap=True)
        self._show = QPushButton(self.tr("Show superwords"))
        self._beside = QPushButton()
        self.empty = EmptyState("")
        self._stack = QStackedWidget()
        self._lay_out()
        self._show.clicked.connect(self._choose)
        self._beside.clicked.connect(self.take_step)

    @property
    def is_empty(self) -> bool:
        """Whether there are no superwords."""
        return self._stack.currentWidget() is self.empty

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.table.setColumnHidden(3, event.size().width() < ROOM_FOR_TOKENS)

    def show_superwords(
        self, tokenizer: Tokenizer | None, index: VocabularyIndex | None, run_id: str | None
    ) -> None:
        """Show the superwords of a tokenizer whose vocabulary was listed; None for none yet."""
        self._run_id, self._partner = run_id, None
        facts = None if index is None else index.report.facts
        n_superwords = 0 if facts is None else int(np.count_nonzero(facts.has(SUPERWORD)))
        is_plain = tokenizer is not None and tokenizer.superwords is None
        n_several = 0 if facts is None else int(np.count_nonzero(facts.words > 1))
        if tokenizer is None or facts is None or not (n_several or not is_plain):
            self.empty.set_sentence(self._nothing(tokenizer, facts is not None))
            self._stack.setCurrentWidget(self.empty)
            return
        shares = superword_shares(tokenizer)
        self.rows.show_shares(shares)
        used = percent(shares[-1].share if shares else None)
        in_vocabulary = percent(n_superwords / index.n_tokens if index else None)
        self.figures.show_values(grouped(n_superwords), in_vocabulary, used)
        words = _by_words(facts.words, self.tr("%1 words: %2"))
        if n_joined := n_superwords - n_several:
            joined = fill(self.tr("without a space between: %1"), grouped(n_joined))
            words = " · ".join(filter(None, (words, joined)))
        self._words.setText(words)
        self.table.setVisible(bool(shares))
        self._show_step()
        self._stack.setCurrentIndex(0)
        if run_id is not None and not is_plain:
            self.partner_requested.emit(run_id)

    def note_partner(self, partner: PlainPartner) -> None:
        """Take which run is the same without superwords, or that there is none."""
        if partner.run_id == self._run_id:
            self._partner = partner
            self._show_step()

    def note_training(self, progress: tuple[TrainingProgress, ...]) -> None:
        """Say how far the training without superwords is; () when it is over."""
        self._beside.setEnabled(not progress)
        words = self.tr("Training without superwords: %1 of %2 merges")
        if progress:
            newest = progress[-1]
            self._state.setText(
                fill(words, grouped(newest.merges_done), grouped(newest.merges_total))
            )
        else:
            self._state.setText("")
        self._state.setVisible(bool(self._state.text()))

    def _nothing(self, tokenizer: Tokenizer | None, is_listed: bool) -> str:
        if tokenizer is None or not is_listed:
            return self.tr("The superwords of a tokenizer are listed here.")
        return self.tr(
            "This tokenizer has no superwords: none of its tokens crosses a space. Switch "
            "superwords on in Train to let the last merges join words."
        )

    def _show_step(self) -> None:
        """Offer the comparison with the same size without superwords, or its training."""
        partner = self._partner
        self._beside.setVisible(partner is not None)
        if partner is None:
            return
        if partner.plain_id is None:
            self._beside.setText(self.tr("Train the same size without superwords"))
            self._beside.setToolTip(
                self.tr("Same text and settings; then both are shown side by side")
            )
        else:
            self._beside.setText(self.tr("Compare with the same size without superwords"))
            words = self.tr("Compare with %1, which has the same text, size and settings")
            self._beside.setToolTip(plain_tip(fill(words, partner.names[1])))

    def _choose(self) -> None:
        self.condition_chosen.emit(CONDITION)

    def take_step(self) -> None:
        """Compare with the run without superwords, or ask for it to be trained."""
        partner = self._partner
        if partner is None:
            return
        if partner.pair is None:
            self.plain_requested.emit(partner.run_id)
        else:
            self.comparison_requested.emit(partner.pair)

    def _lay_out(self) -> None:
        shown = QWidget()
        column = vertical(
            self.figures,
            self._words,
            parent=shown,
            margins=(SPACE_M, SPACE_S, SPACE_M, SPACE_M),
            spacing=SPACE_S,
        )
        buttons = horizontal(self._show, STRETCH, self.table.copying.button(), spacing=SPACE_S)
        column.addLayout(buttons)
        column.addWidget(self.table, 1)
        column.addWidget(self._state)
        column.addWidget(self._beside)
        self._show.setToolTip(
            self.tr("Show only superwords in the table, with their words and parts")
        )
        self._state.hide()
        self._beside.hide()
        self._stack.addWidget(shown)
        self._stack.addWidget(self.empty)
        self._stack.setCurrentWidget(self.empty)
        self.empty.set_sentence(self._nothing(None, False))
        vertical(self._stack, parent=self)


def _by_words(words: np.ndarray, pattern: str) -> str:
    """How many tokens have 2, 3, ... words between spaces."""
    found, counts = np.unique(words[words > 1], return_counts=True)
    return " · ".join(
        fill(pattern, str(n), grouped(count))
        for n, count in zip(found.tolist(), counts.tolist(), strict=True)
    )
