"""`python -m benchmarks train [--text 30mb] [--vocab-size 16384] [--runs 3] [--json]`."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from pathlib import Path

from benchmarks.measuring import Measurement, measure_interleaved
from benchmarks.texts import DEFAULT_CORPUS, SIZES
from benchmarks.trainers import SAME_MERGES_AS, TRAINERS, versions


def main() -> None:
    """Parse the command line and run one benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    kinds = parser.add_subparsers(dest="kind", required=True)
    training = kinds.add_parser("train", help="whole training, text in memory to merges")
    training.add_argument("--text", choices=SIZES, default="30mb")
    training.add_argument("--vocab-size", type=int, default=16_384)
    training.add_argument("--runs", type=int, default=3)
    window = kinds.add_parser("window", help="the window's event loop while it trains")
    window.add_argument("--vocab-size", type=int, default=32_768)
    for each in (training, window):
        each.add_argument("--json", action="store_true", default=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.kind == "window":
        from benchmarks.window import measure_window

        report = measure_window(options.corpus, options.vocab_size)
    else:
        report = train(options)
    sys.stdout.write(json.dumps(report, indent=1) + "\n" if options.json else as_table(report))


def train(options: argparse.Namespace) -> dict[str, object]:
    """Measure all trainers in turn; a peer with other merges is named as such."""
    measured = measure_interleaved(
        list(TRAINERS),
        lambda name: ["train", name, options.text, str(options.vocab_size), str(options.corpus)],
        options.runs,
    )
    by_name = {each.name: each for each in measured}
    return {
        "benchmark": "train",
        "text": options.text,
        "vocab_size": options.vocab_size,
        "machine": f"{platform.machine()}, {platform.python_version()}",
        "versions": versions(),
        "rows": [_row(each, by_name) for each in measured],
    }


def _row(each: Measurement, by_name: dict[str, Measurement]) -> dict[str, object]:
    equal_to = SAME_MERGES_AS.get(each.name, each.name)
    return {
        "name": each.name,
        "median_s": round(each.median, 3),
        "ratio_to_ours": round(each.median / by_name[equal_to].median, 2),
        "runs_s": [round(seconds, 3) for seconds in each.seconds],
        "peak_mb": round(each.peak_mb),
        "same_merges": each.digest == by_name[equal_to].digest,
    }


def as_table(report: dict[str, object]) -> str:
    """The report as aligned text."""
    rows = report["rows"]
    assert isinstance(rows, list)
    names = list(rows[0])
    cells = [names, *([str(row[name]) for name in names] for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(names))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in cells
    ]
    facts = {key: value for key, value in report.items() if key != "rows"}
    return json.dumps(facts) + "\n" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
