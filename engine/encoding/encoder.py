"""Encoder: bytes to token ids with the merges of one tokenizer.

Long pre-tokens are encoded in two levels; see _level_kernels. Level one makes the first merges,
those within words, in parts of a pre-token. Level two makes the later ones, which join words, over
the ids of level one.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from engine.compiled import Int64s, UInt8s, UInt32s, UInt64s, padded, run_kernel
from engine.encoding import _encoding_kernels as kernels
from engine.encoding import _level_kernels
from engine.encoding.merge_tables import MergeModel, merge_model, merge_room, placed_pairs
from engine.encoding.word_cache import Cache, KnownPretokens
from engine.settings import N_BYTES
from engine.splitting import ScanRoom, Splitter, endless, scan_room, scan_room_size
from engine.text import Normalization, normalized_documents

_LONG_TEXT = 5 << 17
"""Longer texts get an array of their own for their ids at once; those of others are copied.

Groups are hardly longer. Their arrays are too small for huge pages, whose first use can be slow,
and so are those of texts up to 1 MB: decisions/022.
"""

_THREAD_BYTES = 8 << 20
"""Results, ends and masks of one thread, with the text of the groups that wait for it."""

_MUCH_TEXT = 1 << 16
"""Bytes of a text behind which it is worth looking whether the cache will soon be full."""

_SPACE = 0x20
_WHITE = (*b"\t\n\v\f\r ",)
_FEWEST_MERGES = 256
"""Fewer merges than this make no words: parts would be little more than bytes."""
_CONTEXT_BITS = 32
"""Bits of the table for each context, so that few contexts share one."""
_STRAY_MERGES = 64
"""One in this number of the merges that join words may come before its time; fewer join none."""


class Levels(NamedTuple):
    """The cuts of long pre-tokens, and the merges behind level one.

    mode           number            PLAIN, LONG or TWO
    longest_whole  number            bytes of the longest pre-token in `whole`
    apart          uint8[65536]      for each pair of bytes APART where no token of level one joins
                                     them, 0 if one does in any context, else which
                                     contexts to look up (OF_TWO, OF_LEFT, OF_RIGHT)
    contexts       uint8[2^m]        bits by hash of the contexts in which a token joins the two
    slots, shift                     as in MergeModel: the later merges with their ranks, and pairs
                                     of ids of level one inside a later token without
                                     being a merge, with INSIDE
    given          uint32[n_ids]     the id that is given out for each id
    whole          Cache             pre-tokens that are given out whole
    """

    mode: int
    longest_whole: int
    apart: UInt8s
    contexts: UInt8s
    slots: UInt64s
    shift: np.uint64
    given: UInt32s
    whole: Cache


def encoding_levels(
    merges: UInt32s, n_first: int, given: UInt32s, whole_tokens: Mapping[bytes, int]
) -> Levels:
    """The levels of merges uint32[n, 2] of which the first n_first are made in parts.

    given: uint32[256 + n], the id given out for each id; whole_tokens: pre-tokens given out whole.
    """
    whole = KnownPretokens.of_whole_tokens(whole_tokens if n_first < len(merges) else {})
    mode = _level_kernels.TWO if n_first < len(merges) else _level_kernels.LONG
    if mode == _level_kernels.LONG and whole_tokens:
        mode = _level_kernels.PLAIN  # its one cache has pre-tokens that are no parts
    slots, shift = placed_pairs(*_later_pairs(merges, n_first))
    apart, contexts = _apart(merges[:n_first])
    return Levels(
        mode=mode,
        longest_whole=max(map(len, whole_tokens), default=0) if mode == _level_kernels.TWO else 0,
        apart=apart,
        contexts=contexts,
        slots=slots,
        shift=shift,
        given=given,
        whole=whole.cache,
    )


def first_level(merges: UInt32s) -> int:
    """Number of merges uint32[n, 2] before those that join words; all if none do.

    A merge joins words if a space follows something else and words have their space in front, or
    if something else follows a space and words have it behind: the later of both counts.
    """
    crossings = _crossings(merges)
    left, right = crossings >> 8, crossings & 0xFF
    before = np.flatnonzero((right == _SPACE) & ~np.isin(left, _WHITE))
    behind = np.flatnonzero((left == _SPACE) & ~np.isin(right, _WHITE))
    n_first = max(_beginning(before, len(merges)), _beginning(behind, len(merges)))
    return n_first if n_first >= _FEWEST_MERGES else len(merges)


def _beginning(ranks: Int64s, n_merges: int) -> int:
    """The first of the ranks int64[m], sorted, except for a few far before the others.

    0 if they are few among the merges behind it: then they are odd ones, such as white space of
    other kinds in front of a space.
    """
    early = ranks[: 2 + len(ranks) // _STRAY_MERGES]
    if not len(early):
        return 0
    first = int(np.argmax(np.diff(early, prepend=0)))
    later = n_merges - int(early[first])
    return int(early[first]) if _STRAY_MERGES * (len(ranks) - first) >= later else 0


def _edges(merges: UInt32s) -> tuple[UInt8s, UInt8s]:
    """uint8[256 + n, 2] each: the first two bytes of every token, and the last two."""
    first = np.empty((N_BYTES + len(merges), 2), np.uint8)
    last = np.empty((N_BYTES + len(merges), 2), np.uint8)
    run_kernel(_level_kernels.find_edges, merges, first, last)
    return first, last


def _crossings(merges: UInt32s) -> Int64s:
    """int64[n]: the two bytes that meet where a merge joins its parts, the left one times 256."""
    first, last = _edges(merges)
    crossings: Int64s = (last[merges[:, 0], 1].astype(np.int64) << 8) | first[merges[:, 1], 0]
    return crossings


def _apart(merges: UInt32s) -> tuple[UInt8s, UInt8s]:
    """`apart` and `contexts` of Levels: uint8[65536] and uint8[2^m]."""
    first, last = _edges(merges)
    before, after = last[merges[:, 0]].astype(np.uint64), first[merges[:, 1]].astype(np.uint64)
    is_left, is_right = (merges >= N_BYTES).T  # two bytes and more
    pair = (before[:, 1] << np.uint64(8)) | after[:, 0]
    kinds = np.zeros(len(merges), np.uint8)
    kinds[is_left & is_right] = _level_kernels.OF_TWO
    kinds[is_left & ~is_right] = _level_kernels.OF_LEFT
    kinds[~is_left & is_right] = _level_kernels.OF_RIGHT
    # Within words of ASCII, and inside characters, a look at the context would cost more than it
    # saves: what some merge joins is always left together there.
    is_start = (after[:, 0] >> np.uint64(6)) != 2
    kinds[~is_start | ((before[:, 1] < 0x80) & (after[:, 0] < 0x80))] = 0
    words = before[:, 1] | after[:, 0] << np.uint64(8)
    words[is_left] = before[is_left, 0] | words[is_left] << np.uint64(8)
    words[is_right] |= after[is_right, 1] << (np.uint64(16) + np.uint64(8) * is_left[is_right])
    apart = np.zeros(1 << 16, np.uint8)
    np.bitwise_or.at(apart, pair, kinds)
    apart[pair[kinds == 0]] = 0
    is_free = np.ones(1 << 16, np.bool_)
    is_free[pair] = False
    apart[is_free] = _level_kernels.APART
    looked_up = apart[pair] > 0
    n_bits = _CONTEXT_BITS * max(_FEWEST_MERGES, int(looked_up.sum()))
    contexts = np.zeros(1 << (n_bits - 1).bit_length() - 3, np.uint8)
    run_kernel(_level_kernels.enter_contexts, kinds[looked_up], words[looked_up], contexts)
    return apart, contexts


def _later_pairs(merges: UInt32s, n_first: int) -> tuple[UInt32s, UInt32s]:
    """The later merges, and pairs of ids inside them: uint32[m, 2], uint32[m]."""
    meetings = np.empty((len(merges) - n_first, 2), np.uint32)
    run_kernel(_level_kernels.find_meetings, merges, n_first, meetings)
    pairs = np.concatenate([merges[n_first:], meetings])
    ranks = np.full(len(pairs), _level_kernels.INSIDE, np.uint32)
    ranks[: len(meetings)] = np.arange(n_first, len(merges))
    return np.ascontiguousarray(pairs), ranks


class EncodingRoom(NamedTuple):
    """Working memory of one thread that encodes.

    ids, other_ids, keys, found              as in MergeRoom
    pretoken_keys   uint64[2 * BATCH]        keys of a batch of pre-tokens, two words each
    places          uint64[BATCH]            where they are looked for, hashes of those not short
    longer          int64[BATCH + 1]         which of them are not short
    unknown         int64[BATCH + 1]         which of them are not in the cache
    part_ends       int64[MOST_PARTS]        ends of the parts of long pre-tokens
    ranks           uint32[RUN_IDS]          of the pairs of a run of ids of level one
    progress        int64[8]                 how far a block is: see PIECE_AT in _level_kernels
    """

    ids: UInt32s
    other_ids: UInt32s
    keys: UInt32s
    found: UInt32s
    pretoken_keys: UInt64s
    places: UInt64s
    longer: Int64s
    unknown: Int64s
    part_ends: Int64s
    ranks: UInt32s
    progress: Int64s


class Encoder:
    """Exact byte-pair encoding: in every pre-token the earliest merge first, from the left.

    Equal pre-tokens are merged once and then found in a cache, which grows and starts again at
    160 MB or at twice the size of its vocabulary. Long pre-tokens are cut into parts that no token
    crosses, and merges that cross words are made after the others; see _level_kernels. The cost of
    one long pre-token grows with its length, and in the worst case like n log n. Threads may share
    an encoder: one works, the others wait; `fork` gives each its own, with the same cache.

    merges: uint32[n, 2]; splitter: cuts text into pre-tokens, None to take each document as one.
    ids: uint32[256 + n], the id given out for each byte and each merge; None for the bytes by
        value and the merges after them.
    whole_tokens: pre-tokens that are given out as one id although merges do not reach them.
    normalization: the Unicode form that every document is brought into first, None for none.
    n_first_level: number of merges that are made in parts; by default those within words. It
        changes the speed only.
    """

    def __init__(
        self,
        merges: UInt32s,
        splitter: Splitter | None = None,
        *,
        ids: UInt32s | None = None,
        whole_tokens: Mapping[bytes, int] | None = None,
        normalization: Normalization | None = None,
        n_first_level: int | None = None,
    ) -> None:
        merges = np.array(merges, np.uint32).reshape(-1, 2)
        n_first = first_level(merges) if n_first_level is None else n_first_level
        given = np.arange(N_BYTES + len(merges), dtype=np.uint32)
        if ids is not None:
            given = np.array(ids, np.uint32)
        levels = encoding_levels(merges, n_first, given, whole_tokens or {})
        has_two = levels.mode == _level_kernels.TWO
        model = merge_model(merges[:n_first], None if has_two else given)
        known = KnownPretokens.of_tokens(model, {} if has_two else whole_tokens or {})
        self._prepare(splitter or Splitter("none"), model, levels, known, normalization)

    def fork(self) -> Encoder:
        """An encoder of the same merges for another thread; what one meets, both know."""
        twin = Encoder.__new__(Encoder)
        twin._prepare(self._splitter, self._model, self._levels, self._known, self._normalization)
        return twin

    def __getstate__(self) -> tuple[object, ...]:
        """State of pickles and deep copies: without the pre-tokens met since."""
        return (self._splitter, self._model, self._levels, self._known.seed, self._normalization)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        splitter, model, levels, seed, normalization = state
        self._prepare(splitter, model, levels, KnownPretokens(seed), normalization)

    @property
    def thread_bytes(self) -> int:
        """Memory that a fork takes, which has no cache of its own."""
        return _THREAD_BYTES

    @property
    def cache_bytes(self) -> int:
        """Size of the cache that it shares with its forks, now."""
        return self._known.n_bytes

    @property
    def n_first_level(self) -> int:
        """Number of merges that are made in parts of long pre-tokens; later ones join parts."""
        return len(self._model.merges)

    def encode(self, data: bytes) -> UInt32s:
        """Token ids uint32[n] of UTF-8 text; invalid UTF-8 is kept as it is."""
        return self.encode_documents(data, np.array([0, len(data)], np.int64))[0]

    def encode_documents(self, data: bytes, bounds: Int64s) -> tuple[UInt32s, Int64s]:
        """Encode documents data[bounds[i]:bounds[i + 1]], each by itself.

        Returns all ids uint32[m] and starts int64[n + 1]; document i has the ids from starts[i] to
        starts[i + 1]. Raises PatternError if the split pattern cannot cut the text.
        """
        if self._normalization is not None:
            data, bounds = normalized_documents(data, bounds, self._normalization)
        bounds = np.ascontiguousarray(bounds, np.int64)
        text = padded(data)
        n_bytes = int(bounds[-1] - bounds[0])
        with self._lock:
            self._room.progress[_level_kernels.PIECE_AT] = -1
            out = self._room_for_ids(n_bytes)
            if self._splitter.scan_tables is None:
                starts = self._encode_blocks(data, bounds, text, out)
            else:
                starts = self._cut_and_encode(bounds, text, out)
            return self._taken(out, int(starts[-1])), starts

    @property
    def fills_rooms(self) -> bool:
        """Whether `encode_into` can be called: the text is cut and encoded as it is."""
        return self._normalization is None and self._splitter.scan_tables is not None

    def encode_into(self, out: UInt32s, text: UInt8s, bounds: Int64s) -> Int64s:
        """As `encode_documents`, without a copy of the text or the ids; returns the starts.

        out: uint32[n], filled, one place for each byte and SPARE_IDS. text: uint8[m + 64], read
        only, with bytes behind the documents that kernels may look at.
        """
        with self._lock:
            self._room.progress[_level_kernels.PIECE_AT] = -1
            return self._cut_and_encode(bounds, text, out)

    def encode_spans(self, data: bytes, spans: Int64s) -> UInt32s:
        """Token ids uint32[n] of pre-tokens that were cut before; nothing is normalized.

        spans: int64[n, 2], bounds of each in `data`, none empty; each begins where the one before
            ends, as `Splitter.spans` gives them.
        """
        if not len(spans):
            return np.empty(0, np.uint32)
        with self._lock:
            self._room.progress[_level_kernels.PIECE_AT] = -1
            out = self._room_for_ids(int(spans[-1, 1] - spans[0, 0]))
            return self._taken(out, self._encode_spans(padded(data), spans, out, 0))

    def _prepare(
        self,
        splitter: Splitter,
        model: MergeModel,
        levels: Levels,
        known: KnownPretokens,
        normalization: Normalization | None,
    ) -> None:
        self._splitter = splitter
        self._normalization = normalization
        self._model = model
        self._levels = levels
        self._known = known
        self._in_kernel = known.user_lock()
        self._room = encoding_room()
        self._scan_room: ScanRoom | None = None
        self._out = np.empty(0, np.uint32)
        self._lock = threading.Lock()

    def _cut_and_encode(self, bounds: Int64s, text: UInt8s, out: UInt32s) -> Int64s:
        """Fill `out`; cutting and encoding in one kernel. Returns where documents start."""
        starts = np.zeros(len(bounds), np.int64)
        cursor = np.zeros(8, np.int64)
        cursor[kernels.AT] = bounds[0]
        tables = self._splitter.scan_tables
        scanning = self._room_to_scan(int(bounds[-1]))
        while True:
            with self._in_kernel:
                cache = self._known.cache
                status = run_kernel(
                    kernels.encode_documents, text, bounds, tables, scanning, self._model,
                    self._levels, cache, self._room, out, starts, cursor,
                )  # fmt: skip
            if status == kernels.DONE:
                if len(text) >= _MUCH_TEXT:
                    self._known.prepare_growth(cache)
                return starts
            if status == kernels.GIVEN_UP:
                raise endless(self._splitter.pattern)
            self._known.make_room(cache)

    def _encode_blocks(self, data: bytes, bounds: Int64s, text: UInt8s, out: UInt32s) -> Int64s:
        """As `_cut_and_encode`, for a splitter that has no automaton."""
        starts = np.zeros(len(bounds), np.int64)
        n_out = 0
        for document, (begin, end) in enumerate(pairwise(bounds.tolist())):
            for block in self._splitter.span_blocks(data, np.array([begin, end], np.int64)):
                n_out = self._encode_spans(text, block.spans, out, n_out)
            starts[document + 1] = n_out
        return starts

    def _encode_spans(self, text: UInt8s, spans: Int64s, out: UInt32s, n_out: int) -> int:
        """Write the ids of pre-tokens behind the first n_out; returns how many ids there are."""
        at, ends = int(spans[0, 0]), spans[:, 1].copy()
        while True:
            with self._in_kernel:
                cache = self._known.cache
                n_out, done = run_kernel(
                    kernels.encode_block, text, at, ends, len(ends), self._model, self._levels,
                    cache, self._room, out, n_out,
                )  # fmt: skip
            if done == len(ends):
                return n_out
            at, ends = (int(ends[done - 1]), ends[done:].copy()) if done else (at, ends)
            self._known.make_room(cache)

    def _room_for_ids(self, n_bytes: int) -> UInt32s:
        """One entry per byte and SPARE_IDS: a new array for a long text, else always the same."""
        if n_bytes > _LONG_TEXT:
            return np.empty(n_bytes + kernels.SPARE_IDS, np.uint32)
        if len(self._out) < n_bytes + kernels.SPARE_IDS:
            self._out = np.empty(min(2 * n_bytes, _LONG_TEXT) + kernels.SPARE_IDS, np.uint32)
        return self._out

    def _taken(self, out: UInt32s, n_ids: int) -> UInt32s:
        """The first ids of what `_room_for_ids` gave, as an array that nothing else uses."""
        if out is self._out:
            return out[:n_ids].copy()
        out.resize(n_ids, refcheck=False)  # gives the rest back without moving the ids
        return out

    def _room_to_scan(self, n_bytes: int) -> ScanRoom:
        if self._scan_room is None or len(self._scan_room.ends) < scan_room_size(n_bytes):
            self._scan_room = scan_room(n_bytes)
        return self._scan_room


def encoding_room() -> EncodingRoom:
    """Working memory for one thread."""
    return EncodingRoom(
        **merge_room()._asdict(),
        pretoken_keys=np.empty(2 * kernels.BATCH, np.uint64),
        places=np.empty(kernels.BATCH, np.uint64),
        longer=np.empty(kernels.BATCH + 1, np.int64),
        unknown=np.zeros(kernels.BATCH + 1, np.int64),
        part_ends=np.empty(_level_kernels.MOST_PARTS, np.int64),
        ranks=np.empty(_level_kernels.RUN_IDS, np.uint32),
        progress=np.zeros(8, np.int64),
    )
