"""What functions that take a tokenizer say to anything else."""

from __future__ import annotations

from engine.argument_types import checked
from engine.encoding import Tokenizer
from engine.errors import ArgumentValueError
from engine.library.tokenizer import AnyTokenizer, LibraryTokenizer

_MAKE_ONE = "Tokenizer.load(path) reads one"


def checked_tokenizer(tokenizer: AnyTokenizer) -> AnyTokenizer:
    """What encodes, as it is. Raises ArgumentError for anything else."""
    if not hasattr(tokenizer, "encode_batch"):
        checked(tokenizer, Tokenizer, "tokenizer", _MAKE_ONE)
    return tokenizer


def checked_merges_known(tokenizer: object, done: str) -> Tokenizer:
    """A tokenizer whose merges are known, as it is.

    done: what is to be done with it, such as "extended". Raises ArgumentError for one that another
    library runs, and for what is none.
    """
    if isinstance(tokenizer, Tokenizer):
        return tokenizer
    if not hasattr(tokenizer, "encode_batch"):
        return checked(tokenizer, Tokenizer, "tokenizer", _MAKE_ONE)
    library, reason = "another library", "its merges are not known here"
    if isinstance(tokenizer, LibraryTokenizer):
        library, reason = tokenizer.library, tokenizer.reason
    raise ArgumentValueError(
        f"This tokenizer runs through {library}, because {reason}; only byte-level BPE whose "
        f"merges are known here can be {done}.",
        setting="tokenizer",
    )
