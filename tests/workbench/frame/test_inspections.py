"""The inspector follows the workspace: no subject of another one stays."""

from __future__ import annotations

import pytest

from tests.workbench.driver import WorkbenchDriver
from workbench.state import Inspection
from workbench.work.preferences import TOUR_SEEN


@pytest.fixture
def driver(qtbot, qapp, tmp_path):
    made = WorkbenchDriver(qtbot, qapp, tmp_path)
    made.workbench.preferences.set(TOUR_SEEN, True)
    made.window.show()
    yield made
    made.close()


def test_each_workspace_has_its_own_subject(driver):
    window, state = driver.window, driver.state
    window.show_workspace("compression")
    thai = Inspection("Language", "Thai")
    state.inspect(thai)
    for name in ("corpus", "pattern", "train"):
        window.show_workspace(name)
        assert state.inspection is None, name
    piece = Inspection("Pre-token", "x")
    state.inspect(piece)
    window.show_workspace("compression")
    assert state.inspection == thai
    window.show_workspace("train")
    assert state.inspection == piece


def test_a_subject_stays_while_its_workspace_stands_beside(driver):
    window, state = driver.window, driver.state
    window.show_workspace("compression")
    window.docks.toggle_beside("corpus")
    state.inspect(Inspection("Language", "Thai"))
    window.docks.show_workspace("corpus")
    assert state.inspection == Inspection("Language", "Thai")
