"""Numbering: the id of each token, if it is not bytes first and merges after them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from engine.compiled import UInt32s
from engine.encoding.sentences import say
from engine.errors import ConfigError
from engine.settings import MAX_VOCAB_SIZE, N_BYTES


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
            raise ConfigError(
                say("numbering_no_row"),
                setting="numbering",
            )
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
