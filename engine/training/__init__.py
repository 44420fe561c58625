"""From counts to merges: the merge loop, its progress, its checkpoints, and stage two.

In: pre-token counts and a TrainingConfig. Out: a Tokenizer with its record, and TrainingProgress on
the way. `merge_loop` makes the merges, `stage_two` those across words; `layout` has what a loop
begins with. The slow references are `tests/reference_bpe.py` and `tests/reference_superwords.py`.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.training.checkpoint import TrainingCheckpoint as TrainingCheckpoint
    from engine.training.checkpoint import check_file as check_file
    from engine.training.checkpoint import checkpoint_about as checkpoint_about
    from engine.training.checkpoint import remove_checkpoint as remove_checkpoint
    from engine.training.merge_loop import MergeLoop as MergeLoop
    from engine.training.merges_done import MergesDone as MergesDone
    from engine.training.merges_done import continued_config as continued_config
    from engine.training.merges_done import superwords_config as superwords_config
    from engine.training.parity_texts import ParityFigures as ParityFigures
    from engine.training.parity_texts import parity_inputs as parity_inputs
    from engine.training.progress import IN_LIBRARY as IN_LIBRARY
    from engine.training.progress import NO_MERGES as NO_MERGES
    from engine.training.progress import STAGE_TWO as STAGE_TWO
    from engine.training.progress import EstimateError as EstimateError
    from engine.training.progress import EstimateLog as EstimateLog
    from engine.training.progress import Merge as Merge
    from engine.training.progress import Merges as Merges
    from engine.training.progress import Phase as Phase
    from engine.training.progress import TrainingProgress as TrainingProgress
    from engine.training.progress import expected_distinct_bytes as expected_distinct_bytes
    from engine.training.progress import told_errors as told_errors
    from engine.training.steps import TrainingSteps as TrainingSteps
    from engine.training.superword_stage import SuperwordOptions as SuperwordOptions
    from engine.training.superword_stage import SuperwordTraining as SuperwordTraining
    from engine.training.training import CountedCorpus as CountedCorpus
    from engine.training.training import Training as Training
    from engine.training.training import refuse_counts as refuse_counts
    from engine.training.training import train as train
    from engine.training.training import train_tokenizer as train_tokenizer
    from engine.training.vetoes import AllOf as AllOf
    from engine.training.vetoes import NewTokensOnly as NewTokensOnly
    from engine.training.vetoes import SuperwordVeto as SuperwordVeto
    from engine.training.vetoes import allowed_by as allowed_by
    from engine.training.vetoes import halves_of_whole_tokens as halves_of_whole_tokens
    from engine.training.vetoes import known_tokens as known_tokens
    from engine.training.vetoes import veto_of as veto_of
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
