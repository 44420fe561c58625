"""The registry of commands: names, keys, conflicts, what a person changed, what was used last."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QListView, QTableView

from tests.workbench.sight import nameless_actions
from workbench.frame.action_registry import ActionRegistry
from workbench.frame.search_popup import (
    ENTRY_ROLE,
    SearchPopup,
    command_entries,
    fuzzy_match,
    key_entries,
)
from workbench.frame.shortcut_editor import ShortcutEditor
from workbench.ui.widgets.pane import Pane

TITLES = {"tokens": "Tokens", "runs": "Runs"}


def named(name, text, keys=""):
    action = QAction(text)
    action.setObjectName(name)
    action.setShortcut(QKeySequence(keys))
    return action


@pytest.fixture
def settings(tmp_path):
    return QSettings(str(tmp_path / "keys.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def panes(qtbot):
    made = {}
    for name, title in TITLES.items():
        made[name] = pane = Pane(title)
        qtbot.addWidget(pane)
    made["tokens"].make_action("tokens.next", "Next &difference…", list, keys="F8", hint="Goes on.")
    made["runs"].make_action("runs.delete", "Delete run", list, keys="Delete").setEnabled(False)
    made["runs"].actions()[0].setStatusTip("choose a run")
    return made


@pytest.fixture
def frame():
    return [named("window.tasks", "Tasks", "Ctrl+T"), named("window.go", "Go to Runs", "Ctrl+8")]


@pytest.fixture
def registry(settings, panes, frame):
    made = ActionRegistry(settings)
    made.add_frame(frame)
    made.add_panes(panes)
    return made


def test_commands_have_words_keys_and_the_reason_why_not(registry):
    command = registry.command("tokens.next")
    assert (command.text, command.keys_text, command.hint) == ("Next difference", "F8", "Goes on.")
    assert command.action.toolTip() == "Goes on. (F8)"
    delete = registry.command("runs.delete")
    assert (delete.workspace, delete.is_enabled, delete.reason) == ("runs", False, "choose a run")


def test_the_palette_has_what_was_used_last_first_and_the_impossible_last(registry):
    registry.note_used("window.go")
    entries = command_entries(registry, "tokens", TITLES)
    assert [each.text for each in entries] == [
        "Go to Runs", "Next difference", "Tasks", "Delete run",
    ]  # fmt: skip
    last = entries[-1]
    assert (last.detail, last.group, last.is_enabled) == ("choose a run", "Runs", False)


def test_of_the_same_words_the_workspace_in_front_comes_first(registry, panes, qtbot, theme):
    for name, pane in panes.items():
        pane.make_action(f"{name}.copy", "Copy rows", list)
    registry.note_used("runs.copy")
    for front in TITLES:
        entries = command_entries(registry, front, TITLES)
        copies = [each.payload.name for each in entries if each.text == "Copy rows"]
        other = next(name for name in TITLES if name != front)
        assert copies == [f"{front}.copy", f"{other}.copy"]
        popup = SearchPopup("Commands", "Find", theme, panes["runs"])
        popup.open_at(panes["runs"].pos(), entries, width=400)
        for words in ("copy", "copy rows", "rows"):
            qtbot.keyClicks(popup.findChild(QLineEdit), words)
            rows = popup.findChild(QListView).model()
            shown = [rows.index(row, 0).data(ENTRY_ROLE) for row in range(rows.rowCount())]
            found = [each.payload.name for each in shown if each.text == "Copy rows"]
            assert found == copies
            popup.findChild(QLineEdit).clear()
        popup.hide()


def test_the_keys_of_a_workspace_are_its_own_and_those_of_the_window(registry):
    entries = key_entries(registry, "runs", TITLES)
    assert [each.text for each in entries] == ["Delete run", "Go to Runs", "Tasks"]


def test_commands_made_later_are_found(registry, panes):
    panes["runs"].make_action("runs.compare", "Compare", list)
    assert registry.command("runs.compare").workspace == "runs"


def test_keys_are_in_conflict_only_where_both_hold(registry, panes):
    registry.set_keys("runs.delete", [QKeySequence("F8")])
    assert registry.conflicts("runs.delete", QKeySequence("F8")) == ()  # other workspace
    [other] = registry.conflicts("tokens.next", QKeySequence("Ctrl+T"))
    assert other.name == "window.tasks"
    panes["runs"].make_action("runs.open", "Open", list, keys="Ctrl+K, O")
    [chord] = registry.conflicts("window.tasks", QKeySequence("Ctrl+K"))
    assert chord.name == "runs.open"  # the beginning of a chord would never let it through
    assert registry.conflicts("window.tasks", QKeySequence("Ctrl+K, R")) == ()


def test_keys_that_were_changed_hold_at_the_next_start(registry, settings, panes, frame):
    registry.set_keys("tokens.next", [QKeySequence("Ctrl+K, N")])
    registry.set_keys("window.tasks", [])
    for action in (*frame, *panes["tokens"].actions()):
        action.setShortcut(QKeySequence("F8" if "next" in action.objectName() else "Ctrl+T"))
    second = ActionRegistry(settings)
    second.add_frame(frame[:1])
    second.add_panes({"tokens": panes["tokens"]})
    assert second.command("tokens.next").keys_text == "Ctrl+K, N"
    assert second.command("window.tasks").keys == ()
    second.reset("tokens.next")
    assert second.command("tokens.next").keys_text == "F8"
    second.reset_all()
    assert second.command("window.tasks").keys_text == "Ctrl+T"
    assert not second.is_changed("window.tasks")


def test_actions_without_a_name_are_found(panes):
    action = QAction("Forgotten", panes["runs"])
    action.setShortcut("Ctrl+J")
    assert nameless_actions(panes["runs"]) == [action]


@pytest.fixture
def editor(qtbot, registry, theme):
    made = ShortcutEditor(registry, TITLES, theme)
    qtbot.addWidget(made)
    made.show()
    made.open()
    return made


def test_the_editor_names_the_command_that_has_the_keys_and_takes_them(editor, registry):
    editor.choose("tokens.next")
    editor.press(QKeySequence("Ctrl+T"))
    assert "“Tasks”" in editor.words
    editor.take_keys()
    assert registry.command("tokens.next").keys_text == "Ctrl+T"
    assert registry.command("window.tasks").keys == ()
    assert editor.chosen.name == "tokens.next"
    editor.reset_chosen()
    assert registry.command("tokens.next").keys_text == "F8"


def test_enter_on_a_command_waits_for_its_new_keys(qtbot, editor, registry):
    editor.choose("tokens.next")
    table = editor.findChild(QTableView)
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Return)
    keys = editor.findChild(QKeySequenceEdit)
    assert keys.isAncestorOf(editor.focusWidget()) or editor.focusWidget() is keys
    qtbot.keyClick(editor.focusWidget(), Qt.Key.Key_F9)
    assert "already" not in editor.words
    editor.take_keys()
    assert registry.command("tokens.next").keys_text == "F9"


def test_the_editor_takes_chords_and_takes_keys_away(qtbot, editor, registry):
    editor.search("delete")
    assert editor.chosen.name == "runs.delete"
    editor.press(QKeySequence("Ctrl+K, R"))
    assert "already" not in editor.words
    editor.take_keys()
    assert registry.command("runs.delete").keys_text == "Ctrl+K, R"
    editor.remove_keys()
    assert registry.command("runs.delete").keys == ()
    with qtbot.waitSignal(editor.closed):
        qtbot.keyClick(editor, Qt.Key.Key_Escape)


@pytest.mark.parametrize(
    ("words", "better", "worse"),
    [
        ("run", "Run", "Prune"),
        ("op ru", "Open run", "Shop truck"),
        ("gtr", "Go to Runs", "Gutter bar"),
        ("tok", "Tokens", "Stoker"),
    ],
)
def test_beginnings_of_words_fit_better(words, better, worse):
    best, other = fuzzy_match(words, better), fuzzy_match(words, worse)
    assert best is not None
    assert other is None or best.score > other.score


def test_letters_strewn_about_are_no_match():
    assert fuzzy_match("xyz", "Open run") is None
    assert fuzzy_match("eod", "Remove the old word") is None
    assert fuzzy_match("", "anything").places == ()
    assert fuzzy_match("straße", "Die Straße").places == tuple(range(4, 10))
