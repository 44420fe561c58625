"""Decoder: token ids to bytes, by copying out of one flat array."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from engine.argument_types import described
from engine.compiled import Int64s, bounds_of, run_kernel
from engine.encoding._decoding_kernels import join_tokens
from engine.encoding.sentences import say
from engine.errors import TokenIdError


class Decoder:
    """The bytes of a vocabulary, one token after another.

    vocabulary: the bytes of every id; b"" for unused ids.
    """

    def __init__(self, vocabulary: Sequence[bytes]) -> None:
        self._data = np.frombuffer(b"".join(vocabulary), np.uint8)
        self._starts = bounds_of(list(map(len, vocabulary)))
        self._lengths = np.diff(self._starts)

    def decode(self, ids: Iterable[int]) -> bytes:
        """The bytes of `ids`. Raises TokenIdError for an unused id."""
        array = _as_int64(ids)
        if len(array) and (array.min() < 0 or array.max() >= len(self._lengths)):
            unknown = array[(array < 0) | (array >= len(self._lengths))][0]
            raise TokenIdError(say("id_not_in_vocabulary", id=unknown, n_ids=len(self._lengths)))
        lengths = self._lengths[array]
        if len(array) and not lengths.all():
            raise TokenIdError(say("id_not_in_use", id=array[lengths == 0][0]))
        out = np.empty(int(lengths.sum()), np.uint8)
        run_kernel(join_tokens, array, self._starts, self._data, out)
        return out.tobytes()


def _as_int64(ids: Iterable[int]) -> Int64s:
    try:
        array = np.asarray(ids if isinstance(ids, np.ndarray) else list(ids))
    except (OverflowError, TypeError, ValueError):
        array = np.empty(0, object)
    if array.ndim != 1 or (array.dtype.kind not in "iu" and (len(array) or array.dtype == object)):
        raise TokenIdError(say("ids_no_row", given=described(ids)))
    return np.ascontiguousarray(array, np.int64)
