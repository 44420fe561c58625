"""`python -m benchmarks scale`: make the texts, count, train, fit, simulate, forecast."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.machine import describe_machine
from benchmarks.scale.costs import TARGETS, Measured, forecast
from benchmarks.scale.measuring import (
    FLOORS,
    VOCAB_SIZE,
    counts_folder,
    measure_count,
    measure_merge,
    measure_training,
    note_equal_merges,
)
from benchmarks.scale.shuffle import simulate_shuffle
from benchmarks.scale.texts import Making, made_texts
from engine.counting import open_counts

SIZES = (200_000_000, 1_000_000_000, 4_000_000_000, 12_000_000_000)
PARTITIONS = (256, 1_000, 4_096)


@dataclass(frozen=True, slots=True)
class Scale:
    """What to measure. most_bytes: of every real file; draws: words of each simulated task."""

    sizes: tuple[int, ...] = SIZES
    floors: tuple[int, ...] = FLOORS
    vocab_size: int = VOCAB_SIZE
    shard_bytes: int = 100_000_000
    most_bytes: int | None = None
    orders: int = 8
    tasks: int = 1_000
    draws: int = 100_000
    seed: int = 7


TINY = Scale(
    sizes=(1_000_000, 2_000_000, 4_000_000), floors=(1, 2), vocab_size=1_000,
    shard_bytes=500_000, most_bytes=100_000, orders=3, tasks=20, draws=5_000,
)  # fmt: skip
"""A form of some seconds."""


def measure_scale(corpus: Path, folder: Path, scale: Scale) -> dict[str, Any]:
    """Everything, in a folder that keeps texts and counts; needs as much room as the texts."""
    making = Making(
        corpus / "train", max(scale.sizes), scale.shard_bytes, scale.seed, scale.orders,
        scale.most_bytes,
    )  # fmt: skip
    texts = made_texts(making, folder)
    shutil.rmtree(folder / "linked", ignore_errors=True)
    shutil.rmtree(folder / "counts", ignore_errors=True)
    counts = [measure_count(folder, size) for size in scale.sizes]
    merge = measure_merge(folder, scale.sizes[-3:-1])
    trainings = []
    for size in scale.sizes:
        rows = [measure_training(folder, size, floor, scale.vocab_size) for floor in scale.floors]
        note_equal_merges(rows)
        trainings += rows
    report = {
        "benchmark": "scale",
        "machine": describe_machine(),
        "texts": texts,
        "counts": counts,
        "merge": merge,
        "trainings": trainings,
        "row_bytes": _row_bytes(counts_folder(folder, max(scale.sizes))),
    }
    return with_forecasts(report) | {
        "shuffle": simulate_shuffle(
            scale.tasks, scale.draws, PARTITIONS, texts["exponent"], scale.seed
        )
    }


def with_forecasts(report: dict[str, Any]) -> dict[str, Any]:
    """The report with its growth law and what it forecasts."""
    local = report["texts"]["local_exponents"]
    drift = max(report["texts"]["exponent_error"], (max(local[-4:]) - min(local[-4:])) / 2)
    measured = Measured(
        report["counts"], report["trainings"], report["merge"], report["row_bytes"], drift
    )
    law = measured.law("distinct")
    return report | {
        "law": {"exponent": law.exponent, "error": law.exponent_error, "drift": drift},
        "forecasts": [forecast(measured, target) for target in TARGETS],
    }


def _row_bytes(folder: Path) -> float:
    """Mean bytes of a distinct pre-token."""
    from pyarrow import compute, parquet

    n_bytes = n = 0
    for part in open_counts(folder).parts:
        lengths = compute.binary_length(parquet.read_table(part, columns=["pretoken"])[0])
        n_bytes, n = n_bytes + compute.sum(lengths).as_py(), n + len(lengths)
    return float(n_bytes / n)


def as_text(report: dict[str, Any]) -> str:
    """The tables of the page, in Markdown."""
    parts = [
        _growth_text(report["texts"]), _counts_text(report["counts"]),
        _trainings_text(report["trainings"]), _forecast_text(report), _shuffle_text(report),
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def _growth_text(texts: dict[str, Any]) -> str:
    check = texts["check"]
    local = ", ".join(f"{each:.3f}" for each in texts["local_exponents"])
    real = (
        f"Real texts: {texts['real_bytes']:,} bytes, {texts['real_distinct']:,} distinct "
        f"pre-tokens, exponent {texts['exponent']:.3f} ± {texts['exponent_error']:.3f} "
        f"(between neighbouring sizes: {local})."
    )
    made = (
        f"Check: {check['from_bytes']:,} real bytes rewritten to {check['sizes'][-1]:,}: "
        f"{check['distinct'][-1]:,} distinct, exponent {check['exponent']:.3f} "
        f"± {check['error']:.3f}."
    )
    rates = f"Good and Turing's rates times {texts['scale']:.3f}; {texts['new_words']:,} new words."
    return f"{real}\n{made}\n{rates}"


def _counts_text(counts: Sequence[dict[str, Any]]) -> str:
    head = ("text, GB", "elapsed, s", "processor, s", "MB per processor second", "peak MB",
            "distinct", "folder, MB")  # fmt: skip
    rows = [
        (f"{row['bytes'] / 1e9:.2f}", f"{row['seconds']:.1f}", f"{row['processor_s']:.1f}",
         f"{row['bytes'] / 1e6 / row['processor_s']:.0f}", f"{row['peak_mb']:,}",
         f"{row['distinct']:,}", f"{row['folder_bytes'] / 1e6:,.0f}")
        for row in counts
    ]  # fmt: skip
    return _table(head, rows)


def _trainings_text(trainings: Sequence[dict[str, Any]]) -> str:
    head = ("text, GB", "floor", "rows", "bytes kept", "elapsed, s", "processor, s", "peak MB",
            "proven", "equal", "tokens shared")  # fmt: skip
    whole = {row["asked_bytes"]: row["kept_bytes"] for row in trainings if row["floor"] == 1}
    rows = [
        (f"{row['asked_bytes'] / 1e9:g}", f"{row['floor']}", f"{row['rows']:,}",
         f"{row['kept_bytes'] / whole[row['asked_bytes']]:.2%}", f"{row['seconds']:.1f}",
         f"{row['processor_s']:.1f}", f"{row['peak_mb']:,}", f"{row['proven']:,}",
         f"{row['equal']:,}", f"{row['shared']:.2%}")
        for row in trainings
    ]  # fmt: skip
    return _table(head, rows)


def _forecast_text(report: dict[str, Any]) -> str:
    law = report["law"]
    said = (
        f"Distinct pre-tokens = K bytes^b with b = {law['exponent']:.4f} ± {law['error']:.4f} on "
        f"the texts made, and ± {law['drift']:.3f} for real ones beyond."
    )
    forecasts = report["forecasts"]
    head = ("", *(f"{each['bytes'] / 1e12:g} TB" for each in forecasts))
    named = list(zip(*(_forecast_rows(each) for each in forecasts), strict=True))
    return said + "\n\n" + _table(head, [(row[0][0], *(each[1] for each in row)) for row in named])


def _forecast_rows(each: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield (
        "distinct pre-tokens",
        _between(each["distinct"], each["distinct_low"], each["distinct_high"], 1e6, "M"),
    )
    yield "distinct in a task", f"{each['task_distinct'] / 1e6:,.1f} M"
    yield (
        "core hours, counting",
        (f"{each['counting_hours_best']:,.1f} to {each['counting_hours']:,.1f}"),
    )
    yield "core hours, summing", f"{each['summing_hours']:,.1f}"
    yield "network, GB", f"{each['network_bytes'] / 1e9:,.0f}"
    yield "partitions of 1 GB of memory", f"{each['partitions']:,}"
    yield "folder of counts, GB", f"{each['folder_bytes'] / 1e9:,.1f}"
    for host in each["hosts"]:
        name = "no floor" if host["floor"] == 1 else f"floor {host['floor']}"
        rows = _between(host["rows"], host["rows_low"], host["rows_high"], 1e6, "M")
        memory = (host["memory_gb"], host["memory_gb_low"], host["memory_gb_high"])
        yield f"rows, {name}", rows
        yield f"training host, {name}", _between(*memory, 1, "GB")
        yield f"training core hours, {name}", f"{host['hours']:,.2f}"


def _shuffle_text(report: dict[str, Any]) -> str:
    shuffle = report["shuffle"]
    said = (
        f"{shuffle['tasks']:,} tasks send {shuffle['sent_rows']:,} rows, "
        f"{shuffle['sent_bytes'] / 1e6:,.0f} MB: {shuffle['mean_task_bytes'] / 1e3:,.0f} KB each, "
        f"at most {shuffle['most_task_bytes'] / 1e3:,.0f}; {shuffle['distinct']:,} distinct."
    )
    head = ("partitions", "largest / mean, rows", "bytes", "distinct", "smallest / mean, rows",
            "mean piece, bytes")  # fmt: skip
    rows = [
        (f"{row['partitions']:,}", f"{row['largest_to_mean']:.3f}",
         f"{row['largest_bytes_to_mean']:.3f}", f"{row['largest_distinct_to_mean']:.3f}",
         f"{row['smallest_to_mean']:.3f}", f"{row['mean_piece_bytes']:,.0f}")
        for row in shuffle["partitions"]
    ]  # fmt: skip
    return said + "\n\n" + _table(head, rows)


def _between(value: float, low: float, high: float, unit: float, name: str) -> str:
    return f"{value / unit:,.1f} {name} ({low / unit:,.1f} to {high / unit:,.1f})"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
