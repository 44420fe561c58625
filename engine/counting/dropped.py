"""What a floor drops of counts, as far as a certificate needs it: byte pairs and sums.

`DroppedPairs` of a label has, for every pair of bytes (a, b), how often a is followed by b inside
the dropped pre-tokens, each counted as often as it occurs. That bounds what any pair of tokens can
be off: see engine.training.certificate.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.compiled import Bools, Int64s, UInt8s

N_PAIRS = 1 << 16
_ROWS = 1 << 18
_MOST_EXACT = 1 << 53


@dataclass(frozen=True, slots=True)
class DroppedPairs:
    """Of the dropped rows of one label.

    rows, pretokens, bytes, characters: their number and what they occur as in the text.
    pairs: int64[65536], occurrences of the bytes (a, b) side by side at 256 * a + b.
    """

    rows: int
    pretokens: int
    bytes: int
    characters: int
    pairs: Int64s

    @classmethod
    def none(cls) -> DroppedPairs:
        return cls(0, 0, 0, 0, np.zeros(N_PAIRS, np.int64))

    @classmethod
    def of(cls, data: UInt8s, starts: Int64s, counts: Int64s) -> DroppedPairs:
        """Of these rows. data: uint8[n_bytes and more]; starts: int64[n + 1]; counts: int64[n]."""
        widths = np.diff(starts)
        pairs, characters = np.zeros(N_PAIRS, np.int64), 0
        for at in range(0, len(counts), _ROWS):
            piece = slice(at, min(at + _ROWS, len(counts)))
            begin, end = int(starts[piece.start]), int(starts[piece.stop])
            weights = np.repeat(counts[piece], widths[piece])
            text = data[begin:end]
            characters += int(weights[(text & 0xC0) != 0x80].sum())
            pairs += _counted_pairs(text, weights, starts[piece.start : piece.stop + 1] - begin)
        n_bytes = int((counts * widths).sum())
        return cls(len(counts), int(counts.sum()), n_bytes, characters, pairs)

    def __add__(self, other: DroppedPairs) -> DroppedPairs:
        return DroppedPairs(
            self.rows + other.rows,
            self.pretokens + other.pretokens,
            self.bytes + other.bytes,
            self.characters + other.characters,
            self.pairs + other.pairs,
        )


def _counted_pairs(text: UInt8s, weights: Int64s, starts: Int64s) -> Int64s:
    """int64[65536]: pairs inside the rows, none across two of them."""
    if len(text) < 2:
        return np.zeros(N_PAIRS, np.int64)
    is_inside: Bools = np.ones(len(text), np.bool_)
    is_inside[starts[1:] - 1] = False
    at = np.flatnonzero(is_inside)
    keys = (text[at].astype(np.int64) << 8) | text[at + 1]
    if int(weights[at].sum()) >= _MOST_EXACT:  # beyond what a float counts exactly
        exact = np.zeros(N_PAIRS, np.int64)
        np.add.at(exact, keys, weights[at])
        return exact
    return np.bincount(keys, weights[at], N_PAIRS).astype(np.int64)
