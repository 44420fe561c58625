"""Ctrl+C: while the program loads, while a training runs, and pressed twice."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import Self

CANCELLED = 130
"""Exit status after Ctrl+C, as shells have it: 128 + SIGINT."""
_IMPORTING = "<frozen importlib._bootstrap>"
"""What Python calls the file of the code that imports modules."""
_CALLED_BACK = f"llvmlite{os.sep}binding{os.sep}executionengine.py"
"""LLVM calls this module through ctypes while kernels load, which drops any exception."""
_LATER_SECONDS = 0.05


@contextmanager
def ending_quietly() -> Iterator[None]:
    """For loading and parsing, where nothing is begun yet: Ctrl+C ends the process in silence.

    An exception would not do: extension modules turn one into something else while they load.
    """
    with _handled_by(_end_quietly):
        yield


@contextmanager
def ending_quietly_while_loading() -> Iterator[None]:
    """For a command: Ctrl+C raises KeyboardInterrupt, but in an import it ends the process."""
    with _handled_by(_end_or_raise):
        yield


@contextmanager
def _handled_by(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield  # ignored (a background job), or handled elsewhere
        return
    try:
        signal.signal(signal.SIGINT, handler)
    except ValueError:  # outside the main thread no signal arrives
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


class Interruption:
    """While entered, the first Ctrl+C only sets `requested`; the second one ends the process.

    It does not wait for the store, which may be in the middle of a transaction: the next start
    finds the run and marks it as interrupted.
    """

    def __init__(self) -> None:
        self.requested = False
        self._previous: object = None

    def __enter__(self) -> Self:
        with suppress(ValueError):  # outside the main thread no signal arrives
            self._previous = signal.signal(signal.SIGINT, self._request)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._previous is not None:
            signal.signal(signal.SIGINT, self._previous)  # type: ignore[arg-type]  # as it came

    def _request(self, _number: int, _frame: FrameType | None) -> None:
        if self.requested:
            _say("Ended at once; the run will be in the history as interrupted.")
            os._exit(CANCELLED)
        self.requested = True


def _end_quietly(_number: int, _frame: FrameType | None) -> None:
    os._exit(CANCELLED)


def _end_or_raise(number: int, frame: FrameType | None) -> None:
    each = frame
    while each is not None:
        if each.f_code.co_filename == _IMPORTING:
            _end_quietly(number, frame)
        if each.f_code.co_filename.endswith(_CALLED_BACK):
            from engine.machine import interrupt_later

            interrupt_later(_LATER_SECONDS)
            return
        each = each.f_back
    raise KeyboardInterrupt


def _say(sentence: str) -> None:
    """Write past the buffers: the interrupted code may be writing to them itself."""
    with suppress(OSError, ValueError):
        os.write(sys.stderr.fileno(), f"\ntokenizer-workbench: {sentence}\n".encode())
