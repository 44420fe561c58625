"""Panes out of sight while the theme changes: each is back before it is shown, whatever happens."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QDockWidget, QLineEdit

from tests.workbench.driver import WorkbenchDriver
from workbench.frame.docks import DockShelf

pytestmark = pytest.mark.slow

NAMES = ("corpus", "train", "runs", "sizes")


@pytest.fixture
def driver(qtbot, qapp, tmp_path):
    made = WorkbenchDriver(qtbot, qapp, tmp_path)
    made.window.resize(1500, 800)
    made.start()
    for name in NAMES:
        made.window.show_workspace(name)
    made.window.show_workspace("corpus")
    yield made
    made.close()


@pytest.fixture
def docks(driver):
    return {
        dock.objectName().removeprefix("dock_"): dock
        for dock in driver.window.docks.findChildren(QDockWidget)
    }


@pytest.fixture
def switched(driver, docks):
    """The shelf right after a switch, when panes out of sight are aside."""
    driver.workbench.theme.set_preference("dark")
    shelf = driver.window.findChild(DockShelf)
    assert not shelf.is_empty
    assert [docks[name].widget() is None for name in NAMES] == [False, True, True, True]
    return shelf


def is_whole(driver, docks) -> bool:
    """Whether the panes that are built are in their docks, and no window of their own."""
    built = driver.workbench.panes.built
    return all(docks[name].widget() is pane and not pane.isWindow() for name, pane in built.items())


def test_panes_come_back_by_themselves(qtbot, driver, docks, switched):
    sheet = driver.window.styleSheet()
    qtbot.waitUntil(lambda: switched.is_empty)
    assert is_whole(driver, docks)
    assert driver.window.styleSheet() == sheet
    assert docks["corpus"].isVisible()
    assert not docks["runs"].isVisible()


@pytest.mark.parametrize(
    "show",
    [
        lambda driver: driver.window.show_workspace("runs"),
        lambda driver: driver.window.docks.toggle_beside("runs"),
        lambda driver: driver.window.docks.apply(driver.window.docks.captured()),
        lambda driver: driver.window.docks.reset(),
        lambda driver: driver.workbench.theme.set_preference("light"),
    ],
    ids=["workspace", "beside", "layout", "reset", "theme"],
)
def test_a_pane_is_in_its_dock_before_it_is_shown(qtbot, driver, docks, switched, show):
    show(driver)
    shown = [name for name, dock in docks.items() if not dock.isHidden()]
    assert all(docks[name].widget() is not None for name in shown)
    qtbot.waitUntil(lambda: switched.is_empty)
    assert is_whole(driver, docks)


def test_a_hidden_inspector_is_back_when_there_is_room_for_it(qtbot, driver, docks):
    driver.window.docks.set_inspector_wanted(False)
    inspector = docks["inspector"].widget()
    for show in (
        lambda: driver.window.docks.set_inspector_wanted(True),
        lambda: driver.window.resize(1500, 800),
    ):
        driver.workbench.theme.set_preference("dark")
        assert docks["inspector"].widget() is None
        show()
        qtbot.waitUntil(lambda: not docks["inspector"].isHidden())
        assert docks["inspector"].widget() is inspector
        driver.rest()
        driver.workbench.theme.set_preference("light")
        driver.rest()
        driver.window.resize(1024, 700)
        qtbot.waitUntil(docks["inspector"].isHidden)


def test_a_switch_that_fails_leaves_no_pane_out(qtbot, driver, docks, monkeypatch):
    theme = driver.workbench.theme
    sheet = type(theme).stylesheet

    def fails(_theme):
        raise ZeroDivisionError("no colours")

    monkeypatch.setattr(type(theme), "stylesheet", fails)
    with pytest.raises(ZeroDivisionError):
        theme.set_preference("dark")
    monkeypatch.setattr(type(theme), "stylesheet", sheet)
    assert QApplication.overrideCursor() is None
    shelf = driver.window.findChild(DockShelf)
    qtbot.waitUntil(lambda: shelf.is_empty)
    assert is_whole(driver, docks)


def test_the_focus_stays_and_a_window_that_closes_keeps_its_panes(driver, docks, qtbot):
    driver.window.show_workspace("train")
    field = driver.workbench.training_pane.findChild(QLineEdit)
    field.setFocus()
    focused, places = QApplication.focusWidget(), driver.window.docks.captured()
    driver.workbench.theme.set_preference("dark")
    assert QApplication.focusWidget() is focused
    assert driver.window.docks.captured().widths == places.widths
    driver.rest()
    assert driver.window.docks.captured() == places
    assert QApplication.focusWidget() is focused
    driver.workbench.theme.set_preference("light")
    driver.window.close()
    assert is_whole(driver, docks)
