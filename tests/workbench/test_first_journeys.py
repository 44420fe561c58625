"""How many actions lead from the first start to the worst language, and to a verified export."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton, QTabBar, QToolButton, QWidget

from engine.text import is_code
from tests.workbench.driver import WorkbenchDriver
from workbench.runs import export_panel
from workbench.runs.runs_tabs import EXPORT
from workbench.state import TrainingRequest
from workbench.work.demonstration import demonstration_config, sample_corpus
from workbench.work.training_settings import TrainingSettings

pytestmark = pytest.mark.slow


class Mouse:
    """Clicks what can be seen, and counts the clicks. `n_actions`: also dialogs that it answers."""

    def __init__(self, qtbot, driver) -> None:
        self._qtbot, self._window = qtbot, driver.window
        self.n_actions = 0

    def press(self, words: str, kind: type = QPushButton, *, within: QWidget | None = None) -> None:
        """Click the one button that says these words, or whose name begins with them."""
        buttons = (within or self._window).findChildren(kind)
        [button] = [
            each for each in buttons if each.isVisible() and each.isEnabled()
            and words in (each.text(), each.accessibleName().partition(",")[0])
        ]  # fmt: skip
        self._click(button, button.rect().center())

    def open_tab(self, tabs: QTabBar, place: int) -> None:
        self._click(tabs, tabs.tabRect(place).center())

    def _click(self, widget, place: QPoint) -> None:
        self.n_actions += 1
        self._qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place)


@pytest.fixture
def driver(qtbot, qapp, tmp_path):
    """The first start as the program does it: the sample is trained, the tour is shown."""
    made = WorkbenchDriver(qtbot, qapp, tmp_path)
    config = demonstration_config()
    made.start(TrainingRequest(config, corpus=sample_corpus()), TrainingSettings.of(config))
    yield made
    made.close()


@pytest.fixture
def mouse(qtbot, driver):
    return Mouse(qtbot, driver)


def test_the_worst_language_and_why_are_seen_after_fewer_than_five_actions(qtbot, driver, mouse):
    mouse.press("Leave tour")
    mouse.press("Compression", QToolButton)
    pane = driver.workbench.compression_pane
    qtbot.waitUntil(pane.view.why.isVisible)
    worst = pane.shown_rows[0]
    assert not is_code(worst.label)
    assert pane.view.figures.values()[0].startswith(worst.name)  # which
    assert pane.view.why.accessibleName().startswith(f"{worst.name}: ")  # and why
    assert "by the pattern" in pane.view.why.accessibleName()
    assert mouse.n_actions == 2


def test_a_verified_export_takes_fewer_than_eight_actions(
    qtbot, driver, mouse, tmp_path, monkeypatch
):
    def choose_folder(*_about: object) -> str:
        mouse.n_actions += 2  # a folder, and its dialog's button
        return str(tmp_path / "out")

    monkeypatch.setattr(export_panel, "ask_folder_to_save_in", choose_folder)
    mouse.press("Leave tour")
    mouse.press("Runs", QToolButton)
    pane = driver.workbench.runs_pane
    [tabs] = [each for each in pane.findChildren(QTabBar) if each.isVisible()]
    mouse.open_tab(tabs, EXPORT)
    flow = driver.workbench.export_flow
    with qtbot.waitSignal(flow.exported):
        mouse.press("Export and verify")
    assert (tmp_path / "out" / "tokenizer.json").is_file()
    assert pane.export.result.words[0].startswith("Identical ids on ")
    assert mouse.n_actions == 6
