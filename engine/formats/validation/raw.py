"""RawVocabulary: what a file says, right or wrong, and everything that is wrong with it.

A reader stops at the first thing that cannot be; this looks at all of them, in the same way for
every format: tokens with ids, merges, special tokens, each with the place where it stands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from engine.formats.validation.report import Finding, Severity
from engine.settings import MAX_VOCAB_SIZE, N_BYTES

_SHOWN = 3
_VERBS = {
    "are": "is", "have": "has", "stand": "stands", "join": "joins", "make": "makes",
    "hold": "holds", "begin": "begins", "name": "names", "differ": "differs",
}  # fmt: skip
Name = str | bytes
_Item = TypeVar("_Item")


class RawToken(NamedTuple):
    """One entry of a vocabulary. data: its bytes, None for a special token or an unknown spelling.

    token_id: None where what stands there is no id.
    """

    name: Name
    data: bytes | None
    token_id: int | None
    where: str = ""


class RawMerge(NamedTuple):
    """Two parts and what joining them makes, as the file spells tokens."""

    left: Name
    right: Name
    product: Name
    where: str = ""


@dataclass(slots=True)
class RawVocabulary:
    """Everything that the files of a tokenizer say.

    declared: words and values of sizes that a file states, to be compared. has_bytes: whether the
    256 bytes have to be listed as tokens.
    """

    tokens: list[RawToken] = field(default_factory=list)
    merges: list[RawMerge] = field(default_factory=list)
    special: list[RawToken] = field(default_factory=list)
    damaged: list[Finding] = field(default_factory=list)
    declared_size: int | None = None
    has_bytes: bool = True

    def findings(self) -> list[Finding]:
        """All that is wrong, one finding for each kind of fault."""
        return [
            *self.damaged,
            *self._ids(),
            *self._doubles(),
            *self._missing_bytes(),
            *self._merges(),
            *self._special(),
            *self._sizes(),
        ]

    def _ids(self) -> list[Finding]:
        bad = [
            each
            for each in (*self.tokens, *self.special)
            if each.token_id is None or not 0 <= each.token_id < MAX_VOCAB_SIZE
        ]
        return _all_of(bad, "error", "id-invalid", "{n} tokens have no id that can be", _of_token)

    def _doubles(self) -> list[Finding]:
        found = _repeated(self.tokens, lambda each: each.name)
        doubled = _all_of(found, "error", "token-twice", "{n} tokens stand there twice", _of_token)
        by_id = _repeated(
            [each for each in (*self.tokens, *self.special) if each.token_id is not None],
            lambda each: each.token_id,
        )
        names_of: dict[int | None, set[Name]] = defaultdict(set)
        for each in (*self.tokens, *self.special):
            names_of[each.token_id].add(each.name)
        clashes = [each for each in by_id if len(names_of[each.token_id]) > 1]
        words = "{n} ids are given to more than one token"
        return doubled + _all_of(clashes, "error", "id-twice", words, _of_token)

    def _missing_bytes(self) -> list[Finding]:
        if not self.has_bytes or not self.tokens:
            return []
        there = {each.data for each in self.tokens}
        missing = [f"{byte:#04x}" for byte in range(N_BYTES) if bytes([byte]) not in there]
        words = "{n} of the 256 bytes have no token; text with such bytes cannot be encoded"
        return _all_of(missing, "error", "byte-missing", words, lambda byte: (byte, ""))

    def _merges(self) -> list[Finding]:
        names = {each.name for each in self.tokens} if self.tokens else None
        later = {merge.product for merge in self.merges}
        made: set[Name] = {each.name for each in self.tokens if _is_single(each)}
        lost_parts, lost_products, early, again = [], [], [], []
        seen: set[tuple[Name, Name]] = set()
        for merge in self.merges:
            for part in (merge.left, merge.right):
                if names is not None and part not in names:
                    lost_parts.append(merge)
                elif names is not None and part not in made and part in later:
                    early.append(merge)
            if names is not None and merge.product not in names:
                lost_products.append(merge)
            if (merge.left, merge.right) in seen:
                again.append(merge)
            seen.add((merge.left, merge.right))
            made.add(merge.product)
        return [
            *_all_of(lost_parts, "error", "merge-part-missing",
                     "{n} merges join a token that is not in the vocabulary", _of_merge),
            *_all_of(lost_products, "error", "merge-product-missing",
                     "{n} merges make a token that is not in the vocabulary", _of_merge),
            *_all_of(early, "error", "merge-too-early",
                     "{n} merges join a token that only a later merge makes", _of_merge),
            *_all_of(again, "error", "merge-twice", "{n} merges stand there twice", _of_merge),
        ]  # fmt: skip

    def _special(self) -> list[Finding]:
        ordinary = {each.name: each for each in self.tokens}
        clashes = [
            each
            for each in self.special
            if each.name in ordinary and ordinary[each.name].token_id != each.token_id
        ]
        words = "{n} special tokens are ordinary tokens, too, with another id"
        return _all_of(clashes, "error", "special-collides", words, _of_token)

    def _sizes(self) -> list[Finding]:
        ids = {each.token_id for each in (*self.tokens, *self.special)} - {None}
        if not ids or self.declared_size is None:
            return []
        highest = max(each for each in ids if each is not None)
        if highest < self.declared_size:
            return []
        sentence = (
            f"The file says that there are {self.declared_size:,} ids and gives the id {highest:,}."
        )
        return [Finding("error", "size-exceeded", sentence)]


def gathered(
    items: Iterable[_Item], severity: Severity, code: str, words: str,
    shown: Callable[[_Item], tuple[str, str]],
) -> list[Finding]:  # fmt: skip
    """One finding for all items of a kind, with the first of them as examples; none for none.

    words: what is wrong, `{n}` for how many. shown: words and place of one item.
    """
    return _all_of(list(items), severity, code, words, shown)


def _all_of(
    items: Sequence[_Item], severity: Severity, code: str, words: str,
    shown: Callable[[_Item], tuple[str, str]],
) -> list[Finding]:  # fmt: skip
    if not items:
        return []
    examples = [shown(item) for item in items[:_SHOWN]]
    more = " and others" if len(items) > _SHOWN else ""
    listed = ", ".join(dict.fromkeys(word for word, _ in examples))
    counted = _singular(words.format(n=f"{len(items):,}"))
    sentence = f"{counted[0].upper()}{counted[1:]}: {listed}{more}."
    places = ", ".join(dict.fromkeys(place for _, place in examples if place))
    return [Finding(severity, code, sentence, places)]


def _singular(sentence: str) -> str:
    """The sentence of one: "1 tokens are ..." -> "1 token is ..."; others as they are."""
    words = sentence.split(" ")
    if words[0] != "1":
        return sentence
    nouns = {"entries": "entry", "of": "of", "special": "special", "added": "added"}
    words[1] = nouns.get(words[1], words[1].removesuffix("s"))
    if words[1] in ("special", "added"):
        words[2] = words[2].removesuffix("s")
    verb = next((place for place, word in enumerate(words) if word in _VERBS), None)
    if verb is not None:
        words[verb] = _VERBS[words[verb]]
    return " ".join(words)


def _repeated(items: Iterable[_Item], key: Callable[[_Item], Hashable]) -> list[_Item]:
    """Those whose key another item before had."""
    seen: set[Hashable] = set()
    again = []
    for item in items:
        if key(item) in seen:
            again.append(item)
        seen.add(key(item))
    return again


def _is_single(token: RawToken) -> bool:
    return token.data is not None and len(token.data) == 1


def _of_token(token: RawToken) -> tuple[str, str]:
    token_id = "" if token.token_id is None else f" (id {token.token_id:,})"
    return f"{_short(token.name)}{token_id}", token.where


def _of_merge(merge: RawMerge) -> tuple[str, str]:
    return f"{_short(merge.left)} + {_short(merge.right)}", merge.where


def _short(name: Name) -> str:
    text = repr(name)
    return text if len(text) <= 40 else text[:37] + "..."
