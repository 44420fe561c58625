"""Names of runs that tell them apart: several runs may have one name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from workbench.text.numbers import grouped


class NamedRun(Protocol):
    """What a title is made of."""

    @property
    def run_id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def vocab_size(self) -> int: ...


def run_titles(runs: Iterable[NamedRun]) -> dict[str, str]:
    """The title of each run by its id: its name, if others share it also its size, or its id.

    Example: two runs "keep" of 8,192 and one of 4,096 tokens -> "keep, 4 096", "keep, 8 192, 3ed1"
    and "keep, 8 192, 77a0".
    """
    known = list({run.run_id: run for run in runs}.values())
    sized = {run.run_id: f"{run.name}, {grouped(run.vocab_size)}" for run in known}
    short = {run.run_id: f"{sized[run.run_id]}, {run.run_id.rpartition('-')[2]}" for run in known}
    whole = {run.run_id: f"{run.name}, {run.run_id}" for run in known}
    titles = {run.run_id: run.name for run in known}
    for longer in (sized, short, whole):
        times = Counter(titles.values())
        titles = {
            run_id: title if times[title] == 1 else longer[run_id]
            for run_id, title in titles.items()
        }
    return titles
