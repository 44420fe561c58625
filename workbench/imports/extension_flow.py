"""ExtensionFlow: extends tokenizers in a job, and does what is asked with the result."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from engine.machine import relayed
from resources import sample_corpus_folder
from workbench.imports.extension_form import ExtensionRequest, FinishedExtension
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.store import RunStore
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.work.jobs import Job, StepProgress

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.encoding import Tokenizer
    from engine.extension import Checkpoint, Extending, ExtensionProgress, ResizedCheckpoint
    from engine.machine import Progress, StopRequest
    from workbench.imports.model_part import ResizeRequest

_STEPS = {
    "read": StepProgress("Read corpus"),
    "count": StepProgress("Count pre-tokens"),
    "encode": StepProgress("Encode with the old merges"),
    "merge": StepProgress("New tokens"),
    "try": StepProgress("Try tokens in contexts"),
    "measure": StepProgress("Measure before and after"),
}


class ExtensionFlow(QObject):
    """One extension at a time.

    Signals:
        started: ExtensionRequest.    progressed: StepProgress, its payload the newest token.
        finished: FinishedExtension.    failed: the sentence to show.    cancelled: it was ended.
        written: tuple of the files that were saved.    used: the name of the current tokenizer.
        model_loaded: Checkpoint.    resized: ResizedCheckpoint.    resizing_failed: the sentence.
    """

    started: Signal[ExtensionRequest] = Signal(object)
    progressed: Signal[StepProgress] = Signal(object)
    finished: Signal[FinishedExtension] = Signal(object)
    failed: Signal[str] = Signal(object)
    cancelled = Signal()
    written: Signal[tuple[Path, ...]] = Signal(object)
    used: Signal[str] = Signal(object)
    model_loaded: Signal[Checkpoint] = Signal(object)
    resized: Signal[ResizedCheckpoint] = Signal(object)
    resizing_failed: Signal[str] = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        jobs: EngineJobs,
        store: RunStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._store = state, store
        self._slot = JobSlot(jobs, self, rule="refuse", failed=self.failed)
        self._slot.cancelled.connect(self.cancelled)
        self._saving = JobSlot(jobs, self, rule="queue", failed=self.failed)
        self._models = JobSlot(jobs, self, rule="replace", failed=self.resizing_failed)
        self._models.cancelled.connect(self._note_resizing_cancelled)
        self._stop: StopRequest | None = None
        self._resized_into: Path | None = None

    @property
    def is_running(self) -> bool:
        return self._slot.is_running

    def extend(self, request: ExtensionRequest) -> None:
        """Begin an extension; while one runs nothing else begins."""
        if self._slot.is_running:
            return
        from engine.machine import StopRequest

        self._stop = StopRequest()
        title = fill(self.tr("Extend %1"), request.subject.name)
        task = _extended(self._store, request, self._stop)
        self.started.emit(request)
        self._slot.start(Job(task, title=title), self.finished.emit, progressed=self._note_progress)

    def cancel(self) -> None:
        """Give up what runs."""
        self._slot.cancel()

    def stop_and_keep(self) -> None:
        """End the merging soon; what is merged is the extension."""
        if self._stop is not None:
            self._stop.keep()

    def save(self, request: tuple[FinishedExtension, Path]) -> None:
        """Write tokenizer, report and embedding rows into a folder."""
        title = self.tr("Save extension")
        self._saving.start(Job(_saved(*request), title=title, brief=True), self.written.emit)

    def read_model(self, folder: Path) -> None:
        """Read what a folder has of a model."""
        self._resized_into = None
        job = Job(_model_read(folder), title=self.tr("Read model"), brief=True)
        self._models.start(job, self.model_loaded.emit)

    def resize(self, order: tuple[FinishedExtension, ResizeRequest]) -> None:
        """Write a model with rows for the new tokens."""
        title = fill(self.tr("Resize %1"), order[1].folder.name)
        self._resized_into = order[1].out
        self._models.start(Job(_resized(*order), title=title), self.resized.emit)

    def _note_resizing_cancelled(self) -> None:
        words = self.tr("Cancelled; no model was written.")
        out = self._resized_into
        if out is not None and (out / "config.json").is_file():  # its folder comes whole or not
            words = fill(self.tr("Too late to cancel: the model is written, in %1."), str(out))
        self.resizing_failed.emit(words)

    def use(self, finished: FinishedExtension) -> None:
        """Make the extended tokenizer the current one; it belongs to no run."""
        self._state.set_comparison(None)
        tokenizer = finished.report.extension.tokenizer
        self._state.open_run(None, tokenizer, None, name=finished.name)
        self.used.emit(finished.name)

    def _note_progress(self, values: tuple[StepProgress, ...]) -> None:
        self.progressed.emit(values[-1])


def _extended(
    store: RunStore, request: ExtensionRequest, stop: StopRequest
) -> Generator[StepProgress, None, FinishedExtension]:
    yield StepProgress("Read tokenizer")
    from engine.corpus import Corpus
    from engine.counting import CountsCache
    from engine.extension import report_steps

    tokenizer = request.subject.load(store)
    corpus = request.corpus
    if request.paths:
        corpus = Corpus.from_paths(request.paths)
    cache = CountsCache()
    steps = _steps(tokenizer, request, corpus, cache, stop)
    extension = yield from relayed(steps, _shown)
    general = Corpus.from_paths(sample_corpus_folder())
    measured = None if request.n_new else corpus
    reporting = report_steps(extension, domain=measured, general=general, cache=cache)
    report = yield from relayed(reporting, _shown)
    return FinishedExtension(request, report)


def _steps(
    tokenizer: Tokenizer,
    request: ExtensionRequest,
    corpus: Corpus | None,
    cache: Any,
    stop: StopRequest,
) -> Extending:
    from engine.encoding import Tokenizer as AnyFile
    from engine.extension import (
        ExtensionSettings,
        extend_tokenizer,
        extend_with_tokens,
        tokens_of_other,
    )
    from engine.settings import superword_rules, tokens_of_text

    settings = ExtensionSettings(
        min_frequency=request.min_frequency,
        special_tokens=request.special_tokens,
        fill_unused=request.fill_unused,
        held_out=request.held_out,
        superwords=superword_rules("official") if request.superwords else None,
    )
    if request.n_new and corpus is not None:
        return extend_tokenizer(
            tokenizer, corpus, request.n_new, settings=settings, mixture=request.mixture,
            cache=cache, stop=stop,
        )  # fmt: skip
    if request.other is not None:
        wanted = tokens_of_other(tokenizer, AnyFile.load(request.other))
    else:
        wanted = tokens_of_text(request.text)
    return extend_with_tokens(tokenizer, wanted, settings=settings)


def _shown(step: ExtensionProgress) -> StepProgress:
    known = _STEPS[step.phase]
    return replace(known, fraction=step.fraction or 0.0, payload=step.last_token)


def _saved(
    finished: FinishedExtension, folder: Path
) -> Generator[StepProgress, None, tuple[Path, ...]]:
    yield StepProgress("Write files")
    from engine.extension import write_embedding_rows, write_report

    report = finished.report
    return (
        report.extension.tokenizer.save(folder / "tokenizer.twb"),
        write_report(report, folder),
        write_embedding_rows(report.rows, folder),
    )


def _model_read(folder: Path) -> Generator[StepProgress, None, Checkpoint]:
    yield StepProgress("Read model")
    from engine.extension import read_checkpoint

    return read_checkpoint(folder)


def _resized(
    finished: FinishedExtension, request: ResizeRequest
) -> Generator[StepProgress, None, ResizedCheckpoint]:
    yield StepProgress("Read model")
    from engine.extension import ResizeSettings, read_checkpoint, resize_steps, token_of_words
    from engine.formats import tokenizer_companions

    report = finished.report
    token = None
    if request.rule == "token":
        token = token_of_words(report.extension.old, request.token)
    settings = ResizeSettings(request.rule, token, request.multiple)
    files = tokenizer_companions(report.extension.tokenizer, request.folder)
    steps = resize_steps(
        read_checkpoint(request.folder), report.extension, report.rows, request.out,
        settings=settings, companions=files,
    )  # fmt: skip
    return (yield from relayed(steps, _resizing_shown))


def _resizing_shown(step: Progress) -> StepProgress:
    words = {"copy": "Write rows", "check": "Compare with the source"}
    return StepProgress(words[step.phase], step.fraction)
