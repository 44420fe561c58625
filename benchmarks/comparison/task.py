"""What one child process measures, and what a candidate has to offer."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Documents = Sequence[str]
Result = Sequence[bytes] | npt.NDArray[np.integer[Any]]
"""What is compared: tokens in order of their merges, ids, or ends of pre-tokens in bytes."""


@dataclass(frozen=True)
class Task:
    """One measurement of one candidate.

    threads: None for all cores. check: whether the result is computed and kept, not only timed.
    result_file: where the result goes if it is kept. files: folder with the text as files, for
    kinds that read them.
    """

    kind: str
    candidate: str
    text: str
    corpus: str
    threads: int | None = None
    pattern: str = "gpt2"
    vocab_size: int = 0
    tokenizer: str = ""
    check: bool = True
    result_file: str = ""
    files: str = ""

    def to_json(self) -> str:
        """One line for the command line of the child."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Task:
        """The task that `to_json` wrote."""
        return cls(**json.loads(text))


@dataclass(frozen=True)
class Phases:
    """The work to measure, in order, and how to get at the result.

    timed: calls by name; the first one's time is the one that is ranked.
    result: what the first call gave -> what is compared; outside of all timing. end: clears up.
    """

    timed: dict[str, Callable[[], Any]]
    result: Callable[[Any], Result]
    end: Callable[[], None] = lambda: None


@dataclass(frozen=True)
class Candidate:
    """A library at one kind of work.

    library: name of its distribution, None for this engine.
    prepare: loads and warms up with another text, and says what to measure.
    equal_to: whose result must be the same; None where the algorithm is another one.
    note: what a reader of the table must know.
    """

    library: str | None
    prepare: Callable[[Task, Documents], Phases]
    equal_to: str | None = "ours"
    note: str = ""
    patterns: tuple[str, ...] = field(default=())
    """Split patterns it can do; all if empty."""
