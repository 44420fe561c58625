"""The right side of the Pattern pane: the preview text, its pre-tokens and the comparison.

`PatternPreview` is the editor of the text, `PatternResults` shows what a pattern makes of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.state import Inspection

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QHeaderView,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from workbench.pattern.cases_panel import CasesPanel
from workbench.pattern.pattern_checker import PatternTrial
from workbench.pattern.pattern_comparison import (
    COMPARISON,
    TEXT,
    CutSide,
    PatternCompareBar,
    PatternComparison,
    pretoken_inspection,
    pretoken_words,
)
from workbench.pattern.pattern_flow import CutPair, PairCount
from workbench.pattern.pattern_rows import (
    CutFigures,
    PatternHues,
    cut_figures,
    engine_figures,
    figures_columns,
    figures_rows,
    hues_of,
    run_numbers,
)
from workbench.signals import Signal
from workbench.text.numbers import byte_size
from workbench.text.placeholders import fill
from workbench.text.sample_text import SAMPLE_TEXT
from workbench.ui.spans.overlays import Overlays
from workbench.ui.spans.span_colouring import Colouring
from workbench.ui.spans.span_text import PLAIN, UNMATCHED, SpanText
from workbench.ui.spans.span_view import SpanView
from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import (
    CONTROL_HEIGHT,
    LINE_GAP,
    ROW_HEIGHT,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    Theme,
)
from workbench.ui.widgets.fields import NumberBox
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.widgets.raw_text_edit import RawTextEdit
from workbench.work.engine_verdicts import EngineVerdict

MAX_PREVIEW_BYTES = 65_536
SETTLE_MS = 30

TRAINED_SIZE = 1024
_LEAST_SIZE, _MOST_SIZE = 257, 65_536


class PatternPreview(QWidget):
    """An editor that starts with a text that is hard to split.

    Signals:
        settled: the text changed and typing has paused.
        sample_requested: replace the text by a sample of the corpus.
        selected: a part of the text was selected.
    """

    settled = Signal()
    sample_requested = Signal()
    selected = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = _Beginning(self.tr("Preview text"), theme, settle_ms=SETTLE_MS)
        self._editor.setPlainText(SAMPLE_TEXT)
        self._editor.setMinimumHeight(2 * ROW_HEIGHT)
        self._crlf = QCheckBox(self.tr("CRLF"))
        self._crlf.setObjectName("crlf")
        self._crlf.setToolTip(self.tr("Use Windows line ends."))
        self._sample = QPushButton(self.tr("From corpus"))
        self._sample.setToolTip(self.tr("Use the beginnings of all sources, 64 KB in total."))
        self._reset = QPushButton(self.tr("Hard cases"))
        self._reset.setToolTip(self.tr("Show the short text of hard cases."))
        self._cut = label("", "caption", wrap=True)
        self._cut.setObjectName("shown_part")
        self._cut.hide()
        row = horizontal(
            label(self.tr("Preview text"), "section"),
            STRETCH,
            self._crlf,
            self._sample,
            self._reset,
        )
        vertical(
            row,
            (self._editor, 1),
            self._cut,
            parent=self,
            margins=(SPACE_L, 0, SPACE_M, SPACE_M),
            spacing=SPACE_S,
        )
        self._editor.settled.connect(self._note_text)
        self._editor.settled.connect(self.settled)
        self._editor.selectionChanged.connect(self._tell_selected)
        self._crlf.toggled.connect(self.settled)
        self._sample.clicked.connect(self.sample_requested)
        self._reset.clicked.connect(self._reset_text)

    @property
    def data(self) -> bytes:
        """The text in UTF-8, with the line ends that were chosen, cut at MAX_PREVIEW_BYTES."""
        data = self._encoded(self._editor.raw_text)[:MAX_PREVIEW_BYTES]
        return data.decode("utf-8", "ignore").encode() if len(data) == MAX_PREVIEW_BYTES else data

    @property
    def selected_bytes(self) -> tuple[int, int]:
        """Begin and end of the selection in `data`; the same where nothing is selected."""
        cursor = self._editor.textCursor()
        units = self._editor.raw_text.encode("utf-16-le", "surrogatepass")
        start, end = (
            len(self._encoded(units[: 2 * place].decode("utf-16-le", "replace")))
            for place in (cursor.selectionStart(), cursor.selectionEnd())
        )
        return start, end

    def _encoded(self, text: str) -> bytes:
        """Text in UTF-8 with the line ends that were chosen."""
        if self._crlf.isChecked():
            text = text.replace("\n", "\r\n")
        return text.encode("utf-8", "replace")

    def _tell_selected(self) -> None:
        if self._editor.textCursor().hasSelection():
            self.selected.emit()

    def set_text(self, text: str) -> None:
        """Put text into the editor as if typed; of a very long one the beginning."""
        self._editor.setPlainText(self._editor.beginning_of(text))
        self._editor.settle()

    def note_corpus(self, corpus: object) -> None:
        """Offer text from the corpus, or not while there is none."""
        self._sample.setEnabled(corpus is not None)

    def _note_text(self) -> None:
        """Say how much of a long text is tried."""
        self._editor.settle_cut()
        n_bytes = len(self._editor.raw_text.encode("utf-8", "replace")) + self._editor.n_cut
        words = self.tr("The preview covers the first %1 of %2.")
        self._cut.setText(fill(words, byte_size(MAX_PREVIEW_BYTES), byte_size(n_bytes)))
        self._cut.setVisible(n_bytes > MAX_PREVIEW_BYTES)

    def _reset_text(self) -> None:
        self.set_text(SAMPLE_TEXT)


class _Beginning(RawTextEdit):
    """A text field that shortens pasted text: an editor needs seconds for megabytes.

    n_cut: bytes of UTF-8 that were removed, 0 once the text is short enough.
    """

    n_cut = 0

    def beginning_of(self, text: str) -> str:
        """Return the part of a text that is taken, and note the size of the rest."""
        beginning = text[:MAX_PREVIEW_BYTES]
        self.n_cut = len(text[MAX_PREVIEW_BYTES:].encode("utf-8", "replace"))
        return beginning

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.hasText() and len(source.text()) > MAX_PREVIEW_BYTES:
            self.insertPlainText(self.beginning_of(source.text()))
        else:
            super().insertFromMimeData(source)

    def settle_cut(self) -> None:
        """Forget what was left behind once the text is shorter than what is tried."""
        if self.document().characterCount() <= MAX_PREVIEW_BYTES:
            self.n_cut = 0


class PatternResults(QWidget):
    """The trial of the edited pattern, and the split it is compared with.

    Signals:
        counting_requested: CutPair, whose tokens to count.
        inspected: Inspection of the chosen pre-token.
    """

    counting_requested: Signal[CutPair] = Signal(object)
    inspected: Signal[Inspection] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edited: PatternTrial | None = None
        self._saved: PatternTrial | None = None
        self._engine: EngineVerdict | None = None
        self._counts: dict[bool, PairCount] = {}
        self._spans = SpanText.empty()
        self.hues = PatternHues()
        self.bar = PatternCompareBar()
        self.preview = PatternPreview(theme)
        self.cases = CasesPanel(theme)
        self.view = SpanView(self.tr("Pre-tokens"), theme, self._describe)
        self.view.set_colouring(Colouring.GIVEN)
        self.numbers = self._number_box()
        self.comparison = PatternComparison(theme)
        self._figures = ColumnTable(figures_columns(), identity=lambda _row: None, parent=self)
        self._table = DataTable(self.tr("Both splits in numbers"), theme)
        self._table.setModel(self._figures)
        self._figures.set_rows(figures_rows(*self.figures, self.tr("Reference")))
        heads = self._table.horizontalHeader()
        heads.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        last = self._figures.columnCount() - 1  # its head is the longest
        heads.setSectionResizeMode(last, QHeaderView.ResizeMode.ResizeToContents)
        self._table.setFixedHeight(4 * ROW_HEIGHT + LINE_GAP)
        self._size = NumberBox()
        self._size.setRange(_LEAST_SIZE, _MOST_SIZE)
        self._size.setValue(TRAINED_SIZE)
        self._size.setObjectName("trained_size")
        self._size.setAccessibleName(self.tr("Vocabulary size of the training on the sample"))
        self._train = QPushButton(self.tr("Train both"))
        self._train.setToolTip(
            self.tr("Train on the preview text alone, once with each pattern, at the same size.")
        )
        self.bar.add_controls(self._train, self._size)
        self._views = QStackedWidget()
        self._lay_out()
        self.bar.view_chosen.connect(self.show_view)
        self._train.clicked.connect(self.train_both)
        self.comparison.place_changed.connect(self.bar.show_place)
        self.view.current_changed.connect(self._inspect)

    @property
    def figures(self) -> tuple[CutFigures, CutFigures]:
        """Numbers of the saved and of the edited cut."""
        edited = self._numbers_of(self._edited, is_saved=False)
        if self._engine is not None and self._engine.bounds is not None and self._edited:
            return engine_figures(self._engine, self._edited.text), edited
        return self._numbers_of(self._saved, is_saved=True), edited

    @property
    def edited(self) -> PatternTrial | None:
        """The trial on show."""
        return self._edited

    @property
    def spans(self) -> SpanText:
        """The pre-tokens on show: those of the last pattern that worked."""
        return self._spans

    @property
    def is_comparing(self) -> bool:
        """Whether the comparison is in front."""
        return self._views.currentIndex() == COMPARISON

    def show_view(self, view: int) -> None:
        """Show TEXT or COMPARISON."""
        self._views.setCurrentIndex(view)
        self.bar.show_view(view)
        self._compare()
        self._ask_missing_counts()

    def show_edited(self, trial: PatternTrial) -> None:
        """Show what the edited pattern does; older counts of tokens no longer hold."""
        before, self._edited = self._edited, trial
        if self._saved is not None and self._saved.text != trial.text:
            self._saved = None
        if before is not None and _is_same_cut(before, trial):
            return  # the thorough trial confirms the first look: what is chosen stays chosen
        self._counts = {}
        if self._engine is not None:  # its cuts were those of another pattern
            self._engine = None
            self.bar.choose_saved()
        assert trial.bounds is not None  # an error is shown elsewhere
        assert trial.matched is not None
        kinds = np.where(trial.matched, PLAIN, UNMATCHED).astype(np.uint8)
        self.hues.take(trial)
        numbers, hues = run_numbers(trial), hues_of(trial, self.hues)
        self._spans = SpanText(trial.text, trial.bounds, kinds=kinds, hues=hues, numbers=numbers)
        self.view.set_text(self._spans, keep_place=True)
        self._compare()

    def _number_box(self) -> QCheckBox:
        box = QCheckBox(self.tr("Numbers"))
        box.setToolTip(
            self.tr(
                "Number the alternatives below the first pre-token of each of their runs, except "
                "the alternative with the most bytes."
            )
        )
        box.toggled.connect(self._show_numbers)
        box.setChecked(True)
        return box

    def _show_numbers(self, is_shown: bool) -> None:
        self.view.set_overlays(Overlays(ids=is_shown))

    def show_alternative(self, number: int) -> None:
        """Go to the next pre-token that an alternative, from 0, made."""
        trial = self._edited
        if trial is None or trial.made is None:
            return
        made = np.flatnonzero(trial.made == number)
        current = -1 if self.view.current is None else self.view.current
        if len(made):
            after = made[made > current]
            self.show_view(TEXT)
            self.view.set_current(int(after[0] if len(after) else made[0]))

    def show_saved(self, trial: PatternTrial | None) -> None:
        """Show what the saved pattern does to the same text; None while that is not known."""
        self._saved = trial
        self._counts = {}
        self._compare()
        self._ask_missing_counts()

    def show_engine(self, verdict: EngineVerdict | None) -> None:
        """Compare with the cuts of an engine, or again with those of the saved pattern."""
        self._engine = verdict
        self._compare()

    def note_count(self, count: PairCount) -> None:
        """Show the tokens of both cuts."""
        self._counts[count.is_trained] = count
        self._train.setEnabled(True)
        if count.is_trained:
            self._size.setToolTip(
                fill(
                    self.tr("Reached %1 and %2: the sample has no more pairs."),
                    str(count.saved_size),
                    str(count.edited_size),
                )
                if min(count.saved_size, count.edited_size) < self._size.value()
                else ""
            )
        self._compare_figures()

    def note_no_count(self, _sentence: str = "") -> None:
        """The counting that was asked for came to nothing."""
        self._train.setEnabled(True)

    def train_both(self) -> None:
        """Have both patterns trained on the sample."""
        if self._ask_counts(self._size.value()):
            self._train.setEnabled(False)

    def go_on(self) -> None:
        """Go to the next difference, in the comparison."""
        self._go(1)

    def go_back(self) -> None:
        """Go to the difference before, in the comparison."""
        self._go(-1)

    def _go(self, step: int) -> None:
        if not self.is_comparing:
            self.show_view(COMPARISON)
        self.comparison.go(step)

    def _describe(self, span: int) -> str:
        spans = self._spans
        return pretoken_words(
            spans.span_bytes(span),
            number=span,
            total=spans.n_spans,
            matched=spans.kind(span) != UNMATCHED,
            alternative=self._alternative_of(span),
        )

    def _inspect(self, span: int | None) -> None:
        if span is None:
            return
        spans = self._spans
        inspection = pretoken_inspection(
            spans.span_bytes(span),
            number=span,
            total=spans.n_spans,
            offset=int(spans.bounds[span]),
            matched=spans.kind(span) != UNMATCHED,
            alternative=self._alternative_of(span),
        )
        self.inspected.emit(inspection)

    def _alternative_of(self, span: int) -> tuple[int, str] | None:
        """Number, from 1, and text of the alternative that made a pre-token, if it is known."""
        trial = self._edited
        if trial is None or trial.made is None or trial.made[span] < 0:
            return None
        number = int(trial.made[span])
        return number + 1, trial.texts[number]

    def _ask_missing_counts(self) -> None:
        """Have tokens counted for the comparison, while it is in front."""
        if self.is_comparing and False not in self._counts:
            self._ask_counts(None)

    def _ask_counts(self, vocab_size: int | None) -> bool:
        edited, saved = self._edited, self._saved
        if edited is None or saved is None or edited.bounds is None or saved.bounds is None:
            return False
        if edited.text != saved.text or not edited.text:
            return False
        self.counting_requested.emit(CutPair(edited.text, saved.bounds, edited.bounds, vocab_size))
        return True

    def _compare(self) -> None:
        """Show both sides in the comparison, as far as they are known and it is in front."""
        edited, saved = self._edited, self._saved
        self._compare_figures()
        if not self.is_comparing or edited is None or edited.bounds is None:
            return
        right = CutSide(self.tr("Draft"), edited.bounds, edited.matched, hues_of(edited, self.hues))
        if self._engine is not None and self._engine.bounds is not None:
            title = f"{self._engine.engine} {self._engine.version}"
            self.comparison.show_cuts(edited.text, CutSide(title, self._engine.bounds), right)
        elif saved is not None and saved.bounds is not None and saved.text == edited.text:
            hues = hues_of(saved, self.hues)
            left = CutSide(self.bar.against_title, saved.bounds, saved.matched, hues)
            self.comparison.show_cuts(edited.text, left, right)

    def _compare_figures(self) -> None:
        if self.is_comparing:
            self._figures.set_rows(figures_rows(*self.figures, self.bar.against_name))

    def _numbers_of(self, trial: PatternTrial | None, *, is_saved: bool) -> CutFigures:
        if trial is None or trial.bounds is None:
            return CutFigures()
        counts = [
            None if count is None else (count.saved if is_saved else count.edited)
            for count in (self._counts.get(False), self._counts.get(True))
        ]
        return cut_figures(trial, *counts)

    def _lay_out(self) -> None:
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        given = QSplitter(Qt.Orientation.Vertical)
        given.setChildrenCollapsible(False)
        given.addWidget(self.preview)
        given.addWidget(self.cases)
        halves.addWidget(given)
        halves.addWidget(self._titled(self.tr("Pre-tokens"), self.view, self.numbers))
        halves.setStretchFactor(0, 2)
        halves.setStretchFactor(1, 3)
        compared = QWidget()
        column = vertical(parent=compared, spacing=SPACE_S)
        numbers = horizontal(self._table, margins=(SPACE_XS, 0, SPACE_XS, 0))
        column.addLayout(numbers)
        column.addWidget(self.comparison, 1)
        self._views.addWidget(halves)
        self._views.addWidget(compared)
        self._views.setCurrentIndex(TEXT)
        self._views.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        vertical(self.bar, (self._views, 1), parent=self, spacing=SPACE_S)

    @staticmethod
    def _titled(words: str, view: QWidget, control: QWidget) -> QWidget:
        """A view with its title and a control above, level with the buttons beside it."""
        side = QWidget()
        title = label(words, "section")
        title.setFixedHeight(CONTROL_HEIGHT)
        row = horizontal(title, STRETCH, control, margins=(SPACE_M, 0, SPACE_L, 0))
        vertical(row, (view, 1), parent=side, spacing=SPACE_S)
        return side


def _is_same_cut(one: PatternTrial, other: PatternTrial) -> bool:
    """Whether two trials of one pattern and one text have the same result."""
    return (
        (one.pattern, one.text) == (other.pattern, other.text)
        and _are_equal(one.bounds, other.bounds)
        and _are_equal(one.matched, other.matched)
        and _are_equal(one.made, other.made)
    )


def _are_equal(one: NDArray[Any] | None, other: NDArray[Any] | None) -> bool:
    if one is None or other is None:
        return one is other
    return np.array_equal(one, other)
