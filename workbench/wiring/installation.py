"""Installing missing libraries: who asks, who shows it, and what goes on afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, SignalInstance

from engine.optional_libraries import libraries_named_in
from workbench.flows.library_installation import LibraryInstallation

if TYPE_CHECKING:
    from workbench.app import Workbench


class Retry(QObject):
    """Repeats a task whose failure named a library, once that library is installed.

    task: what to call. asked: sends what the task is called with. failures: signals that send a
    sentence, or something that has sentences (`problems`).
    """

    def __init__(
        self,
        installation: LibraryInstallation,
        task: Callable[..., object],
        asked: SignalInstance,
        *failures: SignalInstance,
    ) -> None:
        super().__init__(installation)
        self._task = task
        self._wish: tuple[object, ...] | None = None
        self._needed: set[str] = set()
        asked.connect(self._note_wish)
        for failure in failures:
            failure.connect(self._note_failure)
        installation.installed.connect(self._go_on)

    def _note_wish(self, *wish: object) -> None:
        self._wish, self._needed = wish, set()

    def _note_failure(self, failure: object) -> None:
        sentences = [failure] if isinstance(failure, str) else getattr(failure, "problems", ())
        for sentence in sentences:
            self._needed.update(libraries_named_in(sentence))

    def _go_on(self, modules: tuple[str, ...]) -> None:
        wish, is_needed = self._wish, not self._needed.isdisjoint(modules)
        if wish is not None and is_needed:
            self._needed = set()
            self._task(*wish)


def connect_installation(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, window = workbench.installation, workbench.window
    bar, result = window.install_bar, workbench.runs_pane.export.result
    columns = workbench.tokens_pane.columns
    offers = [window.bar, result.install, columns, *(pane.bar for pane in workbench.panes.values())]
    for offer in offers:
        offer.installation_requested.connect(flow.install)
    flow.process_started.connect(window.tasks.add)
    flow.started.connect(bar.note_started)
    flow.printed.connect(bar.note_line)
    flow.installed.connect(bar.note_installed)
    flow.failed.connect(bar.note_failed)
    flow.cancelled.connect(bar.note_cancelled)
    bar.cancel_requested.connect(flow.cancel)
    bar.again_requested.connect(flow.try_again)
    window.closed.connect(flow.cancel)
    _connect_continuations(workbench)


def _connect_continuations(workbench: Workbench) -> None:
    """What waits for a library goes on when it is there."""
    flow = workbench.installation
    flow.installed.connect(workbench.corpus_pane.reading.read_with)
    flow.installed.connect(workbench.pattern_pane.desk.engines.ask_again)
    flow.installed.connect(workbench.token_columns.load_again)
    flow.installed.connect(workbench.exports.verify_again)
    flow.installed.connect(workbench.evaluation.look_again)
    evaluation, loss, sizes = workbench.evaluation, workbench.loss, workbench.sizes
    measured, view = workbench.compression_pane, workbench.compression_pane.tabs.loss
    comparisons = workbench.state.comparison_changed
    Retry(flow, evaluation.evaluate, measured.evaluation_requested, evaluation.failed, comparisons)
    Retry(flow, loss.read_tables, view.losses_chosen, loss.failed)
    Retry(flow, loss.measure, view.measuring_requested, loss.failed, loss.measured)
    Retry(flow, sizes.measure_texts, workbench.sizes_pane.measurement_requested, sizes.failed)
    runs, pane = workbench.run_comparison, workbench.runs_pane
    Retry(flow, runs.compare, pane.compare_requested, runs.failed)
    Retry(flow, runs.measure, pane.comparison.measure_requested, runs.failed, runs.compared)
