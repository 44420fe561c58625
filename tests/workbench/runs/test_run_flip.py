"""One key changes between two runs in every workspace; what is scrolled stays."""

from __future__ import annotations

import pytest

from tests.workbench.runs.test_run_journeys import texts, two_runs  # noqa: F401

pytestmark = pytest.mark.slow


def test_a_key_flips_between_two_runs_and_scroll_positions_stay(qtbot, driver, texts):  # noqa: F811
    two_runs(driver, texts)
    bench, window = driver.workbench, driver.window
    action = window.actions_of_frame.flip_runs
    other, plain = driver.runs
    assert driver.state.run_id == other.run_id
    window.show_workspace("tokens")
    pane = bench.tokens_pane
    pane.set_text("the cat sat on the mat, die Katze saß\n" * 200)
    qtbot.waitUntil(lambda: pane.view.verticalScrollBar().maximum() > 300)
    pane.view.verticalScrollBar().setValue(200)
    for opened in (plain, other):
        before = pane.ids
        driver.press("F4")
        qtbot.waitUntil(lambda opened=opened: driver.state.run_id == opened.run_id)
        qtbot.waitUntil(lambda before=before: len(pane.ids) and pane.ids != before)
        qtbot.waitUntil(lambda: pane.view.verticalScrollBar().value() == 200)
    window.show_workspace("vocabulary")
    table = bench.vocabulary_pane.table
    qtbot.waitUntil(lambda: table.verticalScrollBar().maximum() > 60)
    table.verticalScrollBar().setValue(30)
    driver.press("F4")
    qtbot.waitUntil(lambda: driver.state.run_id == plain.run_id)
    qtbot.waitUntil(lambda: table.model().rowCount() == plain.vocab_size)
    qtbot.waitUntil(lambda: table.verticalScrollBar().value() == 30)
    bench.runs.delete((other.run_id,))
    assert not action.isEnabled()
    assert action.statusTip() == "open or compare two runs first"


def test_a_compared_pair_is_flipped(qtbot, driver, texts):  # noqa: F811
    two_runs(driver, texts)
    other, plain = driver.runs
    driver.train(310, name="third")
    driver.wait_for_training()
    driver.compare(plain.run_id, other.run_id)
    assert driver.state.run_id not in (plain.run_id, other.run_id)
    shown = driver.workbench.runs_pane.comparison.comparison
    first, second = (each.run_id for each in shown.compared)
    for run_id in (first, second, first):
        driver.press("F4")
        qtbot.waitUntil(lambda run_id=run_id: driver.state.run_id == run_id)
