"""The right side of the Vocabulary pane: token, timeline, report or superwords.

`VocabularySide` is the switch; `VocabularyReporting` keeps its report up to date,
`FrequencyPart` draws how often tokens are used by their rank and how many of them cover a text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSplitter, QStackedWidget, QTabBar, QWidget

from engine.analysis import FrequencyCurves, VocabularyReport, frequency_curves, vocabulary_lineage
from engine.compiled import Int64s
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.text.sample_text import SAMPLE_TEXT
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.charts.curve import ChartText, Curve
from workbench.ui.charts.zoom_chart import ZoomChart
from workbench.ui.theme.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.buttons import TextsButton
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.labels import ElidedLabel, hairline
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.vocabulary.superword_part import SuperwordPart
from workbench.vocabulary.token_detail import TokenDetail
from workbench.vocabulary.vocabulary_index import VocabularyIndex
from workbench.vocabulary.vocabulary_jobs import VocabularyJobs
from workbench.vocabulary.vocabulary_report import VocabularyReportPart
from workbench.vocabulary.vocabulary_timeline import VocabularyTimeline
from workbench.work.comparison import Baseline, EvaluationTexts
from workbench.work.exact_tokenizer import exact_or_none

if TYPE_CHECKING:
    from pathlib import Path

    from engine import Corpus
    from engine.analysis import TokenUsage
    from engine.library import AnyTokenizer


TOKEN, TIMELINE, REPORT, SUPERWORDS, FREQUENCY = range(5)

_NAMES_SHOWN = 3
_LEAST_HEIGHT = 240


class VocabularySide(QWidget):
    """A switch "Token | Timeline | Report | Superwords | Frequency" over the chosen part.

    Signals:
        report_shown, superwords_shown: that part was opened.
    """

    report_shown = Signal()
    superwords_shown = Signal()

    def __init__(self, theme: Theme, jobs: VocabularyJobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.detail = TokenDetail(theme)
        self.timeline = VocabularyTimeline(theme, jobs, SAMPLE_TEXT)
        self.report = VocabularyReportPart(theme)
        self.superwords = SuperwordPart(theme)
        self.frequency = FrequencyPart(theme)
        self._switch = QTabBar()
        self._switch.setAccessibleName(self.tr("Token, timeline, report, superwords or frequency"))
        self._switch.setDrawBase(False)
        self._switch.setExpanding(False)
        self._switch.addTab(self.tr("Token"))
        self._switch.addTab(self.tr("Timeline"))
        self._switch.addTab(self.tr("Report"))
        self._switch.addTab(self.tr("Superwords"))
        self._switch.addTab(self.tr("Frequency"))
        self._stack = QStackedWidget()
        self._stack.addWidget(self.detail)
        self._stack.addWidget(self.timeline)
        self._stack.addWidget(self.report)
        self._stack.addWidget(self.superwords)
        self._stack.addWidget(self.frequency)
        self.without_merges = EmptyState("")
        self._stack.addWidget(self.without_merges)
        self._library = ""
        vertical(self._switch, hairline(), (self._stack, 1), parent=self, spacing=0)
        self._switch.currentChanged.connect(self._show)

    def minimumSizeHint(self) -> QSize:
        """Of a height of its own: that of hidden parts changes when they are laid out."""
        hint = super().minimumSizeHint()
        return QSize(hint.width(), min(hint.height(), _LEAST_HEIGHT))

    @property
    def shows_report(self) -> bool:
        return self._switch.currentIndex() == REPORT

    @property
    def shows_superwords(self) -> bool:
        return self._switch.currentIndex() == SUPERWORDS

    @property
    def texts_buttons(self) -> tuple[TextsButton, ...]:
        """All buttons that ask for a text."""
        return self.report.texts, self.detail.uses.texts, self.detail.places.texts

    def set_library(self, library: str) -> None:
        """Say which library runs the tokenizer; "" for this program, which knows the merges."""
        self._library = library
        words = self.tr(
            "%1 does not tell the merges of this tokenizer: no timeline, no superwords."
        )
        self.without_merges.set_sentence(fill(words, library))
        self._stack.setCurrentWidget(self._part(self._switch.currentIndex()))

    def show_timeline(self) -> None:
        """Bring the timeline to the front."""
        self._switch.setCurrentIndex(TIMELINE)

    def show_report(self) -> None:
        """Bring the report to the front."""
        self._switch.setCurrentIndex(REPORT)

    def show_superwords(self) -> None:
        """Bring the superwords to the front."""
        self._switch.setCurrentIndex(SUPERWORDS)

    def show_frequency(self) -> None:
        """Bring uses by rank and coverage to the front."""
        self._switch.setCurrentIndex(FREQUENCY)

    def show_token(self) -> None:
        """Bring the chosen token to the front."""
        self._switch.setCurrentIndex(TOKEN)

    def _part(self, number: int) -> QWidget:
        is_of_merges = number in (TIMELINE, SUPERWORDS)
        if self._library and is_of_merges:
            return self.without_merges
        return (self.detail, self.timeline, self.report, self.superwords, self.frequency)[number]

    def _show(self, number: int) -> None:
        self._stack.setCurrentWidget(self._part(number))
        if number == REPORT:
            self.report_shown.emit()
        elif number == SUPERWORDS:
            self.superwords_shown.emit()
        elif number == TIMELINE:
            self.timeline.encode()
        elif number == FREQUENCY:
            self.frequency.draw()


class VocabularyReporting(QObject):
    """Keeps the report on the listed vocabulary up to date and visible.

    Facts that need no kernels are there at once, the others when the report is opened.

    Signals:
        changed: more facts on the tokens; filters may match others now.
    """

    changed = Signal()

    def __init__(
        self,
        state: WorkbenchState,
        jobs: VocabularyJobs,
        side: VocabularySide,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._jobs, self._side = state, jobs, side
        self._index: VocabularyIndex | None = None
        self._report: VocabularyReport | None = None
        self._knows_superwords = False
        self._counted_in: Corpus | tuple[Path, ...] | None = None
        self._partner: tuple[str, AnyTokenizer] | None = None
        side.report_shown.connect(self._complete)
        side.superwords_shown.connect(self._show_superwords)
        side.report.uses_requested.connect(self._count_uses)
        side.detail.uses.uses_requested.connect(self._count_uses)
        jobs.reported.connect(self._take_report)
        jobs.counted.connect(self._take_usage)
        jobs.partner_counted.connect(self._take_partner_usage)
        jobs.busy_changed.connect(side.report.note_counting)
        jobs.busy_changed.connect(side.detail.uses.note_counting)
        state.corpus_changed.connect(self._note_corpus)
        state.evaluation_texts_changed.connect(self._note_evaluation)
        self._note_corpus(state.corpus)
        self._note_evaluation(state.evaluation_texts)

    @property
    def report(self) -> VocabularyReport | None:
        """What is known by now; None without a vocabulary."""
        return self._report

    def set_index(self, index: VocabularyIndex | None) -> None:
        """Report on another vocabulary, or on none."""
        self._index = index
        self._knows_superwords = False
        self._counted_in = None
        self._show(None if index is None else index.report)
        if self._side.shows_report:
            self._complete()
        elif self._side.shows_superwords:
            self._show_superwords()

    def set_partner(self, partner: tuple[str, AnyTokenizer] | None) -> None:
        """Draw the uses of another tokenizer beside ours: (name, tokenizer).

        They are counted in the text that ours were counted in, else taken from its own record.
        """
        self._partner = partner
        self._side.frequency.show_partner(None)
        if partner is None:
            return
        name, tokenizer = partner
        if self._counted_in is not None:
            self._jobs.count_partner(tokenizer, self._counted_in)
            return
        exact = exact_or_none(tokenizer)
        lineage = None if exact is None else vocabulary_lineage(exact)
        if lineage is None:
            words = self.tr("%1 has no training record; count uses in the report first.")
            self._jobs.failed.emit(fill(words, name))
        else:
            lengths, words = tokenizer.token_lengths, self.tr("its training corpus, by its record")
            uses = NamedUses(name, lineage.remaining, lengths, words)
            self._side.frequency.show_partner(uses)

    def _take_partner_usage(self, usage: TokenUsage) -> None:
        if self._partner is not None and self._report is not None:
            text = self._report.usage_name
            uses = NamedUses(self._partner[0], usage.counts, usage.lengths, text)
            self._side.frequency.show_partner(uses)

    def _show_superwords(self) -> None:
        """Compute the superwords once per vocabulary, when they are first shown."""
        if not self._knows_superwords:
            self._knows_superwords = self._index is not None
            state = self._state
            self._side.superwords.show_superwords(state.tokenizer, self._index, state.run_id)

    def _complete(self) -> None:
        """Find the tokens out of reach as well."""
        tokenizer, report = self._state.tokenizer, self._report
        if (
            tokenizer is not None
            and self._index is not None
            and report is not None
            and report.unreachable is None
        ):
            self._jobs.report(tokenizer, self._index)

    def _take_report(self, report: VocabularyReport) -> None:
        known = self._report
        if known is not None and known.usage is not None:
            report = report.with_usage(known.usage, known.usage_name)
        self._show(report)

    def _take_usage(self, counted: tuple[TokenUsage, str]) -> None:
        if self._report is not None:
            self._counted_in = self._jobs.counted_in
            self._show(self._report.with_usage(*counted))
            self.set_partner(self._partner)

    def _show(self, report: VocabularyReport | None) -> None:
        self._report = report
        self._side.report.show_report(self._index, report)
        self._side.detail.set_report(report)
        self._side.frequency.show_uses(None if report is None else self._named_uses(report))
        self.changed.emit()

    def _named_uses(self, report: VocabularyReport) -> NamedUses | None:
        if report.uses is None:
            return None
        is_counted = report.usage is not None
        text = report.usage_name if is_counted else self.tr("its training corpus, by its record")
        return NamedUses(self.tr("this tokenizer"), report.uses, report.facts.lengths, text)

    def _note_corpus(self, corpus: object) -> None:
        for button in self._side.texts_buttons:
            button.set_corpus_there(corpus is not None)

    def _note_evaluation(self, texts: EvaluationTexts) -> None:
        for button in self._side.texts_buttons:
            button.set_evaluation_paths(texts.paths)

    def _count_uses(self, paths: tuple[Path, ...] | None) -> None:
        tokenizer, corpus = self._state.any_tokenizer, self._state.corpus
        if tokenizer is None:
            return
        if paths:
            names = ", ".join(path.name for path in paths[:_NAMES_SHOWN])
            more = " …" if len(paths) > _NAMES_SHOWN else ""
            self._jobs.count_uses(tokenizer, paths, names + more)
        elif corpus is not None:
            self._jobs.count_uses(tokenizer, corpus, self.tr("the corpus of the window"))


_ROOM_BESIDE = 720
_KEYS = ("open", "other")
_BYTES, _OTHER_USES, _OTHER_BYTES = 1, 0, 3
"""Hues of tokens, for curves that are no language's."""


@dataclass(frozen=True, eq=False)
class NamedUses:
    """Uses of one tokenizer. counts: int64[n], negative where unknown; lengths: int64[n], bytes.

    text: the name of the text that was counted.
    """

    name: str
    counts: Int64s
    lengths: Int64s
    text: str


class FrequencyPart(QWidget):
    """Uses by rank on two log axes, and coverage by uses and by bytes.

    Curves are computed when the part is visible.

    Signals:
        partner_requested: Baseline to draw beside the open tokenizer, None for none.
    """

    partner_requested: Signal[Baseline | None] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._uses: list[NamedUses | None] = [None, None]
        self._is_current = False
        self._words = ElidedLabel("", "caption")
        self._partner = QPushButton(self.tr("Compare with"))
        self._partner.setProperty("kind", "menu")
        self._menu = QMenu(self._partner)
        self._partner.setMenu(self._menu)
        self.ranks = ZoomChart(
            ChartText(
                self.tr("Uses by rank"), self.tr("rank (log)"), self.tr("uses (log)"),
                self._rank_words,
            ),
            theme, log_x=True, log_y=True,
        )  # fmt: skip
        self.coverage = ZoomChart(
            ChartText(
                self.tr("Coverage"), self.tr("tokens (log)"), self.tr("% of the text"),
                self._coverage_words,
            ),
            theme, log_x=True,
        )  # fmt: skip
        self._charts = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        for chart in (self.ranks, self.coverage):
            ChartSaving(chart)
            self._charts.addWidget(chart)
        above = horizontal((self._words, 1), self._partner, margins=(0, SPACE_XS, 0, SPACE_XS))
        vertical(
            above, (self._charts, 1), parent=self, margins=(SPACE_M, 0, SPACE_S, SPACE_S), spacing=0
        )
        self.set_choices(())
        theme.changed.connect(self.refresh)

    @property
    def words(self) -> str:
        """Whose uses are drawn, and in which text they were counted."""
        return self._words.text()

    def set_choices(self, baselines: Sequence[Baseline]) -> None:
        """Offer these tokenizers beside the open one."""
        self._menu.clear()
        for source in (None, *baselines):
            words = self.tr("None") if source is None else source.name.replace("&", "&&")
            entry = self._menu.addAction(words)
            entry.triggered.connect(partial(self._request, source))
        self._partner.setEnabled(bool(baselines))

    def show_uses(self, uses: NamedUses | None) -> None:
        """Draw the open tokenizer; None while no uses are known."""
        self._uses[0] = uses
        self.refresh()

    def show_partner(self, uses: NamedUses | None) -> None:
        """Draw another tokenizer beside it, or none."""
        self._uses[1] = uses
        self.refresh()

    def refresh(self) -> None:
        """Compute and draw what changed, if this part is visible; its owner calls it when shown."""
        self._is_current = False
        if self.isVisible():
            self.draw()

    def draw(self) -> None:
        """Draw the curves unless they are drawn."""
        if self._is_current:
            return
        self._is_current = True
        known = [(key, uses) for key, uses in zip(_KEYS, self._uses, strict=True) if uses]
        curves = [(key, uses, frequency_curves(uses.counts, uses.lengths)) for key, uses in known]
        self.ranks.set_curves([self._rank_curve(*each) for each in curves])
        self.coverage.set_curves([one for each in curves for one in self._covering(*each)])
        if self._uses[0] is None:
            words = self.tr("Uses not counted yet: count them in the report")
        else:
            each = [fill(self.tr("%1: uses in %2"), uses.name, uses.text) for _, uses in known]
            words = " · ".join(each)
        self._words.setText(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the charts side by side if there is room."""
        super().resizeEvent(event)
        is_wide = event.size().width() >= _ROOM_BESIDE
        self._charts.setOrientation(
            Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        )

    def _rank_curve(self, key: str, uses: NamedUses, curves: FrequencyCurves) -> Curve:
        is_open = key == _KEYS[0]
        colour = None if is_open else self._colour(_OTHER_USES)
        return Curve(key, uses.name, curves.ranks, curves.uses, colour, is_emphasised=is_open)

    def _covering(self, key: str, uses: NamedUses, curves: FrequencyCurves) -> tuple[Curve, Curve]:
        is_open = key == _KEYS[0]
        by_uses, by_bytes = self.tr("%1, by uses"), self.tr("%1, by bytes")
        return (
            Curve(f"{key}-uses", fill(by_uses, uses.name), curves.ranks, 100 * curves.of_uses,
                  None if is_open else self._colour(_OTHER_USES), is_emphasised=is_open),
            Curve(f"{key}-bytes", fill(by_bytes, uses.name), curves.ranks, 100 * curves.of_bytes,
                  self._colour(_BYTES if is_open else _OTHER_BYTES)),
        )  # fmt: skip

    def _colour(self, hue: int) -> QColor:
        return self._theme.token_colour(hue).boundary

    def _rank_words(self, x: float, y: float) -> str:
        return fill(self.tr("token number %1, uses: %2"), grouped(round(x)), grouped(round(y)))

    def _coverage_words(self, x: float, y: float) -> str:
        return fill(self.tr("%1 tokens: %2 %"), grouped(round(x)), f"{y:.1f}")

    def _request(self, source: Baseline | None, _checked: bool = False) -> None:
        self.partner_requested.emit(source)
