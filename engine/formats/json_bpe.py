"""The BPE model of a tokenizer.json in our terms: merges in rank order, and the id of each token.

tokenizers looks a pair up by its two ids, and several pairs may make the same token: files that
were made of ranks list every way in which two tokens join to a third. Of these only one is ever
taken, the one that merging the token's own bytes ends with (see merge_recovery); the others are
left out. A token that its own bytes do not become is never given out for a part of a text.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.config import N_BYTES
from engine.formats.byte_alphabet import BYTE_TO_CHARACTER, CHARACTER_TO_BYTE
from engine.formats.json_parts import DamagedJsonError, NotByteLevelError
from engine.merge_recovery import LONGEST_TOKEN, own_merging
from engine.numbering import Numbering

_FOREIGN = "￿"
_TO_LATIN_1 = {ord(character): chr(byte) for character, byte in CHARACTER_TO_BYTE.items()} | {
    point: _FOREIGN for point in range(256) if chr(point) not in CHARACTER_TO_BYTE
}
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
    merges = _Merges(_pairs(model.get("merges")), vocabulary)
    merges.check_added(added)
    ignore_merges = bool(model.get("ignore_merges"))
    extra, n_foreign = _extra_tokens(
        vocabulary, merges.made.keys() | added, ignore_merges=ignore_merges
    )
    singles = [vocabulary[character] for character in BYTE_TO_CHARACTER]
    ids = np.array([*singles, *(vocabulary[token] for token in merges.made)], np.uint32)
    pairs = [(vocabulary[left], vocabulary[right]) for left, right in merges.pairs]
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
    table = np.array(pairs, np.uint32).reshape(-1, 2)
    return JsonBpe(table, Numbering(ids, extra, ignore_merges), tuple(remarks))


def spelled_bytes(token: str) -> bytes | None:
    """The bytes that a token of the byte alphabet stands for, None for another."""
    try:
        return token.translate(_TO_LATIN_1).encode("latin-1")
    except UnicodeEncodeError:
        return None


def _check_bytes(vocabulary: Mapping[str, int]) -> None:
    missing = [byte for byte, c in enumerate(BYTE_TO_CHARACTER) if c not in vocabulary]
    if missing:
        others = f", and {len(missing) - 1:,} others" if len(missing) > 1 else ""
        raise NotByteLevelError(
            f"its vocabulary has no token for the byte {missing[0]:#04x}{others}"
        )


def _pairs(listed: Any) -> list[tuple[str, str]]:
    """The merges of a file, written as pairs or as two tokens with a blank between."""
    if not isinstance(listed, list):
        raise DamagedJsonError("its model has no list of merges")
    if listed and isinstance(listed[0], str):
        pairs = []
        for number, line in enumerate(listed):
            if isinstance(line, str) and line.startswith("#version"):
                continue
            parts = line.split(" ") if isinstance(line, str) else []
            if len(parts) != 2:
                raise DamagedJsonError(f"merge {number:,}, {line!r:.80}, is not two tokens")
            pairs.append((parts[0], parts[1]))
        return pairs
    for number, pair in enumerate(listed):
        if not isinstance(pair, list) or [type(part) for part in pair] != [str, str]:
            raise DamagedJsonError(f"merge {number:,}, {pair!r:.80}, is not two tokens")
    return [(pair[0], pair[1]) for pair in listed]


class _Merges:
    """The merges that count, in rank order.

    pairs: (left, right) in the byte alphabet; made: what they make, in order.
    """

    def __init__(self, listed: list[tuple[str, str]], vocabulary: Mapping[str, int]) -> None:
        for number, (left, right) in enumerate(listed):
            for token in (left, right, left + right):
                if token not in vocabulary:
                    raise DamagedJsonError(
                        f"merge {number:,} joins {left!r} and {right!r}, but {token!r} is not in "
                        "its vocabulary"
                    )
        self.pairs, self.made = listed, dict.fromkeys(a + b for a, b in listed)
        known = set(BYTE_TO_CHARACTER)
        is_plain = len(self.made) == len(listed)
        for left, right in listed if is_plain else ():
            if left not in known or right not in known or left + right in known:
                is_plain = False
                break
            known.add(left + right)
        if not is_plain:
            self._keep_taken(listed)
        self.n_left_out = len(listed) - len(self.pairs)

    def check_added(self, added: frozenset[str]) -> None:
        """Raise NotByteLevelError where a merge makes what is an added token as well."""
        both = next((token for token in self.made if token in added), None)
        both = both or next((token for token in BYTE_TO_CHARACTER if token in added), None)
        if both is not None:
            raise NotByteLevelError(f"the added token {both!r} is an ordinary token as well")

    def _keep_taken(self, listed: list[tuple[str, str]]) -> None:
        rank_of = {pair: rank for rank, pair in enumerate(listed)}  # the last one counts
        numbers = {character: byte for byte, character in enumerate(BYTE_TO_CHARACTER)}
        for left, right in rank_of:
            numbers.setdefault(left + right, len(numbers))
        for left, right in rank_of:
            numbers.setdefault(left, len(numbers))
            numbers.setdefault(right, len(numbers))
        ordered = sorted(rank_of, key=rank_of.__getitem__)
        table = [(numbers[left], numbers[right]) for left, right in ordered]
        made = [numbers[left + right] for left, right in ordered]
        names = list(numbers)
        products = sorted({number for number in made if number >= N_BYTES})
        spelled = [(number, spelled_bytes(names[number])) for number in products]
        tokens = {number: token for number, token in spelled if token is not None}
        if any(len(token) > LONGEST_TOKEN for token in tokens.values()):
            raise DamagedJsonError(f"it has a token of more than {LONGEST_TOKEN:,} bytes")
        own = own_merging(
            list(tokens.values()),
            np.array(table, np.uint32).reshape(-1, 2),
            np.array(made, np.uint32),
        )
        taken = [
            (names[left], names[right])
            for number, becomes, (left, right) in zip(
                tokens, own.becomes.tolist(), own.pairs.tolist(), strict=True
            )
            if becomes == number
        ]
        self.pairs = sorted(taken, key=rank_of.__getitem__)
        self.made = dict.fromkeys(left + right for left, right in self.pairs)
        _check_order(self.pairs)


def _check_order(pairs: list[tuple[str, str]]) -> None:
    known = set(BYTE_TO_CHARACTER)
    for left, right in pairs:
        for part in (left, right):
            if part not in known:
                raise NotByteLevelError(
                    f"its merge of {left!r} and {right!r} stands before the one that makes {part!r}"
                )
        known.add(left + right)


def _extra_tokens(
    vocabulary: Mapping[str, int], others: AbstractSet[str], *, ignore_merges: bool
) -> tuple[dict[bytes, int], int]:
    """Tokens that no merge makes, by their bytes, and how many cannot be said in bytes.

    Characters outside of the byte alphabet are decoded as they stand; no text holds such a token
    after ByteLevel, so it must not be looked for in one either.
    """
    singles = set(BYTE_TO_CHARACTER)
    extra: dict[bytes, int] = {}
    foreign: list[tuple[str, int]] = []
    for token, token_id in vocabulary.items():
        if not token or token in others or token in singles:
            continue
        spelled = spelled_bytes(token)
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
