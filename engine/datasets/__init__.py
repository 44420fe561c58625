"""Text as ids in arrays on disk, for training models.

In: a corpus, a tokenizer and settings. Out: shards of uint16 or uint32 with an index, written as a
stream in bounded memory, whole or not at all.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
