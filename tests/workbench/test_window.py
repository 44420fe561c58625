"""The window as a whole: commands, layouts, undo, tasks, recent things, drops, keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QPoint, QPointF, QRect, QSettings, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QLabel

from engine.mixture import Mixture
from tests.workbench.driver import WorkbenchDriver
from workbench.action_registry import nameless_actions
from workbench.command_table import with_commands
from workbench.frame.actions import WORKSPACES
from workbench.frame.dropped_things import Kind, kind_of
from workbench.frame.guide_page import guide_path
from workbench.frame.layouts import BUILT_IN, OwnLayouts
from workbench.frame.window_memory import in_sight
from workbench.preferences import TOUR_SEEN
from workbench.window_settings import open_settings


@pytest.fixture
def driver(qtbot, qapp, tmp_path):
    made = WorkbenchDriver(qtbot, qapp, tmp_path)
    made.workbench.preferences.set(TOUR_SEEN, True)
    made.window.show()
    yield made
    made.close()


# ---- commands


def test_every_command_has_a_name_words_and_keys_of_its_own(driver):
    registry = driver.window.registry
    for name in WORKSPACES:
        assert nameless_actions(driver.window.docks.pane(name)) == [], name
    commands = registry.commands()
    assert len({each.name for each in commands}) == len(commands) > 60
    for command in commands:
        assert command.text, command.name
        assert not command.workspace or command.name.startswith(f"{command.workspace}."), command
        for keys in command.keys:
            others = [other.name for other in registry.conflicts(command.name, keys)]
            assert others == [], (command.name, keys.toString())


def test_the_table_of_commands_in_the_guide_is_current(driver):
    driver.workbench.exports.offer_formats()
    guide = guide_path().read_text(encoding="utf-8")
    wanted = with_commands(guide, driver.window.registry, driver.window.docks.titles)
    assert guide == wanted, "run docs/write_commands.py"
    with pytest.raises(ValueError, match="lacks the line"):
        with_commands("# Guide", driver.window.registry, {})


def test_the_palette_goes_to_the_workspace_of_a_command_first(driver):
    driver.window.show_workspace("corpus")
    command = driver.window.registry.command("compression.measure_files")
    asked = []
    command.action.triggered.disconnect()
    command.action.triggered.connect(lambda: asked.append(driver.window.workspace))
    driver.window.do_command(command)
    assert asked == ["compression"]
    assert driver.window.registry.recent[0] == "compression.measure_files"


# ---- layouts


def test_built_in_layouts_show_their_workspaces(driver):
    driver.window.resize(1920, 1000)
    docks = driver.window.docks
    for name, layout in BUILT_IN.items():
        driver.window.layouts.apply(name)
        assert set(docks.visible_panes) == set(layout.panes)
        assert driver.window.workspace == layout.front
        assert docks.inspector_dock.isHidden() != layout.inspector
    driver.window.actions_of_frame.reset_layout.trigger()
    assert docks.visible_panes == (driver.window.workspace,)
    assert not docks.inspector_dock.isHidden()


def test_an_own_layout_is_saved_renamed_deleted_and_brought_back(driver):
    layouts, docks = driver.window.layouts, driver.window.docks
    layouts.apply("train")
    driver.window.actions_of_frame.save_layout.trigger()
    layouts.name_row.type_name(" Mine ")
    layouts.name_row.take_name()
    once = layouts.own.layout("Mine")
    docks.reset()
    docks.show_workspace("runs")
    layouts.apply("Mine")
    assert docks.visible_panes == ("train", "compression")
    assert docks.captured().widths == once.widths
    layouts.save("Mine")
    twice = layouts.own.layout("Mine")
    layouts.apply("Mine")
    assert docks.captured() == twice  # save, restore, save: a fixed point
    assert driver.window.registry.command("window.own_layout_Mine") is not None
    layouts.own.rename("Mine", "Ours")
    assert layouts.own.names == ("Ours",)
    layouts.delete("Ours")
    assert layouts.own.names == ()
    driver.window.actions_of_frame.undo.trigger()
    assert layouts.own.names == ("Ours",)


def test_own_layouts_outlive_the_window_and_damage(tmp_path, driver):
    driver.window.layouts.save("Mine")
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    settings.sync()
    kept = OwnLayouts(settings)
    assert kept.names == ("Mine",) or driver.window.layouts.own.names == ("Mine",)
    other = QSettings(str(tmp_path / "other.ini"), QSettings.Format.IniFormat)
    for text in ("{", "[]", '{"a": {"panes": 3}}', '{"a": {"panes": [], "front": "x"}}'):
        other.setValue("layouts/own", text)
        assert OwnLayouts(other).names == ()


def test_the_pane_with_the_focus_is_the_one_in_front(qtbot, driver):
    driver.window.layouts.apply("train")
    driver.window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    driver.workbench.compression_pane.setFocus()
    driver.workbench.compression_pane.filters.setFocus()
    driver.window.docks._follow_focus(None, driver.workbench.compression_pane.filters)
    assert driver.window.workspace == "compression"
    assert driver.window.docks.visible_panes == ("train", "compression")


SCREEN = QRect(0, 0, 1920, 1040)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (QRect(100, 50, 1280, 800), QRect(100, 50, 1280, 800)),
        (QRect(1800, 50, 1280, 800), QRect(1800, 50, 1280, 800)),  # 120 pixels to take hold of
        (QRect(2500, 50, 1280, 800), QRect(0, 0, 1280, 800)),  # its screen is gone
        (QRect(100, -900, 1280, 800), QRect(0, 0, 1280, 800)),  # its title is above the screen
        (QRect(-4000, 0, 4000, 2000), QRect(0, 0, 1920, 1040)),
    ],
)
def test_the_window_is_never_out_of_sight(wanted, expected):
    assert in_sight(wanted, [SCREEN]) == expected


def test_damaged_geometry_is_no_reason_not_to_open(qtbot, qapp, tmp_path):
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    for key in ("geometry", "layout/train", "layouts/own", "keys/window.tasks", "recent/files"):
        settings.setValue(key, QByteArray(b"\x00\x01nonsense"))
    settings.setValue("workspace", "nowhere")
    settings.sync()
    driver = WorkbenchDriver(qtbot, qapp, tmp_path)
    driver.window.show()
    assert driver.window.workspace == "train"
    driver.close()


@pytest.mark.parametrize("content", [b"\xff\xfe\x00garbage\x00", b"[General\nno value here\n{{{"])
def test_a_damaged_settings_file_is_put_aside(tmp_path, content):
    path = tmp_path / "window.ini"
    path.write_bytes(content)
    settings, words = open_settings(path)
    assert settings.allKeys() == []
    assert str(path) in words
    assert (tmp_path / "window.ini.damaged").read_bytes() == content
    settings.setValue("workspace", "runs")
    settings.setValue("geometry", QByteArray(bytes(range(256))))
    settings.setValue("recent/files", ["a, b=c", "d;e"])
    settings.sync()
    again, words = open_settings(path)
    assert (again.value("workspace"), words) == ("runs", "")
    assert again.value("recent/files") == ["a, b=c", "d;e"]


# ---- undo


def test_one_history_undoes_pattern_mixture_and_settings(driver, corpus):
    actions, state = driver.window.actions_of_frame, driver.state
    driver.load_corpus(corpus)
    state.set_pattern("cl100k")
    driver.workbench.corpus_pane.mixture.form.choose_mode("temperature")
    driver.workbench.training_pane.form.set_vocab_size_text("9000")
    assert actions.undo.text() == "Undo change of training settings"
    actions.undo.trigger()
    assert state.training_settings.vocab_size != 9000
    assert actions.undo.text() == "Undo change of mixture"
    assert state.mixture == Mixture(alpha=0.3)
    actions.undo.trigger()
    assert (state.mixture, actions.undo.text()) == (None, "Undo change of pattern")
    actions.undo.trigger()
    assert (state.pattern, actions.undo.isEnabled()) == ("gpt2", False)
    for _ in range(3):
        actions.redo.trigger()
    assert (state.pattern, state.mixture) == ("cl100k", Mixture(alpha=0.3))
    assert state.training_settings.vocab_size == 9000
    assert driver.workbench.training_pane.form.fields["vocab_size"] is not None


def test_sources_that_were_removed_come_back(qtbot, driver, tmp_path):
    for name in ("eng", "deu"):
        (tmp_path / f"{name}.txt").write_text("some words\n" * 20, encoding="utf-8")
    driver.workbench.engine_jobs.release()
    driver.add_to_corpus(tmp_path / "eng.txt", tmp_path / "deu.txt")
    pane = driver.workbench.corpus_pane
    pane.sources.remove([0])
    pane.sources.labels_changed.emit()
    [left] = [source.label for source in driver.state.corpus.sources]
    driver.window.actions_of_frame.undo.trigger()
    qtbot.waitUntil(lambda: not pane.is_reading)
    assert {source.label for source in driver.state.corpus.sources} == {"eng", "deu"}
    driver.window.actions_of_frame.redo.trigger()
    qtbot.waitUntil(lambda: not pane.is_reading)
    assert [source.label for source in driver.state.corpus.sources] == [left]


# ---- tasks, recent things


def test_the_tasks_open_from_the_status_bar_and_escape_leaves(qtbot, driver):
    window = driver.window
    qtbot.mouseClick(window.status, Qt.MouseButton.LeftButton)
    assert window.task_list.isVisible()
    qtbot.keyClick(window.task_list, Qt.Key.Key_Escape)
    assert not window.task_list.isVisible()
    assert not window.actions_of_frame.tasks.isChecked()


def test_recent_files_are_offered_and_those_that_are_gone_say_so(driver, tmp_path):
    there, gone = tmp_path / "eng.txt", tmp_path / "old.txt"
    there.write_text("words\n", encoding="utf-8")
    recent = driver.window.recent_files
    for path in (gone, there, there):
        recent.add(str(path))
    menu = driver.workbench.recent.files
    first, second, *_ = menu.actions()
    assert first.text().endswith("eng.txt")
    assert first.isEnabled()
    assert second.text().endswith("old.txt (gone)")
    assert not second.isEnabled()
    driver.window.actions_of_frame.clear_recent_files.trigger()
    assert recent.items == ()


# ---- drops


def dropped(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def test_what_is_dropped_is_known_by_name_and_first_bytes(tmp_path):
    def made(name, content=b"some text\n"):
        (tmp_path / name).write_bytes(content)
        return kind_of(tmp_path / name)

    for name in ("a.txt", "b.jsonl", "c.csv", "d.parquet", "e.txt.zst", "README", "f.toml"):
        assert made(name) is Kind.CORPUS, name
    assert made("tokenizer.json", b"{}") is Kind.TOKENIZER
    assert made("x.json", b'{"version": "1.0", "truncation": null}') is Kind.TOKENIZER
    assert made("cl100k.tiktoken") is Kind.TOKENIZER
    assert made("mix.toml", b"alpha = 0.3\n") is Kind.MIXTURE
    assert made("mix.json", b'{"alpha": 0.3}') is Kind.MIXTURE
    assert made("data.json", b'{"text": "alpha"}') is Kind.CORPUS
    assert made("photo.png", b"\x89PNG\0\0") is Kind.OTHER
    assert kind_of(tmp_path / "nothing") is Kind.OTHER


def test_a_drop_does_what_the_overlay_says_or_says_why_not(driver, tmp_path):
    overlay = driver.window.drops
    recipe, picture = tmp_path / "mix.json", tmp_path / "photo.png"
    recipe.write_text('{"alpha": 0.5}', encoding="utf-8")
    picture.write_bytes(b"\x89PNG\0\0")
    assert "mixture" in overlay.plan_for(dropped(recipe), "runs").words
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier

    def drop(data):
        point = QPointF(QPoint(50, 50))
        overlay.dropEvent(QDropEvent(point, Qt.DropAction.CopyAction, data, buttons, keys))

    drop(dropped(recipe))
    assert driver.state.mixture == Mixture(alpha=0.5)
    assert driver.window.workspace == "corpus"
    drop(dropped(picture))
    assert "photo.png is neither text" in driver.window_message
    drop(dropped(tmp_path / "gone.txt"))
    assert "gone.txt any more" in driver.window_message
    words = QMimeData()
    words.setText("dropped words")
    assert "tokens" in overlay.plan_for(words, "runs").words
    drop(words)
    assert driver.window.workspace == "tokens"


def test_the_pane_below_is_asked_first(driver, tmp_path):
    text = tmp_path / "deu.txt"
    text.write_text("Wörter\n", encoding="utf-8")
    overlay = driver.window.drops
    assert overlay.plan_for(dropped(text), "compression").words == "Measure on these texts"
    assert overlay.plan_for(dropped(text), "runs").words == "Add to the corpus"


# ---- pages


def test_the_guide_is_read_in_the_window(qtbot, driver):
    driver.window.actions_of_frame.guide.trigger()
    page = driver.workbench.pages.guide
    assert driver.window.pages.page is page
    assert "tokenizer" in page.text
    page.search("Where things are kept")
    assert page.found == "Where things are kept"
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert driver.window.pages.page is None


def test_about_names_versions_and_licences(qtbot, driver):
    from workbench.frame.about_dialog import AboutDialog

    driver.workbench.pages.show_about()
    [dialog] = driver.window.findChildren(AboutDialog)
    assert "Qt: 6" in dialog.text
    assert any("numpy" in part.text() for part in dialog.findChildren(QLabel))
    dialog.accept()


# ---- keyboard


def stops_of(window, pane):
    """Where Tab leads, from the pane on, once around."""
    pane.setFocus()
    stops = []
    while len(stops) < 300:
        window.focusNextChild()
        stop = window.focusWidget()
        if stop is None or stop in stops:
            return stops
        stops.append(stop)
    raise AssertionError("Tab does not come back")


def test_tab_stops_are_in_sight_and_have_names(qtbot, driver):
    driver.window.resize(1280, 800)
    driver.window.activateWindow()
    for name in WORKSPACES:
        driver.window.show_workspace(name)
        pane = driver.window.docks.pane(name)
        qtbot.waitUntil(pane.isVisible)
        stops = stops_of(driver.window, pane)
        assert len(stops) > 8
        for stop in stops:
            said = stop.accessibleName() or getattr(stop, "text", str)() or stop.toolTip()
            assert said, f"{name}: {type(stop).__name__} {stop.objectName()} in {stop.parent()}"
            assert stop.isVisible(), (name, said)
            assert not stop.visibleRegion().isEmpty(), (name, said)


def test_enter_presses_the_button_in_focus_and_escape_leaves(qtbot, driver):
    window = driver.window
    window.show_workspace("corpus")
    window.top_bar.chooser.setFocus()
    asked = []
    window.top_bar.chooser_requested.disconnect()
    window.top_bar.chooser_requested.connect(lambda: asked.append("runs"))
    qtbot.keyClick(window.top_bar.chooser, Qt.Key.Key_Return)
    assert asked == ["runs"]
    window.bar.show_note("Something")
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert driver.window_message == ""
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.focusWidget() is driver.workbench.corpus_pane
