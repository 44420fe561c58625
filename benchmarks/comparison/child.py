"""One measurement in its own process: `python -m benchmarks.comparison.child TASK`, as JSON."""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from importlib import import_module
from pathlib import Path

from benchmarks.comparison.task import Candidate, Task

_TABLES = {
    "split": ("benchmarks.comparison.splitters", "SPLITTERS"),
    "count": ("benchmarks.comparison.counters", "COUNTERS"),
    "count_files": ("benchmarks.comparison.counters", "FILE_COUNTERS"),
    "train": ("benchmarks.comparison.trainers", "TRAINERS"),
    "train_files": ("benchmarks.comparison.trainers", "FILE_TRAINERS"),
    "encode": ("benchmarks.comparison.encoders", "ENCODERS"),
    "dataset": ("benchmarks.comparison.datasets", "DATASET_WRITERS"),
}
"""Kind -> module and name of its candidates."""

KINDS = tuple(_TABLES)


def main() -> None:
    """Prints seconds by phase, memory and a digest of the result as one line of JSON."""
    task = Task.from_json(sys.argv[1])
    _keep_to(task.threads)
    from benchmarks.comparison.results import save_result
    from benchmarks.memory import forget_peak, peak_mb, resident_mb
    from benchmarks.texts import documents, files_bytes

    texts = [] if task.files else documents(Path(task.corpus), task.text)
    phases = candidates_of(task.kind)[task.candidate].prepare(task, texts)
    gc.collect()
    forget_peak()
    text_mb = resident_mb()
    seconds: dict[str, float] = {}
    peak, digest = 0.0, ""
    for name, work in phases.timed.items():
        began = time.perf_counter()
        made = work()
        seconds[name] = time.perf_counter() - began
        if len(seconds) == 1:
            peak = peak_mb()
            if task.check:
                digest = save_result(phases.result(made), Path(task.result_file))
        del made
    phases.end()
    n_bytes = sum(len(text.encode()) for text in texts) + files_bytes(task.files)
    answer = {
        "seconds": seconds, "peak_mb": peak, "text_mb": text_mb, "digest": digest,
        "bytes": n_bytes,
    }  # fmt: skip
    sys.stdout.write("\n" + json.dumps(answer) + "\n")


def candidates_of(kind: str) -> dict[str, Candidate]:
    """All candidates for a kind of work, installed or not."""
    if kind in _TABLES:
        module, name = _TABLES[kind]
        candidates: dict[str, Candidate] = getattr(import_module(module), name)
        return candidates
    raise SystemExit(f"Unknown measurement {kind!r}.")


def _keep_to(threads: int | None) -> None:
    """Restrict this process to `threads` cores, the last ones it may use."""
    if threads is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-threads:])


if __name__ == "__main__":
    main()
