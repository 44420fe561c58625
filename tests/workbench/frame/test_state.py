"""The state tells each change once, and equal values not at all."""

from __future__ import annotations

from workbench.state import Inspection


def test_equal_values_are_not_told(qtbot, state):
    with qtbot.waitSignal(state.pattern_changed):
        state.set_pattern("cl100k")
    with qtbot.assertNotEmitted(state.pattern_changed):
        state.set_pattern("cl100k")


def test_opening_a_run_changes_its_three_parts_together(qtbot, state, tokenizer):
    seen = []
    state.run_id_changed.connect(lambda run_id: seen.append((run_id, state.tokenizer)))
    with qtbot.waitSignal(state.tokenizer_changed):
        state.open_run("run-1", tokenizer, None)
    assert seen == [("run-1", tokenizer)]
    with qtbot.assertNotEmitted(state.tokenizer_changed):
        state.open_run("run-2", tokenizer, None)


def test_what_is_inspected_is_told(qtbot, state):
    with qtbot.waitSignal(state.inspection_changed) as changed:
        state.inspect(Inspection("Token", "the"))
    assert changed.args[0].title == "the"
