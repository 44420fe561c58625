"""A journey in the Pattern workspace: a pattern that explodes."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.slow


@pytest.fixture
def driver(driver_with_children):
    driver_with_children.start()
    return driver_with_children


def test_a_pattern_that_explodes_costs_nothing_but_a_sentence(qtbot, driver):
    driver.type_pattern(r"\p{L}+|[^\p{L}]+")
    driver.wait_for_pattern()
    assert driver.state.pattern == r"\p{L}+|[^\p{L}]+"
    driver.workbench.pattern_pane.preview.set_text("a" * 40 + "!")
    driver.wait_for_pattern()
    ticks = []
    timer = _ticking(ticks)
    driver.type_pattern(r"(?:a|aa)+$")
    driver.wait_for_pattern()
    timer.stop()
    assert "can explode" in driver.pattern_message
    assert "(?:a|aa)+" in driver.pattern_message
    assert len(ticks) > 20  # the window ticked on while the pattern was tried
    assert driver.state.pattern == r"\p{L}+|[^\p{L}]+"
    assert driver.shown_pretokens == [b"a" * 40, b"!"]
    driver.workbench.pattern_pane.preview.set_text("ab 12")
    driver.type_pattern(r"[a-z]+|(?s:.)")
    driver.wait_for_pattern()
    assert driver.shown_pretokens == [b"ab", b" ", b"1", b"2"]
    assert driver.state.pattern == r"[a-z]+|(?s:.)"
    assert "can explode" not in driver.pattern_message


def test_a_window_at_rest_asks_no_engines_later(driver):
    """The answer to a trial has the engines asked: a rest waits for it first."""
    driver.window.show_workspace("pattern")
    driver.workbench.pattern_pane.preview.set_text("ab 12")
    driver.rest()
    pane = driver.workbench.pattern_pane
    assert driver.shown_pretokens == [b"ab", b" 12"]
    assert not (pane.is_trying or pane.desk.engines.is_busy)


def _ticking(ticks: list[int]):
    from PySide6.QtCore import QTimer

    class Ticking(QTimer):
        def timerEvent(self, event):
            ticks.append(1)

    timer = Ticking()
    timer.start(10)
    return timer
