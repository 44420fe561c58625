"""Adding tokens to a tokenizer whose ids must not move.

In: a Tokenizer, and texts, a list of tokens or another tokenizer. Out: a Tokenizer with the new
tokens behind the old ones, and a report with rows for the embeddings.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
