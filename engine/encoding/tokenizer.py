"""Tokenizer: the trained artefact, immutable. Text to ids and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from engine.argument_types import checked_integer, checked_path
from engine.encoding.batch import BatchEncoder, SpecialTokenSplitter
from engine.encoding.decoder import Decoder
from engine.encoding.encoder import Encoder
from engine.encoding.known_formats import load_by_format
from engine.encoding.numbering import Numbering
from engine.encoding.token_table import TokenTable
from engine.errors import ConfigError
from engine.settings import (
    N_BYTES,
    SuperwordOrigin,
    TrainingRecord,
    checked_normalization,
    checked_roles,
)
from engine.splitting import Splitter, preset_name_of
from engine.text import Normalization, normalized, utf8_of, utf8_of_all

SpecialHandling = Literal["text", "parse", "reject"]
_SPECIAL_HANDLINGS: tuple[SpecialHandling, ...] = get_args(SpecialHandling)
UInt32s = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class TokenSpans:
    """A text as tokens with their places.

    ids: uint32[n]; starts: int64[n + 1], byte offsets into the UTF-8 text, the last is its end.
    special: bool[n], True where a special token was parsed.
    """

    ids: UInt32s
    starts: npt.NDArray[np.int64]
    special: npt.NDArray[np.bool_]


class Tokenizer(TokenTable):
    """Byte-level BPE: 256 bytes, merges in rank order, special tokens.

    merges: uint32[n, 2], left and right id of each merge; merge k makes id 256 + k, or what
        `numbering` says.
    pattern: name of a preset or a regular expression.
    special_tokens: ids by string; they lie after the room for merges and never move with the
        number of merges that a corpus yields. Ids between the last merge and the first special
        token are unused.
    vocab_size: all ids; by default just as many as there are.
    training: where the tokenizer comes from; no part of its identity.
    numbering: the ids of a tokenizer that was not trained here; its special tokens lie anywhere.
    normalization: "nfc" or "nfkc" rewrites every text in that Unicode form before it is split, so
        that decoding gives the rewritten text; None for none.
    """

    def __init__(
        self,
        merges: npt.ArrayLike,
        *,
        pattern: str = "gpt2",
        special_tokens: Mapping[str, int] | None = None,
        vocab_size: int | None = None,
        training: TrainingRecord | None = None,
        numbering: Numbering | None = None,
        normalization: Normalization | None = None,
    ) -> None:
        super().__init__(merges, special_tokens, vocab_size, numbering)
        self._splitter = Splitter(pattern)
        self._training = training
        self._normalization = checked_normalization(normalization)
        self._chat_template: str | None = None
        self._superwords: SuperwordOrigin | None = None

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

    @property
    def training(self) -> TrainingRecord | None:
        return self._training

    @property
    def superwords(self) -> SuperwordOrigin | None:
        """The first stage of a training with superwords; None for an ordinary tokenizer."""
        return self._superwords

    @property
    def chat_template(self) -> str | None:
        """The Jinja template that goes with the tokenizer; no part of its identity."""
        return self._chat_template

    def with_companions(
        self,
        *,
        roles: Mapping[str, str] | None = None,
        chat_template: str | None = None,
        superwords: SuperwordOrigin | None = None,
    ) -> Tokenizer:
        """The same tokenizer, with the same identity, that has these companions.

        roles: the special token of each role; chat_template: Jinja. None keeps what there is; an
        empty mapping or string stands for none.
        superwords: the first stage of a training whose second pattern is `pattern`; None keeps it.
        Raises ConfigError for an unknown role, a token that is none of the special tokens, and
        a template that is no text.
        """
        made = copy(self)
        if roles is not None:
            made._roles = checked_roles(roles, self._special_tokens)
        if chat_template is not None:
            made._chat_template = _checked_template(chat_template) or None
        if superwords is not None:
            made._superwords = superwords
        return made

    @cached_property
    def semantic_hash(self) -> str:
        """sha256 in hex over what decides ids: pattern, merges, special tokens, size, and so on.

        What a tokenizer has not, such as a normalization, is no part of it.
        """
        parts: dict[str, Any] = {
            "pattern": self.pattern,
            "special_tokens": sorted(self._special_tokens.items(), key=lambda item: item[1]),
            "vocab_size": self._vocab_size,
        }
        if self._normalization is not None:
            parts["normalization"] = self._normalization
        if self._numbering is not None:
            parts["ignore_merges"] = self._numbering.ignore_merges
            parts["extra_tokens"] = sorted(
                (token_id, token.hex()) for token, token_id in self.extra_tokens.items()
            )
        digest = hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode())
        digest.update(self._merges.astype("<u4").tobytes())
        if self._numbering is not None:
            digest.update(self._numbering.ids.astype("<u4").tobytes())
        return digest.hexdigest()

    def encode(self, text: str, *, special: SpecialHandling = "text") -> list[int]:
        """Token ids of a text.

        special: what a special token in the text means. "text": nothing, it is ordinary text;
        "parse": its id; "reject": SpecialTokenError.
        """
        ids: list[int] = self.encode_to_array(text, special=special).tolist()
        return ids

    def encode_to_array(self, text: str | bytes, *, special: SpecialHandling = "text") -> UInt32s:
        """Token ids uint32[n] of a text or of bytes, which need not be valid UTF-8."""
        _check_special(special)
        data = text if isinstance(text, bytes) else utf8_of(text)
        if special == "text" or not self._special_tokens:
            return self._encoder.encode(data)
        parts = []
        for piece, token_id in self._special_splitter.pieces(data, reject=special == "reject"):
            parts.append(self._encoder.encode(piece))
            if token_id is not None:
                parts.append(np.array([token_id], np.uint32))
        return np.concatenate(parts)

    def encode_batch(
        self,
        texts: Iterable[str | bytes],
        *,
        special: SpecialHandling = "text",
        n_threads: int | None = None,
    ) -> list[UInt32s]:
        """Token ids uint32[n] of each text, on all cores unless `n_threads` says otherwise."""
        _check_special(special)
        documents = utf8_of_all(texts)
        if special == "text" or not self._special_tokens:
            return self.batch_encoder.encode(documents, n_threads)
        return self.batch_encoder.encode_with_special_tokens(
            documents, self._special_splitter, reject=special == "reject", n_threads=n_threads
        )

    def token_spans(self, text: str | bytes, *, special: SpecialHandling = "text") -> TokenSpans:
        """The tokens of a text with their byte offsets, for display.

        Where the tokenizer normalizes, the offsets are those of the normalized text.
        """
        ids = self.encode_to_array(text, special=special)
        starts = np.zeros(len(ids) + 1, np.int64)
        np.cumsum(self.token_lengths[ids], out=starts[1:])
        return TokenSpans(ids, starts, np.isin(ids, list(self._special_tokens.values())))

    def decode(self, ids: Iterable[int]) -> str:
        """The text of token ids; bytes that are not UTF-8 become U+FFFD."""
        return self.decode_bytes(ids).decode("utf-8", "replace")

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of token ids. Raises TokenIdError for an id that stands for nothing."""
        return self._decoder.decode(ids)

    def truncated(self, vocab_size: int) -> Tokenizer:
        """The tokenizer that the same training would have given at a smaller size.

        The special tokens follow the merges that remain; an imported tokenizer keeps the order of
        its ids. Without the merges of a second stage it is the ordinary tokenizer of the first
        one, with its pattern. Raises ConfigError for a size that is greater, or too small for the
        bytes and the special tokens.
        """
        vocab_size = checked_integer(vocab_size, "vocab_size")
        n_special = len(self._special_tokens)
        n_merges = vocab_size - N_BYTES - n_special
        most = self._vocab_size
        if self._numbering is not None:
            most = N_BYTES + self.n_merges + n_special
        if n_merges < 0 or vocab_size > most:
            raise ConfigError(
                f"A tokenizer of {self._vocab_size:,} ids with {n_special} special tokens can be "
                f"cut to a size from {N_BYTES + n_special} to {most:,}, not to {vocab_size:,}.",
                setting="vocab_size",
            )
        ordered = sorted(self._special_tokens, key=self._special_tokens.__getitem__)
        special_ids = list(range(vocab_size - n_special, vocab_size))
        merges, numbering = self._merges[:n_merges], self._numbering
        if numbering is not None:
            ordered = list(self._special_tokens)
            numbering, special_ids = numbering.cut(n_merges, self._special_tokens)
            merges = numbering.ids[self._ranked_merges[:n_merges]]
        training = self._training
        if training is not None:
            training = training.truncated(training.config.of_size(vocab_size))
        pattern, superwords = self.pattern, self._superwords
        if superwords is not None and n_merges <= superwords.n_first_merges:
            pattern, superwords = superwords.first_pattern, None
        smaller = Tokenizer(
            merges,
            pattern=pattern,
            special_tokens=dict(zip(ordered, special_ids, strict=True)),
            vocab_size=vocab_size,
            training=training,
            numbering=numbering,
            normalization=self._normalization,
        )
        return smaller.with_companions(
            roles=self._roles, chat_template=self._chat_template, superwords=superwords
        )

    def save(self, path: str | Path) -> Path:
        """Write the own format (see tokenizer_file). A directory gets `tokenizer.twb`."""
        from engine.encoding.tokenizer_file import save_tokenizer

        return save_tokenizer(self, checked_path(path, "The path of a tokenizer"))

    @classmethod
    def load(cls, path: str | Path, *, pattern: str | None = None) -> Tokenizer:
        """Read a tokenizer from a file or a directory of any known format (see engine.formats).

        pattern: the split pattern for files that do not hold one, such as an unknown rank file.
        Raises TokenizerFileError.
        """
        return load_by_format(path, pattern)

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

    @cached_property
    def _special_splitter(self) -> SpecialTokenSplitter:
        return SpecialTokenSplitter(self._special_tokens)

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


def _checked_template(template: str) -> str:
    if not isinstance(template, str):
        raise ConfigError(
            f"A chat template is Jinja text, not {template!r}.", setting="chat_template"
        )
    return template


def _check_special(special: str) -> None:
    if special not in _SPECIAL_HANDLINGS:
        raise ConfigError(
            f"special must be one of {', '.join(_SPECIAL_HANDLINGS)}, not {special!r}.",
            setting="special",
        )
