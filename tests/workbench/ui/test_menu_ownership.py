"""Menus outlive everything around them: nothing that lives is ever called deleted."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QMenu, QMenuBar, QPushButton, QVBoxLayout, QWidget

from workbench.frame.actions import WORKSPACES

pytestmark = pytest.mark.slow


@pytest.fixture
def driver(driver):
    driver.show_without_tour()
    return driver


def delete_now(widget: QWidget) -> None:
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)


def put_before_the_menus(window) -> QPushButton:
    """A button that comes before the bar of the menus in the order of Tab, and goes again."""
    button = QPushButton(window.top_bar)
    button.show()
    QWidget.setTabOrder(button, window.menu_bar)
    return button


def test_menus_live_on_when_their_neighbour_in_the_order_of_tab_goes(driver):
    window = driver.window
    for number in range(3):
        button = put_before_the_menus(window)
        window.actions_of_frame.next_part.trigger()
        for _ in range(6):
            window.actions_of_frame.next_part.trigger()
        delete_now(button)
        del button
        gc.collect()
        for name in WORKSPACES:
            window.show_workspace(name)
            assert window.menus.workspace.title() == window.actions_of_frame.titles[name]
            assert window.menus.workspace.actions()
        for menu in (window.menus.file, window.menus.view, window.layouts.menu):
            menu.aboutToShow.emit()
            assert menu.actions(), number
        window.layouts.save(f"own {number}")


def test_actions_stay_while_menus_are_filled_again_and_again(driver):
    window = driver.window
    for name in WORKSPACES:
        window.docks.pane(name)
    names = {each.name for each in window.registry.commands()}
    for number in range(40):
        window.show_workspace(WORKSPACES[number % len(WORKSPACES)])
        window.popups.show_commands()
        window.popups.palette.close()
        window.layouts.own.layouts_changed.emit()
        window.recent_files.add(f"file {number}")
        gc.collect()
    assert names <= {each.name for each in window.registry.commands()}
    assert len(window.menus.view.actions()) > len(WORKSPACES)


def test_the_focus_follows_even_if_a_menu_cannot_be_filled(driver, monkeypatch, qtbot):
    window = driver.window
    window.show_workspace("train")

    def break_down(_name: str) -> None:
        raise RuntimeError("no menu")

    monkeypatch.setattr(window.menus, "show_workspace", break_down)
    with qtbot.captureExceptions() as caught:
        window.show_workspace("runs")
    monkeypatch.undo()
    assert [str(error) for _, error, _ in caught] == ["no menu"]
    assert window.docks.pane("runs").isAncestorOf(window.focusWidget())


def test_pyside_still_calls_menus_deleted_that_qt_made(qtbot):
    """Why Menus makes its own: if this fails, PySide has mended it."""
    window = QWidget()
    qtbot.addWidget(window)
    row = QVBoxLayout(window)
    before, bar = QPushButton(), QMenuBar()
    row.addWidget(before)
    row.addWidget(bar)
    of_qt, of_python = bar.addMenu("of Qt"), QMenu("of Python", bar)
    bar.addMenu(of_python)
    at = window.nextInFocusChain()
    while at is not window:
        at = at.nextInFocusChain()
    delete_now(before)
    assert of_python.title() == "of Python"
    with pytest.raises(RuntimeError, match="already deleted"):
        of_qt.title()
