"""How many of the first merges are certain where a floor dropped rare pre-tokens.

Let K be the counts that are kept, W those of the whole corpus, D = W - K those that were dropped;
each weighted as in the training. The merges made on K are compared with those that the same
training would make on W.

What is known of D is `DroppedPairs`: for every pair of bytes (a, b) the number d(a, b) of places in
the dropped pre-tokens where b follows a.

Upper bound. Suppose the first m merges are the same on K and W. Then every pre-token consists of
the same tokens on both sides. Let (x, y) be a pair of tokens with the bytes s = s_1 ... s_n, those
of x and then those of y. Where it occurs in a dropped pre-token the bytes s stand there, and two
occurrences begin at different bytes. So for each k the k-th and the next byte of s stand at another
place for each occurrence, and D(x, y) <= d(s_k, s_k+1). Hence D(x, y) <= U(x, y), the minimum over
all neighbours in s. It is kept by token: inner(x) is the minimum inside of x, infinite for a byte,
and U(x, y) = min(inner(x), inner(y), d(last byte of x, first byte of y)).

Lower bound. A pair of bytes (a, b) begins with D(a, b) = d(a, b): pairs of equal bytes are counted
at every place, too. Another merge takes one of its places away only by joining a to what is before
it, or b to what follows: a merge (x, a) or (b, y), and no more places than it has, at most U(x, a)
or U(b, y). So D(a, b) >= L(a, b), d(a, b) without the U of all such merges so far, at least 0. Of
all other pairs L is 0.

Step. Let p be the pair merged next on K. If K(p) + L(p) > K(q) + U(q) for every other pair q of
tokens with U(q) > 0, then p is merged next on W: W(p) >= K(p) + L(p) > K(q) + U(q) >= W(q). For q
with U(q) = 0 it is W(q) = K(q), which K(p) was not less than; if W(p) = W(q) then D(p) = 0 as well,
neither is in a dropped pre-token, and the tie-break decides as on K: rules by id or by bytes ask
for nothing else, and which of the two comes first in the text does not change where pre-tokens
without them are left out. By induction all merges before the first that fails are certain.

A pair that was merged, in W as in K, is in no pre-token any more.

Pairs without a row in the table of the loop count less than its floor f. Of those the bytes of
which join as (a, b): if both are single bytes, D <= d(a, b); if not, D <= min(d(a, b), M), where M
is the greatest inner(x) of the tokens of several bytes that end with a or begin with b. The
greatest of all these, and f - 1, bound them all.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from engine.compiled import Int64s
from engine.counting import PretokenCounts
from engine.settings import N_BYTES
from engine.training import _pair_kernels as pair_kernels
from engine.training.merge_loop import MergeLoop

_INFINITE = np.iinfo(np.int64).max // 4
_CANDIDATES = 4096
"""Pairs that are looked at before each merge; the others are bounded by the last of them."""


def weighted_dropped(pretokens: PretokenCounts) -> Int64s | None:
    """int64[65536]: d(a, b) at 256 * a + b, in the units of the counts; None if all is kept."""
    total = np.zeros(1 << 16, np.int64)
    for weight, dropped in zip(
        pretokens.source_weights.tolist(), pretokens.source_dropped, strict=False
    ):
        if dropped is not None:
            total += weight * dropped.pairs
    return total if total.any() else None


class Certificate:
    """Follows a loop from its first merge on and says how long its merges are certain.

    dropped: int64[65536], as `weighted_dropped` gives it.
    """

    def __init__(self, loop: MergeLoop, dropped: Int64s) -> None:
        self._loop = loop
        self._d = dropped
        n = N_BYTES + len(loop.results.merges)
        self._inner = np.full(n, _INFINITE)
        self._first = np.zeros(n, np.int64)
        self._last = np.zeros(n, np.int64)
        self._first[:N_BYTES] = self._last[:N_BYTES] = np.arange(N_BYTES)
        self._ends_with = np.full(N_BYTES, -1)
        """The greatest inner(x) of tokens of several bytes that end with a byte; -1 for none."""
        self._begins_with = np.full(N_BYTES, -1)
        self._lost_left = np.zeros(N_BYTES, np.int64)
        """By byte a: the sum of U over the merges (x, a)."""
        self._lost_right = np.zeros(N_BYTES, np.int64)
        keys, _ = loop.pair_rows()
        singles = np.ones(1 << 16, np.bool_)
        singles[((keys >> 32) << 8) | (keys & pair_kernels.LOW_32)] = False
        self._rare = int(dropped[singles].max(initial=0))
        self._table = loop.floor
        self._n_looked_at = 0
        self._candidates = np.zeros(0, np.int64)
        self._rest = 0
        self._merged = np.zeros(len(loop.results.merges), np.int64)
        self.n_proven = 0
        """Merges that are certain."""

    def steps(self) -> Generator[int, None, None]:
        """Merge on, one pair at a time, as long as merges are certain; yields how many are."""
        while not self._loop.finished:
            bounds = self._bounds()
            n = self._loop.n_merges
            self._loop.run_slice(1, 1)
            if self._loop.n_merges == n:
                continue  # a pair was refused, or rarer ones were counted
            if not self._is_certain(n, *bounds):
                return
            self._note(n)
            self.n_proven = n + 1
            yield self.n_proven

    def _is_certain(self, n: int, keys: Int64s, bounds: Int64s, others: int) -> bool:
        """Whether merge n is certain. others: the bound of all that are not among the keys."""
        left, right = self._loop.results.merges[n].tolist()
        least = int(self._loop.results.counts[n]) + self._least_dropped(left, right)
        competing = bounds[keys != _key(left, right)]
        return least > max(others, int(competing.max(initial=0)))

    def _bounds(self) -> tuple[Int64s, Int64s, int]:
        """Keys and K + U of the pairs that come closest, and the greatest of all others."""
        keys, counts = self._loop.pair_rows()
        if self._loop.floor != self._table:
            self._table, self._n_looked_at, self._rest = self._loop.floor, 0, 0
            self._candidates = np.zeros(0, np.int64)
        fresh = np.arange(self._n_looked_at, len(keys))
        self._candidates = np.concatenate((self._candidates, fresh))
        self._n_looked_at = len(keys)
        bounds = self._bounds_of(keys[self._candidates], counts[self._candidates])
        if len(bounds) > 2 * _CANDIDATES or self._rest >= int(counts.max(initial=0)):
            bounds = self._bounds_of(keys, counts)
            order = np.argsort(-bounds, kind="stable")
            self._rest = int(bounds[order[_CANDIDATES]]) if len(order) > _CANDIDATES else 0
            self._candidates, bounds = order[:_CANDIDATES], bounds[order[:_CANDIDATES]]
        return keys[self._candidates], bounds, max(self._rest, self._unseen())

    def _bounds_of(self, keys: Int64s, counts: Int64s) -> Int64s:
        """K + U of pairs with a U above 0, and 0 of the others."""
        left, right = keys >> 32, keys & pair_kernels.LOW_32
        upper = self._most_dropped(left, right)
        is_merged = np.isin(keys, self._merged[: self.n_proven])
        return np.where((upper > 0) & ~is_merged, counts + upper, 0)

    def _most_dropped(self, left: Int64s, right: Int64s) -> Int64s:
        """U of pairs."""
        joint = self._d[(self._last[left] << 8) | self._first[right]]
        upper: Int64s = np.minimum(joint, np.minimum(self._inner[left], self._inner[right]))
        return upper

    def _least_dropped(self, left: int, right: int) -> int:
        """L of a pair."""
        if left >= N_BYTES or right >= N_BYTES:
            return 0
        lost = int(self._lost_left[left] + self._lost_right[right])
        return max(0, int(self._d[(left << 8) | right]) - lost)

    def _unseen(self) -> int:
        """The greatest K + U of pairs without a row."""
        longest = np.maximum(self._ends_with[:, None], self._begins_with[None, :])
        several = np.minimum(self._d.reshape(N_BYTES, N_BYTES), longest)
        upper = max(self._rare, int(several.max()))
        return upper + max(0, self._loop.floor - 1) if upper > 0 else 0

    def _note(self, n: int) -> None:
        """Merge n was made."""
        left, right = (int(token) for token in self._loop.results.merges[n])
        token = N_BYTES + n
        self._merged[n] = _key(left, right)
        upper = int(self._most_dropped(np.array([left]), np.array([right]))[0])
        first, last = int(self._first[left]), int(self._last[right])
        self._inner[token], self._first[token], self._last[token] = upper, first, last
        self._ends_with[last] = max(int(self._ends_with[last]), upper)
        self._begins_with[first] = max(int(self._begins_with[first]), upper)
        if right < N_BYTES:
            self._lost_left[right] += upper
        if left < N_BYTES:
            self._lost_right[left] += upper


def _key(left: int, right: int) -> int:
    return (left << 32) | right
