"""How well tokenizers do on texts: metrics, losses of models, n-gram losses.

In: tokenizers and labelled texts. Out: `Evaluation` with figures per label and between languages,
`LossReport` with losses of models per byte, `NgramLoss` with code lengths of n-gram models.
`METRICS` has the definition and the source of each figure.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
