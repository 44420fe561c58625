"""VocabularyReporting: keeps the report on the listed vocabulary up to date and on show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from workbench.state import WorkbenchState
from workbench.vocabulary.vocabulary_filter import VocabularyIndex
from workbench.vocabulary.vocabulary_jobs import VocabularyJobs
from workbench.vocabulary.vocabulary_side import VocabularySide
from workbench.work.comparison import EvaluationTexts

if TYPE_CHECKING:
    from pathlib import Path

    from engine.analysis import TokenUsage, VocabularyReport

_NAMES_SHOWN = 3


class VocabularyReporting(QObject):
    """What is known without kernels is there at once, the rest when somebody looks.

    Signals:
        changed: more is known of the tokens; filters may give others now.
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
        side.report_shown.connect(self._complete)
        side.superwords_shown.connect(self._show_superwords)
        side.report.uses_requested.connect(self._count_uses)
        side.detail.uses.uses_requested.connect(self._count_uses)
        jobs.reported.connect(self._take_report)
        jobs.counted.connect(self._take_usage)
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
        self._show(None if index is None else index.report)
        if self._side.shows_report:
            self._complete()
        elif self._side.shows_superwords:
            self._show_superwords()

    def _show_superwords(self) -> None:
        """Work out the superwords once for each vocabulary, when somebody looks."""
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
            self._show(self._report.with_usage(*counted))

    def _show(self, report: VocabularyReport | None) -> None:
        self._report = report
        self._side.report.show_report(self._index, report)
        self._side.detail.set_report(report)
        self.changed.emit()

    def _note_corpus(self, corpus: object) -> None:
        for button in self._side.texts_buttons:
            button.set_corpus_there(corpus is not None)

    def _note_evaluation(self, texts: EvaluationTexts) -> None:
        for button in self._side.texts_buttons:
            button.set_evaluation_paths(texts.paths)

    def _count_uses(self, paths: tuple[Path, ...] | None) -> None:
        tokenizer, corpus = self._state.tokenizer, self._state.corpus
        if tokenizer is None:
            return
        if paths:
            names = ", ".join(path.name for path in paths[:_NAMES_SHOWN])
            more = " …" if len(paths) > _NAMES_SHOWN else ""
            self._jobs.count_uses(tokenizer, paths, names + more)
        elif corpus is not None:
            self._jobs.count_uses(tokenizer, corpus, self.tr("the corpus of the window"))
