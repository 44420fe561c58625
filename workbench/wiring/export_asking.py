"""ExportAsking: the formats to offer, and the folder to ask for before an export."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.flows.run_flow import ExportRequest
from workbench.flows.sizes_flow import SizeExport
from workbench.widgets.file_dialogs import ask_folder

if TYPE_CHECKING:
    from workbench.app import Workbench


class ExportAsking(QObject):
    """Asks where to, then hands the export to its flow."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench

    def offer_formats(self) -> None:
        """Give the panes the formats that can be written."""
        from engine.formats import EXPORT_FORMATS

        self._workbench.runs_pane.set_export_formats(EXPORT_FORMATS)
        self._workbench.sizes_pane.set_export_formats(EXPORT_FORMATS)

    def ask_folder(self, request: tuple[str, str]) -> None:
        """Export a run: run id and format."""
        run_id, format_name = request
        if folder := self._folder(format_name):
            self._workbench.runs.export(ExportRequest(run_id, format_name, Path(folder)))

    def ask_size_folder(self, request: tuple[int, str]) -> None:
        """Export the open run at one size: vocabulary size and format."""
        size, format_name = request
        if folder := self._folder(format_name):
            self._workbench.sizes.export(SizeExport(size, format_name, Path(folder)))

    def _folder(self, format_name: str) -> str:
        title = self.tr("Folder for %1").replace("%1", format_name)
        return ask_folder(self._workbench.window, title)
