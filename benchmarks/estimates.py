"""How honest a training's estimates are: of its time on the way, of its memory before the start.

`python -m benchmarks.estimates [--corpus DIR] [--runs N]`. Each run is a process of its own that
trains once on a few words, so that kernels are loaded, and then on a twelfth, a third or all of
the files of corpus/train, with and without kept counts.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks import PROJECT
from benchmarks.machine import describe_machine
from benchmarks.texts import DEFAULT_CORPUS
from engine.machine import result_of

CASES = (("a twelfth", 12, 32_768), ("a third", 3, 32_768), ("all", 1, 32_768), ("all", 1, 131_072))
MEGABYTE = 1_000_000


def measure_estimates(corpus: Path, runs: int) -> dict[str, Any]:
    """For every case the errors of each run and their medians, in percent of the whole time."""
    rows = []
    for name, step, vocab_size in CASES:
        for kept in (False, True):
            found = [_in_child(corpus, step, vocab_size, kept=kept) for _ in range(runs)]
            rows.append(_row(name, vocab_size, found, kept=kept))
    return {"benchmark": "estimates", "machine": describe_machine(), "runs": runs, "rows": rows}


def measure_one(corpus: Path, step: int, vocab_size: int, *, kept: bool) -> dict[str, Any]:
    """Train once, in this process."""
    from engine import Corpus, CountedCorpus, CountsCache, TrainingConfig
    from workbench.store import RunStore
    from workbench.work.memory import peak_bytes, resident_bytes
    from workbench.work.runs.recording import RecordedRun, record_training
    from workbench.work.runs.recording_progress import expected_memory

    def trained(texts: Corpus, size: int, counts: CountsCache | None = None) -> RecordedRun:
        counted = CountedCorpus(texts, cache=counts)
        return result_of(record_training(store, texts, TrainingConfig(size), counted=counted))

    with tempfile.TemporaryDirectory() as folder, RunStore.open(Path(folder) / "runs") as store:
        trained(Corpus.from_texts(["the cat sat on the mat " * 50]), 270)
        files = sorted((corpus / "train").glob("*.txt.zst"))[::step]
        texts = Corpus.from_paths(files)
        cache = CountsCache(Path(folder) / "counts", 4_000_000_000)
        if kept:
            trained(texts, vocab_size, cache)
        before = resident_bytes() or 0
        expected = expected_memory(texts, TrainingConfig(vocab_size).n_merges)
        report = trained(texts, vocab_size, cache if kept else None).report
        return {
            "elapsed_s": report.elapsed_s,
            "errors": [each.error for each in report.estimates],
            "expected_mb": expected / MEGABYTE,
            "taken_mb": ((peak_bytes() or 0) - before) / MEGABYTE,
        }


def _in_child(corpus: Path, step: int, vocab_size: int, *, kept: bool) -> dict[str, Any]:
    answer = subprocess.run(
        [sys.executable, "-m", "benchmarks.estimates", "--corpus", str(corpus), "--one",
         str(step), str(vocab_size), str(int(kept))],
        cwd=PROJECT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def _row(name: str, vocab_size: int, found: list[dict[str, Any]], *, kept: bool) -> dict[str, Any]:
    errors = list(zip(*(each["errors"] for each in found), strict=True))
    row: dict[str, Any] = {
        "files": name,
        "vocab_size": vocab_size,
        "counts_kept": kept,
        "elapsed_s": round(statistics.median(each["elapsed_s"] for each in found), 2),
    }
    for share, of_share in zip((10, 25, 50), errors, strict=True):
        known = [error for error in of_share if error is not None]
        row[f"off_at_{share}_percent"] = round(100 * statistics.median(known)) if known else None
        row[f"worst_at_{share}_percent"] = round(100 * max(known, key=abs)) if known else None
    if not kept:  # else the first training has left its memory
        row["expected_mb"] = round(statistics.median(each["expected_mb"] for each in found))
        row["taken_mb"] = round(statistics.median(each["taken_mb"] for each in found))
    return row


def main() -> None:
    """Measure everything, or one case for the process that does."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.estimates")
    parser.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--one", nargs=3, type=int, metavar=("STEP", "SIZE", "KEPT"))
    options = parser.parse_args()
    if options.one:
        step, vocab_size, kept = options.one
        report = measure_one(options.corpus, step, vocab_size, kept=bool(kept))
    else:
        report = measure_estimates(options.corpus, options.runs)
    sys.stdout.write(json.dumps(report, indent=None if options.one else 1) + "\n")


if __name__ == "__main__":
    main()
