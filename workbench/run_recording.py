"""Training that leaves a run in the store: one generator for the window and the command line."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import replace

from engine.config import TrainingConfig
from engine.corpus import Corpus
from engine.errors import EngineError
from engine.evaluation import Evaluation, LabelEvaluation, sample_evaluation_steps
from engine.progress import Phase, TrainingProgress
from engine.tokenizer import Tokenizer
from engine.trainer import train
from workbench.store import DocumentOptions, RunId, RunStore, StoreError, source_records

EVALUATED_CHARACTERS = 200_000
"""Code points at the beginning of each source that the stored evaluation covers."""

_HEARTBEAT_SECONDS = 1.0

Recording = Generator[TrainingProgress, None, RunId]


def record_training(
    store: RunStore, corpus: Corpus, config: TrainingConfig, *, name: str | None = None
) -> Recording:
    """Train and store: yields what `engine.train` yields, returns the id of the finished run.

    The run is in the store from the start, as running, and whole at the end. Closing the
    generator leaves it cancelled, an error leaves it failed with the reason and is raised again.
    The trained corpus's beginning of each source is evaluated and stored with the run.
    """
    options = DocumentOptions(
        corpus.max_document_chars, corpus.max_chars, corpus.document_separator
    )
    run_id = store.begin_run(name, config, source_records(corpus.sources), options)
    try:
        tokenizer, last = yield from _with_heartbeat(store, run_id, train(corpus, config))
        rows = yield from _evaluated(tokenizer, corpus, last)
        store.finish_run(run_id, tokenizer, rows)
    except (GeneratorExit, KeyboardInterrupt):
        store.cancel_run(run_id)
        raise
    except BaseException as error:
        store.fail_run(run_id, _reason(error))
        raise
    return run_id


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
            store.heartbeat(run_id, str(progress.phase), progress.fraction)
            last_beat = now
        yield progress


def _evaluated(
    tokenizer: Tokenizer, corpus: Corpus, last: TrainingProgress | None
) -> Generator[TrainingProgress, None, tuple[LabelEvaluation, ...]]:
    steps = sample_evaluation_steps(tokenizer, corpus, EVALUATED_CHARACTERS)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            evaluation: Evaluation = stop.value
            return evaluation.rows
        if last is not None:
            yield replace(last, phase=Phase.EVALUATE, last_merges=(), remaining_s=None)


def _reason(error: BaseException) -> str:
    if isinstance(error, EngineError | StoreError):
        return str(error)
    return f"{type(error).__name__}: {error}"
