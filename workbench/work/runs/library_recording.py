"""A training in another library that leaves a run in the store, as record_training does."""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Generator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.corpus import CorpusProblem, SourcePath
from engine.counting import CorpusCounts
from engine.errors import EngineError
from engine.evaluation import nothing_evaluated, sample_evaluation_steps
from engine.machine import WorkClock, relayed
from engine.trainers import LibraryProgress, LibraryTraining, train_with_library
from engine.training import Phase, TrainingProgress
from workbench.store import (
    DocumentOptions,
    FileRecord,
    RunId,
    RunNotStoredError,
    RunStore,
    SourceRecord,
    StoreError,
    source_records,
)
from workbench.work.runs.recording import (
    EVALUATED_CHARACTERS,
    beat,
    content_hash_of,
    end_run,
    reason_of,
)
from workbench.work.runs.recording_progress import TrainingReport

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.evaluation import Evaluation
    from engine.library import AnyTokenizer
    from engine.settings import Mixture, MixtureMaker, TrainingConfig

logger = logging.getLogger(__name__)

_HEARTBEAT_SECONDS = 1.0
_PHASES = {
    "Write text": Phase.WRITE_TEXT,
    "Start library": Phase.READ_TEXT,
    "Read text": Phase.READ_TEXT,
    "Train in library": Phase.TRAIN_IN_LIBRARY,
    "Load tokenizer": Phase.EVALUATE,
}


@dataclass(frozen=True, slots=True, eq=False)
class RecordedLibraryRun:
    """A finished training in another library: its run, what it made, and how it went."""

    run_id: RunId
    made: LibraryTraining
    evaluation: Evaluation
    elapsed_s: float

    @property
    def report(self) -> TrainingReport:
        """How it went; a library makes as many tokens as the text yields."""
        return TrainingReport(self.elapsed_s, 0, 0, was_stopped=False, estimates=())

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences on what the library left out."""
        return self.made.problems

    @property
    def tokenizer(self) -> AnyTokenizer:
        """What was trained."""
        return self.made.tokenizer


LibraryRecording = Generator[TrainingProgress, None, RecordedLibraryRun]


def record_library_training(
    store: RunStore,
    corpus: Corpus,
    config: TrainingConfig,
    *,
    name: str | None = None,
    mixture: MixtureMaker | None = None,
) -> LibraryRecording:
    """Train in another library and store; yields progress, returns the finished run.

    config: with a trainer. The run is in the store from the start, as running, and whole at the
    end. Closing the generator ends the library and leaves the run cancelled, an error leaves it
    failed with the reason and is raised again.
    """
    training = train_with_library(corpus, config, mixture=mixture)
    asked = _mixture_asked(mixture)
    options, sources = DocumentOptions.of(corpus), source_records(corpus.sources)
    run_id = store.begin_run(name, config, sources, options, asked)
    return _recorded(store, run_id, corpus, training)


def _mixture_asked(mixture: MixtureMaker | None) -> Mixture | None:
    from engine.settings import Mixture

    return mixture if isinstance(mixture, Mixture) else None


def _recorded(
    store: RunStore,
    run_id: RunId,
    corpus: Corpus,
    training: Generator[LibraryProgress, None, LibraryTraining],
) -> LibraryRecording:
    clock = WorkClock()
    try:
        made = yield from _with_heartbeat(store, run_id, training, clock)
        evaluation = yield from _evaluated(made.tokenizer, corpus, clock)
        sources = yield from _identified(made.manifest, corpus, clock)
        _finish(store, run_id, made, evaluation, sources)
    except (GeneratorExit, KeyboardInterrupt):
        end_run(store.cancel_run, run_id)
        raise
    except BaseException as error:
        end_run(store.fail_run, run_id, reason_of(error))
        raise
    return RecordedLibraryRun(run_id, made, evaluation, clock.elapsed_s)


def _with_heartbeat(
    store: RunStore,
    run_id: RunId,
    training: Generator[LibraryProgress, None, LibraryTraining],
    clock: WorkClock,
) -> Generator[TrainingProgress, None, LibraryTraining]:
    last_beat = 0.0

    def shown(step: LibraryProgress) -> TrainingProgress:
        nonlocal last_beat
        value = _progress_of(step, clock.elapsed_s)
        now = time.monotonic()
        if now - last_beat >= _HEARTBEAT_SECONDS:
            beat(store, run_id, value)
            last_beat = now
        return value

    return (yield from relayed(training, shown))


def _progress_of(step: LibraryProgress, elapsed_s: float) -> TrainingProgress:
    """A step as one of a training: its phase, how far it is, and the time."""
    return TrainingProgress(
        done=step.done,
        total=step.total,
        phase=_PHASES[step.phase],
        label=step.label,
        documents=step.documents,
        elapsed_s=elapsed_s,
        phase_share=step.fraction,
    )


def _of_phase(phase: Phase, share: float, clock: WorkClock) -> TrainingProgress:
    return TrainingProgress(phase=phase, phase_share=share, elapsed_s=clock.elapsed_s)


def _evaluated(
    tokenizer: AnyTokenizer, corpus: Corpus, clock: WorkClock
) -> Generator[TrainingProgress, None, Evaluation]:
    """Measure the beginning of each source."""
    n_sources, measured = max(1, len(corpus.sources)), set[str]()
    try:
        beginnings = yield from relayed(
            CorpusCounts(corpus).beginnings(EVALUATED_CHARACTERS),
            lambda _: _of_phase(Phase.EVALUATE, 0.0, clock),
        )
        steps = sample_evaluation_steps(tokenizer, beginnings, EVALUATED_CHARACTERS)
        with closing(steps):
            while True:
                try:
                    measured.add(next(steps).label)
                except StopIteration as stop:
                    evaluation: Evaluation = stop.value
                    return evaluation
                share = min(1.0, len(measured) / n_sources)
                yield _of_phase(Phase.EVALUATE, share, clock)
    except EngineError as error:  # a file is gone since it was read; the tokenizer is here
        logger.info("No evaluation of the new tokenizer: %s", error)
        return nothing_evaluated()


def _identified(
    manifest: Mapping[str, Any], corpus: Corpus, clock: WorkClock
) -> Generator[TrainingProgress, None, tuple[SourceRecord, ...]]:
    """The sources with what is known after writing their text."""
    written = {entry["label"]: entry for entry in manifest["files"]}
    problems: dict[SourcePath, int] = {}
    for problem in corpus.problems:
        _note_problem(problems, problem)
    records = []
    for index, source in enumerate(corpus.sources):
        yield _of_phase(Phase.STORE, index / len(corpus.sources), clock)
        record = SourceRecord(
            source.label,
            tuple(FileRecord.of(path, sha256=content_hash_of(path)) for path in source.paths),
            weight=0.0,
            weight_units=0,
            n_problems=sum(problems.get(path, 0) for path in source.paths),
            reading=source.reading,
        )
        if (entry := written.get(source.label)) is not None:
            record = replace(
                record,
                weight=entry["repetition"],
                weight_units=1,
                documents=entry["natural_documents"],
                bytes=entry["natural_bytes"],
                share=entry["share"],
                natural_bytes=entry["natural_bytes"],
            )
        records.append(record)
    return tuple(records)


def _note_problem(problems: dict[SourcePath, int], problem: CorpusProblem) -> None:
    problems[problem.path] = problems.get(problem.path, 0) + problem.times


def _finish(
    store: RunStore,
    run_id: RunId,
    made: LibraryTraining,
    evaluation: Evaluation,
    sources: tuple[SourceRecord, ...],
) -> None:
    """Store the run whole; where that fails, keep at least the tokenizer in a file."""
    try:
        store.finish_library_run(run_id, made, evaluation, sources)
    except StoreError as error:
        rescued = _rescued(made, run_id, store.path.parent)
        words = "The trained tokenizer could not be saved anywhere."
        if rescued is not None:
            words = f"The trained tokenizer was saved as {rescued}."
        raise RunNotStoredError(f"{error} {words}", path=store.path, rescued=rescued) from error


def _rescued(made: LibraryTraining, run_id: RunId, beside_store: Path) -> Path | None:
    for folder in (beside_store, Path.home(), Path(tempfile.gettempdir())):
        path = folder / f"rescued-{run_id}" / made.file_name
        try:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(made.file)
        except OSError:
            with suppress(OSError):  # half a file is of no use
                path.unlink(missing_ok=True)
                path.parent.rmdir()
            continue
        return path
    return None
