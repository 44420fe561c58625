"""Training: corpus and settings -> tokenizer, as a generator of progress."""

from __future__ import annotations

from engine.checkpoint import TrainingCheckpoint
from engine.config import TrainingConfig
from engine.corpus import Corpus
from engine.counted_corpus import CountedCorpus, Training
from engine.counts_cache import CountsCache
from engine.mixture import MixtureMaker
from engine.stop_request import StopRequest
from engine.superword_training import SuperwordOptions
from engine.tokenizer import Tokenizer


def train(
    corpus: Corpus,
    config: TrainingConfig,
    *,
    mixture: MixtureMaker | None = None,
    cache: CountsCache | None = None,
    stop: StopRequest | None = None,
    checkpoint: TrainingCheckpoint | None = None,
    superwords: SuperwordOptions | None = None,
) -> Training:
    """Train byte-level BPE. Yields TrainingProgress about every 30 ms, returns the Tokenizer.

    1. Pre-tokenize: normalize the corpus if asked to, cut it at the split pattern, count distinct
       pre-tokens per source.
    2. Count pairs: lay the distinct pre-tokens out as bytes, count adjacent pairs.
    3. Compute merges: merge the most frequent pair until the vocabulary is full.

    With superwords (config.superwords) step 3 ends at the transition, and stage two follows: see
    engine.superword_training.

    mixture: how much of each source counts; all as it is by default. cache: keeps the counts of
        the sources on disk, and those it has are not read. To train several times on one corpus,
        keep a CountedCorpus.
    stop: ends the training early and keeps what is merged: the tokenizer is then the one that its
        own size would have given, `truncated` merge for merge and id for id. So its vocabulary is
        smaller than asked for, the special tokens come after its last merge, and the settings in
        its record have its size; a sentence in the record's problems says what was asked.
    checkpoint: keeps what is counted and merged, so that the same call after a kill goes on there.
    superwords: how stage two works, such as how much memory it may take.

    Special tokens take no part; text that looks like one is text. Closing the generator stops the
    training between two slices. Raises PatternError, ConfigError for a mixture that does not fit
    the corpus, and CorpusError for a corpus that cannot be read or whose distinct pre-tokens need
    more memory than there is.
    """
    counted = CountedCorpus(corpus, cache=cache, superwords=superwords)
    return counted.train(config, mixture, stop=stop, checkpoint=checkpoint)


def train_tokenizer(
    corpus: Corpus,
    config: TrainingConfig,
    *,
    mixture: MixtureMaker | None = None,
    cache: CountsCache | None = None,
) -> Tokenizer:
    """Train without watching: run `train` to its end and return the Tokenizer."""
    steps = train(corpus, config, mixture=mixture, cache=cache)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            tokenizer: Tokenizer = stop.value
            return tokenizer
