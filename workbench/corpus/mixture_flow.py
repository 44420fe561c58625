"""MixtureFlow: what a training would read again, and previews of mixtures in the background."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from engine.machine import relayed
from workbench.corpus.mixture_draft import MixturePreview, PremiumChange, PreviewStatus, PreviewWish
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.ui.words.corpus_words import ReadingPlan
from workbench.work.jobs import Job, JobRunner, StepProgress
from workbench.work.kept_counts import KeptCounts

if TYPE_CHECKING:
    from engine import Corpus, Tokenizer, TrainingConfig
    from engine.settings import Mixture

SETTLE_MS = 120
LONGEST_CHARACTER = 4
LEAST_PARALLEL = 2
READ_UNASKED_BYTES = 2_000_000
"""What is less on disk is read for a preview without asking."""


@dataclass(frozen=True, eq=False)
class _Trained:
    """What of a training the preview needs. premiums: of the sources that are parallel."""

    per_source: dict[str, float]
    overall: float
    seconds: float
    premiums: Mapping[str, float]


class MixtureFlow(QObject):
    """One preview at a time; a newer wish cancels it, and any other long job goes before it.

    Signals:
        plan_changed: ReadingPlan, None while it is not known.
        preview_changed: MixturePreview, None where there is none to show.
        status_changed: PreviewStatus.
    """

    plan_changed: Signal[ReadingPlan | None] = Signal(object)
    preview_changed: Signal[MixturePreview | None] = Signal(object)
    status_changed: Signal[PreviewStatus] = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        jobs: JobRunner,
        engine_jobs: EngineJobs,
        kept: KeptCounts,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._jobs, self._kept = state, jobs, kept
        self._config: TrainingConfig | None = None
        self._wish = PreviewWish(is_on=False)
        self._plan: ReadingPlan | None = None
        self._planning = JobSlot(engine_jobs, self, failed=self._fail_plan)
        self._previewing = JobSlot(engine_jobs, self, failed=self._fail)
        self._previewing.cancelled.connect(self._note_cancelled)
        self._natural: tuple[Corpus, TrainingConfig, _Trained] | None = None
        self._may_read = self._is_due = False
        self._timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._timer.timeout.connect(self._start_preview)
        # In an event of its own: the window has enough to do when a long job ends.
        self._settling = QTimer(self, singleShot=True, interval=0)
        self._settling.timeout.connect(self._refresh_plan)
        state.corpus_changed.connect(self._take_corpus)
        state.mixture_changed.connect(self._want_preview)
        jobs.job_started.connect(self._make_way)
        jobs.job_ended.connect(self._note_ended)

    @property
    def plan(self) -> ReadingPlan | None:
        return self._plan

    @property
    def is_previewing(self) -> bool:
        """True while a preview is under way or about to be."""
        return self._previewing.is_running or self._timer.isActive()

    def set_config(self, config: TrainingConfig | None) -> None:
        """Take the settings of the next training; None while they are wrong."""
        before, self._config = self._config, config
        if config is None or config == before:
            return
        if before is None or _counts_of(before) != _counts_of(config):
            self._ask_plan()
        self._want_preview()

    def set_wish(self, wish: PreviewWish) -> None:
        """Take what the person wants of previews."""
        if wish != self._wish:
            self._wish = wish
            self._want_preview()

    def look_again(self, _workspace: object = None) -> None:
        """Files may have changed since the plan was made."""
        if not self._planning.is_running:
            self._ask_plan()

    def count_now(self) -> None:
        """Count the corpus, whatever has to be read for it, and preview."""
        self._may_read = True
        self._want_preview()

    def _take_corpus(self, corpus: Corpus | None) -> None:
        self._cancel()
        self._may_read = False
        self._natural = None
        self._kept.forget_others(corpus)
        self._set_plan(None)
        self.preview_changed.emit(None)
        self._ask_plan()
        self._want_preview()

    def _ask_plan(self) -> None:
        """Find out in the job thread what the next training would read."""
        corpus, config = self._state.corpus, self._config
        self._planning.give_up()
        if corpus is None or config is None:
            self._set_plan(None)
            return
        task = _plan(corpus, config, self._kept)
        job = Job(task, title=self.tr("Look for counts"), brief=True)
        self._planning.start(job, self._take_plan)

    def _take_plan(self, plan: ReadingPlan) -> None:
        self._set_plan(plan)
        if self._is_due:
            self._want_preview()

    def _fail_plan(self, _sentence: str) -> None:
        self._set_plan(None)  # a file that is gone is said where it is read

    def _set_plan(self, plan: ReadingPlan | None) -> None:
        if plan != self._plan:
            self._plan = plan
            self.plan_changed.emit(plan)

    def _want_preview(self, _changed: object = None) -> None:
        """Preview soon, or say why not; what is under way is out of date."""
        self._cancel()
        self._is_due = self._wish.is_on and self._state.corpus is not None
        if not self._is_due:
            self.status_changed.emit(PreviewStatus(""))
        elif self._config is None:
            self._say(self.tr("Correct the settings in Train first"))
        elif not self._can_count():
            self._say_what_is_missing()
        else:
            self._timer.start()

    def _can_count(self) -> bool:
        if self._kept.has(self._state.corpus, self._config) or self._may_read:
            return True
        return self._plan is not None and self._plan.n_bytes <= READ_UNASKED_BYTES

    def _say_what_is_missing(self) -> None:
        if self._plan is None:
            self._say(self.tr("Looking for counts"))
            return
        words = self.tr("Counted when you train, or now")
        self.status_changed.emit(PreviewStatus(words, can_count=True))

    def _start_preview(self) -> None:
        corpus, config, mixture = self._state.corpus, self._config, self._state.mixture
        if corpus is None or config is None or not self._is_due:
            return
        if self._jobs.current is not None and not self._jobs.current.brief:
            words = self.tr("Preview after “%1”")
            self._say(fill(words, self._jobs.current.title))
            return
        if self._wish.vocab_size is not None:
            config = _resized(config, self._wish.vocab_size)
        natural = None
        if self._natural is not None and self._natural[:2] == (corpus, config):
            natural = self._natural[2]
        task = _preview(self._kept, corpus, config, mixture, natural)
        self._say(self.tr("Training the preview…"))
        self._previewing.start(Job(task, title=self.tr("Preview mixture")), self._take_preview)

    def _take_preview(self, result: tuple[TrainingConfig, _Trained, MixturePreview]) -> None:
        self._is_due = False
        config, natural, preview = result
        corpus = self._state.corpus
        if corpus is not None:
            self._natural = (corpus, config, natural)
        self._refresh_plan()
        self.preview_changed.emit(preview)

    def _fail(self, sentence: str) -> None:
        self._is_due = False
        self.preview_changed.emit(None)
        self._say(sentence)

    def _note_cancelled(self) -> None:
        self._is_due = False
        self._say("")

    def _cancel(self) -> None:
        self._timer.stop()
        self._previewing.give_up()

    def _make_way(self, job: Job) -> None:
        """Another long job begins: the preview stops and comes again after it."""
        if job.brief or self._previewing.job in (job, None):
            return
        self._cancel()
        self._is_due = True
        self._say(fill(self.tr("Preview after “%1”"), job.title))

    def _note_ended(self, job: Job) -> None:
        if job.brief:
            return
        self._settling.start()
        if self._is_due and not self._previewing.is_running and not self._jobs.jobs:
            self._want_preview()

    def _refresh_plan(self) -> None:
        """Counts may be kept now that were not before."""
        in_memory = self._kept.has(self._state.corpus, self._config)
        if self._plan is None or self._plan.is_in_memory != in_memory:
            self._ask_plan()

    def _say(self, words: str) -> None:
        self.status_changed.emit(PreviewStatus(words))


def _plan(
    corpus: Corpus, config: TrainingConfig, kept: KeptCounts
) -> Generator[StepProgress, None, ReadingPlan]:
    from engine.counting import reading_plan

    yield StepProgress("Look for counts")
    sources = reading_plan(corpus, config, kept.cache_in_use())
    return ReadingPlan(sources, kept.has_present(corpus, config))


def _resized(config: TrainingConfig, vocab_size: int) -> TrainingConfig:
    """The settings with another size, without special tokens: they take no part in merging."""
    return replace(config, vocab_size=vocab_size, special_tokens=(), reserved_slots=0)


def _preview(
    kept: KeptCounts,
    corpus: Corpus,
    config: TrainingConfig,
    mixture: Mixture | None,
    natural: _Trained | None,
) -> Generator[StepProgress, None, tuple[TrainingConfig, _Trained, MixturePreview]]:
    """Train with the natural mixture, where that is not known, and with `mixture`; keep neither."""
    if natural is None:
        natural = yield from _trained(kept, corpus, config, None)
    now = natural
    if mixture is not None:
        # The shares stay the same without a sample, and nothing has to be read for it.
        whole = replace(mixture, target_bytes=None)
        weighed = None if whole.is_natural else whole
        is_parallel = bool(natural.premiums)
        now = yield from _trained(kept, corpus, config, weighed, is_parallel=is_parallel)
    preview = MixturePreview(
        vocab_size=config.vocab_size,
        now=now.per_source,
        natural=natural.per_source,
        overall=now.overall,
        natural_overall=natural.overall,
        seconds=now.seconds,
        is_natural=mixture is None or now is natural,
        premiums={
            label: PremiumChange(natural.premiums[label], premium)
            for label, premium in now.premiums.items()
            if label in natural.premiums
        },
    )
    return config, natural, preview


def _premiums(
    corpus: Corpus, tokenizer: Tokenizer
) -> Generator[StepProgress, None, dict[str, float]]:
    """Premiums of the sources that are small enough to be read whole; none if not parallel."""
    from engine.errors import EngineError
    from engine.evaluation import sample_evaluation_steps
    from workbench.work.runs.recording import EVALUATED_CHARACTERS

    most = EVALUATED_CHARACTERS * LONGEST_CHARACTER
    small = [each for each in corpus.sources if 0 < each.n_bytes_on_disk <= most]
    if len(small) < LEAST_PARALLEL:
        return {}
    steps = sample_evaluation_steps(
        tokenizer, corpus.with_sources(small, capped=False), EVALUATED_CHARACTERS
    )
    try:
        evaluation = yield from relayed(steps, lambda _row: StepProgress("Evaluate"))
    except EngineError:
        return {}  # the preview of bytes per token does not need the files
    fairness = evaluation.fairness
    labels = () if fairness is None else fairness.labels
    return {each.label: each.premium for each in labels if each.premium is not None}


def _trained(
    kept: KeptCounts,
    corpus: Corpus,
    config: TrainingConfig,
    mixture: Mixture | None,
    *,
    is_parallel: bool = True,
) -> Generator[StepProgress, None, _Trained]:
    """Train with a mixture. is_parallel: whether sources may be parallel and have premiums."""
    training = kept.of(corpus).train(config, mixture)
    began = time.perf_counter()
    tokenizer: Tokenizer = yield from relayed(
        kept.watched(corpus, config, training),
        lambda step: StepProgress(str(step.phase), step.fraction, step.remaining_s),
    )
    record = tokenizer.training
    assert record is not None
    per_source = record.source_bytes_per_token().tolist()
    seconds = time.perf_counter() - began
    premiums = (yield from _premiums(corpus, tokenizer)) if is_parallel else {}
    return _Trained(
        dict(zip(record.source_labels, per_source, strict=True)),
        record.bytes_per_token(),
        seconds,
        premiums,
    )


def _counts_of(config: TrainingConfig) -> tuple[object, ...]:
    """The settings that decide what is counted of a corpus."""
    return config.pattern, config.normalization, config.cut_at
