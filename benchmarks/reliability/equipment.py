"""Nurseries and prepared stages that all parts share, made on first use.

A nursery loads the program for seconds and a stage trains and exports; attempts of different parts
fork the same process and copy the same home.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from benchmarks.reliability import namespaces
from benchmarks.reliability.nursery import Nursery
from benchmarks.reliability.writing_commands import Stage

SHORT_WORDS = 2_000
"""Number of words in each text of a stage, in the short form of all parts."""


class Equipment:
    """Nurseries and stages by their settings; leaving the `with` block ends them all."""

    def __init__(self) -> None:
        self._made = ExitStack()
        self._nurseries: dict[tuple[str, ...], Nursery] = {}
        self._stages: dict[tuple[int, int], Stage] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._made.close()

    def nursery(self) -> Nursery:
        """The nursery for requests that need no namespace."""
        return self._nursery(())

    def mounting_nursery(self) -> Nursery:
        """The nursery in a namespace of its own; the usual one where nothing can be mounted."""
        return self._nursery(namespaces.PREFIX if namespaces.can_mount() else ())

    def _nursery(self, prefix: tuple[str, ...]) -> Nursery:
        if prefix not in self._nurseries or self._nurseries[prefix].has_ended:
            self._nurseries[prefix] = self._made.enter_context(Nursery(prefix))
        return self._nurseries[prefix]

    def stage(self, seed: int, n_words: int) -> Stage:
        """Return the stage of this seed whose texts have n_words words each."""
        known = self._stages.get((seed, n_words))
        if known is None or known.nursery.has_ended:
            folder = tempfile.TemporaryDirectory(prefix="reliability-stage-")
            place = Path(self._made.enter_context(folder))
            self._stages[seed, n_words] = Stage(self.nursery(), place, seed, n_words)
        return self._stages[seed, n_words]
