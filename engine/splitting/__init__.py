"""Split patterns, and cutting text into pre-tokens by them.

In: the name of a preset or a regular expression, and bytes. Out: `Splitter`, whose spans are
int64[n, 2]. A pattern is read once, into a tree that keeps its text (`expression_reader`). It
becomes an automaton (`automaton_subset`, `automaton`, `lookahead`) that kernels run; what has none
goes to the `regex` module without its character tables (`stable_expression`). The slow reference is
`tests/reference_bpe.py`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
