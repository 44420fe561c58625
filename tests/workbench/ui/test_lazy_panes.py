"""Panes are built when they are first shown or needed, and miss nothing of what came before."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QSettings, Signal
from PySide6.QtWidgets import QWidget

from tests.workbench.driver import WorkbenchDriver
from workbench.frame.actions import WORKSPACES
from workbench.frame.window_memory import WORKSPACE
from workbench.ui.widgets.lazy_panes import LazyPanes
from workbench.ui.widgets.pane import Pane
from workbench.work.preferences import TOUR_SEEN

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[3]
NOT_AT_START = """
import sys
from pathlib import Path
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from workbench.app import Workbench
from workbench.store import RunStore
from workbench.ui.theme.theme import Theme

application = QApplication([])
folder = Path(sys.argv[1])
settings = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)
settings.setValue("workspace", sys.argv[2])
workbench = Workbench(RunStore.open(folder / "runs.sqlite"), settings, Theme("light"))
workbench.theme.apply(application, workbench.window)
workbench.window.show()
application.processEvents()
print(*workbench.panes.built)
print(*(name for name in sys.modules if name.endswith("_pane") or ".frame." in name))
print("workbench.chat.chat_flow" in sys.modules)
workbench.window.close()
workbench.shutdown()
"""
LATER = ("about_dialog", "guide_page", "settings_dialog", "shortcut_editor")


class Flow(QObject):
    started = Signal()
    progressed = Signal(object)
    failed = Signal(object)


class Listener(Pane):
    """Writes down what it is told."""

    def __init__(self) -> None:
        super().__init__("Listener")
        self.told: list[object] = []

    def note_started(self) -> None:
        self.told.append("started")

    def note(self, value: object) -> None:
        self.told.append(value)


@pytest.fixture
def driver(qtbot, qapp, tmp_path):
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    settings.setValue(WORKSPACE, "corpus")
    settings.sync()
    made = WorkbenchDriver(qtbot, qapp, tmp_path)
    made.workbench.preferences.set(TOUR_SEEN, True)
    yield made
    made.close()


def built(driver: WorkbenchDriver) -> set[str]:
    return set(driver.workbench.panes.built)


# ---- the mechanism


def test_a_pane_is_built_once_and_then_connected(qtbot):
    made, met = [], []

    def make() -> Pane:
        made.append(Pane("One"))
        qtbot.addWidget(made[-1])
        return made[-1]

    panes = LazyPanes({"one": make, "two": partial(Pane, "Two")})
    panes.when_built("one", met.append)
    assert "one" in panes and "three" not in panes
    assert (list(panes), dict(panes.built), made, met) == (["one", "two"], {}, [], [])
    assert panes["one"] is panes.build("one") is made[0]
    panes.when_built("one", met.append)
    assert met == [made[0], made[0]]
    assert panes.built == {"one": made[0]}


def test_a_new_pane_hears_the_last_word_of_every_signal_in_the_order_they_were_sent(qtbot):
    flow, other = Flow(), Flow()
    panes = LazyPanes({"late": Listener})
    panes.tell("late", flow.failed, lambda pane: pane.note)
    panes.tell("late", flow.progressed, lambda pane: pane.note)
    panes.tell("late", flow.started, lambda pane: pane.note_started)
    panes.tell("late", other.failed, lambda pane: pane.note)
    flow.failed.emit("failed once")
    flow.started.emit()
    for percent in (1, 2, 3):
        flow.progressed.emit(percent)
    pane = panes.build("late")
    qtbot.addWidget(pane)
    assert pane.told == ["failed once", "started", 3]
    flow.progressed.emit(4)
    flow.started.emit()
    assert pane.told[3:] == [4, "started"]
    panes.tell("late", other.started, lambda pane: pane.note_started)
    other.started.emit()
    assert pane.told[5:] == ["started"]


# ---- the start


@pytest.mark.parametrize(("workspace", "module"), [("train", "training"), ("explore", "explore")])
def test_a_start_builds_and_imports_the_shown_pane_alone(tmp_path, workspace, module):
    environ = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "*=false"}
    done = subprocess.run(
        [sys.executable, "-c", NOT_AT_START, str(tmp_path), workspace],
        cwd=PROJECT, env=environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    names, imported, has_chat_flow = done.stdout.splitlines()
    assert names.split() == [workspace]
    panes = [
        name
        for name in imported.split()
        if name.endswith("_pane") and name != "workbench.training.designing_pane"
    ]
    assert panes == [f"workbench.{module}.{module}_pane"]
    assert set(imported.split()).isdisjoint(f"workbench.frame.{name}" for name in LATER)
    assert has_chat_flow == "False"


def test_showing_a_workspace_builds_its_pane_and_no_window_beside(qapp, driver):
    driver.window.show()
    seen = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            is_shown = event.type() is QEvent.Type.Show and isinstance(watched, QWidget)
            if is_shown and watched.isWindow() and watched is not driver.window:
                seen.append(type(watched).__name__)
            return False

    watch = Watch()
    qapp.installEventFilter(watch)
    expected = {"corpus"}
    assert built(driver) == expected
    for name in WORKSPACES:
        driver.window.show_workspace(name)
        expected.add(name)
        assert built(driver) == expected
        assert driver.window.docks.pane(name).isVisible()
    qapp.removeEventFilter(watch)
    assert seen == []


def test_a_window_whose_panes_were_never_built_can_be_closed(driver):
    driver.start()
    assert built(driver) == {"corpus"}
    driver.close()


# ---- what came before


def test_a_run_that_was_opened_before_is_shown_by_panes_that_are_built_later(qtbot, driver, corpus):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300, name="early")
    driver.wait_for_training()
    [run] = driver.runs
    assert built(driver) == {"corpus", "train"}
    window, workbench = driver.window, driver.workbench
    window.show_workspace("runs")
    assert driver.state.inspection.title == "early"
    assert workbench.runs_pane.list.table.rows.all_runs == (run,)
    assert [each.run_id for each in workbench.runs_pane.list.chosen] == [run.run_id]
    window.show_workspace("compression")
    assert set(driver.shown_labels) == {source.label for source in corpus.sources}
    window.show_workspace("vocabulary")
    driver.wait_for_training()
    assert workbench.vocabulary_pane.model.rowCount() == 300
    window.show_workspace("tokens")
    qtbot.waitUntil(lambda: bool(workbench.tokens_pane.ids))
    window.show_workspace("sizes")
    qtbot.waitUntil(lambda: workbench.sizes_pane.curves is not None)


def test_what_was_set_before_reaches_the_form_and_is_no_step_to_undo(driver, corpus):
    driver.start()
    driver.state.set_pattern("cl100k")
    steps = driver.workbench.history.steps
    driver.window.show_workspace("pattern")
    driver.window.show_workspace("train")
    assert driver.workbench.history.steps == steps
    assert "cl100k" in driver.workbench.training_pane.caption
    assert driver.workbench.history.steps


def test_the_plan_of_reading_needs_no_form(qtbot, driver, corpus):
    driver.start()
    driver.load_corpus(corpus)
    qtbot.waitUntil(lambda: driver.workbench.mixture.plan is not None)
    assert "train" not in built(driver)
    driver.window.show_workspace("train")
    assert driver.workbench.training_pane.reads


# ---- commands


def test_the_palette_finds_commands_of_panes_that_are_not_built(driver):
    driver.window.show()
    registry = driver.window.registry
    found = {command.name: command for command in registry.commands()}
    assert {"runs.open_run", "train.start", "vocabulary.clear_filter"} <= set(found)
    assert built(driver) == {"corpus"}
    done = []
    driver.workbench.panes.when_built("vocabulary", lambda pane: done.append(pane._side.timeline))
    driver.window.do_command(found["vocabulary.show_timeline"])
    assert driver.window.workspace == "vocabulary"
    assert built(driver) == {"corpus", "vocabulary"}
    assert registry.command("vocabulary.show_timeline").action is not (
        found["vocabulary.show_timeline"].action
    )
    assert not done[0].isHidden()


def test_keys_that_were_chosen_hold_before_and_after_the_pane_is_built(driver):
    registry = driver.window.registry
    key = registry.command("compression.evaluate").action.shortcut().fromString("Ctrl+J")
    registry.set_keys("compression.evaluate", [key])
    driver.window.show_workspace("compression")
    assert registry.command("compression.evaluate").keys == (key,)
    assert registry.is_changed("compression.evaluate")


def test_the_key_of_train_works_before_its_pane_is_built(qtbot, qapp, driver):
    driver.window.show()
    driver.window.activateWindow()
    qtbot.waitUntil(lambda: qapp.focusWidget() is not None)
    driver.press("Ctrl+Return")
    assert driver.window.workspace == "train"
    assert driver.pane_message  # there is no corpus yet


def test_a_command_that_cannot_be_done_says_why(driver):
    driver.window.show()
    command = driver.window.registry.command("runs.compare_runs")
    driver.window.do_command(command)
    assert driver.window_message.startswith(f"{command.text}: ")


def test_the_words_of_commands_are_those_of_the_panes_in_every_language():
    done = subprocess.run(
        [sys.executable, "docs/write_commands.py", "--check"],
        cwd=PROJECT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"run docs/write_commands.py\n{done.stderr}"


# ---- the look


def test_a_pane_that_is_built_after_the_theme_changed_wears_the_new_one(qtbot, driver):
    driver.window.show()
    driver.theme.set_preference("dark")
    driver.window.show_workspace("sizes")
    picture = driver.window.docks.pane("sizes").grab().toImage()
    dark = picture.pixelColor(3, picture.height() - 3).lightness()
    driver.theme.set_preference("light")
    driver.window.show_workspace("tokens")
    picture = driver.window.docks.pane("tokens").grab().toImage()
    assert dark < 60 < 200 < picture.pixelColor(3, picture.height() - 3).lightness()


def test_panes_beside_each_other_are_built_by_the_layout_that_shows_them(qtbot, qapp, driver):
    driver.window.resize(1920, 1000)
    driver.start()
    driver.window.layouts.apply("inspect")
    assert driver.window.docks.visible_panes == ("tokens", "vocabulary")
    assert built(driver) == {"corpus", "tokens", "vocabulary"}
    driver.close()
    again = WorkbenchDriver(qtbot, qapp, driver.folder)
    again.window.show()
    try:
        assert again.window.docks.visible_panes == ("tokens", "vocabulary")
        assert built(again) == {"tokens", "vocabulary"}
    finally:
        again.close()


def test_panes_out_of_sight_are_styled_after_those_in_sight(qtbot, driver):
    """Switching waits for what is in sight alone; what is hidden follows, or when it is shown."""
    driver.start()
    window = driver.window
    panes = {name: window.docks.pane(name) for name in ("corpus", "pattern", "runs")}
    window.show_workspace("corpus")
    before = window.actions_of_frame.themes
    scheme = "dark" if not driver.theme.is_dark else "light"
    before[scheme].trigger()
    assert window.isAncestorOf(panes["corpus"])
    assert not window.isAncestorOf(panes["runs"])
    window.show_workspace("runs")
    assert all(window.isAncestorOf(pane) for pane in panes.values())
    assert panes["runs"].isVisible()
    before["light" if scheme == "dark" else "dark"].trigger()
    qtbot.waitUntil(lambda: all(window.isAncestorOf(pane) for pane in panes.values()))
