"""The grammar of `resume`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.command_parser import add_command, number

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands


def add_resume(commands: Commands) -> None:
    """Add the command."""
    resume = add_command(
        commands,
        "resume",
        "go on with an interrupted training, or continue a finished one to more ids",
    )
    option = resume.add_argument
    option("run", metavar="RUN", nargs="?", help="id or name of the run")
    option("--list", action="store_true", help="list the runs that can be resumed")
    option(
        "--vocab-size",
        metavar="N",
        type=number,
        help="continue a finished run to this larger size, as a new run",
    )
    option("--name", help="name of the new run, with --vocab-size")
    option("--out", metavar="DIR", type=Path, help="write tokenizer.twb into DIR")
    option("--quiet", action="store_true", help="no progress and no table, only the id of the run")
    option(
        "--keep-on-interrupt",
        action="store_true",
        help="from the first merge on, Ctrl+C stops and keeps what is merged as a finished run",
    )
    option(
        "--no-kept-counts",
        action="store_true",
        help="read and count every source, and keep no counts for the next training",
    )
