"""A tokenizer, and text as its ids.

In: merges, special tokens, a splitter, bytes. Out: `Tokenizer`, its file, ids as uint32[n] and
their bytes. `encoder` encodes superwords in two levels; `word_cache` keeps what was encoded.
The slow reference is `tests/reference_bpe.py`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
