"""SentencePiece models through `sentencepiece`; imported in the library's process only."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module, metadata

import numpy as np

from engine.library.backend import EncodedDocument, decoded_text, token_places

_META = "▁"
_REMARKS = (
    "Its tokens are shown with a space for each ▁, also for the one that it puts before a text.",
    "It rewrites texts before it cuts them, so that decoding may give another text.",
    "It reads no control symbols in text; its user-defined symbols it always reads.",
)


def open_tokenizer(data: bytes) -> SentencePieceBackend:
    """The tokenizer of a .model file."""
    return SentencePieceBackend(data)


class SentencePieceBackend:
    """See library_backend.Backend."""

    def __init__(self, data: bytes) -> None:
        self._processor = import_module("sentencepiece").SentencePieceProcessor()
        self._processor.LoadFromSerializedProto(data)
        self.library = f"sentencepiece {metadata.version('sentencepiece')}"
        size = self._processor.vocab_size()
        pieces = [self._processor.id_to_piece(i) for i in range(size)]
        is_special = [
            self._processor.is_control(i) or self._processor.is_unknown(i) for i in range(size)
        ]
        self.special_tokens = {pieces[i]: i for i in range(size) if is_special[i]}
        self.vocabulary = [
            pieces[i].encode() if is_special[i] else self._bytes_of(i, pieces[i])
            for i in range(size)
        ]
        self.unknown_ids = [i for i in range(size) if self._processor.is_unknown(i)]
        self.remarks = list(_REMARKS)

    def encode(
        self, documents: Sequence[bytes], *, parse: bool, places: bool
    ) -> list[EncodedDocument]:
        """See Backend.encode. The library reads no control symbols in text, whatever is asked."""
        del parse
        return [self._encoded(document, places=places) for document in documents]

    def decode(self, ids: list[int]) -> bytes:
        """See Backend.decode."""
        text: str = self._processor.decode(ids)
        return text.encode()

    def token_to_id(self, token: str) -> int | None:
        """See Backend.token_to_id."""
        token_id: int = self._processor.piece_to_id(token)  # that of the unknown token if missing
        return token_id if self._processor.id_to_piece(token_id) == token else None

    def _encoded(self, document: bytes, *, places: bool) -> EncodedDocument:
        text = decoded_text(document)
        if not places:
            ids = np.array(self._processor.encode(text.text, return_type=int), np.uint32)
            return EncodedDocument(ids, np.zeros(len(ids), np.int64))
        found = self._processor.encode(text.text, return_type="offset_mapping")
        ids = np.array(found["ids"], np.uint32)
        if not len(ids):
            return EncodedDocument(ids, np.zeros(0, np.int64))
        spans = text.offsets[np.array(found["offsets"], np.int64).reshape(-1, 2)]
        return EncodedDocument(ids, token_places(document, ids, spans, self.vocabulary))

    def _bytes_of(self, token_id: int, piece: str) -> bytes:
        if self._processor.is_unused(token_id):
            return b""
        if self._processor.is_byte(token_id):
            return bytes([int(piece[3:5], 16)])
        return piece.replace(_META, " ").encode()
