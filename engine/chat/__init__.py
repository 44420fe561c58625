"""Conversations as token ids with supervision masks.

In: files of conversations, a chat template or nanochat's rules, a tokenizer. Out: RenderedChat
(ids, mask, messages), arrays of them, and lints of what would hurt in training. Conversations that
cannot be used raise or report a sentence that names line and message; nothing is dropped or changed
silently.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
