"""Inspections: the inspector speaks of what belongs to the workspace in front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.runs.run_inspection import inspection_of_run
from workbench.state import Inspection

if TYPE_CHECKING:
    from workbench.app import Workbench


class Inspections(QObject):
    """Remembers what each workspace showed last; one that showed nothing shows the open run."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self._docks = workbench.window.docks
        self._last: dict[str, Inspection] = {}
        self._of_open_run: Inspection | None = None
        self._front = self._docks.current
        self._is_putting = False
        workbench.state.inspection_changed.connect(self._note)
        workbench.state.run_id_changed.connect(self._forget)
        for changed in (workbench.state.run_id_changed, workbench.runs.runs_changed,
                        workbench.registry.exports_listed):  # fmt: skip
            changed.connect(self._follow_open_run)
        self._docks.workspace_changed.connect(self._follow)

    def _note(self, inspection: Inspection | None) -> None:
        if inspection is not None and not self._is_putting:
            self._last[self._docks.current] = inspection

    def _forget(self, _run_id: object) -> None:
        """What was said of another run's tokens and languages is no longer so."""
        self._last.clear()

    def _follow(self, name: str) -> None:
        before, self._front = self._front, name
        if before in self._docks.visible_panes:
            return  # it stands beside, and so may its subject
        self._put(self._last.get(name) or self._open_run())

    def _follow_open_run(self, _changed: object = None) -> None:
        """Show the open run while nothing else is shown."""
        if self._workbench.state.inspection in (None, self._of_open_run):
            self._of_open_run = self._open_run()
            if self._of_open_run is not None:
                self._put(self._of_open_run)

    def _put(self, inspection: Inspection | None) -> None:
        self._is_putting = True
        self._workbench.state.inspect(inspection)
        self._is_putting = False

    def _open_run(self) -> Inspection | None:
        run = self._workbench.runs.summary(self._workbench.state.run_id)
        if run is None:
            return None
        return inspection_of_run(run, self._workbench.registry.exports_of(run.run_id))
