"""Counting and training as the command line does it, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks import PROJECT
from benchmarks.scale.texts import PATTERN, TEXTS, shards_of
from engine.counting import open_counts

FLOORS = (1, 2, 10, 100)
VOCAB_SIZE = 65_536
_COMPARED = 32_000


def measured(
    command: Sequence[str], limit_s: float = 0, limit_gb: float = 0
) -> tuple[str, dict[str, Any]]:
    """What a command prints, with its seconds, those of its processor and its peak in MB.

    limit_s, limit_gb: what it may take; 0 is no limit. Raises SystemExit with its last words if it
    fails.
    """
    launch = [sys.executable, "-m", "benchmarks.scale.launching", str(limit_s), str(limit_gb)]
    done = subprocess.run([*launch, *command], cwd=PROJECT, capture_output=True, text=True,
                          check=True)  # fmt: skip
    said, _, cost = done.stdout.rstrip().rpartition("\n")
    facts: dict[str, Any] = json.loads(cost)
    if facts.pop("status"):
        raise SystemExit(f"{' '.join(command)} failed: {done.stderr[-2000:]}")
    return said, facts


def measure_count(folder: Path, n_bytes: int) -> dict[str, Any]:
    """Count the first shards that reach a size, into a folder of counts that stays."""
    texts, out = linked_texts(folder, n_bytes), counts_folder(folder, n_bytes)
    _, cost = measured(command(
        folder, "count", str(texts), "--label", f"{texts}={TEXTS}", "--pattern", PATTERN,
        "--no-kept-counts", "--out", str(out),
    ))  # fmt: skip
    manifest = open_counts(out).manifest
    return {
        "asked_bytes": n_bytes,
        "bytes": manifest.total("bytes"),
        "pretokens": manifest.total("pretokens"),
        "distinct": manifest.rows,
        "folder_bytes": sum(file.stat().st_size for file in out.iterdir()),
        **cost,
    }


def measure_training(
    folder: Path, n_bytes: int, floor: int, vocab_size: int = VOCAB_SIZE
) -> dict[str, Any]:
    """Train on counts; with a floor, how many merges are proven and how many are the same."""
    floors = () if floor == 1 else ("--min-count", str(floor))
    said, cost = measured(command(
        folder, "--json", "train", "--counts", str(counts_folder(folder, n_bytes)),
        "--vocab-size", str(vocab_size), "--no-kept-counts", "--quiet", *floors,
    ))  # fmt: skip
    facts = json.loads(said)
    proven = facts["proven_merges"] if floor > 1 else facts["n_merges"]
    row = {
        "asked_bytes": n_bytes,
        "floor": floor,
        "rows": facts["unique_pretokens"],
        "kept_bytes": facts["bytes"],
        "n_merges": facts["n_merges"],
        "proven": proven,
        "work_s": facts["seconds"],
        **cost,
    }
    return row | {"tokenizer": facts["tokenizer"]}


def measure_merge(folder: Path, sizes: Sequence[int]) -> dict[str, Any]:
    """Merge folders of counts into one."""
    given = [str(counts_folder(folder, n_bytes)) for n_bytes in sizes]
    out = folder / "counts" / "merged"
    _, cost = measured(command(folder, "counts", "merge", *given, "--out", str(out)))
    rows = sum(open_counts(Path(each)).manifest.rows for each in given)
    return {"rows": rows, "distinct": open_counts(out).manifest.rows, **cost}


def note_equal_merges(rows: list[dict[str, Any]]) -> None:
    """How many of the first merges are those without a floor, into the rows of one size.

    And which share of the first 32,000 tokens those without a floor have, too.
    """
    from engine.encoding import Tokenizer

    tokens = [Tokenizer.load(row["tokenizer"]).vocabulary for row in rows]
    whole = tokens[[row["floor"] for row in rows].index(1)]
    for row, own in zip(rows, tokens, strict=True):
        differing = (at for at, pair in enumerate(zip(own, whole, strict=False))
                     if pair[0] != pair[1])  # fmt: skip
        row["equal"] = next(differing, min(len(own), len(whole))) - 256
        least = min(len(own), len(whole), _COMPARED)
        row["shared"] = len(set(own[:least]) & set(whole[:least])) / least


def counts_folder(folder: Path, n_bytes: int) -> Path:
    """Where the counts of a size are."""
    return folder / "counts" / str(n_bytes)


def command(folder: Path, *arguments: str) -> list[str]:
    """A command of this program, with a store in the folder."""
    return [sys.executable, "run.py", "--db", str(folder / "runs.sqlite"), *arguments]


def linked_texts(folder: Path, n_bytes: int) -> Path:
    """A folder of the first shards that reach a size."""
    texts = folder / "linked" / str(n_bytes)
    if not texts.exists():
        texts.mkdir(parents=True)
        for file in shards_of(folder, n_bytes):
            (texts / file.name).hardlink_to(file)
    return texts
