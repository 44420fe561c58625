"""The BPE model of a tokenizer.json in our terms: merges in rank order, and the id of each token.

tokenizers looks a pair up by its two ids, and several pairs may make the same token: files that
were made of ranks list every way in which two tokens join to a third. Of these only one is ever
taken, the one that merging the token's own bytes ends with (see merge_recovery); the others are
left out. A token that its own bytes do not become is never given out for a part of a text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.formats.byte_alphabet import BYTE_TO_CHARACTER
from engine.formats.json_merges import JsonMerges, spelled_bytes
from engine.formats.json_parts import DamagedJsonError, NotByteLevelError
from engine.numbering import Numbering

_SWITCHES = ("ignore_merges", "fuse_unk", "byte_fallback")


@dataclass(frozen=True, slots=True)
class JsonBpe:
    """merges: uint32[n, 2], pairs of ids in rank order; remarks: what was left out."""

    merges: npt.NDArray[np.uint32]
    numbering: Numbering
    remarks: tuple[str, ...]


def bpe_of_json(
    model: Mapping[str, Any], vocabulary: Mapping[str, int], added: frozenset[str]
) -> JsonBpe:
    """The merges and the numbering of a model.

    vocabulary: its ids by token, all different. added: what is a token in text by itself.
    Raises DamagedJsonError, NotByteLevelError.
    """
    for switch in _SWITCHES:
        if not isinstance(model.get(switch), bool | None):
            raise DamagedJsonError(f"{switch} is neither true nor false")
    _check_bytes(vocabulary)
    merges = JsonMerges(model.get("merges"), vocabulary)
    is_token = merges.is_token()
    _check_added(added, vocabulary, is_token)
    ignore_merges = bool(model.get("ignore_merges"))
    extra, n_foreign = _extra_tokens(vocabulary, is_token, added, ignore_merges=ignore_merges)
    singles = [vocabulary[character] for character in BYTE_TO_CHARACTER]
    ids = np.concatenate([singles, merges.made]).astype(np.uint32)
    remarks = []
    if merges.n_left_out:
        remarks.append(
            f"{merges.n_left_out:,} of its merges are never taken: other merges come before them "
            "in every text. They were left out."
        )
    if n_foreign:
        remarks.append(
            f"{n_foreign:,} of its tokens hold characters that stand for no byte; no text is "
            "encoded to them, and their ids stand for nothing here."
        )
    pairs = merges.pairs.astype(np.uint32)
    return JsonBpe(pairs, Numbering(ids, extra, ignore_merges), tuple(remarks))


def _check_bytes(vocabulary: Mapping[str, int]) -> None:
    missing = [byte for byte, c in enumerate(BYTE_TO_CHARACTER) if c not in vocabulary]
    if missing:
        others = f", and {len(missing) - 1:,} others" if len(missing) > 1 else ""
        raise NotByteLevelError(
            f"its vocabulary has no token for the byte {missing[0]:#04x}{others}"
        )


def _check_added(
    added: frozenset[str], vocabulary: Mapping[str, int], is_token: npt.NDArray[np.bool_]
) -> None:
    """Raise NotByteLevelError where a byte or what a merge makes is an added token as well."""
    both = [token for token in added if token in vocabulary and is_token[vocabulary[token]]]
    if both:
        first = min(both, key=vocabulary.__getitem__)
        raise NotByteLevelError(f"the added token {first!r} is an ordinary token as well")


def _extra_tokens(
    vocabulary: Mapping[str, int],
    is_token: npt.NDArray[np.bool_],
    added: frozenset[str],
    *,
    ignore_merges: bool,
) -> tuple[dict[bytes, int], int]:
    """Tokens that no merge makes, by their bytes, and how many cannot be said in bytes.

    Characters outside of the byte alphabet are decoded as they stand; no text holds such a token
    after ByteLevel, so it must not be looked for in one either.
    """
    ids = np.fromiter(vocabulary.values(), np.int64, len(vocabulary))
    others = compress(vocabulary.items(), (~is_token[ids]).tolist())
    left = [(token, token_id) for token, token_id in others if token and token not in added]
    extra: dict[bytes, int] = {}
    foreign: list[tuple[str, int]] = []
    for (token, token_id), spelled in zip(left, spelled_bytes([t for t, _ in left]), strict=True):
        if spelled is None:
            foreign.append((token, token_id))
        else:
            extra[spelled] = token_id
    n_lost = len(foreign)
    if not ignore_merges:
        for token, token_id in foreign:
            try:
                spelled = token.encode()
            except UnicodeEncodeError:
                continue
            if spelled not in extra:
                extra[spelled] = token_id
                n_lost -= 1
    return extra, n_lost
