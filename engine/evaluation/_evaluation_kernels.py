"""Kernels over the tokens of a text, their beginnings and cuts in words, and of the n-gram model.

A key of the n-gram model is the ids of an n-gram in one number, the last id in the lowest `bits`
bits. A stream is documents one after another, each behind a boundary, an id without a token.

Slow references: `token_spans` and `label_figures` of tests/engine/evaluation/naive_metrics.py, in
tests/engine/evaluation/test_metrics.py and test_token_walk.py; tests/reference_ngrams.py, in
tests/engine/evaluation/test_ngram_model.py.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled import kernel, kernel_part
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


class Pairs(NamedTuple):
    """What follows single ids, and how often; `b` is the context, `w` what follows.

    starts        int64[v + 2]    successors of b lie in starts[b]:starts[b + 1]
    successors    uint32[n]       ascending within a context
    counts        uint32[n]
    totals        float64[v + 1]  sum of the counts of a context, 0 if it has none
    left_over     float64[v + 1]  share of a context's probability that the lower order gets
    discounts     float64[4]      taken off counts of 1, 2, and 3 or more
    """

    starts: npt.NDArray[np.int64]
    successors: npt.NDArray[np.uint32]
    counts: npt.NDArray[np.uint32]
    totals: npt.NDArray[np.float64]
    left_over: npt.NDArray[np.float64]
    discounts: npt.NDArray[np.float64]


class Triples(NamedTuple):
    """What follows pairs `a b`.

    first         int64[v + 2]    contexts that begin with a are first[a]:first[a + 1]
    seconds       uint32[c]       b of each context, ascending within a
    starts        int64[c + 1]    successors of context i lie in starts[i]:starts[i + 1]
    successors    uint32[n]       ascending within a context
    counts        uint32[n]
    totals        float64[c]
    left_over     float64[c]
    discounts     float64[4]
    """

    first: npt.NDArray[np.int64]
    seconds: npt.NDArray[np.uint32]
    starts: npt.NDArray[np.int64]
    successors: npt.NDArray[np.uint32]
    counts: npt.NDArray[np.uint32]
    totals: npt.NDArray[np.float64]
    left_over: npt.NDArray[np.float64]
    discounts: npt.NDArray[np.float64]


@kernel
def write_keys(stream, begin, end, order, bits, boundary, keys):
    """Write the key of every n-gram that ends in a part of a stream; returns how many.

    None reaches beyond the beginning of its document by more than the boundary itself: the second
    id of a document has a trigram that begins with the boundary, the first one has none.

    stream  uint32[n]   begins with a boundary
    keys    uint64[m]   out: at least end - begin
    """
    written = np.int64(0)
    shift = np.uint64(bits)
    for i in range(begin, end):
        if stream[i] == boundary:
            continue
        if order == 3 and stream[i - 1] == boundary:
            continue
        key = np.uint64(stream[i])
        if order >= 2:
            key |= np.uint64(stream[i - 1]) << shift
        if order == 3:
            key |= np.uint64(stream[i - 2]) << (shift + shift)
        keys[written] = key
        written += 1
    return written


@kernel
def count_runs(keys, n, distinct, counts):
    """Distinct keys among the first n, which are sorted, and how often each occurs.

    keys      uint64[>= n]
    distinct  uint64[>= n]   out; may be `keys`
    counts    uint32[>= n]   out
    """
    written = np.int64(0)
    i = np.int64(0)
    while i < n:
        key = keys[i]
        first = i
        while i < n and keys[i] == key:
            i += 1
        distinct[written] = key
        counts[written] = i - first
        written += 1
    return written


@kernel
def merge_counts(keys, counts, other_keys, other_counts, merged, merged_counts):
    """Join two sorted tables of distinct keys; counts of the same key add up.

    keys, other_keys      uint64[n], uint64[m]
    counts, other_counts  uint32[n], uint32[m]
    merged                uint64[n + m]   out
    merged_counts         uint32[n + m]   out
    """
    i = np.int64(0)
    j = np.int64(0)
    written = np.int64(0)
    while i < keys.shape[0] and j < other_keys.shape[0]:
        one, two = keys[i], other_keys[j]
        merged[written] = min(one, two)
        count = np.uint32(0)
        if one <= two:
            count += counts[i]
            i += 1
        if two <= one:
            count += other_counts[j]
            j += 1
        merged_counts[written] = count
        written += 1
    while i < keys.shape[0]:
        merged[written] = keys[i]
        merged_counts[written] = counts[i]
        written += 1
        i += 1
    while j < other_keys.shape[0]:
        merged[written] = other_keys[j]
        merged_counts[written] = other_counts[j]
        written += 1
        j += 1
    return written


@kernel_part
def place_of(values, begin, end, wanted):
    """Index of `wanted` in the ascending values[begin:end]; -1 if it is missing.

    values  uint32[n]
    """
    low, high = begin, end
    while low < high:
        middle = (low + high) >> 1
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    if low < end and values[low] == wanted:
        return low
    return np.int64(-1)


@kernel_part
def discounted(count, discounts):
    """A count less its discount.

    discounts  float64[4]
    """
    return np.float64(count) - discounts[min(np.int64(count), np.int64(3))]


@kernel_part
def pair_probability(pairs, place, b, lower):
    """Probability of an id after b, interpolated with that of the lower order.

    place  int64   of the id among the successors, -1 for none
    """
    if pairs.totals[b] == 0.0:
        return lower
    chance = pairs.left_over[b] * lower
    if place >= 0:
        chance += discounted(pairs.counts[place], pairs.discounts) / pairs.totals[b]
    return chance


@kernel_part
def triple_probability(triples, a, b, wanted, lower):
    """Probability of an id after a and b, interpolated with that of the lower order."""
    context = place_of(triples.seconds, triples.first[a], triples.first[a + 1], b)
    if context < 0:
        return lower
    chance = triples.left_over[context] * lower
    place = place_of(
        triples.successors, triples.starts[context], triples.starts[context + 1], wanted
    )
    if place >= 0:
        count = discounted(triples.counts[place], triples.discounts)
        chance += count / triples.totals[context]
    return chance


@kernel
def write_probabilities(
    stream, boundary, order, singles, lower_singles, pairs, lower_pairs, triples, found
):
    """Probability of every id of a stream by the models of order 1, 2 and 3; returns how many.

    stream         uint32[n]        begins with a boundary
    order          int64            models beyond it are left out
    singles        float64[v + 1]   probability of each id by the unigram model
    lower_singles  float64[v + 1]   the same for interpolation: from distinct left neighbours
    pairs          Pairs            with the counts themselves, for the bigram model
    lower_pairs    Pairs            with the counts of distinct left neighbours
    triples        Triples
    found          float64[3, n]    out
    """
    written = np.int64(0)
    for i in range(1, stream.shape[0]):
        wanted = stream[i]
        if wanted == boundary:
            continue
        found[0, written] = singles[wanted]
        place = np.int64(-1)
        if order >= 2:
            b = np.int64(stream[i - 1])
            place = place_of(pairs.successors, pairs.starts[b], pairs.starts[b + 1], wanted)
            found[1, written] = pair_probability(pairs, place, b, lower_singles[wanted])
        if order >= 3:
            chance = pair_probability(lower_pairs, place, b, lower_singles[wanted])
            if stream[i - 1] != boundary:
                a = np.int64(stream[i - 2])
                chance = triple_probability(triples, a, stream[i - 1], wanted, chance)
            found[2, written] = chance
        written += 1
    return written
