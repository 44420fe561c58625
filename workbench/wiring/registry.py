"""The registry and the exports, with the runs pane that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.app import Workbench


def connect_registry(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, pane, asking = workbench.registry, workbench.runs_pane, workbench.exports
    pane.register_requested.connect(asking.ask_name)
    pane.registry.form.register_requested.connect(flow.register)
    pane.registry.open_requested.connect(flow.open)
    pane.registry.check_requested.connect(flow.check_exports)
    flow.checked.connect(asking.note_checked)
    pane.primary_changed.connect(asking.show_primary)
    flow.listed.connect(pane.registry.set_registered)
    flow.exports_listed.connect(pane.set_exports)
    flow.registered.connect(asking.note_registered)
    flow.opened.connect(asking.note_opened)
    flow.name_refused.connect(pane.registry.form.show_error)
    flow.failed.connect(pane.bar.show_error)
    workbench.runs.runs_changed.connect(flow.refresh)
    _connect_exports(workbench)


def _connect_exports(workbench: Workbench) -> None:
    flow, pane, asking = workbench.export_flow, workbench.runs_pane, workbench.exports
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
