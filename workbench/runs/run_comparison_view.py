"""RunComparisonView: two to four tokenizers side by side, in five views.

`RunDivergencePart` shows the first merge at which two diverge, how often it occurs, and why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QAction, QGuiApplication, QPainter, QPen
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from workbench.runs.run_comparison_flow import baseline_of
from workbench.runs.run_facts_part import RunFactsPart, mark_icon
from workbench.runs.run_languages_part import RunLanguagesPart
from workbench.runs.run_scorecard_part import RunScorecardPart
from workbench.runs.run_superword_part import RunSuperwordPart
from workbench.runs.run_vocabulary_part import (
    LINK,
    SAME_ROLE,
    RunVocabularyPart,
    beside_columns,
    merge_partners,
)
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.languages.dot_plot import DotPlot
from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.tables.data_table import SharedTable
from workbench.ui.tables.headed_table import Index
from workbench.ui.theme.theme import (
    SEARCH_WIDTH,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XL,
    SPACE_XS,
    Theme,
)
from workbench.ui.widgets.buttons import ToolTipOfAction, segmented
from workbench.ui.widgets.file_dialogs import PublishedMenu, ask_files
from workbench.ui.widgets.labels import hairline, label
from workbench.ui.widgets.layouts import STRETCH, clear_layout, horizontal, vertical
from workbench.ui.words.translation import translator
from workbench.work.comparison import Baseline
from workbench.work.exact_tokenizer import runs_elsewhere
from workbench.work.runs.comparison import LEAST, MOST, divergence_headline, divergence_sentences
from workbench.work.runs.search import run_titles

if TYPE_CHECKING:
    from workbench.runs.run_comparison_flow import ComparedPair, RunComparison
    from workbench.state import Inspection
    from workbench.store import RunSummary

_translated = translator("comparison")


BEFORE, AFTER = 4, 60
N_FACTS = 3
"""The sentences before those with reasons."""
SEARCHED = 2000
"""Merges behind the last one on show among which an equal pair is looked for."""


class BesideDelegate(QStyledItemDelegate):
    """Merges that are the same in both stand back; the first that differs is in bold."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.parting_row = -1

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if index.data(SAME_ROLE):
            option.palette.setColor(option.palette.ColorRole.Text, self._theme.colour("muted_text"))
        if index.row() == self.parting_row:
            option.font.setBold(True)
        option.textElideMode = Qt.TextElideMode.ElideRight


class LinkDelegate(BesideDelegate):
    """Lines from each pair to the same pair at the right; those of the current row in accent."""

    def __init__(self, theme: Theme, parent: QTableView) -> None:
        super().__init__(theme, parent)
        self._scheme, self._table = theme, parent
        self._start = 0
        self._lines: tuple[tuple[int, int], ...] = ()

    def set_lines(self, partners: Mapping[int, int], ranks: range) -> None:
        """Join these ranks where both are on show: a line to elsewhere leads nowhere."""
        self._start = ranks.start
        self._lines = tuple(
            line for line in partners.items() if line[0] in ranks and line[1] in ranks
        )

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        rank = self._start + index.row()
        chosen = self._start + self._table.currentIndex().row()
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(rect)
        for line in self._lines:
            if min(line) <= rank <= max(line):
                is_chosen = self._table.currentIndex().isValid() and chosen in line
                colour = self._scheme.colour("accent" if is_chosen else "control_edge")
                painter.setPen(QPen(colour, 2.0 if is_chosen else 1.0))
                left, right = (rect.center().y() + (at - rank) * rect.height() for at in line)
                painter.drawLine(QPointF(rect.left(), left), QPointF(rect.right(), right))
        painter.restore()


class RunDivergencePart(QWidget):
    """Where and why two runs diverge as a headline, sentences, and the merges of both around it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._headline = label("", "title", wrap=True)
        self._sentences = label("", wrap=True)
        self._sentences.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._reason = label("", wrap=True)
        self._reason.setTextInteractionFlags(self._sentences.textInteractionFlags())
        self._copy = QPushButton(self.tr("Copy summary"))
        self._copy.clicked.connect(self.copy_sentences)
        self._mono = theme.mono_font()
        self.rows = ColumnTable[int]((), parent=self)
        self.table = SharedTable(self.tr("Merges side by side"), theme)
        self.table.show_columns(self.rows)
        self._delegate = BesideDelegate(theme, self.table)
        self.table.setItemDelegate(self._delegate)
        self._links = LinkDelegate(theme, self.table)
        self.table.setItemDelegateForColumn(LINK, self._links)
        self.table.selectionModel().currentChanged.connect(self._mark_lines)
        self._lay_out()

    @property
    def sentences(self) -> str:
        """Everything that is said, line by line."""
        return "\n".join(
            filter(None, (self._headline.text(), self._sentences.text(), self._reason.text()))
        )

    def show_pair(self, pair: ComparedPair) -> None:
        """Show where two tokenizers part."""
        from engine.analysis import UnknownMerges

        divergence = pair.divergence
        said = divergence_sentences(divergence, pair.names, _translated)
        first, second = (each.tokenizer for each in pair.tokenizers)
        if runs_elsewhere(first) or runs_elsewhere(second) or isinstance(divergence, UnknownMerges):
            self._show_unknown(said)
            return
        self.table.show()
        self._headline.setText(divergence_headline(divergence, pair.names, _translated))
        self._headline.show()
        rank = first.n_merges if divergence is None else divergence.rank
        said = () if divergence is None else said  # the headline says it
        self._sentences.setText("\n".join(said[:N_FACTS]))
        self._sentences.setVisible(bool(said))
        self._reason.setText("\n".join(said[N_FACTS:]))
        self._reason.setVisible(len(said) > N_FACTS)
        start = max(0, rank - BEFORE)
        end = min(rank + AFTER, max(first.n_merges, second.n_merges))
        self._delegate.parting_row = -1 if divergence is None else rank - start
        partners = merge_partners((first, second), end + SEARCHED)
        self._links.set_lines(partners, range(start, end))
        columns = beside_columns((first, second), pair.names, self._mono, partners)
        self.rows.set_columns(columns, range(start, end))
        self.table.show_columns(self.rows)

    def _show_unknown(self, said: Sequence[str]) -> None:
        """Say why merges cannot be compared, and show none."""
        self._headline.setText("")
        self._headline.hide()
        self.table.hide()
        self._sentences.setText("\n".join(said))
        self._sentences.show()
        self._reason.setText("")
        self._reason.hide()
        self._delegate.parting_row = -1
        self.rows.set_rows(())

    def copy_sentences(self) -> None:
        """Put the sentences on the clipboard."""
        QGuiApplication.clipboard().setText(self.sentences)

    def _mark_lines(self, _current: object = None, _before: object = None) -> None:
        self.table.viewport().update()

    def _lay_out(self) -> None:
        said = vertical(self._headline, self._sentences, self._reason, STRETCH, spacing=SPACE_XS)
        top = horizontal((said, 1), margins=(SPACE_L, SPACE_M, SPACE_L, SPACE_M), spacing=SPACE_L)
        buttons = vertical(self._copy, self.table.copying.button(), STRETCH, spacing=SPACE_S)
        top.addLayout(buttons)
        vertical(top, (self.table, 1), parent=self, spacing=0)


FACTS, VOCABULARY, DIVERGENCE, LANGUAGES, SUPERWORDS = range(5)
MOST_RUNS = 24
CHIPS_WIDTH = 58


class RunComparisonView(QWidget):
    """Chips with the compared tokenizers, to remove and to add, above five views.

    header: the chips, for the header of the pane.

    Signals:
        compare_requested: tuple of Baseline to compare instead.
        pair_requested: two places, whose vocabularies and merges to compare.
        baseline_requested: place of the one to compare the others with.
        measure_requested: measure all of them on the same texts.
        back_requested: back to the table of runs.
        inspection_requested: Inspection.
    """

    compare_requested: Signal[tuple[Baseline, ...]] = Signal(object)
    pair_requested: Signal[tuple[int, int]] = Signal(object)
    baseline_requested: Signal[int] = Signal(object)
    measure_requested = Signal()
    back_requested = Signal()
    inspection_requested: Signal[Inspection] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison: RunComparison | None = None
        self._runs: tuple[RunSummary, ...] = ()
        self._fills = False
        self._theme = theme
        self._dots = DotPlot(self.tr("Compared tokenizers by language"), theme)
        self.facts = RunFactsPart(self._dots.marker, theme)
        self.scorecard = RunScorecardPart(self._dots.marker, theme)
        self.vocabulary = RunVocabularyPart(theme)
        self.divergence = RunDivergencePart(theme)
        self.languages = RunLanguagesPart(self._dots, theme)
        self.superwords = RunSuperwordPart(theme)
        self.header = QWidget()
        self._chips = QHBoxLayout()
        self._back = QPushButton(self.tr("All runs"))
        self._add = QPushButton(self.tr("Add"))
        self._published = PublishedMenu(self._add)
        self._published.name_chosen.connect(self._add_published)
        self._baseline = QPushButton()
        self._pair = QComboBox()
        self._pair_words = label(self.tr("Pair"), "caption")
        self._views = QButtonGroup(self)
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()
        theme.changed.connect(self._show_chips)
        theme.changed.connect(self._show_baseline)

    # ---- what is shown

    @property
    def comparison(self) -> RunComparison | None:
        return self._comparison

    @property
    def view(self) -> int:
        """FACTS, VOCABULARY, DIVERGENCE, LANGUAGES or SUPERWORDS."""
        return self._views.checkedId()

    def set_back(self, action: QAction) -> None:
        """Take the action of the button back to the runs."""
        ToolTipOfAction(self._back, action)

    def set_runs(self, runs: Sequence[RunSummary]) -> None:
        """Offer these runs to be added."""
        self._runs = tuple(run for run in runs if run.status == "finished")

    def show_comparison(self, comparison: RunComparison) -> None:
        """Show another comparison, or more of the same."""
        self._comparison = comparison
        self._fills = True
        self._pair.clear()
        for places in comparison.pairs:
            names = (comparison.names[place] for place in places)
            self._pair.addItem(fill(self.tr("%1 and %2"), *names), places)
        self._pair.setCurrentIndex(max(0, comparison.pairs.index(comparison.pair.places)))
        self._fills = False
        self._show_chips()
        self._show_baseline()
        self.scorecard.show_comparison(comparison)
        self.facts.show_comparison(comparison)
        self.languages.show_comparison(comparison)
        self.show_pair(comparison.pair)
        self._show_controls()

    def show_pair(self, pair: ComparedPair) -> None:
        """Show vocabularies and merges of two of them."""
        self.vocabulary.show_pair(pair)
        self.divergence.show_pair(pair)
        self.superwords.show_pair(pair)

    def show_view(self, view: int) -> None:
        """Show FACTS, VOCABULARY, DIVERGENCE, LANGUAGES or SUPERWORDS."""
        self._views.button(view).setChecked(True)
        self._stack.setCurrentIndex(view)
        self._show_controls()

    def show_next_view(self) -> None:
        """Go on to the next view, after the last to the first."""
        self.show_view((self.view + 1) % self._stack.count())
        self.focus_view()

    def ask_next_baseline(self) -> None:
        """Ask for the last one to become the baseline: pressed again, each has its turn."""
        if self._comparison is not None:
            self.baseline_requested.emit(len(self._comparison.compared) - 1)

    def focus_view(self) -> None:
        """Put the focus on the first view's button, from where Tab goes on."""
        self._views.button(self.view).setFocus(Qt.FocusReason.OtherFocusReason)

    def remove(self, place: int) -> None:
        """Compare without one of them; with two left the comparison is over."""
        if self._comparison is None:
            return
        wanted = list(self._comparison.wanted)
        del wanted[place]
        if len(wanted) < LEAST:
            self.back_requested.emit()
        else:
            self.compare_requested.emit(tuple(wanted))

    def add(self, added: Sequence[Baseline]) -> None:
        """Compare with these as well, as far as there is room."""
        known = () if self._comparison is None else self._comparison.wanted
        new = [each for each in added if each not in known]
        self.compare_requested.emit((*known, *new)[:MOST])

    def add_paths(self, paths: Sequence[Path]) -> None:
        """Add tokenizers from files or folders."""
        self.add([baseline_of(path) for path in paths])

    def ask_files(self) -> None:
        """Let the person choose tokenizer files to add."""
        chosen = ask_files(self, self.tr("Add tokenizers to the comparison"))
        if chosen:
            self.add_paths([Path(path) for path in chosen])

    # ---- inside

    def _show_controls(self) -> None:
        is_pair = self.view in (VOCABULARY, DIVERGENCE, SUPERWORDS)
        several = self._comparison is not None and len(self._comparison.compared) > LEAST
        for part in (self._pair, self._pair_words):
            part.setVisible(is_pair and several)
        self._baseline.setVisible(not is_pair)

    def _show_baseline(self) -> None:
        """Say which one the others are compared with."""
        if self._comparison is None:
            return
        name = _cut(self._comparison.names[0], LEAST)
        self._baseline.setText(fill(self.tr("Baseline: %1"), name).replace("&", "&&"))
        self._baseline.setIcon(mark_icon(self._dots.marker(0)))

    def _fill_baseline(self) -> None:
        menu = self._baseline.menu()
        menu.clear()
        for place, name in enumerate(() if self._comparison is None else self._comparison.names):
            action = menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(place == 0)
            action.setData(place)
            action.triggered.connect(self._baseline_chosen)

    def _baseline_chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction) and action.data():
            self.baseline_requested.emit(int(action.data()))

    def _show_chips(self) -> None:
        clear_layout(self._chips)
        comparison = self._comparison
        if comparison is None:
            return
        for place, name in enumerate(comparison.names):
            chip = QPushButton(f"{_cut(name, len(comparison.names))}  ×".replace("&", "&&"))
            chip.setProperty("kind", "chip")
            chip.setIcon(mark_icon(self._dots.marker(place)))
            chip.setToolTip(fill(self.tr("Take %1 out of the comparison"), name))
            chip.setAccessibleName(chip.toolTip())
            chip.setProperty("place", place)
            chip.clicked.connect(self._remove_clicked)
            self._chips.addWidget(chip)
        self._add.setEnabled(len(comparison.compared) < MOST)

    def _remove_clicked(self) -> None:
        chip = self.sender()
        if isinstance(chip, QPushButton):
            self.remove(int(chip.property("place")))

    def _fill_add(self) -> None:
        menu = self._add.menu()
        menu.removeAction(self._published.menuAction())  # clear() would make Python its owner
        menu.clear()
        menu.addAction(self.tr("Tokenizer file…")).triggered.connect(self.ask_files)
        menu.addMenu(self._published)
        menu.addSeparator()
        known = set() if self._comparison is None else {
            each.run_id for each in self._comparison.wanted
        }  # fmt: skip
        others = [run for run in self._runs if run.run_id not in known]
        titles = run_titles(self._runs)
        for run in others[:MOST_RUNS]:
            title = titles[run.run_id]
            action = menu.addAction(title.replace("&", "&&"))
            action.setData(Baseline(title, run_id=run.run_id))
            action.triggered.connect(self._add_chosen)

    def _add_chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.add([action.data()])

    def _add_published(self, name: str) -> None:
        self.add([Baseline(name, published=name)])

    def _take_pair(self, _index: int) -> None:
        if not self._fills:
            self.pair_requested.emit(tuple(self._pair.currentData()))

    def _lay_out(self) -> None:
        self._add.setProperty("kind", "menu")
        self._add.setMenu(QMenu(self._add))
        self._add.setToolTip(self.tr("Add a run or a published tokenizer, up to four"))
        self._baseline.setProperty("kind", "menu")
        self._baseline.setMenu(QMenu(self._baseline))
        self._baseline.setToolTip(self.tr("Choose the run that the others are compared with"))
        self._pair.setAccessibleName(self.tr("Pair whose vocabularies and merges are compared"))
        self._pair.setMaximumWidth(2 * SEARCH_WIDTH)
        self._chips.setSpacing(SPACE_XS)
        horizontal(self._chips, self._add, self._back, parent=self.header, spacing=SPACE_S)
        second = horizontal(margins=(SPACE_L, 0, SPACE_L, SPACE_XS), spacing=SPACE_XS)
        words = (
            self.tr("Settings and metrics"), self.tr("Vocabulary"), self.tr("First difference"),
            self.tr("Languages"), self.tr("Superwords"),
        )  # fmt: skip
        buttons = [QPushButton(word) for word in words]
        for view, button in enumerate(buttons):
            self._views.addButton(button, view)
        second.addLayout(segmented(buttons))
        self._views.button(FACTS).setChecked(True)
        second.addStretch(1)
        second.addWidget(self._baseline)
        second.addWidget(self._pair_words)
        second.addWidget(self._pair)
        first_page = QWidget()
        vertical(self.scorecard, hairline(), (self.facts, 1), parent=first_page, spacing=0)
        for part in (first_page, self.vocabulary, self.divergence, self.languages,
                     self.superwords):  # fmt: skip
            self._stack.addWidget(part)
        self.setMinimumWidth(3 * SEARCH_WIDTH - 2 * SPACE_XL)  # captions give way first
        vertical(second, hairline(), (self._stack, 1), parent=self, spacing=0)

    def _connect(self) -> None:
        self._back.clicked.connect(self.back_requested)
        self._views.idClicked.connect(self.show_view)
        self._pair.currentIndexChanged.connect(self._take_pair)
        self._add.menu().aboutToShow.connect(self._fill_add)
        self._baseline.menu().aboutToShow.connect(self._fill_baseline)
        self.scorecard.measure_requested.connect(self.measure_requested)
        self.languages.measure_requested.connect(self.measure_requested)
        for part in (self.facts, self.vocabulary, self.languages):
            part.inspection_requested.connect(self.inspection_requested)


def _cut(name: str, n_chips: int) -> str:
    """A name short enough for one of some chips."""
    most = CHIPS_WIDTH // n_chips
    return name if len(name) <= most else f"{name[: most - 1]}…"
