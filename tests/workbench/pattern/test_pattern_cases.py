"""Cases in the Pattern pane: run at every change of the pattern, taken from the preview, undone."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from tests.workbench.named import named, words_of
from workbench.frame.session_memory import CASES, SessionMemory
from workbench.state import WorkbenchState
from workbench.work.pattern_cases import MOST_CASES, PatternCase, read_case

NUMBER, CONTRACTION = read_case('"3.14" stays one'), read_case("\"don't\" → don|'t")


def marks(pane) -> str:
    return "".join(row.mark for row in pane.results.cases.rows)


def select(pane, text: str) -> None:
    """Select the first place of a text in the editor of the preview."""
    editor = pane.preview.findChild(QPlainTextEdit)
    cursor = editor.textCursor()
    at = editor.toPlainText().index(text)
    cursor.setPosition(at)
    cursor.setPosition(at + len(text), QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)


def spoken(pane) -> list[str]:
    """What a screen reader says of the marks."""
    model = pane.results.cases.table.model()
    role = Qt.ItemDataRole.AccessibleTextRole
    return [model.index(row, 0).data(role) for row in range(model.rowCount())]


def press(pane, name: str) -> None:
    next(each for each in pane.actions() if each.objectName() == name).trigger()


def test_cases_are_run_when_they_come_and_when_the_pattern_changes(qtbot, pane, state):
    state.set_pattern_cases((NUMBER, CONTRACTION))
    assert marks(pane) == "––"
    assert [words.partition(",")[0] for words in spoken(pane)] == ["not run", "not run"]
    qtbot.waitUntil(lambda: marks(pane) == "✗✓")
    assert [words.partition(",")[0] for words in spoken(pane)] == ["failed", "passed"]
    assert words_of(named(pane, "cases_passed")) == "✗ 1 failed, 1 of 2 passed"
    assert pane.results.cases.rows[0].outcome == "3|.|14"
    pane.desk.editor.set_pattern(r"[\d.]+|'?[a-z]+|(?s:.)", is_settled=False)
    qtbot.waitUntil(lambda: marks(pane) == "✓✓")
    assert words_of(named(pane, "cases_passed")) == "✓ 2 of 2 passed"
    pane.desk.editor.set_pattern("(ab", is_settled=False)
    qtbot.waitUntil(lambda: marks(pane) == "––")


def test_selected_text_becomes_a_case(qtbot, pane, state):
    pane.preview.set_text("ä 3.14 isn't")
    qtbot.waitUntil(lambda: not pane.is_trying)
    select(pane, "3.14")
    press(pane, "pattern.keep_as_one")
    assert state.pattern_cases == (NUMBER,)
    select(pane, "14 is")
    press(pane, "pattern.keep_split")
    assert state.pattern_cases == (NUMBER, PatternCase("14 isn", ("14", " isn")))
    qtbot.waitUntil(lambda: marks(pane) == "✗✓")
    select(pane, "3.14")
    press(pane, "pattern.keep_split")
    assert state.pattern_cases[-1] == PatternCase(" 3.14", (" 3", ".", "14"))
    assert len(state.pattern_cases) == 3
    press(pane, "pattern.keep_as_one")
    assert len(state.pattern_cases) == 3  # the same text has one case


def test_the_chosen_pre_tokens_become_a_case_and_line_ends_stay(qtbot, pane, state):
    named(pane.preview, "crlf").setChecked(True)
    pane.preview.set_text("a b\nc")
    qtbot.waitUntil(lambda: pane.spans.data == b"a b\r\nc" and not pane.is_trying)
    pane.view.set_current(1)
    pane.view.set_current(2, extend=True)
    press(pane, "pattern.keep_split")
    assert state.pattern_cases == (PatternCase(" b\r", (" b", "\r")),)
    select(pane, "b\nc")
    press(pane, "pattern.keep_as_one")
    assert state.pattern_cases[-1] == PatternCase("b\r\nc", ("b\r\nc",))


def test_a_case_is_written_changed_and_removed(qtbot, pane, state):
    panel = pane.results.cases
    panel.field.setText("3.14 stays one")
    qtbot.keyClick(panel.field, Qt.Key.Key_Return)
    assert "text in double quotes" in words_of(named(panel, "case_error"))
    assert state.pattern_cases == ()
    panel.field.setText(NUMBER.line)
    qtbot.keyClick(panel.field, Qt.Key.Key_Return)
    assert state.pattern_cases == (NUMBER,)
    assert panel.field.text() == ""
    panel.table.selectRow(0)
    panel.change_chosen()
    assert panel.field.text() == NUMBER.line
    panel.field.setText('"3,14" → 3|,|14')
    qtbot.keyClick(panel.field, Qt.Key.Key_Return)
    assert state.pattern_cases == (PatternCase("3,14", ("3", ",", "14")),)
    panel.table.selectRow(0)
    panel.remove_chosen()
    assert state.pattern_cases == ()


def test_no_more_cases_than_are_run_and_nothing_without_a_selection(qtbot, pane, state):
    press(pane, "pattern.keep_as_one")
    assert state.pattern_cases == ()
    state.set_pattern_cases(tuple(PatternCase(f"w{i}", (f"w{i}",)) for i in range(MOST_CASES)))
    pane.results.cases.field.setText(NUMBER.line)
    qtbot.keyClick(pane.results.cases.field, Qt.Key.Key_Return)
    assert len(state.pattern_cases) == MOST_CASES
    assert "at most 200" in words_of(named(pane, "case_error"))


def test_cases_are_there_at_the_next_start_and_damage_is_not_kept(qapp, state, tmp_path):
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    other_state = WorkbenchState()
    memory = SessionMemory(state, settings)
    memory.follow()
    state.set_pattern_cases((NUMBER, CONTRACTION))
    SessionMemory(other_state, settings).restore_recipe()
    assert other_state.pattern_cases == (NUMBER, CONTRACTION)
    settings.setValue(CASES, '["damaged"]')
    SessionMemory(other_state, settings).restore_recipe()
    assert other_state.pattern_cases == ()
