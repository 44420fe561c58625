"""Strictness for every test: the guards of `tests.strictness`, and what to do without Qt."""

from __future__ import annotations

import gc
from importlib.util import find_spec
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
NEEDS_TORCH = Path(__file__).parent / "engine" / "probe" / "test_probe_model.py"
TORCH_FOLDER = Path(__file__).parents[1] / ".cache" / "pytorch"
"""Where `run.py test` puts PyTorch, if pip has a file of it (run.py, torch_beside)."""


def has_torch() -> bool:
    return (TORCH_FOLDER / "torch").is_dir() or find_spec("torch") is not None


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    if not pluginmanager.hasplugin("pytest-qt"):
        # `run.py test` leaves the plugin out where Qt cannot be loaded; its settings stay known.
        for setting in ("qt_api", "qt_log_level_fail", "qt_log_ignore"):
            parser.addini(setting, "a setting of pytest-qt", default="")


def pytest_configure() -> None:
    gc.set_threshold(GARBAGE_THRESHOLD, *gc.get_threshold()[1:])


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    needs_qt = NEEDS_QT in (collection_path, *collection_path.parents)
    if needs_qt and not config.pluginmanager.hasplugin("pytest-qt"):
        return True
    return True if collection_path == NEEDS_TORCH and not has_torch() else None


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
    if not has_torch():
        terminalreporter.write_line(
            "The tests of probe models were left out: pip has no file of PyTorch on this machine."
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
