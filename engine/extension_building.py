"""A tokenizer with more merges and special tokens than another, whose ids it keeps.

The rule of ids: every id of the old tokenizer stays what it is, the special tokens, the reserved
slots and the ids that stand for nothing among them. New tokens follow from the old vocabulary size
on, in the order of their merges; new special tokens come after them. With `fill_unused` the ids
that stand for nothing are given out first, in ascending order, before any new one.

New merges come after all old ones, so that the old merges of every text stay and only tokens that
were left over are joined further.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.config import MAX_VOCAB_SIZE, check_special_tokens
from engine.errors import ConfigError
from engine.library_tokenizer import LibraryTokenizer
from engine.numbering import Numbering
from engine.tokenizer import Tokenizer

UInt32s = npt.NDArray[np.uint32]


def checked_extendable(tokenizer: object) -> Tokenizer:
    """The tokenizer as it is. Raises ConfigError for one that another library runs."""
    if isinstance(tokenizer, Tokenizer):
        return tokenizer
    library, reason = "another library", "its merges are not known here"
    if isinstance(tokenizer, LibraryTokenizer):
        library, reason = tokenizer.library, tokenizer.reason
    raise ConfigError(
        f"This tokenizer runs through {library}, because {reason}; only byte-level BPE whose "
        "merges are known here can be extended.",
        setting="tokenizer",
    )


def check_new_special_tokens(tokenizer: Tokenizer, names: Sequence[str]) -> None:
    """Raise ConfigError for new special tokens that are none, or are there already."""
    check_special_tokens(list(names))
    known = tokenizer.special_tokens
    ordinary: dict[bytes, int] = {}
    if names:
        of_merges = zip(tokenizer.ranked_tokens, tokenizer.ranked_ids.tolist(), strict=True)
        ordinary = dict(of_merges) | tokenizer.extra_tokens
    for name in names:
        if name in known:
            raise ConfigError(
                f"The special token {name!r} is there already, with the id {known[name]}.",
                setting="special_tokens",
            )
        if name.encode() in ordinary:
            raise ConfigError(
                f"The special token {name!r} is spelled like the ordinary token "
                f"{ordinary[name.encode()]}, and tokenizer.json cannot hold both; rename it.",
                setting="special_tokens",
            )


def extended_tokenizer(
    old: Tokenizer,
    pairs: UInt32s,
    special_tokens: Sequence[str] = (),
    *,
    fill_unused: bool = False,
) -> Tokenizer:
    """`old` with further merges and special tokens; see the module for their ids.

    pairs: uint32[n, 2] in positions, as `ranked_merges` has them: bytes are 0 to 255, merge k is
    256 + k, and the new merges go on from there. Roles and chat template stay; statistics of a
    training do not, since they are not those of the new merges. Raises ConfigError where the ids
    would leave the limit, and for special tokens that are there already.
    """
    check_new_special_tokens(old, special_tokens)
    n_new = len(pairs)
    numbers = new_ids(old, n_new + len(special_tokens), fill_unused=fill_unused)
    numbering = old.numbering or Numbering(old.ranked_ids)
    numbering = numbering.extended(numbers[:n_new])
    specials = dict(zip(special_tokens, numbers[n_new:].tolist(), strict=True))
    size = max(old.vocab_size, 1 + int(numbers.max(initial=0)))
    made = Tokenizer(
        np.concatenate([old.merges, numbering.ids[pairs].reshape(-1, 2)]),
        pattern=old.pattern,
        special_tokens={**old.special_tokens, **specials},
        vocab_size=size,
        numbering=numbering,
        normalization=old.normalization,
    )
    return made.with_companions(
        roles=old.roles if old.has_own_roles else None,
        chat_template=old.chat_template,
        superwords=old.superwords,
    )


def new_ids(old: Tokenizer, n: int, *, fill_unused: bool) -> UInt32s:
    """uint32[n], the ids of n new tokens. Raises ConfigError beyond the greatest id there is."""
    unused = list(old.unused_ids[:n]) if fill_unused else []
    if old.vocab_size + n - len(unused) > MAX_VOCAB_SIZE:
        raise ConfigError(
            f"With {n:,} new tokens the {old.vocab_size:,} ids would be more than the limit of "
            f"{MAX_VOCAB_SIZE:,}.",
            setting="n_new",
        )
    after = range(old.vocab_size, old.vocab_size + n - len(unused))
    return np.array([*unused, *after], np.uint32)
