"""The Pattern pane with the two processes that try its patterns."""

from __future__ import annotations

import pytest

NEVER_MS = 3_600_000


@pytest.fixture(scope="module")
def checkers(qapp):
    """The two children, which serve all tests of a module; a test that kills one gets another."""
    from tests.workbench.pattern.pattern_panes import two_checkers

    with two_checkers(NEVER_MS) as both:
        yield both


@pytest.fixture
def pane(qtbot, state, theme, checkers):
    from tests.workbench.pattern.pattern_panes import shown_pane

    with shown_pane(qtbot, state, theme, checkers) as shown:
        yield shown
