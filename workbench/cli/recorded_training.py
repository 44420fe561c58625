"""Training into the store from a terminal: progress on standard error, Ctrl+C cancels or keeps."""

from __future__ import annotations

import sys

from engine.machine import StopRequest, result_of
from engine.settings import MixtureMaker, TrainingConfig
from engine.training import CountedCorpus, Phase, TrainingProgress
from workbench.cli.command_error import CancelledError
from workbench.cli.engine_preparation import prepare_engine
from workbench.cli.interruption import Interruption
from workbench.cli.progress_bar import ProgressBar
from workbench.run_checkpoints import clear_checkpoints
from workbench.run_recording import RecordedRun, Recording, record_training
from workbench.store import RunStore

_BEFORE_MERGES = (Phase.PRETOKENIZE, Phase.COUNT_PAIRS)


def record_with_progress(
    store: RunStore,
    counted: CountedCorpus,
    config: TrainingConfig,
    *,
    name: str | None = None,
    quiet: bool = False,
    mixture: MixtureMaker | None = None,
    keep_on_interrupt: bool = False,
) -> RecordedRun:
    """Train and return the finished run. Raises CancelledError after Ctrl+C.

    keep_on_interrupt: from the first merge on Ctrl+C ends the merging and keeps what is merged.
    """
    prepare_engine(quiet=quiet)  # so that no training's time includes it
    stop = StopRequest()
    clear_checkpoints(store)
    recording = record_training(
        store, counted.corpus, config, name=name, mixture=mixture, counted=counted, stop=stop
    )
    return with_progress(recording, stop, quiet=quiet, keep_on_interrupt=keep_on_interrupt)


def with_progress(
    recording: Recording, stop: StopRequest, *, quiet: bool, keep_on_interrupt: bool
) -> RecordedRun:
    """Run a training that is recorded, with a bar; as `record_with_progress`."""
    bar = None if quiet else ProgressBar(sys.stderr)
    with Interruption() as interruption:

        def report(progress: TrainingProgress) -> None:
            if interruption.requested:
                if not keep_on_interrupt or progress.phase in _BEFORE_MERGES:
                    raise CancelledError(
                        "Cancelled; the run is in the history as cancelled. `resume` goes on "
                        "with it."
                    )
                stop.keep()
                if bar is not None:
                    bar.note_stopped()
            if bar is not None:
                bar.show(progress)

        try:
            return result_of(recording, report)
        finally:
            if bar is not None:
                bar.finish()
