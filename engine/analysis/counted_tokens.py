"""The tokens of counted pre-tokens: what a text would have, without the text."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from engine.compiled import Int64s
from engine.corpus import Corpus
from engine.counting import CountsRules, SourcePretokens, counted_source
from engine.encoding import Encoder, Tokenizer

_STEP_BYTES = 1 << 20


def tokens_of_counts(
    tokenizer: Tokenizer, corpus: Corpus, index: int
) -> Generator[int, None, tuple[Int64s, int]]:
    """Encode each pre-token of a counted source once; yields the bytes of text so far.

    Returns the occurrences of every id in the counted text, int64[vocab_size], and its bytes.
    Raises CorpusError for counts of another pattern or normalization than the tokenizer's.
    """
    rules = CountsRules.for_pattern(tokenizer.pattern, tokenizer.normalization)
    found = counted_source(corpus, index, rules)
    encoder = Encoder(
        tokenizer.ranked_merges, ids=tokenizer.ranked_ids, whole_tokens=tokenizer.whole_tokens
    )
    sizes = np.array([len(token) for token in tokenizer.vocabulary], np.int64)
    counts, n_bytes = np.zeros(tokenizer.vocab_size, np.int64), 0
    begin = 0
    while begin < len(found.counts):
        most = found.starts[begin] + _STEP_BYTES
        end = max(begin + 1, int(np.searchsorted(found.starts, most, "right")) - 1)
        n_bytes += _add(found, begin, end, encoder, sizes, counts)
        yield n_bytes
        begin = end
    return counts, n_bytes


def _add(
    found: SourcePretokens, begin: int, end: int, encoder: Encoder, sizes: Int64s, counts: Int64s
) -> int:
    """Add the tokens of some rows; returns their bytes in the text."""
    first, last = int(found.starts[begin]), int(found.starts[end])
    bounds = found.starts[begin : end + 1] - first
    spans = np.stack((bounds[:-1], bounds[1:]), axis=1)
    ids = encoder.encode_spans(found.data[first:last].tobytes(), spans)
    begins = np.cumsum(sizes[ids]) - sizes[ids]
    rows = np.searchsorted(bounds, begins, "right") - 1
    own = found.counts[begin:end]
    np.add.at(counts, ids, own[rows])
    return int((own * np.diff(bounds)).sum())
