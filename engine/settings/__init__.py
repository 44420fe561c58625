"""Settings of a training: plain values that are checked, and compute nothing.

In: names, numbers, recipes, files of tokens. Out: frozen settings (`TrainingConfig`, `Mixture`,
`Superwords`, special tokens, merge rules) and the record of a training. Errors name the setting.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
