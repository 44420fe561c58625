"""From counts to merges: the merge loop, its progress, its checkpoints, and stage two.

In: pre-token counts and a TrainingConfig. Out: a Tokenizer with its record, and TrainingProgress on
the way. `merge_loop` makes the merges, `stage_two` those across words; `layout` has what a loop
begins with. The slow references are `tests/reference_bpe.py` and `tests/reference_superwords.py`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
