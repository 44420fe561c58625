"""What functions that take a tokenizer say to anything else."""

from __future__ import annotations

from typing import Literal

from engine.argument_types import checked
from engine.encoding import Tokenizer
from engine.errors import ArgumentValueError
from engine.library.sentences import say
from engine.library.tokenizer import AnyTokenizer, LibraryTokenizer

_MAKE_ONE = "Tokenizer.load(path) reads one"


def checked_tokenizer(tokenizer: AnyTokenizer) -> AnyTokenizer:
    """What encodes, as it is. Raises ArgumentError for anything else."""
    if not hasattr(tokenizer, "encode_batch"):
        checked(tokenizer, Tokenizer, "tokenizer", _MAKE_ONE)
    return tokenizer


def checked_merges_known(tokenizer: object, use: Literal["extended", "exported"]) -> Tokenizer:
    """A tokenizer whose merges are known, as it is.

    use: what the tokenizer is to be. Raises ArgumentError for one that another
    library runs, and for what is none.
    """
    if isinstance(tokenizer, Tokenizer):
        return tokenizer
    if not hasattr(tokenizer, "encode_batch"):
        return checked(tokenizer, Tokenizer, "tokenizer", _MAKE_ONE)
    library: str = say("another_library")
    reason: str = say("merges_not_known")
    if isinstance(tokenizer, LibraryTokenizer):
        library, reason = tokenizer.library, tokenizer.reason
    code = "not_extendable" if use == "extended" else "not_exportable"
    raise ArgumentValueError(say(code, library=library, reason=reason), setting="tokenizer")
