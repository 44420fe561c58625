"""Where text comes from: sources, their files, and the documents in them.

In: paths, addresses, globs, texts. Out: `Corpus`, whose documents come as bytes with the number of
their source, in pieces that kernels take, cut only between pre-tokens. `readers` has one module for
text and one for records (JSON lines, CSV, Parquet); repairs and omissions are CorpusProblems, which
name file and line.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
