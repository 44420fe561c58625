"""Which files of a repository of the hub belong to a tokenizer, and which are not whole yet."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

HUB_FILES = (
    "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json",
    "chat_template.jinja", "chat_template.json", "vocab.json", "merges.txt", "vocab.bpe",
    "encoder.json", "tekken.json", "tokenizer.model", "sentencepiece.bpe.model", "spiece.model",
    "spm.model", "*.tiktoken", "tokenizer.pkl", "token_bytes.pt", "config.json",
)  # fmt: skip
"""What belongs to a tokenizer; weights are never fetched."""
PARTIAL_SUFFIX = ".part"
"""Of what is still being written, or was when its program ended."""
_NO_TOKENIZER = frozenset({"config.json", "chat_template.jinja", "chat_template.json"})


def is_tokenizer_file(name: str) -> bool:
    """Whether a file at the top of a repository belongs to its tokenizer, by its name."""
    return any(fnmatchcase(name, pattern) for pattern in HUB_FILES)


def tokenizer_files(folder: Path) -> list[Path]:
    """The files of a tokenizer; weights may lie beside them, where the hub's library keeps them."""
    return [
        file for file in sorted(folder.iterdir()) if file.is_file() and is_tokenizer_file(file.name)
    ]


def is_tokenizer_folder(folder: Path) -> bool:
    """Whether a folder holds files of a tokenizer, and not just settings of a model."""
    return any(file.name not in _NO_TOKENIZER for file in tokenizer_files(folder))
