"""Installing missing libraries: who asks, who shows it, and what goes on afterwards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVarTuple

from PySide6.QtCore import QObject

from engine.machine import libraries_named_in
from workbench.connections.panes import COMPRESSION, CORPUS, PATTERN, RUNS, SIZES, TOKENS
from workbench.frame.library_installation import LibraryInstallation

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance as QtSignalInstance

    from workbench.app import Workbench
    from workbench.compression.compression_pane import CompressionPane
    from workbench.compression.loss_view import LossView
    from workbench.corpus.corpus_pane import CorpusPane
    from workbench.pattern.pattern_pane import PatternPane
    from workbench.runs.runs_pane import RunsPane
    from workbench.signals import SignalInstance
    from workbench.sizes.sizes_pane import SizesPane
    from workbench.tokens.tokens_pane import TokensPane

Values = TypeVarTuple("Values")


class Retry(QObject):
    """Repeats the last task of a flow if it failed for a library that is installed now.

    One for each flow, for its signals do not say which task they end. outcomes: signals that end a
    task: with a sentence if it failed, otherwise with a result, which may have `problems`. A result
    without a missing library ends the wish.
    """

    def __init__(self, installation: LibraryInstallation, *outcomes: QtSignalInstance) -> None:
        super().__init__(installation)
        self._wish: Callable[[], object] | None = None
        self._needed: set[str] = set()
        for outcome in outcomes:
            outcome.connect(self._note_outcome)
        installation.installed.connect(self._go_on)

    def repeats(
        self,
        task: Callable[[*Values], object] | Callable[[], object],
        asked: SignalInstance[*Values],
    ) -> None:
        """Repeat `task` with what `asked` sent last."""
        asked.connect(partial(self._note_wish, task))

    def _note_wish(self, task: Callable[..., object], *values: object) -> None:
        self._wish, self._needed = partial(task, *values), set()

    def _note_outcome(self, outcome: object) -> None:
        is_failure = isinstance(outcome, str)
        sentences = (outcome,) if isinstance(outcome, str) else getattr(outcome, "problems", ())
        needed = {module for each in sentences for module in libraries_named_in(each)}
        self._needed |= needed
        if not (is_failure or needed):
            self._wish = None

    def _go_on(self, modules: tuple[str, ...]) -> None:
        if self._wish is not None and not self._needed.isdisjoint(modules):
            self._needed = set()
            self._wish()


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
    flow.conflicts_found.connect(bar.note_conflicts)
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
    for name in panes:
        panes.when_built(name, lambda pane: pane.bar.installation_requested.connect(flow.install))
    panes.when_built(CORPUS, partial(_connect_corpus, workbench))
    panes.when_built(PATTERN, partial(_connect_pattern, workbench))
    panes.when_built(TOKENS, partial(_connect_tokens, workbench))
    panes.when_built(COMPRESSION, partial(_connect_compression, workbench))
    panes.when_built(SIZES, partial(_connect_sizes, workbench))
    panes.when_built(RUNS, partial(_connect_runs, workbench))


def _connect_corpus(workbench: Workbench, pane: CorpusPane) -> None:
    workbench.installation.installed.connect(pane.reading.read_with)


def _connect_pattern(workbench: Workbench, pane: PatternPane) -> None:
    workbench.installation.installed.connect(pane.desk.engines.ask_again)


def _connect_tokens(workbench: Workbench, pane: TokensPane) -> None:
    pane.columns.installation_requested.connect(workbench.installation.install)


def _connect_compression(workbench: Workbench, pane: CompressionPane) -> None:
    flow, evaluation = workbench.installation, workbench.evaluation
    evaluating = Retry(flow, evaluation.failed, workbench.state.comparison_changed)
    evaluating.repeats(evaluation.evaluate, pane.evaluation_requested)
    pane.tabs.when_loss_built(partial(_connect_losses, workbench))


def _connect_losses(workbench: Workbench, view: LossView) -> None:
    flow, loss = workbench.installation, workbench.loss
    losses = Retry(flow, loss.failed, loss.measured, loss.tables_loaded)
    losses.repeats(loss.read_tables, view.losses_chosen)
    losses.repeats(loss.measure, view.measuring_requested)


def _connect_sizes(workbench: Workbench, pane: SizesPane) -> None:
    sizes = workbench.sizes
    retry = Retry(workbench.installation, sizes.failed, sizes.measured)
    retry.repeats(sizes.measure_texts, pane.measurement_requested)


def _connect_runs(workbench: Workbench, pane: RunsPane) -> None:
    flow, runs = workbench.installation, workbench.run_comparison
    pane.export.result.install.installation_requested.connect(flow.install)
    flow.installed.connect(workbench.exports.verify_again)
    retry = Retry(flow, runs.failed, runs.compared)
    retry.repeats(runs.compare, pane.compare_requested)
    retry.repeats(runs.measure, pane.comparison.measure_requested)
