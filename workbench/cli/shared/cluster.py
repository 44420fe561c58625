"""Options of commands that can work on a cluster, and reaching it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.options import CommandParser
from workbench.cli.shared.output import print_note, result_with_line

if TYPE_CHECKING:
    from engine.machine import Progress

Step = TypeVar("Step", bound="Progress")
Result = TypeVar("Result")

_HELP = (
    "do the work on a Dask cluster: tcp://HOST:PORT of its scheduler, or local[:N] for N processes "
    "of this machine"
)


def add_cluster(parser: CommandParser, *, is_resumed: bool = True) -> None:
    """Add --cluster. is_resumed: whether the same command goes on where another ended early."""
    after = "; the same command goes on after an interruption" if is_resumed else ""
    parser.add_argument("--cluster", metavar="ADDRESS", help=_HELP + after)


def check_cluster(arguments: Namespace, *names: str) -> None:
    """Raise UsageError for options that belong to --cluster without it."""
    for name in names:
        if arguments.cluster is None and getattr(arguments, name) is not None:
            raise UsageError(f"--{name} belongs to --cluster.")


def result_on_cluster(
    steps: Generator[Step, None, Result],
    text_of: Callable[[Step], str],
    stream: TextIO | None = None,
) -> Result:
    """As `result_with_line`; the line says how long the cluster has had no worker."""

    def text(step: Step) -> str:
        if not step.waiting_s:
            return text_of(step)
        return f"Waiting for a worker of the cluster, {step.waiting_s:.0f} s"

    return result_with_line(steps, text, stream)


@contextmanager
def chosen_cluster(arguments: Namespace) -> Iterator[Any]:
    """A client of the cluster; a note has the address of Dask's dashboard. Raises ClusterError."""
    from engine.cluster import connected

    with connected(arguments.cluster) as client:
        if not arguments.cluster.startswith("local") or find_spec("bokeh") is not None:
            print_note(f"Dashboard of Dask: {client.dashboard_link}")
        yield client
