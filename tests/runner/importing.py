"""Import the tests before they are collected, each worker from another place in the list.

Pytest rewrites the asserts of a module when it is first imported and keeps the result in a file.
In a new clone all workers would rewrite every module, each at the same moment as the others; from
different places, each does a part and reads what the others have done.

    python -m tests.runner.importing        import the libraries that all workers import

A new environment has no byte code of them either: made once, no worker waits to make it again.
"""

from __future__ import annotations

import contextlib
import importlib
from pathlib import Path

import pytest

from tests.runner.features import TESTS, test_files

LIBRARIES = (
    "PySide6.QtTest", "PySide6.QtWidgets", "fsspec", "gguf", "huggingface_hub",
    "hypothesis.extra.numpy", "hypothesis.strategies", "jinja2.sandbox", "pandas",
    "pyarrow.parquet", "pyqtgraph", "pytestqt.plugin", "sentencepiece",
    "sqlalchemy.dialects.sqlite", "tiktoken", "tokenizers", "xdist.remote",
)  # fmt: skip
"""Those of which making the byte code takes longest."""


def in_order_of(worker: int, workers: int, files: list[Path]) -> list[Path]:
    """The files from a worker's place in the list on, and then those before it."""
    start = len(files) * worker // workers
    return files[start:] + files[:start]


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    given = getattr(session.config, "workerinput", None)
    if given is None or not session.config.pluginmanager.hasplugin("pytest-qt"):
        return
    worker = int(given["workerid"].removeprefix("gw"))
    for file in in_order_of(worker, given["workercount"], test_files()):
        name = ".".join(file.relative_to(TESTS.parent).with_suffix("").parts)
        # What cannot be imported is reported when it is collected.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(name)


if __name__ == "__main__":
    for library in LIBRARIES:
        importlib.import_module(library)
