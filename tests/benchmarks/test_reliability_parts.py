"""The short form of every part of the reliability campaign finds no fault."""

from __future__ import annotations

import pytest

from benchmarks.reliability import evil_patterns, patterns
from benchmarks.reliability.campaign import PARTS, as_text, measure_reliability

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", [part.name for part in PARTS])
def test_the_short_form_finds_no_fault(name):
    report = measure_reliability([name], is_short=True)
    [row] = report["parts"]
    assert row["attempts"] == next(part.short for part in PARTS if part.name == name)
    assert not row["faults"], as_text(report)


def test_a_repeated_attempt_is_the_same(monkeypatch):
    seen = []
    draw = evil_patterns.evil_pattern
    monkeypatch.setattr(
        patterns, "evil_pattern", lambda *given: seen.append(draw(*given)) or seen[-1]
    )
    measure_reliability(["patterns"], count=3, is_short=True)
    measure_reliability(["patterns"], number=2, is_short=True)
    assert len(seen) == 4
    assert seen[2] == seen[3]
