"""Tokenizers of characters, as SentencePiece's BPE: their ids, and encoding with bytes behind.

They are byte-level BPE inside. The first merges, the alphabet, join the bytes of each character of
the alphabet from the left; they come before all others, so that text becomes characters first. A
character outside the alphabet stays bytes, but for a beginning that it shares with one inside: such
beginnings are merges without a token of their own. They have hidden ids, from HIDDEN on, which are
written as the bytes they consist of.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.compiled import Int64s, UInt32s
from engine.encoding.encoder import Encoder
from engine.encoding.token_table import Numbering
from engine.errors import ConfigError
from engine.sentences import say
from engine.settings import MAX_VOCAB_SIZE, N_BYTES

HIDDEN = MAX_VOCAB_SIZE
"""Ids from here on are never given out."""
_LONGEST_BEGINNING = 4


def alphabet_merges(characters: Collection[str]) -> tuple[UInt32s, list[bytes]]:
    """The merges uint32[n, 2] that join the bytes of characters, and the bytes that each makes.

    Shorter ones come first; of the same length, those of lower bytes.
    """
    made = {
        data[:length] for data in map(str.encode, characters) for length in range(2, len(data) + 1)
    }
    tokens = sorted(made, key=lambda token: (len(token), token))
    numbers = {token: N_BYTES + rank for rank, token in enumerate(tokens)}
    pairs = [(numbers.get(token[:-1], token[0]), token[-1]) for token in tokens]
    return np.array(pairs, np.uint32).reshape(-1, 2), tokens


@dataclass(frozen=True, eq=False)
class PieceNumbering(Numbering):
    """The ids of a tokenizer of characters.

    ids: uint32[256 + n_merges], as in Numbering; that of a byte that is a character of the
        alphabet is the character's, of another byte its own. Hidden ids for beginnings of
        characters.
    byte_ids: uint32[256], the tokens of single bytes, also of those that are characters.
    n_alphabet: number of merges that make characters and their beginnings; they are the first.
    """

    byte_ids: UInt32s = field(default_factory=lambda: np.zeros(0, np.uint32))
    n_alphabet: int = 0

    def __post_init__(self) -> None:
        ids, byte_ids = np.array(self.ids, np.uint32), np.array(self.byte_ids, np.uint32)
        if len(byte_ids) != N_BYTES or len(ids) < N_BYTES + self.n_alphabet:
            raise ConfigError(say("numbering_no_row"), setting="numbering")
        highest = int(max(ids[ids < HIDDEN].max(), byte_ids.max()))
        if highest >= MAX_VOCAB_SIZE or (ids[N_BYTES + self.n_alphabet :] >= HIDDEN).any():
            raise ConfigError(
                say("numbering_outside", greatest=MAX_VOCAB_SIZE - 1, value=highest),
                setting="numbering",
            )
        for array, name in ((ids, "ids"), (byte_ids, "byte_ids")):
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        object.__setattr__(self, "extra_tokens", dict(self.extra_tokens))

    @property
    def as_pieces(self) -> PieceNumbering:
        return self

    @property
    def is_own(self) -> bool:
        return False

    @property
    def public_ids(self) -> Int64s:
        """int64[n]: the ids of all bytes, characters and merges, each once."""
        shown = np.concatenate([self.ids[self.ids < HIDDEN], self.byte_ids]).astype(np.int64)
        return np.unique(shown)

    @property
    def byte_tokens(self) -> UInt32s:
        """uint32[256]: as `byte_ids`."""
        return self.byte_ids

    @property
    def highest(self) -> int:
        return max(int(self.public_ids[-1]), *self.extra_tokens.values(), 0)

    def positions(self, pairs: UInt32s) -> UInt32s:
        order = np.argsort(self.ids, kind="stable")
        ordered = self.ids[order]
        places = np.minimum(np.searchsorted(ordered, pairs), len(ordered) - 1)
        unknown = np.flatnonzero((ordered[places] != pairs).any(axis=1))
        if len(unknown):
            raise ConfigError(
                say("merge_of_unknown_id", merge=unknown[0], pair=pairs[unknown[0]].tolist()),
                setting="merges",
            )
        found: UInt32s = order[places].astype(np.uint32)
        return found

    def cut(
        self, n_merges: int, special_tokens: Mapping[str, int]
    ) -> tuple[PieceNumbering, list[int]]:
        """As Numbering.cut; tokens of bytes remain. n_merges: at least those of the alphabet."""
        kept = self.ids[: N_BYTES + n_merges].astype(np.int64)
        shown = kept[kept < HIDDEN]
        special = np.array([*special_tokens.values()], np.int64)
        every = np.unique(np.concatenate([shown, self.byte_ids.astype(np.int64), special]))
        moved = np.where(kept < HIDDEN, np.searchsorted(every, kept), kept)
        shorter = PieceNumbering(
            moved.astype(np.uint32),
            byte_ids=np.searchsorted(every, self.byte_ids).astype(np.uint32),
            n_alphabet=self.n_alphabet,
        )
        return shorter, np.searchsorted(every, special).tolist()

    def to_array(self) -> UInt32s:
        """uint32[n]: all of it but extra tokens, for a store of arrays."""
        n_alphabet = np.array([self.n_alphabet], np.uint32)
        return np.concatenate([n_alphabet, self.byte_ids, self.ids])

    @staticmethod
    def array_size(n_merges: int) -> int:
        """Length of `to_array`."""
        return 1 + 2 * N_BYTES + n_merges

    @classmethod
    def of_array(cls, numbers: UInt32s) -> PieceNumbering:
        """The numbering of what `to_array` gave."""
        ids = numbers[1 + N_BYTES :]
        return cls(ids, byte_ids=numbers[1 : 1 + N_BYTES], n_alphabet=int(numbers[0]))

    def document(self) -> dict[str, Any]:
        """What `ids` does not say, as in JSON."""
        return {"byte_ids": self.byte_ids.tolist(), "n_alphabet": self.n_alphabet}


def piece_numbering(
    ids: UInt32s, extra_tokens: Mapping[bytes, int], document: Mapping[str, Any]
) -> PieceNumbering:
    """The numbering of a document."""
    return PieceNumbering(
        ids,
        extra_tokens,
        byte_ids=np.array(document["byte_ids"], np.uint32),
        n_alphabet=int(document["n_alphabet"]),
    )


class HiddenIds:
    """What the hidden ids of a tokenizer are written as. tokens: the bytes of each position."""

    def __init__(self, numbering: PieceNumbering, tokens: Sequence[bytes]) -> None:
        hidden = np.flatnonzero(numbering.ids >= HIDDEN)
        numbers = numbering.ids[hidden].astype(np.int64) - HIDDEN
        n = int(numbers.max(initial=-1)) + 1
        self._widths = np.zeros(n, np.int64)
        self._table = np.zeros((n, _LONGEST_BEGINNING), np.uint32)
        for position, number in zip(hidden.tolist(), numbers.tolist(), strict=True):
            token = tokens[position]
            self._widths[number] = len(token)
            self._table[number, : len(token)] = numbering.byte_ids[list(token)]

    def expanded(self, ids: UInt32s, starts: Int64s) -> tuple[UInt32s, Int64s]:
        """The ids with the bytes of hidden ones in their places, and where documents begin."""
        places = np.flatnonzero(ids >= HIDDEN)
        if not len(places):
            return ids, starts
        numbers = ids[places].astype(np.int64) - HIDDEN
        widths = np.ones(len(ids), np.int64)
        widths[places] = self._widths[numbers]
        ends = np.zeros(len(ids) + 1, np.int64)
        np.cumsum(widths, out=ends[1:])
        out = np.empty(int(ends[-1]), np.uint32)
        out[ends[:-1]] = ids
        for column in range(_LONGEST_BEGINNING):
            wide = self._widths[numbers] > column
            out[ends[places[wide]] + column] = self._table[numbers[wide], column]
        return out, ends[starts]


class PieceEncoder(Encoder):
    """An Encoder that writes hidden ids as bytes; see `Encoder` for its parameters."""

    def __init__(self, hidden: HiddenIds, merges: UInt32s, *arguments: Any, **named: Any) -> None:
        super().__init__(merges, *arguments, **named)
        self._written = hidden

    def fork(self) -> PieceEncoder:
        """See Encoder.fork."""
        twin = PieceEncoder.__new__(PieceEncoder)
        twin._written = self._written
        twin._prepare(self._splitter, self._model, self._levels, self._known, self._normalization)
        return twin

    def __getstate__(self) -> tuple[object, ...]:
        return (self._written, super().__getstate__())

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._written = state[0]
        super().__setstate__(state[1])

    @property
    def fills_rooms(self) -> bool:
        """See Encoder.fills_rooms; hidden ids become several."""
        return False

    def encode_documents(self, data: bytes, bounds: Int64s) -> tuple[UInt32s, Int64s]:
        """See Encoder.encode_documents."""
        return self._written.expanded(*super().encode_documents(data, bounds))

    def encode_spans(self, data: bytes, spans: Int64s) -> UInt32s:
        """See Encoder.encode_spans."""
        ids = super().encode_spans(data, spans)
        return self._written.expanded(ids, np.zeros(1, np.int64))[0]
