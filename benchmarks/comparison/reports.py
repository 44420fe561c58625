"""Reports: some tables with the machine they were measured on, as text, JSON or Markdown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.comparison.child import candidates_of
from benchmarks.comparison.peers import missing, versions
from benchmarks.comparison.tables import Table, adversarial_table, cells, heading
from benchmarks.machine import describe_machine

KINDS = ("split", "count", "train", "encode")

Report = dict[str, Any]

_RELATIVE = "Cold encoding speed per byte, relative to prose of the same library (1.00 is as fast)"

_INTRODUCTION = """\
# Benchmarks

Same text, same vocabulary, every run in a fresh process, libraries in turn, medians. Results were
compared before times were believed: `identical` means the same merges, ids, boundaries or counts,
whole list for whole list; a row that differs says where. **Times ours** is the library's time
divided by this engine's, phase by phase; more than 1 is slower. **MB/s** and memory belong to the
first phase; **of it work** is the peak less what was held before: the text and the libraries.

This page is made from `benchmarks/latest.json` by `python -m benchmarks page`; nothing in it is
typed by hand. The [guide](guide.md#figures) describes how to measure again.
"""


def report_of(tables: list[Table]) -> Report:
    """The tables with machine, versions and what was left out."""
    candidates = {f"{k} {n}": c for k in KINDS for n, c in candidates_of(k).items()}
    return {
        "machine": describe_machine(),
        "versions": versions(candidates),
        "missing": missing(candidates),
        "tables": tables,
    }


def as_text(report: Report) -> str:
    """Aligned tables for a terminal."""
    facts = ", ".join(f"{key} {value}" for key, value in report["machine"].items())
    parts = [facts, *report["missing"]]
    parts += [f"{heading(table)}\n{_aligned(cells(table))}" for table in report["tables"]]
    if relative := adversarial_table(report["tables"]):
        parts.append(f"{_RELATIVE}\n{_aligned(relative)}")
    return "\n\n".join(parts) + "\n"


def as_page(report: Report) -> str:
    """The page of the documentation."""
    machine = report["machine"]
    named = ", ".join(f"{name} {version}" for name, version in report["versions"].items())
    measured_on = (
        f"Measured on {machine['date']}: {machine['processor']}, {machine['cores']} cores, "
        f"{machine['memory_gb']} GB, {machine['system']}, Python {machine['python']}; {named}.\n"
    )
    parts = [_INTRODUCTION, measured_on]
    kind = ""
    for table in report["tables"]:
        if table["kind"] != kind:
            kind = table["kind"]
            parts.append(f"## {kind.capitalize()}\n")
        parts.append(f"**{heading(table)}**\n\n{_markdown(cells(table))}")
    if relative := adversarial_table(report["tables"]):
        parts.append(f"**{_RELATIVE}**\n\n{_markdown(relative)}")
    return "\n".join(parts)


def write_report(report: Report, file: Path) -> None:
    """JSON, with one row a line so that differences can be read."""
    file.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")


def read_report(file: Path) -> Report:
    """What `write_report` wrote."""
    report: Report = json.loads(file.read_text("utf-8"))
    return report


def _markdown(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    return "\n".join(lines) + "\n"


def _aligned(rows: list[list[str]]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    padded = [[c.ljust(width) for c, width in zip(row, widths, strict=True)] for row in rows]
    return "\n".join("  ".join(row).rstrip() for row in padded)
