"""Commands of the frame in one window: lists to choose from, layouts, settings, drags, recent."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
)
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QListView, QPushButton

from engine import Corpus, Source, TrainingConfig, train_tokenizer
from engine.counting.kept import CountsCache
from engine.settings.sources import Mixture
from tests.workbench.driver import WorkbenchDriver
from tests.workbench.named import named, write
from tests.workbench.patient_bot import PatientBot
from workbench.connections.panes import facts_text
from workbench.frame.layouts import BUILT_IN
from workbench.frame.search_popup import ENTRY_ROLE
from workbench.work import preferences
from workbench.work.jobs import Job, StepProgress

BUTTON, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
COPY = Qt.DropAction.CopyAction


@pytest.fixture(scope="module")
def opened(request, qapp, tmp_path_factory):
    driver = WorkbenchDriver(PatientBot(request), qapp, tmp_path_factory.mktemp("frame"))
    driver.window.resize(1280, 800)
    driver.start()
    driver.workbench.tour_guide.tour.leave()
    driver.load_corpus(Corpus([Source("eng", texts=("low lower lowest " * 40,))]))
    driver.wait_for_training()
    yield driver
    driver.close()


@pytest.fixture(autouse=True)
def rested(opened):
    """Every test ends when what is measured behind the scenes has been measured."""
    yield
    opened.rest()


@pytest.fixture
def opened_folders(monkeypatch):
    """What the system is asked to show."""
    found = []
    show = staticmethod(lambda url: found.append(url.toLocalFile()))
    monkeypatch.setattr(QDesktopServices, "openUrl", show)
    return found


def listed(driver):
    """The list that is open over the window, and its entries."""
    popup = driver.window.popups.palette
    assert popup.isVisible()
    view = popup.findChild(QListView)
    model = view.model()
    return view, [model.index(row, 0).data(ENTRY_ROLE) for row in range(model.rowCount())]


def choose(driver, words):
    """Choose an entry of the open list with the mouse."""
    view, entries = listed(driver)
    row = [entry.text for entry in entries].index(words)
    view.clicked.emit(view.model().index(row, 0))


def press(widget, words):
    [button] = [each for each in widget.findChildren(QPushButton) if each.text() == words]
    button.click()


def test_the_list_of_changes_says_what_each_made_and_goes_there(opened):
    state, history = opened.state, opened.workbench.undo.history
    opened.window.show_workspace("corpus")
    before, pattern = state.training_settings, state.pattern
    state.set_training_settings(replace(before, vocab_size=12_345))
    state.set_pattern(r"\w+|\W+")
    state.set_corpus(Corpus([Source("deu", texts=("Wort und Worte " * 40,))]))
    state.set_mixture(Mixture(alpha=0.5))
    opened.wait_for_training()
    n_steps = len(history.steps)
    assert n_steps >= 3
    opened.window.actions_of_frame.undo_list.trigger()
    _, found = listed(opened)
    assert [each.text for each in (found[0], found[-1])] == [
        f"{history.steps[-1][:1].upper()}{history.steps[-1][1:]}", "Start",
    ]  # fmt: skip
    assert [each.detail for each in found] == ["now", *[""] * n_steps]
    groups = [each.group for each in found]
    assert any("12\u202f345" in each or "12,345" in each for each in groups), groups
    assert any(each.endswith(r"→ \w+|\W+") for each in groups), groups
    assert any(each == "− eng, + deu" for each in groups), groups
    choose(opened, "Start")
    assert (state.training_settings, state.pattern) == (before, pattern)
    opened.window.actions_of_frame.undo_list.trigger()
    assert [each.detail for each in listed(opened)[1]] == [*["undone"] * n_steps, "now"]
    opened.window.popups.palette.hide()
    opened.wait_for_training()


def test_layouts_are_kept_named_again_and_deleted_by_choosing_them(opened, qtbot):
    layouts, actions = opened.window.layouts, opened.window.actions_of_frame
    layouts.save("mine")
    actions.rename_layout.trigger()
    choose(opened, "Rename mine")
    assert layouts.name_row.isVisible()
    write(named(layouts.name_row, "name"), "ours")
    layouts.name_row.take_name()
    assert layouts.own.names == ("ours",)
    [own] = [each for each in layouts.menu.actions() if each.text() == "Layout: ours"]
    own.trigger()
    actions.delete_layout.trigger()
    choose(opened, "Delete ours")
    assert layouts.own.names == ()
    assert "ours" in opened.workbench.undo.history.undo_words
    actions.save_layout.trigger()
    qtbot.keyClick(layouts.name_row, Qt.Key.Key_Escape)
    assert not layouts.name_row.isVisible()
    pictures = []
    for each in actions.layouts.values():
        each.trigger()
        pictures.append(opened.window.docks.captured())
    assert len(pictures) == len(BUILT_IN)
    assert pictures[0] != pictures[1]


def test_settings_are_written_to_a_file_and_taken_from_one(
    opened, monkeypatch, tmp_path, opened_folders
):
    values, dialog = opened.workbench.preferences, opened.workbench.settings.dialog
    place = tmp_path / "settings.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", staticmethod(lambda *_: (str(place), "")))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", staticmethod(lambda *_: (str(place), "")))
    values.set(preferences.REDUCED_MOTION, True)
    press(dialog, "Save…")
    assert place.is_file()
    values.set(preferences.REDUCED_MOTION, False)
    press(dialog, "Load…")
    assert values.get(preferences.REDUCED_MOTION)
    values.set(preferences.REDUCED_MOTION, False)
    press(dialog, "Copy path")
    folder = QGuiApplication.clipboard().text()
    press(dialog, "Open folder")
    assert opened_folders == [folder]


def test_a_drag_says_what_dropping_would_do_until_it_leaves(opened, tmp_path):
    overlay, parent = opened.window.drops, opened.window.drops.parentWidget()
    opened.window.show_workspace("corpus")
    text = tmp_path / "deu.txt"
    text.write_text("Wörter\n", encoding="utf-8")
    good, bad = QMimeData(), QMimeData()
    good.setUrls([QUrl.fromLocalFile(str(text))])
    bad.setUrls([QUrl.fromLocalFile(str(tmp_path / "gone.txt"))])
    middle = parent.rect().center()
    QApplication.sendEvent(parent, QDragEnterEvent(middle, COPY, good, BUTTON, NO_KEY))
    assert overlay.isVisible()
    assert overlay.accessibleDescription() == "Add to the corpus"
    allowed = overlay.grab().toImage()
    overlay.event(QDragMoveEvent(QPoint(50, 50), COPY, bad, BUTTON, NO_KEY))
    assert "gone.txt was not found" in overlay.accessibleDescription()
    assert overlay.grab().toImage() != allowed
    overlay.event(QDragEnterEvent(middle, COPY, good, BUTTON, NO_KEY))
    assert overlay.accessibleDescription() == "Add to the corpus"
    overlay.event(QDragLeaveEvent())
    assert not overlay.isVisible()
    sources = opened.workbench.corpus_pane.sources
    drop = QDropEvent(QPointF(50, 50), COPY, good, BUTTON, NO_KEY)
    overlay.dropEvent(drop)
    opened.wait_for_training()
    assert text in {path for row in sources.rows for path in row.files}


def test_a_dropped_template_is_used(opened, tmp_path):
    path = tmp_path / "mine.jinja"
    path.write_text("{% for m in messages %}{{ m.content }}{% endfor %}", encoding="utf-8")
    opened.workbench.drops.use_template([path])
    opened.wait_for_training()
    assert opened.window.workspace == "chat"
    assert opened.workbench.chat_pane.templates.text == path.read_text("utf-8")


def test_a_recent_file_is_opened_again(opened, tmp_path, qtbot):
    text = tmp_path / "recent.txt"
    text.write_text("again and again\n", encoding="utf-8")
    opened.window.recent_files.add(str(text))
    menu = opened.workbench.recent.files
    [entry] = [each for each in menu.actions() if each.data() == str(text)]
    entry.trigger()
    pane = opened.workbench.corpus_pane
    qtbot.waitUntil(lambda: not pane.is_reading)
    assert text in {path for row in pane.sources.rows for path in row.files}


def test_keys_and_pages_are_shown_and_facts_copied(opened, monkeypatch, opened_folders):
    actions, window = opened.window.actions_of_frame, opened.window
    actions.keys.trigger()
    _, keys = listed(opened)
    assert any("Ctrl+" in each.detail for each in keys)
    window.popups.palette.hide()
    actions.shortcuts.trigger()
    assert window.pages.page is opened.workbench.pages.shortcuts
    window.show_workspace("corpus")
    actions.log.trigger()
    assert len(opened_folders) == 1
    assert "Python: " in facts_text()
    window.popups.show_runs()
    assert window.popups.runs.isVisible()
    window.popups.runs.hide()


def test_what_is_dropped_on_a_page_or_a_pane_is_theirs_first(opened, tmp_path, qtbot):
    window = opened.window
    text = tmp_path / "dropped.txt"
    text.write_text("low lower\n", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(text))])
    window.actions_of_frame.guide.trigger()
    assert window.drops.plan_for(data, "").words == "Add to the corpus"  # the guide takes nothing
    opened.workbench.imports.read_paths([text])
    page = window.pages.page
    plan = window.drops.plan_for(data, "")
    assert plan.words == "Report on this tokenizer's files"
    with qtbot.waitSignal(page.read_requested):
        plan.take()
    opened.wait_for_training()
    tokenizer = train_tokenizer(opened.state.corpus, TrainingConfig(260))
    opened.state.open_run(None, tokenizer, None, name="small")
    window.show_workspace("tokens")
    plan = window.drops.plan_for(data, "tokens")
    assert "tokens of this file" in plan.words
    plan.take()
    opened.wait_for_training()
    assert opened.workbench.tokens_pane.view.text.data == b"low lower\n"
    text.unlink()
    text.mkdir()
    plan.take()
    assert window.bar.text == "This workspace does not accept it."


def test_the_button_of_the_form_trains_and_the_chooser_opens_what_was_trained(
    opened, monkeypatch, tmp_path, qtbot
):
    window = opened.window
    before = len(opened.runs)
    window.show_workspace("train")
    write(named(opened.workbench.training_pane.form, "vocab_size"), "270")
    opened.workbench.training_pane.form.set_run_name("by the button")
    qtbot.mouseClick(opened.workbench.training_pane.side.train_button, BUTTON)
    opened.wait_for_training()
    assert len(opened.runs) == before + 1
    run = opened.runs[0]
    assert run.name == "by the button"
    opened.state.open_run(None, None, None)
    entries = window.popups.runs
    window.popups.show_runs()
    view = entries.findChild(QListView)
    rows = [view.model().index(row, 0) for row in range(view.model().rowCount())]
    [row] = [row for row in rows if row.data(ENTRY_ROLE).text == "by the button"]
    view.clicked.emit(row)
    qtbot.waitUntil(lambda: opened.state.run_id == run.run_id)
    saved = opened.state.tokenizer.save(tmp_path / "saved.twb")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", staticmethod(lambda *_: (str(saved), "")))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", staticmethod(lambda *_: str(tmp_path)))
    flow = opened.workbench.imports.flow
    window.popups.show_runs()
    row = view.model().index(view.model().rowCount() - 1, 0)
    assert row.data(ENTRY_ROLE).text == "Open tokenizer file…"
    with qtbot.waitSignal(flow.reported):
        view.clicked.emit(row)
    assert window.pages.page is opened.workbench.imports.page
    assert named(opened.workbench.imports.page, "use_tokenizer").isEnabled()
    with qtbot.waitSignal(flow.reported):
        window.actions_of_frame.open_tokenizer_folder.trigger()
    window.pages.leave()


def test_a_task_is_cancelled_in_the_status_bar(opened, qtbot):
    began, go_on = threading.Event(), threading.Event()

    def endless():
        yield StepProgress("Turn round", 0.5)
        began.set()
        while not go_on.is_set():
            yield StepProgress("Turn round", 0.5)

    job = Job(endless(), title="Wheel")
    opened.workbench.jobs.start(job)
    qtbot.waitUntil(lambda: opened.window.status.words == "Wheel: Turn round")
    with qtbot.waitSignal(job.cancelled):
        press(opened.window.status, "Cancel")
    assert opened.window.status.words == "Idle"
    go_on.set()


def test_what_is_wrong_with_the_engine_is_in_the_status_bar(opened):
    opened.workbench.engine.problem_found.emit("Kernels cannot be kept in /full.")
    status = opened.window.status
    said = [each for each in status.findChildren(QLabel) if "/full" in each.toolTip()]
    assert [each.accessibleDescription() for each in said] == ["Kernels cannot be kept in /full."]
    opened.workbench.engine.problem_found.emit("")


def test_text_grows_and_counts_are_cleared_from_the_settings(opened, monkeypatch, tmp_path, qtbot):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_COUNTS_CACHE", str(tmp_path))
    values, theme = opened.workbench.preferences, opened.workbench.theme
    usual = theme.font().pixelSize()
    values.set(preferences.TEXT_SIZE, 115)
    assert theme.font().pixelSize() > usual
    values.set(preferences.TEXT_SIZE, 100)
    assert theme.font().pixelSize() == usual
    restyled = [timer for timer in opened.window.findChildren(QTimer) if timer.isSingleShot()]
    qtbot.waitUntil(lambda: not any(timer.isActive() for timer in restyled))
    config = TrainingConfig(260)
    train_tokenizer(opened.state.corpus, config, cache=CountsCache())
    opened.window.actions_of_frame.settings.trigger()
    dialog = opened.workbench.settings.dialog
    kept = CountsCache().n_bytes
    assert kept > 0
    press(dialog, "Clear counts")
    assert CountsCache().n_bytes == 0
    assert [each for each in dialog.findChildren(QLabel) if "read again: 0" in each.text()]
    dialog.reject()


def test_special_tokens_are_named_in_the_list_of_changes(opened):
    state = opened.state
    before = state.training_settings
    state.set_training_settings(replace(before, special_tokens=("<|a|>", "<|b|>")))
    opened.window.actions_of_frame.undo_list.trigger()
    _, found = listed(opened)
    assert any(each.group.endswith("→ <|a|>, <|b|>") for each in found)
    opened.window.popups.palette.hide()
    opened.workbench.undo.history.undo()
    assert state.training_settings == before


def test_the_focus_stays_in_a_workspace_when_its_button_is_disabled_or_hidden(opened):
    window, lost = opened.window, []
    window.activateWindow()
    for name in opened.workbench.panes:
        window.show_workspace(name)
        pane = window.docks.pane(name)
        buttons = [each for each in pane.findChildren(QPushButton) if each.isVisible()]
        for button in [*buttons, *window.top_bar.findChildren(QPushButton)]:
            for change in (button.setEnabled, button.setVisible):
                button.setFocus()
                if not button.hasFocus():
                    continue
                change(False)
                focused = window.focusWidget()
                if focused is None or not (focused is pane or pane.isAncestorOf(focused)):
                    lost.append((name, button.text(), change.__name__, focused))
                change(True)
    assert not lost


def test_the_focus_goes_on_with_a_training_that_the_button_began(opened, qtbot):
    window, pane = opened.window, opened.workbench.training_pane
    window.activateWindow()
    window.show_workspace("train")
    button = pane.side.train_button
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not button.isEnabled() or pane.bar.text)
    assert pane is window.focusWidget() or pane.isAncestorOf(window.focusWidget())
    opened.wait_for_training()
    assert pane is window.focusWidget() or pane.isAncestorOf(window.focusWidget())
