"""Training into the store from a terminal: progress on standard error, Ctrl+C cancels."""

from __future__ import annotations

import sys
from contextlib import closing

from engine.config import TrainingConfig
from engine.corpus import Corpus
from engine.counted_corpus import CountedCorpus
from engine.counts_cache import CountsCache
from engine.mixture import MixtureMaker
from workbench.commands.command_error import CancelledError
from workbench.commands.engine_preparation import prepare_engine
from workbench.commands.interruption import Interruption
from workbench.commands.progress_bar import ProgressBar
from workbench.run_recording import RecordedRun, record_training
from workbench.store import RunId, RunStore


def record_with_progress(
    store: RunStore,
    corpus: Corpus,
    config: TrainingConfig,
    *,
    name: str | None = None,
    quiet: bool = False,
    mixture: MixtureMaker | None = None,
    cache: CountsCache | None = None,
) -> RunId:
    """Train and return the id of the finished run. Raises CancelledError after Ctrl+C."""
    prepare_engine(quiet=quiet)  # so that no training's time includes it
    bar = None if quiet else ProgressBar(sys.stderr)
    with (
        Interruption() as interruption,
        closing(
            record_training(
                store,
                corpus,
                config,
                name=name,
                mixture=mixture,
                counted=CountedCorpus(corpus, cache=cache),
            )
        ) as steps,
    ):
        try:
            while True:
                try:
                    progress = next(steps)
                except StopIteration as stop:
                    recorded: RecordedRun = stop.value
                    return recorded.run_id
                if interruption.requested:
                    raise CancelledError("Cancelled; the run is in the history as cancelled.")
                if bar is not None:
                    bar.show(progress)
        finally:
            if bar is not None:
                bar.finish()
