"""Tokenizers that run in another library (tokenizers, sentencepiece), in a process of its own.

In: a tokenizer file that this engine has no algorithm for. Out: `LibraryTokenizer`, with ids, bytes
and a time limit, as far as evaluation and the views of tokens need it.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
