"""Properties of finished tokenizers: vocabulary, usage, sizes, superwords, differences.

In: a Tokenizer, or two, and texts. Out: frozen records of arrays: facts, origin and uses of every
token, tokens of a text at each smaller size, the merge at which two trainings diverge, the cost of
ids in a model, and whether a model's configuration fits its tokenizer.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
