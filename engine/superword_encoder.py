"""PieceEncoder: text cut by the second pattern, as tokens of the first merges."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.encoder import Encoder
from engine.span_block import SpanBlock
from engine.splitter import Splitter

Bools = npt.NDArray[np.bool_]
Int64s = npt.NDArray[np.int64]
UInt32s = npt.NDArray[np.uint32]

N_BYTES = 256


class PieceTokens(NamedTuple):
    """ids uint32[n] of a text; joins bool[n]: whether tokens i and i + 1 are in one piece."""

    ids: UInt32s
    joins: Bools


class PieceEncoder:
    """Encodes the pieces of a split pattern with merges that were learned within another one's.

    merges: uint32[n, 2]; splitter: of the second pattern.
    """

    def __init__(self, merges: UInt32s, splitter: Splitter) -> None:
        self.lengths = np.ones(N_BYTES + len(merges), np.int32)
        """int32[n_ids]: bytes of each token."""
        widths = [1] * N_BYTES
        for left, right in merges.tolist():
            widths.append(widths[left] + widths[right])
        self.lengths[:] = widths
        self._splitter = splitter
        self._known = _KnownPieces()
        self._encoder = Encoder(merges, self._known)

    def fork(self) -> PieceEncoder:
        """An encoder of the same merges with a cache of its own, for another thread."""
        twin = PieceEncoder.__new__(PieceEncoder)
        twin.lengths, twin._splitter, twin._known = self.lengths, self._splitter, self._known
        twin._encoder = self._encoder.fork()
        return twin

    @property
    def most_cache_bytes(self) -> int:
        """Memory that its cache may grow to."""
        return self._encoder.most_cache_bytes

    @property
    def cache_bytes(self) -> int:
        """Memory that its cache takes now."""
        return self._encoder.cache_bytes

    def encode(self, data: bytes, bounds: Int64s) -> PieceTokens:
        """Encode documents data[bounds[i]:bounds[i + 1]], each cut by itself; bounds[0] is 0."""
        if not data:
            return PieceTokens(np.empty(0, np.uint32), np.empty(0, np.bool_))
        in_piece = np.ones(len(data) + 1, np.bool_)
        blocks = list(self._splitter.span_blocks(data, bounds))
        for block in blocks:
            in_piece[block.spans[:, 1]] = False
        self._known.tell(blocks)
        ids, _ = self._encoder.encode_documents(data, np.array([0, len(data)], np.int64))
        token_ends = np.cumsum(self.lengths[ids], dtype=np.int64)
        return PieceTokens(ids, in_piece[token_ends])


class _KnownPieces(Splitter):
    """Gives the pieces of a text that were found before, so that it is cut once and not twice.

    Each thread has its own.
    """

    def __init__(self) -> None:
        super().__init__("none")
        self._of_thread = threading.local()

    def tell(self, blocks: list[SpanBlock]) -> None:
        """These are the pieces of the next text."""
        self._of_thread.blocks = blocks

    @property
    def scan_tables(self) -> None:
        """None, so that whoever cuts asks for spans."""
        return

    def span_blocks(self, data: bytes, bounds: Int64s | None = None) -> Iterator[SpanBlock]:  # noqa: ARG002
        blocks: list[SpanBlock] = self._of_thread.blocks
        return iter(blocks)
