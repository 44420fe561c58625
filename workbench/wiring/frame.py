"""The window itself: engine state, formats, closing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.app import Workbench


def connect_frame(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    workbench.window.run_requested.connect(workbench.runs.open)
    workbench.engine.words_changed.connect(workbench.window.status.set_engine_state)
    workbench.engine.became_ready.connect(workbench.exports.offer_formats)
    workbench.engine.process_started.connect(workbench.window.status.show_process)
    workbench.window.status.set_engine_state(workbench.engine.words)
    workbench.window.closed.connect(workbench.engine.stop)
