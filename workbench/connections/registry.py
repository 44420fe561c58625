"""The registry and the exports, with the runs pane that shows them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.connections.workspaces import RUNS

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.runs.runs_pane import RunsPane


def connect_registry(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, panes = workbench.registry, workbench.panes
    panes.when_built(RUNS, partial(_connect_pane, workbench))
    panes.when_built(RUNS, partial(_connect_exports, workbench))
    panes.tell(RUNS, flow.listed, lambda pane: pane.registry.set_registered)
    panes.tell(RUNS, flow.exports_listed, lambda pane: pane.set_exports)
    panes.tell(RUNS, flow.failed, lambda pane: pane.bar.show_error)
    workbench.runs.runs_changed.connect(flow.refresh)
    for name in ("runs", "sizes"):
        panes.when_built(name, workbench.exports.follow)
    workbench.engine.became_ready.connect(workbench.exports.offer_formats)


def _connect_pane(workbench: Workbench, pane: RunsPane) -> None:
    flow, asking = workbench.registry, workbench.exports
    pane.register_requested.connect(asking.ask_name)
    pane.registry.form.register_requested.connect(flow.register)
    pane.registry.open_requested.connect(flow.open)
    pane.registry.check_requested.connect(flow.check_exports)
    flow.checked.connect(asking.note_checked)
    pane.primary_changed.connect(asking.show_primary)
    flow.registered.connect(asking.note_registered)
    flow.opened.connect(asking.note_opened)
    flow.name_refused.connect(pane.registry.form.show_error)


def _connect_exports(workbench: Workbench, pane: RunsPane) -> None:
    flow, asking = workbench.export_flow, workbench.exports
    pane.export_requested.connect(asking.ask_run)
    pane.export.export_requested.connect(flow.export)
    pane.export.cancel_requested.connect(flow.cancel)
    pane.export.records_requested.connect(flow.read_records)
    workbench.state.tokenizer_changed.connect(asking.follow_tokenizer)
    flow.started.connect(pane.export.begin)
    flow.progressed.connect(asking.note_progress)
    flow.exported.connect(asking.note_exported)
    flow.cancelled.connect(pane.export.end)
    flow.stopped.connect(asking.note_stopped)
    flow.records_listed.connect(asking.note_records)
    flow.failed.connect(pane.export.form.show_problem)
