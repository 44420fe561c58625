"""A text under a tokenizer and under its extension, from the counts of its pre-tokens.

Extension changes neither split pattern nor normalization, so both tokenizers see the same
pre-tokens, and each distinct one is encoded once for each of them.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from engine.compiled import Int64s, UInt32s
from engine.corpus import Corpus
from engine.counting import CountsCache, PretokenCounts, count_pretokens
from engine.encoding import Encoder, Tokenizer
from engine.extension.progress import ExtensionProgress, ExtensionStep
from engine.machine import relayed
from engine.settings import N_BYTES

_BLOCK_BYTES = 1 << 18


@dataclass(frozen=True, eq=False)
class MeasuredText:
    """Tokens of one text before and after an extension, label by label.

    labels: of sources with text, parallel to n_bytes, before, after: int64[n_labels], UTF-8 bytes
    in normal form and tokens. old_uses, new_uses: int64[vocab_size] of each tokenizer, uses of
    every id. old_applied: int64[n_merges] of the old tokenizer, how often each merge joins two
    tokens.
    """

    name: str
    labels: tuple[str, ...]
    n_bytes: Int64s
    before: Int64s
    after: Int64s
    old_uses: Int64s
    new_uses: Int64s
    old_applied: Int64s

    @property
    def saved(self) -> float:
        """Share of the old tokens that the new tokenizer saves; 0 for an empty text."""
        before = int(self.before.sum())
        return 1 - int(self.after.sum()) / before if before else 0.0


def whole_piece_encoder(tokenizer: Tokenizer) -> Encoder:
    """An encoder that takes every document as one pre-token and normalizes nothing."""
    return Encoder(
        tokenizer.ranked_merges,
        ids=None if tokenizer.numbering is None else tokenizer.numbering.ids,
        whole_tokens=tokenizer.whole_tokens,
    )


def counted_steps(
    tokenizer: Tokenizer, corpus: Corpus, cache: CountsCache | None
) -> Generator[ExtensionProgress, None, PretokenCounts]:
    """The pre-tokens of a corpus as the tokenizer cuts and normalizes it. Raises CorpusError."""
    return relayed(
        count_pretokens(
            corpus, tokenizer.splitter, normalization=tokenizer.normalization, cache=cache
        ),
        lambda step: ExtensionProgress(ExtensionStep.COUNT, step.bytes_done, step.bytes_total),
    )


def measured_steps(
    name: str, pretokens: PretokenCounts, old: Tokenizer, new: Tokenizer
) -> Generator[float, None, MeasuredText]:
    """Encode natural counts with both; yields the share that is done, returns the figures."""
    uses, tokens = [], []
    for half, tokenizer in enumerate((old, new)):
        of_sources, of_ids = yield from _encoded(pretokens, tokenizer, half)
        tokens.append(of_sources)
        uses.append(of_ids)
    with_text = np.flatnonzero(pretokens.source_bytes).tolist()
    named = [pretokens.labels[i] for i in with_text]
    labels = tuple(dict.fromkeys(named))
    of_label = np.array([labels.index(label) for label in named], np.int64)
    n_bytes, before, after = (
        _summed(counts[with_text], of_label, len(labels))
        for counts in (pretokens.source_bytes, *tokens)
    )
    applied = applied_merges(old, uses[0])
    return MeasuredText(name, labels, n_bytes, before, after, uses[0], uses[1], applied)


def _encoded(
    pretokens: PretokenCounts, tokenizer: Tokenizer, half: int
) -> Generator[float, None, tuple[Int64s, Int64s]]:
    """(tokens of each source int64[n_sources], uses of each id int64[vocab_size]).

    half: 0 or 1, which of the two encodings it is; yields the share of both.
    """
    encoder = whole_piece_encoder(tokenizer)
    tokens = np.zeros(len(pretokens.labels), np.int64)
    uses = np.zeros(tokenizer.vocab_size, np.int64)
    for first, last in blocks(pretokens.starts):
        ids, lengths = encoded_block(encoder, pretokens, first, last)
        np.add.at(uses, ids, np.repeat(pretokens.counts[first:last], lengths))
        low, high = pretokens.source_starts[[first, last]].tolist()
        in_sources = np.diff(pretokens.source_starts[first : last + 1])
        source_tokens = pretokens.source_counts[low:high] * np.repeat(lengths, in_sources)
        np.add.at(tokens, pretokens.source_indices[low:high], source_tokens)
        yield (half + last / pretokens.n_unique) / 2
    return tokens, uses


def blocks(starts: Int64s) -> list[tuple[int, int]]:
    """(first, last) pre-tokens of blocks of about 256 KB; a longer one is a block of its own."""
    result, first, n = [], 0, len(starts) - 1
    while first < n:
        last = int(np.searchsorted(starts, starts[first] + _BLOCK_BYTES, "right")) - 1
        last = min(n, max(last, first + 1))
        result.append((first, last))
        first = last
    return result


def encoded_block(
    encoder: Encoder, pretokens: PretokenCounts, first: int, last: int
) -> tuple[UInt32s, Int64s]:
    """Ids uint32[m] of some pre-tokens, and how many each has, int64[last - first]."""
    bounds = pretokens.starts[first : last + 1]
    data = pretokens.data[bounds[0] : bounds[-1]].tobytes()
    ids, starts = encoder.encode_documents(data, bounds - bounds[0])
    return ids, np.diff(starts)


def applied_merges(tokenizer: Tokenizer, uses: Int64s) -> Int64s:
    """int64[n_merges]: how often each merge joined two tokens in a text of these token uses.

    A token is the tree of merges that made it, so a merge was applied once for each token
    it is in. Tokens that are given out whole, without their merges, apply none.
    """
    whole = list(tokenizer.whole_tokens.values())
    if whole:
        uses = uses.copy()
        uses[whole] = 0
    positions: list[int] = uses[tokenizer.ranked_ids].tolist()
    pairs = tokenizer.ranked_merges.tolist()
    for rank in range(len(pairs) - 1, -1, -1):
        times = positions[N_BYTES + rank]
        if times:
            left, right = pairs[rank]
            positions[left] += times
            positions[right] += times
    return np.array(positions[N_BYTES:], np.int64)


def _summed(values: Int64s, groups: Int64s, n_groups: int) -> Int64s:
    sums = np.zeros(n_groups, np.int64)
    np.add.at(sums, groups, values)
    return sums
