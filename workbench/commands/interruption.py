"""Ctrl+C as a request: the work ends at its next pause and leaves nothing half done."""

from __future__ import annotations

import signal
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Self


class Interruption:
    """While entered, the first Ctrl+C only sets `requested`; the second one interrupts at once."""

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
            signal.signal(signal.SIGINT, self._previous)  # type: ignore[arg-type]

    def _request(self, _number: int, _frame: FrameType | None) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True
