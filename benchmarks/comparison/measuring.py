"""Candidates in turn, every run in a fresh child process, so that peak memory is its own."""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks import PROJECT
from benchmarks.comparison.peers import Peers
from benchmarks.comparison.results import describe_difference
from benchmarks.comparison.task import Candidate, Task

TIMEOUT_S = 300
_GAVE_UP = "gave up after {seconds} s"
_ERROR = re.compile(r"[\w.]*(Error|Exception|Overflow)\w*: |thread .* panicked")
_PATH = re.compile(r"(?<![\w.])/[\w.@+-]+(?:/[\w.@+-]+)+")
_MOST_CHARACTERS = 160
_FAR_BEHIND = 10
_LONG_S = 1.0
"""A library that takes ten times as long as this engine, and longer than this, is run once."""


@dataclass
class Measurement:
    """One candidate over several runs.

    seconds: by phase, one per run. same: whether the result is the one it must be, None where
    nothing is compared. failure: why there is none.
    """

    name: str
    seconds: dict[str, list[float]] = field(default_factory=dict)
    peak_mb: float = 0.0
    text_mb: float = 0.0
    text_bytes: int = 0
    digest: str = ""
    same: bool | None = None
    difference: str = ""
    failure: str = ""

    def median(self, phase: str) -> float | None:
        """Median seconds of a phase, None where it was not measured."""
        return statistics.median(self.seconds[phase]) if self.seconds.get(phase) else None

    def first(self) -> float | None:
        """Seconds of the first phase of the first run; None for what failed."""
        return next((each[0] for each in self.seconds.values()), None)

    def add(self, answer: dict[str, Any]) -> None:
        """Take in the answer of one child."""
        for phase, seconds in answer["seconds"].items():
            self.seconds.setdefault(phase, []).append(seconds)
        self.peak_mb = max(self.peak_mb, answer["peak_mb"])
        self.text_mb = answer["text_mb"]
        self.text_bytes = answer["bytes"]
        self.digest = answer["digest"] or self.digest


def measure(
    candidates: Mapping[str, Candidate],
    task: Task,
    runs: int,
    timeout_s: int = TIMEOUT_S,
    peers: Peers | None = None,
) -> list[Measurement]:
    """Run every candidate `runs` times in turn; compare results after the first round.

    Each round begins with another one. What is far behind is run once.
    """
    measured = {name: Measurement(name) for name in candidates}
    names = list(candidates)
    peers = peers or Peers()
    with tempfile.TemporaryDirectory() as scratch:
        files = {name: Path(scratch) / f"{i}.result" for i, name in enumerate(candidates)}
        for run in range(runs):
            for name in names[run % len(names) :] + names[: run % len(names)]:
                if measured[name].failure or (run and _is_far_behind(measured[name], measured)):
                    continue
                each = replace(task, candidate=name, check=run == 0, result_file=str(files[name]))
                python = peers.python_for(candidates[name])
                _measure_once(measured[name], each, timeout_s, python)
            if run == 0:
                _compare(candidates, measured, files)
    return list(measured.values())


def _is_far_behind(one: Measurement, measured: Mapping[str, Measurement]) -> bool:
    first, ours = one.first(), measured.get("ours", one).first()
    return first is not None and ours is not None and first > max(_FAR_BEHIND * ours, _LONG_S)


def _measure_once(measurement: Measurement, task: Task, timeout_s: int, python: str) -> None:
    answer, failure = run_child(task, timeout_s, python)
    if answer is None:
        measurement.failure = failure
        sys.stderr.write(f"{task.text}: {task.candidate}: {failure}\n")
        return
    measurement.add(answer)
    said = ", ".join(f"{phase} {seconds:.3f} s" for phase, seconds in answer["seconds"].items())
    sys.stderr.write(f"{task.text}: {task.candidate}: {said}\n")


def _compare(
    candidates: Mapping[str, Candidate], measured: dict[str, Measurement], files: dict[str, Path]
) -> None:
    for name, candidate in candidates.items():
        ours, theirs = measured.get(candidate.equal_to or ""), measured[name]
        if ours is None or ours.failure or theirs.failure or ours is theirs:
            continue
        theirs.same = ours.digest == theirs.digest
        if not theirs.same:
            theirs.difference = describe_difference(files[ours.name], files[name])
            sys.stderr.write(f"{name} differs: {theirs.difference}\n")


def _reason(said: str) -> str:
    """The line of a failed child's messages that says most."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if _ERROR.match(line)]
    said = (errors or lines or ["no message"])[-1]
    return _PATH.sub(lambda path: Path(path.group()).name, said)[:_MOST_CHARACTERS]


def run_child(
    task: Task, timeout_s: int, python: str = sys.executable
) -> tuple[dict[str, Any] | None, str]:
    """Start `python -m benchmarks.comparison.child`; its answer, or None and what went wrong."""
    threads = {} if task.threads is None else {"RAYON_NUM_THREADS": str(task.threads)}
    parallel = {"TOKENIZERS_PARALLELISM": "false" if task.threads == 1 else "true"}
    try:
        child = subprocess.run(
            [python, "-m", "benchmarks.comparison.child", task.to_json()],
            capture_output=True, text=True, check=False, cwd=PROJECT, timeout=timeout_s,
            env=os.environ | threads | parallel,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return None, _GAVE_UP.format(seconds=timeout_s)
    if child.returncode:
        return None, f"failed with status {child.returncode}: {_reason(child.stderr)}"
    answer: dict[str, Any] = json.loads(child.stdout.splitlines()[-1])
    return answer, ""
