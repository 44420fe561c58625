"""Who reads tokenizers of other formats: `Tokenizer.load` asks, and `engine` says.

Encoding stands below the formats and knows none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.encoding.tokenizer import Tokenizer

_loaders: list[Callable[[str | Path, str | None], Tokenizer]] = []


def set_loader(load: Callable[[str | Path, str | None], Tokenizer]) -> None:
    """Let `load`, of a path and a split pattern or None, read tokenizers of all formats."""
    _loaders[:] = [load]


def load_by_format(path: str | Path, pattern: str | None) -> Tokenizer:
    """The tokenizer in a file or a directory. Raises TokenizerFileError."""
    return _loaders[0](path, pattern)
