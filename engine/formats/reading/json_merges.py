"""The merges of a tokenizer.json as arrays of ids: which of them are ever taken, in rank order.

Files of published tokenizers list hundreds of thousands of merges. Each step here handles all of
them at once; they are examined one by one only to name the faulty ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, compress, pairwise, repeat
from operator import add
from typing import Any

import numpy as np

from engine.compiled import Bools, Int64s, UInt32s
from engine.encoding import BYTE_TO_CHARACTER, CHARACTER_TO_BYTE, Numbering, own_merging
from engine.formats.findings import (
    BYTE_MISSING,
    MERGE_INVALID,
    MERGE_PART_MISSING,
    MERGE_PRODUCT_MISSING,
    MERGE_TOO_EARLY,
    MERGE_TWICE,
    Findings,
    Kind,
    UnusableError,
    short,
)
from engine.formats.reading.contents import lacking_bytes
from engine.sentences import say
from engine.settings import LONGEST_TOKEN, N_BYTES

_DEEPEST = 50
_NO_BYTE = 0xFFFF
_VERSION = "#version"
_BYTE_OF_POINT = np.full(max(map(ord, CHARACTER_TO_BYTE)) + 2, _NO_BYTE, np.uint16)
_BYTE_OF_POINT[list(map(ord, CHARACTER_TO_BYTE))] = list(CHARACTER_TO_BYTE.values())
_SWITCHES = ("ignore_merges", "fuse_unk", "byte_fallback")
_KEPT_TWICE = MERGE_TWICE._replace(severity="warning")
_NEVER_TAKEN = MERGE_TOO_EARLY._replace(severity="warning")


def flat_parts(part: Any, key: str, depth: int = 0) -> list[dict[str, Any]]:
    """The steps of a normalizer, pre-tokenizer or post-processor, sequences in sequences too.

    key: under which a Sequence lists its steps. Raises UnusableError.
    """
    if part is None:
        return []
    if not isinstance(part, dict) or depth > _DEEPEST:
        raise UnusableError(say("part_no_object", key=key))
    if part.get("type") != "Sequence":
        return [part]
    steps = part.get(key)
    if not isinstance(steps, list):
        raise UnusableError(say("sequence_without_list", key=key))
    return [step for each in steps for step in flat_parts(each, key, depth + 1)]


def spelled_bytes(tokens: Sequence[str]) -> list[bytes | None]:
    """The bytes of tokens in the byte alphabet; None for a token with another character."""
    points = np.frombuffer("".join(tokens).encode("utf-32-le", "surrogatepass"), np.uint32)
    found = _BYTE_OF_POINT[np.minimum(points, len(_BYTE_OF_POINT) - 1)]
    data = found.astype(np.uint8).tobytes()
    ends = np.cumsum(np.fromiter(map(len, tokens), np.int64, len(tokens)))
    bounds = [0, *ends.tolist()]
    spelled: list[bytes | None] = [data[start:end] for start, end in pairwise(bounds)]
    for place in np.flatnonzero(found == _NO_BYTE).tolist():
        spelled[int(np.searchsorted(ends, place, "right"))] = None
    return spelled


class JsonMerges:
    """The merges that count.

    lefts, rights: what the file lists. vocabulary: ids by token, all different, with the 256 bytes.
    pairs: int64[n, 2], ids in rank order; made: int64[n], the id that each merge makes.
    n_left_out: how many of the listed merges are never taken.
    Raises KeyError for a merge of a token, or to one, that is not in the vocabulary.
    """

    def __init__(
        self,
        lefts: Sequence[str],
        rights: Sequence[str],
        vocabulary: Mapping[str, int],
        found: Findings,
    ) -> None:
        self._vocabulary, self._found = vocabulary, found
        self._lefts, self._rights = lefts, rights
        products = list(map(add, lefts, rights))
        self._bytes = self._ids(BYTE_TO_CHARACTER)
        self._size = max(vocabulary.values()) + 1
        self.pairs = np.stack([self._ids(lefts), self._ids(rights)], 1)
        self.made = self._ids(products)
        if not self._is_plain():
            self._keep_taken(products)
        self.n_left_out = len(lefts) - len(self.pairs)

    def is_token(self) -> Bools:
        """bool[highest id + 1]: whether an id is that of a byte or of what a merge makes."""
        known = np.zeros(self._size, np.bool_)
        known[self._bytes] = known[self.made] = True
        return known

    def _ids(self, tokens: Sequence[str]) -> Int64s:
        return np.fromiter(map(self._vocabulary.__getitem__, tokens), np.int64, len(tokens))

    def _is_plain(self) -> bool:
        """Whether each merge makes a new token from tokens that earlier merges make."""
        is_doubled = np.bincount(self.made, minlength=1).max() > 1
        if is_doubled or np.isin(self.made, self._bytes).any():
            return False
        return not self._is_too_early().any()

    def _is_too_early(self) -> Bools:
        """bool[n, 2]: parts that no earlier merge makes."""
        made_by = np.full(self._size, len(self.made))
        made_by[self.made] = np.arange(len(self.made))
        made_by[self._bytes] = -1
        return made_by[self.pairs] >= np.arange(len(self.made))[:, None]

    def _keep_taken(self, products: Sequence[str]) -> None:
        """Leave out what is never taken: merge the bytes of every token by themselves.

        products: what each listed merge makes. Of a pair that appears twice the last counts.
        """
        keys = self.pairs[:, 0] << 32 | self.pairs[:, 1]
        ordered, from_end = np.unique(keys[::-1], return_index=True)
        last = len(keys) - 1 - from_end  # the last place of each pair: its rank
        listed = np.sort(last)
        firsts = np.unique(keys, return_index=True)[1]
        self._note(_KEPT_TWICE, np.setdiff1d(np.arange(len(keys)), firsts))
        pairs, made = self.pairs[listed], self.made[listed]
        is_other = np.zeros(self._size, np.bool_)
        is_other[pairs] = is_other[made] = True
        is_other[self._bytes] = False
        ids = np.concatenate([self._bytes, np.flatnonzero(is_other)])
        number_of = np.zeros(self._size, np.int64)
        number_of[ids] = np.arange(len(ids))
        numbers, first = np.unique(number_of[made], return_index=True)
        first = first[numbers >= N_BYTES]
        spelled = spelled_bytes([products[place] for place in listed[first].tolist()])
        tokens = [token for token in spelled if token is not None]
        if max(map(len, tokens), default=0) > LONGEST_TOKEN:
            self._found.refuse(say("token_over_limit", longest=LONGEST_TOKEN))
            return
        of_tokens = number_of[made[first]][[token is not None for token in spelled]]
        own = own_merging(tokens, number_of[pairs], number_of[made])
        is_taken = own.becomes == of_tokens
        taken = ids[own.pairs[is_taken]]
        ranks = last[np.searchsorted(ordered, taken[:, 0] << 32 | taken[:, 1])]
        in_order = np.sort(ranks)
        self.pairs, self.made = self.pairs[in_order], self.made[in_order]
        for rank, side in np.argwhere(self._is_too_early()).tolist():
            self._note_early(in_order[rank], side)

    def _note(self, kind: Kind, places: Int64s) -> None:
        for place in places.tolist():
            shown = _shown(self._lefts[place], self._rights[place])
            self._found.fault(kind, shown, where=f"merge {place:,}")

    def _note_early(self, place: int, side: int) -> None:
        left, right = self._lefts[place], self._rights[place]
        reason = say(
            "merge_too_early", left=repr(left), right=repr(right), made=repr((left, right)[side])
        )
        shown, where = _shown(left, right), f"merge {place:,}"
        self._found.fault(MERGE_TOO_EARLY, shown, reason, where=where, is_inexact=True)


def listed_parts(listed: Sequence[Any]) -> list[str] | None:
    """The two tokens of each merge, one after another; None where an entry is no merge."""
    is_lines = bool(listed) and isinstance(listed[0], str)
    return _parts_of_lines(listed) if is_lines else _parts_of_pairs(listed)


def _parts_of_lines(listed: Sequence[Any]) -> list[str] | None:
    """The two tokens of each merge, one after another; None where an entry is no merge.

    They are written with a blank between, a line of a version among them.
    """
    if set(map(type, listed)) - {str}:
        return None
    lines = listed
    if any(map(str.startswith, lines, repeat(_VERSION))):
        lines = [line for line in lines if not line.startswith(_VERSION)]
    if set(map(str.count, lines, repeat(" "))) - {1}:
        return None
    return " ".join(lines).split(" ") if lines else []


def _parts_of_pairs(listed: Sequence[Any]) -> list[str] | None:
    """As `_parts_of_lines`, of pairs; None where one of the entries is no merge."""
    if set(map(type, listed)) - {list} or set(map(len, listed)) - {2}:
        return None
    parts = list(chain.from_iterable(listed))
    return None if set(map(type, parts)) - {str} else parts


def note_bad_merges(
    listed: Sequence[Any], vocabulary: Mapping[str, int], found: Findings, *, is_lines: bool
) -> None:
    """Note every merge that is not two tokens of the vocabulary that make a third one."""
    merges: list[tuple[int, str, str]] = []
    number = 0
    for place, entry in enumerate(listed):
        parts = entry
        if is_lines:
            parts = entry.split(" ") if isinstance(entry, str) else []
            if parts and parts[0].startswith(_VERSION):
                continue
        if not isinstance(parts, list) or [type(part) for part in parts] != [str, str]:
            reason = say("merge_not_two", place=place, entry=f"{entry!r:.80}")
            found.fault(MERGE_INVALID, str(entry)[:40], reason, where=f"merge {place:,}")
        else:
            merges.append((number, *parts))
        number += 1
    later = {left + right for _, left, right in merges}
    made, seen = set(BYTE_TO_CHARACTER), set()
    for number, left, right in merges:
        shown, where = _shown(left, right), f"merge {number:,}"
        for token in (left, right, left + right):
            if token not in vocabulary:
                kind = MERGE_PRODUCT_MISSING if token == left + right else MERGE_PART_MISSING
                names = {"left": repr(left), "right": repr(right), "token": repr(token)}
                reason = say("merge_joins_unknown", number=number, **names)
                found.fault(kind, shown, reason, where=where)
            elif token not in made and token in later and token != left + right:
                found.fault(_NEVER_TAKEN, shown, where=where)
        if (left, right) in seen:
            found.fault(_KEPT_TWICE, shown, where=where)
        seen.add((left, right))
        made.add(left + right)


def _shown(left: str, right: str) -> str:
    return f"{short(left)} + {short(right)}"


@dataclass(frozen=True, slots=True)
class JsonBpe:
    """The BPE model of a tokenizer.json in our terms.

    tokenizers looks a pair up by its two ids, and several pairs may make the same token: files that
    were made of ranks list every way in which two tokens join to a third. Of these only one is ever
    taken, the one that merging the token's own bytes ends with; the others are left out. A token
    that its own bytes do not become is never given out for a part of a text.

    merges: uint32[n, 2], pairs of ids in rank order. remarks: what was left out.
    """

    merges: UInt32s
    numbering: Numbering
    remarks: tuple[str, ...]


def bpe_of_json(
    model: Mapping[str, Any],
    vocabulary: Mapping[str, int],
    added: frozenset[str],
    found: Findings,
    *,
    is_numbered: bool = True,
) -> JsonBpe | None:
    """The merges and the numbering of a model; None if it cannot be used, which is noted.

    vocabulary: its ids by token. is_numbered: whether these are ids, all different. added: what is
    a token in text by itself.
    """
    for switch in _SWITCHES:
        if not isinstance(model.get(switch), bool | None):
            found.refuse(say("switch_no_truth", switch=switch))
    has_bytes = _has_bytes(vocabulary, found)
    listed = model.get("merges")
    if not isinstance(listed, list):
        found.refuse(say("no_merges"))
        return None
    parts = listed_parts(listed)
    try:
        if parts is None or not has_bytes or not is_numbered:
            raise KeyError
        merges = JsonMerges(parts[::2], parts[1::2], vocabulary, found)
    except KeyError:
        is_lines = bool(listed) and isinstance(listed[0], str)
        note_bad_merges(listed, vocabulary, found, is_lines=is_lines)
        return None
    is_token = merges.is_token()
    _note_ordinary(added, vocabulary, is_token, found)
    ignore_merges = bool(model.get("ignore_merges"))
    extra, n_foreign = _extra_tokens(vocabulary, is_token, added, ignore_merges=ignore_merges)
    singles = [vocabulary[character] for character in BYTE_TO_CHARACTER]
    ids = np.concatenate([singles, merges.made]).astype(np.uint32)
    remarks = []
    if merges.n_left_out:
        n_left = len(merges.pairs)
        listed = n_left + merges.n_left_out
        remarks.append(say("merges_never_taken", n=merges.n_left_out, listed=listed, left=n_left))
    if n_foreign:
        remarks.append(say("foreign_characters", n=n_foreign))
    pairs = merges.pairs.astype(np.uint32)
    return JsonBpe(pairs, Numbering(ids, extra, ignore_merges), tuple(remarks))


def _has_bytes(vocabulary: Mapping[str, int], found: Findings) -> bool:
    """Whether every byte has a token; each that has none is noted."""
    missing = [byte for byte, c in enumerate(BYTE_TO_CHARACTER) if c not in vocabulary]
    for byte in missing:
        reason = lacking_bytes("vocabulary_lacks_byte", missing)
        found.fault(BYTE_MISSING, f"{byte:#04x}", reason, is_inexact=True)
    return not missing


def _note_ordinary(
    added: frozenset[str], vocabulary: Mapping[str, int], is_token: Bools, found: Findings
) -> None:
    """Note an added token that is a byte or what a merge makes as well."""
    both = [token for token in added if token in vocabulary and is_token[vocabulary[token]]]
    if both:
        first = min(both, key=vocabulary.__getitem__)
        found.inexact(say("added_is_ordinary", token=repr(first)))


def _extra_tokens(
    vocabulary: Mapping[str, int], is_token: Bools, added: frozenset[str], *, ignore_merges: bool
) -> tuple[dict[bytes, int], int]:
    """Ids of tokens that no merge makes, by their bytes, and how many have no bytes.

    Characters outside of the byte alphabet are decoded unchanged. No text contains such a token
    after ByteLevel, so encoding must not find it either.
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
