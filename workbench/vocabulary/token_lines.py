"""The texts of all tokens in one string, so that a regular expression runs once.

A quarter of a million calls of a pattern take far longer than one call on all texts together. So
`TokenLines` has one token per line, and `line_pattern` rewrites a pattern so that no part of it
matches the end of a line: parts that could match a line feed get a look-ahead that forbids it, and
what means the ends of the text becomes "^" and "$", the ends of a token. Tokens with a line feed
are searched one by one, and so are all tokens if a pattern cannot be rewritten. Tokens that are
not whole characters match nothing.

The results of this search are not stored: the pattern goes to `regex` as it is typed, with the
characters of the Unicode version of its release.
"""

from __future__ import annotations

import warnings
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

import numpy as np
import regex

from engine.analysis import PARTIAL, UNUSED, VocabularyFacts
from engine.compiled import Bools, Int64s
from engine.machine import OwnTime

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

    def _in_one(self, rewritten: str, flags: int, own_time: OwnTime | None) -> Int64s | None:
        """The ids of lines in which a pattern is found; None where a match reached too far."""
        # `regex` finds a line feed faster than it tries "^" at every character.
        rest = after_line_start(rewritten)
        start = "" if rest is None else "\n"
        whole = f"(?:{rewritten}).*" if rest is None else f"\n(?:{rest}).*"
        marking = regex.compile(whole, flags | regex.MULTILINE)
        text = start + self.text

        def find(timeout: float | None) -> str:
            marked: str = marking.sub(start + _MARK, text, timeout=timeout)
            return marked

        marked = find(None) if own_time is None else own_time.search(find)
        marked = marked.removeprefix(start)
        points = np.frombuffer(marked.encode("utf-32-le"), np.uint32)
        line_of = np.cumsum(points == ord("\n"), dtype=np.int32)
        if not len(points) or int(line_of[-1]) != len(self.ids) - 1:
            return None
        ids: Int64s = self.ids[line_of[points == 0]]
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
