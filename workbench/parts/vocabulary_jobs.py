"""VocabularyJobs: listing a vocabulary, looking for lost tokens, counting uses in a text."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from workbench.jobs import Job, JobRunner, StepProgress
from workbench.models.vocabulary_index import VocabularyIndex, index_vocabulary
from workbench.parts.engine_jobs import EngineJobs
from workbench.parts.failure_words import failure_words

if TYPE_CHECKING:
    from pathlib import Path

    from engine import Corpus, Tokenizer
    from engine.token_usage import TokenUsage
    from engine.vocabulary_report import VocabularyReport


class VocabularyJobs(QObject):
    """At most one job of each kind, all about one tokenizer.

    Signals:
        listed: VocabularyIndex. reported: VocabularyReport with the tokens out of reach.
        counted: (TokenUsage, name of the text).
        failed: the sentence to show. busy_changed: bool, uses are being counted.
    """

    listed = Signal(object)
    reported = Signal(object)
    counted = Signal(object)
    failed = Signal(object)
    busy_changed = Signal(object)

    def __init__(
        self, jobs: JobRunner, engine_jobs: EngineJobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._jobs, self._engine_jobs = jobs, engine_jobs
        self._running: dict[str, Job] = {}
        self._name = ""

    @property
    def is_counting(self) -> bool:
        return "count" in self._running

    def cancel(self) -> None:
        """End all jobs; nothing of theirs is heard of any more."""
        running, self._running = self._running, {}
        for job in running.values():
            job.cancel()
        if "count" in running:
            self.busy_changed.emit(False)

    def list_tokens(self, tokenizer: Tokenizer) -> None:
        """Make the index of a vocabulary, also beside a training."""
        job = self._job("list", _listing(tokenizer), self.tr("List the vocabulary"))
        job.finished.connect(self._take_index)
        self._jobs.start(job)

    def report(self, tokenizer: Tokenizer, index: VocabularyIndex) -> None:
        """Find the tokens out of reach, once the kernels are compiled."""
        if "report" in self._running:
            return
        job = self._job("report", _reporting(tokenizer, index), self.tr("Report on the vocabulary"))
        job.finished.connect(self._take_report)
        self._engine_jobs.start(job)

    def count_uses(
        self, tokenizer: Tokenizer, corpus: Corpus | tuple[Path, ...], name: str
    ) -> None:
        """Encode a corpus, or files and folders, and count how often each token is used."""
        if self.is_counting:
            return
        self._name = name
        task = _counting(tokenizer, corpus)
        job = self._job("count", task, self.tr("Count uses of tokens"), brief=False)
        job.finished.connect(self._take_usage)
        job.cancelled.connect(self._note_cancelled)
        self._engine_jobs.start(job)
        self.busy_changed.emit(True)

    def _job(
        self, kind: str, task: Generator[Any, None, Any], title: str, *, brief: bool = True
    ) -> Job:
        job = Job(task, title=title, brief=brief, parent=self)
        job.failed.connect(self._report_failure)
        self._running[kind] = job
        return job

    def _take_index(self, index: VocabularyIndex) -> None:
        self._running.pop("list", None)
        self.listed.emit(index)

    def _take_report(self, report: VocabularyReport) -> None:
        self._running.pop("report", None)
        self.reported.emit(report)

    def _take_usage(self, usage: TokenUsage) -> None:
        self._end_counting()
        self.counted.emit((usage, self._name))

    def _note_cancelled(self) -> None:
        """Somebody cancelled the counting in the status bar; jobs of before are forgotten."""
        if self.sender() is self._running.get("count"):
            self._end_counting()

    def _end_counting(self) -> None:
        if self._running.pop("count", None) is not None:
            self.busy_changed.emit(False)

    def _report_failure(self, error: Exception) -> None:
        kinds = [kind for kind, job in self._running.items() if job is self.sender()]
        if "count" in kinds:
            self._end_counting()
        for kind in kinds:
            self._running.pop(kind, None)
        self.failed.emit(failure_words(error))


def _listing(tokenizer: Tokenizer) -> Generator[StepProgress, None, VocabularyIndex]:
    for step in index_vocabulary(tokenizer):
        if isinstance(step, VocabularyIndex):
            return step
        yield StepProgress("List the vocabulary", step)
    raise AssertionError("the index comes last")


def _reporting(
    tokenizer: Tokenizer, index: VocabularyIndex
) -> Generator[StepProgress, None, VocabularyReport]:
    from engine.vocabulary_report import report_steps

    steps = report_steps(tokenizer, index.report.facts)
    while True:
        try:
            yield StepProgress("Look for tokens out of reach", next(steps))
        except StopIteration as stop:
            report: VocabularyReport = stop.value
            return report


def _counting(
    tokenizer: Tokenizer, corpus: Corpus | tuple[Path, ...]
) -> Generator[StepProgress, None, TokenUsage]:
    from engine.corpus import Corpus, CorpusError
    from engine.token_usage import usage_steps

    yield StepProgress("Count uses of tokens", 0.0)
    if isinstance(corpus, tuple):
        corpus = Corpus.from_paths(corpus)
    steps = usage_steps(tokenizer, corpus)
    try:
        while True:
            try:
                progress = next(steps)
            except StopIteration as stop:
                usage: TokenUsage = stop.value
                break
            share = progress.bytes_done / max(1, progress.bytes_total)
            yield StepProgress("Count uses of tokens", min(share, 1.0))
    finally:
        steps.close()
    if not usage.tokens:
        listed = " ".join(str(problem) for problem in corpus.problems)
        raise CorpusError(f"The corpus holds no text. {listed}".strip())
    return usage
