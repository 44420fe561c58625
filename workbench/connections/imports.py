"""The ways to the pages that report on a tokenizer and extend one, and from them to workspaces."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.connections.installation import Retry
from workbench.connections.panes import RUNS
from workbench.imports.extension_flow import ExtensionFlow
from workbench.imports.import_flow import ImportFlow
from workbench.work.comparison import Baseline
from workbench.work.tokenizer_export import ExportSubject

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.imports.extension_form import ExtensionPage
    from workbench.imports.import_page import ImportPage
    from workbench.runs.runs_pane import RunsPane

_OF_NO_TOKENIZER = ("corpus", "pattern", "train", "runs")


class Imports(QObject):
    """Commands, drops and the chooser lead to the page; the page is made when first asked for."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self.flow = ImportFlow(workbench.state, workbench.engine_jobs, self)
        self._page: ImportPage | None = None
        actions = workbench.window.actions_of_frame
        actions.open_tokenizer.triggered.connect(self.ask_file)
        actions.open_tokenizer_folder.triggered.connect(self.ask_folder)
        self.flow.used.connect(self._show_used)

    @property
    def page(self) -> ImportPage:
        if self._page is None:
            from workbench.imports.import_page import ImportPage

            self._page = page = ImportPage(self._workbench.theme)
            page.read_requested.connect(self.flow.read)
            installation = self._workbench.installation
            page.bar.installation_requested.connect(installation.install)
            retry = Retry(installation, page.needs_found)
            retry.repeats(self.flow.read, page.read_requested)
            page.use_requested.connect(self.flow.use)
            page.compare_requested.connect(self.compare)
            self.flow.started.connect(page.note_started)
            self.flow.reported.connect(page.show_report)
            self.flow.failed.connect(page.show_failure)
            self.flow.cancelled.connect(page.note_cancelled)
        return self._page

    def ask_file(self) -> None:
        """Let the person choose a tokenizer file, and report on it."""
        self._show_page()
        self.page.ask_file()

    def ask_folder(self) -> None:
        """Let the person choose a folder with a tokenizer, and report on it."""
        self._show_page()
        self.page.ask_folder()

    def read_paths(self, paths: Sequence[Path]) -> None:
        """Report on what was dropped; of several the first."""
        self._show_page()
        self.page.read_path(paths[0])

    def compare(self, source: Baseline) -> None:
        """Show the same text in it, beside the current tokenizer."""
        self._workbench.window.show_workspace("tokens")
        self._workbench.token_columns.add(source)

    def _show_page(self) -> None:
        self._workbench.window.pages.show_page(self.page)

    def _show_used(self, _name: str) -> None:
        window = self._workbench.window
        workspace = window.workspace
        window.show_workspace("tokens" if workspace in _OF_NO_TOKENIZER else workspace)
        self._workbench.chooser.show_runs()


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
            from workbench.imports.extension_form import ExtensionPage

            self._page = page = ExtensionPage(self._workbench.theme)
            page.form.requested.connect(self.flow.extend)
            page.form.cancel_requested.connect(self.flow.cancel)
            page.form.keep_requested.connect(self.flow.stop_and_keep)
            page.use_requested.connect(self.flow.use)
            page.save_requested.connect(self.flow.save)
            page.resize_requested.connect(self.flow.resize)
            page.report.model.model_chosen.connect(self.flow.read_model)
            self.flow.model_loaded.connect(page.report.model.show_model)
            self.flow.resized.connect(page.show_resized)
            self.flow.resizing_failed.connect(page.show_resizing_failure)
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
