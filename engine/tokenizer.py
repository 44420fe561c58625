"""Tokenizer: the trained artefact, immutable. Text to ids and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from engine.config import N_BYTES, check_special_tokens
from engine.decoder import Decoder
from engine.encoder import Encoder
from engine.errors import ConfigError
from engine.patterns import preset_name_of
from engine.special_token_splitter import SpecialTokenSplitter
from engine.splitter import Splitter
from engine.training_record import TrainingRecord
from engine.utf8 import utf8_of

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


class Tokenizer:
    """Byte-level BPE: 256 bytes, merges in rank order, special tokens.

    merges: uint32[n, 2], left and right id of each merge; merge k makes id 256 + k.
    pattern: name of a preset or a regular expression.
    special_tokens: ids by string; they lie after the room for merges and never move with the
        number of merges that a corpus yields. Ids between the last merge and the first special
        token are unused.
    vocab_size: all ids; by default just as many as there are.
    training: where the tokenizer comes from; no part of its identity.
    """

    def __init__(
        self,
        merges: npt.ArrayLike,
        *,
        pattern: str = "gpt2",
        special_tokens: Mapping[str, int] | None = None,
        vocab_size: int | None = None,
        training: TrainingRecord | None = None,
    ) -> None:
        self._merges = np.array(merges, np.uint32).reshape(-1, 2)
        self._merges.flags.writeable = False
        self._splitter = Splitter(pattern)
        self._special_tokens = dict(special_tokens or {})
        highest = max(self._special_tokens.values(), default=N_BYTES + len(self._merges) - 1)
        self._vocab_size = highest + 1 if vocab_size is None else vocab_size
        self._training = training
        check_special_tokens(list(self._special_tokens))
        _check_ids(self._merges, self._special_tokens, self._vocab_size)

    @property
    def merges(self) -> UInt32s:
        """uint32[n, 2], read-only: the pair of ids that each merge joins, in rank order."""
        return self._merges

    @property
    def n_merges(self) -> int:
        return len(self._merges)

    @property
    def vocab_size(self) -> int:
        """All ids: bytes, merges, unused ids, special tokens, reserved slots."""
        return self._vocab_size

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
    def special_tokens(self) -> dict[str, int]:
        """Ids of the special tokens and reserved slots, by string."""
        return dict(self._special_tokens)

    @property
    def unused_ids(self) -> range:
        """Ids kept for merges that the corpus did not yield."""
        first_special = min(self._special_tokens.values(), default=self._vocab_size)
        return range(N_BYTES + len(self._merges), first_special)

    @property
    def training(self) -> TrainingRecord | None:
        return self._training

    @cached_property
    def vocabulary(self) -> Sequence[bytes]:
        """The bytes of every id, vocab_size entries; special tokens as UTF-8, unused ids b""."""
        entries = [bytes([byte]) for byte in range(N_BYTES)]
        for left, right in self._merges.tolist():
            entries.append(entries[left] + entries[right])
        entries += [b""] * (self._vocab_size - len(entries))
        for token, token_id in self._special_tokens.items():
            entries[token_id] = token.encode()
        return tuple(entries)

    @cached_property
    def semantic_hash(self) -> str:
        """sha256 in hex over what decides ids: pattern, merges, special tokens, size."""
        parts = {
            "pattern": self.pattern,
            "special_tokens": sorted(self._special_tokens.items(), key=lambda item: item[1]),
            "vocab_size": self._vocab_size,
        }
        digest = hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode())
        digest.update(self._merges.astype("<u4").tobytes())
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
        if special not in _SPECIAL_HANDLINGS:
            raise ConfigError(
                f"special must be one of {', '.join(_SPECIAL_HANDLINGS)}, not {special!r}.",
                setting="special",
            )
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
        self, texts: Iterable[str], *, special: SpecialHandling = "text"
    ) -> list[UInt32s]:
        """Token ids uint32[n] of each text."""
        return [self.encode_to_array(text, special=special) for text in texts]

    def token_spans(self, text: str | bytes, *, special: SpecialHandling = "text") -> TokenSpans:
        """The tokens of a text with their byte offsets, for display."""
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

        The special tokens follow the merges that remain. Raises ConfigError for a size that is
        greater, or too small for the bytes and the special tokens.
        """
        n_special = len(self._special_tokens)
        n_merges = vocab_size - N_BYTES - n_special
        if n_merges < 0 or vocab_size > self._vocab_size:
            raise ConfigError(
                f"A tokenizer of {self._vocab_size:,} ids with {n_special} special tokens can be "
                f"cut to a size from {N_BYTES + n_special} to {self._vocab_size:,}, "
                f"not to {vocab_size:,}.",
                setting="vocab_size",
            )
        ordered = sorted(self._special_tokens, key=lambda token: self._special_tokens[token])
        first_special = vocab_size - n_special
        training = self._training
        if training is not None:
            training = training.truncated(replace(training.config, vocab_size=vocab_size))
        return Tokenizer(
            self._merges[:n_merges],
            pattern=self.pattern,
            special_tokens={token: first_special + i for i, token in enumerate(ordered)},
            vocab_size=vocab_size,
            training=training,
        )

    def save(self, path: str | Path) -> Path:
        """Write the own format (see tokenizer_file). A directory gets `tokenizer.twb`."""
        from engine.tokenizer_file import save_tokenizer

        return save_tokenizer(self, Path(path))

    @classmethod
    def load(cls, path: str | Path) -> Tokenizer:
        """Read a tokenizer from a file or a directory. Raises TokenizerFileError."""
        from engine.tokenizer_file import load_tokenizer

        return load_tokenizer(Path(path))

    @cached_property
    def token_lengths(self) -> npt.NDArray[np.int64]:
        """int64[vocab_size]: bytes of every id, 0 for unused ones."""
        return np.fromiter(map(len, self.vocabulary), np.int64, self._vocab_size)

    @cached_property
    def _decoder(self) -> Decoder:
        return Decoder(self.vocabulary)

    @cached_property
    def _special_splitter(self) -> SpecialTokenSplitter:
        return SpecialTokenSplitter(self._special_tokens)

    @cached_property
    def _encoder(self) -> Encoder:
        return Encoder(self._merges, self._splitter)


def _check_ids(merges: UInt32s, special_tokens: dict[str, int], vocab_size: int) -> None:
    made = np.arange(N_BYTES, N_BYTES + len(merges))
    unmade = np.flatnonzero((merges >= made[:, None]).any(axis=1))
    if len(unmade):
        raise ConfigError(
            f"Merge {unmade[0]} joins an id that does not exist yet: {merges[unmade[0]].tolist()}.",
            setting="merges",
        )
    ids = sorted(special_tokens.values())
    first_free = N_BYTES + len(merges)
    if len(set(ids)) < len(ids) or (ids and (ids[0] < first_free or ids[-1] >= vocab_size)):
        raise ConfigError(
            f"The ids of the special tokens must differ and lie from {first_free} to "
            f"{vocab_size - 1}, not {ids}.",
            setting="special_tokens",
        )
    if vocab_size < first_free:
        raise ConfigError(
            f"A vocabulary size of {vocab_size:,} has no room for {len(merges):,} merges.",
            setting="vocab_size",
        )
