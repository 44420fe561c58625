"""Counting hops: calls from one file of the workbench into another, deliveries of signals too."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Self

import workbench

ROOT = f"{Path(workbench.__file__).parent}/"
SHARED = ("ui/", "text/", "frame/", "signals.py")
"""Widgets, words and the window around the panes, which every feature uses: as with Qt, calls pass
through them unseen."""


class Hops:
    """While entered, notes what the calling thread runs in the workbench.

    pairs: how often a call led from one file into another; "" is the event loop.
    calls: how often each function ran, as "file function".
    """

    def __init__(self) -> None:
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.calls: Counter[str] = Counter()
        self._names: dict[str, str] = {}

    def __enter__(self) -> Self:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_error: object) -> None:
        sys.setprofile(None)

    @property
    def hops(self) -> list[str]:
        """Each way from file to file once; where the event loop calls, nothing leads there."""
        return sorted(f"{caller} -> {file}" for caller, file in self.pairs if caller)

    def entries(self, is_entered: Callable[[str], bool]) -> dict[str, int]:
        """How often a call from elsewhere led into each of some files."""
        times: Counter[str] = Counter()
        for (_, file), n_calls in self.pairs.items():
            if is_entered(file):
                times[file] += n_calls
        return dict(times)

    def _note(self, frame: FrameType, event: str, _argument: object) -> None:
        file = self._file(frame) if event == "call" else ""
        if not file:
            return
        self.calls[f"{file} {frame.f_code.co_qualname}"] += 1
        caller = frame.f_back
        while caller is not None and not self._file(caller):
            caller = caller.f_back
        origin = "" if caller is None else self._file(caller)
        if origin != file:
            self.pairs[origin, file] += 1

    def _file(self, frame: FrameType) -> str:
        """The file of a frame below the workbench, "" for any other and those of SHARED."""
        path = frame.f_code.co_filename
        name = self._names.get(path)
        if name is None:
            name = path.removeprefix(ROOT) if path.startswith(ROOT) else ""
            self._names[path] = name = "" if name.startswith(SHARED) else name
        return name
