"""The entry point to `engine.formats` for the constructors of `Tokenizer`.

`engine` sets it at import, because this package lies below the formats and cannot import them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tiktoken import Encoding
    from transformers import PreTrainedTokenizerFast

    from engine.encoding.tokenizer import Tokenizer

_formats: list[Callable[[], Formats]] = []


class Formats(Protocol):
    """What `engine.formats` makes tokenizers of; see the constructors of Tokenizer."""

    def load_tokenizer(self, path: str | Path, pattern: str | None) -> Tokenizer: ...

    def tokenizer_from_ranks(
        self,
        ranks: Mapping[bytes, int],
        pattern: str,
        special_tokens: Mapping[str, int] | None,
        vocab_size: int | None,
    ) -> Tokenizer: ...

    def tokenizer_from_merges(
        self,
        vocabulary: Mapping[str, int],
        merges: Iterable[str | Sequence[str]],
        pattern: str,
        special_tokens: Mapping[str, int] | Iterable[str],
        ignore_merges: bool,
    ) -> Tokenizer: ...

    def transformers_tokenizer(self, tokenizer: Tokenizer) -> PreTrainedTokenizerFast: ...

    def tiktoken_encoding(self, tokenizer: Tokenizer, name: str) -> Encoding: ...


def set_formats(made: Callable[[], Formats]) -> None:
    """Let what `made` returns make tokenizers; it is called when the first one is asked for."""
    _formats[:] = [made]


def formats() -> Formats:
    """The formats that `set_formats` named."""
    return _formats[0]()
