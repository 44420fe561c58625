"""TextCoder: text to ids and back, with a split pattern and the tokens of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.compiled import UInt32s, bounds_of
from engine.encoding.base_tokenizer import BaseTokenizer, TokenSpans
from engine.encoding.batch import BatchEncoder
from engine.encoding.decoder import Decoder
from engine.encoding.encoder import Encoder
from engine.encoding.numbering import Numbering
from engine.encoding.special_splitter import SpecialTokenSplitter
from engine.encoding.token_table import TokenTable
from engine.settings import checked_normalization
from engine.splitting import Splitter, preset_name_of
from engine.text import Normalization


class TextCoder(TokenTable, BaseTokenizer):
    """A table of tokens that encodes and decodes text.

    See Tokenizer for its parameters, and for what special tokens in a text mean.
    """

    def __init__(
        self,
        merges: npt.ArrayLike,
        pattern: str,
        special_tokens: Mapping[str, int] | None,
        vocab_size: int | None,
        numbering: Numbering | None,
        normalization: Normalization | None,
    ) -> None:
        super().__init__(merges, special_tokens, vocab_size, numbering)
        self._splitter = Splitter(pattern)
        self._normalization = checked_normalization(normalization)

    @property
    def pattern(self) -> str:
        """The split pattern as a regular expression."""
        return self._splitter.pattern

    @property
    def pattern_name(self) -> str | None:
        """Name of the preset that the pattern is, None for a pattern of one's own."""
        return preset_name_of(self.pattern)

    @property
    def splitter(self) -> Splitter:
        """What cuts a text at the split pattern; its `split(text)` gives the pieces."""
        return self._splitter

    @property
    def normalization(self) -> Normalization | None:
        """The Unicode form that every text is brought into before it is split; None for none."""
        return self._normalization

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of token ids. Raises TokenIdError for an id without a token."""
        return self._decoder.decode(ids)

    @property
    def cutting_splitter(self) -> Splitter | None:
        """Internal: the splitter at whose sure cuts a long text may be encoded in parts.

        None where a normalization could join characters across such a cut.
        """
        return self._splitter if self._normalization is None else None

    @property
    def batch_encoder(self) -> BatchEncoder:
        """Internal: encoders for several threads, which work on a stream of documents."""
        # Not a cached_property: that of Python 3.11 has one lock, so that several tokenizers could
        # not be prepared at the same time.
        kept = self.__dict__
        if "_batch_encoder" not in kept:
            kept.setdefault("_batch_encoder", BatchEncoder(self._encoder, self.cutting_splitter))
        batch_encoder: BatchEncoder = kept["_batch_encoder"]
        return batch_encoder

    @cached_property
    def _decoder(self) -> Decoder:
        return Decoder(self.vocabulary)

    @property
    def _encoder(self) -> Encoder:
        kept = self.__dict__
        if "_own_encoder" not in kept:
            new = Encoder(
                self._ranked_merges,
                self._splitter,
                ids=None if self._numbering is None else self._numbering.ids,
                whole_tokens=self.whole_tokens,
                normalization=self._normalization,
            )
            kept.setdefault("_own_encoder", new)
        encoder: Encoder = kept["_own_encoder"]
        return encoder

    def _ids(self, data: bytes, splitter: SpecialTokenSplitter | None) -> UInt32s:
        if splitter is None:
            return self._encoder.encode(data)
        parts = []
        for piece, token_id in splitter.pieces(data):
            parts.append(self._encoder.encode(piece))
            if token_id is not None:
                parts.append(np.array([token_id], np.uint32))
        return np.concatenate(parts)

    def _ids_of_each(
        self,
        documents: Iterable[bytes],
        splitter: SpecialTokenSplitter | None,
        n_threads: int | None,
    ) -> Iterator[UInt32s]:
        return self.batch_encoder.encode(documents, splitter, n_threads=n_threads)

    def _spans(self, data: bytes, splitter: SpecialTokenSplitter | None) -> TokenSpans:
        ids = self._ids(data, splitter)
        starts = bounds_of(self.token_lengths[ids])
        return TokenSpans(ids, starts, np.isin(ids, list(self._special_tokens.values())))
