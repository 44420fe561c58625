"""TrainingFlow: from a training request to a stored run."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from engine.machine import StopRequest, passed_on
from workbench.signals import Signal
from workbench.state import Failure, ResumeRequest, TrainingRequest, WorkbenchState
from workbench.store import RunStore
from workbench.text.engine_words import certificates, sentence_words
from workbench.training.engine_preparation import EnginePreparation
from workbench.ui.widgets.job_slot import JobSlot
from workbench.ui.words.job_words import failure_words
from workbench.work.jobs import Job, JobRunner
from workbench.work.kept_counts import KeptCounts

if TYPE_CHECKING:
    from engine import Corpus, TrainingConfig, TrainingProgress
    from engine.settings import Mixture
    from workbench.work.runs.library_recording import RecordedLibraryRun
    from workbench.work.runs.recording import RecordedRun
    from workbench.work.runs.recording_progress import TrainingReport

    AnyRecorded = RecordedRun | RecordedLibraryRun
    Task = Generator[TrainingProgress, None, AnyRecorded]


BREATH_MS = 10
"""Delay before a finished run is opened, so that pending events of the window run first."""


class TrainingFlow(QObject):
    """Runs one training at a time in the job thread and has it recorded in the store.

    Those that a request has beside it follow one by one, also where one fails.

    Signals (after `started` exactly one of the last three):
        preparation_started: words, the training waits for the engine's first start.
        started: the training is queued.
        resumption_started: ResumeRequest, right after `started`, where a stored run goes on.
        other_corpus_started: TrainingRequest, right after `preparation_started` and `started`, if
            it has a corpus of its own.
        next_announced: TrainingRequest of the next library, right before its `started`.
        series_finished: ids of all runs of a request with others beside it, the first one first.
        progressed: tuple of TrainingProgress, oldest first.
        paused_changed: bool.
        reported: a TrainingReport, right before `finished`.
        remarked: sentences on checkpoints, right before `finished`, where there are any.
        finished: id of the stored run, which is opened next.    cancelled.    failed: a Failure.
    """

    next_announced: Signal[TrainingRequest] = Signal(object)
    series_finished: Signal[tuple[str, ...]] = Signal(object)
    preparation_started: Signal[str] = Signal(object)
    started = Signal()
    resumption_started: Signal[ResumeRequest] = Signal(object)
    other_corpus_started: Signal[TrainingRequest] = Signal(object)
    remarked: Signal[str] = Signal(object)
    progressed: Signal[tuple[TrainingProgress, ...]] = Signal(object)
    paused_changed: Signal[bool] = Signal(object)
    reported: Signal[TrainingReport] = Signal(object)
    finished: Signal[str] = Signal(object)
    cancelled = Signal()
    failed: Signal[Failure] = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        jobs: JobRunner,
        store: RunStore,
        engine: EnginePreparation,
        kept: KeptCounts,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._store, self._engine = state, store, engine
        self._kept = kept
        self._waiting: TrainingRequest | ResumeRequest | None = None
        self._slot = JobSlot(jobs, self, rule="refuse")
        self._slot.cancelled.connect(self.cancelled)
        self._stop: StopRequest | None = None
        self._recorded: AnyRecorded | None = None
        self._series: list[TrainingRequest] = []
        self._series_runs: list[str] = []
        # In an event of its own: panes and charts take as long for it as for the end before it.
        self._opening = QTimer(self, singleShot=True, interval=BREATH_MS)
        self._opening.timeout.connect(self._open)
        engine.training_enabled.connect(self._start_waiting)
        engine.became_ready.connect(self._start_waiting)

    @property
    def is_running(self) -> bool:
        """True from the request on until the training ended and its run is open."""
        is_between = self._recorded is not None or self._opening.isActive()
        return self._waiting is not None or self._slot.is_running or is_between

    def request(self, request: TrainingRequest) -> None:
        """Train what the request says; waits until the engine has what it begins with."""
        has_corpus = request.corpus is not None or self._state.corpus is not None
        if not self.is_running and has_corpus:
            self._series = [_following(request, config) for config in request.beside]
            self._series_runs = []
            self._ask(request)

    def go_on(self, request: ResumeRequest) -> None:
        """Let a stored run go on, whatever the current corpus is."""
        if not self.is_running:
            self._series, self._series_runs = [], []
            self._ask(request)

    def _ask(self, request: TrainingRequest | ResumeRequest) -> None:
        self._waiting = request
        if self._may_start(request):
            self._start_waiting()
        else:
            self.preparation_started.emit(self._engine.words)
            self._tell_other_corpus(request)

    def pause(self) -> None:
        if self._slot.job is not None:
            self._slot.job.pause()

    def resume(self) -> None:
        if self._slot.job is not None:
            self._slot.job.resume()

    def keep(self) -> None:
        """Stop merging soon and keep what is merged as a finished run; resumes one that waits."""
        if self._slot.job is not None and self._stop is not None:
            self._stop.keep()
            self._slot.job.resume()

    def cancel(self) -> None:
        """Stop; a training that still waits is dropped, as are those that follow."""
        self._series.clear()
        self._slot.cancel()
        if self._waiting is not None:
            self._waiting = None
            self.cancelled.emit()

    def _may_start(self, request: TrainingRequest | ResumeRequest) -> bool:
        """Whether the kernels are there that it begins with: superwords are encoded, resumed
        merges are replayed, and both need more than to split, count and merge."""
        config = request.config if isinstance(request, TrainingRequest) else None
        is_plain = config is not None and config.superwords is None and config.parity is None
        return self._engine.is_ready or (is_plain and self._engine.can_train)

    def _start_waiting(self) -> None:
        if self._waiting is None or not self._may_start(self._waiting):
            return
        request, stop = self._waiting, StopRequest()
        if isinstance(request, ResumeRequest):
            title = self.tr("Resume training")
            task = _go_on(self._store, self._kept, request, stop)
        elif (ingredients := self._ingredients(request)) is not None:
            title = self.tr("Train")
            task = _train(self._store, request, ingredients, stop)
            task = _evaluated_when_ready(task, self._engine)
        else:
            self._waiting = None
            return
        self._stop = stop
        job = Job(_with_charts(task), title=title, confirm_close=True)
        job.paused_changed.connect(self.paused_changed)
        # The worker starts last: it competes for the interpreter with everything shown here.
        self.started.emit()
        if isinstance(request, ResumeRequest):
            self.resumption_started.emit(request)
        self._tell_other_corpus(request)
        is_wanted, self._waiting = self._waiting is request, None
        if not is_wanted:  # cancelled in one of these signals
            job.drop()
            return
        self._slot.start(
            job, self._note_finished, failed=self._note_failed, progressed=self.progressed.emit
        )

    def _ingredients(self, request: TrainingRequest) -> _Ingredients | None:
        """What a training works with; None if there is no corpus any more."""
        if request.corpus is not None:  # its counts must not push out those of the current one
            return _Ingredients(request.corpus, None, KeptCounts())
        corpus = self._state.corpus
        return None if corpus is None else _Ingredients(corpus, self._state.mixture, self._kept)

    def _tell_other_corpus(self, request: TrainingRequest | ResumeRequest) -> None:
        if isinstance(request, TrainingRequest) and request.corpus is not None:
            self.other_corpus_started.emit(request)

    def _note_finished(self, recorded: AnyRecorded) -> None:
        self._recorded = recorded
        self.reported.emit(recorded.report)
        remarks = (*recorded.remarks, *_certificate(recorded))
        if remarks:
            self.remarked.emit(" ".join(map(sentence_words, remarks)))
        self.finished.emit(recorded.run_id)
        self._opening.start()

    def _open(self) -> None:
        recorded, self._recorded = self._recorded, None
        if recorded is not None:
            self._series_runs.append(recorded.run_id)
            self._state.open_run(recorded.run_id, recorded.tokenizer, recorded.evaluation)
        if self._series:
            following = self._series.pop(0)
            self.next_announced.emit(following)
            self._ask(following)
        elif len(self._series_runs) > 1:
            runs, self._series_runs = tuple(self._series_runs), []
            self.series_finished.emit(runs)

    def _note_failed(self, error: Exception) -> None:
        if self._series or self._series_runs:
            self._opening.start()
        self.failed.emit(Failure(error, failure_words(error)))


@dataclass(frozen=True, eq=False)
class _Ingredients:
    corpus: Corpus
    mixture: Mixture | None
    kept: KeptCounts


def _following(request: TrainingRequest, config: TrainingConfig) -> TrainingRequest:
    """The request of a library that trains beside another, under a name of its own."""
    assert config.trainer is not None
    name = None if request.name is None else f"{request.name}-{config.trainer.name}"
    return TrainingRequest(config, name, request.corpus)


def _with_charts(task: Task) -> Task:
    """Load what draws charts and merges in the worker: in the window it would stop everything."""
    import numpy.ma  # noqa: F401  # np.unique loads it
    import regex  # noqa: F401  # for the visible text of tokens

    from engine.analysis import THRESHOLD  # noqa: F401  # for the advice above the charts
    from workbench.ui.charts.curves_chart import load_plots

    load_plots()
    return (yield from task)


def _train(
    store: RunStore, request: TrainingRequest, ingredients: _Ingredients, stop: StopRequest
) -> Task:
    if request.config.trainer is not None:
        return (yield from _train_in_library(store, request, ingredients))
    from workbench.work.runs.recording import record_training  # loads Numba, after the window

    corpus, kept = ingredients.corpus, ingredients.kept
    recording = record_training(
        store,
        corpus,
        request.config,
        name=request.name,
        mixture=ingredients.mixture,
        counted=kept.of(corpus),
        stop=stop,
    )
    recorded = yield from kept.watched(corpus, request.config, recording)
    _ = recorded.tokenizer.vocabulary  # computed in the worker
    return recorded


def _train_in_library(store: RunStore, request: TrainingRequest, made_of: _Ingredients) -> Task:
    from workbench.work.runs.library_recording import record_library_training

    recorded = yield from record_library_training(
        store, made_of.corpus, request.config, name=request.name, mixture=made_of.mixture
    )
    _ = recorded.tokenizer.vocabulary
    return recorded


def _evaluated_when_ready(steps: Task, engine: EnginePreparation) -> Task:
    """Pass a training on; before its evaluation wait until the kernels for that are compiled.

    Compiling them in this process would make the window stutter.
    """
    from engine.training import Phase

    recorded: list[AnyRecorded] = []
    with closing(passed_on(steps, recorded)) as values:
        for value in values:
            yield value
            while value.phase is Phase.EVALUATE and not engine.gate.lets_pass():
                yield value
    return recorded[0]


def _go_on(store: RunStore, kept: KeptCounts, request: ResumeRequest, stop: StopRequest) -> Task:
    from workbench.work.runs.resuming import continue_run, counts_with, resume_run, resumption

    counts_of = counts_with(kept.cache())
    if request.vocab_size is None:
        recording = resume_run(store, resumption(store, request.run_id, counts_of), stop)
    else:
        recording = continue_run(
            store, request.run_id, request.vocab_size, counts_of, stop=stop,
            superwords=request.superwords,
        )  # fmt: skip
    recorded = yield from recording
    _ = recorded.tokenizer.vocabulary
    return recorded


def _certificate(recorded: AnyRecorded) -> tuple[str, ...]:
    """What a training says of the rare pre-tokens that a floor left out; nothing without one."""
    record = recorded.tokenizer.training
    return () if record is None else certificates(record.problems)
