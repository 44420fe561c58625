"""Files of tokenizers as other libraries have them: reading, writing, verifying, validating.

In: any known tokenizer file or directory. Out: our Tokenizer, with the same ids (`reading`); files
that other libraries load (`writing`), proved by asking them (`verification`); all faults of a file
at once (`validation`). Split patterns are written and read as each library has them
(`pattern_dialects`, `oniguruma`, `llama_cpp`).
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
