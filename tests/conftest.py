"""Strictness for every test: the guards of `tests.strictness`, and what to do without Qt."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

pytest_plugins = [
    "tests.strictness",
    "tests.examples",
    "tests.patience",
    "tests.compiled_kernels",
]

GARBAGE_THRESHOLD = 20_000
"""With Python's own 700 a thirtieth of a run is collecting, a quarter where sources are read."""

NEEDS_QT = Path(__file__).parent / "workbench"


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    if not pluginmanager.hasplugin("pytest-qt"):
        # `run.py test` leaves the plugin out where Qt cannot be loaded; its settings stay known.
        for setting in ("qt_api", "qt_log_level_fail", "qt_log_ignore"):
            parser.addini(setting, "a setting of pytest-qt", default="")


def pytest_configure() -> None:
    gc.set_threshold(GARBAGE_THRESHOLD, *gc.get_threshold()[1:])


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    needs_qt = NEEDS_QT in (collection_path, *collection_path.parents)
    return True if needs_qt and not config.pluginmanager.hasplugin("pytest-qt") else None


def pytest_collection_finish() -> None:
    """Leave the tests themselves out of searches for garbage: thousands of them are no garbage."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if not config.pluginmanager.hasplugin("pytest-qt"):
        terminalreporter.write_line(
            "The tests of the window were left out: Qt's shared libraries are missing.", red=True
        )


@pytest.fixture
def sources_read(monkeypatch):
    """The labels of the sources that are really read from here on."""
    from engine.counting import batches

    read = []
    original = batches.OneSource

    class Noted(original):
        def __init__(self, corpus, index, max_chars):
            read.append(corpus.sources[index].label)
            super().__init__(corpus, index, max_chars)

    monkeypatch.setattr(batches, "OneSource", Noted)
    return read
