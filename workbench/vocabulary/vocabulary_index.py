"""VocabularyIndex: a vocabulary as arrays, which filters and sorting of the table read.

`TokenLines` has the texts of all tokens in one string, so that a regular expression runs once: a
quarter of a million calls of a pattern take far longer than one call on all texts together. It has
one token per line, and `line_pattern` rewrites a pattern so that no part of it matches the end of a
line: parts that could match a line feed get a look-ahead that forbids it, and what means the ends
of the text becomes "^" and "$", the ends of a token. Tokens with a line feed are searched one by
one, and so are all tokens if a pattern cannot be rewritten. Tokens that are not whole characters
match nothing.

The results of this search are not stored: the pattern goes to `regex` as it is typed, with the
characters of the Unicode version of its release.
"""

from __future__ import annotations

import warnings
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import numpy.typing as npt
import regex

from engine.analysis import (
    PARTIAL,
    SUPERWORD,
    UNUSED,
    TokenTwins,
    VocabularyFacts,
    VocabularyReport,
    report_without_reach,
    twin_steps,
    vocabulary_facts,
)
from engine.compiled import Bools, Int64s, UInt8s
from engine.machine import OwnTime, relayed
from engine.settings import N_BYTES

if TYPE_CHECKING:
    from engine.library import AnyTokenizer


_ATOM = regex.compile(
    r"\\[pP](?:\{[^}]*\}|.)|\\N\{[^}]*\}|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}"
    r"|\\0[0-7]{0,2}|\\.",
    regex.DOTALL,
)
_SET = regex.compile(r"\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*+\]", regex.DOTALL)
_GROUP = regex.compile(r"\((?:\?(?::|=|!|<=|<!|>|\||P?<\w+>|P=\w+\)|P>\w+\)))?")
_REFERENCE = regex.compile(r"\\(?:[1-9]\d*|g<\w+>)")
_REPEATED = regex.compile(r"[*+]|\{\d*,?\d*\}")
_MOST_REPETITIONS = 3
_KEPT = frozenset(("\\b", "\\B", "\\m", "\\M"))
_BOUNDS = {"\\A": "^", "\\Z": "$"}
_WITHOUT_LINE_END = {
    "\\s": r"[^\S\n]", "\\W": r"[^\w\n]", "\\D": r"[^\d\n]", "\\n": r"[^\s\S]",
}  # fmt: skip
_NOT_BY_LINE = frozenset(("\\G", "\\K", "\\X", "\\R", "\\L", "\\g", "\\z", "\\Q", "\\E"))

LIMIT_S = 0.25
"""A pattern that takes longer is given up: the window waits for it."""
_SLICE = 8_192
_LOOK_AT_CLOCK = 512
_MARK = "\0"
_MOST_SPANS = 32_768
_ANY_CASE = "(?i)"


@lru_cache(maxsize=64)
def line_pattern(pattern: str) -> str | None:
    """The pattern for texts with one token per line, read with MULTILINE.

    None for a pattern that has to be tried on each text by itself: flags in the middle, comments,
    conditions, and what is not told apart here.
    """
    parts = []
    at = 0
    while at < len(pattern):
        part = _part(pattern, at)
        if part is None:
            return None
        length, written = part
        parts.append(written)
        at += length
    return "".join(parts)


def after_line_start(written: str) -> str | None:
    """What follows the "^" of a pattern that `line_pattern` wrote and that begins with it.

    None for a pattern that may also match elsewhere: one without "^", or with a choice outside of
    all groups.
    """
    if not written.startswith("^") or _REPEATED.match(written, 1) or written[1:2] == "?":
        return None
    depth, at = 0, 1
    while at < len(written):
        if written[at] == "|" and not depth:
            return None
        depth += (written[at] == "(") - (written[at] == ")")
        part = _part(written, at)
        if part is None:
            return None
        at += part[0]
    return written[1:]


@lru_cache(maxsize=64)
def is_tame(pattern: str) -> bool:
    """Whether a pattern comes to an end soon on every text of a token's length.

    So do patterns of few repetitions, none of them around another repetition or a choice: what
    they try grows with a small power of the length. Of others nothing is known.
    """
    n_repetitions = 0
    outer: list[bool] = []  # of each open group: whether a repetition of it could explode
    holds = False  # the same of the group at hand
    at = 0
    while at < len(pattern):
        part = _part(pattern, at)
        if part is None or _REFERENCE.match(pattern, at):
            return False
        after = at + part[0]
        if pattern[at] == "(":
            outer.append(holds)
            holds = False
        elif pattern[at] == "|":
            holds = True
        elif pattern[at] == ")":
            if holds and _REPEATED.match(pattern, after):
                return False
            holds = (outer.pop() if outer else False) or holds
        elif _REPEATED.match(pattern, at):
            n_repetitions += 1
            holds = True
        at = after
    return n_repetitions <= _MOST_REPETITIONS


def _part(pattern: str, at: int) -> tuple[int, str] | None:
    """The length of the part at a position, and its rewritten form."""
    character = pattern[at]
    if character == "(":
        match = _GROUP.match(pattern, at)
        words = match[0] if match else ""
        if words == "(" and pattern[at + 1 : at + 2] in ("?", "*"):
            return None
        return (len(words), words) if words else None
    if character == "[":
        match = _SET.match(pattern, at)
        return None if match is None else (len(match[0]), _guarded(match[0]))
    if character != "\\":
        return (1, character)
    match = _REFERENCE.match(pattern, at)
    if match is not None:
        return (len(match[0]), match[0])
    match = _ATOM.match(pattern, at)
    if match is None or match[0] in _NOT_BY_LINE:
        return None
    atom = match[0]
    if atom in _KEPT or atom in _BOUNDS:
        return (len(atom), _BOUNDS.get(atom, atom))
    return (len(atom), _guarded(atom))


@lru_cache(maxsize=256)
def _guarded(atom: str) -> str:
    """An escape or a set that does not match a line feed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # a bracket in a set may mean more one day
        try:
            may_end_line = regex.match(atom, "\n") is not None
        except regex.error:
            return atom  # the pattern as a whole cannot be read either
    if not may_end_line:
        return atom
    if atom in _WITHOUT_LINE_END:
        return _WITHOUT_LINE_END[atom]
    if atom.startswith("[^") and not atom.startswith("[^]"):
        return f"[^\\n{atom[2:]}"
    return f"(?:(?!\\n){atom})"


class TooSlowError(Exception):
    """The pattern did not finish within LIMIT_S."""


@dataclass(frozen=True, eq=False)
class TokenLines:
    """text: one token to a line; ids: int64[n_lines], whose they are.

    odd: the id and the text of tokens with a line feed or a zero byte in them.
    """

    text: str
    ids: Int64s
    odd: tuple[tuple[int, str], ...]
    n_tokens: int

    def matching(self, pattern: str, *, any_case: bool = False, limit_s: float = LIMIT_S) -> Bools:
        """bool[n_tokens]: the tokens in which the pattern is found.

        Raises regex.error for a pattern that cannot be read, TooSlowError.
        """
        if pattern.startswith(_ANY_CASE):
            pattern, any_case = pattern[len(_ANY_CASE) :], True
        flags = regex.IGNORECASE if any_case else 0
        compiled = regex.compile(pattern, flags)
        # Looking at the clock takes longer than most matches; see is_tame for who needs none.
        own_time = None if is_tame(pattern) else OwnTime(limit_s)
        holds = np.zeros(self.n_tokens, np.bool_)
        rewritten = line_pattern(pattern)
        try:
            found = None
            if rewritten is not None and len(self.ids):
                found = self._in_one(rewritten, flags, own_time)
            if found is None:
                found = self.ids[_one_by_one(compiled, self.text.split("\n"), own_time)]
            holds[found] = True
            ids, texts = self._odd
            holds[ids[_one_by_one(compiled, texts, own_time)]] = True
        except TimeoutError:
            raise TooSlowError from None
        return holds

    @cached_property
    def _odd(self) -> tuple[Int64s, list[str]]:
        ids = np.array([token_id for token_id, _ in self.odd], np.int64)
        return ids, [text for _, text in self.odd]

    @cached_property
    def _led(self) -> str:
        """The lines with a line feed before each, the first one too."""
        return "\n" + self.text

    @cached_property
    def _starts(self) -> Int64s:
        """int64[n_lines]: the characters before each line."""
        points = np.frombuffer(self._led.encode("utf-32-le"), np.uint32)
        return np.flatnonzero(points == ord("\n")).astype(np.int64)

    def _in_one(self, rewritten: str, flags: int, own_time: OwnTime | None) -> Int64s | None:
        """The ids of lines in which a pattern is found; None where a match reached too far."""
        # `regex` finds a line feed faster than it tries "^" at every character.
        rest = after_line_start(rewritten)
        start = "" if rest is None else "\n"
        whole = f"(?:{rewritten}).*" if rest is None else f"\n(?:{rest}).*"
        compiled = regex.compile(whole, flags | regex.MULTILINE)
        text = self._led if start else self.text

        def find(timeout: float | None) -> list[tuple[int, int]]:
            matches = compiled.finditer(text, timeout=timeout)
            return [match.span() for match in islice(matches, _MOST_SPANS)]

        spans = find(None) if own_time is None else own_time.search(find)
        if len(spans) == _MOST_SPANS:
            return self._marked(compiled, start, own_time)
        places = np.array(spans, np.int64).reshape(-1, 2)
        # The line feed before a line is a character more, and begins the match.
        first = np.searchsorted(self._starts, places[:, 0], "right") - 1
        last = np.searchsorted(self._starts, places[:, 1] - len(start), "right") - 1
        return self.ids[first] if np.array_equal(first, last) else None

    def _marked(
        self, compiled: regex.Pattern[str], start: str, own_time: OwnTime | None
    ) -> Int64s | None:
        """As `_in_one`, faster for many matches: each is replaced by a mark."""
        text = self._led if start else self.text

        def find(timeout: float | None) -> str:
            marked: str = compiled.sub(start + _MARK, text, timeout=timeout)
            return marked

        marked = find(None) if own_time is None else own_time.search(find)
        characters = np.frombuffer(marked.encode(), np.uint8)
        # Of marks, line ends and other characters as small, the last are rare.
        signs = characters[np.flatnonzero(characters <= ord("\n"))]
        line_of = np.cumsum(signs == ord("\n"), dtype=np.int32) - len(start)
        if not len(signs) or int(line_of[-1]) != len(self.ids) - 1:
            return None
        ids: Int64s = self.ids[line_of[signs == 0]]
        return ids


def line_steps(
    vocabulary: Sequence[bytes], facts: VocabularyFacts
) -> Generator[float, None, TokenLines]:
    """Yields the share that is done, some milliseconds apart; returns the lines.

    Special tokens have theirs as well.
    """
    n = len(vocabulary)
    left_out = facts.has(PARTIAL | UNUSED)
    texts: list[str] = []
    ids: list[int] = []
    odd: list[tuple[int, str]] = []
    for start in range(0, n, _SLICE):
        taken = start + np.flatnonzero(~left_out[start : start + _SLICE])
        for token_id in taken.tolist():
            text = vocabulary[token_id].decode("utf-8", "replace")
            if "\n" in text or _MARK in text:
                odd.append((token_id, text))
            else:
                texts.append(text)
                ids.append(token_id)
        yield min(start + _SLICE, n) / n
    return TokenLines("\n".join(texts), np.array(ids, np.int64), tuple(odd), n)


def _one_by_one(compiled: regex.Pattern[str], texts: list[str], own_time: OwnTime | None) -> Int64s:
    """The numbers of the texts in which the pattern is found. Raises TimeoutError."""
    found: list[int] = []
    for start in range(0, len(texts), _LOOK_AT_CLOCK):

        def find(timeout: float | None, first: int = start) -> list[int]:
            part = texts[first : first + _LOOK_AT_CLOCK]
            search = partial(compiled.search, timeout=timeout) if timeout else compiled.search
            return [first + at for at, match in enumerate(map(search, part)) if match is not None]

        found += find(None) if own_time is None else own_time.search(find)
    return np.array(found, np.int64)


Result = TypeVar("Result")
_SORTED_BYTES = 24


@dataclass(frozen=True, eq=False)
class VocabularyIndex:
    """A vocabulary as arrays for filtering and sorting, one entry per token id.

    vocabulary: the bytes of each id. report: what is known of them so far. ranks, lefts, rights:
    int64[n], -1 if no merge made the token. counts, applied: int64[n], -1 if unknown. text_order:
    int64[n], the position of each token in the order of its bytes. joined: uint8[bytes], all tokens
    one after the other; starts: int64[n + 1] in it. lines: the texts, for regular expressions.
    twins: tokens of the same letters.
    """

    vocabulary: tuple[bytes, ...]
    report: VocabularyReport
    ranks: Int64s
    lefts: Int64s
    rights: Int64s
    counts: Int64s
    applied: Int64s
    text_order: Int64s
    joined: UInt8s
    starts: Int64s
    lines: TokenLines
    twins: TokenTwins

    @property
    def n_tokens(self) -> int:
        return len(self.vocabulary)

    @property
    def lengths(self) -> Int64s:
        """int64[n], bytes; 0 for unused ids."""
        return self.report.facts.lengths

    @property
    def flags(self) -> npt.NDArray[np.uint16]:
        """uint16[n], see engine.analysis.vocabulary."""
        return self.report.facts.flags

    @cached_property
    def parent_counts(self) -> Int64s:
        """int64[n]: how many tokens a merge made directly from each."""
        is_merge = self.ranks >= 0
        left, right = self.lefts[is_merge], self.rights[is_merge]
        made = np.concatenate([left, right[left != right]])
        return np.bincount(made, minlength=self.n_tokens)

    @cached_property
    def part_counts(self) -> Int64s:
        """int64[n]: how many tokens of one word each token of several is made of; 1 for others."""
        counts = np.ones(self.n_tokens, np.int64)
        several = np.flatnonzero(self.report.facts.has(SUPERWORD) & (self.ranks >= 0))
        for token_id in several[np.argsort(self.ranks[several])].tolist():
            counts[token_id] = counts[self.lefts[token_id]] + counts[self.rights[token_id]]
        return counts

    @cached_property
    def byte_counts(self) -> Int64s:
        """int64[256]: how often each byte occurs in all tokens together."""
        return np.bincount(self.joined, minlength=256)

    def parents(self, token_id: int) -> Int64s:
        """Return the ids of the tokens that a merge made directly from this one."""
        return np.flatnonzero((self.lefts == token_id) | (self.rights == token_id))

    def parts(self, token_id: int) -> tuple[int, ...]:
        """Return the ids of the tokens of one word that a token is made of, from the left."""
        parts, rest = [], [token_id]
        while rest:
            each = rest.pop()
            if self.flags[each] & SUPERWORD and self.ranks[each] >= 0:
                rest += (int(self.rights[each]), int(self.lefts[each]))
            else:
                parts.append(each)
        return tuple(parts)

    def containing(self, token_id: int) -> Int64s:
        """Return the ids of all tokens whose tree contains this one, without itself."""
        members = np.zeros(self.n_tokens + 1, np.bool_)  # the last entry is for no token: id -1
        members[token_id] = True
        n_members = 1
        while True:
            fresh = members[self.lefts] | members[self.rights]
            members[:-1] |= fresh
            n_now = int(np.count_nonzero(members))
            if n_now == n_members:
                break
            n_members = n_now
        members[token_id] = False
        return np.flatnonzero(members[:-1])


def index_vocabulary(tokenizer: AnyTokenizer) -> Iterator[float | VocabularyIndex]:
    """Yield the share that is done, and last the index; without merges for what a library runs."""
    from engine.encoding import Tokenizer  # late: it loads Numba

    facts: VocabularyFacts = yield from _shared(vocabulary_facts(tokenizer), 0.0, 0.5)
    vocabulary = tuple(tokenizer.vocabulary)
    lines: TokenLines = yield from _shared(line_steps(vocabulary, facts), 0.5, 0.6)
    twins: TokenTwins = yield from _shared(twin_steps(vocabulary, facts), 0.6, 0.9)
    n_tokens = len(vocabulary)
    ranks, lefts, rights, counts, applied = (np.full(n_tokens, -1, np.int64) for _ in range(5))
    if isinstance(tokenizer, Tokenizer):
        # Characters, which an alphabet makes of bytes, are made of nothing here.
        learned = np.arange(tokenizer.n_alphabet, tokenizer.n_merges)
        merged = tokenizer.ranked_ids[N_BYTES + learned]
        ranks[merged] = learned
        lefts[merged] = tokenizer.merges[learned, 0]
        rights[merged] = tokenizer.merges[learned, 1]
        if tokenizer.training is not None:
            counts[merged] = tokenizer.training.occurrences[learned]
            applied[merged] = tokenizer.training.mixed_applied[learned]
    yield 0.95
    # numpy lets other threads run while it sorts; the first bytes are enough for an order.
    order = np.argsort(np.array(vocabulary, f"S{_SORTED_BYTES}"), kind="stable")
    text_order = np.empty(n_tokens, np.int64)
    text_order[order] = np.arange(n_tokens)
    starts = np.concatenate(([0], np.cumsum(facts.lengths)))
    joined = np.frombuffer(b"".join(vocabulary), np.uint8)
    yield 1.0
    yield VocabularyIndex(
        vocabulary, report_without_reach(tokenizer, facts), ranks, lefts, rights, counts, applied,
        text_order, joined, starts, lines, twins,
    )  # fmt: skip


def _shared(
    steps: Generator[float, None, Result], start: float, end: float
) -> Generator[float, None, Result]:
    """Run steps that yield the share of their own work, as a part of more; return their result."""
    return relayed(steps, lambda share: start + (end - start) * share)
