"""The progress of an extension."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from engine.machine import WorkClock, relayed


class ExtensionStep(Enum):
    """READ: the corpus is read for its length and its end. COUNT: its pre-tokens are counted.
    ENCODE: they are encoded with the old merges. MERGE: new merges are made. TRY: given tokens are
    tried in contexts. MEASURE: texts are encoded before and after."""

    READ = "read"
    COUNT = "count"
    ENCODE = "encode"
    MERGE = "merge"
    TRY = "try"
    MEASURE = "measure"


@dataclass(frozen=True, slots=True)
class ExtensionProgress:
    """done of total: bytes while reading and counting, merges while merging, else tokens or texts.

    last_token: the bytes of the newest token. elapsed_s: seconds of work, without pauses.
    """

    step: ExtensionStep
    done: int
    total: int
    last_token: bytes = b""
    elapsed_s: float = 0.0

    @property
    def fraction(self) -> float:
        """Share of the step that is done, 0 to 1."""
        return min(1.0, self.done / self.total) if self.total else 0.0


class Pace:
    """Passes the steps of an extension on with the time they took."""

    def __init__(self) -> None:
        self._clock = WorkClock()
        self.result: Any = None

    @property
    def elapsed_s(self) -> float:
        return self._clock.elapsed_s

    def steps(
        self, steps: Generator[ExtensionProgress, None, Any]
    ) -> Generator[ExtensionProgress, None, None]:
        """The steps with `elapsed_s`; what they return is `result` afterwards."""
        self.result = yield from relayed(
            self._clock.without_pauses(steps),
            lambda step: replace(step, elapsed_s=self._clock.elapsed_s),
        )
