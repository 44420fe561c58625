"""Thousands of damaged tokenizer files: no crash, no hang, no file accepted and read wrongly.

    python -m benchmarks mutated_files [--files N] [--seed S]

Every format that is read, damaged in bytes, lines, JSON values, ids, merges and patterns. Each
file is refused with a sentence, or taken; what is taken must give the ids that the library of its
format gives for the same damaged file, where that library takes it as well.
"""

from __future__ import annotations

import json
import random
import select
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from benchmarks import PROJECT
from benchmarks.damage.mutations import mutated
from benchmarks.damage.samples import Sample, samples

LIMIT_S = 40.0
"""For one file on one side; a file that takes longer counts as one that hangs."""
REFUSED, SAME, TAKEN_ALONE, LIBRARY, WRONG, CRASHED, HUNG = (
    "refused", "same ids", "taken by us alone", "through the library", "WRONG", "CRASHED", "HUNG",
)  # fmt: skip
FAULTS = (WRONG, CRASHED, HUNG)


@dataclass
class Outcome:
    """What became of the files of one kind, and the seeds of those that are faults."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[dict[str, Any]] = field(default_factory=list)


def measure_mutated_files(n_files: int, seed: int, kinds: tuple[str, ...] = ()) -> dict[str, Any]:
    """The report: files and outcomes by kind, faults with the seed that makes them again."""
    began = time.perf_counter()
    outcomes: dict[str, Outcome] = {}
    with tempfile.TemporaryDirectory() as scratch, Reader("here") as here, Reader("there") as there:
        folder = Path(scratch)
        every = [s for s in samples(folder / "samples") if not kinds or s.kind in kinds]
        intact = {s.kind: here.ask(s.kind, written(s, dict(s.files), folder / "x")) for s in every}
        for kind, answer in intact.items():
            if "ids" not in answer:
                raise SystemExit(f"The sample {kind} is not read: {answer}")
        for number in range(n_files):
            sample = every[number % len(every)]
            chance = random.Random(f"{seed}-{number}")
            path = written(sample, mutated(sample, chance), folder / "x")
            outcome = outcomes.setdefault(sample.kind, Outcome())
            judge(sample, path, (here, there), intact[sample.kind], outcome, number)
    return {
        "files": n_files,
        "seed": seed,
        "seconds": round(time.perf_counter() - began, 1),
        "kinds": {kind: dict(outcome.counts) for kind, outcome in outcomes.items()},
        "faults": [fault for outcome in outcomes.values() for fault in outcome.faults],
    }


class Reader:
    """A process that reads files on one side; started again where it dies or hangs."""

    def __init__(self, side: str) -> None:
        self._side = side
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def ask(self, kind: str, path: Path) -> dict[str, Any]:
        """The answer of `readers`; {"died": True} or {"hung": True} without one."""
        process = self._process or self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        request = {"kind": kind, "path": str(path), "side": self._side}
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
        except BrokenPipeError:
            self._end()
            return {"died": True}
        ready, _, _ = select.select([process.stdout], [], [], LIMIT_S)
        line = process.stdout.readline() if ready else ""
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        self._end()
        return {"died": True} if ready else {"hung": True}

    def _started(self) -> subprocess.Popen[str]:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.damage.readers"],
            cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
        self._process = None


def written(sample: Sample, files: dict[str, bytes], folder: Path) -> Path:
    """Write the files of a sample; what is to be loaded."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder / sample.main if sample.main else folder


def judge(
    sample: Sample,
    path: Path,
    readers: tuple[Reader, Reader],
    intact: dict[str, Any],
    outcome: Outcome,
    number: int,
) -> None:
    """Read one file on both sides and note what became of it."""
    here = readers[0].ask(sample.kind, path)
    theirs: dict[str, Any] = {}
    if "ids" in here:
        theirs = intact if sample.kind == "own" else readers[1].ask(sample.kind, path)
    verdict = verdict_of(here, theirs)
    outcome.counts[verdict] += 1
    if verdict in FAULTS:
        outcome.faults.append(
            {"kind": sample.kind, "number": number, "verdict": verdict, **_shown(here, theirs)}
        )


def verdict_of(here: dict[str, Any], theirs: dict[str, Any]) -> str:
    """What became of a file, from both answers."""
    if "hung" in here:
        return HUNG
    if "died" in here or "crashed" in here:
        return CRASHED
    if "refused" in here:
        return REFUSED
    if "ids" not in theirs:
        return TAKEN_ALONE
    if here["ids"] != theirs["ids"]:
        return WRONG
    return SAME if here.get("exact", True) else LIBRARY


def _shown(here: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    """The first difference, or what was said."""
    if "ids" not in here:
        return {"said": here.get("crashed", "")}
    for number, (ours, other) in enumerate(zip(here["ids"], theirs["ids"], strict=True)):
        if ours != other:
            return {"probe": number, "here": ours[:12], "there": other[:12]}
    return {}


def as_text(report: dict[str, Any]) -> str:
    """The report for a terminal."""
    lines = [f"{report['files']:,} files in {report['seconds']} s, seed {report['seed']}"]
    for kind, counts in report["kinds"].items():
        words = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
        lines.append(f"  {kind:<26} {words}")
    lines += [f"  FAULT {json.dumps(fault, ensure_ascii=False)}" for fault in report["faults"]]
    return "\n".join(lines) + "\n"
