"""Installing missing libraries: who asks, who shows it, and what goes on afterwards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, SignalInstance

from engine.optional_libraries import libraries_named_in
from workbench.flows.library_installation import LibraryInstallation

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.panes.compression_pane import CompressionPane
    from workbench.panes.corpus_pane import CorpusPane
    from workbench.panes.pattern_pane import PatternPane
    from workbench.panes.runs_pane import RunsPane
    from workbench.panes.sizes_pane import SizesPane
    from workbench.panes.tokens_pane import TokensPane


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
    """Tie the signals together; panes are connected when they are built."""
    flow, window = workbench.installation, workbench.window
    bar = window.install_bar
    window.bar.installation_requested.connect(flow.install)
    flow.process_started.connect(window.tasks.add)
    flow.started.connect(bar.note_started)
    flow.printed.connect(bar.note_line)
    flow.installed.connect(bar.note_installed)
    flow.failed.connect(bar.note_failed)
    flow.cancelled.connect(bar.note_cancelled)
    bar.cancel_requested.connect(flow.cancel)
    bar.again_requested.connect(flow.try_again)
    window.closed.connect(flow.cancel)
    flow.installed.connect(workbench.token_columns.load_again)
    flow.installed.connect(workbench.evaluation.look_again)
    _connect_panes(workbench)


def _connect_panes(workbench: Workbench) -> None:
    """What panes offer to install, and what waits in them for a library."""
    flow, panes = workbench.installation, workbench.panes
    connect_of = {
        "corpus": _connect_corpus,
        "pattern": _connect_pattern,
        "tokens": _connect_tokens,
        "compression": _connect_compression,
        "sizes": _connect_sizes,
        "runs": _connect_runs,
    }
    for name in panes:
        panes.when_built(name, lambda pane: pane.bar.installation_requested.connect(flow.install))
    for name, connect in connect_of.items():
        panes.when_built(name, partial(connect, workbench))


def _connect_corpus(workbench: Workbench, pane: CorpusPane) -> None:
    workbench.installation.installed.connect(pane.reading.read_with)


def _connect_pattern(workbench: Workbench, pane: PatternPane) -> None:
    workbench.installation.installed.connect(pane.desk.engines.ask_again)


def _connect_tokens(workbench: Workbench, pane: TokensPane) -> None:
    pane.columns.installation_requested.connect(workbench.installation.install)


def _connect_compression(workbench: Workbench, pane: CompressionPane) -> None:
    flow, evaluation, loss = workbench.installation, workbench.evaluation, workbench.loss
    comparisons, view = workbench.state.comparison_changed, pane.tabs.loss
    Retry(flow, evaluation.evaluate, pane.evaluation_requested, evaluation.failed, comparisons)
    Retry(flow, loss.read_tables, view.losses_chosen, loss.failed)
    Retry(flow, loss.measure, view.measuring_requested, loss.failed, loss.measured)


def _connect_sizes(workbench: Workbench, pane: SizesPane) -> None:
    sizes = workbench.sizes
    Retry(workbench.installation, sizes.measure_texts, pane.measurement_requested, sizes.failed)


def _connect_runs(workbench: Workbench, pane: RunsPane) -> None:
    flow, runs = workbench.installation, workbench.run_comparison
    pane.export.result.install.installation_requested.connect(flow.install)
    flow.installed.connect(workbench.exports.verify_again)
    Retry(flow, runs.compare, pane.compare_requested, runs.failed)
    Retry(flow, runs.measure, pane.comparison.measure_requested, runs.failed, runs.compared)
