"""Reports: some tables with the machine they were measured on, as text, JSON or Markdown."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from benchmarks.comparison.child import KINDS, candidates_of
from benchmarks.comparison.peers import ENGINE_PARTS, Peers
from benchmarks.comparison.suites import PARTS, REACH
from benchmarks.comparison.tables import Row, Table, adversarial_table, cells, heading
from benchmarks.machine import describe_machine

Report = dict[str, Any]

_RELATIVE = {
    "encode": "Cold encoding speed per byte, relative to prose of the same library "
    "(1.00 is as fast)",
    "train": "Training speed per byte, relative to prose of the same library (1.00 is as fast)",
}

_INTRODUCTION = """\
# Benchmarks

Same text, same vocabulary, every run in a fresh process, libraries in turn, each round beginning
with another one; medians of {rounds} rounds. What takes more than ten times as long is run once.
Results were compared before times were believed: `identical` means the same merges, ids, boundaries
or counts; a row that differs says where. **Times ours** is the library's time divided by this
engine's, phase by phase; more than 1 is slower. **MB/s** and memory belong to the first phase;
**of it work** is the peak less what was held before: the text and the libraries.

This page is made from `benchmarks/latest.json` by `python -m benchmarks all`; nothing in it is
typed by hand. The [guide](built/measuring.md) describes how to measure again.
"""

PAGES = ("benchmarks.md", "benchmarks-encoding.md")
_OF_ENCODING = ("encode", "dataset")
_README_LIBRARIES = ("gigatoken", "rustbpe", "tokenizers")
_README_TEXTS = {
    "30mb": "30 MB, English prose and code",
    "96mb": "96 MB, English prose and code",
    "all": "218 MB, 87 languages and domains",
}
_README_BEGIN, _README_END = "<!-- figures -->", "<!-- end of figures -->"
_HEADLINE = re.compile(r"(train to 32,768 tokens in )[\d.]+ s( on )[\w-]+( cores)")
_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 8: "eight"}


def report_of(tables: list[Table], peers: Peers | None = None) -> Report:
    """The tables with machine, versions and what was left out."""
    candidates = [each for kind in KINDS for each in candidates_of(kind).values()]
    peers = peers or Peers()
    return {
        "machine": describe_machine(),
        "versions": peers.versions(candidates),
        "missing": peers.missing(candidates),
        "tables": tables,
    }


def as_text(report: Report) -> str:
    """Aligned tables for a terminal."""
    facts = ", ".join(f"{key} {value}" for key, value in report["machine"].items())
    parts = [facts, *report["missing"]]
    parts += [f"{heading(table)}\n{_aligned(cells(table))}" for table in report["tables"]]
    parts += [f"{said}\n{_aligned(rows)}" for said, rows in _relative(report)]
    return "\n\n".join(parts) + "\n"


def as_pages(report: Report) -> dict[str, str]:
    """The pages of the documentation by file name: of splitting and training, and of encoding."""
    encoding = [table for table in report["tables"] if table["kind"] in _OF_ENCODING]
    others = [table for table in report["tables"] if table["kind"] not in _OF_ENCODING]
    pages = {PAGES[0]: as_page({**report, "tables": others})}
    if encoding:
        link = f"[Encoding and datasets]({PAGES[1]})"
        first = f"# Benchmarks\n\n{link} have a page of their own."
        pages[PAGES[0]] = pages[PAGES[0]].replace("# Benchmarks\n", f"{first}\n", 1)
        title = "# Benchmarks of encoding"
        page = as_page({**report, "tables": encoding})
        pages[PAGES[1]] = page.replace("# Benchmarks", title, 1)
    return pages


def as_page(report: Report) -> str:
    """One page of the documentation."""
    machine = report["machine"]
    measured = {row["name"].split(",")[0] for table in report["tables"] for row in table["rows"]}
    named = ", ".join(
        f"{name} {version}"
        for name, version in report["versions"].items()
        if name in measured or name in ENGINE_PARTS
    )
    measured_on = (
        f"Measured on {machine['date']}: {machine['processor']}, {machine['cores']} cores, "
        f"{machine['memory_gb']} GB, {machine['system']}, Python {machine['python']}; {named}.\n"
    )
    rounds = max((table["runs"] for table in report["tables"]), default=0)
    parts = [_INTRODUCTION.format(rounds=_NUMBERS.get(rounds, rounds)), measured_on]
    title = ""
    for table in report["tables"]:
        if _title(table) != title:
            title = _title(table)
            parts.append(f"## {title}\n")
        parts.append(f"**{heading(table)}**\n\n{_markdown(cells(table))}")
    parts += [f"**{said}**\n\n{_markdown(rows)}" for said, rows in _relative(report)]
    return "\n".join(parts)


def with_figures(readme: str, report: Report) -> str:
    """The README with its table of trainings, and the figure in its first lines, from a report.

    A report without these trainings leaves it as it is.
    """
    tables = {
        table["text"]: table
        for table in report["tables"]
        if table["kind"] == "train" and table["threads"] is None and table["pattern"] == "gpt2"
        and REACH.get(table["text"]) == table["vocab_size"]
    }  # fmt: skip
    if set(tables) != set(REACH):
        return readme
    before, rest = readme.split(_README_BEGIN)
    after = rest.split(_README_END)[1]
    whole = f"{before}{_README_BEGIN}\n{_trainings(tables, report)}{_README_END}{after}"
    seconds = _seconds(_rows(tables["all"])["ours"])
    cores = report["machine"]["cores"]
    return _HEADLINE.sub(rf"\g<1>{seconds}\g<2>{_NUMBERS.get(cores, cores)}\g<3>", whole)


def _trainings(tables: dict[str, Table], report: Report) -> str:
    versions = report["versions"]
    named = [f"{name} {versions.get(name, '')}".strip() for name in _README_LIBRARIES]
    lines = [["text", "vocabulary", "here", *named]]
    for text, size in REACH.items():
        rows = _rows(tables[text])
        theirs = [_beside(rows.get(name), rows["ours"]) for name in _README_LIBRARIES]
        lines.append([_README_TEXTS[text], f"{size:,}", _seconds(rows["ours"]), *theirs])
    return _markdown(lines)


def _rows(table: Table) -> dict[str, Row]:
    return {row["name"]: row for row in table["rows"]}


def _seconds(row: Row) -> str:
    seconds = row["train"]["seconds"]
    return f"{seconds:.2f} s" if seconds < 1 else f"{seconds:.1f} s"


def _beside(row: Row | None, ours: Row) -> str:
    """Time of a library and how much more than ours it is; "-" for what was not measured."""
    if row is None or "train" not in row:
        return "-"
    ratio = row["train"]["seconds"] / ours["train"]["seconds"]
    return f"{_seconds(row)} ({ratio:.1f}×)" if ratio < 10 else f"{_seconds(row)} ({ratio:.0f}×)"


def _title(table: Table) -> str:
    part = table.get("part")
    return PARTS[part].title if part in PARTS else str(table["kind"]).capitalize()


def _relative(report: Report) -> list[tuple[str, list[list[str]]]]:
    found = [(said, adversarial_table(report["tables"], kind)) for kind, said in _RELATIVE.items()]
    return [(said, rows) for said, rows in found if rows]


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
