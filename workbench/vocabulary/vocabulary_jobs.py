"""The jobs of the Vocabulary pane: list a vocabulary, find unreachable tokens, count uses.

`VocabularyJobs` starts them and emits their results; the generators below are the jobs.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from engine.machine import relayed
from workbench.text.engine_words import sentence_words
from workbench.ui.widgets.engine_jobs import EngineJobs
from workbench.ui.words.failure_words import failure_words
from workbench.vocabulary.vocabulary_filter import VocabularyIndex, index_vocabulary
from workbench.work.jobs import Job, JobRunner, StepProgress

if TYPE_CHECKING:
    from pathlib import Path

    from engine import Corpus, Tokenizer
    from engine.analysis import (
        MergeReplay,
        MergeReplayer,
        TokenContext,
        TokenUsage,
        VocabularyReport,
    )


class VocabularyJobs(QObject):
    """At most one job of each kind, all for one tokenizer.

    Signals:
        listed: VocabularyIndex. reported: VocabularyReport with the tokens out of reach.
        counted: (TokenUsage, name of the text).
        replayed: MergeReplay of the text asked for last.
        found: tuple of TokenContext, more places; looking_changed: the share that is read, None
        when looking ended; search_ended: bool, whether all was read.
        failed: the sentence to show. busy_changed: bool, uses are being counted.
    """

    listed = Signal(object)
    reported = Signal(object)
    counted = Signal(object)
    replayed = Signal(object)
    found = Signal(object)
    looking_changed = Signal(object)
    search_ended = Signal(object)
    failed = Signal(object)
    busy_changed = Signal(object)

    def __init__(
        self, jobs: JobRunner, engine_jobs: EngineJobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._jobs, self._engine_jobs = jobs, engine_jobs
        self._running: dict[str, Job] = {}
        self._name = ""
        self._wanted_text: tuple[MergeReplayer, str] | None = None

    @property
    def is_counting(self) -> bool:
        return "count" in self._running

    def cancel(self) -> None:
        """End all jobs; nothing of theirs is heard of any more."""
        running, self._running = self._running, {}
        for job in running.values():
            job.cancel()
        self._wanted_text = None
        if "count" in running:
            self.busy_changed.emit(False)
        if "contexts" in running:
            self.looking_changed.emit(None)

    def list_tokens(self, tokenizer: Tokenizer) -> None:
        """Make the index of a vocabulary, also beside a training."""
        job = self._job("list", listing(tokenizer), self.tr("List the vocabulary"))
        job.finished.connect(self._take_index)
        self._jobs.start(job)

    def report(self, tokenizer: Tokenizer, index: VocabularyIndex) -> None:
        """Find the tokens out of reach, once the kernels are compiled."""
        if "report" in self._running:
            return
        job = self._job("report", reporting(tokenizer, index), self.tr("Report on the vocabulary"))
        job.finished.connect(self._take_report)
        self._engine_jobs.start(job)

    def count_uses(
        self, tokenizer: Tokenizer, corpus: Corpus | tuple[Path, ...], name: str
    ) -> None:
        """Encode a corpus, or files and folders, and count how often each token is used."""
        if self.is_counting:
            return
        self._name = name
        task = counting(tokenizer, corpus)
        job = self._job("count", task, self.tr("Count uses of tokens"), brief=False)
        job.finished.connect(self._take_usage)
        self._engine_jobs.start(job)
        self.busy_changed.emit(True)

    def find_contexts(
        self, tokenizer: Tokenizer, corpus: Corpus | tuple[Path, ...], token_id: int
    ) -> None:
        """Look for places of a token in a corpus, or in files and folders."""
        self.stop_contexts()
        task = finding(tokenizer, corpus, token_id)
        job = self._job("contexts", task, self.tr("Find contexts of a token"), brief=False)
        job.progressed.connect(self._take_contexts)
        job.finished.connect(self._end_contexts)
        self._engine_jobs.start(job)
        self.looking_changed.emit(0.0)

    def stop_contexts(self) -> None:
        """End looking for places; what was found stays."""
        job = self._running.get("contexts")
        if job is not None:
            self._drop_contexts(whole=False)
            job.cancel()

    def replay(self, replayer: MergeReplayer, text: str) -> None:
        """Encode a text for the timeline; of several that are asked for the last one counts."""
        if "replay" in self._running:
            self._wanted_text = (replayer, text)
            return
        self._wanted_text = None
        job = self._job("replay", replaying(replayer, text), self.tr("Encode a text"))
        job.finished.connect(self._take_replay)
        self._engine_jobs.start(job)

    def _job(
        self, kind: str, task: Generator[Any, None, Any], title: str, *, brief: bool = True
    ) -> Job:
        job = Job(task, title=title, brief=brief, parent=self)
        job.failed.connect(self._report_failure)
        job.cancelled.connect(self._note_cancelled)
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
        """Somebody cancelled it in the list of tasks; what was given up here is forgotten."""
        if "list" in self._forget_sender():
            self.failed.emit(self.tr("The tokens were not listed; open the run again to see them."))

    def _take_contexts(self, steps: tuple[StepProgress, ...]) -> None:
        if self.sender() is not self._running.get("contexts"):
            return
        fresh = tuple(context for step in steps for context in step.payload)
        if fresh:
            self.found.emit(fresh)
        self.looking_changed.emit(steps[-1].fraction)

    def _end_contexts(self, _contexts: object) -> None:
        self._drop_contexts(whole=True)

    def _drop_contexts(self, *, whole: bool) -> None:
        if self._running.pop("contexts", None) is not None:
            self.looking_changed.emit(None)
            self.search_ended.emit(whole)

    def _take_replay(self, replay: MergeReplay) -> None:
        self._running.pop("replay", None)
        wanted, self._wanted_text = self._wanted_text, None
        self.replayed.emit(replay)
        if wanted is not None:
            self.replay(*wanted)

    def _end_counting(self) -> None:
        if self._running.pop("count", None) is not None:
            self.busy_changed.emit(False)

    def _report_failure(self, error: Exception) -> None:
        self._forget_sender()
        self.failed.emit(failure_words(error))

    def _forget_sender(self) -> list[str]:
        """Let go of the job that just ended without a result; returns what kind it was."""
        kinds = [kind for kind, job in self._running.items() if job is self.sender()]
        if "count" in kinds:
            self._end_counting()
        if "contexts" in kinds:
            self._drop_contexts(whole=False)
        for kind in kinds:
            self._running.pop(kind, None)
        return kinds


def listing(tokenizer: Tokenizer) -> Generator[StepProgress, None, VocabularyIndex]:
    """List the tokens of a vocabulary."""
    for step in index_vocabulary(tokenizer):
        if isinstance(step, VocabularyIndex):
            return step
        yield StepProgress("List the vocabulary", step)
    raise AssertionError("the index comes last")


def reporting(
    tokenizer: Tokenizer, index: VocabularyIndex
) -> Generator[StepProgress, None, VocabularyReport]:
    """Find the tokens out of reach."""
    from engine.analysis import report_steps

    return (
        yield from relayed(
            report_steps(tokenizer, index.report.facts),
            lambda share: StepProgress("Look for tokens out of reach", share),
        )
    )


def counting(
    tokenizer: Tokenizer, corpus: Corpus | tuple[Path, ...]
) -> Generator[StepProgress, None, TokenUsage]:
    """Encode a text and count the uses of each token."""
    from engine.analysis import usage_steps
    from engine.corpus import Corpus
    from engine.errors import CorpusError

    yield StepProgress("Count uses of tokens", 0.0)
    if isinstance(corpus, tuple):
        corpus = Corpus.from_paths(corpus)
    usage = yield from relayed(
        usage_steps(tokenizer, corpus),
        lambda step: StepProgress("Count uses of tokens", step.share),
    )
    if not usage.tokens:
        listed = " ".join(sentence_words(str(problem)) for problem in corpus.problems)
        raise CorpusError(f"The corpus holds no text. {listed}".strip())
    return usage


def finding(
    tokenizer: Tokenizer, corpus: Corpus | tuple[Path, ...], token_id: int
) -> Generator[StepProgress, None, tuple[TokenContext, ...]]:
    """Look for places of a token; the payload of each step is what it found."""
    from engine.analysis import context_steps
    from engine.corpus import Corpus

    phase = "Find contexts of a token"
    yield StepProgress(phase, 0.0, payload=())
    if isinstance(corpus, tuple):
        corpus = Corpus.from_paths(corpus)
    return (
        yield from relayed(
            context_steps(tokenizer, corpus, token_id),
            lambda step: StepProgress(phase, step.share, payload=step.found),
        )
    )


def replaying(replayer: MergeReplayer, text: str) -> Generator[StepProgress, None, MergeReplay]:
    """Encode a text for the timeline."""
    yield StepProgress("Encode a text", None)
    return replayer.replay(text)
