"""RunSuperwordPart: superwords beside the same size without them: tokens saved, and how evenly."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from engine.analysis import HYPER
from engine.compiled import Floats
from workbench.signals import Signal
from workbench.text.numbers import NOTHING, grouped, percent, ratio
from workbench.text.placeholders import fill
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.charts.curve import ChartText, Curve
from workbench.ui.charts.zoom_chart import ZoomChart
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import SPACE_L, SPACE_S, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.labels import ElidedLabel, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.vocabulary.superword_part import SavedTokensTable, signed

if TYPE_CHECKING:
    from engine import Tokenizer
    from engine.analysis import SuperwordComparison, TokenDistribution
    from workbench.runs.run_comparison_flow import ComparedPair

WIDTHS = (120, 76, 92, 92, 92, 84, 136)
GIVING_WAY = ((4, 5), (2, 3))
"""Pairs of columns that give way where there is little room, the first first."""
ROOM_BESIDE = 900
SUPERWORDS, PLAIN = "superwords", "plain"


class _NamedEnds(ChartText):
    """Names its curves without a value: how rare the rarest token is says little."""

    def short_value(self, x: float, y: float) -> str:
        del x, y
        return ""


class RunSuperwordPart(QWidget):
    """One of the pair has superwords, the other has none; which is which is found out here.

    Signals:
        measure_requested: (Tokenizer with superwords, Tokenizer without).
    """

    measure_requested: Signal[tuple[Tokenizer, Tokenizer]] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pair: tuple[Tokenizer, Tokenizer] | None = None
        self._measured: tuple[Tokenizer, Tokenizer] | None = None
        words = (
            self.tr("of the tokens saved"), self.tr("bytes per token"),
            self.tr("entropy, share of even"), self.tr("Rényi efficiency"),
            self.tr("share in top tokens"), self.tr("almost unused ids"),
        )  # fmt: skip
        self.figures = Figures(words, theme)
        self.rows = SavedTokensTable(self)
        self.table = DataTable(self.tr("Tokens saved by superwords"), theme)
        self.table.setModel(self.rows)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
        self.table.set_widths(WIDTHS, stretch=0)
        text = _NamedEnds(
            self.tr("Uses of each token"), self.tr("rank (log)"), self.tr("% of all tokens (log)"),
            self._point_words,
        )  # fmt: skip
        self.chart = ZoomChart(text, theme, log_x=True, log_y=True)
        self._saving = ChartSaving(self.chart)
        self._texts = ElidedLabel("", "caption")
        self._note = label("", "caption", wrap=True)
        self._again = QPushButton(self.tr("Measure again"))
        self.empty = EmptyState("")
        self._stack = QStackedWidget()
        self._splitter = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        self._lay_out()
        self._again.clicked.connect(self.measure)
        self.empty.action_requested.connect(self.measure)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is measured of the pair."""
        return self._stack.currentWidget() is self.empty

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the chart beside the table if there is room."""
        super().resizeEvent(event)
        width = event.size().width()
        beside = width >= ROOM_BESIDE
        wanted = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if self._splitter.orientation() != wanted:
            self._splitter.setOrientation(wanted)
            half = (width if beside else event.size().height()) // 2
            self._splitter.setSizes([half, half])
        self._choose_columns(width // 2 if beside else width)

    def show_pair(self, pair: ComparedPair) -> None:
        """Show what is known of two tokenizers: whether they can be compared in this way."""
        from engine.encoding import Tokenizer

        found = [each.tokenizer for each in pair.tokenizers]
        known = [each for each in found if isinstance(each, Tokenizer)]
        with_superwords = [each for each in known if has_superwords(each)]
        self._pair = None
        if len(known) == 2 and len(with_superwords) == 1:
            ours = with_superwords[0]
            self._pair = (ours, known[0] if known[1] is ours else known[1])
        if self._pair is not None and self._measured == self._pair:
            self._stack.setCurrentIndex(0)
            return
        self.empty.set_sentence(self._empty_words(len(known), len(with_superwords)))
        self.empty.set_action("" if self._pair is None else self.tr("Measure now"))
        self._stack.setCurrentWidget(self.empty)

    def note_measuring(self, words: str) -> None:
        """Say what is measured; "" when that is over."""
        self.empty.set_waiting(words)
        self._again.setEnabled(not words)

    def show_measured(self, measured: tuple[SuperwordComparison, str]) -> None:
        """Show what was measured of the pair, and on which texts."""
        found, texts = measured
        self._measured = self._pair
        self.rows.show_comparison(found)
        ours, plain = found.distribution, found.plain_distribution
        total = found.total
        self.figures.show_values(
            f"{signed(100 * total.saved)} %",
            _beside(ratio(total.bytes_per_token), ratio(total.plain_bytes_per_token)),
            _beside(percent(ours.efficiency), percent(plain.efficiency)),
            _beside(_places(ours.renyi_efficiency), _places(plain.renyi_efficiency)),
            _beside(percent(ours.frequent_share), percent(plain.frequent_share)),
            _beside(percent(ours.rare_share), percent(plain.rare_share)),
        )
        self.figures.set_tooltips(*self._explanations(found))
        self.chart.set_curves(
            [
                Curve(PLAIN, self.tr("Without"), *_in_percent(plain)),
                Curve(SUPERWORDS, self.tr("With"), *_in_percent(ours), is_emphasised=True),
            ]
        )
        words = self.tr("Measured on %1; each figure: with superwords | without")
        self._texts.setText(fill(words, texts))
        self._say_sizes(found.sizes)
        self._stack.setCurrentIndex(0)

    def _say_sizes(self, sizes: tuple[int, int]) -> None:
        """Warn where more than superwords makes the difference."""
        words = ""
        if sizes[0] != sizes[1]:
            words = self.tr("The sizes differ, %1 and %2 ids: superwords alone do not explain it.")
            words = fill(words, grouped(sizes[0]), grouped(sizes[1]))
        self._note.setText(words)
        self._note.setVisible(bool(words))

    def _explanations(self, found: SuperwordComparison) -> tuple[str, ...]:
        counts = (found.distribution, found.plain_distribution)
        frequent = fill(
            self.tr(
                "Share of the text in tokens used %1 times as often as an even use of all ids "
                "would have it; %2 and %3 ids"
            ),
            grouped(HYPER),
            *(grouped(each.n_frequent) for each in counts),
        )
        rare = fill(
            self.tr(
                "Share of the ids used at most a %1th as often as an even use would have it, "
                "unused ones with them; %2 and %3 ids"
            ),
            grouped(HYPER),
            *(grouped(each.n_rare) for each in counts),
        )
        return (
            self.tr("Tokens fewer than the same size without superwords takes for the same text"),
            self.tr("Bytes of the text in one token"),
            self.tr("Shannon entropy of the tokens, of what an even use of all ids would have"),
            self.tr("The same with Rényi's entropy of order 2.5 (Zouhar et al. 2023)"),
            frequent,
            rare,
        )

    def _empty_words(self, n_known: int, n_with: int) -> str:
        if n_known < 2:
            return self.tr(
                "Superwords are compared where both tokenizers run here, not through a library."
            )
        if n_with == 0:
            return self.tr("Neither has superwords: none of their tokens crosses a space.")
        if n_with == 2:
            return self.tr(
                "Both have superwords. Compare one of them with the same size without, from "
                "Superwords in the Vocabulary workspace."
            )
        return self.tr(
            "Both encode the same texts; then you see what superwords save in each language, and "
            "how evenly the tokens are used."
        )

    def measure(self) -> None:
        """Ask for the pair to be measured, if it is one of superwords and none."""
        if self._pair is not None:
            self.measure_requested.emit(self._pair)

    def _point_words(self, x: float, y: float) -> str:
        words = self.tr("token number %1: %2 %")
        return fill(words, grouped(round(x)), _plainly(y))

    def _choose_columns(self, width: int) -> None:
        shown = list(range(len(WIDTHS)))
        for pair in GIVING_WAY:
            if sum(WIDTHS[each] for each in shown) > width - 2 * SPACE_L:
                shown = [each for each in shown if each not in pair]
        for column in range(len(WIDTHS)):
            self.table.setColumnHidden(column, column not in shown)

    def _lay_out(self) -> None:
        bar = horizontal(
            (self._texts, 1),
            self._again,
            self.table.copying.button(),
            margins=(SPACE_L, 0, SPACE_L, SPACE_S),
            spacing=SPACE_S,
        )
        self._again.setToolTip(self.tr("On the texts of Compression, or on the corpus"))
        self.figures.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        self._note.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_S)
        self._note.hide()
        chart = QWidget()
        inner = QVBoxLayout(chart)
        inner.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        head = horizontal(STRETCH, self._saving.button())
        inner.addLayout(head)
        inner.addWidget(self.chart, 1)
        self._splitter.addWidget(self.table)
        self._splitter.addWidget(chart)
        shown = QWidget()
        vertical(self.figures, self._note, bar, (self._splitter, 1), parent=shown, spacing=0)
        self._stack.addWidget(shown)
        self._stack.addWidget(self.empty)
        self._stack.setCurrentWidget(self.empty)
        vertical(self._stack, parent=self)


def has_superwords(tokenizer: Tokenizer) -> bool:
    """Whether a tokenizer was trained with superwords, or is imported and has tokens of several
    words between spaces."""
    from engine.text import words_between_spaces

    if tokenizer.superwords is not None:
        return True
    if tokenizer.training is not None:
        return False
    return bool((words_between_spaces(tokenizer.ranked_tokens) > 1).any())


def _in_percent(found: TokenDistribution) -> tuple[Floats, Floats]:
    """Ranks, and the percent of all tokens that the token of each rank is."""
    ranks, shares = found.curve()
    return ranks, 100 * shares


def _plainly(percent: float) -> str:
    """Two digits that count, without a power of ten.

    >>> _plainly(3.81), _plainly(0.0000042)
    ('3.8', '0.0000042')
    """
    if percent <= 0:
        return "0"
    return f"{percent:.{max(0, 1 - math.floor(math.log10(percent)))}f}"


def _beside(ours: str, plain: str) -> str:
    return f"{ours} | {plain}"


def _places(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3f}"
