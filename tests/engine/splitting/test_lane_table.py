"""The table of the lanes, read one character after the other, against the regex module."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
import regex

from engine.splitting._lane_kernels import BEFORE_PREVIOUS, CUT, END_COLUMN, MARK, TO_MARK
from engine.splitting.automaton import compile_automaton
from engine.splitting.automaton_cutter import lane_table

TEXTS = ["".join(letters) for n in range(1, 7) for letters in product("abc", repeat=n)]

UNKNOWN_TEXTS = {
    r"[abc]+(?!\S)|[abc]": 0,
    "a+b|a|[^a]": 20,
    "aab|ab|[abc]": 0,
    "c{0,2}a|b|cb{1,3}[ab]|[abc]": 0,
    "(?:[ab]a){2,6}|a{1,3}[ab][ab]{4}|[abc]": 167,
    "[ab]{1,3}a|a|b|[abc]": 32,
    "(?:cba)+|b{1,3}c[ab]{1,3}c|[abc]": 172,
    "a(?:b|a|aa)|[ab]bb[abc]|cbbc|[abc]": 13,
    "(?:b*c){1,3}|[ab](?:a*|cc)|c|b*[ab]|[abc]": 39,
}
"""How many of the texts the table leaves to the automaton.

In all patterns but the first, a match is hoped for in vain while one that began later is, too.
"""


@cache
def table_of(pattern: str) -> tuple[list[int], int]:
    entries, unknown = lane_table(compile_automaton(pattern))
    return entries.tolist(), unknown


def ends_by_table(pattern: str, text: str) -> list[int] | None:
    """The ends of the pre-tokens of an ASCII text; None where the table does not know them."""
    entries, unknown = table_of(pattern)
    row, mark, ends = 0, -1, set()
    for at, column in enumerate([*map(ord, text), END_COLUMN]):
        entry = entries[row + column]
        row, flags = entry >> 8, entry & 0xFF
        if row == unknown:
            return None
        if flags & TO_MARK:
            ends.add(mark)
        if flags & MARK:
            mark = at
        if flags & CUT:
            ends.add(at)
        if flags & BEFORE_PREVIOUS:
            ends.add(at - 1)
    return sorted(ends)


@pytest.mark.parametrize("pattern", UNKNOWN_TEXTS)
def test_every_short_text_is_cut_as_by_regex_or_left_to_the_automaton(pattern):
    expression = regex.compile(pattern)
    n_unknown = 0
    for text in TEXTS:
        ends = ends_by_table(pattern, text)
        n_unknown += ends is None
        if ends is not None:
            assert ends == [match.end() for match in expression.finditer(text)], text
    assert n_unknown == UNKNOWN_TEXTS[pattern]
