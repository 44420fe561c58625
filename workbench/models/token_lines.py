"""TokenLines: the texts of all tokens in one string, so that a regular expression runs once.

A quarter of a million calls of a pattern take far longer than one call on all texts together. So
the texts stand one to a line, and the pattern is written anew so that nothing in it matches the
end of a line: "^" and "$" are then the ends of a token, and no match reaches into the next one.
Tokens with a line feed of their own are looked at one by one, and so are all tokens where a
pattern cannot be written anew. Tokens that are not whole characters match nothing.

This is a search, of which nothing is stored: the pattern goes to `regex` as it is typed, with the
characters of the Unicode that its release knows.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np
import regex

from engine.analysis import PARTIAL, UNUSED, VocabularyFacts
from engine.compiled import Bools, Int64s
from engine.machine import OwnTime
from workbench.models.line_pattern import after_line_start, is_tame, line_pattern

LIMIT_S = 0.25
"""A pattern that takes longer is given up: the window waits for it."""

_SLICE = 8_192
_LOOK_AT_CLOCK = 512
_MARK = "\0"
_ANY_CASE = "(?i)"


class TooSlowError(Exception):
    """The pattern did not come to an end in LIMIT_S."""


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
            texts = [text for _, text in self.odd]
            odd = np.array([token_id for token_id, _ in self.odd], np.int64)
            holds[odd[_one_by_one(compiled, texts, own_time)]] = True
        except TimeoutError:
            raise TooSlowError from None
        return holds

    def _in_one(self, rewritten: str, flags: int, own_time: OwnTime | None) -> Int64s | None:
        """The ids of lines in which a pattern is found; None where a match reached too far."""
        # `regex` finds a line feed faster than it tries "^" at every character.
        rest = after_line_start(rewritten)
        start = "" if rest is None else "\n"
        whole = f"(?:{rewritten}).*" if rest is None else f"\n(?:{rest}).*"
        marking = regex.compile(whole, flags | regex.MULTILINE)
        text = start + self.text

        def find(timeout: float | None) -> str:
            return marking.sub(start + _MARK, text, timeout=timeout)

        marked = find(None) if own_time is None else own_time.search(find)
        marked = marked.removeprefix(start)
        points = np.frombuffer(marked.encode("utf-32-le"), np.uint32)
        line_of = np.cumsum(points == ord("\n"), dtype=np.int32)
        if not len(points) or int(line_of[-1]) != len(self.ids) - 1:
            return None
        return self.ids[line_of[points == 0]]


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
            part = enumerate(texts[first : first + _LOOK_AT_CLOCK], first)
            return [i for i, text in part if compiled.search(text, timeout=timeout) is not None]

        found += find(None) if own_time is None else own_time.search(find)
    return np.array(found, np.int64)
