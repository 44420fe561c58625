"""What the first call of a process costs, kernels on the disk: `python -m benchmarks first_calls`.

Every figure is the median over processes of their own. The first start of each kind fills the
disk cache of the system and is not counted.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import PROJECT

TARGETS_S = {"encode": 0.7, "training": 0.15, "help": 0.15, "encode_command": 0.9}
"""Most seconds: import, load and encode; first training less second; the two commands."""
FILES = ("gpt2/tokenizer.json", "gpt2/vocab.bpe", "tiktoken/cl100k_base.tiktoken")
TIMEOUT_S = 120

_ENCODE = """
import json, sys, time
began, cpu = time.perf_counter(), time.process_time()
from benchmarks import PROJECT
from engine import Tokenizer
imported = time.perf_counter()
tokenizer = Tokenizer.load(sys.argv[1])
loaded = time.perf_counter()
tokenizer.encode("hi")
ended = time.perf_counter()
print(json.dumps({
    "seconds": ended - began, "import_s": imported - began, "load_s": loaded - imported,
    "encode_s": ended - loaded, "cpu_s": time.process_time() - cpu,
}))
"""
_TRAIN = """
import json, time
from engine import Corpus, TrainingConfig, train_tokenizer
took = []
for _ in range(2):
    began, cpu = time.perf_counter(), time.process_time()
    corpus = Corpus.from_texts(["low lower lowest newer newest wider " * 50])
    train_tokenizer(corpus, TrainingConfig(300))
    took.append((time.perf_counter() - began, time.process_time() - cpu))
(first, first_cpu), (second, second_cpu) = took
print(json.dumps({
    "seconds": first - second, "first_s": first, "second_s": second, "cpu_s": first_cpu - second_cpu
}))
"""


def measure_first_calls(tokenizers: Path, runs: int) -> dict[str, Any]:
    """Seconds of the first calls: medians over `runs` processes, wall and processor time.

    tokenizers: the folder of published tokenizers; those of FILES that it lacks are left out.
    """
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        files = [tokenizers / name for name in FILES if (tokenizers / name).is_file()]
        own = _own_format(files[0], folder) if files else _trained(folder)
        files = [own, *files]
        text = folder / "line.txt"
        text.write_text("A line of text, as people encode one.\n", "utf-8")
        rows = {f"encode {_name(file)}": ("encode", _asked(_ENCODE, str(file))) for file in files}
        rows["first training less second"] = ("training", _asked(_TRAIN))
        rows["--help"] = ("help", _command("--help"))
        encode = _command("encode", str(files[0]), str(text))
        rows[f"encode command, {_name(files[0])}"] = ("encode_command", encode)
        return {"runs": runs, "rows": [_row(name, *row, runs) for name, row in rows.items()]}


def as_text(report: dict[str, Any]) -> str:
    """A line for each figure, for a terminal."""
    lines = [f"{'':42} {'median s':>9} {'CPU s':>7} {'most s':>7}"]
    lines += [
        f"{row['name']:42} {row['seconds']:9.3f} {row['cpu_s']:7.3f} {row['target_s']:7.2f}"
        for row in report["rows"]
    ]
    return "\n".join(lines) + "\n"


def _row(
    name: str, kind: str, start: Callable[[], dict[str, float]], runs: int
) -> dict[str, float | str]:
    starts = [start() for _ in range(runs + 1)][1:]
    medians = {key: round(statistics.median(each[key] for each in starts), 3) for key in starts[0]}
    return {"name": name, "target_s": TARGETS_S[kind], **medians}


def _asked(program: str, *arguments: str) -> Callable[[], dict[str, float]]:
    """A process that measures itself and prints what it found."""

    def start() -> dict[str, float]:
        said = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            cwd=PROJECT, check=True, stdout=subprocess.PIPE, text=True, timeout=TIMEOUT_S,
        ).stdout  # fmt: skip
        measured: dict[str, float] = json.loads(said)
        return measured

    return start


def _command(*arguments: str) -> Callable[[], dict[str, float]]:
    """The command line from the start of the process to its end."""

    def start() -> dict[str, float]:
        cpu, began = _cpu_of_children(), time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "workbench", *arguments],
            cwd=PROJECT, check=True, stdout=subprocess.DEVNULL, timeout=TIMEOUT_S,
        )  # fmt: skip
        return {"seconds": time.perf_counter() - began, "cpu_s": _cpu_of_children() - cpu}

    return start


def _cpu_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _own_format(file: Path, folder: Path) -> Path:
    from engine import Tokenizer

    return Tokenizer.load(file).save(folder / "gpt2.twb")


def _trained(folder: Path) -> Path:
    """Where no published tokenizer is at hand: a small one, on the sample corpus."""
    from engine import Corpus, TrainingConfig, train_tokenizer

    corpus = Corpus.from_paths([PROJECT / "resources" / "corpus"])
    return train_tokenizer(corpus, TrainingConfig(8_000)).save(folder / "trained.twb")


def _name(file: Path) -> str:
    return file.name if file.parent.name != "gpt2" else f"gpt2/{file.name}"
