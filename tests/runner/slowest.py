"""Where the time of a run went: the slowest files, and sums by folder and by feature."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tests.runner.features import TESTS, features_of

MOST_FILES = 10
MOST_GROUPS = 6


@cache
def usual_seconds() -> dict[str, float]:
    """Seconds of slow files on an idle machine, for a clone that has run no tests yet."""
    return dict(tomllib.loads((TESTS / "slow_files.toml").read_text("utf-8"))["seconds"])


def slowest_lines(seconds: Mapping[str, float]) -> Iterator[str]:
    """The slowest files, a line each, then folders and features in a line each.

    seconds: by file, as "tests/engine/training/test_ties.py".
    """
    slowest = sorted(seconds.items(), key=lambda entry: -entry[1])
    for file, taken in slowest[:MOST_FILES]:
        yield f"{taken:8.1f} s  {file}"
    folders: Counter[str] = Counter()
    groups: Counter[str] = Counter()
    for file, taken in seconds.items():
        folders[file.rpartition("/")[0]] += taken
        # A file of two features counts in both.
        groups.update(dict.fromkeys(features_of(Path(file)), taken))
    yield f"by folder: {_sums(folders)}"
    yield f"by feature: {_sums(groups)}"


def _sums(sums: Counter[str]) -> str:
    return " · ".join(f"{name} {taken:.0f} s" for name, taken in sums.most_common(MOST_GROUPS))
