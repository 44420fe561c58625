"""Encoding many documents: short ones joined, long ones cut, on all cores, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.encoder import Encoder
from engine.ordered_work import results_in_order
from engine.special_token_splitter import SpecialTokenSplitter
from engine.splitter import Splitter
from engine.worker_thread import n_cores

Int64s = npt.NDArray[np.int64]
UInt32s = npt.NDArray[np.uint32]

GROUP_BYTES = 1 << 18
"""About what one thread encodes at a time."""
_WORTH_THREADS = 1 << 19
"""Fewer bytes than this are encoded sooner than threads are started."""


class _Group(NamedTuple):
    """Documents data[bounds[i]:bounds[i + 1]], or a later part of the document before."""

    data: bytes
    bounds: Int64s
    continues: bool = False


class _Encoded(NamedTuple):
    """The ids of a group; document i has ids[starts[i]:starts[i + 1]]."""

    ids: UInt32s
    starts: Int64s
    continues: bool


class BatchEncoder:
    """One encoder for each thread, of the same merges; kept, so that their caches stay warm."""

    def __init__(self, encoder: Encoder, splitter: Splitter) -> None:
        self._encoders = [encoder]
        self._splitter = splitter

    def encoders(self, n_threads: int | None = None) -> list[Encoder]:
        """As many encoders as threads are wanted, by default one for each core."""
        wanted = n_threads or n_cores()
        while len(self._encoders) < wanted:
            self._encoders.append(self._encoders[0].fork())
        return self._encoders[:wanted]

    def encode(self, documents: Sequence[bytes], n_threads: int | None = None) -> list[UInt32s]:
        """The ids uint32[n] of each document. The same for any number of threads.

        n_threads: by default one for each core, and none for what is encoded sooner than threads
        are started.
        """
        size = sum(map(len, documents))
        groups = _groups(documents, self._splitter)
        found: Iterable[_Encoded | None]
        if n_threads == 1 or size <= GROUP_BYTES or (n_threads is None and size < _WORTH_THREADS):
            found = map(_work_of(self._encoders[0]), groups)
        else:
            found = results_in_order(list(map(_work_of, self.encoders(n_threads))), groups)
        return _separated(found)

    def encode_with_special_tokens(
        self,
        documents: Sequence[bytes],
        special_tokens: SpecialTokenSplitter,
        *,
        reject: bool,
        n_threads: int | None = None,
    ) -> list[UInt32s]:
        """As `encode`, with special tokens read as such, or refused with SpecialTokenError."""
        pieces: list[bytes] = []
        after: list[int | None] = []
        for document in documents:
            for piece, token_id in special_tokens.pieces(document, reject=reject):
                pieces.append(piece)
                after.append(token_id)
        whole: list[UInt32s] = []
        parts: list[UInt32s] = []
        for ids, token_id in zip(self.encode(pieces, n_threads), after, strict=True):
            parts.append(ids)
            if token_id is not None:
                parts.append(np.array([token_id], np.uint32))
                continue
            whole.append(parts[0] if len(parts) == 1 else np.concatenate(parts))
            parts = []
        return whole


def joined(documents: Sequence[bytes]) -> tuple[bytes, Int64s]:
    """The documents one after another, and their bounds int64[n + 1]."""
    bounds = np.zeros(len(documents) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, documents), np.int64, len(documents)), out=bounds[1:])
    return documents[0] if len(documents) == 1 else b"".join(documents), bounds


def _work_of(encoder: Encoder) -> Callable[[_Group], _Encoded]:
    def work(group: _Group) -> _Encoded:
        return _Encoded(*encoder.encode_documents(group.data, group.bounds), group.continues)

    return work


def _groups(documents: Sequence[bytes], splitter: Splitter) -> Iterator[_Group]:
    """Short documents together; a long one in several groups of one part each."""
    group: list[bytes] = []
    size = 0
    for document in documents:
        is_long = len(document) > 2 * GROUP_BYTES
        if group and (is_long or size >= GROUP_BYTES):
            yield _Group(*joined(group))
            group, size = [], 0
        if is_long:
            yield from _parts(document, splitter)
        else:
            group.append(document)
            size += len(document)
    if group:
        yield _Group(*joined(group))


def _parts(document: bytes, splitter: Splitter) -> Iterator[_Group]:
    """A long document in pieces, cut where the pattern is sure to cut as well."""
    start = 0
    while start < len(document):
        end = splitter.sure_cut(document, start + GROUP_BYTES)
        yield _Group(document[start:end], np.array([0, end - start], np.int64), start > 0)
        start = end


def _separated(found: Iterable[_Encoded | None]) -> list[UInt32s]:
    """The ids of each document, the parts of a long one together."""
    whole: list[UInt32s] = []
    parts: list[UInt32s] = []
    for encoded in found:
        if encoded is None:
            continue
        if encoded.continues:
            parts.append(encoded.ids)
            continue
        if len(parts) > 1:
            whole[-1] = np.concatenate(parts)
        places = encoded.starts.tolist()
        ids = encoded.ids
        whole += [ids[a:b] for a, b in pairwise(places)]
        parts = whole[-1:]
    if len(parts) > 1:
        whole[-1] = np.concatenate(parts)
    return whole
