"""The window as a whole: commands, layouts, undo, tasks, recent things, drops, keyboard."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QPoint, QPointF, QRect, QSettings, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QStyle

from engine.settings.sources import Mixture
from tests.workbench.driver import WorkbenchDriver
from tests.workbench.named import choose, named, write
from tests.workbench.sight import nameless_actions
from workbench.application import damage_words, put_damaged_aside
from workbench.frame.about_dialog import AboutDialog
from workbench.frame.action_registry import with_commands
from workbench.frame.actions import WORKSPACES
from workbench.frame.drop_overlay import Kind, kind_of
from workbench.frame.guide_pages import DOCS
from workbench.frame.layouts import BUILT_IN, OwnLayouts
from workbench.frame.settings_dialog import SettingsDialog
from workbench.frame.window_memory import DEFAULT_SIZE, FittingDialog, in_sight


@pytest.fixture
def driver(driver):
    driver.show_without_tour()
    return driver


# ---- commands


@pytest.mark.slow
def test_every_command_has_a_name_words_keys_and_a_line_in_the_guide(driver):
    registry = driver.window.registry
    for name in WORKSPACES:
        assert nameless_actions(driver.window.docks.pane(name)) == [], name
    driver.workbench.exports.offer_formats()
    commands = registry.commands()
    assert len({each.name for each in commands}) == len(commands) > 60
    for command in commands:
        assert command.text, command.name
        assert not command.workspace or command.name.startswith(f"{command.workspace}."), command
        for keys in command.keys:
            others = [other.name for other in registry.conflicts(command.name, keys)]
            assert others == [], (command.name, keys.toString())

    guide = (DOCS / "window" / "commands.md").read_text(encoding="utf-8")
    wanted = with_commands(guide, driver.window.registry, driver.window.docks.titles)
    assert guide == wanted, "run docs/write_commands.py"
    with pytest.raises(ValueError, match="lacks the line"):
        with_commands("# Guide", driver.window.registry, {})


def test_the_palette_goes_to_the_workspace_of_a_command_first(driver):
    driver.window.show_workspace("compression")
    driver.window.show_workspace("corpus")
    command = driver.window.registry.command("compression.measure_files")
    asked = []
    command.action.triggered.disconnect()
    command.action.triggered.connect(lambda: asked.append(driver.window.workspace))
    driver.window.do_command(command)
    assert asked == ["compression"]
    assert driver.window.registry.recent[0] == "compression.measure_files"


# ---- layouts


def test_built_in_layouts_show_their_workspaces(qtbot, driver):
    driver.window.resize(1920, 1000)
    docks = driver.window.docks
    for name, layout in BUILT_IN.items():
        driver.window.layouts.apply(name)
        assert set(docks.visible_panes) == set(layout.panes)
        assert driver.window.workspace == layout.front
        assert docks.wants_inspector == layout.inspector
    driver.window.actions_of_frame.reset_layout.trigger()
    assert docks.visible_panes == (driver.window.workspace,)
    assert docks.wants_inspector
    driver.window.layouts.apply("train")
    driver.window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    driver.workbench.compression_pane.setFocus()
    driver.workbench.compression_pane.filters.findChild(QLineEdit).setFocus()
    assert driver.window.workspace == "compression"  # the pane with the focus is in front
    assert docks.visible_panes == ("train", "compression")
    driver.window.resize(960, 640)
    driver.window.layouts.apply("inspect")  # does not fit side by side: tabs
    assert docks.visible_panes == ("tokens", "vocabulary")
    driver.window.show_workspace("vocabulary")
    assert not docks.pane("vocabulary").visibleRegion().isEmpty()
    assert docks.pane("tokens").visibleRegion().isEmpty()


def test_an_own_layout_is_saved_renamed_deleted_and_brought_back(driver):
    layouts, docks = driver.window.layouts, driver.window.docks
    layouts.apply("train")
    driver.window.actions_of_frame.save_layout.trigger()
    write(named(layouts.name_row, "name"), " Mine ")
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


def test_own_layouts_that_were_damaged_are_left_out(tmp_path):
    settings = QSettings(str(tmp_path / "other.ini"), QSettings.Format.IniFormat)
    sound = (
        '{"panes": ["runs"], "front": "runs", "widths": [], "inspector": true, "arrangement": ""}'
    )
    for text in ("{", "[]", '{"a": {"panes": 3}}', '{"a": {"panes": [], "front": "x"}}'):
        settings.setValue("layouts/own", text)
        assert OwnLayouts(settings).names == ()
    settings.setValue("layouts/own", f'{{"bad": 3, "Mine": {sound}}}')
    assert OwnLayouts(settings).names == ("Mine",)


LARGE, SMALL = QRect(0, 0, 1920, 1040), QRect(1920, 0, 1024, 676)


@pytest.mark.parametrize(
    ("wanted", "screens", "expected"),
    [
        (QRect(100, 50, 1280, 800), [LARGE], QRect(100, 50, 1280, 800)),
        (QRect(1800, 50, 1280, 800), [LARGE], QRect(640, 50, 1280, 800)),
        (QRect(1800, 20, 1000, 640), [LARGE, SMALL], QRect(1800, 20, 1000, 640)),  # on both
        (QRect(1900, 50, 1280, 800), [LARGE, SMALL], QRect(1920, 0, 1024, 676)),
        (QRect(0, 0, 1280, 800), [QRect(0, 24, 1024, 676)], QRect(0, 24, 1024, 676)),
        (QRect(2500, 50, 1280, 800), [LARGE], QRect(640, 50, 1280, 800)),  # its screen is missing
        (QRect(100, -900, 1280, 800), [LARGE], QRect(100, 0, 1280, 800)),  # its title is above
        (QRect(-4000, 0, 4000, 2000), [LARGE], QRect(0, 0, 1920, 1040)),
        (QRect(3, 4, 5, 6), [], QRect(3, 4, 5, 6)),
    ],
)
def test_a_window_is_as_large_as_its_screen_at_most_and_all_of_it_in_sight(
    wanted, screens, expected
):
    assert in_sight(wanted, screens) == expected


def test_the_window_and_its_dialogs_fit_the_screen(qtbot, qapp, tmp_path):
    driver = WorkbenchDriver(qtbot, qapp, tmp_path, fits_screen=True)
    room = driver.window.screen().availableGeometry()
    assert room.height() < DEFAULT_SIZE.height() + driver.window.style().pixelMetric(
        QStyle.PixelMetric.PM_TitleBarHeight
    )
    driver.start()
    assert driver.window.height() <= room.height()
    assert driver.window.width() <= max(room.width(), driver.window.minimumWidth())
    driver.trigger("Settings…")
    (dialog,) = driver.window.findChildren(SettingsDialog)
    dialog.close()
    dialog.resize(2 * room.size())
    dialog.open()
    assert room.contains(dialog.geometry())
    driver.close()


def test_windows_and_dialogs_come_back_when_their_screen_is_taken_away(qtbot, qapp, driver):
    driver.start()
    room = driver.window.screen().availableGeometry()
    dialog = FittingDialog(driver.window)
    dialog.show()
    dialog.setGeometry(room.translated(5000, 0))
    driver.window.setGeometry(room.translated(5000, 300))
    qapp.screenRemoved.emit(driver.window.screen())
    qtbot.waitUntil(lambda: room.contains(dialog.geometry()))
    assert room.contains(driver.window.geometry().topLeft())
    assert driver.window.frameGeometry().bottom() <= room.bottom()
    dialog.close()


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
def test_a_damaged_settings_file_is_put_aside(tmp_path, monkeypatch, content):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path))
    path = tmp_path / "window.ini"
    assert put_damaged_aside("window.ini") is None  # there is none yet
    path.write_bytes(content)
    aside = put_damaged_aside("window.ini")
    assert aside.read_bytes() == content
    assert str(aside) in damage_words(aside)
    settings = QSettings(str(path), QSettings.Format.IniFormat)
    assert settings.allKeys() == []
    settings.setValue("geometry", QByteArray(bytes(range(256))))
    settings.setValue("recent/files", ["a, b=c", "d;e"])
    settings.sync()
    assert put_damaged_aside("window.ini") is None


# ---- undo


def test_one_history_undoes_pattern_mixture_and_settings(driver, corpus):
    actions, state = driver.window.actions_of_frame, driver.state
    driver.load_corpus(corpus)
    state.set_pattern("cl100k")
    choose(named(driver.workbench.corpus_pane, "weighting"), "temperature")
    write(named(driver.workbench.training_pane.form, "vocab_size"), "9000")
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


def test_sources_come_back_and_recent_files_are_offered(qtbot, driver, tmp_path):
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
    recent = driver.window.recent_files
    assert [Path(item).name for item in recent.items] == ["eng.txt", "deu.txt"]
    (tmp_path / "deu.txt").unlink()
    first, second, *_ = _offered(driver.workbench.recent.files)
    assert first.text().endswith("eng.txt")
    assert first.isEnabled()
    assert second.text().endswith("deu.txt (missing)")
    assert not second.isEnabled()
    driver.window.actions_of_frame.clear_recent_files.trigger()
    assert recent.items == ()


def _offered(menu):
    menu.fill()  # as opening it does
    return menu.actions()


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
    assert made("x.json", b'{"version": "1.0", "added_tokens": []}') is Kind.TOKENIZER
    assert made("cl100k.tiktoken") is Kind.TOKENIZER
    assert made("mix.toml", b"alpha = 0.3\n") is Kind.MIXTURE
    assert made("mix.json", b'{"alpha": 0.3}') is Kind.MIXTURE
    assert made("data.json", b'{"text": "alpha"}') is Kind.CORPUS
    assert made("photo.png", b"\x89PNG\0\0") is Kind.OTHER
    assert kind_of(tmp_path / "nothing") is Kind.OTHER
    for name in ("pipe.txt", "pipe.json", "pipe.toml"):  # opening one would wait for ever
        os.mkfifo(tmp_path / name)
        assert kind_of(tmp_path / name) is Kind.OTHER


def test_a_drop_does_what_the_overlay_says_or_says_why_not(qtbot, driver, tmp_path):
    overlay = driver.window.drops
    recipe, picture = tmp_path / "mix.json", tmp_path / "photo.png"
    recipe.write_text('{"alpha": 0.5}', encoding="utf-8")
    picture.write_bytes(b"\x89PNG\0\0")
    assert "mixture" in overlay.plan_for(dropped(recipe), "runs").words
    text = tmp_path / "deu.txt"
    text.write_text("Wörter\n", encoding="utf-8")
    assert overlay.plan_for(dropped(text), "compression").words == "Measure on these texts"
    assert overlay.plan_for(dropped(text), "runs").words == "Add to the corpus"
    assert overlay.plan_for(dropped(text, picture), "compression").take is None
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier

    def drop(data):
        point = QPointF(QPoint(50, 50))
        overlay.dropEvent(QDropEvent(point, Qt.DropAction.CopyAction, data, buttons, keys))

    drop(dropped(recipe))
    assert driver.state.mixture == Mixture(alpha=0.5)
    assert driver.window.workspace == "corpus"
    drop(dropped(picture))
    assert "photo.png cannot be used here: it is no text" in driver.window_message
    drop(dropped(tmp_path / "gone.txt"))
    assert "gone.txt was not found" in driver.window_message
    words = QMimeData()
    words.setText("dropped words")
    assert "tokens" in overlay.plan_for(words, "runs").words
    drop(words)
    assert driver.window.workspace == "tokens"
    assert driver.window_message == ""  # the refusal before is over
    driver.window.pages.show_page(driver.workbench.imports.page)
    assert overlay.plan_for(dropped(text), "").words == "Report on this tokenizer's files"
    with qtbot.waitSignal(driver.workbench.imports.flow.started):
        drop(dropped(picture))


def test_a_drag_over_the_rail_is_dropped_there_and_leaves_no_veil(qtbot, driver, tmp_path):
    overlay, body = driver.window.drops, driver.window.drops.parentWidget()
    text = tmp_path / "a.txt"
    text.write_text("the cat sat\n")
    data, point, copy = dropped(text), QPoint(5, 300), Qt.DropAction.CopyAction
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    assert not overlay.geometry().contains(point)

    def enter():
        QApplication.sendEvent(body, QDragEnterEvent(point, copy, data, buttons, keys))
        assert overlay.isVisible()

    enter()
    QApplication.sendEvent(body, QDragLeaveEvent())
    assert overlay.isHidden()
    enter()
    QApplication.sendEvent(body, QDropEvent(QPointF(point), copy, data, buttons, keys))
    assert overlay.isHidden()
    assert driver.window.workspace == "corpus"
    sources = driver.workbench.corpus_pane.sources
    qtbot.waitUntil(lambda: [row.label for row in sources.rows] == ["a"])


# ---- pages


def test_the_guide_and_the_versions_are_read_in_the_window(qtbot, driver):
    driver.window.actions_of_frame.guide.trigger()
    page = driver.workbench.pages.guide
    assert driver.window.pages.page is page
    assert "tokenizer" in page.text
    page.search("Where things are kept")
    assert page.found == "Where things are kept"
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert driver.window.pages.page is None

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
            qtbot.waitUntil(lambda stop=stop: not stop.visibleRegion().isEmpty())


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
    qtbot.mouseClick(window.status, Qt.MouseButton.LeftButton)
    assert window.task_list.isVisible()
    qtbot.keyClick(window.task_list, Qt.Key.Key_Escape)
    assert not window.task_list.isVisible()
    assert not window.actions_of_frame.tasks.isChecked()
    window.layouts.apply("train")
    parts = []
    for _ in range(4):
        window.actions_of_frame.next_part.trigger()
        parts.append(window.focusWidget())
    pane, beside = driver.workbench.training_pane, driver.workbench.compression_pane
    assert any(pane.isAncestorOf(part) for part in parts)
    assert any(beside.isAncestorOf(part) for part in parts)
    assert len(set(parts)) == 4  # pane, pane beside, top bar, rail


def test_without_a_corpus_the_training_leads_to_one(driver):
    driver.window.show_workspace("train")
    driver.workbench.training_pane.results.corpus_requested.emit()
    assert driver.window.workspace == "corpus"
