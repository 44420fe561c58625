"""The window itself: engine state, recent things, guide, log folder, closing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.app import Workbench


def connect_frame(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    window = workbench.window
    window.run_requested.connect(workbench.chooser.take_choice)
    workbench.engine.words_changed.connect(window.status.set_engine_state)
    workbench.engine.problem_found.connect(window.status.set_engine_problem)
    workbench.engine.process_started.connect(window.tasks.add)
    window.status.set_engine_state(workbench.engine.words)
    window.focus_parts.start()
    for stop in (workbench.engine.stop, window.status.stop, window.focus_parts.stop):
        window.closed.connect(stop)
    window.layouts.deleted.connect(workbench.undo.note_deleted_layout)
