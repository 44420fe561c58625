"""`python -m benchmarks all`: the parts of the page one after another, kept between calls."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.comparison.child import candidates_of
from benchmarks.comparison.measuring import TIMEOUT_S
from benchmarks.comparison.peers import Peers
from benchmarks.comparison.reports import Report, report_of
from benchmarks.comparison.suites import PARTS, Step, steps_of
from benchmarks.comparison.tables import Table, measured_table
from benchmarks.comparison.task import Task
from benchmarks.comparison.vocabularies import tokenizer_file, trained_file
from benchmarks.machine import describe_machine
from benchmarks.texts import folder_of_files


@dataclass
class Kept:
    """Tables by part in a file, all of one machine and of the same rounds.

    runs, libraries: as asked for. Tables of other rounds are not kept with these; parts may be
    measured beside different libraries, which their tables name.
    """

    file: Path
    runs: int
    libraries: tuple[str, ...] = ()
    tables: dict[str, list[Table]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path, runs: int, libraries: tuple[str, ...]) -> Kept:
        """What an earlier call kept; empty if that was another machine, or other rounds."""
        kept = cls(file, runs, libraries)
        try:
            found: dict[str, Any] = json.loads(file.read_text("utf-8"))
        except FileNotFoundError:
            return kept
        if {key: found.get(key) for key in kept._condition()} == kept._condition():
            kept.tables, kept.seconds = found["tables"], found["seconds"]
        return kept

    def put(self, part: str, tables: list[Table], seconds: float) -> None:
        """The tables of a part, in place of earlier ones."""
        self.tables[part] = tables
        self.seconds[part] = round(seconds, 1)
        content = self._condition() | {"tables": self.tables, "seconds": self.seconds}
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(content, indent=1) + "\n", "utf-8")

    @property
    def missing(self) -> list[str]:
        """The parts that were not measured yet."""
        return [part for part in PARTS if part not in self.tables]

    def report(self, peers: Peers) -> Report:
        """The report of all parts so far, in the order of the page."""
        tables = [table | {"part": part} for part in PARTS for table in self.tables.get(part, [])]
        return report_of(tables, peers)

    def _condition(self) -> dict[str, Any]:
        machine = {key: value for key, value in describe_machine().items() if key != "date"}
        return {"machine": machine, "runs": self.runs}


def measure_parts(
    kept: Kept,
    parts: Sequence[str],
    corpus: Path,
    scratch: Path,
    peers: Peers,
    timeout_s: int = TIMEOUT_S,
) -> None:
    """Measure these parts and keep each as soon as it is whole."""
    for part in parts:
        began = time.perf_counter()
        tables = [
            _table(step, kept, corpus, scratch, peers, timeout_s)
            for step in steps_of(part, str(corpus))
        ]
        kept.put(part, tables, time.perf_counter() - began)
        sys.stderr.write(f"{part}: {kept.seconds[part]:.0f} s\n")


def _table(
    step: Step, kept: Kept, corpus: Path, scratch: Path, peers: Peers, timeout_s: int
) -> Table:
    task = step.task
    if step.reads_files:
        task = replace(task, files=str(folder_of_files(corpus, task.text, scratch)))
    if step.trains:
        file = trained_file(corpus, task.text, step.trains, scratch)
        task = replace(task, tokenizer=str(file))
    elif task.kind == "encode":
        task = replace(task, tokenizer=str(tokenizer_file("gpt2", corpus, scratch)))
    return measured_table(task, kept.runs, _names(step, kept, task), timeout_s, peers)


def _names(step: Step, kept: Kept, task: Task) -> tuple[str, ...]:
    names = kept.libraries or tuple(candidates_of(task.kind))
    return tuple(name for name in names if name not in step.without) or ("ours",)
