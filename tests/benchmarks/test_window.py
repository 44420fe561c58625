"""The report on the window: every key with target and verdict, whatever was measured."""

from __future__ import annotations

import pytest

from benchmarks.window import report as window
from benchmarks.window import start as window_start
from benchmarks.window.report import TARGETS, as_text, measure_window, verdicts

GOOD = {
    "first_window_s": 1.2, "gap_p99_ms": 9.0, "gap_max_ms": 60.0, "pattern_preview_ms": 40.0,
    "token_view_fps": 80.0, "token_columns_fps": 60.0, "vocabulary_filter_ms": 20.0,
    "theme_switch_ms": 200.0, "idle_rss_mb": 200.0,
}  # fmt: skip


def test_each_figure_has_a_verdict_of_its_own():
    assert set(verdicts(GOOD).values()) == {"reached"}
    for key, (wanted, unit) in TARGETS.items():
        worse = wanted - 1 if unit == "frames/s" else wanted + 1
        found = verdicts({**GOOD, key: worse})
        assert [each for each in found if found[each] == "missed"] == [key]


def test_the_table_names_every_key_target_and_platform(monkeypatch):
    monkeypatch.setattr(window, "measure_start", lambda *given, **named: dict(GOOD))
    monkeypatch.setattr(
        window, "_measure_inside_child", lambda platform, *given: {"token_view_fps": 30.0}
    )
    report = measure_window("corpus", 300, ("offscreen", "xvfb"))
    assert {key: report[key] for key in GOOD} == {**GOOD, "token_view_fps": 30.0}
    lines = as_text(report).splitlines()
    assert lines[0].split() == ["figure", "target", "offscreen", "xvfb"]
    assert [line.split()[0] for line in lines[1:]] == list(TARGETS)
    assert lines[5].split() == ["token_view_fps", ">=", "50", "frames/s", *["30", "missed"] * 2]


def test_without_xvfb_the_window_is_measured_without_a_display(monkeypatch):
    monkeypatch.setattr(window, "has_xvfb", lambda: False)
    monkeypatch.setattr(window, "measure_start", lambda *given, **named: dict(GOOD))
    monkeypatch.setattr(window, "_measure_inside_child", lambda *given: {})
    assert list(measure_window("corpus", 300)["platforms"]) == ["offscreen"]


@pytest.mark.parametrize("runs", [1, 3])
def test_the_median_of_the_starts_counts_and_the_first_warms_up(monkeypatch, runs):
    seconds = iter([9.0, 1.0, 3.0, 2.0])
    monkeypatch.setattr(
        window_start,
        "_start",
        lambda prefix, environ: {"first_window_s": next(seconds), "idle_rss_mb": 200.0},
    )
    found = window_start.measure_start(runs)
    assert found["first_window_s"] == (9.0 if runs == 1 else 2.0)
    assert len(found["starts"]) == runs
