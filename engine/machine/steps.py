"""Running generators that yield progress and return a result."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from typing import TypeVar

Step = TypeVar("Step")
Shown = TypeVar("Shown")
Result = TypeVar("Result")


def result_of(
    steps: Generator[Step, None, Result], report: Callable[[Step], object] | None = None
) -> Result:
    """Run a generator to its end and return its result.

    report: called with each value. If it raises, the generator is closed.
    """
    with closing(steps):
        while True:
            try:
                step = next(steps)
            except StopIteration as stop:
                result: Result = stop.value
                return result
            if report is not None:
                report(step)


def relayed(
    steps: Generator[Step, None, Result], shown: Callable[[Step], Shown | None]
) -> Generator[Shown, None, Result]:
    """Yield shown(step) for each value, except None; return the generator's result.

    Closing this generator closes the other.
    """
    with closing(steps):
        while True:
            try:
                step = next(steps)
            except StopIteration as stop:
                result: Result = stop.value
                return result
            value = shown(step)
            if value is not None:
                yield value
