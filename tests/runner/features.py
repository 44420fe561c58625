"""Which test files belong to a feature, by the table in `tests/features.toml`."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]


@cache
def features() -> dict[str, tuple[str, ...]]:
    """Patterns of file names by feature."""
    table = tomllib.loads((TESTS / "features.toml").read_text("utf-8"))
    return {name: tuple(patterns) for name, patterns in table.items()}


def test_files() -> list[Path]:
    """All files with tests, sorted."""
    return sorted(TESTS.rglob("test_*.py"))


def files_of(feature: str) -> list[Path]:
    """The test files of a feature, sorted. Raises KeyError if there is no such feature."""
    patterns = features()[feature]
    return [file for file in test_files() if _matches(file, patterns)]


def features_of(file: Path) -> list[str]:
    """The features to which a test file belongs."""
    return [name for name, patterns in features().items() if _matches(file, patterns)]


def files_without_feature() -> list[Path]:
    """Test files that no pattern of the table names."""
    return [file for file in test_files() if not features_of(file)]


def _matches(file: Path, patterns: tuple[str, ...]) -> bool:
    name = file.stem.removeprefix("test_")
    return any(fnmatch(name, pattern) for pattern in patterns)
