"""Extensions: the ways to the page that extends a tokenizer, and from it into the workspaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.connections.workspaces import RUNS
from workbench.imports.extension_flow import ExtensionFlow
from workbench.work.tokenizer_export import ExportSubject

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.imports.extension_page import ExtensionPage
    from workbench.runs.runs_pane import RunsPane

_OF_NO_TOKENIZER = ("corpus", "pattern", "train", "runs")


class Extensions(QObject):
    """The page is made when first asked for."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        state = workbench.state
        self.flow = ExtensionFlow(state, workbench.engine_jobs, workbench.store, self)
        self._page: ExtensionPage | None = None
        workbench.window.actions_of_frame.extend_tokenizer.triggered.connect(self.extend_open)
        workbench.panes.when_built(RUNS, self._follow_runs)
        self.flow.used.connect(self._show_used)

    @property
    def page(self) -> ExtensionPage:
        if self._page is None:
            from workbench.imports.extension_page import ExtensionPage

            self._page = page = ExtensionPage(self._workbench.theme)
            page.form.requested.connect(self.flow.extend)
            page.form.cancel_requested.connect(self.flow.cancel)
            page.form.keep_requested.connect(self.flow.stop_and_keep)
            page.use_requested.connect(self.flow.use)
            page.save_requested.connect(self.flow.save)
            page.bar.installation_requested.connect(self._workbench.installation.install)
            self.flow.started.connect(page.note_started)
            self.flow.progressed.connect(page.show_progress)
            self.flow.finished.connect(page.show_report)
            self.flow.failed.connect(page.show_failure)
            self.flow.cancelled.connect(page.note_cancelled)
            self.flow.written.connect(page.note_written)
            self._workbench.state.corpus_changed.connect(self._take_corpus)
            self._workbench.state.mixture_changed.connect(self._take_corpus)
        return self._page

    def extend_open(self) -> None:
        """Show the page with the open tokenizer."""
        state = self._workbench.state
        subject = None
        if state.tokenizer is not None:
            subject = ExportSubject(
                state.tokenizer_name or self._run_name(state.run_id) or self.tr("tokenizer"),
                state.tokenizer.vocab_size,
                run_id=state.run_id,
                tokenizer=state.tokenizer,
            )
        self._show_page(subject)

    def extend_run(self, run_id: str) -> None:
        """Show the page with a stored run; its tokenizer is read when it is extended."""
        runs = self._workbench.runs.runs
        run = next((each for each in runs if each.run_id == run_id), None)
        if run is not None:
            self._show_page(ExportSubject(run.name, run.vocab_size, run_id=run_id))

    def _follow_runs(self, pane: RunsPane) -> None:
        pane.commands.extend_requested.connect(self.extend_run)

    def _show_page(self, subject: ExportSubject | None) -> None:
        page = self.page
        if not self.flow.is_running:
            page.form.set_subject(subject)
        self._take_corpus()
        self._workbench.window.pages.show_page(page)

    def _take_corpus(self, _changed: object = None) -> None:
        state = self._workbench.state
        if self._page is not None:
            self._page.form.set_corpus(state.corpus, state.mixture)

    def _run_name(self, run_id: str | None) -> str:
        runs = self._workbench.runs.runs
        return next((run.name for run in runs if run.run_id == run_id), "")

    def _show_used(self, _name: str) -> None:
        window = self._workbench.window
        workspace = window.workspace
        window.show_workspace("tokens" if workspace in _OF_NO_TOKENIZER else workspace)
        self._workbench.chooser.show_runs()
