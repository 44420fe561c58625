"""Training in other libraries (tokenizers, sentencepiece), in a process of its own.

In: a corpus, a mixture and a `TrainingConfig` with a `LibraryTrainer`. Out: the tokenizer that the
library makes of the mixture, written as text, with the time and memory that this took.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.trainers.training import LibraryProgress as LibraryProgress
    from engine.trainers.training import LibraryTraining as LibraryTraining
    from engine.trainers.training import tokenizer_of_file as tokenizer_of_file
    from engine.trainers.training import train_with_library as train_with_library
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
