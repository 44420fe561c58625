"""The frame: workspaces, layouts, rail, palette, chooser, status bar, inspector."""

from __future__ import annotations

import threading
from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QIcon, QPixmap
from PySide6.QtWidgets import QPushButton, QToolButton

from tests.patience import wait_for
from tests.workbench.named import named
from workbench.frame.actions import WORKSPACES
from workbench.frame.docks import Docks
from workbench.frame.inspector import Inspector
from workbench.frame.rail import Rail
from workbench.frame.search_popup import Entry, SearchPopup
from workbench.frame.status_bar import StatusBar
from workbench.frame.task_list import TaskRecords
from workbench.state import Fact, Inspection
from workbench.ui.theme.theme import INSPECTOR_WIDTH
from workbench.ui.widgets.buttons import ActionButton, ActionToolButton
from workbench.ui.widgets.lazy_panes import LazyPanes
from workbench.ui.widgets.message_bar import MessageBar, Offer
from workbench.ui.widgets.pane import Pane
from workbench.work.jobs import Job, StepProgress


@pytest.fixture
def docks(qtbot, qapp, state, theme):
    theme.apply(qapp)  # now: a later style sheet would change the layouts that are compared
    titles = {name: name.capitalize() for name in WORKSPACES}
    panes = LazyPanes({name: partial(Pane, title) for name, title in titles.items()})
    made = Docks(panes, titles, Inspector(state, theme))
    qtbot.addWidget(made)
    made.resize(1192, 730)
    made.show()
    made.show_workspace("corpus")
    return made


def test_a_workspace_shows_its_pane_alone(qtbot, docks):
    for name in WORKSPACES:
        docks.show_workspace(name)
        assert docks.visible_panes == (name,)
        assert docks.current == name


def test_two_panes_stand_side_by_side_and_each_workspace_remembers(qtbot, docks):
    docks.show_workspace("train")
    docks.toggle_beside("compression")
    assert docks.visible_panes == ("train", "compression")
    qtbot.waitUntil(lambda: docks.pane("compression").x() >= 0)
    docks.show_workspace("runs")
    assert docks.visible_panes == ("runs",)
    docks.show_workspace("train")
    assert docks.visible_panes == ("train", "compression")
    docks.toggle_beside("compression")
    assert docks.visible_panes == ("train",)


def test_reset_brings_order_and_stays(docks):
    docks.show_workspace("train")
    docks.toggle_beside("compression")
    docks.toggle_beside("runs")
    docks.inspector_dock.hide()
    docks.reset()
    assert docks.visible_panes == ("train",)
    assert not docks.inspector_dock.isHidden()
    once = docks.layouts()
    docks.reset()
    assert docks.layouts() == once


def test_a_layout_that_is_saved_and_restored_is_the_same(docks):
    docks.pane("runs")  # an arrangement knows the size of hidden docks, too
    docks.show_workspace("tokens")
    docks.toggle_beside("vocabulary")
    saved = docks.layouts()
    docks.reset()
    docks.show_workspace("runs")
    docks.set_layouts(saved)
    docks.show_workspace("tokens")
    assert docks.visible_panes == ("tokens", "vocabulary")
    assert docks.layouts()["tokens"] == saved["tokens"]


def test_controls_that_come_and_go_leave_the_inspector_its_width(qtbot, docks):
    wide = QPushButton("A control with a long name that takes much of the room of its pane")
    docks.pane("corpus").header.addWidget(wide)
    for shown in (False, True) * 4:
        wide.setVisible(shown)
        qtbot.waitUntil(lambda: abs(docks.inspector_dock.width() - INSPECTOR_WIDTH) <= 2)


def test_a_larger_window_gives_its_room_to_the_panes(qtbot, docks):
    docks.resize(1800, 900)
    qtbot.waitUntil(lambda: docks.width() == 1800)
    qtbot.waitUntil(lambda: abs(docks.inspector_dock.width() - INSPECTOR_WIDTH) <= 2)


def test_the_rail_chooses_and_docks_beside(qtbot, theme):
    actions = {name: QAction(name, checkable=True) for name in ("corpus", "runs")}
    for name, action in actions.items():
        action.setData(name)
    rail = Rail(actions, {"Make": ("corpus",), "Judge": ("runs",)}, theme)
    qtbot.addWidget(rail)
    rail.show()
    [button] = [each for each in rail.findChildren(QToolButton) if each.text() == "runs"]
    assert button.accessibleName() == "runs"
    with qtbot.waitSignal(actions["runs"].triggered):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(rail.beside_requested) as asked:
        control = Qt.KeyboardModifier.ControlModifier
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton, control)
    assert asked.args == ["runs"]


def test_the_rail_says_what_a_workspace_has_and_nothing_moves(qtbot, theme):
    actions = {name: QAction(name, checkable=True) for name in ("corpus", "runs")}
    rail = Rail(actions, {"Make": ("corpus",), "Judge": ("runs",)}, theme)
    qtbot.addWidget(rail)
    rail.show()
    corpus, runs = rail.findChildren(QToolButton)
    before = corpus.geometry(), runs.geometry()
    rail.set_state("corpus", "a state that is much longer than the rail is wide", "all of it")
    rail.set_state("runs", "<b>12</b> runs")
    assert corpus.accessibleName() == "corpus, all of it"
    assert corpus.toolTip() == "corpus\nall of it"
    assert "&lt;b&gt;12" in runs.toolTip()
    assert runs.accessibleName() == "runs, <b>12</b> runs"
    rail.grab()
    assert (corpus.geometry(), runs.geometry()) == before
    rail.resize(rail.width(), 2 * corpus.minimumSizeHint().height() + 90)  # the icons give way
    assert not rail.grab().isNull()
    assert runs.geometry().bottom() < rail.height()


def test_no_workspace_is_lit_while_a_page_is_in_sight(qtbot, theme):
    actions = {name: QAction(name, checkable=True) for name in ("corpus", "runs")}
    rail = Rail(actions, {"Make": ("corpus", "runs")}, theme)
    qtbot.addWidget(rail)
    rail.light("runs")
    assert [each.isChecked() for each in actions.values()] == [False, True]
    rail.light(None)
    assert not any(each.isChecked() for each in actions.values())
    rail.light("corpus")
    rail.light("runs")
    assert [each.isChecked() for each in actions.values()] == [False, True]


@pytest.fixture
def popup(qtbot, theme):
    pane = Pane("Behind")
    qtbot.addWidget(pane)
    made = SearchPopup("Commands", "Find a command", theme, pane)
    entries = [Entry("Train", "Ctrl+Return", 1), Entry("Open run", "", 2),
               Entry("Delete", "choose a run", 3, is_enabled=False)]  # fmt: skip
    pane.show()
    made.open_at(QPoint(10, 10), entries)
    yield made
    made.hide()


def test_typing_and_enter_choose_an_entry(qtbot, popup):
    qtbot.keyClicks(popup.focusWidget(), "run op")
    with qtbot.waitSignal(popup.chosen) as chosen:
        qtbot.keyClick(popup.focusWidget(), Qt.Key.Key_Return)
    assert chosen.args == [2]
    assert popup.isHidden()


def test_arrows_move_and_what_is_impossible_is_not_chosen(qtbot, popup):
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(popup.focusWidget(), key)
    with qtbot.assertNotEmitted(popup.chosen):
        qtbot.keyClick(popup.focusWidget(), Qt.Key.Key_Return)
    qtbot.keyClick(popup.focusWidget(), Qt.Key.Key_PageUp)
    with qtbot.waitSignal(popup.chosen) as chosen:
        qtbot.keyClick(popup.focusWidget(), Qt.Key.Key_Return)
    assert chosen.args == [1]


def test_the_status_bar_shows_the_running_job(qtbot, jobs):
    bar = StatusBar(TaskRecords(jobs))
    qtbot.addWidget(bar)
    bar.show()
    assert bar.words == "Idle"
    go_on = threading.Event()

    def reading():
        yield StepProgress("Read corpus", 0.5, 12.0)
        wait_for(go_on)

    job = Job(reading(), title="Corpus")
    with qtbot.waitSignal(job.progressed):
        jobs.start(job)
    qtbot.waitUntil(lambda: bar.words == "Corpus: Read corpus")
    with qtbot.waitSignal(job.finished):
        go_on.set()
    assert bar.words == "Idle"
    assert "free" in named(bar, "memory").text()
    bar.stop()


def test_the_inspector_shows_what_is_chosen(qtbot, state, theme):
    inspector = Inspector(state, theme)
    qtbot.addWidget(inspector)
    inspector.show()
    state.inspect(Inspection("Token", "·the", (Fact("Id", "262", mono=True),), mono_title=True))
    assert "·the" in inspector.shown_text()
    assert "262" in inspector.shown_text()
    state.inspect(None)
    assert "Select" in inspector.shown_text()


def test_a_message_can_be_copied_acted_on_and_dismissed(qtbot, qapp):
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.show_error("The disk is full.", offer=Offer("Try again", bar.clear))
    assert bar.text == "The disk is full."
    bar.copy_text()
    assert qapp.clipboard().text() == "The disk is full."
    with qtbot.waitSignal(bar.dismissed):
        qtbot.keyClick(bar, Qt.Key.Key_Escape)
    assert bar.text == ""


def test_a_pane_takes_no_files_unless_it_says_so(qtbot, tmp_path):
    pane = Pane("Sizes")
    qtbot.addWidget(pane)
    assert (pane.drop_words([tmp_path]), pane.accept_drop([tmp_path])) == ("", False)


def test_an_empty_pane_offers_its_one_action(qtbot):
    pane = Pane("Vocabulary")
    qtbot.addWidget(pane)
    empty = pane.set_empty("All tokens of a tokenizer.", "Train")
    assert pane.is_empty
    pane.set_content(Pane("inner"))
    pane.show_content()
    assert not pane.is_empty
    pane.show_empty()
    with qtbot.waitSignal(empty.action_requested):
        empty.act()


def test_tool_tips_name_the_keys_that_are_bound_now(qtbot):
    action = QAction("Train")
    action.setToolTip("Train a tokenizer")
    action.setShortcut("Ctrl+Return")
    button = ActionButton(action)
    tool = ActionToolButton(action)
    qtbot.addWidget(button)
    qtbot.addWidget(tool)
    assert {button.toolTip(), tool.toolTip()} == {"Train a tokenizer (Ctrl+Return)"}
    action.setShortcut("F5")
    assert {button.toolTip(), tool.toolTip()} == {"Train a tokenizer (F5)"}
    action.setShortcut("")
    assert {button.toolTip(), tool.toolTip()} == {"Train a tokenizer"}


def test_a_tool_button_follows_its_action_with_as_many_connections(qtbot):
    action = QAction("Train")
    tool = ActionToolButton(action)
    qtbot.addWidget(tool)
    connections = action.receivers("2changed()")
    for number in range(10):
        action.setIconText(f"Train {number}")
        action.setEnabled(number % 2 == 0)
    assert action.receivers("2changed()") == connections
    assert (tool.text(), tool.isEnabled()) == ("Train 9", False)
    action.setCheckable(True)
    action.setChecked(True)
    picture = QPixmap(8, 8)
    action.setIcon(QIcon(picture))
    assert tool.isChecked()
    assert not tool.icon().isNull()
