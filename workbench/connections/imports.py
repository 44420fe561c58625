"""Imports: the ways to the report on a tokenizer's files, and from it into the workspaces."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.connections.installation import Retry
from workbench.imports.import_flow import ImportFlow
from workbench.work.comparison import Baseline

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.imports.import_page import ImportPage

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
