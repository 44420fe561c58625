"""The table of parts, their running one after another, and the report."""

from __future__ import annotations

import importlib
import shlex
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.machine import describe_machine
from benchmarks.reliability.attempts import Attempts, Part
from benchmarks.reliability.equipment import Equipment

SEED = 15
SOAK_MINUTES, SHORT_SOAK_MINUTES = 60.0, 0.03


@dataclass(frozen=True)
class Listed:
    """A part by its name, which is that of its module. count, short: attempts of both forms."""

    name: str
    count: int
    short: int
    tells: str


PARTS = (
    Listed("kills", 200, 2, "SIGKILL at random moments of every writing command"),
    Listed("window_kills", 30, 1, "SIGKILL of a window that trains, and its next start"),
    Listed("full_disk", 300, 4, "a disk that fills at any write of every writing command"),
    Listed("homes", 60, 7, "homes that are read-only or another person's"),
    Listed("bits", 200, 3, "one flipped bit in every compiled file"),
    Listed("files", 10_000, 48, "damaged tokenizers, archives and conversations"),
    Listed("patterns", 1_000, 12, "evil split patterns under limits of memory and time"),
    Listed("texts", 31, 4, "kinds of adversarial text, time against size"),
    Listed("writers", 20, 1, "four processes that write one store at once"),
    Listed("power_loss", 600, 4, "recorded writes, replayed up to any moment and reordered"),
    Listed("soak", 1, 1, "a window in use, its memory, objects and threads"),
)


def measure_reliability(
    parts: Sequence[str] = (),
    *,
    seed: int = SEED,
    count: int | None = None,
    number: int | None = None,
    is_short: bool = False,
    minutes: float | None = None,
    equipment: Equipment | None = None,
) -> dict[str, Any]:
    """Run these parts, all without any, and report.

    count: attempts of each part instead of its own. number: that single attempt again. minutes:
    of the soak. equipment: of an earlier call, where its nurseries and stages still stand.
    """
    if equipment is None:
        with Equipment() as own:
            return measure_reliability(
                parts, seed=seed, count=count, number=number, is_short=is_short, minutes=minutes,
                equipment=own,
            )  # fmt: skip
    unknown = sorted(set(parts) - {listed.name for listed in PARTS})
    if unknown:
        names = ", ".join(listed.name for listed in PARTS)
        raise SystemExit(f"There is no part {unknown[0]!r}; the parts are {names}.")
    if minutes is None:
        minutes = SHORT_SOAK_MINUTES if is_short else SOAK_MINUTES
    rows = []
    for listed in PARTS:
        if parts and listed.name not in parts:
            continue
        with tempfile.TemporaryDirectory(prefix="reliability-") as folder:
            attempts = Attempts(
                listed.name, seed, count or (listed.short if is_short else listed.count),
                Path(folder), only=number, is_short=is_short, minutes=minutes,
                equipment=equipment,
            )  # fmt: skip
            rows.append(_row(attempts))
    return {
        "benchmark": "reliability",
        "machine": describe_machine(),
        "seed": seed,
        "is_short": is_short,
        "parts": rows,
        "faults": sum(len(row["faults"]) for row in rows),
    }


def _row(attempts: Attempts) -> dict[str, Any]:
    part: Part = importlib.import_module(f"benchmarks.reliability.{attempts.part}").run
    began = time.perf_counter()
    part(attempts)
    return {
        "part": attempts.part,
        "attempts": attempts.tried,
        "seconds": round(time.perf_counter() - began, 1),
        "figures": attempts.figures,
        "faults": [
            {"number": each.number, "what": each.what, "repeat": repeat_line(attempts, each.number)}
            for each in attempts.faults
        ],
    }  # fmt: skip


def repeat_line(attempts: Attempts, number: int) -> str:
    """The command that makes one attempt again."""
    words = ["python", "-m", "benchmarks", "reliability", attempts.part]
    words += ["--seed", str(attempts.seed), "--number", str(number)]
    return shlex.join(words + (["--short"] if attempts.is_short else []))


def as_text(report: dict[str, Any]) -> str:
    """A table for a terminal, with a line for every fault and one for what a part measured."""
    lines = [f"{'part':<14}{'attempts':>10}{'faults':>8}{'seconds':>10}"]
    for row in report["parts"]:
        n_faults = len(row["faults"])
        lines.append(f"{row['part']:<14}{row['attempts']:>10,}{n_faults:>8}{row['seconds']:>10}")
        figures = ", ".join(f"{name} {value}" for name, value in row["figures"].items())
        lines += [f"  {figures}"] if figures else []
        lines += [f"  FAULT {fault['what']}  [{fault['repeat']}]" for fault in row["faults"]]
    return "\n".join(lines) + "\n"
