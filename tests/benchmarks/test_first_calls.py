"""The report on first calls: every figure beside its target, each from processes of its own."""

from __future__ import annotations

import pytest

from benchmarks.encoding.first_calls import TARGETS_S, as_text, measure_first_calls

pytestmark = pytest.mark.slow


def test_every_figure_is_measured_and_named(tmp_path):
    """Without published tokenizers, as elsewhere than beside our corpus."""
    report = measure_first_calls(tmp_path, runs=1)
    rows = report["rows"]
    assert [row["name"] for row in rows] == [
        "encode trained.twb", "first training less second", "--help",
        "encode command, trained.twb",
    ]  # fmt: skip
    assert {row["target_s"] for row in rows} == set(TARGETS_S.values())
    for row in rows:
        assert row["seconds"] > 0
        assert row["cpu_s"] > 0
    parts = [rows[0][key] for key in ("import_s", "load_s", "encode_s")]
    assert abs(sum(parts) - rows[0]["seconds"]) < 0.01
    lines = as_text(report).splitlines()
    assert len(lines) == 1 + len(rows)
    assert all(line.startswith(row["name"]) for line, row in zip(lines[1:], rows, strict=True))
