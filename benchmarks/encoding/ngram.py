"""N-gram bits per byte of tokenizers of several sizes: speed, memory, and how they rank.

Each measuring is a process of its own, so that its peak of memory is its own.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks import PROJECT
from benchmarks.machine import describe_machine

PATTERN = "gpt2"
SUPERWORDS_FROM = 0.8


def measure_ngram(
    corpus: Path, label: str, sizes: list[int], superwords: bool, runs: int
) -> dict[str, Any]:
    """Train tokenizers of these sizes on one file of the corpus and measure them on it.

    superwords: also one of the last size with superwords. runs: repetitions; the fastest counts.
    """
    text = corpus / "train" / f"{label}.txt.zst"
    with tempfile.TemporaryDirectory() as folder:
        files = _tokenizers(text, sizes, superwords, Path(folder))
        rows = [
            {"tokenizer": name}
            | min((_measured(path, text) for _ in range(runs)), key=lambda row: row["seconds"])
            for name, path in files.items()
        ]
    return {"machine": describe_machine(), "text": text.name, "rows": rows}


def as_text(report: dict[str, Any]) -> str:
    """The report for people."""
    lines = [f"{report['text']}, bits per byte on a tenth of it that is held out", ""]
    head = ("tokenizer", "s", "CPU s", "peak MB", "M tokens", "bytes/token", "n=1", "n=2", "n=3")
    lines.append(f"{head[0]:<18}" + "".join(f"{each:>12}" for each in head[1:]))
    for row in report["rows"]:
        numbers = [
            f"{row['seconds']:.1f}", f"{row['cpu_seconds']:.1f}", f"{row['peak_mb']:,.0f}",
            f"{row['tokens'] / 1e6:.1f}", f"{row['bytes_per_token']:.2f}",
            *(f"{each:.4f}" for each in row["bits_per_byte"]),
        ]  # fmt: skip
        lines.append(f"{row['tokenizer']:<18}" + "".join(f"{each:>12}" for each in numbers))
    return "\n".join(lines) + "\n"


def _tokenizers(text: Path, sizes: list[int], superwords: bool, folder: Path) -> dict[str, Path]:
    from engine import Corpus, Tokenizer, TrainingConfig, train_tokenizer

    read = Corpus.from_paths([text])
    largest = train_tokenizer(read, TrainingConfig(max(sizes), pattern=PATTERN))
    made = {"bytes": Tokenizer([]).save(folder / "bytes.twb")}
    for size in sizes:
        made[f"plain {size:,}"] = largest.truncated(size).save(folder / f"{size}.twb")
    if superwords:
        from engine.settings import Superwords, superword_rules

        wanted = Superwords(SUPERWORDS_FROM, rules=superword_rules("official"))
        config = TrainingConfig(sizes[-1], pattern=PATTERN, superwords=wanted)
        trained = train_tokenizer(read, config)
        made[f"superwords {sizes[-1]:,}"] = trained.save(folder / "superwords.twb")
    return made


def _measured(tokenizer: Path, text: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.encoding.ngram", str(tokenizer), str(text)]
    done = subprocess.run(command, cwd=PROJECT, check=True, stdout=subprocess.PIPE)
    row: dict[str, Any] = json.loads(done.stdout)
    return row


def _measure_here(tokenizer: str, text: str) -> dict[str, Any]:
    from engine import Corpus, Tokenizer
    from engine.evaluation import ngram_loss

    loaded = Tokenizer.load(tokenizer)
    loaded.encode_batch(["warm " * 200_000])  # kernels and caches are no part of the measure
    began, cpu = time.perf_counter(), time.process_time()
    loss = ngram_loss(loaded, Corpus.from_paths([text]))
    total = loss.total
    return {
        "seconds": time.perf_counter() - began,
        "cpu_seconds": time.process_time() - cpu,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "tokens": total.training_tokens + total.held_out_tokens,
        "bytes_per_token": total.bytes_per_token,
        "bits_per_byte": [total.bits_per_byte(order) for order in (1, 2, 3)],
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_measure_here(*sys.argv[1:])) + "\n")
