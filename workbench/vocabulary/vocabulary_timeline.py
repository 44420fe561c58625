"""The merge list as a timeline, with a text encoded as of any merge.

`VocabularyTimeline` is the widget, `ReplayTable` the model of its merges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QFont, QShowEvent
from PySide6.QtWidgets import QPushButton, QSplitter, QToolButton, QWidget

from engine.compiled import Int64s
from engine.settings import N_BYTES
from workbench.text.numbers import NOTHING, grouped, ratio
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated, visible
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.spans.span_colouring import Colouring
from workbench.ui.spans.span_text import SpanText
from workbench.ui.spans.span_view import SpanView
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import HeadedTable, Index
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.labels import hairline, label
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.widgets.raw_text_edit import RawTextEdit
from workbench.ui.words.tool_tips import plain_tip
from workbench.vocabulary.timeline_slider import MergeTimeline, TimelineText
from workbench.vocabulary.vocabulary_jobs import VocabularyJobs

if TYPE_CHECKING:
    from engine import Tokenizer
    from engine.analysis import MergeReplay, MergeReplayer

MERGE, TOKEN, LEFT, RIGHT, COUNT, PLACES = range(6)
_MOST_BYTES = 160

LONGEST_TEXT = 1 << 16
"""Characters of text that are encoded; what lies behind is left out and said to be."""
_SETTLE_MS = 30
_CURVE_POINTS = 400
_WIDTHS = (88, 120, 84, 84, 92, 76)
_TEXT_HEIGHT = 76


class ReplayTable(HeadedTable):
    """The merges in order: number from 1, token, parts, count, occurrences in the text.

    Row k - 1 is the last of the first k merges. A model of its own: a tokenizer may have a
    million merges, whose rows are made when they are in sight.
    """

    right_aligned = (MERGE, COUNT, PLACES)

    def __init__(self, mono_font: QFont, bold_font: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Merge"), self.tr("Token"), self.tr("Left"), self.tr("Right"),
            self.tr("Count"), self.tr("In the text"),
        )  # fmt: skip
        self._mono_font, self._bold_font = mono_font, bold_font
        self._tokenizer: Tokenizer | None = None
        self._places: Int64s = np.zeros(0, np.int64)

    def show_merges(self, tokenizer: Tokenizer | None) -> None:
        """Show the merges of a tokenizer; no text is known yet."""
        self.beginResetModel()
        self._tokenizer = tokenizer
        self._places = np.zeros(0, np.int64)
        self.endResetModel()

    def show_replay(self, replay: MergeReplay | None) -> None:
        """Say which merges change a text, and in how many places."""
        if self._tokenizer is None:
            return
        n_merges = self._tokenizer.n_merges
        if replay is None or replay.n_merges != n_merges:
            self._places = np.zeros(0, np.int64)
        else:
            removed = replay.removed_by[1:-1]
            self._places = np.bincount(removed[removed < n_merges], minlength=n_merges)
        if n_merges:
            self.dataChanged.emit(self.index(0, MERGE), self.index(n_merges - 1, PLACES))

    def _shown(self) -> range:
        return range(0 if self._tokenizer is None else self._tokenizer.n_merges)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._tokenizer is None:
            return None
        rank, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(self._tokenizer, rank, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole:
            if column in (TOKEN, LEFT, RIGHT):
                return self._mono_font
            return self._bold_font if column == PLACES else None
        return None

    def _text(self, tokenizer: Tokenizer, rank: int, column: int) -> str:
        if column == MERGE:
            return grouped(rank + 1)
        if column == COUNT:
            training = tokenizer.training
            return NOTHING if training is None else grouped(int(training.occurrences[rank]))
        if column == PLACES:
            places = int(self._places[rank]) if rank < len(self._places) else 0
            return f"{grouped(places)}\N{MULTIPLICATION SIGN}" if places else ""
        position = N_BYTES + rank
        if column != TOKEN:
            position = int(tokenizer.ranked_merges[rank, 0 if column == LEFT else 1])
        return isolated(visible(tokenizer.ranked_tokens[position][:_MOST_BYTES]))


class VocabularyTimeline(QWidget):
    """The number of merges, the axis, the text with its tokens, and the merges."""

    def __init__(
        self, theme: Theme, jobs: VocabularyJobs, text: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._tokenizer: Tokenizer | None = None
        self._replayer: MergeReplayer | None = None
        self._replay: MergeReplay | None = None
        self._is_stale, self._is_tall = True, False
        self._figures = Figures(
            (self.tr("merges"), self.tr("bytes per token, this text"), self.tr("tokens"),
             self.tr("last merge")), theme,
        )  # fmt: skip
        self._back = _step(Qt.ArrowType.LeftArrow, self.tr("Previous change"))
        self._on = _step(Qt.ArrowType.RightArrow, self.tr("Next change"))
        self._edits = QPushButton(self.tr("Edit text"))
        self._edits.setCheckable(True)
        self._edits.setToolTip(self.tr("Show the text to edit or replace it"))
        self._note = label("", "caption")
        self._note.hide()
        self.timeline = MergeTimeline(theme)
        self._saving = ChartSaving(self.timeline)
        self._edit = RawTextEdit(
            self.tr("Text to encode as of a merge"), theme, settle_ms=_SETTLE_MS
        )
        self._edit.setPlainText(text)
        self._view = SpanView(self.tr("Text as of this merge"), theme, self._describe)
        self._view.set_colouring(Colouring.BY_ID)
        self.model = ReplayTable(theme.mono_font(), theme.font(bold=True), self)
        self._table = DataTable(self.tr("Merges"), theme)
        self._table.setModel(self.model)
        self._table.set_widths(_WIDTHS, stretch=TOKEN)
        self._table.setSelectionMode(DataTable.SelectionMode.SingleSelection)
        self._lay_out()
        self._connect()

    @property
    def k(self) -> int:
        """How many merges are applied."""
        return self.timeline.value()

    @property
    def figures(self) -> tuple[str, ...]:
        """Merges, bytes per token, tokens, last merge."""
        return self._figures.values()

    @property
    def view(self) -> SpanView:
        """The text as of `k`."""
        return self._view

    @property
    def replay(self) -> MergeReplay | None:
        """What the text is made of; None while it is being encoded for the first time."""
        return self._replay

    def set_text(self, text: str) -> None:
        """Put another text in, as if typed."""
        self._edit.setPlainText(text)

    def go_to(self, k: int) -> None:
        """Apply a number of merges."""
        self.timeline.setValue(k)

    def set_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        """Show the merges of a tokenizer, all of them applied; nothing is encoded yet."""
        self._tokenizer, self._replayer, self._replay = tokenizer, None, None
        self._is_stale = True
        n_merges = 0 if tokenizer is None else tokenizer.n_merges
        self.model.show_merges(tokenizer)
        self._choose_columns()
        self.timeline.show_text(None)
        self.timeline.setRange(0, n_merges)
        self.timeline.setValue(n_merges)
        self._view.set_text(SpanText.empty())
        self._show()
        if self.isVisible():
            self.encode()

    def showEvent(self, event: QShowEvent) -> None:
        """What was put off while this was out of sight is done now."""
        super().showEvent(event)
        self.encode()

    def encode(self) -> None:
        """Encode the text, if it or the tokenizer has changed since."""
        if self._tokenizer is None or not self._is_stale:
            return
        from engine.analysis import MergeReplayer

        if self._replayer is None:
            self._replayer = MergeReplayer(self._tokenizer)
        self._is_stale = False
        self._jobs.replay(self._replayer, self._edit.toPlainText()[:LONGEST_TEXT])

    def go_to_next_change(self) -> None:
        """Apply merges up to the next one that changes the text."""
        self._jump(None if self._replay is None else self._replay.next_change(self.k))

    def go_to_previous_change(self) -> None:
        """Go back to the last merge before that changed the text."""
        self._jump(None if self._replay is None else self._replay.previous_change(self.k))

    def _take_replay(self, replay: MergeReplay) -> None:
        if self._tokenizer is None or replay.n_merges != self._tokenizer.n_merges:
            return
        self._replay = replay
        ks = np.unique(np.geomspace(1, replay.n_merges + 1, _CURVE_POINTS).astype(np.int64) - 1)
        tokens = np.maximum(replay.token_curve(ks), 1)
        curve = len(replay.data) / tokens if replay.data else np.zeros(len(ks))
        self.timeline.show_text(TimelineText(ks, curve, replay.changing))
        self.model.show_replay(replay)
        is_cut = len(self._edit.toPlainText()) > LONGEST_TEXT
        words = self.tr("Only the first %1 characters are encoded")
        self._note.setText(fill(words, grouped(LONGEST_TEXT)))
        self._note.setVisible(is_cut)
        self._show()

    def _show(self) -> None:
        """Show the text and the list as of the value of the axis."""
        tokenizer, replay, k = self._tokenizer, self._replay, self.k
        last = "–"
        if tokenizer is not None and k:
            token_id = int(tokenizer.ranked_ids[N_BYTES + k - 1])
            last = isolated(visible(tokenizer.vocabulary[token_id][:64]))
            index = self.model.index(k - 1, MERGE)
            if self._table.currentIndex().row() != k - 1:
                self._table.setCurrentIndex(index)
                self._table.scrollTo(index, DataTable.ScrollHint.PositionAtCenter)
        elif not k:
            self._table.setCurrentIndex(QModelIndex())
            self._table.scrollToTop()
        if replay is None:
            self.timeline.set_reading(None)
            self._figures.show_values(grouped(k), "–", "–", last)
            self._back.setEnabled(False)
            self._on.setEnabled(False)
            return
        ids, bounds = replay.spans(k)
        self._view.set_text(SpanText(replay.data, bounds, ids), keep_place=True)
        self._mark_last(replay, k, bounds)
        per_token = len(replay.data) / len(ids) if len(ids) else None
        self.timeline.set_reading(per_token)
        self._figures.show_values(grouped(k), ratio(per_token), grouped(len(ids)), last)
        self._back.setEnabled(replay.previous_change(k) is not None)
        self._on.setEnabled(replay.next_change(k) is not None)

    def _mark_last(self, replay: MergeReplay, k: int, bounds: np.ndarray) -> None:
        """Ring the first token that the last merge made."""
        if k == 0 or not replay.places_of(k - 1):
            return
        edge = int(replay.edges_of(k - 1)[0])
        self._view.set_current(int(np.searchsorted(bounds, edge, "right")) - 1)

    def _describe(self, span: int) -> str:
        text = self._view.text
        if text.ids is None:
            return ""
        words = self.tr("%1, id %2")
        shown = visible(text.span_bytes(span))
        return fill(words, shown, str(int(text.ids[span])))

    def _jump(self, k: int | None) -> None:
        if k is not None:
            self.go_to(k)

    def _take_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and current.row() + 1 != self.k:
            self.go_to(current.row() + 1)

    def _note_text(self) -> None:
        self._is_stale = True
        if self.isVisible():
            self.encode()

    def _connect(self) -> None:
        self.timeline.valueChanged.connect(self._show)
        self._table.selectionModel().currentRowChanged.connect(self._take_row)
        self._back.clicked.connect(self.go_to_previous_change)
        self._on.clicked.connect(self.go_to_next_change)
        self._edits.toggled.connect(self._edit.setVisible)
        self._edit.settled.connect(self._note_text)
        self._jobs.replayed.connect(self._take_replay)

    def _lay_out(self) -> None:
        above = horizontal(
            (self._figures, 1),
            self._edits,
            self._back,
            self._on,
            self._table.copying.button(),
            margins=(SPACE_L, SPACE_S, SPACE_S, 0),
            spacing=SPACE_S,
        )
        axis = horizontal(self.timeline, margins=(SPACE_S, SPACE_XS, SPACE_S, SPACE_S))
        texts = QWidget()
        column = vertical(
            parent=texts, margins=(SPACE_M, SPACE_S, SPACE_XS, SPACE_S), spacing=SPACE_S
        )
        self._edit.setFixedHeight(_TEXT_HEIGHT)
        column.addWidget(self._edit)
        self._edit.hide()
        column.addWidget(self._note)
        column.addWidget(self._view, 1)
        self._halves = QSplitter(Qt.Orientation.Horizontal)
        self._halves.setChildrenCollapsible(False)
        self._halves.addWidget(texts)
        self._halves.addWidget(self._table)
        self._halves.setStretchFactor(0, 1)
        self._halves.setStretchFactor(1, 1)
        self._table.horizontalHeader().moveSection(PLACES, TOKEN + 1)
        vertical(above, axis, hairline(), (self._halves, 1), parent=self, spacing=0)

    def arrange(self, *, tall: bool) -> None:
        """Put the merges below the text where the timeline is tall, else beside it."""
        way = Qt.Orientation.Vertical if tall else Qt.Orientation.Horizontal
        if self._halves.orientation() is not way:
            self._halves.setOrientation(way)
        if tall != self._is_tall:  # there is room for the text only where it is tall
            self._is_tall = tall
            self._edits.setChecked(tall)
        self._choose_columns()

    def _choose_columns(self) -> None:
        """Counts where they are known, and where there is room for them."""
        tokenizer = self._tokenizer
        has_counts = tokenizer is not None and tokenizer.training is not None
        self._table.setColumnHidden(COUNT, not (has_counts and self._is_tall))


def _step(arrow: Qt.ArrowType, words: str) -> QToolButton:
    """A button that goes to another merge; an arrow, for the row is narrow beside another pane."""
    button = QToolButton()
    button.setArrowType(arrow)
    button.setAccessibleName(words)
    button.setToolTip(plain_tip(words))
    return button
