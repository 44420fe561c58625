"""LibraryEncoder: documents to token ids through a tokenizer's own library."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.errors import LibraryError
from engine.library_process import LibraryProcess

Int64s = npt.NDArray[np.int64]
UInt32s = npt.NDArray[np.uint32]


_PROCESS_BYTES = 150 << 20
"""About what a library takes with a vocabulary of some 100,000 tokens."""


class PlacedTokens(NamedTuple):
    """Tokens of documents with their places.

    ids: uint32[m]; starts: int64[n + 1], document i has ids[starts[i]:starts[i + 1]].
    places: int64[m + 1], the byte of the text at which each token begins, and the text's end.
    """

    ids: UInt32s
    starts: Int64s
    places: Int64s


class LibraryEncoder:
    """Has what an Encoder has (see encoder.py), with a process of its own.

    library: name of the Python package; file: the bytes of the tokenizer's file.
    """

    def __init__(self, library: str, file: bytes) -> None:
        self._library, self._file = library, file
        self.process = LibraryProcess(library, file)

    def __reduce__(self) -> tuple[type[LibraryEncoder], tuple[str, bytes]]:
        """A copy has a process of its own."""
        return LibraryEncoder, (self._library, self._file)

    def fork(self) -> LibraryEncoder:
        """Another one of the same tokenizer, for another thread."""
        return LibraryEncoder(self._library, self._file)

    @property
    def most_cache_bytes(self) -> int:
        """What its process may take, about."""
        return _PROCESS_BYTES

    def encode_documents(
        self, data: bytes, bounds: Int64s, *, parse: bool = False
    ) -> tuple[UInt32s, Int64s]:
        """Encode documents data[bounds[i]:bounds[i + 1]], each by itself; see Encoder.

        parse: special tokens in a text are read as such. Raises LibraryError.
        """
        ids, starts, _ = self._asked(data, bounds, parse=parse, places=False)
        return ids, starts

    def encode_with_places(
        self, data: bytes, bounds: Int64s, *, parse: bool = False
    ) -> PlacedTokens:
        """As `encode_documents`, with the places of all tokens. Raises LibraryError."""
        ids, starts, places = self._asked(data, bounds, parse=parse, places=True)
        end = np.array([bounds[-1]], np.int64)
        return PlacedTokens(ids, starts, np.concatenate([places, end]))

    def decode_documents(self, ids: UInt32s, starts: Int64s) -> tuple[bytes, Int64s]:
        """The UTF-8 text of documents of ids, and its bounds int64[n + 1]. Raises LibraryError."""
        blobs = [ids.astype(np.uint32).tobytes(), starts.astype(np.int64).tobytes()]
        answer = self.process.ask({"do": "decode"}, blobs)
        text, bounds = answer.blobs
        return text, np.frombuffer(bounds, np.int64)

    def _asked(
        self, data: bytes, bounds: Int64s, *, parse: bool, places: bool
    ) -> tuple[UInt32s, Int64s, Int64s]:
        question = {"do": "encode", "special": "parse" if parse else "text", "places": places}
        bounds = np.ascontiguousarray(bounds, np.int64)
        blobs = self.process.ask(question, [data, bounds.tobytes()]).blobs
        ids, starts = np.frombuffer(blobs[0], np.uint32), np.frombuffer(blobs[1], np.int64)
        where = np.frombuffer(blobs[2], np.int64) if places else np.zeros(0, np.int64)
        if len(starts) != len(bounds) or starts[-1] != len(ids):
            raise LibraryError(f"{self._library} gave an answer that is no encoding of the text.")
        return ids, starts, where
