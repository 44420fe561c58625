"""Text as bytes and characters, before anything is split: UTF-8, Unicode 16, scripts, languages.

In: bytes of UTF-8, whole or damaged, labels of files. Out: sets of code points, normalized text,
words and lines, the language and script of a label. Tables come from resources/unicode16.npz.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
