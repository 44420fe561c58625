"""The parts of the engine that mutation testing tries, by mutation.toml.

Apart from the rest, so that the tests can check them where cosmic-ray is not installed.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent.parent
SETTINGS = Path(__file__).with_name("mutation.toml")
_NO_CORE = ("__init__", "sentences")


@dataclass(frozen=True)
class Part:
    """A part of the core.

    modules: files below the project. tests, thorough: arguments of pytest for every mutant, and for
    those that survive. seconds: processor time for either.
    """

    name: str
    modules: tuple[Path, ...]
    tests: tuple[str, ...]
    thorough: tuple[str, ...]
    seconds: int


def parts() -> dict[str, Part]:
    """The parts of mutation.toml by name."""
    return {
        name: Part(
            name,
            tuple(module for pattern in part["modules"] for module in modules_of(pattern)),
            _selected(part["tests"], part["without"]),
            _selected(part["thorough"], []),
            part["seconds"],
        )
        for name, part in settings()["parts"].items()
    }


def modules_of(pattern: str) -> list[Path]:
    """The files of a pattern, by their paths below the project, sorted.

    Example: "training/merge*" has engine/training/merge_loop.py. Interfaces and modules of
    sentences alone are left out.
    """
    files = sorted((PROJECT / "engine").glob(f"{pattern}.py"))
    return [file.relative_to(PROJECT) for file in files if file.stem not in _NO_CORE]


def _selected(tests: list[str], without: list[str]) -> tuple[str, ...]:
    """Arguments of pytest: tests, without those whose names begin so."""
    return (
        *map(argument_of, tests),
        *(f"--deselect={argument_of(name)}" for name in without),
    )


def argument_of(name: str) -> str:
    """The argument of pytest for a test of the engine.

    Example: "ties.py::test_sums" is tests/engine/training/test_ties.py::test_sums.
    """
    file, *function = name.split("::", 1)
    [path] = (PROJECT / "tests" / "engine").rglob(f"test_{file}")
    return "::".join([path.relative_to(PROJECT).as_posix(), *function])


@cache
def settings() -> dict[str, Any]:
    """mutation.toml as it is."""
    return tomllib.loads(SETTINGS.read_text("utf-8"))
