"""The composition root: builds store, state, jobs, flows, panes and window, and ties them."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QFileDialog

from resources import icon_path, sample_corpus_folder
from workbench.child_process import end_processes
from workbench.defects import DefectWatch
from workbench.flows.engine_preparation import EnginePreparation
from workbench.flows.evaluation_flow import EvaluationFlow
from workbench.flows.evaluation_memory import EvaluationMemory
from workbench.flows.kept_counts import KeptCounts
from workbench.flows.mixture_flow import MixtureFlow
from workbench.flows.run_flow import ExportRequest, RunFlow
from workbench.flows.sizes_flow import SizeExport, SizesFlow
from workbench.flows.training_flow import TrainingFlow
from workbench.frame.search_popup import Entry
from workbench.garbage_collection import GuiThreadCollector
from workbench.jobs import JobRunner
from workbench.main_window import MainWindow
from workbench.numbers import grouped, ratio
from workbench.opening import open_store
from workbench.panes.compression_pane import CompressionPane
from workbench.panes.corpus_pane import CorpusPane
from workbench.panes.pattern_pane import PatternPane
from workbench.panes.runs_pane import RunsPane
from workbench.panes.sizes_pane import SizesPane
from workbench.panes.tokens_pane import TokensPane
from workbench.panes.training_pane import TrainingPane
from workbench.panes.vocabulary_pane import VocabularyPane
from workbench.parts.engine_jobs import EngineJobs
from workbench.places import data_folder
from workbench.program_log import log_to_file
from workbench.qt_messages import log_qt_messages
from workbench.state import TrainingRequest, WorkbenchState
from workbench.store import RunStore, RunSummary
from workbench.theme import Theme

BEHIND_WINDOW_MS = 60
SETTINGS_FILE = "window.ini"
INTERRUPTED = 130
"""Exit status after Ctrl+C, as of every command."""


class Workbench(QObject):
    """Everything that lives as long as the window, and the wires between."""

    def __init__(self, store: RunStore, settings: QSettings, theme: Theme) -> None:
        super().__init__()
        self.store, self.theme = store, theme
        self.state = WorkbenchState(self)
        self.jobs = JobRunner(self)
        self.engine = EnginePreparation(self.jobs, parent=self)
        self.engine_jobs = EngineJobs(self.jobs, parent=self)
        self.engine.became_ready.connect(self.engine_jobs.release)
        kept = KeptCounts()
        self.training = TrainingFlow(self.state, self.jobs, store, self.engine, kept, self)
        self.mixture = MixtureFlow(self.state, self.jobs, self.engine_jobs, kept, self)
        self.runs = RunFlow(self.state, self.jobs, store, self)
        self.evaluation = EvaluationFlow(self.state, self.engine_jobs, store, self)
        self.evaluation_memory = EvaluationMemory(self.state, settings, self)
        self.sizes = SizesFlow(self.state, self.jobs, self.engine_jobs, store, self)
        self._make_panes()
        self.window = MainWindow(self.panes, self.state, self.jobs, theme, settings)
        self._wanted_run: str | None = None
        self._first_training: TrainingRequest | None = None
        self._connect_training()
        self._connect_mixture()
        self._connect_evaluation()
        self._connect_tokens()
        self._connect_runs()
        self._connect_sizes()
        self._connect_frame()

    def show(
        self, run_id: str | None = None, *, first_training: TrainingRequest | None = None
    ) -> None:
        """Show the window; what takes time follows behind it.

        Opens `run_id` if given; `first_training` starts as soon as the sample corpus is read.
        """
        self._wanted_run = run_id
        self._first_training = first_training
        self.window.show()
        behind = QTimer(self, singleShot=True, interval=BEHIND_WINDOW_MS)
        behind.timeout.connect(self.load)
        behind.start()

    def load(self) -> None:
        """Load the charts, the engine, the runs and the sample corpus."""
        self.training_pane.results.charts.build()
        interrupted = self.store.recognise_interrupted()
        self.runs.refresh()
        self.engine.start()
        if self._first_training is not None:
            self.window.show_workspace("train")
            self.state.corpus_changed.connect(self._train_first)
        if self.state.corpus is None:
            self.corpus_pane.add_paths([sample_corpus_folder()])
        if interrupted:
            self.window.bar.show_note(
                self.tr("A training of the last time did not reach its end; Runs says which.")
            )
        wanted = self._wanted_run or self._newest_finished()
        if wanted is not None:
            self.runs.open(wanted)

    def _train_first(self, corpus: object) -> None:
        request, self._first_training = self._first_training, None
        if corpus is not None and request is not None:
            self.training.request(request)

    def shutdown(self) -> None:
        """Stop everything that runs, wait for it, and close the store."""
        self.jobs.shutdown()
        self.pattern_pane.stop()
        self.engine.stop()
        for owner in (self, self.window):
            end_processes(owner)
        self.store.close()

    def _make_panes(self) -> None:
        state, theme = self.state, self.theme
        self.corpus_pane = CorpusPane(state, theme, self.engine_jobs)
        self.pattern_pane = PatternPane(state, theme)
        self.training_pane = TrainingPane(state, theme)
        self.compression_pane = CompressionPane(state, theme)
        self.sizes_pane = SizesPane(state, theme)
        self.tokens_pane = TokensPane(state, theme, self.engine_jobs)
        self.vocabulary_pane = VocabularyPane(state, theme, self.jobs, self.engine_jobs)
        self.runs_pane = RunsPane(state, theme)
        self.panes = {
            "corpus": self.corpus_pane,
            "pattern": self.pattern_pane,
            "train": self.training_pane,
            "compression": self.compression_pane,
            "sizes": self.sizes_pane,
            "tokens": self.tokens_pane,
            "vocabulary": self.vocabulary_pane,
            "runs": self.runs_pane,
        }

    def _connect_training(self) -> None:
        flow, pane, compression = self.training, self.training_pane, self.compression_pane
        pane.training_requested.connect(flow.request)
        pane.pause_requested.connect(flow.pause)
        pane.resume_requested.connect(flow.resume)
        pane.cancel_requested.connect(flow.cancel)
        pane.corpus_requested.connect(self._show_corpus)
        self.corpus_pane.reading_changed.connect(pane.note_reading)
        compression.training_requested.connect(self._show_training)
        flow.preparation_started.connect(pane.note_preparing)
        flow.started.connect(pane.note_started)
        flow.started.connect(compression.note_started)
        flow.progressed.connect(pane.note_progress)
        flow.progressed.connect(compression.note_progress)
        flow.paused_changed.connect(pane.note_paused)
        flow.finished.connect(pane.note_finished)
        flow.cancelled.connect(pane.note_cancelled)
        flow.failed.connect(pane.note_failed)
        for ended in (flow.finished, flow.cancelled, flow.failed):
            ended.connect(compression.note_ended)
            ended.connect(self.runs.refresh)
        flow.started.connect(self.runs.refresh)

    def _connect_mixture(self) -> None:
        flow, part = self.mixture, self.corpus_pane.mixture
        self.training_pane.settings_changed.connect(flow.set_config)
        part.preview.wish_changed.connect(flow.set_wish)
        part.preview.count_requested.connect(flow.count_now)
        flow.preview_changed.connect(part.show_preview)
        flow.status_changed.connect(part.preview.show_state)
        flow.plan_changed.connect(self.corpus_pane.show_plan)
        flow.plan_changed.connect(self.training_pane.show_plan)
        self.window.docks.workspace_changed.connect(flow.look_again)
        self.window.docks.workspace_changed.connect(part.preview.tell_wish)
        self.training_pane.announce_settings()

    def _connect_evaluation(self) -> None:
        flow, pane = self.evaluation, self.compression_pane
        pane.evaluation_requested.connect(flow.evaluate)
        pane.choice_changed.connect(self.evaluation_memory.keep_view)
        choice = pane.choice
        choice.texts_chosen.connect(flow.choose_texts)
        choice.stored_chosen.connect(flow.show_stored)
        choice.baseline_run_chosen.connect(flow.add_baseline_run)
        choice.baseline_paths_chosen.connect(flow.add_baseline_paths)
        choice.baseline_removed.connect(flow.remove_baseline)
        flow.busy_changed.connect(pane.note_busy)
        flow.stored_changed.connect(choice.set_stored)
        flow.texts_described.connect(choice.describe_texts)
        flow.failed.connect(pane.bar.show_error)
        for listener in (flow.set_runs, pane.set_runs):
            self.runs.runs_changed.connect(listener)
        pane.view.set_choice(self.evaluation_memory.restore())

    def _connect_tokens(self) -> None:
        self.engine.became_ready.connect(self.pattern_pane.prepare)
        self.tokens_pane.train_requested.connect(self._show_training)
        self.tokens_pane.token_requested.connect(self._show_token)
        self.vocabulary_pane.train_requested.connect(self._show_training)

    def _connect_runs(self) -> None:
        flow, pane = self.runs, self.runs_pane
        pane.open_requested.connect(flow.open)
        pane.rename_requested.connect(flow.rename)
        pane.delete_requested.connect(flow.delete)
        pane.restore_requested.connect(flow.restore)
        pane.export_requested.connect(self._ask_folder)
        pane.training_requested.connect(self._show_training)
        flow.runs_changed.connect(pane.set_runs)
        flow.runs_changed.connect(self._show_runs)
        flow.deleted.connect(pane.note_deleted)
        flow.exported.connect(pane.note_exported)
        flow.failed.connect(pane.bar.show_error)
        flow.failed.connect(self._show_failure)
        self.state.run_id_changed.connect(self._show_runs)

    def _connect_sizes(self) -> None:
        flow, pane = self.sizes, self.sizes_pane
        pane.curves_requested.connect(flow.count_training)
        pane.measurement_requested.connect(flow.measure_texts)
        pane.open_requested.connect(flow.open_size)
        pane.export_requested.connect(self._ask_size_folder)
        pane.training_requested.connect(self._show_training)
        flow.measured.connect(pane.set_curves)
        flow.stored.connect(self.runs.refresh)
        flow.stored.connect(self.runs.open)
        flow.exported.connect(pane.note_exported)
        flow.failed.connect(pane.note_failed)

    def _connect_frame(self) -> None:
        self.window.run_requested.connect(self.runs.open)
        self.engine.words_changed.connect(self.window.status.set_engine_state)
        self.engine.became_ready.connect(self._offer_formats)
        self.engine.process_started.connect(self.window.status.show_process)
        self.window.status.set_engine_state(self.engine.words)
        self.window.closed.connect(self.engine.stop)

    def _offer_formats(self) -> None:
        from engine.formats import EXPORT_FORMATS

        self.runs_pane.set_export_formats(EXPORT_FORMATS)
        self.sizes_pane.set_export_formats(EXPORT_FORMATS)

    def _show_runs(self, _changed: object = None) -> None:
        finished = [run for run in self.runs.runs if run.status == "finished"]
        entries = [Entry(run.name, _in_short(run), run.run_id) for run in finished]
        current = self.runs.summary(self.state.run_id)
        words = self.tr("No run chosen")
        if current is not None:
            words = f"{current.name}   {_in_short(current)}"
        self.window.set_runs(entries, words)

    def _show_failure(self, sentence: str) -> None:
        if self.window.workspace != "runs":
            self.window.bar.show_error(sentence)

    def _show_training(self) -> None:
        self.window.show_workspace("train")

    def _show_token(self, token_id: int) -> None:
        self.window.show_workspace("vocabulary")
        self.vocabulary_pane.select_token(token_id)

    def _show_corpus(self) -> None:
        self.window.show_workspace("corpus")

    def _ask_folder(self, request: tuple[str, str]) -> None:
        run_id, format_name = request
        folder = QFileDialog.getExistingDirectory(
            self.window, self.tr("Folder for %1").replace("%1", format_name)
        )
        if folder:
            self.runs.export(ExportRequest(run_id, format_name, Path(folder)))

    def _ask_size_folder(self, request: tuple[int, str]) -> None:
        size, format_name = request
        folder = QFileDialog.getExistingDirectory(
            self.window, self.tr("Folder for %1").replace("%1", format_name)
        )
        if folder:
            self.sizes.export(SizeExport(size, format_name, Path(folder)))

    def _newest_finished(self) -> str | None:
        return next((run.run_id for run in self.runs.runs if run.status == "finished"), None)


def run_application(
    database: Path | None = None,
    run_id: str | None = None,
    *,
    first_training: TrainingRequest | None = None,
) -> int:
    """Open the window on the store and run it to its end; returns the exit status."""
    with log_to_file(), log_qt_messages():
        return _run(database, run_id, first_training)


def _run(database: Path | None, run_id: str | None, first_training: TrainingRequest | None) -> int:
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    application.setApplicationName("Tokenizer Workbench")
    application.setWindowIcon(QIcon(str(icon_path("app"))))
    store = open_store(database)
    if store is None:
        return 1
    collector = GuiThreadCollector()
    settings = QSettings(str(data_folder() / SETTINGS_FILE), QSettings.Format.IniFormat)
    theme = Theme(str(settings.value("theme") or "system"))
    workbench = Workbench(store, settings, theme)
    theme.apply(application)  # after the widgets: with a style sheet each nesting costs a restyling
    watch = DefectWatch()
    watch.noticed.connect(workbench.window.defect_bar.show_defect)
    watch.start()
    # An exception in the middle of a signal's delivery would crash PySide: ask the loop to end.
    before = signal.signal(signal.SIGINT, lambda *_: application.exit(INTERRUPTED))
    try:
        workbench.show(run_id, first_training=first_training)
        return application.exec()
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
        workbench.shutdown()
        watch.stop()
        settings.sync()
        collector.stop()


def _in_short(run: RunSummary) -> str:
    return f"{grouped(run.vocab_size)} tokens, {ratio(run.bytes_per_token)} bytes/token"
