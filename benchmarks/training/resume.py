"""`kill -9` at random moments of a training, then `resume`: are the merges those of never dying?

Both are the command line in processes of its own, with stores of their own and no kept counts. A
moment is drawn uniformly over the time from the opening of the store to the end of an undisturbed
training; a moment at which the run is not yet stored, or at which it has ended, is drawn again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import PROJECT
from benchmarks.machine import describe_machine
from benchmarks.texts import corpus_folder, documents

_MOST_DRAWS = 12
_POLL_S = 0.002
_SOURCES = {"eng": "10mb", "rus": "rus", "zho": "zho", "code": "4mb", "hin": "hin", "tha": "tha"}
_SUPERWORDS = ("--superwords-from", "0.8")


@dataclass(frozen=True)
class _Commands:
    """The command line over one corpus, with the settings that are measured."""

    texts: Path
    vocab_size: int
    options: tuple[str, ...]

    def train(self, home: Path) -> subprocess.Popen[bytes]:
        given = ["train", self.texts, "--vocab-size", self.vocab_size, *self.options]
        return _started(home, [*given, "--out", home / "out", "--no-kept-counts", "--quiet"])

    def resume(self, home: Path, run_id: str) -> None:
        given = ["resume", run_id, "--out", home / "out", "--no-kept-counts", "--quiet"]
        _finished(_started(home, given))

    def waiting(self, home: Path) -> list[dict[str, Any]]:
        """The runs that can be resumed."""
        said = _finished(_started(home, ["resume", "--list", "--json"]))
        runs: list[dict[str, Any]] = json.loads(said)["runs"]
        return runs


def measure_resume(
    corpus: Path, text: str, kills: int, vocab_size: int, seed: int
) -> dict[str, Any]:
    """Kill trainings `kills` times, half of them ordinary ones and half with superwords.

    text: "small", or what `corpus_folder` makes.
    """
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        texts = _texts(corpus, folder) if text == "small" else corpus_folder(corpus, text, folder)
        plain = _Commands(texts, vocab_size, ())
        two_stages = _Commands(texts, vocab_size, _SUPERWORDS)
        rows = [
            _measured("plain", plain, kills - kills // 2, chance, Path(scratch)),
            _measured("superwords", two_stages, kills // 2, chance, Path(scratch)),
        ]
        size = sum(file.stat().st_size for file in texts.iterdir())
    return {
        "benchmark": "resume",
        "machine": describe_machine(),
        "text": text,
        "vocab_size": vocab_size,
        "bytes": size,
        "seed": seed,
        "kills": kills,
        "identical": sum(row["identical"] for row in rows),
        "trainings": rows,
    }


def as_text(report: dict[str, Any]) -> str:
    """A few lines for a terminal."""
    size = f"{report['bytes'] / 1e6:.1f} MB, {report['vocab_size']:,} tokens"
    lines = [f"{report['identical']} of {report['kills']} resumed trainings are identical ({size})"]
    for row in report["trainings"]:
        phases = ", ".join(f"{name} {count}" for name, count in row["phases"].items())
        lines.append(
            f"{row['training']}: undisturbed {row['undisturbed_s']:.2f} s; {row['identical']} of "
            f"{row['kills']}; killed in: {phases}; resuming took {row['resume_s']:.2f} s in the "
            f"median; drawn again: {row['drawn_again']}"
        )
        lines += [f"  DIFFERS: {each}" for each in row["different"]]
    return "\n".join(lines) + "\n"


def _measured(
    name: str, commands: _Commands, kills: int, chance: random.Random, scratch: Path
) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        home = Path(folder)
        began = time.perf_counter()
        child = commands.train(home)
        opened = _wait_for_store(child, home) - began
        _finished(child)
        undisturbed = time.perf_counter() - began
        wanted = _digest(home)
    found: Counter[str] = Counter()
    seconds, different, again, identical = [], [], 0, 0
    for number in range(kills):
        for _ in range(_MOST_DRAWS):
            delay = chance.uniform(0, undisturbed - opened)
            with tempfile.TemporaryDirectory(dir=scratch) as folder:
                answer = _killed_once(commands, Path(folder), delay)
            if answer["phase"]:
                break
            again += 1
            undisturbed = max(opened, min(undisturbed, answer["ended_s"]))
        else:
            raise SystemExit("The training was never hit; use a larger vocabulary.")
        seconds.append(answer["resume_s"])
        found[answer["phase"]] += 1
        same = answer["digest"] == wanted
        identical += same
        if not same:
            different.append({"delay_s": round(delay, 3), **answer})
        sys.stderr.write(f"{name} {number + 1}: {answer['phase']}: {'same' if same else 'NOT'}\n")
    return {
        "training": name,
        "kills": kills,
        "identical": identical,
        "different": different,
        "undisturbed_s": round(undisturbed, 3),
        "resume_s": round(statistics.median(seconds), 3) if seconds else 0.0,
        "phases": dict(found),
        "drawn_again": again,
        "digest": wanted,
    }


def _killed_once(commands: _Commands, home: Path, delay: float) -> dict[str, Any]:
    """Kill a training so long after its store was opened, and resume it.

    No phase means a miss: "ended_s" is then how long it had lived at most.
    """
    began = time.perf_counter()
    child = commands.train(home)
    _wait_for_store(child, home)
    if _has_ended_within(child, delay):
        _finished(child)
        return {"phase": "", "ended_s": time.perf_counter() - began}
    os.kill(child.pid, signal.SIGKILL)
    child.communicate()
    waiting = commands.waiting(home)
    if not waiting:
        return {"phase": "", "ended_s": math.inf}
    began = time.perf_counter()
    commands.resume(home, waiting[0]["run_id"])
    return {
        "phase": _phase(waiting[0]),
        "digest": _digest(home),
        "resume_s": time.perf_counter() - began,
    }


def _phase(run: dict[str, Any]) -> str:
    kept = "" if run["checkpoint_bytes"] else ", nothing kept"
    return f"{run['phase'] or 'before any'}{kept}"


def _wait_for_store(child: subprocess.Popen[bytes], home: Path) -> float:
    store = home / "runs.sqlite"
    while not store.exists() and child.poll() is None:
        _has_ended_within(child, _POLL_S)
    return time.perf_counter()


def _has_ended_within(child: subprocess.Popen[bytes], seconds: float) -> bool:
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(seconds)
    return child.returncode is not None


def _digest(home: Path) -> str:
    """sha256 of merges and of what they counted and applied."""
    from engine.encoding import Tokenizer

    tokenizer = Tokenizer.load(home / "out" / "tokenizer.twb")
    record = tokenizer.training
    assert record is not None
    whole = hashlib.sha256(tokenizer.merges.tobytes())
    for array in (record.counts, record.applied, record.source_applied):
        whole.update(array.tobytes())
    return whole.hexdigest()


def _started(home: Path, arguments: Sequence[object]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "workbench", "--db", str(home / "runs.sqlite")]
    command += [str(each) for each in arguments]
    # Checkpoints lie beside the store; the kernels are those of everybody.
    settings = {
        "TOKENIZER_WORKBENCH_HOME": str(home),
        "TOKENIZER_WORKBENCH_KERNEL_CACHE": _kernels(),
    }
    return subprocess.Popen(
        command, cwd=PROJECT, env=os.environ | settings, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip


def _kernels() -> str:
    from engine.machine import cache_base

    return str(cache_base())


def _finished(child: subprocess.Popen[bytes]) -> str:
    """What it printed. Raises SystemExit with its last words if it failed."""
    said, complaint = child.communicate()
    if child.returncode:
        raise SystemExit(f"failed: {complaint.decode(errors='replace')[-600:]}")
    return said.decode()


def _texts(corpus: Path, scratch: Path) -> Path:
    """Sixteen megabytes in several scripts."""
    folder = scratch / "texts"
    folder.mkdir()
    for label, text in _SOURCES.items():
        (folder / f"{label}.txt").write_text("".join(documents(corpus, text)), "utf-8")
    return folder
