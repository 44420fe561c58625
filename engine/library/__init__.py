"""Tokenizers that run in another library (tokenizers, sentencepiece), in a process of its own.

In: a tokenizer file that this engine has no algorithm for. Out: `LibraryTokenizer`, with ids, bytes
and a time limit, as far as evaluation and the views of tokens need it.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.library.tokenizer import AnyTokenizer as AnyTokenizer
    from engine.library.tokenizer import LibraryEncoder as LibraryEncoder
    from engine.library.tokenizer import LibraryTokenizer as LibraryTokenizer
    from engine.library.tokenizer import checked_merges_known as checked_merges_known
    from engine.library.tokenizer import checked_tokenizer as checked_tokenizer
    from engine.library.tokenizer import may_overlap as may_overlap
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
