"""The jobs of the Vocabulary pane: list a vocabulary, find unreachable tokens, count uses.

`VocabularyJobs` starts them and emits their results; the generators below are the jobs.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.machine import relayed
from workbench.signals import Signal
from workbench.text.engine_words import sentence_words
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.vocabulary.vocabulary_index import VocabularyIndex, index_vocabulary
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
    from engine.library import AnyTokenizer


class VocabularyJobs(QObject):
    """At most one job of each kind, all for one tokenizer.

    Signals:
        listed: VocabularyIndex. reported: VocabularyReport with the tokens out of reach.
        counted: (TokenUsage, name of the text). partner_counted: TokenUsage of another tokenizer.
        replayed: MergeReplay of the text asked for last.
        found: tuple of TokenContext, more places; looking_changed: the share that is read, None
        when looking ended; search_ended: bool, whether all was read.
        failed: the sentence to show. busy_changed: bool, uses are being counted.
    """

    listed: Signal[VocabularyIndex] = Signal(object)
    reported: Signal[VocabularyReport] = Signal(object)
    counted: Signal[tuple[TokenUsage, str]] = Signal(object)
    partner_counted: Signal[TokenUsage] = Signal(object)
    replayed: Signal[MergeReplay] = Signal(object)
    found: Signal[tuple[TokenContext, ...]] = Signal(object)
    looking_changed: Signal[float | None] = Signal(object)
    search_ended: Signal[bool] = Signal(object)
    failed: Signal[str] = Signal(object)
    busy_changed: Signal[bool] = Signal(object)

    def __init__(
        self, jobs: JobRunner, engine_jobs: EngineJobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._listing = JobSlot(jobs, self, failed=self.failed)
        self._listing.cancelled.connect(self._say_unlisted)
        self._reporting = JobSlot(engine_jobs, self, rule="refuse", failed=self.failed)
        self._counting = JobSlot(engine_jobs, self, rule="refuse", failed=self.failed)
        self._counting.busy_changed.connect(self.busy_changed)
        self._beside = JobSlot(engine_jobs, self, failed=self.failed)
        self.counted_in: Corpus | tuple[Path, ...] | None = None  # the text of `count_uses`
        self._finding = JobSlot(engine_jobs, self, failed=self._break_off)
        self._finding.failed.connect(self.failed)
        self._finding.cancelled.connect(self._break_off)
        self._replaying = JobSlot(engine_jobs, self, rule="refuse", failed=self.failed)
        self._wanted_text: tuple[MergeReplayer, str] | None = None

    def cancel(self) -> None:
        """End all jobs; nothing of theirs is heard of any more."""
        self._wanted_text = None
        if self._finding.give_up():
            self.looking_changed.emit(None)
        slots = (self._listing, self._reporting, self._counting, self._beside, self._replaying)
        for slot in slots:
            slot.give_up()

    def list_tokens(self, tokenizer: AnyTokenizer) -> None:
        """Make the index of a vocabulary, also beside a training."""
        job = Job(listing(tokenizer), title=self.tr("List the vocabulary"), brief=True)
        self._listing.start(job, self.listed.emit)

    def report(self, tokenizer: Tokenizer, index: VocabularyIndex) -> None:
        """Find the tokens out of reach, once the kernels are compiled."""
        task = reporting(tokenizer, index)
        job = Job(task, title=self.tr("Report on the vocabulary"), brief=True)
        self._reporting.start(job, self.reported.emit)

    def count_uses(
        self, tokenizer: AnyTokenizer, corpus: Corpus | tuple[Path, ...], name: str
    ) -> None:
        """Encode a corpus, or files and folders, and count how often each token is used."""
        if not self._counting.is_running:
            self.counted_in = corpus
        job = Job(counting(tokenizer, corpus), title=self.tr("Count uses of tokens"))
        self._counting.start(job, lambda usage: self.counted.emit((usage, name)))

    def count_partner(self, tokenizer: AnyTokenizer, corpus: Corpus | tuple[Path, ...]) -> None:
        """Count the uses of another tokenizer's tokens in the same text."""
        job = Job(counting(tokenizer, corpus), title=self.tr("Count uses of tokens"))
        self._beside.start(job, self.partner_counted.emit)

    def find_contexts(
        self, tokenizer: Tokenizer, corpus: Corpus | tuple[Path, ...], token_id: int
    ) -> None:
        """Look for places of a token in a corpus, or in files and folders."""
        self.stop_contexts()
        task = finding(tokenizer, corpus, token_id)
        job = Job(task, title=self.tr("Find contexts of a token"))
        self._finding.start(job, self._end_finding, progressed=self._take_contexts)
        self.looking_changed.emit(0.0)

    def stop_contexts(self) -> None:
        """End looking for places; what was found stays."""
        if self._finding.give_up():
            self._break_off()

    def replay(self, replayer: MergeReplayer, text: str) -> None:
        """Encode a text for the timeline; of several that are asked for the last one counts."""
        if self._replaying.is_running:
            self._wanted_text = (replayer, text)
            return
        self._wanted_text = None
        job = Job(replaying(replayer, text), title=self.tr("Encode a text"), brief=True)
        self._replaying.start(job, self._take_replay)

    def _say_unlisted(self) -> None:
        self.failed.emit(self.tr("The tokens were not listed; open the run again to see them."))

    def _take_contexts(self, steps: tuple[StepProgress, ...]) -> None:
        fresh = tuple(context for step in steps for context in step.payload)
        if fresh:
            self.found.emit(fresh)
        self.looking_changed.emit(steps[-1].fraction)

    def _end_finding(self, _contexts: object) -> None:
        self.looking_changed.emit(None)
        self.search_ended.emit(True)

    def _break_off(self, _sentence: str = "") -> None:
        self.looking_changed.emit(None)
        self.search_ended.emit(False)

    def _take_replay(self, replay: MergeReplay) -> None:
        wanted, self._wanted_text = self._wanted_text, None
        self.replayed.emit(replay)
        if wanted is not None:
            self.replay(*wanted)


def listing(tokenizer: AnyTokenizer) -> Generator[StepProgress, None, VocabularyIndex]:
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
            lambda share: StepProgress("Find unreachable tokens", share),
        )
    )


def counting(
    tokenizer: AnyTokenizer, corpus: Corpus | tuple[Path, ...]
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
        lambda step: StepProgress("Count uses of tokens", step.fraction),
    )
    if not usage.tokens:
        listed = " ".join(sentence_words(str(problem)) for problem in corpus.problems)
        raise CorpusError(f"The corpus contains no text. {listed}".strip())
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
            lambda step: StepProgress(phase, step.fraction, payload=step.found),
        )
    )


def replaying(replayer: MergeReplayer, text: str) -> Generator[StepProgress, None, MergeReplay]:
    """Encode a text for the timeline."""
    yield StepProgress("Encode a text", None)
    return replayer.replay(text)
