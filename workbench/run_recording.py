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

from engine.config import TrainingConfig
from engine.content_hash import content_hash, known_hash
from engine.corpus import Corpus
from engine.errors import CorpusError, EngineError
from engine.evaluation import Evaluation, nothing_evaluated, sample_evaluation_steps
from engine.progress import Phase, TrainingProgress
from engine.source_paths import RemotePath, SourcePath
from engine.tokenizer import Tokenizer
from engine.trainer import train
from workbench.store import (
    DocumentOptions,
    FileRecord,
    MeasuredTokenizer,
    RunId,
    RunStore,
    SourceRecord,
    StoreError,
    StoreWriteError,
    source_records,
)

EVALUATED_CHARACTERS = 200_000
"""Code points at the beginning of each source that the stored evaluation covers."""

logger = logging.getLogger(__name__)

_HEARTBEAT_SECONDS = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class RecordedRun:
    """A finished training: the run's id in the store, and what is stored there."""

    run_id: RunId
    tokenizer: Tokenizer
    evaluation: Evaluation


Recording = Generator[TrainingProgress, None, RecordedRun]


def record_training(
    store: RunStore, corpus: Corpus, config: TrainingConfig, *, name: str | None = None
) -> Recording:
    """Train and store: yields what `engine.train` yields, returns the finished run.

    The run is in the store from the start, as running, and whole at the end. Closing the
    generator leaves it cancelled, an error leaves it failed with the reason and is raised again.
    The trained corpus's beginning of each source is evaluated and stored with the run.
    """
    options = DocumentOptions.of(corpus)
    run_id = store.begin_run(name, config, source_records(corpus.sources), options)
    try:
        with closing(train(corpus, config)) as steps:
            tokenizer, last = yield from _with_heartbeat(store, run_id, steps)
        problems: Counter[SourcePath] = Counter()
        for problem in corpus.problems:
            problems[problem.path] += problem.times
        evaluation = yield from _evaluated(tokenizer, corpus, last)
        sources = yield from _identified(tokenizer, corpus, problems, last)
        _finish(store, run_id, tokenizer, evaluation, sources)
    except (GeneratorExit, KeyboardInterrupt):
        _end(store.cancel_run, run_id)
        raise
    except BaseException as error:
        _end(store.fail_run, run_id, _reason(error))
        raise
    return RecordedRun(run_id, tokenizer, evaluation)


def _finish(
    store: RunStore,
    run_id: RunId,
    tokenizer: Tokenizer,
    evaluation: Evaluation,
    sources: tuple[SourceRecord, ...],
) -> None:
    """Store the run whole; where that fails, keep at least the tokenizer in a file."""
    try:
        measured = (MeasuredTokenizer("", evaluation),)
        store.finish_run(run_id, tokenizer, evaluation.rows, sources=sources, measured=measured)
    except StoreError as error:
        rescued = _rescued(tokenizer, run_id, store.path.parent)
        raise StoreWriteError(f"{error} {rescued}", path=store.path) from error


def _rescued(tokenizer: Tokenizer, run_id: RunId, beside_store: Path) -> str:
    for folder in (beside_store, Path.cwd(), Path(tempfile.gettempdir())):
        try:
            path = tokenizer.save(folder / f"rescued-{run_id}.twb")
        except EngineError:
            continue
        return f"The trained tokenizer was saved as {path}."
    return "The trained tokenizer could not be saved anywhere."


def _with_heartbeat(
    store: RunStore, run_id: RunId, steps: Generator[TrainingProgress, None, Tokenizer]
) -> Generator[TrainingProgress, None, tuple[Tokenizer, TrainingProgress | None]]:
    last_beat = 0.0
    progress = None
    while True:
        try:
            progress = next(steps)
        except StopIteration as stop:
            return stop.value, progress
        now = time.monotonic()
        if now - last_beat >= _HEARTBEAT_SECONDS:
            _beat(store, run_id, progress)
            last_beat = now
        yield progress


def _beat(store: RunStore, run_id: RunId, progress: TrainingProgress) -> None:
    try:
        store.heartbeat(run_id, str(progress.phase), progress.fraction)
    except StoreError as error:  # a missed beat is no reason to lose the training
        logger.info("No heartbeat for run %s: %s", run_id, error)


def _end(end: Callable[..., None], run_id: RunId, *reason: str) -> None:
    try:
        end(run_id, *reason)
    except StoreError as error:  # what ended the run matters more than that nobody noted it
        logger.info("The end of run %s could not be stored: %s", run_id, error)


def _evaluated(
    tokenizer: Tokenizer, corpus: Corpus, last: TrainingProgress | None
) -> Generator[TrainingProgress, None, Evaluation]:
    steps = sample_evaluation_steps(tokenizer, corpus, EVALUATED_CHARACTERS)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            evaluation: Evaluation = stop.value
            return evaluation
        except EngineError as error:  # a file is gone since it was read; the tokenizer is here
            logger.info("No evaluation of the new tokenizer: %s", error)
            return nothing_evaluated()
        if last is not None:
            yield replace(last, phase=Phase.EVALUATE, last_merges=(), remaining_s=None)


def _identified(
    tokenizer: Tokenizer,
    corpus: Corpus,
    problems: Counter[SourcePath],
    last: TrainingProgress | None,
) -> Generator[TrainingProgress, None, tuple[SourceRecord, ...]]:
    """The sources with what is known after reading: sizes, hashes of the files, repairs."""
    training = tokenizer.training
    assert training is not None
    records = []
    for index, source in enumerate(corpus.sources):
        files = []
        for path in source.paths:
            files.append(FileRecord.of(path, sha256=_sha256(path)))
            if last is not None:
                yield replace(last, phase=Phase.EVALUATE, last_merges=(), remaining_s=None)
        records.append(
            SourceRecord(
                source.label,
                tuple(files),
                documents=int(training.source_documents[index]),
                bytes=int(training.source_bytes[index]),
                n_problems=sum(problems[path] for path in source.paths),
                reading=source.reading,
            )
        )
    return tuple(records)


def _sha256(path: SourcePath) -> str | None:
    try:
        return known_hash(path) if isinstance(path, RemotePath) else content_hash(path)
    except CorpusError:  # gone since it was read
        return None


def _reason(error: BaseException) -> str:
    if isinstance(error, EngineError | StoreError):
        return str(error)
    return f"{type(error).__name__}: {error}"
