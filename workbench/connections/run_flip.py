"""RunFlip: one key that changes between two runs in every workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.runs.run_comparison_flow import RunComparison

PATIENCE_MS = 2000
"""How long a pane may take to fill itself with the other run."""
_BY_THE_PERSON = frozenset(
    {QEvent.Type.KeyPress, QEvent.Type.Wheel, QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin}
)


class RunFlip(QObject):
    """Opens the other one of two runs: of the pair compared last, or of the two opened last."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self._action = workbench.window.actions_of_frame.flip_runs
        self._pair: tuple[str, ...] = ()
        self._last = ""
        self._places = ScrollPlaces(self)
        self._action.triggered.connect(self.flip)
        workbench.state.run_id_changed.connect(self._note_opened)
        workbench.run_comparison.compared.connect(self._note_compared)
        workbench.runs.runs_changed.connect(self._update)
        self._update()

    @property
    def other(self) -> str | None:
        """The run that a flip opens, None for none."""
        current = self._workbench.state.run_id
        finished = {run.run_id for run in self._workbench.runs.runs if run.status == "finished"}
        others = [run_id for run_id in self._pair if run_id != current and run_id in finished]
        return others[0] if others else None

    def flip(self) -> None:
        """Open the other run; what is scrolled in the workspace stays where it is."""
        other = self.other
        if other is None:
            return
        workspace = self._workbench.window.workspace
        self._places.keep(self._workbench.panes.built[workspace])
        self._workbench.runs.open(other)

    def _note_opened(self, run_id: str | None) -> None:
        if run_id is not None:
            if run_id not in self._pair:
                self._pair = tuple(filter(None, (self._last, run_id)))
            self._last = run_id
        self._update()

    def _note_compared(self, comparison: RunComparison) -> None:
        runs = [each.run_id for each in comparison.compared if each.run_id is not None]
        if len(runs) > 1:
            self._pair = tuple(runs[:2])
        self._update()

    def _update(self, _changed: object = None) -> None:
        is_possible = self.other is not None
        self._action.setEnabled(is_possible)
        why = self.tr("open or compare two runs first")
        self._action.setStatusTip("" if is_possible else why)


class ScrollPlaces(QObject):
    """Keeps the scroll positions of a pane while its content is replaced, step by step."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[QScrollBar, int] = {}
        self._end = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._end.timeout.connect(self.forget)

    def keep(self, pane: QObject) -> None:
        """Bring every visible part of a pane back to where it is now when it is filled again."""
        self.forget()
        for area in pane.findChildren(QAbstractScrollArea):
            bar = area.verticalScrollBar()
            if area.isVisible() and bar.value() > 0:
                self._kept[bar] = bar.value()
                bar.rangeChanged.connect(self._restore)
                bar.valueChanged.connect(self._restore)
        application = QCoreApplication.instance()
        if self._kept and application is not None:
            application.installEventFilter(self)
            self._end.start()

    def forget(self) -> None:
        """Leave the positions alone: the person does something, or everything is filled."""
        for bar in self._kept:
            bar.rangeChanged.disconnect(self._restore)
            bar.valueChanged.disconnect(self._restore)
        self._kept.clear()
        self._end.stop()
        application = QCoreApplication.instance()
        if application is not None:
            application.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _BY_THE_PERSON:
            self.forget()
        return super().eventFilter(watched, event)

    def _restore(self, _number: int, _most: int = 0) -> None:
        bar = self.sender()
        if isinstance(bar, QScrollBar) and bar in self._kept and bar.maximum() > 0:
            bar.setValue(min(self._kept[bar], bar.maximum()))
