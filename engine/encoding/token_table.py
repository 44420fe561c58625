"""TokenTable: the token of every id; the byte alphabet of token files; lists of ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from engine.argument_types import checked_integer, described
from engine.compiled import Int64s, UInt32s
from engine.errors import ArgumentError, ConfigError
from engine.sentences import say
from engine.settings import MAX_VOCAB_SIZE, N_BYTES, Roles, check_special_tokens, guessed_roles

if TYPE_CHECKING:
    from engine.encoding.pieces import PieceNumbering

_PRINTABLE = (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))
_OTHERS = tuple(byte for byte in range(256) if byte not in _PRINTABLE)
BYTE_TO_CHARACTER: tuple[str, ...] = tuple(
    chr(byte) if byte in _PRINTABLE else chr(0x100 + _OTHERS.index(byte)) for byte in range(256)
)
"""str[256]: the character of each byte in GPT-2's byte alphabet, with which tokens fit into JSON.

Printable Latin-1 characters are themselves; the other 68 become U+0100, U+0101, ... in order.
Example: b" caf\\xc3\\xa9" -> "ĠcafÃ©".
"""
CHARACTER_TO_BYTE: dict[str, int] = {
    character: byte for byte, character in enumerate(BYTE_TO_CHARACTER)
}
_LATIN_1_TO_ALPHABET = str.maketrans(
    {chr(byte): character for byte, character in enumerate(BYTE_TO_CHARACTER)}
)
MADE_WHEN_NEEDED = ("_own_encoder", "_batch_encoder")
"""What a Tokenizer keeps beside its cached properties."""


@dataclass(frozen=True, eq=False)
class Numbering:
    """The ids of a tokenizer that was not trained here.

    ids: uint32[256 + n_merges], the id of each byte and of the token that each merge makes.
    extra_tokens: ids of tokens that no merge makes, by their bytes; they can be decoded.
    ignore_merges: a pre-token that is a token is given out whole, even if merging its bytes
        would not make it. Otherwise tokens that merges do not reach are never given out.
    """

    ids: UInt32s
    extra_tokens: Mapping[bytes, int] = field(default_factory=dict)
    ignore_merges: bool = False

    def __post_init__(self) -> None:
        given = np.array(self.ids)
        if given.ndim != 1 or given.dtype.kind not in "iu" or len(given) < N_BYTES:
            raise ConfigError(say("numbering_no_row"), setting="numbering")
        every = [int(given.min()), int(given.max()), *self.extra_tokens.values()]
        if min(every) < 0 or max(every) >= MAX_VOCAB_SIZE:
            raise ConfigError(
                say(
                    "numbering_outside",
                    greatest=MAX_VOCAB_SIZE - 1,
                    value=min(every) if min(every) < 0 else max(every),
                ),
                setting="numbering",
            )
        if b"" in self.extra_tokens:
            raise ConfigError(say("token_without_bytes"), setting="numbering")
        ids = given.astype(np.uint32)
        ids.flags.writeable = False
        object.__setattr__(self, "ids", ids)
        object.__setattr__(self, "extra_tokens", dict(self.extra_tokens))

    @property
    def is_own(self) -> bool:
        """Whether this says no more than no numbering at all."""
        ordered = np.array_equal(self.ids, np.arange(len(self.ids)))
        return ordered and not self.extra_tokens and not self.ignore_merges

    @property
    def as_pieces(self) -> PieceNumbering | None:
        """Itself if it is of a tokenizer of characters."""
        return None

    @property
    def public_ids(self) -> Int64s:
        """int64[n]: the ids that are given out, each once."""
        return self.ids.astype(np.int64)

    @property
    def byte_tokens(self) -> UInt32s:
        """uint32[k]: the ids of tokens of single bytes beside the first 256 of `ids`."""
        return np.empty(0, np.uint32)

    @property
    def highest(self) -> int:
        """The highest id in use."""
        return max(int(self.ids.max()), *self.extra_tokens.values(), 0)

    def positions(self, pairs: UInt32s) -> UInt32s:
        """Pairs of ids as positions in `ids`, uint32[n, 2]. Raises ConfigError for a foreign id."""
        position_of = np.full(self.highest + 1, -1, np.int64)
        position_of[self.ids] = np.arange(len(self.ids))
        known = pairs < len(position_of)
        positions = np.where(known, position_of[np.where(known, pairs, 0)], -1)
        unknown = np.flatnonzero((positions < 0).any(axis=1))
        if len(unknown):
            raise ConfigError(
                say("merge_of_unknown_id", merge=unknown[0], pair=pairs[unknown[0]].tolist()),
                setting="merges",
            )
        return positions.astype(np.uint32)

    def extended(self, new_ids: UInt32s) -> Numbering:
        """The numbering with further merges at the end, whose tokens have these ids, uint32[n]."""
        ids = np.concatenate([self.ids, np.asarray(new_ids, np.uint32)])
        return Numbering(ids, self.extra_tokens, self.ignore_merges)

    def cut(self, n_merges: int, special_tokens: Mapping[str, int]) -> tuple[Numbering, list[int]]:
        """The numbering with the first `n_merges` merges only, and the ids of the special tokens.

        What remains keeps its order and moves together; tokens that no merge makes are left out.
        """
        kept = self.ids[: N_BYTES + n_merges].astype(np.int64)
        every = np.concatenate([kept, np.array([*special_tokens.values()], np.int64)])
        places = np.empty(len(every), np.int64)
        places[np.argsort(every, kind="stable")] = np.arange(len(every))
        shorter = Numbering(places[: len(kept)].astype(np.uint32), ignore_merges=self.ignore_merges)
        return shorter, places[len(kept) :].tolist()


class TokenTable:
    """256 bytes, merges in rank order, special tokens, and the id of each.

    Trained here, bytes have the ids 0 to 255 and merge k has 256 + k. An imported tokenizer keeps
    the ids it was published with: `numbering` says which. Ids mean the same everywhere:
    `vocabulary[i]` is the bytes of id i, and `merges` has ids.

    `ranked_merges` is the same list in positions, the numbering in which the engine merges.
    """

    def __init__(
        self,
        merges: npt.ArrayLike,
        special_tokens: Mapping[str, int] | None,
        vocab_size: int | None,
        numbering: Numbering | None,
    ) -> None:
        self._merges = _checked_merges(merges)
        self._merges.flags.writeable = False
        self._numbering = None if numbering is None or numbering.is_own else numbering
        self._special_tokens = _checked_ids(special_tokens)
        highest = max(self._special_tokens.values(), default=-1)
        last = N_BYTES + len(self._merges) - 1
        if self._numbering is not None:
            last = self._numbering.highest
            if len(self._numbering.ids) != N_BYTES + len(self._merges):
                raise ConfigError(
                    say(
                        "numbering_does_not_fit",
                        n_ids=len(self._numbering.ids),
                        n_merges=len(self._merges),
                    ),
                    setting="numbering",
                )
            self._ranked_merges = self._numbering.positions(self._merges)
        else:
            self._ranked_merges = self._merges
        self._vocab_size = max(highest, last) + 1
        if vocab_size is not None:
            self._vocab_size = checked_integer(vocab_size, "vocab_size")
        check_special_tokens(list(self._special_tokens))
        self._roles: Roles | None = None
        self._check_ids()

    def __copy__(self) -> Self:
        """One that shares everything, the encoder and what it knows included."""
        copied = type(self).__new__(type(self))
        copied.__dict__.update(self.__dict__)
        return copied

    def __getstate__(self) -> dict[str, Any]:
        """State of pickles and deep copies: without what is computed when needed."""
        kind = type(self)
        return {
            name: value
            for name, value in self.__dict__.items()
            if name not in MADE_WHEN_NEEDED
            and not isinstance(getattr(kind, name, None), cached_property)
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._merges.flags.writeable = False

    @property
    def merges(self) -> UInt32s:
        """uint32[n, 2], read-only: the pair of ids that each merge joins, in rank order."""
        return self._merges

    @property
    def n_merges(self) -> int:
        """Merges, each with an id of its own."""
        return len(self._merges)

    @property
    def ranked_merges(self) -> UInt32s:
        """uint32[n, 2], read-only: `merges` with bytes as 0 to 255 and merge k as 256 + k."""
        return self._ranked_merges

    @property
    def pieces(self) -> PieceNumbering | None:
        """The ids of a tokenizer of characters, as SentencePiece's; None for one of bytes."""
        return None if self._numbering is None else self._numbering.as_pieces

    @property
    def n_alphabet(self) -> int:
        """Number of first merges that make characters of bytes; 0 for a tokenizer of bytes."""
        return 0 if self.pieces is None else self.pieces.n_alphabet

    @property
    def numbering(self) -> Numbering | None:
        """The ids of an imported tokenizer; None if bytes come first and merges after them."""
        return self._numbering

    @cached_property
    def ranked_ids(self) -> UInt32s:
        """uint32[256 + n_merges]: the id of each byte and of what each merge makes."""
        if self._numbering is not None:
            return self._numbering.ids
        return np.arange(N_BYTES + self.n_merges, dtype=np.uint32)

    @property
    def extra_tokens(self) -> dict[bytes, int]:
        """Ids of imported tokens that no merge makes, by their bytes."""
        return {} if self._numbering is None else dict(self._numbering.extra_tokens)

    @property
    def vocab_size(self) -> int:
        """All ids: bytes, merges, unused ids, special tokens, reserved slots."""
        return self._vocab_size

    def __len__(self) -> int:
        """All ids, as `vocab_size`."""
        return self._vocab_size

    @property
    def roles(self) -> dict[str, str]:
        """The special token of each role that has one; if not given, as names suggest."""
        if self._roles is None:
            return dict(guessed_roles(self._special_tokens))
        return dict(self._roles)

    @property
    def unused_ids(self) -> Sequence[int]:
        """Ids without a token: reserved for merges that the corpus did not yield, or gaps."""
        if self._numbering is None:
            first_special = min(self._special_tokens.values(), default=self._vocab_size)
            return range(N_BYTES + self.n_merges, first_special)
        used = np.zeros(self._vocab_size, np.bool_)
        used[self._numbering.public_ids] = True
        used[list(self._numbering.extra_tokens.values())] = True
        used[list(self._special_tokens.values())] = True
        unused = np.flatnonzero(~used)
        if len(unused) and unused[-1] - unused[0] == len(unused) - 1:
            return range(int(unused[0]), int(unused[-1]) + 1)
        return tuple(unused.tolist())

    @cached_property
    def ranked_tokens(self) -> tuple[bytes, ...]:
        """The bytes of each byte and of what each merge makes, in rank order."""
        entries = [bytes([byte]) for byte in range(N_BYTES)]
        sides = (self._ranked_merges[:, side].tolist() for side in (0, 1))  # no list for each pair
        for left, right in zip(*sides, strict=True):
            entries.append(entries[left] + entries[right])
        return tuple(entries)

    @cached_property
    def vocabulary(self) -> Sequence[bytes]:
        """The bytes of every id, vocab_size entries; special tokens as UTF-8, unused ids b""."""
        ranked = self.ranked_tokens
        if self._numbering is None:
            entries = [*ranked, *[b""] * (self._vocab_size - len(ranked))]
        else:
            entries = [b""] * self._vocab_size
            for byte, token_id in enumerate(self._numbering.byte_tokens.tolist()):
                entries[token_id] = bytes([byte])
            for token_id, token in zip(self._numbering.ids.tolist(), ranked, strict=True):
                if token_id < self._vocab_size:
                    entries[token_id] = token
            for token, token_id in self._numbering.extra_tokens.items():
                entries[token_id] = token
        for name, token_id in self._special_tokens.items():
            entries[token_id] = name.encode()
        return tuple(entries)

    @property
    def has_own_roles(self) -> bool:
        """Internal: whether the roles were given, rather than guessed from names."""
        return self._roles is not None

    @cached_property
    def positions_of_ids(self) -> Int64s:
        """Internal: int64[vocab_size], place of each id in `ranked_ids`, -1 for other ids."""
        positions = np.full(self._vocab_size, -1, np.int64)
        known = np.flatnonzero(self.ranked_ids < self._vocab_size)
        positions[self.ranked_ids[known]] = known
        positions.flags.writeable = False
        return positions

    @cached_property
    def whole_tokens(self) -> dict[bytes, int]:
        """Internal: tokens that are given out whole although merging their bytes makes others.

        None of them unless the numbering says `ignore_merges`.
        """
        if self._numbering is None or not self._numbering.ignore_merges:
            return {}
        from engine.encoding.merge_tables import own_merging

        merged = self.ranked_tokens[N_BYTES:]
        numbers = np.arange(N_BYTES, N_BYTES + len(merged), dtype=np.uint32)
        unreached = own_merging(merged, self._ranked_merges, numbers).becomes != numbers
        ids = self._numbering.ids[N_BYTES:]
        whole = {merged[i]: int(ids[i]) for i in np.flatnonzero(unreached).tolist()}
        return whole | dict(self._numbering.extra_tokens)

    def _check_ids(self) -> None:
        results = np.arange(N_BYTES, N_BYTES + self.n_merges)
        unmade = np.flatnonzero((self._ranked_merges >= results[:, None]).any(axis=1))
        if len(unmade):
            raise ConfigError(
                say("merge_of_later_id", merge=unmade[0], pair=self._merges[unmade[0]].tolist()),
                setting="merges",
            )
        if self._numbering is None:
            self._check_own_numbers()
        else:
            self._check_foreign_numbers(self._numbering)

    def _check_own_numbers(self) -> None:
        ids = sorted(self._special_tokens.values())
        first_free = N_BYTES + self.n_merges
        if len(set(ids)) < len(ids) or (
            ids and (ids[0] < first_free or ids[-1] >= self._vocab_size)
        ):
            raise ConfigError(
                say("special_ids_wrong", first=first_free, last=self._vocab_size - 1, ids=ids),
                setting="special_tokens",
            )
        if self._vocab_size < first_free:
            raise ConfigError(
                say("no_room_for_merges", size=self._vocab_size, n_merges=self.n_merges),
                setting="vocab_size",
            )

    def _check_foreign_numbers(self, numbering: Numbering) -> None:
        others = [*numbering.extra_tokens.values(), *self._special_tokens.values()]
        every = np.concatenate([numbering.public_ids, np.array(others, np.int64)])
        outside = every[(every < 0) | (every >= self._vocab_size)]
        if len(outside):
            raise ConfigError(
                say("id_outside_vocabulary", id=outside[0], size=self._vocab_size),
                setting="vocab_size",
            )
        ordered = np.sort(every)
        doubled = ordered[1:][ordered[1:] == ordered[:-1]]
        if len(doubled):
            raise ConfigError(say("id_given_twice", id=doubled[0]), setting="numbering")


def _checked_merges(merges: npt.ArrayLike) -> UInt32s:
    """uint32[n, 2], a copy. Raises ArgumentError for anything else."""
    try:
        return np.array(merges, np.uint32).reshape(-1, 2)
    except (TypeError, ValueError, OverflowError):
        raise ArgumentError(
            f"merges must be pairs of token ids, such as [(108, 111)], not {described(merges)}."
        ) from None


def _checked_ids(special_tokens: Mapping[str, int] | None) -> dict[str, int]:
    """Ids by special token. Raises ArgumentError for anything else."""
    try:
        ids = dict(special_tokens or {})
    except (TypeError, ValueError):
        raise ArgumentError(
            "special_tokens must be ids by token, such as {'<|end|>': 300}, not "
            f"{described(special_tokens)}."
        ) from None
    return {
        token: checked_integer(token_id, f"The id of the special token {token!r}")
        for token, token_id in ids.items()
    }


def to_byte_alphabet(data: bytes) -> str:
    """`data` with each byte as its character."""
    return data.decode("latin-1").translate(_LATIN_1_TO_ALPHABET)


def from_byte_alphabet(text: str) -> bytes:
    """The bytes of `text`. Raises ValueError for a character outside the alphabet."""
    try:
        return bytes(CHARACTER_TO_BYTE[character] for character in text)
    except KeyError as error:
        raise ValueError(f"{error.args[0]!r} is not in the byte alphabet") from None
