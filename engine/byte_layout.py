"""ByteLayout: what a merge loop begins with that weights do not change, kept for the next loop."""

from __future__ import annotations

import weakref
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine._layout_kernels import SHARED_BITS, fill_byte_postings
from engine.config import TieBreak
from engine.errors import CorpusError
from engine.kernel_cache import run_kernel
from engine.memory_forecast import available_bytes
from engine.pretoken_counts import PretokenCounts
from engine.token_lines import token_words

Int64s = npt.NDArray[np.int64]
UInt32s = npt.NDArray[np.uint32]
UInt64s = npt.NDArray[np.uint64]

MOST_SOURCES_OF_ONE = 1 << SHARED_BITS
_LEAST_FREE = 8
"""A layout is kept if the machine can give this multiple of its memory."""
_BYTES_PER_SLOT = 8


@dataclass(frozen=True)
class ByteLayout:
    """Pre-tokens laid out as bytes, with the places of all pairs of bytes; it is not changed.

    order, symbols, borders: as `lay_out` takes and fills them. starts: int64[65537]; the pair
    left * 256 + right has the places postings[starts[pair]:starts[pair + 1]], uint32, ascending.
    longest: bytes of the longest pre-token.
    """

    order: Int64s
    symbols: UInt32s
    borders: UInt64s
    starts: Int64s
    postings: UInt32s
    longest: int


class LayoutKeeper:
    """Keeps the layout of pre-tokens that are merged for the second time, and no other.

    One training needs none kept; who trains again will do so once more. Weights give new counts
    beside the same bytes, so the bytes tell which pre-tokens they are.
    """

    def __init__(self) -> None:
        self._data: weakref.ref[npt.NDArray[np.uint8]] | None = None
        self._is_first_seen = False
        self._times_met = 0
        self._layout: ByteLayout | None = None
        self._longest_merge = 0
        self._mergeable: Int64s | None = None

    def __reduce__(self) -> tuple[type[LayoutKeeper], tuple[()]]:
        """A copy in another process has other pre-tokens: it keeps nothing yet."""
        return LayoutKeeper, ()

    def meet(self, pretokens: PretokenCounts, tie_break: TieBreak) -> ByteLayout | None:
        """The layout of pre-tokens for a tie-break, None where it is not kept (yet)."""
        is_first_seen = tie_break == "first-seen"
        known = None if self._data is None else self._data()
        if known is not pretokens.data or self._is_first_seen != is_first_seen:
            self._data, self._is_first_seen = weakref.ref(pretokens.data), is_first_seen
            self._times_met, self._layout, self._mergeable = 0, None, None
        self._times_met += 1
        return self._layout

    def mergeable(self, pretokens: PretokenCounts, longest: int) -> Int64s:
        """As the function of this name, found once for the pre-tokens that were met."""
        if self._mergeable is None or self._longest_merge != longest:
            self._mergeable, self._longest_merge = mergeable(pretokens, longest), longest
        return self._mergeable

    def keep(
        self,
        pretokens: PretokenCounts,
        order: Int64s,
        symbols: UInt32s,
        borders: UInt64s,
        pair_postings: Int64s,
    ) -> ByteLayout | None:
        """The layout of the pre-tokens that were met, kept now; None where that is not worth it.

        symbols, borders: copied; pair_postings: int64[65536], the places of every pair.
        """
        if self._times_met < 2 or not _is_affordable(len(symbols)):
            return None
        starts = np.concatenate(([0], np.cumsum(pair_postings)))
        postings = np.empty(int(starts[-1]), np.uint32)
        run_kernel(fill_byte_postings, symbols, starts[:-1].copy(), postings)
        longest = longest_pretoken(pretokens)
        self._layout = ByteLayout(order, symbols.copy(), borders.copy(), starts, postings, longest)
        return self._layout


def mergeable(pretokens: PretokenCounts, longest: int) -> Int64s:
    """Numbers of the pre-tokens that may become one token: of two bytes, or up to `longest`."""
    widths = np.diff(pretokens.starts)
    return np.flatnonzero((widths == 2) | ((widths > 2) & (widths <= longest)))


def longest_pretoken(pretokens: PretokenCounts) -> int:
    """Bytes of the longest pre-token."""
    return int(np.diff(pretokens.starts).max())


def check_shared(pretokens: PretokenCounts) -> None:
    """Raise CorpusError for a pre-token that occurs in more sources than can be told apart."""
    if len(pretokens.labels) < MOST_SOURCES_OF_ONE:
        return
    n_sources = np.diff(pretokens.source_starts)
    most = int(n_sources.argmax())
    if n_sources[most] >= MOST_SOURCES_OF_ONE:
        raise CorpusError(
            f"The pre-token {token_words(pretokens.pretoken(most))} occurs in "
            f"{n_sources[most]:,} sources, and at most {MOST_SOURCES_OF_ONE - 1:,} can be told "
            "apart. Join files into fewer sources."
        )


def _is_affordable(n_slots: int) -> bool:
    free = available_bytes()
    return free is None or _LEAST_FREE * _BYTES_PER_SLOT * n_slots <= free
