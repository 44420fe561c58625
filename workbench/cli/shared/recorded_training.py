"""Train into the store from a terminal; Ctrl+C cancels, or keeps the merges made so far.

Progress on standard error is a bar on a terminal and a line every few seconds elsewhere.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO, TypeVar

from engine.machine import StopRequest, result_of
from engine.training import IN_LIBRARY, Phase
from workbench.cli.shared.errors import CancelledError
from workbench.cli.shared.interruption import Interruption
from workbench.cli.shared.output import prepare_engine
from workbench.text.numbers import byte_size, duration
from workbench.work.runs.checkpoints import clear_checkpoints
from workbench.work.runs.recording import record_training

if TYPE_CHECKING:
    from engine.settings import MixtureMaker, TrainingConfig
    from engine.training import CountedCorpus, ParityFigures, TrainingProgress
    from workbench.store import RunStore
    from workbench.work.runs.recording import RecordedRun, Recording

Recorded = TypeVar("Recorded")
_BEFORE_MERGES = (Phase.PRETOKENIZE, Phase.COUNT_PAIRS)
_CANCELLED = "Cancelled; the run is in the history as cancelled. `resume` goes on with it."
_BAR_WIDTH = 24
_REPAINT_S = 0.1
_LINE_S = 5.0
_TRUSTED_S = 0.5
"""A phase goes on for so long before the estimate of its rest means anything."""


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

    def keeps(progress: TrainingProgress) -> bool:
        if not keep_on_interrupt or progress.phase in _BEFORE_MERGES:
            return False
        stop.keep()
        if bar is not None:
            bar.note_stopped()
        return True

    return with_bar(recording, bar, _CANCELLED, keeps)


def with_bar(
    recording: Generator[TrainingProgress, None, Recorded],
    bar: ProgressBar | None,
    cancelled: str,
    keeps: Callable[[TrainingProgress], bool] = lambda _: False,
) -> Recorded:
    """Run a recording with a bar, or without one. Raises CancelledError after Ctrl+C.

    cancelled: what is said then. keeps: asked after Ctrl+C, whether the recording ends by itself.
    """
    with Interruption() as interruption:

        def report(progress: TrainingProgress) -> None:
            if interruption.requested and not keeps(progress):
                raise CancelledError(cancelled)
            if bar is not None:
                bar.show(progress)

        try:
            return result_of(recording, report)
        finally:
            if bar is not None:
                bar.finish()


class ProgressBar:
    """Shows TrainingProgress values.

    On a terminal the line of a phase is repainted at most ten times a second and stays when the
    next phase begins. Elsewhere (a log file, a pipe) whole lines are written: the first and the
    last of each phase, and one every five seconds.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._is_terminal = stream.isatty()
        self._shown_at = 0.0
        self._last: TrainingProgress | None = None
        self._written = ""
        self._phase_began_s = 0.0
        self._is_stopped = False

    def note_stopped(self) -> None:
        """A person ended the merging: that it ends early has no other reason."""
        self._is_stopped = True

    def show(self, progress: TrainingProgress) -> None:
        """Show the progress if it is time to."""
        now = self._clock()
        is_new_phase = self._last is None or progress.phase is not self._last.phase
        if is_new_phase:
            if self._last is not None and self._last.phase is Phase.PRETOKENIZE:
                # How much text there is was a guess until now.
                self._last = replace(
                    progress,
                    phase=Phase.PRETOKENIZE,
                    total=progress.done,
                    remaining_s=None,
                )
            # Superwords are merged in several tries, with runs collected before each.
            self.finish(is_phase_done=progress.phase is not Phase.COLLECT_RUNS)
            self._phase_began_s = progress.elapsed_s
        self._last = progress
        pause = _REPAINT_S if self._is_terminal else _LINE_S
        if is_new_phase or now - self._shown_at >= pause:
            self._shown_at = now
            self._write(progress)

    def finish(self, *, is_phase_done: bool = False) -> None:
        """Leave the last state of the current phase standing; nothing if there is none.

        is_phase_done: the phase came to its own end, which for merges may be before all are made.
        """
        if self._last is None:
            return
        if self._last.phase in (Phase.EVALUATE, Phase.STORE) and self._is_terminal:
            self._put("\r\x1b[K")  # it says nothing once it is over
        else:
            is_merging = self._last.is_merging
            ended = is_phase_done and is_merging and self._last.fraction < 1
            reason = ("kept" if self._is_stopped else "no pair left") if ended else ""
            self._write(replace(self._last, remaining_s=None), stopped=reason)
            self._put("\n" if self._is_terminal else "")
        self._last, self._written = None, ""

    def _write(self, progress: TrainingProgress, *, stopped: str = "") -> None:
        if progress.elapsed_s - self._phase_began_s < _TRUSTED_S:
            progress = replace(progress, remaining_s=None)
        line = progress_line(progress, bar=self._bar(progress.fraction), stopped=stopped)
        if line == self._written:
            return
        self._written = line
        if self._is_terminal:
            columns = shutil.get_terminal_size().columns
            self._put(f"\r{line[: columns - 1]}\x1b[K")
        else:
            self._put(line + "\n")

    def _put(self, text: str) -> None:
        with suppress(OSError):  # a training goes on when the stream is closed
            self._stream.write(text)
            self._stream.flush()

    def _bar(self, fraction: float) -> str:
        done, todo = "━", "─"
        try:
            (done + todo).encode(self._stream.encoding or "ascii")
        except UnicodeEncodeError:
            done, todo = "#", "."
        n_done = int(fraction * _BAR_WIDTH)
        return done * n_done + todo * (_BAR_WIDTH - n_done)


def parity_words(parity: ParityFigures) -> str:
    """The highest premium and the Gini coefficient. Example: "premium 1.31 (mya), Gini 0.084"."""
    label, premium = parity.highest
    return f"premium {premium:.2f} ({label}), Gini {parity.gini:.3f}"


def progress_line(progress: TrainingProgress, bar: str, *, stopped: str = "") -> str:
    """Phase, bar, what is done and the estimate of the rest, in one line.

    stopped: why the merging ended before all merges; no bar then, it would stay short.
    """
    if progress.phase in IN_LIBRARY:
        return _library_line(progress, bar)
    name = f"{progress.phase:<{14 if progress.n_first is None else 18}}"
    parts = [f"{name} {bar} {progress.fraction:4.0%}"]
    match progress.phase:
        case Phase.PRETOKENIZE:
            is_all = progress.done == progress.total  # it is a guess until then
            about = "" if is_all else "about "
            total = f"{about}{byte_size(progress.total)}"
            parts.append(f"{byte_size(progress.done)} of {total}")
            parts.append(f"documents: {progress.documents:,}")
            if progress.rate is not None:
                parts.append(f"{byte_size(round(progress.rate))}/s")
        case Phase.COUNT_PAIRS:
            return f"{name} {progress.unique_pretokens:,} different pre-tokens"
        case Phase.COUNT_TOKEN_PAIRS | Phase.COLLECT_RUNS | Phase.COUNT_TOKENS:
            parts.append(f"{byte_size(progress.done)} of {byte_size(progress.total)}")
        case Phase.COMPUTE_MERGES | Phase.COMPUTE_SUPERWORDS:
            merges = f"{progress.merges_done:,} of {progress.merges_total:,} merges"
            parts = [f"{name} {merges}, stopped: {stopped}"] if stopped else [*parts, merges]
            parts += _figures(progress)
            if progress.rate is not None and not stopped:
                parts.append(f"{progress.rate:,.0f}/s")
        case Phase.EVALUATE:
            return f"{name} the new tokenizer on each source"
        case Phase.STORE:
            return f"{name} the run with what its sources are"
    if progress.remaining_s is not None and progress.fraction < 1:
        parts.append(f"{duration(progress.remaining_s)} left")
    return "  ".join(parts)


def _figures(progress: TrainingProgress) -> list[str]:
    """What the merges came to so far."""
    parts = []
    if progress.merges_done:  # before that there is a token for each byte
        parts.append(f"{progress.bytes_per_token:.2f} bytes per token")
    if progress.parity is not None:
        parts.append(parity_words(progress.parity))
    return parts


def _library_line(progress: TrainingProgress, bar: str) -> str:
    """The line of a training in another library, which may not say how far it is."""
    name = f"{progress.phase:<16}"
    if progress.phase_share is None:
        return f"{name} {duration(progress.elapsed_s)} elapsed"
    line = f"{name} {bar} {progress.fraction:4.0%}"
    if progress.phase is Phase.WRITE_TEXT:
        line += f"  {byte_size(progress.done)} of about {byte_size(progress.total)}"
    return line
