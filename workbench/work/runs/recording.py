"""Training that leaves a run in the store: one generator for the window and the command line."""

from __future__ import annotations

import logging
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from engine.corpus import Corpus, RemotePath, SourcePath, content_hash, known_hash
from engine.encoding import Tokenizer
from engine.errors import CorpusError, EngineError
from engine.evaluation import Evaluation, nothing_evaluated, sample_evaluation_steps
from engine.machine import StopRequest, relayed
from engine.settings import Mixture, MixtureMaker, TrainingConfig
from engine.training import CountedCorpus, Phase, TrainingCheckpoint, TrainingProgress
from workbench.store import (
    DocumentOptions,
    FileRecord,
    MeasuredTokenizer,
    RunId,
    RunNotStoredError,
    RunStore,
    SourceRecord,
    StoreError,
    source_records,
)
from workbench.work.memory import MemorySamples
from workbench.work.runs.checkpoints import remove_run_checkpoint, run_checkpoint
from workbench.work.runs.recording_progress import RecordingProgress, TrainingReport

EVALUATED_CHARACTERS = 200_000
"""Code points at the beginning of each source that the stored evaluation covers."""

HASHING_SHARE = 0.3
"""Of the phase in which a run is stored: finding out what the sources' files are."""

logger = logging.getLogger(__name__)

_HEARTBEAT_SECONDS = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class RecordedRun:
    """A finished training: the run's id in the store, what is stored there, and how it went.

    corpus: what it was trained on.
    remarks: sentences on checkpoints that could not be written or not be used.
    """

    run_id: RunId
    tokenizer: Tokenizer
    evaluation: Evaluation
    report: TrainingReport
    corpus: Corpus
    remarks: tuple[str, ...] = ()


Recording = Generator[TrainingProgress, None, RecordedRun]


def record_training(
    store: RunStore,
    corpus: Corpus,
    config: TrainingConfig,
    *,
    name: str | None = None,
    mixture: MixtureMaker | None = None,
    counted: CountedCorpus | None = None,
    stop: StopRequest | None = None,
) -> Recording:
    """Train and store: yields what `engine.train` yields, returns the finished run.

    counted: the corpus with what is known of it from earlier trainings, so that nothing is read
        again: not for the counts, not for the evaluation, and for the hashes only files of which
        no hash is remembered; with a cache for those that are not counted yet.
    stop: ends the merging early and keeps what is merged as a finished run, which has the size of
        its tokenizer and says what was asked for.

    The run is in the store from the start, as running, and whole at the end. Closing the
    generator leaves it cancelled, an error leaves it failed with the reason and is raised again.
    The trained corpus's beginning of each source is evaluated and stored with the run. Every value
    has the time and the estimate of all this.
    """
    counted = counted or CountedCorpus(corpus)
    if counted.corpus is not corpus:
        raise ValueError("the counts are those of another corpus")
    run_id = begin_run(store, counted, config, name=name, mixture=mixture)
    return (yield from recorded(RunTask(store, run_id, counted, config, mixture, stop)))


def begin_run(
    store: RunStore,
    counted: CountedCorpus,
    config: TrainingConfig,
    *,
    name: str | None = None,
    mixture: MixtureMaker | None = None,
    parent: RunId | None = None,
) -> RunId:
    """Put a run into the store as running. parent: the run that it goes on from."""
    asked = mixture if isinstance(mixture, Mixture) else None
    corpus = counted.corpus
    options, sources = DocumentOptions.of(corpus), source_records(corpus.sources)
    return store.begin_run(name, config, sources, options, asked, parent=parent)


@dataclass(frozen=True, slots=True, eq=False)
class RunTask:
    """A run that is in the store as running, and what its training needs.

    continued: the tokenizer of the run that it goes on from.
    """

    store: RunStore
    run_id: RunId
    counted: CountedCorpus
    config: TrainingConfig
    mixture: MixtureMaker | None = None
    stop: StopRequest | None = None
    continued: Tokenizer | None = None


def recorded(task: RunTask) -> Recording:
    """Train and store a run that has begun; from its checkpoint on where it left one.

    The checkpoint goes when the run is stored whole, and stays when it is not.
    """
    store, run_id, config = task.store, task.run_id, task.config
    progress = RecordingProgress(task.counted.corpus, config)
    try:
        checkpoint = run_checkpoint(store, run_id, task.mixture)
        steps = _recorded(task, progress, checkpoint)
        made = yield from progress.clock.without_pauses(steps)
        used = task.counted.mixture if task.mixture is not None else None
        reason = _stopped_reason(made.tokenizer, config)
        _finish(store, run_id, made, used, reason)
    except (GeneratorExit, KeyboardInterrupt):
        end_run(store.cancel_run, run_id)
        raise
    except BaseException as error:
        end_run(store.fail_run, run_id, reason_of(error))
        raise
    remarks = () if checkpoint is None else tuple(checkpoint.remarks)
    remove_run_checkpoint(store, run_id)
    report = progress.report(made.tokenizer.n_merges, config, was_stopped=bool(reason))
    corpus = task.counted.corpus
    return RecordedRun(run_id, made.tokenizer, made.evaluation, report, corpus, remarks)


@dataclass(frozen=True, slots=True, eq=False)
class _Made:
    """What is stored of a training."""

    tokenizer: Tokenizer
    evaluation: Evaluation
    sources: tuple[SourceRecord, ...]
    memory: MemorySamples


def _recorded(
    task: RunTask, progress: RecordingProgress, checkpoint: TrainingCheckpoint | None
) -> Generator[TrainingProgress, None, _Made]:
    """Train, evaluate, and find out what is stored of the sources."""
    training = task.counted.train(
        task.config,
        task.mixture,
        stop=task.stop,
        checkpoint=checkpoint,
        continued=task.continued,
    )
    memory = MemorySamples()
    with closing(training) as steps:
        tokenizer = yield from _with_heartbeat(task.store, task.run_id, steps, progress, memory)
    if tokenizer.training is not None:
        observed = replace(tokenizer.training, memory=memory.array())
        tokenizer = tokenizer.with_companions(training=observed)
    evaluation = yield from _evaluated(tokenizer, task.counted, progress)
    sources = yield from _identified(task.counted, progress)
    return _Made(tokenizer, evaluation, sources, memory)


def _stopped_reason(tokenizer: Tokenizer, asked: TrainingConfig) -> str:
    """What the list of runs says of a training that a person stopped and kept; else nothing."""
    record = tokenizer.training
    if record is None or record.config.n_merges == asked.n_merges:
        return ""
    return f"stopped at {tokenizer.n_merges:,} of {asked.n_merges:,} merges"


def _finish(
    store: RunStore, run_id: RunId, made: _Made, mixture: Mixture | None, reason: str
) -> None:
    """Store the run whole; where that fails, keep at least the tokenizer in a file."""
    try:
        store.save_memory(run_id, made.memory.array())
        store.finish_run(
            run_id,
            made.tokenizer,
            made.evaluation.rows,
            sources=made.sources,
            measured=(MeasuredTokenizer("", made.evaluation),),
            mixture=mixture,
            stopped=reason,
        )
    except StoreError as error:
        rescued = _rescued(made.tokenizer, run_id, store.path.parent)
        words = "The trained tokenizer could not be saved anywhere."
        if rescued is not None:
            words = f"The trained tokenizer was saved as {rescued}."
        raise RunNotStoredError(f"{error} {words}", path=store.path, rescued=rescued) from error


def _rescued(tokenizer: Tokenizer, run_id: RunId, beside_store: Path) -> Path | None:
    # Never the current folder, which may be that of the program's own sources.
    for folder in (beside_store, Path.home(), Path(tempfile.gettempdir())):
        try:
            return tokenizer.save(folder / f"rescued-{run_id}.twb")
        except EngineError:
            continue
    return None


def _with_heartbeat(
    store: RunStore,
    run_id: RunId,
    steps: Generator[TrainingProgress, None, Tokenizer],
    progress: RecordingProgress,
    memory: MemorySamples,
) -> Generator[TrainingProgress, None, Tokenizer]:
    last_beat = 0.0

    def shown(step: TrainingProgress) -> TrainingProgress:
        nonlocal last_beat
        value = progress.of_training(step)
        memory.add(step.merges_done)
        now = time.monotonic()
        if now - last_beat >= _HEARTBEAT_SECONDS:
            beat(store, run_id, value)
            last_beat = now
        return value

    return (yield from relayed(steps, shown))


def beat(store: RunStore, run_id: RunId, progress: TrainingProgress) -> None:
    """Note a sign of life of a run."""
    try:
        store.heartbeat(run_id, str(progress.phase), progress.fraction)
    except StoreError as error:  # a missed beat is no reason to lose the training
        logger.info("No heartbeat for run %s: %s", run_id, error)


def end_run(end: Callable[..., None], run_id: RunId, *reason: str) -> None:
    """End a run that did not finish, by `cancel_run` or `fail_run` of its store."""
    try:
        end(run_id, *reason)
    except StoreError as error:  # the error that ended the run matters more than this one
        logger.info("The end of run %s could not be stored: %s", run_id, error)


def _evaluated(
    tokenizer: Tokenizer, counted: CountedCorpus, progress: RecordingProgress
) -> Generator[TrainingProgress, None, Evaluation]:
    """Read the beginning of each source, the smaller half of the work, and measure on it."""
    n_sources = max(1, len(counted.corpus.sources))
    n_read, measured = 0, set[str]()
    steps = _evaluation_steps(tokenizer, counted)
    while True:
        yield from progress.of_phase(
            Phase.EVALUATE, min(1.0, (0.3 * n_read + 0.7 * len(measured)) / n_sources)
        )
        try:
            label = next(steps)
        except StopIteration as stop:
            evaluation: Evaluation = stop.value
            return evaluation
        except EngineError as error:  # a file is gone since it was read; the tokenizer is here
            logger.info("No evaluation of the new tokenizer: %s", error)
            return nothing_evaluated()
        if label is None:
            n_read += 1
        else:
            n_read = n_sources  # they may be known from an earlier training
            measured.add(label)


def _evaluation_steps(
    tokenizer: Tokenizer, counted: CountedCorpus
) -> Generator[str | None, None, Evaluation]:
    """Yields None for each source that is read, then labels while they are measured."""
    beginnings = yield from counted.beginnings(EVALUATED_CHARACTERS)
    steps = sample_evaluation_steps(tokenizer, beginnings, EVALUATED_CHARACTERS)
    return (yield from relayed(steps, lambda row: row.label))


def _identified(
    counted: CountedCorpus, progress: RecordingProgress
) -> Generator[TrainingProgress, None, tuple[SourceRecord, ...]]:
    """The sources with what is known after reading: sizes, hashes of the files, repairs."""
    resolved, mixture = counted.resolved, counted.mixture
    assert resolved is not None
    assert mixture is not None
    problems: Counter[SourcePath] = Counter()
    for problem in counted.problems:
        problems[problem.path] += problem.times
    records = []
    for index, source in enumerate(counted.corpus.sources):
        files = []
        for path in source.paths:
            files.append(FileRecord.of(path, sha256=content_hash_of(path)))
            done = index / len(counted.corpus.sources)
            yield from progress.of_phase(Phase.STORE, HASHING_SHARE * done)
        row = resolved.rows[index]
        reading = source.reading
        if row.weight and row.is_sampled:
            reading = reading.sampled(row.sample_share, mixture.seed)
        records.append(
            SourceRecord(
                source.label,
                tuple(files),
                n_problems=sum(problems[path] for path in source.paths),
                reading=reading,
                share=row.share,
                natural_bytes=row.n_bytes,
            )
        )
    yield from progress.of_phase(Phase.STORE, HASHING_SHARE)
    return tuple(records)


def content_hash_of(path: SourcePath) -> str | None:
    """The hash of a source's file, None for one that is missing by now."""
    try:
        return known_hash(path) if isinstance(path, RemotePath) else content_hash(path)
    except CorpusError:  # gone since it was read
        return None


def reason_of(error: BaseException) -> str:
    """Why a run failed, as a sentence."""
    if isinstance(error, EngineError | StoreError):
        return str(error)
    return f"{type(error).__name__}: {error}"
