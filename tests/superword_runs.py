"""A small training with superwords, and the same without."""

from __future__ import annotations

from engine import Corpus, Source, TrainingConfig
from engine.settings.superwords import Superwords

ENGLISH = "of the people by the people for the people, and so on: the end of the day. " * 60
GERMAN = "in der Tat ist es in der Regel so, dass es in der Nacht kalt ist. " * 60
CHINESE = "是的，我们在这里。是的，他们在那里。" * 60
VOCAB_SIZE = 400
CONFIG = TrainingConfig(VOCAB_SIZE, pattern="o200k", superwords=Superwords(0.8))
PLAIN = TrainingConfig(VOCAB_SIZE, pattern="o200k")


def superword_corpus() -> Corpus:
    """Three languages, of which only two part words by spaces."""
    texts = {"eng": ENGLISH, "deu": GERMAN, "zho": CHINESE}
    return Corpus([Source(label, texts=(text,)) for label, text in texts.items()])
