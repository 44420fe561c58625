"""The short form of every part of the reliability campaign finds no fault."""

from __future__ import annotations

import pytest

from benchmarks.reliability import evil_patterns, kills, patterns
from benchmarks.reliability.campaign import PARTS, SEED, as_text, measure_reliability
from benchmarks.reliability.equipment import SHORT_WORDS, Equipment
from benchmarks.reliability.writing_commands import COMMANDS

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def equipment():
    with Equipment() as made:
        yield made


@pytest.mark.parametrize("name", [part.name for part in PARTS])
def test_the_short_form_finds_no_fault(name, equipment):
    report = measure_reliability([name], is_short=True, equipment=equipment)
    [row] = report["parts"]
    assert row["attempts"] == next(part.short for part in PARTS if part.name == name)
    assert not row["faults"], as_text(report)


def test_a_repeated_attempt_is_the_same(monkeypatch, equipment):
    seen = []
    draw = evil_patterns.evil_pattern
    monkeypatch.setattr(
        patterns, "evil_pattern", lambda *given: seen.append(draw(*given)) or seen[-1]
    )
    measure_reliability(["patterns"], count=3, is_short=True, equipment=equipment)
    measure_reliability(["patterns"], number=2, is_short=True, equipment=equipment)
    assert len(seen) == 4
    assert seen[2] == seen[3]


def test_a_bundle_may_tell_of_the_export_that_a_kill_came_after(equipment):
    [command] = [each for each in COMMANDS if each.name == "export bundle"]
    stage = equipment.stage(SEED, SHORT_WORDS)
    whole = stage.undisturbed(command)
    place = stage.copy()
    for _ in range(2):
        stage.run(command, place)
    look = stage.look(place)
    assert look["files"]["tokenizer.twb"] != whole.stable["tokenizer.twb"]
    assert not kills.missing_or_half(look, whole)
