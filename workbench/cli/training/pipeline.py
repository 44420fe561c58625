"""`pipeline`: a recipe from its corpus to a verdict: train, evaluate, judge, export, register.

What is unchanged since the last time is not done again, and an interrupted training goes on. Exit
status 1 if a requirement is not met or an export could not be verified, 2 for input that cannot be
judged, 130 after Ctrl+C.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.machine import result_of
from workbench.cli.shared.errors import AnswerError, CancelledError
from workbench.cli.shared.output import (
    TerminalProgress,
    prepare_engine,
    print_json,
    print_note,
    print_table,
)

if TYPE_CHECKING:
    from workbench.cli.shared.options import CommandParser
    from workbench.cli.shared.recorded_training import ProgressBar
    from workbench.work.pipeline.run import PipelineOutcome, PipelineProgress, PipelineStep

_VERDICTS = {
    "met": "met",
    "failed": "FAILED",
    "lossy": "FAILED: text is lost",
    "missing": "FAILED: not measured",
    "incomparable": "FAILED: not comparable",
}
_MOST_FAILURES = 8
_WORDS = {"done": "done", "unchanged": "unchanged", "failed": "FAILED", "skipped": "not done"}


def add_pipeline_options(pipeline: CommandParser) -> None:
    """Add the options of `pipeline`."""
    option = pipeline.add_argument
    option(
        "recipe", metavar="FILE", type=Path, help="recipe with [evaluate], [require], [[export]]"
    )
    option("--again", action="store_true", help="do every step, also those that are unchanged")
    option("--quiet", action="store_true", help="no progress and no table, only what failed")


def pipeline_command(arguments: Namespace) -> int:
    """Run the steps and print the verdict."""
    from workbench.store import RunStore
    from workbench.work.pipeline.recipe import read_pipeline
    from workbench.work.pipeline.run import run_pipeline

    pipeline = read_pipeline(arguments.recipe)
    prepare_engine(quiet=arguments.quiet)
    with RunStore.open(arguments.db) as store:
        running = run_pipeline(store, pipeline, again=arguments.again)
        outcome = _with_progress(running, quiet=arguments.quiet)
    for problem in outcome.problems:
        print_note(problem)
    if arguments.json:
        print_json(_document(outcome))
    elif not arguments.quiet:
        _print(outcome)
    if not outcome.passed:
        raise AnswerError(f"{arguments.recipe}: the tokenizer does not pass. {_failures(outcome)}")
    return 0


def _failures(outcome: PipelineOutcome) -> str:
    shown, n_more = outcome.failures[:_MOST_FAILURES], len(outcome.failures) - _MOST_FAILURES
    return " ".join([*shown, *([f"And {n_more:,} more."] if n_more > 0 else [])])


def _with_progress(running: Any, *, quiet: bool) -> PipelineOutcome:
    from workbench.cli.shared.interruption import Interruption

    view = None if quiet else _View()
    with Interruption() as interruption:

        def report(progress: PipelineProgress) -> None:
            if interruption.requested:
                raise CancelledError("Cancelled; the same command goes on with what is not done.")
            if view is not None:
                view.show(progress)

        try:
            outcome: PipelineOutcome = result_of(running, report)
        finally:
            if view is not None:
                view.finish()
    return outcome


class _View:
    """The training has its bar, other steps a line; both on standard error."""

    def __init__(self) -> None:
        self._line = TerminalProgress(sys.stderr)
        self._bar: ProgressBar | None = None

    def show(self, progress: PipelineProgress) -> None:
        """Show how far the step is that runs."""
        from workbench.cli.shared.recorded_training import ProgressBar

        if progress.training is not None:
            self._line.clear()
            self._bar = self._bar or ProgressBar(sys.stderr)
            self._bar.show(progress.training)
            return
        self._end_bar()
        share = "" if progress.fraction is None else f"  {progress.fraction:4.0%}"
        self._line.show(lambda: f"{progress.phase}{share}")

    def finish(self) -> None:
        """Leave no line of progress behind."""
        self._end_bar()
        self._line.clear()

    def _end_bar(self) -> None:
        if self._bar is not None:
            self._bar.finish()
            self._bar = None


def _print(outcome: PipelineOutcome) -> None:
    """Print the steps, the requirements and the verdict."""
    print_table(("step", "", "result", "time"), [_step_row(step) for step in outcome.steps],
                n_words=3)  # fmt: skip
    if outcome.results:
        print()
        print_table(
            ("metric", "text", "required", "measured", "verdict"), _rows(outcome), n_words=5
        )
    print(f"\n{outcome.verdict_words}")
    if outcome.pipeline.report is not None:
        print(outcome.pipeline.report.absolute())


def _step_row(step: PipelineStep) -> tuple[str, ...]:
    from workbench.work.pipeline.run import step_words

    name = f"{step.name} {step.subject}".strip()
    words = step.words if step.words != step.subject else ""
    return name, _WORDS.get(step.status, step.status), words, step_words(step)


def _rows(outcome: PipelineOutcome) -> list[tuple[str, ...]]:
    """A row for each text that fails, and one for each requirement that is met."""
    from workbench.work.pipeline.results import requirement_rows

    return [
        (
            row.metric.key,
            row.texts,
            row.required,
            row.nearest,
            _VERDICTS[row.verdict],
        )
        for row in requirement_rows(outcome.results)
    ]


def _document(outcome: PipelineOutcome) -> dict[str, Any]:
    from workbench.work.pipeline.results import results_document

    steps = [
        {
            "step": step.name,
            "subject": step.subject,
            "status": step.status,
            "result": step.words,
            "seconds": None if step.seconds is None else round(step.seconds, 3),
        }
        for step in outcome.steps
    ]
    report = outcome.pipeline.report
    where = {"report": None if report is None else str(report.absolute())}
    return {**results_document(outcome), **where, "steps": steps}
