"""Patterns are tried in a child that can be killed; the window gets an answer or a sentence."""

from __future__ import annotations

import base64
import sys

import numpy as np
import pytest

from engine.sentences import Sentences
from workbench.pattern import pattern_checker
from workbench.pattern.pattern_checker import PatternChecker
from workbench.pattern.pattern_rows import PatternHues, alternative_rows, hues_of
from workbench.pattern.pattern_trial import PatternAnswers

pytestmark = pytest.mark.slow

EXPLOSIVE = "(((a{300}){300}){300})"
BACKTRACKING = r"(?:a|aa)+$"
BEFORE_READY_S = 0.4

SLOW_START = f"""
import sys, time
started = time.monotonic()
while time.monotonic() < started + {BEFORE_READY_S}:  # stands for cold kernels
    pass
from workbench.pattern.pattern_trial import main
sys.exit(main())
"""


@pytest.fixture
def checker(qtbot):
    """One that no busy machine makes give up."""
    checker = PatternChecker(time_limit_ms=60_000)
    yield checker
    checker.stop()


@pytest.fixture
def hasty(qtbot):
    """One that soon gives up, for patterns that take for ever."""
    checker = PatternChecker(time_limit_ms=400)
    yield checker
    checker.stop()


def test_cuts_a_text_like_the_splitter(qtbot, checker):
    text = "It's 2 o'clock, कि 👩‍💻!".encode()
    with qtbot.waitSignal(checker.tried) as caught:
        checker.try_pattern("gpt2", text)
    trial = caught.args[0]
    assert trial.error == ""
    assert trial.bounds[0] == 0
    assert trial.bounds[-1] == len(text)
    pieces = [text[a:b] for a, b in zip(trial.bounds, trial.bounds[1:], strict=False)]
    assert pieces[:3] == [b"It", b"'s", b" 2"]
    assert trial.matched.all()
    assert trial.distinct == len(set(pieces))
    assert len(pieces[trial.longest]) == max(map(len, pieces))


def test_alternatives_are_those_of_the_child_also_for_the_name_of_a_preset(qtbot, checker):
    """Typed as a pattern, `gpt2` has one alternative here, and the child's cut knows ten."""
    with qtbot.waitSignal(checker.tried) as caught:
        checker.try_pattern("gpt2", b"It's 2 o'clock,  and more!")
    trial = caught.args[0]
    assert len(trial.texts) > trial.made.max() > 1
    hues = PatternHues()
    hues.take(trial)
    rows = alternative_rows(trial, trial, "", hues)
    assert [row.text for row in rows] == list(trial.texts)
    assert sum(row.pretokens for row in rows) == len(trial.made)
    assert hues_of(trial, hues).tolist() == [hues.hue(number) for number in trial.made]


def test_an_error_names_its_position(qtbot, checker):
    with qtbot.waitSignal(checker.tried) as caught:
        checker.try_pattern("ab[c", b"abc")
    trial = caught.args[0]
    assert trial.bounds is None
    assert trial.error
    assert trial.position is not None
    assert 2 <= trial.position <= 4


@pytest.mark.parametrize(
    ("pattern", "text"), [(EXPLOSIVE, b"aaa"), (BACKTRACKING, b"a" * 40 + b"!")]
)
def test_a_catastrophic_pattern_is_killed_and_the_next_one_answered(qtbot, hasty, pattern, text):
    with qtbot.waitSignal(hasty.tried) as caught:
        hasty.try_pattern(pattern, text)
    assert caught.args[0].error
    assert caught.args[0].bounds is None
    with qtbot.waitSignal(hasty.tried) as caught:
        hasty.try_pattern(r"\w+", b"one two")
    assert caught.args[0].bounds.tolist() == [0, 3, 4, 7]
    assert caught.args[0].matched.tolist() == [True, False, True]


def test_cases_that_explode_are_given_up_and_the_next_ones_answered(qtbot, hasty):
    with qtbot.waitSignal(hasty.cases_tried) as caught:
        hasty.try_cases(BACKTRACKING, ("a", "a" * 40 + "!"))
    assert caught.args[0].splits is None
    with qtbot.waitSignal(hasty.cases_tried) as caught:
        hasty.try_cases(r"\w+|.", ("one two", "é"))
    assert caught.args[0].splits == (("one", " ", "two"), ("é",))


def test_the_newest_request_wins(qtbot, checker):
    seen = []
    checker.tried.connect(seen.append)
    for pattern in ("a", "ab", "abc"):
        checker.try_pattern(pattern, b"abc")
    qtbot.waitUntil(lambda: not checker.is_busy)
    assert [trial.pattern for trial in seen] == ["abc"]


def test_runs_find_the_pattern_that_explodes_later(qtbot, hasty, checker):
    with qtbot.waitSignal(hasty.runs_tried) as caught:
        hasty.try_runs(r"(?:a|aa)+$|.")
    found = caught.args[0]
    assert (found.slow_on, found.seconds, found.construct) == ("letters", 0.4, "(?:a|aa)+")
    with qtbot.waitSignal(checker.runs_tried) as caught:
        checker.try_runs("gpt2")
    assert caught.args[0].slow_on is None


def test_a_child_that_cannot_start_is_a_sentence(qtbot):
    checker = PatternChecker(command=["/nowhere/to/be/found"])
    with qtbot.waitSignal(checker.tried) as caught:
        checker.try_pattern("a", b"a")
    assert "could not be started" in caught.args[0].error
    checker.stop()


def test_the_limit_counts_from_the_moment_the_child_is_ready(qtbot):
    limit_ms = round(BEFORE_READY_S * 1000) // 2
    checker = PatternChecker(command=[sys.executable, "-c", SLOW_START], time_limit_ms=limit_ms)
    with qtbot.waitSignal(checker.tried) as caught:
        checker.try_pattern("gpt2", b"one two")
        assert not checker.is_ready
    assert checker.is_ready
    assert caught.args[0].error == ""
    checker.stop()


def test_an_automaton_has_no_limit(qtbot):
    checker = PatternChecker(time_limit_ms=0)
    with qtbot.waitSignal(checker.tried) as caught:
        checker.try_pattern(r"\w+|\W", b"one two " * 2000)
    assert caught.args[0].is_automaton
    assert caught.args[0].error == ""
    checker.stop()


def test_a_child_that_never_gets_ready_is_a_sentence(qtbot, monkeypatch):
    monkeypatch.setattr(pattern_checker, "START_LIMIT_MS", 50)
    checker = PatternChecker(command=[sys.executable, "-c", "input()"])
    with qtbot.waitSignal(checker.tried) as caught:
        checker.try_pattern("gpt2", b"one two")
    assert "did not start in time" in caught.args[0].error
    assert not checker.is_busy


def test_a_pattern_that_compiles_too_long_is_stopped(qtbot, monkeypatch):
    monkeypatch.setattr(pattern_checker, "COMPILE_LIMIT_MS", 20)
    checker = PatternChecker()
    with qtbot.waitSignal(checker.tried) as caught:
        checker.try_pattern("(?:(a{300}){60})", b"aaa")
    assert caught.args[0].is_slow
    assert "compiling it was stopped" in caught.args[0].error
    checker.stop()


def test_too_many_repeats_are_refused_without_waiting():
    (reply,) = PatternAnswers().answer({"number": 1, "pattern": EXPLOSIVE, "text": "YWFh"})
    assert "27,000,000 parts" in Sentences.unpacked(reply["error"])


def test_it_is_said_why_a_pattern_has_no_automaton(qtbot, checker):
    with qtbot.waitSignal(checker.tried) as caught:
        checker.try_pattern(r"\w+$|(?s:.)", b"one")
    assert not caught.args[0].is_automaton
    assert caught.args[0].fallback_reason == "the anchor $ where a line end may come last"


def test_answers_are_plain_json_values():
    kind, reply = PatternAnswers().answer({"number": 3, "pattern": r"\d", "text": "eDE="})
    assert kind == {"number": 3, "kind": "automaton", "reason": None}
    assert reply["number"] == 3
    assert np.frombuffer(base64.b64decode(reply["bounds"]), "<i8").tolist() == [0, 1, 2]
