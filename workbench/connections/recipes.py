"""The way to the page that runs recipes, and from it to the runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.runs.pipeline_flow import PipelineFlow

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.runs.pipeline_page import PipelinePage


class Pipelines(QObject):
    """The page is made when first asked for."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self.flow = PipelineFlow(workbench.engine_jobs, workbench.store, self)
        self._page: PipelinePage | None = None
        workbench.window.actions_of_frame.run_recipe.triggered.connect(self.show)
        for ended in (self.flow.finished, self.flow.failed, self.flow.cancelled):
            ended.connect(workbench.runs.refresh)

    @property
    def page(self) -> PipelinePage:
        if self._page is None:
            from workbench.runs.pipeline_page import PipelinePage

            self._page = page = PipelinePage(self._workbench.theme)
            page.run_requested.connect(self.flow.run)
            page.cancel_requested.connect(self.flow.cancel)
            page.open_requested.connect(self._open_run)
            page.bar.installation_requested.connect(self._workbench.installation.install)
            self.flow.started.connect(page.note_started)
            self.flow.progressed.connect(page.show_progress)
            self.flow.finished.connect(page.show_outcome)
            self.flow.failed.connect(page.show_failure)
            self.flow.cancelled.connect(page.note_cancelled)
        return self._page

    def show(self) -> None:
        """Show the page; nothing is run before a recipe is chosen."""
        self._workbench.window.pages.show_page(self.page)

    def _open_run(self, run_id: str) -> None:
        self._workbench.runs.open(run_id)
        self._workbench.window.show_workspace("runs")
