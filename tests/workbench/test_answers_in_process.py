"""The answers without a process are those of the processes."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from PySide6.QtCore import QProcess

from engine.splitting.preset_patterns import preset_pattern
from tests.workbench.answers_in_process import AnswersInProcess
from workbench.pattern.engines_row import EngineChecker
from workbench.pattern.pattern_checker import PatternChecker
from workbench.work import child_process
from workbench.work.engine_verdicts import OwnCut

pytestmark = pytest.mark.slow

TEXT = "It's 2 o'clock, कि 👩‍💻!".encode()
PATTERNS = ("gpt2", r"\w+$|(?s:.)", "ab[c", "[a-z]+")


@pytest.fixture
def in_process(monkeypatch):
    def switch() -> None:
        monkeypatch.setattr(child_process, "answering_process", AnswersInProcess)

    return switch


def same(one: object, other: object) -> bool:
    """Whether two answers have equal fields, arrays included."""
    return all(
        np.array_equal(getattr(one, field.name), getattr(other, field.name))
        for field in fields(one)
    )


@pytest.mark.parametrize("is_quick", [False, True], ids=["thorough", "quick"])
def test_patterns_are_tried_with_the_same_results(qtbot, in_process, is_quick):
    trials = []
    for switch in (lambda: None, in_process):
        switch()
        checker = PatternChecker(is_quick=is_quick, time_limit_ms=60_000)
        for pattern in PATTERNS:
            with qtbot.waitSignal(checker.tried) as caught:
                checker.try_pattern(pattern, TEXT)
            trials.append(caught.args[0])
        checker.stop()
    there, here = trials[: len(PATTERNS)], trials[len(PATTERNS) :]
    assert [same(one, other) for one, other in zip(there, here, strict=True)] == [True] * 4
    assert [bool(trial.error) for trial in here] == [False, False, True, False]


def test_long_runs_are_tried_with_the_same_result(qtbot, in_process):
    trials = []
    for switch in (lambda: None, in_process):
        switch()
        checker = PatternChecker(time_limit_ms=60_000)
        with qtbot.waitSignal(checker.runs_tried) as caught:
            checker.try_runs(r"\w+$|(?s:.)")
        trials.append(caught.args[0])
        checker.stop()
    assert trials[0] == trials[1]
    assert trials[0].slow_on is None


def test_engines_give_the_same_verdicts(qtbot, in_process):
    data = b"low lower"
    own = OwnCut(preset_pattern("gpt2"), data, np.array([0, 3, 9]), np.ones(2, np.bool_))
    verdicts = []
    for switch in (lambda: None, in_process):
        switch()
        checker, found = EngineChecker(limit_ms=60_000), []
        checker.found.connect(found.append)
        checker.ask(own)
        qtbot.waitUntil(lambda c=checker: not c.is_busy)
        verdicts.append(found)
    assert len(verdicts[0]) == 3
    pairs = zip(*verdicts, strict=True)
    assert [(one.engine, same(one, other)) for one, other in pairs] == [
        (verdict.engine, True) for verdict in verdicts[0]
    ]


def test_what_is_stopped_is_not_answered(qtbot, in_process):
    in_process()
    checker = PatternChecker()
    with qtbot.assertNotEmitted(checker.tried, wait=50):
        checker.try_pattern("gpt2", TEXT)
        checker.stop()
    assert not checker.is_busy
    with qtbot.waitSignal(checker.tried) as caught:
        checker.try_pattern("gpt2", TEXT)
    assert caught.args[0].error == ""
    checker.stop()
    assert checker.findChild(AnswersInProcess).state() is QProcess.ProcessState.NotRunning
