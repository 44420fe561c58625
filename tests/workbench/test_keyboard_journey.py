"""Journey: from the first start to an exported tokenizer, by keyboard alone."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton

from tests.workbench.driver import WorkbenchDriver
from workbench.frame.settings_dialog import SettingFrame

pytestmark = pytest.mark.slow


class Keyboard:
    """Presses keys where the focus is; nothing else touches the window."""

    def __init__(self, qtbot, driver: WorkbenchDriver) -> None:
        self._qtbot, self._driver = qtbot, driver

    @property
    def focused_words(self) -> str:
        """What the button that has the focus says."""
        focused = QApplication.focusWidget()
        return focused.text() if isinstance(focused, QPushButton) else ""

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
        target = QApplication.focusWidget() or self._driver.window
        self._qtbot.keyClick(target, key, modifier or Qt.KeyboardModifier.NoModifier)

    def write(self, words: str) -> None:
        for character in words:
            self._qtbot.keyClicks(QApplication.focusWidget(), character)

    def wait_for(self, words: str) -> None:
        """Wait until a button with these words has the focus."""

        def has_come() -> None:
            assert self.focused_words == words, QApplication.focusWidget()

        self._qtbot.waitUntil(has_come)

    def command(self, words: str) -> None:
        """Do a command out of the palette."""
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        self.press(Qt.Key.Key_P, both)
        self.write(words)
        self.press(Qt.Key.Key_Return)


def test_first_start_to_export_by_keyboard_alone(qtbot, driver, tmp_path, monkeypatch):
    keys = Keyboard(qtbot, driver)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "out"))
    driver.start()
    tour = driver.workbench.tour_guide.tour
    assert tour.step == 0  # the corpus
    keys.wait_for("Next")
    keys.press(Qt.Key.Key_Space)
    keys.wait_for("Train")
    keys.press(Qt.Key.Key_Space)
    keys.wait_for("Next")  # has the focus as soon as there is a tokenizer
    driver.wait_for_training()
    assert len(driver.runs) == 1
    keys.press(Qt.Key.Key_Space)
    assert driver.window.workspace == "compression"
    assert driver.inspected["Label"] == driver.shown_labels[0]
    keys.press(Qt.Key.Key_Space)
    assert driver.window.workspace == "vocabulary"
    qtbot.waitUntil(lambda: driver.chosen_token is not None)
    driver.wait_for_training()  # the tokens are listed, and the tour's choice is made
    chosen = driver.chosen_token
    assert len(driver.state.tokenizer.vocabulary[chosen]) >= 5
    keys.press(Qt.Key.Key_Space)
    assert driver.window.workspace == "tokens"
    keys.press(Qt.Key.Key_Space)
    assert driver.window.workspace == "runs"
    keys.wait_for("Finish")
    keys.press(Qt.Key.Key_Space)
    assert tour.step is None
    keys.command("export as tokenizer.json")
    panel = driver.workbench.runs_pane.export
    qtbot.waitUntil(lambda: panel.form.format == "tokenizer.json")
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    keys.press(Qt.Key.Key_Return, both)
    written = tmp_path / "out" / "tokenizer.json"
    qtbot.waitUntil(written.exists)
    driver.wait_for_training()
    assert panel.result.words[0].startswith("Identical ids")
    assert len(json.loads(written.read_text("utf-8"))["model"]["vocab"]) == 4096


def test_the_tour_is_left_and_not_shown_again(qtbot, driver):
    keys = Keyboard(qtbot, driver)
    driver.start()
    keys.wait_for("Next")
    keys.press(Qt.Key.Key_Escape)
    tour = driver.workbench.tour_guide.tour
    assert tour.step is None
    driver.workbench.tour_guide.begin_at_first_start(is_first=True)
    assert tour.step is None
    keys.command("tour")
    assert tour.step == 0


def test_settings_open_and_take_effect_by_keys(qtbot, driver):
    keys = Keyboard(qtbot, driver)
    driver.start()
    keys.press(Qt.Key.Key_Escape)
    keys.press(Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    dialog = driver.workbench.settings.dialog
    qtbot.waitUntil(dialog.search.hasFocus)
    keys.write("theme")
    shown = [each for each in dialog.findChildren(SettingFrame) if not each.isHidden()]
    assert [each.title for each in shown] == ["Theme"]
    keys.press(Qt.Key.Key_Tab)
    keys.press(Qt.Key.Key_End)
    assert driver.theme.scheme == "dark-contrast"
    keys.press(Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_every_preference_of_tokens_reaches_the_pane(driver):
    from workbench.ui.spans.span_colouring import Colouring
    from workbench.work import preferences

    values, options = driver.workbench.preferences, driver.workbench.tokens_pane.options
    for preference, value in (
        (preferences.TOKEN_COLOURING, "by_id"), (preferences.SPECIAL_TOKENS, "parse"),
        (preferences.SHOW_IDS, True), (preferences.WHITE_SPACE, False),
    ):  # fmt: skip
        values.set(preference, value)
    shown = driver.workbench.tokens_pane.show_menu.overlays
    assert (options.colouring, shown.ids, shown.white_space) == (Colouring.BY_ID, True, False)
    assert options.special == "parse"
    values.reset_all()
    assert driver.workbench.tokens_pane.show_menu.overlays.white_space
    assert options.special == "text"


def test_overlays_are_the_same_in_tokens_and_chat_and_remembered(driver):
    from workbench.ui.spans.overlays import Overlays
    from workbench.work import preferences

    tokens, chat = driver.workbench.tokens_pane, driver.workbench.chat_pane
    chosen = Overlays(ids=True, bytes=True, pre_tokens=True, mask=False)
    chat.show_menu.set_overlays(chosen)
    assert tokens.show_menu.overlays == chosen
    assert tokens.view.overlays == chosen
    assert driver.workbench.preferences.get(preferences.SHOW_BYTES) is True
    assert driver.workbench.preferences.get(preferences.SHOW_MASK) is False
    driver.workbench.preferences.reset_all()
    assert chat.show_menu.overlays == Overlays()


def test_threads_and_asking_take_effect_at_once(driver):
    from engine.machine.work import n_cores
    from workbench.work import preferences

    values = driver.workbench.preferences
    values.set(preferences.N_THREADS, 1)
    values.set(preferences.CONFIRM_CLOSE, False)
    assert n_cores() == 1
    assert driver.window.asks_before_closing is False
    values.reset_all()
    assert n_cores() >= 1
    assert driver.window.asks_before_closing is True
