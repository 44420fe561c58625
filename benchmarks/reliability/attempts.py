"""Attempts: what a part of the campaign is given, and where it notes what it found."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.reliability.equipment import SHORT_WORDS, Equipment
from benchmarks.reliability.writing_commands import Stage


@dataclass(frozen=True)
class Fault:
    """Something that must not be. number: of the attempt, which repeats it with the seed."""

    number: int
    what: str


@dataclass
class Attempts:
    """The attempts of one part.

    count: how many there are; only: the number of the single one that is repeated, or None.
    is_short: the form that the tests run. minutes: for the part that runs by time. scratch: a
    folder that is removed afterwards. equipment: what parts share. figures: what is reported beside
    the faults.
    """

    part: str
    seed: int
    count: int
    scratch: Path
    only: int | None = None
    is_short: bool = False
    minutes: float = 0.0
    equipment: Equipment = field(default_factory=Equipment)
    tried: int = 0
    faults: list[Fault] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)

    def numbers(self) -> Iterator[int]:
        """The number of every attempt, each counted when it is begun."""
        for number in range(self.count) if self.only is None else (self.only,):
            self.tried += 1
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{self.part} {number + 1} of {self.count} ")
            yield number
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")

    def chance(self, number: int) -> random.Random:
        """The chance of one attempt, the same whatever was tried before."""
        return random.Random(f"{self.seed}-{self.part}-{number}")

    def stage(self, n_words: int) -> Stage:
        """Return the stage whose texts have n_words words, SHORT_WORDS in the short form."""
        return self.equipment.stage(self.seed, SHORT_WORDS if self.is_short else n_words)

    def fault(self, number: int, what: str) -> None:
        """Note a fault in one line."""
        self.faults.append(Fault(number, " ".join(what.split())[:600]))

    def tally(self, name: str, by: int = 1) -> None:
        """Count something that the report shows."""
        self.figures[name] = self.figures.get(name, 0) + by


Part = Callable[[Attempts], None]
