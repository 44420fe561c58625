"""The composition root: builds store, state, jobs, flows, panes and window, and ties them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Generic

from PySide6.QtCore import QObject, QSettings, QTimer

from resources import sample_corpus_folder
from workbench.chat.chat_draft import ChatMemory
from workbench.compression.evaluation_flow import EvaluationFlow, EvaluationMemory
from workbench.compression.loss_flow import LossFlow
from workbench.compression.probe_flow import ProbeFlow
from workbench.connections import panes
from workbench.connections.chat import ChatWires, connect_chat
from workbench.connections.compression import connect_evaluation
from workbench.connections.corpus import connect_mixture
from workbench.connections.explore import connect_explore
from workbench.connections.exports import ExportAsking, connect_registry
from workbench.connections.files import Drops, RecentThings, restore_session
from workbench.connections.imports import Extensions, Imports
from workbench.connections.installation import connect_installation
from workbench.connections.panes import (
    Inspections,
    Navigation,
    PageOpening,
    connect_frame,
    lazy_panes,
)
from workbench.connections.pattern import connect_pattern
from workbench.connections.pipeline import NextStep, connect_pipeline
from workbench.connections.recipes import Pipelines
from workbench.connections.runs import RunChooser, connect_runs
from workbench.connections.settings import SettingsGuide
from workbench.connections.sizes import connect_sizes, connect_spread
from workbench.connections.tokens import connect_tokens
from workbench.connections.tour import TourGuide
from workbench.connections.training import (
    Demonstration,
    Resuming,
    connect_resuming,
    connect_training,
)
from workbench.connections.undo import UndoWires
from workbench.connections.vocabulary import connect_vocabulary
from workbench.corpus.mixture_flow import MixtureFlow
from workbench.frame.library_installation import LibraryInstallation
from workbench.frame.main_window import MainWindow
from workbench.frame.session_memory import SessionMemory
from workbench.pattern.pattern_flow import PatternFlow
from workbench.runs.registry_flow import ExportFlow, RegistryFlow
from workbench.runs.run_comparison_flow import RunComparisonFlow
from workbench.runs.run_flow import RunFlow, RunPurgingFlow, RunRecipeFlow
from workbench.sizes.sizes_flow import SizesFlow
from workbench.state import TrainingRequest, WorkbenchState
from workbench.store import RunStore
from workbench.tokens.token_columns_flow import TokenColumnsFlow
from workbench.training.engine_preparation import EnginePreparation
from workbench.training.model_check_flow import ModelCheckFlow
from workbench.training.recipe_flow import RecipeFlow
from workbench.training.superword_flow import SuperwordFlow
from workbench.training.training_flow import TrainingFlow
from workbench.ui.theme.theme import Theme
from workbench.ui.undo_history import UndoHistory
from workbench.ui.widgets.file_dialogs import last_folder
from workbench.ui.widgets.job_slot import EngineJobs
from workbench.ui.widgets.lazy_panes import APane, Workspace
from workbench.work.child_process import end_processes
from workbench.work.jobs import JobRunner
from workbench.work.kept_counts import KeptCounts
from workbench.work.preferences import OPEN_NEWEST, Preferences
from workbench.work.training_settings import TrainingSettings

if TYPE_CHECKING:
    from workbench.chat.chat_flow import ChatFlow

BEHIND_WINDOW_MS = 60
WIRES = (
    connect_training,
    connect_resuming,
    connect_mixture,
    connect_evaluation,
    connect_pattern,
    connect_tokens,
    connect_chat,
    connect_runs,
    connect_registry,
    connect_sizes,
    connect_spread,
    connect_vocabulary,
    connect_frame,
    connect_installation,
    connect_pipeline,
    connect_explore,
)


class _BuiltPane(Generic[APane]):
    """A property that reads a pane, which builds it."""

    def __init__(self, workspace: Workspace[APane]) -> None:
        self._workspace = workspace

    def __get__(self, workbench: Workbench, owner: type[Workbench]) -> APane:
        return workbench.panes.pane(self._workspace)


class Workbench(QObject):
    """Everything that lives as long as the window, and the wires between.

    Panes are built when they are first shown or needed; reading one here builds it.
    """

    corpus_pane = _BuiltPane(panes.CORPUS)
    pattern_pane = _BuiltPane(panes.PATTERN)
    training_pane = _BuiltPane(panes.TRAINING)
    compression_pane = _BuiltPane(panes.COMPRESSION)
    sizes_pane = _BuiltPane(panes.SIZES)
    tokens_pane = _BuiltPane(panes.TOKENS)
    vocabulary_pane = _BuiltPane(panes.VOCABULARY)
    chat_pane = _BuiltPane(panes.CHAT)
    runs_pane = _BuiltPane(panes.RUNS)
    explore_pane = _BuiltPane(panes.EXPLORE)

    def __init__(self, store: RunStore, settings: QSettings, theme: Theme) -> None:
        super().__init__()
        self.store, self.window_settings, self.theme = store, settings, theme
        self.preferences = Preferences(settings, self)
        last_folder.keep_in(settings)
        self.state = WorkbenchState(self)
        self.jobs = JobRunner(self)
        self.engine = EnginePreparation(self.jobs, parent=self)
        self.engine_jobs = EngineJobs(self.jobs, parent=self)
        self.engine.became_ready.connect(self.engine_jobs.release)
        kept = KeptCounts()
        self.training = TrainingFlow(self.state, self.jobs, store, self.engine, kept, self)
        self.mixture = MixtureFlow(self.state, self.jobs, self.engine_jobs, kept, self)
        self.model_checks = ModelCheckFlow(self.state, self.engine_jobs, self)
        self.patterns = PatternFlow(self.state, self.engine_jobs, self)
        self._make_run_flows(store)
        self.session = SessionMemory(self.state, settings, self)
        self.evaluation_memory = EvaluationMemory(self.state, settings, self)
        self.loss = LossFlow(self.state, self.engine_jobs, store, self)
        self.probe = ProbeFlow(self.state, self.engine_jobs, store, self)
        self.sizes = SizesFlow(self.state, self.jobs, self.engine_jobs, store, self)
        self.token_columns = TokenColumnsFlow(self.jobs, store, settings, self)
        self.chat_memory = ChatMemory(settings, self)
        self.chat_wires: ChatWires | None = None
        self.resuming: Resuming | None = None
        self.history, self.panes = UndoHistory(self), lazy_panes(self)
        self.window = MainWindow(self.panes, self.state, self.jobs, theme, settings)
        self._wanted_run: str | None = None
        self.navigation = Navigation(self.window, self)
        self.chooser = RunChooser(self.window, self.state, self.runs, self.panes, self)
        self.exports = ExportAsking(self)
        self.undo = UndoWires(self)
        self.imports, self.extensions = Imports(self), Extensions(self)
        self.pipelines = Pipelines(self)
        self.pages, self.recent = PageOpening(self), RecentThings(self)
        self.drops, self.inspections = Drops(self), Inspections(self)
        for connect in WIRES:
            connect(self)
        self.settings, self.tour_guide = SettingsGuide(self), TourGuide(self)
        self.demonstration, self.next_step = Demonstration(self), NextStep(self)

    @cached_property
    def chat(self) -> ChatFlow:
        """The flow of the chat pane; its modules are imported with those of the pane."""
        from workbench.chat.chat_flow import ChatFlow

        return ChatFlow(self.engine_jobs, self)

    def show(
        self,
        run_id: str | None = None,
        *,
        first_training: TrainingRequest | None = None,
        first_settings: TrainingSettings | None = None,
    ) -> None:
        """Show the window; what takes time follows behind it.

        Opens `run_id` if given; `first_training` starts behind the window. `first_settings` fill
        the form of the training if nothing is kept of an earlier start.
        """
        self._wanted_run = run_id
        self.demonstration.request = first_training
        self.demonstration.first_settings = first_settings
        self.window.show()
        behind = QTimer(self, singleShot=True, interval=BEHIND_WINDOW_MS)
        behind.timeout.connect(self.load)
        behind.start()

    def load(self) -> None:
        """Load the engine, the runs, the one that was open, and then the corpus."""
        interrupted = self.store.recognise_interrupted()
        self.runs.refresh()
        opens_newest = self.preferences.get(OPEN_NEWEST)
        wanted = self._wanted_run or (self._newest_finished() if opens_newest else None)
        if wanted is not None:
            self.runs.open(wanted)
        self.engine.start()
        self.window.docks.workspace_changed.connect(self.engine.load_for)
        is_first = restore_session(self, self.demonstration.first_settings)
        if self.state.corpus is None and not self.session.keeps_corpus:
            self.corpus_pane.add_paths([sample_corpus_folder()])
        if self.resuming is not None:
            self.resuming.offer(interrupted)
        self.demonstration.begin()
        self.next_step.begin()
        self.tour_guide.begin_at_first_start(is_first=is_first)

    def shutdown(self) -> None:
        """Stop everything that runs, wait for it, and close the store."""
        self.tour_guide.tour.shutdown()
        self.jobs.shutdown()
        if "pattern" in self.panes.built:
            self.pattern_pane.stop()
        if "chat" in self.panes.built:
            self.chat.stop()
        self.engine.stop()
        for owner in (self, self.window):
            end_processes(owner)
        for timer in self.findChildren(QTimer):  # of flows, which would ask the closed store
            timer.stop()
        self.store.close()

    def _make_run_flows(self, store: RunStore) -> None:
        self.runs = RunFlow(self.state, self.jobs, store, self)
        self.run_purging = RunPurgingFlow(self.jobs, store, self)
        self.registry = RegistryFlow(self.state, self.jobs, store, self)
        self.export_flow = ExportFlow(self.jobs, store, self)
        self.run_comparison = RunComparisonFlow(self.state, self.engine_jobs, store, self)
        self.superwords = SuperwordFlow(self.state, self.jobs, self.engine_jobs, store, self)
        self.installation = LibraryInstallation(parent=self)
        self.run_recipes = RunRecipeFlow(self.state, self.jobs, store, self)
        self.recipes = RecipeFlow(self.state, self.jobs, self)
        listed = self.runs.listed  # no lambda: it would keep the window alive
        self.evaluation = EvaluationFlow(self.state, self.engine_jobs, store, listed, self)

    def _newest_finished(self) -> str | None:
        return next((run.run_id for run in self.runs.runs if run.status == "finished"), None)
