"""Which files are tokenizers, by name and first bytes, and loading one as a baseline."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from engine.machine import check_regular
from workbench.text.placeholders import fill
from workbench.work.jobs import StepProgress

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.library import LibraryTokenizer
    from workbench.store import RunStore
    from workbench.work.comparison import Baseline

TOKENIZER_NAMES = frozenset({
    "tokenizer.json", "vocab.bpe", "merges.txt", "encoder.json", "vocab.json", "tokenizer.twb",
    "tekken.json", "tokenizer.model", "sentencepiece.bpe.model", "spiece.model", "tokenizer.pkl",
})  # fmt: skip
TOKENIZER_SUFFIXES = frozenset({".tiktoken", ".twb", ".bpe", ".model", ".spm"})
"""Of files that are tokenizers whatever their name is."""
_FOLDER_PATTERNS = ("*.tiktoken", "*.model", "*.twb")
_HEAD_BYTES = 4096
_JSON_MARKS = (b'"added_tokens"', b'"pre_tokenizer"', b'"default_num_special_tokens"')


def is_tokenizer_path(path: Path) -> bool:
    """Whether a file or folder is, or holds, a tokenizer, by names and a file's beginning."""
    if path.is_dir():
        if any((path / name).is_file() for name in TOKENIZER_NAMES):
            return True
        return any(any(path.glob(pattern)) for pattern in _FOLDER_PATTERNS)
    if path.name in TOKENIZER_NAMES or path.suffix.lower() in TOKENIZER_SUFFIXES:
        return True
    if path.suffix.lower() != ".json":
        return False
    try:
        check_regular(path)
        with path.open("rb") as stream:
            return is_tokenizer_json(stream.read(_HEAD_BYTES))
    except OSError:
        return False  # said where the file is read


def is_tokenizer_json(head: bytes) -> bool:
    """Whether a JSON file that begins so is a tokenizer.json or a tekken.json."""
    return any(mark in head for mark in _JSON_MARKS)


def baseline_steps(
    store: RunStore, baseline: Baseline
) -> Generator[StepProgress, None, Tokenizer | LibraryTokenizer]:
    """The tokenizer of a baseline; yields progress while a published one is fetched.

    What cannot be represented exactly runs through its own library. Raises EngineError,
    StoreError.
    """
    if baseline.run_id is not None:
        return store.any_tokenizer(baseline.run_id)
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
