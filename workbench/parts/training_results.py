"""TrainingResults: phases, charts and the table of merges of a training, live or stored."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QItemSelection, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from workbench.models.merge_table import COUNT, MERGE, MERGE_ROLE, TOKEN_ID, MergeRow, MergeTable
from workbench.numbers import grouped, ratio
from workbench.parts.language_curves import LanguageCurves
from workbench.parts.merge_delegate import MergeDelegate
from workbench.parts.phase_bar import PhaseBar
from workbench.parts.training_charts import TrainingCharts
from workbench.theme import CHARTS_HEIGHT, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.widgets.data_table import DataTable
from workbench.widgets.empty_state import EmptyState
from workbench.widgets.labels import hairline, label

if TYPE_CHECKING:
    from engine import Phase, Tokenizer, TrainingProgress

COLUMN_WIDTHS = (76, 76, 104, 200)
ROOM_FOR_TWO_CHARTS = 440
CHARTS_SHARE, TABLE_SHARE = 1, 1
DRAWING_SHARE = 0.04
"""Of the time, about, that the window works while a training runs: it shares the cores with it."""
LEAST_WAIT_S, MOST_WAIT_S = 0.1, 1.0
"""Between two times that what a training said is shown."""


class TrainingResults(QStackedWidget):
    """Says how to start while there is nothing.

    `number` and `number_words` are the pane's one big number; the pane places them.

    Signals:
        corpus_requested: there is no corpus and the person wants to choose one.
        merge_chosen: the MergeRow the person chose.
    """

    corpus_requested = Signal()
    merge_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._was_live = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.show_newest)
        self._shown_phase: Phase | None = None
        self._waiting: list[TrainingProgress] = []
        self._next_showing = self._drawn_until = 0.0
        self.merges = MergeTable(self)
        self.charts = TrainingCharts(theme)
        self.languages = LanguageCurves(theme)
        self._views = QTabBar(drawBase=False)
        self._views.setAccessibleName(self.tr("Charts"))
        self._extremes = label("", "caption")
        self._shown_charts = QStackedWidget()
        self.phases = PhaseBar(theme)
        self.number = label("", "big")
        self.number_words = label(self.tr("bytes per token, training corpus"), "caption")
        self._facts = label("", "caption")
        self._table = DataTable(self.tr("Merges"), theme)
        self._table.setModel(self.merges)
        self._table.setItemDelegateForColumn(MERGE, MergeDelegate(theme, self._table))
        self._table.set_widths(COLUMN_WIDTHS, stretch=MERGE)
        self._table.selectionModel().selectionChanged.connect(self._choose_merge)
        self._views.currentChanged.connect(self._shown_charts.setCurrentIndex)
        self._nothing = EmptyState("")
        self._nothing.action_requested.connect(self.corpus_requested)
        self.addWidget(self._nothing)
        self.addWidget(self._content())
        self._show_or_hide(False)

    def showEvent(self, event: QShowEvent) -> None:
        """The charts' library is half a second and 35 MB: whoever trains nothing goes without."""
        super().showEvent(event)
        QTimer.singleShot(0, self.charts.build)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Beside another pane there is room for one chart and for the telling columns."""
        super().resizeEvent(event)
        is_narrow = self.width() < ROOM_FOR_TWO_CHARTS
        self.charts.show_both(not is_narrow)
        for column in (TOKEN_ID, COUNT):
            if self._table.isColumnHidden(column) != is_narrow:
                self._table.setColumnHidden(column, is_narrow)

    def note_corpus(self, exists: bool, *, is_reading: bool = False) -> None:
        """Say what is needed before merges appear here."""
        if exists:
            words = self.tr("Merges, compression and progress of the training appear here.")
        elif is_reading:
            words = self.tr("The corpus is being read. Train as soon as it is there.")
        else:
            words = self.tr("A training needs a corpus: files of text in the languages you want.")
        self._nothing.set_sentence(words)
        self._nothing.set_action("" if exists or is_reading else self.tr("Choose a corpus"))

    @property
    def words_of_nothing(self) -> str:
        """What stands here while there is nothing."""
        return self._nothing.sentence

    @property
    def extremes(self) -> str:
        """Which source has the most and which the fewest bytes per token."""
        return self._extremes.text()

    def show_languages(self, per_language: bool) -> None:
        """Show the chart of every source, or the charts of all text."""
        self._views.setCurrentIndex(int(per_language))

    def begin(self, words: str) -> None:
        """Make room for a new training; `words` say what it waits for."""
        self._forget_waiting()
        self.merges.clear()
        self.charts.clear()
        self.languages.clear()
        self._extremes.clear()
        self._table.follow_end()
        self.number.setText(ratio(1.0))
        self._facts.clear()
        self.phases.reset(words)
        self.phases.show()
        self._was_live = True
        self._show_or_hide(True)

    def add(self, values: tuple[TrainingProgress, ...]) -> None:
        """Take what a training said; it is shown at once or a moment later, see DRAWING_SHARE."""
        is_new_phase = not self._waiting and values[-1].phase is not self._shown_phase
        self._waiting += values
        if is_new_phase or time.monotonic() >= self._next_showing:
            self.show_newest()
        elif not self._timer.isActive():
            self._timer.start(round((self._next_showing - time.monotonic()) * 1000) + 1)

    def show_newest(self) -> None:
        """Append the merges and points that wait, and show the newest numbers."""
        self._timer.stop()
        if not self._waiting:
            return
        values, self._waiting = tuple(self._waiting), []
        self._show(values)
        self._shown_phase = values[-1].phase
        now = time.thread_time()
        wait = (now - self._drawn_until) / DRAWING_SHARE
        self._drawn_until = now
        self._next_showing = time.monotonic() + min(max(wait, LEAST_WAIT_S), MOST_WAIT_S)

    def _show(self, values: tuple[TrainingProgress, ...]) -> None:
        newest = values[-1]
        for value in values:
            self.merges.append(value.last_merges)
        self.charts.add(values)
        self.languages.add(values)
        self._extremes.setText(self.languages.extremes)
        self.phases.show_progress(
            newest.phase, newest.fraction, newest.elapsed_s, newest.remaining_s
        )
        self.number.setText(ratio(newest.bytes_per_token))
        done, total = grouped(newest.merges_done), grouped(newest.merges_total)
        self._show_facts(f"{done} / {total}", newest.unique_pretokens)

    def end(self, words: str, *, finished: bool) -> None:
        """Say how the training ended; what it showed stays."""
        self.show_newest()
        self.charts.finish()
        self.languages.finish()
        if finished:
            self.phases.show_done(words)
        else:
            self.phases.stop(words)
        self._show_or_hide(self.merges.rowCount() > 0)

    def show_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        """Show the merges and curves of a stored run."""
        self._forget_waiting()
        self.merges.set_tokenizer(tokenizer)
        self.phases.setVisible(self._was_live)
        self._was_live = False
        training = tokenizer.training if tokenizer is not None else None
        self.charts.set_record(training)
        self.languages.set_record(training)
        self._extremes.setText(self.languages.extremes)
        self._facts.clear()
        self.number.setText(ratio(training.bytes_per_token() if training else None))
        if training is not None:
            self._show_facts(grouped(len(training.applied)), training.unique_pretokens)
        self._show_or_hide(tokenizer is not None)

    def _forget_waiting(self) -> None:
        self._timer.stop()
        self._waiting = []
        self._shown_phase = None
        self._next_showing = 0.0
        self._drawn_until = time.thread_time()

    def _show_facts(self, merges: str, unique_pretokens: int) -> None:
        self._facts.setText(
            self.tr("%1 merges, %2 distinct pre-tokens")
            .replace("%1", merges)
            .replace("%2", grouped(unique_pretokens))
        )

    def _show_or_hide(self, has_content: bool) -> None:
        self.setCurrentIndex(1 if has_content else 0)
        self.number.setVisible(has_content)
        self.number_words.setVisible(has_content)

    def _choose_merge(self, selection: QItemSelection) -> None:
        indexes = selection.indexes()
        merge: Any = indexes[0].data(MERGE_ROLE) if indexes else None
        if isinstance(merge, MergeRow):
            self.merge_chosen.emit(merge)

    def _charts_with_choice(self) -> QVBoxLayout:
        self._views.addTab(self.tr("All text"))
        self._views.addTab(self.tr("Per language"))
        self._shown_charts.addWidget(self.charts)
        self._shown_charts.addWidget(self.languages)
        self._extremes.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._extremes.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        choice = QHBoxLayout()
        choice.setSpacing(SPACE_M)
        choice.addWidget(self._views)
        choice.addWidget(self._extremes, 1)
        column = QVBoxLayout()
        column.setSpacing(SPACE_S)
        column.addLayout(choice)
        column.addWidget(self._shown_charts, 1)
        return column

    def _content(self) -> QWidget:
        top = QWidget()
        column = QVBoxLayout(top)
        column.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addWidget(self.phases)
        column.addLayout(self._charts_with_choice(), 1)
        bottom = QWidget()
        rows = QVBoxLayout(bottom)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        self._facts.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        rows.addWidget(self._facts)
        rows.addWidget(hairline())
        rows.addWidget(self._table, 1)
        splitter = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        splitter.addWidget(top)
        splitter.addWidget(bottom)
        splitter.setStretchFactor(0, CHARTS_SHARE)
        splitter.setStretchFactor(1, TABLE_SHARE)
        splitter.setSizes([CHARTS_HEIGHT, CHARTS_HEIGHT])
        return splitter
