"""DocumentCutter: a long document that comes in parts, cut where the split pattern cuts as well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from engine.normalization import Normalization, normalized
from engine.splitter import Splitter

_SEARCHED_BYTES = 1 << 16


class CutPiece(NamedTuple):
    """A piece of a document. is_first, is_last: whether the document begins here, and ends here."""

    data: bytes
    is_first: bool
    is_last: bool


class DocumentCutter:
    """Cuts one document after another at the first sure cut after `piece_bytes`, and so on.

    Where the cuts are depends on the document alone, not on the parts in which it comes. Held in
    memory is what no sure cut ends yet.
    """

    def __init__(
        self, splitter: Splitter, piece_bytes: int, normalization: Normalization | None = None
    ) -> None:
        self._splitter = splitter
        self._piece_bytes = piece_bytes
        self._normalization = normalization
        self._unnormalized: list[bytes] = []
        self._held: list[bytes] = []
        self._held_bytes = 0
        self._next_try = 0
        self._is_first = True

    def pieces(self, data: bytes, begins: bool, ends: bool) -> Iterator[CutPiece]:
        """The pieces that are known with the next part of the document; all of them at its end."""
        if begins:
            self._begin()
        data = self._normalized(data, ends)
        self._held.append(data)
        self._held_bytes += len(data)
        if not ends and self._held_bytes < self._next_try:
            return
        text = self._held[0] if len(self._held) == 1 else b"".join(self._held)
        start = 0
        while start < len(text):
            end = self._splitter.sure_cut(text, start + self._piece_bytes)
            if end >= len(text) and not ends:
                break
            yield CutPiece(text[start:end], self._is_first, end >= len(text))
            self._is_first = False
            start = end
        self._hold(text[start:])

    def _begin(self) -> None:
        self._unnormalized.clear()
        self._hold(b"")
        self._is_first = True

    def _hold(self, rest: bytes) -> None:
        self._held = [rest]
        self._held_bytes = len(rest)
        # Text without a sure cut is not searched again before there is twice as much.
        searched = len(rest) > self._piece_bytes
        self._next_try = 2 * len(rest) if searched else self._piece_bytes + 1

    def _normalized(self, data: bytes, ends: bool) -> bytes:
        """The next text in normal form, up to an ASCII character: nothing before joins with one."""
        if self._normalization is None:
            return data
        self._unnormalized.append(data)
        cut = len(data) if ends else _last_ascii(data)
        if cut is None:
            return b""
        whole = b"".join(self._unnormalized)
        cut += len(whole) - len(data)
        self._unnormalized = [whole[cut:]]
        return normalized(whole[:cut], self._normalization)


def _last_ascii(data: bytes) -> int | None:
    """Where the last ASCII character stands; None where there is none."""
    end = len(data)
    while end > 0:
        start = max(0, end - _SEARCHED_BYTES)
        places = np.flatnonzero(np.frombuffer(data, np.int8)[start:end] >= 0)
        if len(places):
            return start + int(places[-1])
        end = start
    return None
