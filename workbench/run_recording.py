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
from engine.counted_corpus import CountedCorpus
from engine.counts_cache import CountsCache
from engine.errors import CorpusError, EngineError
from engine.evaluation import Evaluation, nothing_evaluated, sample_evaluation_steps
from engine.mixture import Mixture, MixtureMaker
from engine.progress import NO_MERGES, Phase, TrainingProgress
from engine.source_paths import RemotePath, SourcePath
from engine.tokenizer import Tokenizer
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
    store: RunStore,
    corpus: Corpus,
    config: TrainingConfig,
    *,
    name: str | None = None,
    mixture: MixtureMaker | None = None,
    counted: CountedCorpus | None = None,
    cache: CountsCache | None = None,
) -> Recording:
    """Train and store: yields what `engine.train` yields, returns the finished run.

    counted: the corpus with what is known of it from earlier trainings, so that nothing is read
        again: not for the counts, not for the evaluation, and for the hashes only files of which
        no hash is remembered. cache: for a corpus that is not counted yet.

    The run is in the store from the start, as running, and whole at the end. Closing the
    generator leaves it cancelled, an error leaves it failed with the reason and is raised again.
    The trained corpus's beginning of each source is evaluated and stored with the run.
    """
    counted = counted or CountedCorpus(corpus, cache=cache)
    if counted.corpus is not corpus:
        raise ValueError("the counts are those of another corpus")
    asked = mixture if isinstance(mixture, Mixture) else None
    options = DocumentOptions.of(corpus)
    run_id = store.begin_run(name, config, source_records(corpus.sources), options, asked)
    try:
        with closing(counted.train(config, mixture)) as steps:
            tokenizer, last = yield from _with_heartbeat(store, run_id, steps)
        evaluation = yield from _evaluated(tokenizer, counted, last)
        sources = yield from _identified(counted, last)
        used = counted.mixture if mixture is not None else None
        _finish(store, run_id, tokenizer, evaluation, sources, used)
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
    mixture: Mixture | None,
) -> None:
    """Store the run whole; where that fails, keep at least the tokenizer in a file."""
    try:
        measured = (MeasuredTokenizer("", evaluation),)
        store.finish_run(
            run_id, tokenizer, evaluation.rows, sources=sources, measured=measured, mixture=mixture
        )
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
    tokenizer: Tokenizer, counted: CountedCorpus, last: TrainingProgress | None
) -> Generator[TrainingProgress, None, Evaluation]:
    steps = _evaluation_steps(tokenizer, counted)
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
            yield replace(last, phase=Phase.EVALUATE, last_merges=NO_MERGES, remaining_s=None)


def _evaluation_steps(
    tokenizer: Tokenizer, counted: CountedCorpus
) -> Generator[object, None, Evaluation]:
    beginnings = yield from counted.beginnings(EVALUATED_CHARACTERS)
    return (yield from sample_evaluation_steps(tokenizer, beginnings, EVALUATED_CHARACTERS))


def _identified(
    counted: CountedCorpus, last: TrainingProgress | None
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
            files.append(FileRecord.of(path, sha256=_sha256(path)))
            if last is not None:
                yield replace(last, phase=Phase.EVALUATE, last_merges=NO_MERGES, remaining_s=None)
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
