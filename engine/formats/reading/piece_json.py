"""tokenizer.json of BPE over characters with byte fallback, as of Llama 2, Mistral and Gemma.

Such a file has ▁ for spaces and tokens <0x00> to <0xFF>, which stand for the bytes of characters
without a token. Its normalizer writes the spaces, and puts one before every text or does not. It
often lists every way in which two tokens join to a third; of these one is ever taken, the one that
merging the token's own characters ends with.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.compiled import Int64s
from engine.encoding import HIDDEN, PieceNumbering, alphabet_merges, own_merging
from engine.formats.findings import (
    BYTE_MISSING,
    MERGE_TOO_EARLY,
    Findings,
    NotByteLevelError,
    UnusableError,
    short,
)
from engine.formats.reading.contents import lacking_bytes
from engine.formats.reading.json_merges import (
    JsonBpe,
    flat_parts,
    listed_parts,
    note_bad_merges,
)
from engine.sentences import say
from engine.settings import LONGEST_TOKEN, N_BYTES, WHOLE_RUNS
from engine.text import Normalization

_BLOCK = "▁"
_REPLACE = {"type": "Replace", "pattern": {"String": " "}, "content": _BLOCK}
_PREPEND = {"type": "Prepend", "prepend": _BLOCK}
_BYTE_NAMES = [f"<0x{byte:02X}>" for byte in range(N_BYTES)]


@dataclass(frozen=True, slots=True)
class PieceBpe:
    """A model of characters. pattern: a split pattern that none of its tokens crosses."""

    bpe: JsonBpe
    pattern: str


def is_of_pieces(document: Mapping[str, Any]) -> bool:
    """Whether the model has byte fallback and no step writes bytes in the byte alphabet."""
    model = document["model"]
    vocabulary = model.get("vocab")
    if model.get("byte_fallback") is not True or not isinstance(vocabulary, dict):
        return False
    if not any(name in vocabulary for name in _BYTE_NAMES):
        return False
    try:
        steps = [
            *flat_parts(document.get("pre_tokenizer"), "pretokenizers"),
            *flat_parts(document.get("normalizer"), "normalizers"),
        ]
    except UnusableError:
        return False
    return all(step.get("type") != "ByteLevel" for step in steps)


def space_form(document: Mapping[str, Any]) -> Normalization:
    """What the normalizer and the pre-tokenizer make of spaces.

    Raises NotByteLevelError for other steps, UnusableError for damaged ones.
    """
    normalizer = flat_parts(document.get("normalizer"), "normalizers")
    splits = flat_parts(document.get("pre_tokenizer"), "pretokenizers")
    if not normalizer and len(splits) == 1 and splits[0].get("type") == "Metaspace":
        return _of_metaspace(splits[0])
    for step in normalizer:
        if step not in (_REPLACE, _PREPEND):
            raise NotByteLevelError(say("normalizer", form=step.get("type")))
    if normalizer.count(_REPLACE) != 1 or normalizer.count(_PREPEND) > 1:
        raise NotByteLevelError(say("spaces_not_replaced"))
    for step in splits:
        # Behind the normalizer no text has a space, so that such a split never applies.
        if step.get("type") != "Split" or step.get("pattern") != {"String": " "}:
            raise NotByteLevelError(say("unknown_step", kind=step.get("type")))
        if step.get("invert") is not False:
            raise NotByteLevelError(say("inverted_behavior", behavior=step.get("behavior")))
    return "prefix-space" if _PREPEND in normalizer else "spaces"


def _of_metaspace(step: Mapping[str, Any]) -> Normalization:
    if step.get("replacement") != _BLOCK or step.get("split") is not False:
        raise NotByteLevelError(say("metaspace_splits"))
    if step.get("prepend_scheme") != "never":
        raise NotByteLevelError(say("metaspace_prefix"))
    return "spaces"


def is_usual_decoder(decoders: Sequence[str], form: Normalization | None) -> bool:
    """Whether a decoder gives the text back: bytes joined, and a space in front dropped."""
    return "ByteFallback" in decoders and ("Strip" in decoders) == (form == "prefix-space")


def bpe_of_pieces(
    model: Mapping[str, Any],
    vocabulary: Mapping[str, int],
    added: Collection[str],
    found: Findings,
    *,
    is_numbered: bool,
) -> PieceBpe | None:
    """The merges and the numbering of a model; None if it cannot be used, which is noted.

    added: what is a token in text by itself. is_numbered: as for `bpe_of_json`.
    """
    missing = [byte for byte, name in enumerate(_BYTE_NAMES) if name not in vocabulary]
    for byte in missing:
        reason = lacking_bytes("vocabulary_lacks_byte", missing)
        found.fault(BYTE_MISSING, f"{byte:#04x}", reason, is_inexact=True)
    if model.get("ignore_merges"):
        found.inexact(say("pieces_whole_words"))
    listed = model.get("merges")
    if not isinstance(listed, list):
        found.refuse(say("no_merges"))
        return None
    parts = listed_parts(listed)
    try:
        if parts is None or missing or not is_numbered:
            raise KeyError
        return _Pieces(vocabulary, added).read(parts[::2], parts[1::2], found)
    except KeyError:
        is_lines = bool(listed) and isinstance(listed[0], str)
        note_bad_merges(listed, vocabulary, found, is_lines=is_lines)
        return None


class _Pieces:
    """The tokens of a vocabulary by number: bytes, the alphabet, then all others."""

    def __init__(self, vocabulary: Mapping[str, int], added: Collection[str]) -> None:
        self._vocabulary = vocabulary
        apart = {*added, *_BYTE_NAMES}
        ordinary = [name for name in vocabulary if name not in apart and _is_text(name)]
        self.n_foreign = sum(name not in apart for name in vocabulary) - len(ordinary)
        bytes_of = {name: name.replace(_BLOCK, " ").encode() for name in ordinary}
        characters = {name for name in ordinary if len(name) == 1}
        self.joined, beginnings = alphabet_merges(
            {name.replace(_BLOCK, " ") for name in characters}
        )
        self.longer = [name for name in ordinary if len(name) > 1]
        self.tokens = [bytes_of[name] for name in self.longer]
        numbers = {token: N_BYTES + i for i, token in enumerate(beginnings)}
        self.n_alphabet = len(beginnings)
        self.numbers = {name: numbers.get(bytes_of[name], bytes_of[name][0]) for name in characters}
        first = N_BYTES + self.n_alphabet
        self.numbers |= {name: first + i for i, name in enumerate(self.longer)}
        self.ids = self._ids({bytes_of[name]: vocabulary[name] for name in characters}, beginnings)

    def _ids(self, of_characters: Mapping[bytes, int], beginnings: Sequence[bytes]) -> Int64s:
        """int64[n]: the id of each number; hidden ones for beginnings of characters."""
        self.byte_ids = np.array([self._vocabulary[name] for name in _BYTE_NAMES], np.uint32)
        own = [
            of_characters.get(bytes([byte]), self.byte_ids[byte].item()) for byte in range(N_BYTES)
        ]
        hidden = iter(range(HIDDEN, HIDDEN + len(beginnings)))
        own += [of_characters[t] if t in of_characters else next(hidden) for t in beginnings]
        own += [self._vocabulary[name] for name in self.longer]
        return np.array(own, np.int64)

    def read(self, lefts: Sequence[str], rights: Sequence[str], found: Findings) -> PieceBpe | None:
        """The merges that are ever taken. Raises KeyError for one of an unknown token."""
        if max(map(len, self.tokens), default=0) > LONGEST_TOKEN:
            found.refuse(say("token_over_limit", longest=LONGEST_TOKEN))
            return None
        known = self._vocabulary
        for left, right in zip(lefts, rights, strict=True):
            for name in (left, right, left + right):
                if name not in self.numbers:
                    known[name]
                    found.inexact(say("added_is_ordinary", token=repr(name)))
                    return None
        listed = np.array(
            [
                (self.numbers[left], self.numbers[right], self.numbers[left + right])
                for left, right in zip(lefts, rights, strict=True)
            ],
            np.int64,
        ).reshape(-1, 3)
        pairs, made = self._taken(listed, found, lefts, rights)
        first = N_BYTES + self.n_alphabet
        is_made = np.zeros(len(self.ids), np.bool_)
        is_made[made] = True
        unmade = np.flatnonzero(~is_made[first:])
        every = np.concatenate([self.ids[:first], self.ids[made]])
        numbering = PieceNumbering(
            every.astype(np.uint32),
            {self.tokens[i]: int(self.ids[first + i]) for i in unmade.tolist()},
            byte_ids=self.byte_ids,
            n_alphabet=self.n_alphabet,
        )
        in_order = np.concatenate([self.joined.astype(np.int64), pairs])
        remarks = []
        if n_left_out := len(listed) - len(pairs):
            remarks.append(
                say("merges_never_taken", n=n_left_out, listed=len(listed), left=len(pairs))
            )
        if self.n_foreign:
            remarks.append(say("pieces_foreign", n=self.n_foreign))
        crosses = any(b" " in token.lstrip(b" ") for token in self.tokens)
        bpe = JsonBpe(self.ids[in_order].astype(np.uint32), numbering, tuple(remarks))
        return PieceBpe(bpe, "none" if crosses else WHOLE_RUNS)

    def _taken(
        self, listed: Int64s, found: Findings, lefts: Sequence[str], rights: Sequence[str]
    ) -> tuple[Int64s, Int64s]:
        """The pairs int64[n, 2] that are ever taken, in rank order, and what each makes.

        listed: int64[m, 3], left, right and what they make. Of a pair that is listed twice the
        last place counts, as in tokenizers.
        """
        keys = listed[:, 0] << 32 | listed[:, 1]
        last = len(keys) - 1 - np.unique(keys[::-1], return_index=True)[1]
        ranked = listed[np.sort(last)]
        alphabet = np.arange(self.n_alphabet) + N_BYTES
        own = own_merging(
            self.tokens,
            np.concatenate([self.joined, ranked[:, :2]]).astype(np.uint32),
            np.concatenate([alphabet, ranked[:, 2]]).astype(np.uint32),
        )
        numbers = N_BYTES + self.n_alphabet + np.arange(len(self.tokens))
        taken = own.pairs[own.becomes == numbers].astype(np.int64)
        place_of = {key: place for place, key in enumerate(keys.tolist())}
        places = sorted(place_of[key] for key in (taken[:, 0] << 32 | taken[:, 1]).tolist())
        pairs, made = listed[places, :2], listed[places, 2]
        made_by = np.full(len(self.ids), len(made))
        made_by[: N_BYTES + self.n_alphabet] = -1
        made_by[made] = np.arange(len(made))
        for rank, side in np.argwhere(made_by[pairs] >= np.arange(len(made))[:, None]).tolist():
            left, right = lefts[places[rank]], rights[places[rank]]
            early = repr((left, right)[side])
            reason = say("merge_too_early", left=repr(left), right=repr(right), made=early)
            shown = f"{short(left)} + {short(right)}"
            where = f"merge {places[rank]:,}"
            found.fault(MERGE_TOO_EARLY, shown, reason, where=where, is_inexact=True)
        return pairs, made


def _is_text(name: str) -> bool:
    """Whether a text can contain a token: no space, which the normalizer replaces, and UTF-8."""
    if not name or " " in name:
        return False
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
