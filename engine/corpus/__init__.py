"""Where text comes from: sources, their files, and the documents in them.

In: paths, addresses, globs, texts. Out: `Corpus`, whose documents come as bytes with the number of
their source, in pieces that kernels take, cut only where no pre-token is. `readers` has a module
for each format; what cannot be read is a CorpusProblem that names file and line.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
