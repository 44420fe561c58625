"""Exports and the registry: what to export or register, and the runs pane that shows both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from engine.formats import ExportOptions
from workbench.connections.panes import RUNS, SIZES
from workbench.runs.registry_flow import CheckedExports, FinishedExport, checked_words
from workbench.runs.runs_tabs import EXPORT, REGISTRY
from workbench.text.placeholders import fill
from workbench.ui.words.job_words import phase_words
from workbench.work.exact_tokenizer import runs_elsewhere
from workbench.work.jobs import StepProgress
from workbench.work.tokenizer_export import ExportSubject, ExportWish, checked_exports

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.runs.runs_pane import RunsPane
    from workbench.store import ExportRecord, RegisteredTokenizer
    from workbench.ui.widgets.pane import Pane


class ExportAsking(QObject):
    """Brings the view of exports or of the registry to the front, with the right subject."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench

    def offer_formats(self) -> None:
        """Give the panes that exist the formats that can be written."""
        from engine.formats import EXPORT_FORMATS

        formats = {
            name: QCoreApplication.translate("export formats", description)
            for name, description in EXPORT_FORMATS.items()
        }
        panes = self._workbench.panes
        if RUNS in panes.built:
            panes.pane(RUNS).set_export_formats(formats)
        if SIZES in panes.built:
            panes.pane(SIZES).set_export_formats(formats)

    def follow(self, _pane: Pane) -> None:
        """Give a new pane the formats, as soon as the engine is there that has them."""
        if self._workbench.engine.is_ready:
            self.offer_formats()

    def ask_run(self, request: tuple[str, str]) -> None:
        """Show the exports of a run, "" for the open tokenizer: (run id, format)."""
        run_id, format_name = request
        self._show(self._subject(run_id), format_name)

    def ask_size(self, request: tuple[int, str]) -> None:
        """Show the exports of the open tokenizer, cut to a size: (vocabulary size, format)."""
        size, format_name = request
        self._show(self._open_subject(size), format_name)

    def ask_name(self, run_id: str) -> None:
        """Ask for the name under which a run, "" for the open tokenizer, is registered."""
        pane = self._workbench.runs_pane
        subject = self._subject(run_id)
        if subject is None:
            pane.bar.show_error(self._refusal())
            return
        pane.show_content()
        pane.content.show_view(REGISTRY)
        pane.registry.form.ask(subject)

    def follow_tokenizer(self, _tokenizer: object = None) -> None:
        """Another tokenizer is open: the view of exports is about it from now on."""
        panel = self._workbench.runs_pane.export
        if panel.subject is not None and not panel.is_running:
            panel.set_subject(self._open_subject())

    def note_progress(self, step: StepProgress) -> None:
        self._workbench.runs_pane.export.note_progress(
            phase_words(step.phase), step.fraction or 0.0
        )

    def note_exported(self, finished: FinishedExport) -> None:
        """Show the result of an export, and list it with the others."""
        panel = self._workbench.runs_pane.export
        panel.end(finished.record)
        self._workbench.export_flow.read_records(finished.subject)
        self._workbench.registry.refresh()

    def verify_again(self, modules: Sequence[str]) -> None:
        """Repeat the export on show if its verdict waits for one of these libraries."""
        panel = self._workbench.runs_pane.export
        subject, record = panel.subject, panel.result.record
        if subject is None or record is None or panel.is_running or not panel.shows_result:
            return
        if set(panel.result.missing).isdisjoint(modules):
            return
        ((_, findings),) = checked_exports([record])
        if any(each.status != "same" for each in findings):
            words = self.tr("The exported files have changed since. Export again to verify them.")
            self._workbench.runs_pane.bar.show_note(words)
            return
        size = None if record.vocab_size == subject.vocab_size else record.vocab_size
        options = ExportOptions(**record.options)
        wish = ExportWish(record.format, record.folder, name=record.name, options=options)
        if size != subject.size:
            subject = replace(subject, size=size)
        self._workbench.export_flow.export((subject, wish))

    def note_stopped(self) -> None:
        """The user ended the export: say what is left of it."""
        self._workbench.runs_pane.bar.show_done(
            self.tr("Export cancelled. Files already written remain, unverified.")
        )

    def note_records(self, read: tuple[ExportSubject, tuple[ExportRecord, ...]]) -> None:
        """Earlier exports of what the view is about."""
        subject, records = read
        panel = self._workbench.runs_pane.export
        if panel.subject is subject:
            panel.set_records(records)

    def note_registered(self, found: RegisteredTokenizer) -> None:
        """Show a registered tokenizer in the list; one that was there before is said to be."""
        pane = self._workbench.runs_pane
        pane.registry.form.close_form()
        pane.registry.choose(found.reference)
        words = self.tr("%1 is registered and frozen.")
        if not found.is_new:
            words = self.tr("This tokenizer is already registered as %1.")
        pane.bar.show_done(fill(words, found.reference))

    def note_checked(self, checked: CheckedExports) -> None:
        """Say what became of exported files."""
        bar = self._workbench.runs_pane.bar
        show = bar.show_warning if checked.places("changed") else bar.show_note
        show(checked_words(checked))

    def note_opened(self, found: RegisteredTokenizer) -> None:
        words = fill(self.tr("%1 is the current tokenizer."), found.reference)
        self._workbench.runs_pane.bar.show_done(words)

    # ---- inside

    def _refusal(self) -> str:
        """Why nothing can be exported or registered."""
        tokenizer = self._workbench.state.any_tokenizer
        if tokenizer is not None and runs_elsewhere(tokenizer):
            words = self.tr(
                "The tokenizer runs in %1, which does not tell merges. `export RUN` writes the "
                "file of the library."
            )
            return fill(words, tokenizer.library)
        return self.tr("Choose a finished run, or open a tokenizer.")

    def _show(self, subject: ExportSubject | None, format_name: str) -> None:
        pane = self._workbench.runs_pane
        if subject is not None and not pane.export.is_running:
            pane.export.set_subject(subject)
        if subject is None:
            pane.export.set_subject(None)
            pane.bar.show_error(self._refusal())
        self._workbench.window.show_workspace("runs")
        pane.show_content()
        pane.content.show_view(EXPORT)
        if format_name:
            pane.export.form.choose_format(format_name)
        pane.export.form.focus_formats()

    def _subject(self, wanted: str) -> ExportSubject | None:
        """Of a run id, of NAME@VERSION, or of the open tokenizer for ""."""
        for each in self._workbench.registry.all:
            if each.reference == wanted:
                return ExportSubject(wanted, each.vocab_size, registered=wanted)
        return self._of_run(wanted)

    def _of_run(self, run_id: str) -> ExportSubject | None:
        run = self._workbench.runs.summary(run_id)
        if run is None or run_id == self._workbench.state.run_id:
            return self._open_subject()
        return ExportSubject(run.name, run.vocab_size, run_id=run_id)

    def _open_subject(self, size: int | None = None) -> ExportSubject | None:
        state, registry = self._workbench.state, self._workbench.registry
        tokenizer = state.tokenizer
        if tokenizer is None:
            return None
        run = self._workbench.runs.summary(state.run_id)
        reference = registry.open_reference if run is None else None
        name = state.tokenizer_name or self.tr("the open tokenizer")
        return ExportSubject(
            name=name if run is None else run.name,
            vocab_size=tokenizer.vocab_size,
            run_id=None if run is None else run.run_id,
            registered=reference,
            tokenizer=tokenizer,
            path=None if run is not None else state.tokenizer_path,
            size=None if size == tokenizer.vocab_size else size,
        )


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
