"""EvaluationMemory: texts, baselines and the view of the Compression workspace, between windows."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSettings

from workbench.state import WorkbenchState
from workbench.work.comparison import Baseline, EvaluationTexts, baseline_of_document

if TYPE_CHECKING:
    from workbench.compression.comparison_view import ViewChoice

TEXTS, BASELINES, VIEW = "compression/texts", "compression/baselines", "compression/view"


class EvaluationMemory(QObject):
    """Writes every change into the settings.

    `restore` and `view` read them, when the window opens and when the view is built.
    """

    def __init__(
        self, state: WorkbenchState, settings: QSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._state, self._settings = state, settings

    def restore(self) -> None:
        """Bring texts and baselines back into the state."""
        state = self._state
        paths = [Path(path) for path in self._read(TEXTS, list) if isinstance(path, str)]
        state.set_evaluation_texts(EvaluationTexts.of(tuple(paths)))
        found = (baseline_of_document(each) for each in self._read(BASELINES, list))
        state.set_baselines(tuple(each for each in found if each is not None))
        state.evaluation_texts_changed.connect(self._keep_texts)
        state.baselines_changed.connect(self._keep_baselines)

    def view(self) -> ViewChoice:
        """Return how comparisons were shown last."""
        return _view_choice(self._read(VIEW, dict))

    def keep_view(self, choice: ViewChoice) -> None:
        """Remember how a comparison is shown."""
        self._write(VIEW, asdict(choice))

    def _keep_texts(self, texts: EvaluationTexts) -> None:
        self._write(TEXTS, [str(path) for path in texts.paths])

    def _keep_baselines(self, baselines: tuple[Baseline, ...]) -> None:
        self._write(BASELINES, [each.document() for each in baselines])

    def _read(self, key: str, kind: type) -> Any:
        """What was written under a key; empty where it is missing or was changed by hand."""
        try:
            found = json.loads(str(self._settings.value(key) or "null"))
        except ValueError:
            return kind()
        return found if isinstance(found, kind) else kind()

    def _write(self, key: str, value: object) -> None:
        self._settings.setValue(key, json.dumps(value))


def _view_choice(found: dict[str, Any]) -> ViewChoice:
    from workbench.compression.comparison_view import ViewChoice

    usual = ViewChoice()
    view, metric = found.get("view"), found.get("metric")
    columns = found.get("columns")
    return ViewChoice(
        view if isinstance(view, str) else usual.view,
        metric if isinstance(metric, str) else usual.metric,
        found.get("heats_metrics") is True,
        tuple(key for key in columns if isinstance(key, str)) if isinstance(columns, list) else (),
    )
