"""Loading a tokenizer that stands beside the open one, wherever it lies, in steps of a job."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from workbench.text.placeholders import fill
from workbench.work.jobs import StepProgress

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.library import LibraryTokenizer
    from workbench.store import RunStore
    from workbench.work.comparison import Baseline


def baseline_steps(
    store: RunStore, baseline: Baseline
) -> Generator[StepProgress, None, Tokenizer | LibraryTokenizer]:
    """The tokenizer of a baseline; yields progress while a published one is fetched.

    What cannot be represented exactly runs through its own library. Raises EngineError,
    StoreError.
    """
    if baseline.run_id is not None:
        return store.tokenizer(baseline.run_id)
    if baseline.published is None:
        from engine.formats import load_any_tokenizer

        assert baseline.path is not None
        return load_any_tokenizer(baseline.path)
    yield from published_steps(baseline.published)
    from engine.formats import load_published

    return load_published(baseline.published)


def published_steps(name: str) -> Generator[StepProgress, None, None]:
    """Fetch a published tokenizer unless it is kept. Raises PublishedTokenizerError."""
    from engine.formats import fetch_steps, kept_file

    if kept_file(name) is not None:
        return
    words = fill(QCoreApplication.translate("baseline_loading", "Fetch %1"), name)
    yield StepProgress(words)
    for fraction in fetch_steps(name):
        yield StepProgress(words, fraction)
