"""The pattern pane and what is counted and read for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.app import Workbench


def connect_pattern(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    pane, flow = workbench.pattern_pane, workbench.patterns
    pane.counting_requested.connect(flow.count)
    pane.sample_requested.connect(flow.sample)
    flow.counted.connect(pane.results.note_count)
    flow.sampled.connect(pane.preview.set_text)
    flow.failed.connect(pane.results.note_no_count)
    flow.cancelled.connect(pane.results.note_no_count)
    flow.failed.connect(pane.bar.show_error)
