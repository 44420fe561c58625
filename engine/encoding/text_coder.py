"""TextCoder: text to ids and back, with a split pattern and the tokens of a table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from engine.argument_types import checked_integer, described
from engine.compiled import Int64s, UInt32s
from engine.encoding.batch import BatchEncoder
from engine.encoding.decoder import Decoder
from engine.encoding.encoder import Encoder
from engine.encoding.numbering import Numbering
from engine.encoding.special_splitter import (
    SpecialHandling,
    SpecialTokenChoice,
    SpecialTokenSplitter,
    special_splitter,
)
from engine.encoding.token_table import TokenTable
from engine.errors import ArgumentError, ConfigError
from engine.settings import checked_normalization
from engine.splitting import Splitter, preset_name_of
from engine.text import (
    Normalization,
    byte_offsets,
    code_points,
    normalized,
    utf8_of,
    utf8_of_all,
    utf8_of_each,
)

DecodingErrors = Literal["replace", "strict", "ignore"]
_MOST_SPLITTERS = 64


@dataclass(frozen=True, slots=True)
class TokenSpans:
    """A text as tokens with their places.

    ids: uint32[n]; starts: int64[n + 1], byte offsets into the UTF-8 text, the last is its end.
    special: bool[n], True where a special token was parsed.
    """

    ids: UInt32s
    starts: npt.NDArray[np.int64]
    special: npt.NDArray[np.bool_]


class TokenOffsets(NamedTuple):
    """ids: uint32[n]; offsets: int64[n, 2], first character of each token and the one after its
    last, as indexes into the string. A token that holds a part of a character counts it whole.
    """

    ids: UInt32s
    offsets: Int64s


class TextCoder(TokenTable):
    """A table of tokens that encodes and decodes text; see Tokenizer for its parameters.

    `encode` gives a list of Python integers, every other method NumPy arrays. What a special token
    in a text means is said in one of two ways everywhere. special: "text", it is ordinary text;
    "parse", its id; "reject", SpecialTokenError. Or allowed_special and disallowed_special as for
    tiktoken, each "all" or a set: those allowed become ids (by default none), those disallowed
    raise SpecialTokenError (by default all others), and what is neither is ordinary text.
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
        """Name of the preset that the pattern is, None for one's own."""
        return preset_name_of(self.pattern)

    @property
    def splitter(self) -> Splitter:
        return self._splitter

    @property
    def cutting_splitter(self) -> Splitter | None:
        """The splitter at whose sure cuts a long text may be encoded in parts.

        None where a normalization could join characters across such a cut.
        """
        return self._splitter if self._normalization is None else None

    @property
    def normalization(self) -> Normalization | None:
        """The Unicode form that every text is brought into before it is split; None for none."""
        return self._normalization

    def normalized(self, data: bytes) -> bytes:
        """UTF-8 text as this tokenizer reads it: what decoding its ids gives back."""
        return normalized(data, self._normalization)

    def encode(
        self,
        text: str,
        *,
        special: SpecialHandling = "text",
        allowed_special: SpecialTokenChoice | None = None,
        disallowed_special: SpecialTokenChoice | None = None,
    ) -> list[int]:
        """Token ids of a text; see the class for special tokens."""
        ids: list[int] = self.encode_to_array(
            text,
            special=special,
            allowed_special=allowed_special,
            disallowed_special=disallowed_special,
        ).tolist()
        return ids

    def encode_to_array(
        self,
        text: str | bytes,
        *,
        special: SpecialHandling = "text",
        allowed_special: SpecialTokenChoice | None = None,
        disallowed_special: SpecialTokenChoice | None = None,
    ) -> UInt32s:
        """Token ids uint32[n] of a text or of bytes, which need not be valid UTF-8."""
        splitter = self._special_splitter(special, allowed_special, disallowed_special)
        data = text if isinstance(text, bytes) else utf8_of(text)
        if splitter is None:
            return self._encoder.encode(data)
        parts = []
        for piece, token_id in splitter.pieces(data):
            parts.append(self._encoder.encode(piece))
            if token_id is not None:
                parts.append(np.array([token_id], np.uint32))
        return np.concatenate(parts)

    def encode_batch(
        self,
        texts: Iterable[str | bytes],
        *,
        special: SpecialHandling = "text",
        allowed_special: SpecialTokenChoice | None = None,
        disallowed_special: SpecialTokenChoice | None = None,
        n_threads: int | None = None,
    ) -> list[UInt32s]:
        """Token ids uint32[n] of each text, on all cores unless `n_threads` says otherwise."""
        splitter = self._special_splitter(special, allowed_special, disallowed_special)
        return list(self.batch_encoder.encode(utf8_of_all(texts), splitter, n_threads=n_threads))

    def encode_lazily(
        self,
        texts: Iterable[str | bytes],
        *,
        special: SpecialHandling = "text",
        allowed_special: SpecialTokenChoice | None = None,
        disallowed_special: SpecialTokenChoice | None = None,
        n_threads: int | None = None,
    ) -> Iterator[UInt32s]:
        """As `encode_batch`, one after another in bounded memory, for streams of any length.

        Texts are read a few megabytes ahead of the ids.
        """
        splitter = self._special_splitter(special, allowed_special, disallowed_special)
        return self.batch_encoder.encode(utf8_of_each(texts), splitter, n_threads=n_threads)

    def encode_with_offsets(
        self,
        text: str,
        *,
        special: SpecialHandling = "text",
        allowed_special: SpecialTokenChoice | None = None,
        disallowed_special: SpecialTokenChoice | None = None,
    ) -> TokenOffsets:
        """The tokens of a text with the characters that each comes from.

        Where the tokenizer normalizes, the offsets are those of the normalized text.
        """
        spans = self.token_spans(
            text,
            special=special,
            allowed_special=allowed_special,
            disallowed_special=disallowed_special,
        )
        read = self.normalized(utf8_of(text)).decode()
        begins = byte_offsets(code_points(read))
        first = np.searchsorted(begins, spans.starts[:-1], "right") - 1
        after = np.searchsorted(begins, spans.starts[1:], "left")
        return TokenOffsets(spans.ids, np.stack([first, after], 1))

    def token_spans(
        self,
        text: str | bytes,
        *,
        special: SpecialHandling = "text",
        allowed_special: SpecialTokenChoice | None = None,
        disallowed_special: SpecialTokenChoice | None = None,
    ) -> TokenSpans:
        """The tokens of a text with their byte offsets, for display.

        Where the tokenizer normalizes, the offsets are those of the normalized text.
        """
        ids = self.encode_to_array(
            text,
            special=special,
            allowed_special=allowed_special,
            disallowed_special=disallowed_special,
        )
        starts = np.zeros(len(ids) + 1, np.int64)
        np.cumsum(self.token_lengths[ids], out=starts[1:])
        return TokenSpans(ids, starts, np.isin(ids, list(self._special_tokens.values())))

    def decode(self, ids: Iterable[int], *, errors: DecodingErrors = "replace") -> str:
        """The text of token ids.

        errors: what becomes of bytes that are not UTF-8. "replace": U+FFFD; "ignore": left out;
        "strict": UnicodeDecodeError. Raises TokenIdError for an id that stands for nothing.
        """
        if errors not in get_args(DecodingErrors):
            raise ConfigError(
                f"errors must be one of {', '.join(get_args(DecodingErrors))}, not {errors!r}.",
                setting="errors",
            )
        return self.decode_bytes(ids).decode("utf-8", errors)

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of token ids. Raises TokenIdError for an id that stands for nothing."""
        return self._decoder.decode(ids)

    def token_to_id(self, token: str | bytes) -> int | None:
        """The id of a token, None where there is no such token.

        token: a special token or the text of an ordinary one, or its bytes. Where both kinds are
        written alike, a string means the special token and bytes the ordinary one.
        """
        if not isinstance(token, (str, bytes)):
            raise ArgumentError(f"A token must be a string or bytes, not {described(token)}.")
        if isinstance(token, bytes):
            ordinary = self._ids_of_tokens.get(token)
            name = token.decode("utf-8", "backslashreplace")
            return self._special_tokens.get(name) if ordinary is None else ordinary
        named = self._special_tokens.get(token)
        return self._ids_of_tokens.get(utf8_of(token)) if named is None else named

    def id_to_token(self, token_id: int) -> bytes | None:
        """The bytes of a token, None for an id that stands for nothing."""
        token_id = checked_integer(token_id, "A token id")
        return (self.vocabulary[token_id] or None) if 0 <= token_id < self.vocab_size else None

    @cached_property
    def _ids_of_tokens(self) -> dict[bytes, int]:
        """Ids of ordinary tokens, the lowest of those that stand for the same bytes."""
        special = set(self._special_tokens.values())
        every = enumerate(self.vocabulary)
        found = [(token, i) for i, token in every if token and i not in special]
        return dict(reversed(found))

    @property
    def batch_encoder(self) -> BatchEncoder:
        """Encoders for several threads, for whoever works on a stream of documents."""
        # Not a cached_property: that of Python 3.11 has one lock, so that several tokenizers could
        # not be prepared at the same time.
        kept = self.__dict__
        if "_batch_encoder" not in kept:
            kept.setdefault("_batch_encoder", BatchEncoder(self._encoder, self.cutting_splitter))
        made: BatchEncoder = kept["_batch_encoder"]
        return made

    @cached_property
    def _decoder(self) -> Decoder:
        return Decoder(self.vocabulary)

    @property
    def _encoder(self) -> Encoder:
        kept = self.__dict__
        if "_own_encoder" not in kept:
            encoder = Encoder(
                self._ranked_merges,
                self._splitter,
                ids=None if self._numbering is None else self._numbering.ids,
                whole_tokens=self.whole_tokens,
                normalization=self._normalization,
            )
            kept.setdefault("_own_encoder", encoder)
        made: Encoder = kept["_own_encoder"]
        return made

    def _special_splitter(
        self,
        special: SpecialHandling,
        allowed: SpecialTokenChoice | None,
        disallowed: SpecialTokenChoice | None,
    ) -> SpecialTokenSplitter | None:
        """What looks for special tokens; None where they are ordinary text."""
        if special == "text" and allowed is None and disallowed is None:
            return None
        key = (special, *map(_key, (allowed, disallowed)))
        kept = self._special_splitters
        if key not in kept:
            made = special_splitter(self._special_tokens, special, allowed, disallowed)
            if len(kept) >= _MOST_SPLITTERS:
                kept.clear()
            kept[key] = made
            return made
        return kept[key]

    @cached_property
    def _special_splitters(self) -> dict[tuple[object, ...], SpecialTokenSplitter | None]:
        """Those that were asked for: making one takes longer than encoding a sentence."""
        return {}


def _key(choice: SpecialTokenChoice | None) -> object:
    """A choice of special tokens as a key; what cannot be one is refused later."""
    if isinstance(choice, Collection) and not isinstance(choice, (str, bytes)):
        return frozenset(choice)
    return choice
