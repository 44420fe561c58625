"""The list of functions that no test enters, and the table of those that run where it is not seen.

The table is `tests/reached_elsewhere.toml`.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
TABLE = PROJECT / "tests" / "reached_elsewhere.toml"
LIST = PROJECT / ".cache" / "coverage" / "unreached.txt"
"""The functions that no test entered, of the last full run."""

_LINE = re.compile(r":\d+ ")


@dataclass(frozen=True)
class Elsewhere:
    """Functions of one kind.

    reason: why coverage does not see them. tests: the files that exercise them. functions: as
    `FILE NAME`.
    """

    reason: str
    tests: tuple[str, ...]
    functions: tuple[str, ...]


@cache
def elsewhere() -> tuple[Elsewhere, ...]:
    """The entries of the table."""
    document = tomllib.loads(TABLE.read_text("utf-8"))
    return tuple(
        Elsewhere(entry["reason"], tuple(entry["tests"]), tuple(entry["functions"]))
        for entry in document["elsewhere"]
    )


def split_by_table(unreached: list[str]) -> tuple[list[str], list[str]]:
    """Return the functions that nothing reaches, and entries of the table that tests do reach.

    unreached: as `FILE:LINE NAME`.
    """
    listed = {name for entry in elsewhere() for name in entry.functions}
    names = {function: _LINE.sub(" ", function, count=1) for function in unreached}
    left = [function for function, name in names.items() if name not in listed]
    return left, sorted(listed - set(names.values()))
