"""What tells a tokenizer from other files, by names and first bytes, and who runs it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.machine import check_regular

if TYPE_CHECKING:
    from typing import TypeGuard

    from engine.library import AnyTokenizer, LibraryTokenizer

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


def runs_elsewhere(tokenizer: AnyTokenizer) -> TypeGuard[LibraryTokenizer]:
    """Whether a tokenizer runs through its library, in another process."""
    return hasattr(tokenizer, "library")
