"""Timing in child processes: one measurement each, so that peak memory is its own."""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Measurement:
    """One candidate over several runs."""

    name: str
    seconds: tuple[float, ...]
    peak_mb: float
    digest: str

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def measure_interleaved(
    names: Sequence[str], arguments: Callable[[str], list[str]], runs: int
) -> list[Measurement]:
    """Run every candidate `runs` times in turn, each in a fresh child."""
    answers: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    for run in range(runs):
        for name in names:
            answer = run_child(arguments(name))
            answers[name].append(answer)
            sys.stderr.write(f"run {run + 1}: {name} {answer['seconds']:.2f} s\n")
    return [
        Measurement(
            name,
            tuple(answer["seconds"] for answer in got),
            max(answer["peak_mb"] for answer in got),
            got[0]["digest"],
        )
        for name, got in answers.items()
    ]


def run_child(arguments: list[str]) -> dict[str, Any]:
    """Start `python -m benchmarks.child` and read its one line of JSON."""
    environment = os.environ | {"TOKENIZERS_PARALLELISM": "true"}
    child = subprocess.run(
        [sys.executable, "-m", "benchmarks.child", *arguments],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    if child.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed:\n{child.stderr[-2000:]}")
    answer: dict[str, Any] = json.loads(child.stdout.splitlines()[-1])
    return answer


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of wall time and the result."""
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def peak_mb() -> float:
    """Highest resident memory of this process in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
