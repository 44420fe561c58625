"""Points of the chart of superwords: how much of text and vocabulary has more than one word."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.compiled import Bools, Floats, Int64s, UInt32s

N_BYTES = 256
SPACE = 0x20


class TokenWords:
    """Words between spaces of every token (engine.text.words), followed while merges happen.

    How many tokens of several words the text holds follows from the merges alone: each makes one
    token and takes its two halves, as often as it was applied (engine.analysis.superwords).
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        is_space = np.arange(N_BYTES) == SPACE
        self._words: Int64s = (~is_space).astype(np.int64)
        self._begins: Bools = is_space
        self._ends: Bools = is_space.copy()
        self._in_text = 0
        self._in_vocabulary = 0

    @property
    def n_merges(self) -> int:
        return len(self._words) - N_BYTES

    @property
    def in_text(self) -> int:
        """Tokens of several words in the text, after the merges so far."""
        return self._in_text

    @property
    def in_vocabulary(self) -> int:
        """Tokens of several words in the vocabulary."""
        return self._in_vocabulary

    def extend(self, pairs: UInt32s, applied: Int64s) -> tuple[Int64s, Int64s]:
        """Follow further merges: uint32[n, 2], and how often each was applied, int64[n].

        Returns `in_text` and `in_vocabulary` after each of them, int64[n].
        """
        left, right = pairs[:, 0].astype(np.int64), pairs[:, 1].astype(np.int64)
        self._join(left, right)
        is_several = self._words > 1
        made = is_several[len(is_several) - len(pairs) :].astype(np.int64)
        gain = (made - is_several[left] - is_several[right]) * applied
        in_text = self._in_text + np.cumsum(gain)
        in_vocabulary = self._in_vocabulary + np.cumsum(made)
        if len(pairs):
            self._in_text, self._in_vocabulary = int(in_text[-1]), int(in_vocabulary[-1])
        return in_text, in_vocabulary

    def _join(self, left: Int64s, right: Int64s) -> None:
        """Words of new tokens, in turns: one may be made of others of the same batch."""
        known = len(self._words)
        words = np.concatenate([self._words, np.full(len(left), -1, np.int64)])
        begins = np.concatenate([self._begins, np.zeros(len(left), np.bool_)])
        ends = np.concatenate([self._ends, np.zeros(len(left), np.bool_)])
        waiting = np.arange(len(left))
        while len(waiting):
            a, b = left[waiting], right[waiting]
            is_known = (words[a] >= 0) & (words[b] >= 0)
            new, a, b = known + waiting[is_known], a[is_known], b[is_known]
            words[new] = words[a] + words[b] - (~ends[a] & ~begins[b])
            begins[new], ends[new] = begins[a], ends[b]
            waiting = waiting[~is_known]
        self._words, self._begins, self._ends = words, begins, ends


def percent_of(parts: Int64s, wholes: npt.ArrayLike) -> Floats:
    """float64[n]: parts of wholes in percent."""
    return np.asarray(100 * parts / np.maximum(np.asarray(wholes, np.float64), 1), np.float64)
