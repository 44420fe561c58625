"""PipelinePage: a recipe from its corpus to a verdict: its steps, and what was required."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QPushButton, QSplitter, QStackedWidget, QWidget

from workbench.signals import Signal
from workbench.text.engine_words import sentence_words
from workbench.text.languages import language_name
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.file_dialogs import ask_file
from workbench.ui.widgets.labels import ElidedLabel, hairline, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.widgets.message_bar import FloatingBars, MessageBar
from workbench.ui.widgets.pane import DropOffer, Page
from workbench.ui.widgets.progress_line import ProgressLine
from workbench.ui.words.job_words import phase_words
from workbench.ui.words.metric_words import names_of
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import translator
from workbench.work.pipeline.results import limit_words, value_words
from workbench.work.pipeline.run import PipelineStep, step_words

if TYPE_CHECKING:
    from engine.evaluation import RequirementResult
    from workbench.work.jobs import StepProgress
    from workbench.work.pipeline.run import PipelineOutcome, PipelineProgress

_tr = translator("PipelinePage")
_FULL = 1000
_STEPS_HEIGHT = 268
"""Room for seven steps, as many as most recipes have."""
_NOTHING, _STEPS = range(2)
_COLOURS = {"done": "positive", "failed": "negative", "running": "accent", "waiting": "muted_text",
            "unchanged": "positive", "skipped": "muted_text"}  # fmt: skip


def step_columns(theme: Theme) -> Sequence[Column[PipelineStep]]:
    """Name, state, result and time of each step."""
    return (
        Column(_tr("Step"), step_title, width=220),
        Column(_tr("State"), lambda row: _states()[row.status], width=120,
               colour=lambda row: theme.colour(_COLOURS[row.status])),
        Column(_tr("Result"), _result, tip=_result, width=280, stretches=True),
        Column(_tr("Time"), step_words, side="right", width=88),
    )  # fmt: skip


def requirement_columns(theme: Theme) -> Sequence[Column[RequirementResult]]:
    """Metric, label, required, measured and verdict of each figure."""
    verdicts = {"met": _tr("✓ met"), "failed": _tr("✗ failed"), "lossy": _tr("✗ text is lost"),
                "missing": _tr("✗ not measured"),
                "incomparable": _tr("✗ not comparable")}  # fmt: skip

    def measured(row: RequirementResult) -> str:
        return value_words(row.requirement.metric, row.measured)

    return (
        Column(_tr("Metric"), lambda row: names_of(row.requirement.metric).title, width=200,
               tip=lambda row: names_of(row.requirement.metric).formula),
        Column(_tr("Text"), _text_of, tip=lambda row: row.label, width=180, stretches=True),
        Column(_tr("Required"), limit_words, side="right", tip=limit_words, width=160),
        Column(_tr("Measured"), lambda row: row.measured, text=measured, side="right", width=104),
        Column(_tr("Verdict"), lambda row: verdicts[row.verdict], width=140,
               colour=lambda row: theme.colour("positive" if row.is_met else "negative")),
    )  # fmt: skip


def step_title(step: PipelineStep) -> str:
    """What a step is called, with what it writes."""
    names = {
        "train": _tr("Train"), "evaluate": _tr("Evaluate"), "require": _tr("Judge"),
        "export": _tr("Export"), "register": _tr("Register"), "results": _tr("Results"),
        "report": _tr("Report"),
    }  # fmt: skip
    return f"{names[step.name]} {step.subject}".strip()


def _states() -> dict[str, str]:
    return {
        "waiting": _tr("waiting"), "running": _tr("running"), "done": _tr("done"),
        "unchanged": _tr("unchanged"), "failed": _tr("✗ failed"), "skipped": _tr("not done"),
    }  # fmt: skip


def _result(step: PipelineStep) -> str:
    return "" if step.words == step.subject else sentence_words(step.words)


def _text_of(result: RequirementResult) -> str:
    return _tr("all texts") if result.label == "all" else language_name(result.label)


class PipelinePage(Page):
    """Shows one recipe; what is done is asked of others.

    Signals:
        run_requested: (recipe, whether unchanged steps are done again).
        cancel_requested: the running pipeline is to end.
        open_requested: id of the run to open.
    """

    run_requested: Signal[tuple[Path, bool]] = Signal(object)
    cancel_requested = Signal()
    open_requested: Signal[str] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Recipe to verdict"), parent)
        self._recipe: Path | None = None
        self._outcome: PipelineOutcome | None = None
        self._is_running = False
        self.bar = MessageBar()
        self.verdict = label("", "title")
        self._place = ElidedLabel("", "caption")
        self._progress, self._phase = ProgressLine(_FULL), label("", "caption")
        self.steps = ColumnTable(step_columns(theme), identity=attrgetter("name"), parent=self)
        self.requirements = ColumnTable(requirement_columns(theme), parent=self)
        self.step_table = DataTable(self.tr("Steps"), theme)
        self.step_table.show_columns(self.steps)
        self.requirement_table = DataTable(self.tr("Requirements"), theme)
        self.requirement_table.show_columns(self.requirements)
        self._again = QCheckBox(self.tr("Unchanged steps too"))
        self._buttons = tuple(
            QPushButton(words)
            for words in (self.tr("Choose recipe…"), self.tr("Run"), self.tr("Cancel"),
                          self.tr("Open report"), self.tr("Open run"))
        )  # fmt: skip
        self._empty = EmptyState(
            self.tr("Train, measure, judge and export by a recipe; report the verdict."),
            self.tr("Choose recipe…"),
        )
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()
        self._show_buttons()

    @property
    def outcome(self) -> PipelineOutcome | None:
        """What is on show, None before the end."""
        return self._outcome

    def ask_recipe(self) -> None:
        """Let the person choose a recipe."""
        title = self.tr("Run recipe")
        if name := ask_file(self.window(), title, self.tr("Recipes (*.toml)")):
            self.take_recipe(Path(name))

    def take_recipe(self, recipe: Path) -> None:
        """Ask for a recipe to be run."""
        self._recipe = recipe
        self._run()

    def note_started(self, recipe: Path) -> None:
        """A recipe is run now."""
        self._recipe, self._outcome, self._is_running = recipe, None, True
        self.bar.clear()
        self.verdict.setText(self.tr("Running…"))
        self._place.setText(str(recipe))
        self.steps.set_rows(())
        self.requirements.set_rows(())
        self._stack.setCurrentIndex(_STEPS)
        self._show_buttons()

    def show_progress(self, step: StepProgress) -> None:
        """Show how far it is."""
        progress: PipelineProgress | None = step.payload
        self._phase.setText(phase_words(step.phase))
        self._progress.setValue(int(_FULL * (step.fraction or 0.0)))
        if progress is not None and list(progress.steps) != list(self.steps.rows):
            self.steps.set_rows(progress.steps)

    def show_outcome(self, outcome: PipelineOutcome) -> None:
        """Show the verdict."""
        self._outcome = outcome
        self._end()
        words = self.tr("✓ Passed") if outcome.passed else self.tr("✗ Failed")
        counts = sentence_words(outcome.verdict_words).partition(": ")[2]
        self.verdict.setText(f"{words}: {counts}" if outcome.results else words)
        self.steps.set_rows(outcome.steps)
        self.requirements.set_rows(sorted(outcome.results, key=attrgetter("is_met")))
        others = outcome.failures[sum(not result.is_met for result in outcome.results) :]
        for sentence in others:  # such as an export that was not verified
            self.bar.show_error(sentence_words(sentence))
        self._show_buttons()

    def show_failure(self, sentence: str) -> None:
        """Nothing can be judged: say why."""
        self._end()
        self.verdict.setText(self.tr("Nothing was judged."))
        self.bar.show_error(sentence)

    def note_cancelled(self) -> None:
        self._end()
        self.verdict.setText(self.tr("Cancelled."))
        self.bar.show_note(self.tr("Run the recipe again to go on with what is not done."))

    def drop_offer(self, paths: Sequence[Path]) -> DropOffer | None:
        """Run a recipe that is dropped."""
        if len(paths) != 1 or paths[0].suffix.lower() != ".toml" or self._is_running:
            return None
        return self.tr("Run this recipe"), partial(self.take_recipe, paths[0])

    # ---- inside

    def _run(self) -> None:
        if self._recipe is not None and not self._is_running:
            self.run_requested.emit((self._recipe, self._again.isChecked()))

    def _end(self) -> None:
        self._is_running = False
        self._show_buttons()

    def _open_report(self) -> None:
        if self._outcome is not None and (report := self._outcome.pipeline.report) is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(report.absolute())))

    def _open_run(self) -> None:
        if self._outcome is not None:
            self.open_requested.emit(self._outcome.run.summary.run_id)

    def _show_buttons(self) -> None:
        choose, run, cancel, report, open_run = self._buttons
        outcome, is_running = self._outcome, self._is_running
        choose.setEnabled(not is_running)
        run.setEnabled(self._recipe is not None and not is_running)
        self._again.setEnabled(not is_running)
        cancel.setVisible(is_running)
        for part in (self._progress, self._phase):
            part.setVisible(is_running)
        open_run.setEnabled(outcome is not None)
        has_report = outcome is not None and outcome.pipeline.report is not None
        report.setEnabled(has_report)
        hint = self.tr('The recipe names no report; write report = "report.html".')
        report.setToolTip(plain_tip(hint if outcome is not None and not has_report else ""))

    def _connect(self) -> None:
        choose, run, cancel, report, open_run = self._buttons
        choose.clicked.connect(self.ask_recipe)
        self._empty.action_requested.connect(self.ask_recipe)
        run.clicked.connect(self._run)
        cancel.clicked.connect(self.cancel_requested)
        report.clicked.connect(self._open_report)
        open_run.clicked.connect(self._open_run)

    def _lay_out(self) -> None:
        choose, run, cancel, report, open_run = self._buttons
        for part in (report, open_run):
            self.header.addWidget(part)
        self.add_close(self.tr("Close"))
        FloatingBars(self.grid, [self.bar])
        head = vertical(
            self.verdict,
            horizontal((self._place, 1), self._again, choose, run, cancel, spacing=SPACE_M),
            horizontal(self._phase, (self._progress, 1), spacing=SPACE_M),
            margins=(SPACE_L, SPACE_M, SPACE_L, SPACE_M),
            spacing=SPACE_S,
        )
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        for title, table in (
            (self.tr("Steps"), self.step_table),
            (self.tr("Requirements"), self.requirement_table),
        ):
            halves.addWidget(_titled(title, table))
        halves.setStretchFactor(1, 1)
        halves.setSizes([_STEPS_HEIGHT, 2 * _STEPS_HEIGHT])
        whole = QWidget()
        vertical(head, hairline(), (halves, 1), parent=whole, spacing=0)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(whole)
        self.body.addWidget(self._stack, 1)


def _titled(title: str, table: DataTable) -> QWidget:
    half = QWidget()
    head = horizontal(
        label(title, "section"),
        STRETCH,
        table.copying.button(),
        margins=(SPACE_L, SPACE_S, SPACE_M, SPACE_S),
    )
    vertical(head, (table, 1), parent=half, spacing=0)
    return half
