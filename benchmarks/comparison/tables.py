"""One table of a report: who was measured on what, and how it compares."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.comparison.child import candidates_of
from benchmarks.comparison.measuring import TIMEOUT_S, Measurement, measure
from benchmarks.comparison.peers import Peers
from benchmarks.comparison.task import Candidate, Task
from benchmarks.texts import ADVERSARIAL, PROSE, title

Table = dict[str, Any]
Row = dict[str, Any]


def measured_table(
    task: Task,
    runs: int,
    only: tuple[str, ...] = (),
    timeout_s: int = TIMEOUT_S,
    peers: Peers | None = None,
) -> Table:
    """Measure everybody at one task; libraries that are missing or cannot do it are left out."""
    peers = peers or Peers()
    known = candidates_of(task.kind)
    for sentence in peers.missing(known.values()):
        sys.stderr.write(sentence + "\n")
    chosen = {
        name: each
        for name, each in peers.present(known).items()
        if (not each.patterns or task.pattern in each.patterns)
        and (not only or name in only or name.startswith("ours"))
    }
    measured = measure(chosen, task, runs, timeout_s, peers)
    by_name = {each.name: each for each in measured}
    n_bytes = next((each.text_bytes for each in measured if each.text_bytes), 0)
    rows = [
        _row(chosen[each.name], each, by_name, n_bytes)
        | {"version": peers.version(chosen[each.name].library)}
        for each in measured
    ]
    return {
        "kind": task.kind,
        "text": task.text,
        "title": title(task.text),
        "bytes": n_bytes,
        "pattern": task.pattern,
        "vocab_size": task.vocab_size or None,
        "tokenizer": Path(task.tokenizer).parent.name if task.tokenizer else None,
        "threads": task.threads,
        "runs": runs,
        "rows": rows,
    }


def _row(
    candidate: Candidate, measured: Measurement, all_of_them: Mapping[str, Measurement], size: int
) -> Row:
    ours = all_of_them.get(candidate.equal_to or "ours", measured)
    row: Row = {"name": measured.name, "version": None}
    for phase, seconds in measured.seconds.items():
        median, own = measured.median(phase), ours.median(phase)
        if median is None:
            continue
        row[phase] = {
            "seconds": round(median, 4),
            "runs": [round(each, 4) for each in seconds],
            "mb_per_s": round(size / median / 1e6, 1) if median else None,
            "ratio": round(median / own, 4) if own and candidate.library else None,
        }
    return row | {
        "peak_mb": round(measured.peak_mb),
        "work_mb": round(max(0.0, measured.peak_mb - measured.text_mb)),
        "same": measured.same,
        "difference": measured.difference or None,
        "failure": measured.failure or None,
        "note": candidate.note or None,
    }


def phases_of(table: Table) -> list[str]:
    """The measured phases, in order."""
    return list(dict.fromkeys(k for row in table["rows"] for k, v in row.items() if _timed(v)))


def _timed(value: object) -> bool:
    return isinstance(value, dict) and "seconds" in value


_WORDS = {
    "count_files": "count, files to counts",
    "train_files": "train, files to merges",
    "dataset": "files to ids",
}


def heading(table: Table) -> str:
    """One line that says what was measured."""
    size = f", {table['vocab_size']:,} tokens" if table["vocab_size"] else ""
    cores = "one core" if table["threads"] == 1 else "all cores"
    vocabulary = f", vocabulary {table['tokenizer']}" if table["tokenizer"] else ""
    kind = _WORDS.get(table["kind"], table["kind"])
    return f"{kind}, {table['title']}, {table['pattern']}{size}{vocabulary}, {cores}"


def cells(table: Table) -> list[list[str]]:
    """Header and rows as text."""
    phases = phases_of(table)
    header = ["", *(f"{phase}, s" for phase in phases), "MB/s", "times ours", "peak MB"]
    return [[*header, "of it work", "result"], *(_cells_of(row, phases) for row in table["rows"])]


def _cells_of(row: Row, phases: list[str]) -> list[str]:
    name = row["name"] if row["name"].startswith("ours") else f"{row['name']} {row['version']}"
    if row["failure"]:
        return [name, *("-" for _ in phases), "-", "-", "-", "-", row["failure"]]
    first = row.get(phases[0], {})
    times = [f"{row[phase]['seconds']:.3g}" if phase in row else "-" for phase in phases]
    ratios = [_ratio(row.get(phase, {}).get("ratio")) for phase in phases]
    return [
        name, *times, _speed(first.get('mb_per_s') or 0.0), " / ".join(filter(None, ratios)),
        f"{row['peak_mb']:,}", f"{row['work_mb']:,}", result_words(row),
    ]  # fmt: skip


def _ratio(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}"


def adversarial_table(tables: list[Table], kind: str = "encode") -> list[list[str]]:
    """Speed per byte on adversarial texts relative to prose, library by library; empty if none.

    kind: "encode", cold, or "train".
    """
    phase = "cold" if kind == "encode" else "train"
    measured = {
        table["text"]: {row["name"]: row for row in table["rows"]}
        for table in tables
        if table["kind"] == kind and table["text"] in (PROSE, *ADVERSARIAL)
    }
    if PROSE not in measured or len(measured) == 1:
        return []
    texts = [text for text in ADVERSARIAL if text in measured]
    rows = [["", *(title(text) for text in texts)]]
    for name, prose in measured[PROSE].items():
        speeds = [measured[text].get(name, {}).get(phase, {}) for text in texts]
        base = prose.get(phase, {}).get("mb_per_s")
        shares = [each.get("mb_per_s", 0) / base if base else 0 for each in speeds]
        rows.append([name, *(f"{share:.2f}" if share else "-" for share in shares)])
    return rows


def result_words(row: Row) -> str:
    """Whether the result was the right one, and what to know of the row."""
    verdict = {True: "identical", False: f"differs: {row['difference']}", None: ""}[row["same"]]
    return "; ".join(part for part in (verdict, row["note"]) if part)


def _speed(mb_per_s: float) -> str:
    """Three digits, and never a power of ten."""
    return f"{mb_per_s:,.0f}" if mb_per_s >= 100 else f"{mb_per_s:.3g}"
