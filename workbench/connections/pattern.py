"""The pattern pane, and what is counted and read for it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.connections.panes import PATTERN
from workbench.work.remembered import Remembered

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.pattern.pattern_pane import PatternPane


def connect_pattern(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    workbench.panes.when_built(PATTERN, partial(_connect_pane, workbench))


def _connect_pane(workbench: Workbench, pane: PatternPane) -> None:
    flow = workbench.patterns
    pane.counting_requested.connect(flow.count)
    pane.sample_requested.connect(flow.sample)
    usual: tuple[int, ...] = ()
    settings = workbench.window_settings
    heights = Remembered(settings, "pattern/heights", usual, tuple[int, ...], parent=pane)
    if heights.value:
        pane.halves.setSizes(heights.value)
    pane.heights_chosen.connect(heights.keep)
    flow.counted.connect(pane.results.note_count)
    flow.sampled.connect(pane.preview.set_text)
    flow.failed.connect(pane.results.note_no_count)
    flow.cancelled.connect(pane.results.note_no_count)
    flow.failed.connect(pane.bar.show_error)
