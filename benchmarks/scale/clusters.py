"""A local Dask cluster of two workers beside one machine: costs, equality, and killed workers.

    python -m benchmarks.scale.clusters FOLDER [BYTES...] [--kills N]

FOLDER has the texts of `python -m benchmarks scale`. Prints a line of JSON for each measurement.
Each of N counts has a worker killed (SIGKILL) at a random moment: while pieces are counted or while
rows are brought together.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.scale.measuring import command, counts_folder, linked_texts, measure_count, measured
from benchmarks.scale.texts import PATTERN, TEXTS
from engine.cluster import connected, counting_steps
from engine.corpus import Corpus
from engine.counting import CountingProgress, CountsFolder, CountsRules, open_counts
from engine.machine import result_of

WORKERS = "local:2"
_KILLED_PIECE_BYTES = 4_000_000
_COUNTING = 0.7
"""The share of kills while pieces are counted."""


def measure_cluster(folder: Path, n_bytes: int) -> Iterator[dict[str, Any]]:
    """Count on one machine and on the cluster, by the command line; then compare."""
    out = folder / "cluster" / str(n_bytes)
    for old in (out, counts_folder(folder, n_bytes), folder / "linked" / str(n_bytes)):
        shutil.rmtree(old, ignore_errors=True)
    out.parent.mkdir(exist_ok=True)
    yield {"where": "one machine", **measure_count(folder, n_bytes)}
    texts = linked_texts(folder, n_bytes)
    _, cost = measured(command(
        folder, "count", str(texts), "--label", f"{texts}={TEXTS}", "--pattern", PATTERN,
        "--cluster", WORKERS, "--out", str(out),
    ))  # fmt: skip
    equal = are_equal(open_counts(out), open_counts(counts_folder(folder, n_bytes)))
    yield {"where": WORKERS, "asked_bytes": n_bytes, **cost, "equal": equal}


def measure_kills(folder: Path, n_bytes: int, kills: int, seed: int) -> Iterator[dict[str, Any]]:
    """Count several times on one cluster, each time with a worker killed at a random moment."""
    rng = random.Random(seed)
    texts = linked_texts(folder, n_bytes)
    expected = open_counts(counts_folder(folder, n_bytes))
    corpus = Corpus.from_paths([texts], labels={texts: TEXTS})
    rules = CountsRules.for_pattern(PATTERN)
    out = folder / "cluster" / "killed"
    with connected(WORKERS) as client:
        for number in range(kills):
            shutil.rmtree(out, ignore_errors=True)
            kill = _Kill(client, rng)
            steps = counting_steps(
                corpus, rules, client, out=out, partitions=8, piece_bytes=_KILLED_PIECE_BYTES
            )
            found = result_of(steps, kill.note)
            yield {"kill": number + 1, "at": kill.at, "equal": are_equal(found, expected)}


class _Kill:
    """Kills a worker once. at: the phase and how far it was."""

    def __init__(self, client: Any, rng: random.Random) -> None:
        self._client, self._rng = client, rng
        self._phase = "count" if rng.random() < _COUNTING else "join"
        self._share = rng.random()
        self.at = "not at all"

    def note(self, step: CountingProgress) -> None:
        """Take the next step of the counting."""
        is_due = step.phase == self._phase and bool(step.total)
        if self.at == "not at all" and is_due and (step.fraction or 0.0) >= self._share:
            pids = list(self._client.run(os.getpid).values())
            os.kill(self._rng.choice(pids), signal.SIGKILL)
            self.at = f"{step.phase} {step.fraction or 0.0:.0%}"


def are_equal(found: CountsFolder, expected: CountsFolder) -> bool:
    """Whether all rows of two folders, and what they say of their labels, are the same."""
    facts = [(each.manifest.labels, each.manifest.rules) for each in (found, expected)]
    return facts[0] == facts[1] and _rows(found).equals(_rows(expected))


def _rows(folder: CountsFolder) -> Any:
    import pyarrow as pa
    from pyarrow import parquet

    table = pa.concat_tables([parquet.read_table(path) for path in folder.parts])
    return table.sort_by([("label", "ascending"), ("pretoken", "ascending")]).combine_chunks()


def main() -> None:
    """Print a line for each measurement."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("sizes", type=int, nargs="*", default=[200_000_000, 1_000_000_000])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=20)
    given = parser.parse_args()
    folder = given.folder.absolute()
    for n_bytes in given.sizes:
        for row in measure_cluster(folder, n_bytes):
            _print(row)
    for row in measure_kills(folder, min(given.sizes), given.kills, given.seed):
        _print(row)


def _print(row: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
