"""The Pattern pane and the processes that try its patterns, made and ended."""

from __future__ import annotations

from contextlib import contextmanager

from workbench.pattern.pattern_checker import PatternChecker, PatternTrials
from workbench.pattern.pattern_pane import PatternPane


@contextmanager
def two_checkers(time_limit_ms):
    thorough = PatternChecker(time_limit_ms=time_limit_ms)
    quick = PatternChecker(time_limit_ms=time_limit_ms, is_quick=True)
    yield thorough, quick
    thorough.stop()
    quick.stop()


@contextmanager
def shown_pane(qtbot, state, theme, checkers):
    pane = PatternPane(state, theme, PatternTrials(*checkers))
    qtbot.addWidget(pane)
    pane.show()
    qtbot.waitUntil(lambda: pane.speed != "" and not pane.is_trying)
    yield pane
    pane.desk.engines.stop()
    qtbot.waitUntil(lambda: not any(each.is_busy for each in checkers))
