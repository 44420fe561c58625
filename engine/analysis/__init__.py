"""What can be said of a tokenizer that is there: its vocabulary, its sizes, its differences.

In: a Tokenizer, or two, and texts. Out: tables of arrays: facts of every token, where it came from,
where it is used, what each smaller size would give, where two trainings part, what ids cost.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
