"""The inspector: what is long wraps, and can be copied as it is."""

from __future__ import annotations

import pytest

from workbench.frame.inspector import Inspector
from workbench.state import Fact, Inspection
from workbench.ui.theme.theme import INSPECTOR_WIDTH
from workbench.ui.widgets.labels import FlowingText

PATTERN = "(?:[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}{1,3}+|[^\\s\\p{L}\\p{N}]++)" * 3


@pytest.mark.parametrize("is_mono", [True, False])
def test_a_long_pattern_wraps(qtbot, state, theme, is_mono):
    inspector = Inspector(state, theme)
    qtbot.addWidget(inspector)
    inspector.resize(INSPECTOR_WIDTH, 600)
    inspector.show()
    state.inspect(Inspection("Run", "wide", (Fact("Pattern", PATTERN, mono=is_mono),)))
    [shown] = inspector.findChildren(FlowingText)
    qtbot.waitUntil(lambda: shown.height() > 3 * shown.fontMetrics().lineSpacing())
    assert inspector.widget().width() <= inspector.viewport().width()
    assert not shown.verticalScrollBar().maximum()
    assert shown.toPlainText() == PATTERN
    assert PATTERN in inspector.shown_text()
