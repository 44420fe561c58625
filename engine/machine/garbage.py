"""Making hundreds of thousands of objects without looking at all of them again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collection() -> Iterator[None]:
    """No search for garbage in cycles, where many objects are made at once and all are kept.

    Every generation of objects would be gone through several times, which takes a third of the
    time. Whoever finds the search switched off leaves it so, so that of several threads the first
    to come switches it on again.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
