"""One line of progress on standard error: repainted on a terminal, now and then a new one else."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from functools import partial
from typing import TextIO, TypeVar

from engine.machine import result_of

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
        with suppress(OSError):  # the work goes on when nobody watches any more
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
