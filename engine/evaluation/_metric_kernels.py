"""Kernels over the tokens of a text: where they begin, and how they cut words.

Slow reference: `token_spans` and `label_figures` of tests/engine/evaluation/naive_metrics.py, in
tests/engine/evaluation/test_metrics.py and test_token_walk.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel
from engine.encoding import same_bytes


@kernel
def walk_tokens(ids, vocabulary, token_ends, data, size, starts, counts, found):
    """Where tokens begin, how often each occurs, and whether together they are the text.

    A character is split where a token begins inside it. Ids beyond the text are placed, too.

    ids         uint32[m]     the tokens
    vocabulary  uint8[b + 8]  the bytes of every id, one after another
    token_ends  int64[v]      where each ends
    data        uint8[n + 8]  the text of n bytes, which is `size`
    starts      int64[m + 1]  out: first byte of each token, and where the last one ends
    counts      int64[v]      in and out: occurrences of every id
    found       int64[2]      out: characters that are split; 1 if the tokens are the text
    """
    at = np.int64(0)
    last_split = np.int64(-1)
    same = True
    for i in range(ids.shape[0]):
        starts[i] = at
        token = np.int64(ids[i])
        counts[token] += 1
        begin = np.int64(0)
        if token > 0:
            begin = token_ends[token - 1]
        after = at + token_ends[token] - begin
        if at < size and (data[at] & 0xC0) == 0x80:
            first = at
            while first > 0 and (data[first] & 0xC0) == 0x80:
                first -= 1
            if first != last_split:
                found[0] += 1
                last_split = first
        if after > size:
            same = False
        elif same:
            same = same_bytes(vocabulary, begin, data, at, after - at)
        at = after
    starts[ids.shape[0]] = at
    found[1] = 1 if same and at == size else 0


@kernel
def tokens_of_words(token_starts, word_starts, word_ends, histogram):
    """Count words by the tokens that touch them; those beyond the end count as the last entry.

    token_starts  int64[m + 1]  first byte of each token, and where the last one ends
    word_starts   int64[w]      first byte of each word, ascending
    word_ends     int64[w]      after its last byte
    histogram     int64[h]      in and out: words by their number of tokens
    """
    token = np.int64(0)
    n_tokens = token_starts.shape[0] - 1
    most = histogram.shape[0] - 1
    for word in range(word_starts.shape[0]):
        while token < n_tokens and token_starts[token + 1] <= word_starts[word]:
            token += 1
        after = token
        while after < n_tokens and token_starts[after] < word_ends[word]:
            after += 1
        histogram[min(after - token, most)] += 1


@kernel
def white_tokens_in(token_starts, ids, is_white, span_starts, span_ends):
    """Tokens of white space only that cover some of the spans, each counted once.

    token_starts  int64[m + 1]  first byte of each token, and where the last one ends
    ids           uint32[m]     the tokens
    is_white      bool[v]       which ids are white space only
    span_starts   int64[s]      first byte of each span, ascending
    span_ends     int64[s]      after its last byte
    """
    found = np.int64(0)
    token = np.int64(0)
    n_tokens = ids.shape[0]
    for span in range(span_starts.shape[0]):
        while token < n_tokens and token_starts[token + 1] <= span_starts[span]:
            token += 1
        while token < n_tokens and token_starts[token] < span_ends[span]:
            if is_white[ids[token]]:
                found += 1
            token += 1
    return found
