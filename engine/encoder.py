"""Encoder: bytes to token ids with the merges of one tokenizer."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine import _encoding_kernels as kernels
from engine.arrays import padded
from engine.automaton_cutter import ScanRoom, endless, scan_room
from engine.config import Normalization
from engine.kernel_cache import run_kernel
from engine.known_pretokens import KnownPretokens
from engine.merge_model import MergeModel, MergeRoom, merge_model, merge_room
from engine.normalization import normalized_documents
from engine.splitter import Splitter
from engine.vectors import BLOCK_BYTES

Int64s = npt.NDArray[np.int64]
UInt32s = npt.NDArray[np.uint32]
UInt64s = npt.NDArray[np.uint64]


_LONG_TEXT = 1 << 20
"""Bytes of a text whose ids are not copied out of room that is kept."""


class EncodingRoom(NamedTuple):
    """Working memory of one thread that encodes; see encode_ends."""

    ids: UInt32s
    keys: UInt32s
    found: UInt32s
    lows: UInt64s
    highs: UInt64s
    slots: UInt64s
    starts: Int64s


class Encoder:
    """Exact byte-pair encoding: in every pre-token the earliest merge first, from the left.

    Equal pre-tokens are merged once and then found in a cache, which grows with what it meets and
    starts anew at a limit. The cost of one long pre-token grows with its length, and in the worst
    case like n log n. Threads may share an encoder: one works, the others wait; `fork` gives each
    its own.

    merges: uint32[n, 2]; splitter: what cuts text into pre-tokens.
    ids: uint32[256 + n], the id given out for each byte and each merge; None for the bytes by
        value and the merges after them.
    whole_tokens: pre-tokens that are given out as one id although merges do not reach them.
    normalization: the Unicode form that every document is brought into first, None for none.
    """

    def __init__(
        self,
        merges: UInt32s,
        splitter: Splitter,
        *,
        ids: UInt32s | None = None,
        whole_tokens: Mapping[bytes, int] | None = None,
        normalization: Normalization | None = None,
    ) -> None:
        model = merge_model(merges, ids)
        known = KnownPretokens.of_tokens(model, dict(whole_tokens or {}))
        self._prepare(splitter, model, known, normalization)

    def fork(self) -> Encoder:
        """An encoder of the same merges with a cache of its own, for another thread."""
        twin = Encoder.__new__(Encoder)
        twin._prepare(self._splitter, self._model, self._known.fork(), self._normalization)
        return twin

    def encode(self, data: bytes) -> UInt32s:
        """Token ids uint32[n] of UTF-8 text; bytes that are not UTF-8 are kept as they are."""
        return self.encode_documents(data, np.array([0, len(data)], np.int64))[0]

    def encode_documents(self, data: bytes, bounds: Int64s) -> tuple[UInt32s, Int64s]:
        """Encode documents data[bounds[i]:bounds[i + 1]], each by itself.

        Returns all ids uint32[m] and starts int64[n + 1]; document i has the ids from starts[i] to
        starts[i + 1]. Raises PatternError where the split pattern cannot cut the text.
        """
        data, bounds = normalized_documents(data, bounds, self._normalization)
        bounds = np.ascontiguousarray(bounds, np.int64)
        text = padded(data)
        n_bytes = int(bounds[-1] - bounds[0])
        with self._lock:
            out = self._room_for_ids(n_bytes)
            if self._splitter.scan_tables is None:
                starts = self._encode_spans(data, bounds, text, out)
            else:
                starts = self._cut_and_encode(bounds, text, out)
            n_ids = int(starts[-1])
            if out is self._out:
                return out[:n_ids].copy(), starts
        out.resize(n_ids, refcheck=False)  # gives the rest back without moving the ids
        return out, starts

    def _prepare(
        self,
        splitter: Splitter,
        model: MergeModel,
        known: KnownPretokens,
        normalization: Normalization | None,
    ) -> None:
        self._splitter = splitter
        self._normalization = normalization
        self._model = model
        self._known = known
        self._room = _encoding_room(merge_room())
        self._scan_room: ScanRoom | None = None
        self._out = np.empty(0, np.uint32)
        self._lock = threading.Lock()

    def _cut_and_encode(self, bounds: Int64s, text: npt.NDArray[np.uint8], out: UInt32s) -> Int64s:
        """Fill `out`; cutting and encoding in one kernel. Returns where documents start."""
        starts = np.zeros(len(bounds), np.int64)
        cursor = np.zeros(8, np.int64)
        cursor[kernels.AT] = bounds[0]
        tables = self._splitter.scan_tables
        scanning = self._room_to_scan(int(bounds[-1]))
        while True:
            wanted = run_kernel(
                kernels.encode_documents, text, bounds, tables, scanning, self._model,
                self._known.cache, self._room, out, starts, cursor,
            )  # fmt: skip
            if wanted == kernels.DONE:
                return starts
            if wanted == kernels.GIVEN_UP:
                raise endless(self._splitter.pattern)
            self._known.make_room()

    def _encode_spans(
        self, data: bytes, bounds: Int64s, text: npt.NDArray[np.uint8], out: UInt32s
    ) -> Int64s:
        """As `_cut_and_encode`, for a splitter that has no automaton."""
        starts = np.zeros(len(bounds), np.int64)
        n_out = 0
        for document, (begin, end) in enumerate(pairwise(bounds.tolist())):
            for block in self._splitter.span_blocks(data, np.array([begin, end], np.int64)):
                at, ends = int(block.spans[0, 0]), np.ascontiguousarray(block.spans[:, 1])
                while True:
                    n_out, done = run_kernel(
                        kernels.encode_ends, text, at, ends, len(ends), self._model,
                        self._known.cache, self._room, out, n_out,
                    )  # fmt: skip
                    if done == len(ends):
                        break
                    at, ends = (int(ends[done - 1]), ends[done:].copy()) if done else (at, ends)
                    self._known.make_room()
            starts[document + 1] = n_out
        return starts

    def _room_for_ids(self, n_bytes: int) -> UInt32s:
        """One place per byte and four: a new array for a long text, else always the same."""
        if n_bytes > _LONG_TEXT:
            return np.empty(n_bytes + 4, np.uint32)
        if len(self._out) < n_bytes + 4:
            self._out = np.empty(min(2 * n_bytes, _LONG_TEXT) + 4, np.uint32)
        return self._out

    def _room_to_scan(self, n_bytes: int) -> ScanRoom:
        if self._scan_room is None or len(self._scan_room.ends) < n_bytes + 4 * BLOCK_BYTES:
            self._scan_room = scan_room(n_bytes)
        return self._scan_room


def _encoding_room(merging: MergeRoom) -> EncodingRoom:
    return EncodingRoom(
        **merging._asdict(),
        lows=np.empty(kernels.BATCH, np.uint64),
        highs=np.empty(kernels.BATCH, np.uint64),
        slots=np.empty(kernels.BATCH, np.uint64),
        starts=np.empty(kernels.BATCH, np.int64),
    )
