"""How well tokenizers do on texts: metrics, losses of models, n-gram losses.

In: tokenizers and labelled texts. Out: `Evaluation` with figures per label and between languages
(`metrics`), tables of losses per byte (`losses`), code lengths of n-gram models (`ngrams`). The
definitions and their sources are in `metrics.definitions`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
