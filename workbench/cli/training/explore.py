"""`explore`: search for the tokenizers that a recipe's table [explore] asks for.

Trials are kept beside the runs, so that the same command goes on after any end. Prints the front:
the tokenizers that cannot be improved in one objective without losing in another.
"""

from __future__ import annotations

import argparse
import sys
from argparse import Namespace
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.machine import StopRequest, result_of
from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.options import CommandParser, number
from workbench.cli.shared.output import (
    TerminalProgress,
    counted,
    finite,
    prepare_engine,
    print_json,
    print_note,
    print_table,
)
from workbench.text.numbers import duration

if TYPE_CHECKING:
    from engine.explore import Exploration, ExploreProgress, Front, Point, Trial
    from workbench.work.explore_recipe import ExploreRecipe

_KNEE = "knee"


def add_explore_options(explore: CommandParser) -> None:
    """Add the options of `explore`."""
    option = explore.add_argument
    option("recipe", metavar="RECIPE", type=Path, help="recipe with a table [explore]")
    option("--trials", metavar="N", type=number, help="end after this number of trials")
    option("--time", metavar="TIME", help="end after this time, such as 10m; replaces the recipe's")
    again = explore.add_mutually_exclusive_group()
    again.add_argument(
        "--resume", action="store_true", help="go on with the trials of last time (default)"
    )
    again.add_argument("--fresh", action="store_true", help="forget the trials of last time")
    option(
        "--keep",
        metavar="N",
        action="append",
        default=[],
        type=_point,
        help="store point N of the front, or its knee, as a run; can be repeated",
    )
    option("--out", metavar="FILE", type=Path, help="write the front as .html or .csv")
    option("--quiet", action="store_true", help="no progress")


def _point(text: str) -> str | int:
    if text == _KNEE:
        return text
    try:
        return number(text)
    except (argparse.ArgumentTypeError, ValueError):
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor knee") from None


def explore_command(arguments: Namespace) -> int:
    """Search, print the front, and keep what is asked for."""
    from workbench.work.explore_recipe import explore_steps, explore_storage, read_exploration

    runs_file = None if arguments.db is None else Path(arguments.db)
    wanted = _with_budget(read_exploration(arguments.recipe, runs_file), arguments)
    if arguments.out is not None and arguments.out.suffix.lower() not in (".html", ".csv"):
        raise UsageError(f"--out {arguments.out}: a front is written to .html or .csv.")
    prepare_engine(quiet=arguments.quiet)
    storage = explore_storage(runs_file, fresh=arguments.fresh)
    exploration = _explored(
        lambda stop: explore_steps(wanted, storage, stop=stop),
        quiet=arguments.quiet,
    )
    for problem in exploration.problems:
        print_note(problem)
    points = [_chosen(exploration.front, each) for each in arguments.keep]
    runs = [_kept(wanted, exploration, point, arguments) for point in points]
    if arguments.out is not None:
        from engine.explore import write_front

        write_front(exploration.front, arguments.out)
    if arguments.json:
        print_json(explore_document(exploration, runs))
    else:
        _print(exploration, runs)
    return 0


def _with_budget(wanted: ExploreRecipe, arguments: Namespace) -> ExploreRecipe:
    from engine.explore import Budget, seconds_of

    budget = wanted.question.budget
    trials = budget.trials if arguments.trials is None else arguments.trials
    seconds = budget.seconds if arguments.time is None else seconds_of(arguments.time)
    return wanted.with_budget(Budget(trials, seconds))


def _explored(start: Any, *, quiet: bool) -> Exploration:
    """Run the search; the first Ctrl+C ends it after the trials that run."""
    from workbench.cli.shared.interruption import Interruption

    stop, line = StopRequest(), TerminalProgress(sys.stderr)
    n_points = 0
    with Interruption() as interruption:

        def report(progress: ExploreProgress) -> None:
            nonlocal n_points
            if interruption.requested:
                stop.keep()
            if progress.front is not None:
                n_points = len(progress.front.points)
            if not quiet:
                line.show(partial(_progress_words, progress, n_points))

        try:
            with closing(start(stop)) as steps:
                made: Exploration = result_of(steps, report)
        finally:
            line.clear()
    return made


def _progress_words(progress: ExploreProgress, n_points: int) -> str:
    if progress.phase == "count":
        return "Count texts"
    if progress.phase == "spread":
        return f"Measure spread  {progress.n_done}/{progress.n_wanted}"
    done = f"{progress.n_done}/{progress.n_wanted}" if progress.n_wanted else str(progress.n_done)
    left = "" if progress.seconds_left is None else f"  {duration(progress.seconds_left)} left"
    return f"Search  {done} trials  {counted(n_points, 'point')}{left}"


def _chosen(front: Front, wanted: str | int) -> Point:
    if wanted == _KNEE:
        if front.knee_point is None:
            raise UsageError("--keep knee: the front has no knee; give the number of a point.")
        return front.knee_point
    if not 1 <= int(wanted) <= len(front.points):
        raise UsageError(f"--keep {wanted}: the front has {len(front.points):,} points.")
    return front.points[int(wanted) - 1]


def _kept(
    wanted: ExploreRecipe, exploration: Exploration, point: Point, arguments: Namespace
) -> str:
    from workbench.store import RunStore
    from workbench.work.explore_recipe import keep_point

    with RunStore.open(arguments.db) as store:
        return result_of(keep_point(store, wanted, exploration, point))


def _print(exploration: Exploration, runs: list[str]) -> None:
    from engine.explore import front_table

    front = exploration.front
    if not front.points:
        print(front.nearest or "There is no point yet.")
        return
    heads, rows = front_table(front)
    is_filled = [any(row[i] for row in rows) for i in range(len(heads))]
    shown = [[cell for cell, keep in zip(row, is_filled, strict=True) if keep] for row in rows]
    heads = [head for head, keep in zip(heads, is_filled, strict=True) if keep]
    print_table(("point", *heads), [(str(i), *row) for i, row in enumerate(shown, 1)], n_words=0)
    print(f"\n{front.advice}")
    if exploration.disagreement:
        print(exploration.disagreement)
    states: dict[str, int] = {}
    for trial in exploration.trials:
        states[trial.state] = states.get(trial.state, 0) + 1
    words = ", ".join(f"{n:,} {state}" for state, n in states.items())
    print(f"{len(exploration.trials):,} trials: {words}.")
    for run in runs:
        print(f"Kept as run {run}.")


def explore_document(exploration: Exploration, runs: list[str]) -> dict[str, Any]:
    """The search as JSON has it."""
    front, question = exploration.front, exploration.question
    return {
        "objectives": [
            {
                "key": each.key,
                "goal": each.goal,
                "threshold": None
                if each.threshold is None
                else f"{each.threshold.relation} {each.threshold.limit:g}",
            }
            for each in question.objectives
        ],
        "variables": [variable.name for variable in question.variables],
        "front": [_point_document(point) for point in front.points],
        "knee": None if front.knee is None else front.knee + 1,
        "hypervolume": finite(front.hypervolume),
        "advice": front.advice,
        "nearest": front.nearest,
        "disagreement": exploration.disagreement,
        "importance": {key: dict(shares) for key, shares in exploration.importance.items()},
        "trials": [_trial_document(trial) for trial in exploration.trials],
        "stopped": exploration.is_stopped,
        "runs": runs,
        "problems": list(exploration.problems),
    }


def _point_document(point: Point) -> dict[str, Any]:
    return {
        "trial": point.trial,
        "vocab_size": point.vocab_size,
        "values": point.values,
        "figures": _figures(point.figures),
        "validation": _figures(point.validation),
        "spread": _figures(point.spread),
    }


def _trial_document(trial: Trial) -> dict[str, Any]:
    seconds = trial.seconds
    return {
        "trial": trial.number,
        "state": trial.state,
        "values": dict(trial.values),
        "figures": _figures(trial.figures),
        "violations": _figures(trial.violations),
        "seconds": {
            "mix": round(seconds.mix, 4),
            "merge": round(seconds.merge, 4),
            "encode": round(seconds.encode, 4),
            "rest": round(seconds.rest, 4),
        },
        "reason": trial.reason,
    }


def _figures(figures: Any) -> dict[str, float | None]:
    return {key: finite(value) for key, value in figures.items()}
