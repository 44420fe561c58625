"""What any program needs of the machine: threads, clocks, child processes, files, memory.

In: work to do, paths, programs of ours by name. Out: results in order, files that are whole or not
there, children that are ended with their parent. Nothing here knows of tokens.
Imports: `engine.errors` only.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
