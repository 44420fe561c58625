"""Progress of a command on standard error, and compiling the engine before it is needed."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Collection, Generator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TextIO, TypeVar

from engine.compiled import GROUPS, keeping_problem
from engine.machine import result_of
from engine.preparation import is_prepared, prepare
from workbench.text.numbers import byte_size, duration

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.evaluation import LabelEvaluation
    from engine.preparation import PreparationProgress

Step = TypeVar("Step")
Result = TypeVar("Result")
_REPAINT_S = 0.1
_LINE_S = 5.0


class ProgressLine:
    """Shows texts: ten times a second on a terminal, every five seconds in a log or a pipe."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._is_terminal = stream.isatty()
        self._shown_at = clock()

    def show(self, text_of: Callable[[], str]) -> None:
        """Show what `text_of` gives, if it is time to."""
        now = self._clock()
        if now - self._shown_at < (_REPAINT_S if self._is_terminal else _LINE_S):
            return
        self._shown_at = now
        if self._is_terminal:
            columns = shutil.get_terminal_size().columns
            self._put(f"\r{text_of()[: columns - 1]}\x1b[K")
        else:
            self._put(text_of() + "\n")

    def clear(self) -> None:
        """Take the line away, where it can be taken away."""
        if self._is_terminal:
            self._put("\r\x1b[K")

    def _put(self, text: str) -> None:
        with suppress(OSError):  # the work goes on when the stream is closed
            self._stream.write(text)
            self._stream.flush()


def result_with_line(
    steps: Generator[Step, None, Result],
    text_of: Callable[[Step], str],
    stream: TextIO | None = None,
) -> Result:
    """Run steps to their end with a line of progress, on standard error by default."""
    line = ProgressLine(sys.stderr if stream is None else stream)
    try:
        return result_of(steps, lambda step: line.show(partial(text_of, step)))
    finally:
        line.clear()


def prepare_engine(groups: Collection[str] = GROUPS, *, quiet: bool = False) -> None:
    """Compile the kernels of some groups where that was not done yet; else return at once.

    quiet: say nothing on standard error. Where compiled kernels cannot be kept they are compiled by
    whoever calls them, and only those: all of them would take longer every time.
    """
    if is_prepared(groups):
        return
    if problem := keeping_problem():
        _say(problem, quiet=quiet)
        return
    _say("Preparing the engine (once on this machine) ...", quiet=quiet)
    if quiet or sys.stderr is None:
        prepare(None, groups)
        return
    line = ProgressLine(sys.stderr)
    prepare(lambda progress: line.show(lambda: _words(progress)), groups)
    line.clear()


def _words(progress: PreparationProgress) -> str:
    """Example: "Preparing the engine: 40 %, 4.1 s left"."""
    left = "" if progress.seconds_left is None else f", {duration(progress.seconds_left)} left"
    return f"Preparing the engine: {progress.share:.0%}".replace("%", " %") + left


def _say(sentence: str, *, quiet: bool) -> None:
    if not quiet and sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(sentence + "\n")
            sys.stderr.flush()


class EvaluationProgress:
    """How far an evaluation is, in words; texts weigh as much as their files are large."""

    def __init__(self, corpus: Corpus) -> None:
        sizes = [max(1, source.n_bytes_on_disk) for source in corpus.sources]
        self._total = max(1, sum(sizes))
        self._sizes = {source.label: n for source, n in zip(corpus.sources, sizes, strict=True)}
        self._before: dict[str, int] = {}
        before = 0
        for label, n in self._sizes.items():
            self._before[label] = before
            before += n
        self._number = {label: number for number, label in enumerate(self._sizes, 1)}

    def text(self, row: LabelEvaluation) -> str:
        """Share, number of the text, its label and how much of it is measured."""
        # Compressed files hold more than they are large: no text counts as more than whole.
        done = self._before[row.label] + min(row.bytes, self._sizes[row.label])
        return (
            f"Evaluate {done / self._total:4.0%}  text {self._number[row.label]:,} of "
            f"{len(self._number):,}: {row.label}, {byte_size(row.bytes)}"
        )
